"""The table of counts in docs/perft.md, against the program, a naive count, and a count that shares no code with it."""

import re
from pathlib import Path

import pytest

from solver_bridge import Position
from solver_bridge.perft import perft
from solver_bridge.sequence import Sequence
from tests.outcomes import naive, otherwise

ROOT = Path(__file__).parent.parent.parent
ROWS = re.findall(r"^\| ([\w-]+) \|((?: \d+ \|){5})$", (ROOT / "docs" / "perft.md").read_text(), re.M)
TABLE = {name: [int(number) for number in re.findall(r"\d+", numbers)] for name, numbers in ROWS[1:]}


def start(name: str) -> Position:
    path = ROOT / "examples" / f"{name}.yaml"
    if "\nevents:" in path.read_text():
        return Sequence.load(path).position
    return Position.load(path)


DIFFERENT = list({start(name): name for name in TABLE}.values())
"""Several examples begin with the same position."""


def test_every_example_is_in_the_table() -> None:
    assert set(TABLE) == {path.stem for path in (ROOT / "examples").glob("*.yaml")}


@pytest.mark.parametrize("name", DIFFERENT)
def test_the_counts_are_right(name: str) -> None:
    counts = list(perft(start(name), 5).counts)
    assert all(TABLE[other] == counts for other in TABLE if start(other) == start(name))


@pytest.mark.parametrize("name", DIFFERENT)
def test_the_counts_are_those_of_a_naive_count(name: str) -> None:
    depth = 3 if TABLE[name][1] < 20 else 2
    assert naive.perft(start(name), depth) == TABLE[name][:depth]


@pytest.mark.parametrize("name", DIFFERENT)
def test_the_counts_are_those_of_the_second_engine(name: str) -> None:
    assert otherwise.perft(start(name), 5) == TABLE[name]
