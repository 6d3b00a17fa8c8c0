"""Where each reading makes the first difference: python -m benchmarks.readings [NAME ...]; a row of Markdown each."""

import sys
import time

from solver_bridge.proving.differences import Side, cards_wanted, differences
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Here
from solver_bridge.vocabulary import load as load_vocabulary

SECONDS = 180.0


def row(reading: str, value: str) -> str:
    vocabulary = load_vocabulary()
    default = vocabulary.readings[reading].values[0]
    edition = next((e for e in vocabulary.editions if reading in {r.name for r in vocabulary.open_readings(e)}), None)
    sides = (Side(edition, {reading: default}), Side(edition, {reading: value}))
    scope = Scope(units=3, width=2, height=2, cards=cards_wanted(*sides))
    start = time.process_time()
    workers = Here(time.monotonic() + SECONDS)
    last=[""]
    def prog(name,a,b): last[0]=name
    found = next(differences(*sides, scope, workers, prog), "none")
    seconds = f"{time.process_time() - start:.1f}"
    if found == "none": return f"| `{reading}={value}` | nothing, proved | | | | {seconds} |"
    if found is None:
        return f"| `{reading}={value}` | not known {last[0]}| | | | {seconds} |"
    size = f"{found.part.units} | {found.part.squares} | {len(found.sequence.events)}"
    return f"| `{reading}={value}` | {', '.join(found.words)} | {size} | {seconds} |"


def main() -> None:
    wanted = sys.argv[1:]
    for reading in load_vocabulary().readings.values():
        for value in reading.values[1:]:
            if not wanted or reading.name in wanted:
                print(row(reading.name, value), flush=True)


if __name__ == "__main__":
    main()
