"""Where each reading makes the first difference: python -m benchmarks.readings [NAME ...]; a row of Markdown each."""

import sys
import time
from typing import Any

from solver_bridge.proving.differences import Difference, Side, cards_wanted, differences
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.unmet import unmet
from solver_bridge.proving.workers import Here
from solver_bridge.vocabulary import load as load_vocabulary

SECONDS = 900.0
SQUARES = ((1, 1), (2, 1), (2, 2))
UNITS = 3
COLUMNS = ("reading", "parts in", "units", "squares", "events", "seconds")


def sides_of(reading: str, value: str) -> tuple[Side, Side]:
    """Give a reading's default and another value, under the newest edition that leaves it open."""
    vocabulary = load_vocabulary()
    editions = [e for e in vocabulary.editions if reading in {r.name for r in vocabulary.open_readings(e)}]
    edition = editions[0] if editions else None
    default = vocabulary.readings[reading].values[0]
    return Side(edition, {reading: default}), Side(edition, {reading: value})


def first(reading: str, value: str, until: float) -> tuple[Difference | None, bool]:
    """Give the first difference, on fewest squares; and if there is none, whether that is known of all scopes."""
    sides = sides_of(reading, value)
    for width, height in SQUARES:
        scope = Scope(units=UNITS, width=width, height=height, cards=cards_wanted(*sides))
        for found in differences(*sides, scope, Here(until), lambda *_: None):
            return found, False
    return None, True


def row(reading: str, value: str) -> tuple[Any, ...]:
    start = time.process_time()
    found, none = first(reading, value, time.monotonic() + SECONDS)
    seconds = f"{time.process_time() - start:.1f}"
    name = f"`{reading}={value}`"
    if found is not None:
        size = found.part.units, found.part.squares, len(found.sequence.events)
        return name, ", ".join(found.words), *size, seconds
    if not none:
        return name, "not known", "", "", "", seconds
    width, height = SQUARES[-1]
    cards = cards_wanted(*sides_of(reading, value))
    lacking = unmet(reading, Scope(units=UNITS, width=width, height=height, cards=cards))
    why = f": no scope has `{'`, `'.join(lacking)}`" if lacking else ""
    return name, f"nothing{why}", "", "", "", seconds


def table_line(cells: tuple[Any, ...]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    wanted = sys.argv[1:]
    print(table_line(COLUMNS))
    print("|---" * len(COLUMNS) + "|")
    for reading in load_vocabulary().readings.values():
        for value in reading.values[1:]:
            if not wanted or reading.name in wanted:
                print(table_line(row(reading.name, value)), flush=True)


if __name__ == "__main__":
    main()
