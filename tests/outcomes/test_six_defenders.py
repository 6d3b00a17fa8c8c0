"""Six possible defenders, followed to every end: as many as the second engine finds, in bounded time and memory."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from solver_bridge import Position
from tests.outcomes import otherwise

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "six-defenders.yaml"

MEASURE = """
import json, statistics, sys, time
from solver_bridge import Position
from solver_bridge.children import peak_memory
from solver_bridge.outcomes import outcomes

position = Position.load(sys.argv[1])
attack = next(a for a in position.legal_attacks("kay") if a.target == "page")
def asked():
    begun = time.process_time()
    position.legal_attacks()
    return time.process_time() - begun
before = [asked() for _ in range(9)]
begun = time.process_time()
found = outcomes(position, attack.events)
took = time.process_time() - begun
after = [asked() for _ in range(9)]
print(json.dumps({
    "ratio": took / found.states / statistics.median(before + after),
    "megabytes": peak_memory() / 2**20,
    "states": found.states, "lines": found.lines, "complete": found.complete,
    "results": [outcome.result for outcome in found.outcomes],
}))
"""


@pytest.fixture(scope="module")
def measured() -> Any:
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(EXAMPLE)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_a_position_costs_no_more_than_one_and_a_half_times_its_attacks(measured: Any) -> None:
    assert measured["ratio"] < 1.5


def test_it_stays_below_500_megabytes(measured: Any) -> None:
    assert measured["megabytes"] < 500


def test_positions_lines_and_ends_are_those_of_the_second_engine(measured: Any) -> None:
    events = [
        {"move_and_attack": {"unit": "kay", "path": []}},
        {"attack": {"unit": "kay", "target": "page"}},
    ]
    other = otherwise.ends(Position.load(EXAMPLE), events)
    assert measured["complete"]
    assert (measured["states"], measured["lines"]) == (other.states, other.lines)
    assert set(map(otherwise.plain_result, measured["results"])) == other.results
