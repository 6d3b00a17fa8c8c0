"""Where each reading makes the first difference: python -m benchmarks.readings [NAME ...]; a row of Markdown each."""

import sys
import time

from solver_bridge.alternatives import named_readings
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.programs import card_files
from solver_bridge.proving.differences import Side, differences
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Here
from solver_bridge.vocabulary import load as load_vocabulary

SECONDS = 240.0


def cards_of(reading: str) -> tuple[str, ...]:
    """Give the cards whose own rules name a reading, as far as a scope has them."""
    return tuple(
        card.name
        for card in load_catalogue()
        if (files := card_files([card.name])) and reading in named_readings(files) and "Golem" not in card.name
    )


def row(reading: str, value: str) -> str:
    vocabulary = load_vocabulary()
    default = vocabulary.readings[reading].values[0]
    edition = next(e for e in vocabulary.editions if reading in {r.name for r in vocabulary.open_readings(e)})
    scope = Scope(units=3, width=2, height=2, cards=cards_of(reading))
    workers = Here(time.monotonic() + SECONDS)
    start = time.monotonic()
    sides = [Side(edition, {reading: default}), Side(edition, {reading: value})]
    found = next(iter(differences(*sides, scope, workers, lambda *_: None)), False)
    spent = time.monotonic() - start
    if found is False:
        return f"| `{reading}={value}` | no difference in this scope (by induction) | | | {spent:.0f} s |"
    if found is None:
        return f"| `{reading}={value}` | none known in lines of this scope | | | {spent:.0f} s |"
    words = ", ".join(found.words)
    units, events = len(found.sequence.position.units), len(found.sequence.events)
    squares = len(found.sequence.position.sites)
    return f"| `{reading}={value}` | {words} | {units} | {squares} | {events} | {spent:.0f} s |"


def main() -> None:
    wanted = sys.argv[1:]
    for reading in load_vocabulary().readings.values():
        for value in reading.values[1:]:
            if not wanted or reading.name in wanted:
                print(row(reading.name, value), flush=True)


if __name__ == "__main__":
    main()
