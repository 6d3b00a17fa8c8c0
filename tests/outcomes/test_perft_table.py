"""The table of counts in docs/perft.md, against the program, a naive count, and a count that shares no code with it."""

import re
from pathlib import Path
from typing import Any

import pytest

from solver_bridge import Position
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.perft import perft
from solver_bridge.sequence import Sequence
from tests.outcomes.test_outcomes_command import naive
from tests.reference import answers as reference
from tests.reference.position import State

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
    assert naive(start(name), depth) == TABLE[name][:depth]


def printed(position: Position) -> dict[str, Any]:
    """Give a position as plain data with what its cards say written out: the second engine knows few cards."""
    cards = load_catalogue()
    data: dict[str, Any] = position.to_data()
    for unit in data["units"].values():
        card = cards.find(unit.get("card", ""))
        if card is not None:
            unit.setdefault("abilities", list(card.abilities))
            unit.setdefault("power", f"{card.attack or 0}/{card.defence or 0}")
    for site in data["sites"].values():
        card = cards.find(site.get("card", ""))
        if card is not None and card.affinity.get("water"):
            site.setdefault("terrain", "water")
    return data


def counted_otherwise(position: Position, depth: int) -> list[int]:
    """Count lines of play with the second engine alone, one after another, no two put together."""
    counts = [0] * depth

    def follow(now: State, length: int) -> None:
        for event in listed(now):
            counts[length] += 1
            if length + 1 < depth:
                after, _ = reference.apply(now, event)
                assert isinstance(after, State), (event, after)
                follow(after, length + 1)

    follow(reference.read(printed(position)), 0)
    return counts


def listed(state: State) -> list[dict[str, Any]]:
    """Give the second engine's legal events, the choice of 3.2.2 as an event by itself (perft.md)."""
    found: list[dict[str, Any]] = []
    for event in reference.legal_events(state):
        if "defend" in event:
            event = {"defend": {key: event["defend"][key] for key in ("unit", "path")}}
        if event not in found:
            found.append(event)
    return found


@pytest.mark.parametrize("name", DIFFERENT)
def test_the_counts_are_those_of_the_second_engine(name: str) -> None:
    assert counted_otherwise(start(name), 5) == TABLE[name]
