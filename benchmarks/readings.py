"""Where each reading makes the first difference: python -m benchmarks.readings [NAME ...]; a row of Markdown each."""

import sys
import time

from solver_bridge.alternatives import named_readings
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.programs import card_files
from solver_bridge.proving.differences import Side, first_difference
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Here
from solver_bridge.vocabulary import load as load_vocabulary

SECONDS = 100.0
PARTS = ((1, 1, 1), (2, 1, 1), (3, 1, 1), (3, 2, 1))
EVENTS = range(1, 7)


def cards_of(reading: str) -> tuple[str, ...]:
    """Give the cards whose own rules name a reading, as far as a scope has them."""
    return tuple(
        card.name
        for card in load_catalogue()
        if (files := card_files([card.name]))
        and reading in named_readings(files)
        and "Golem" not in card.name
    )


def row(reading: str, value: str) -> str:
    vocabulary = load_vocabulary()
    default = vocabulary.readings[reading].values[0]
    edition = next(e for e in vocabulary.editions if reading in {r.name for r in vocabulary.open_readings(e)})
    sides = (Side(edition, {reading: default}), Side(edition, {reading: value}))
    start = time.monotonic()
    workers = Here(start + SECONDS)
    for units, width, height in PARTS:
        for events in EVENTS:
            if workers.over():
                return f"| `{reading}={value}` | not known | | | |"
            scope = Scope(units=units, width=width, height=height, cards=cards_of(reading))
            found = first_difference(*sides, scope, events, workers)
            if found is not None:
                size = f"{units} | {width}x{height} | {events}"
                return f"| `{reading}={value}` | {', '.join(found.words)} | {size} |"
    return f"| `{reading}={value}` | in no line of up to six events | | | |"


def main() -> None:
    wanted = sys.argv[1:]
    for reading in load_vocabulary().readings.values():
        for value in reading.values[1:]:
            if not wanted or reading.name in wanted:
                print(row(reading.name, value), flush=True)


if __name__ == "__main__":
    main()
