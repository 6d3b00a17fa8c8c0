"""Counts made by the second engine, which shares no code with the program: lines of play and positions."""

import json
from typing import Any, NamedTuple

from solver_bridge import Position
from solver_bridge.catalogue import load as load_catalogue
from tests.reference import answers as reference
from tests.reference.position import State

Plain = dict[str, Any]


class Counted(NamedTuple):
    """Distinct positions, lines of play and the results of all ends of an attack, each as JSON."""

    states: int
    lines: int
    results: frozenset[str]


def printed(position: Position) -> Plain:
    """Give a position as plain data with what its cards say written out: the second engine knows few cards."""
    cards = load_catalogue()
    data: Plain = position.to_data()
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


def listed(state: State) -> list[Plain]:
    """Give the legal events, the choice of 3.2.2 as an event by itself (docs/perft.md)."""
    found: list[Plain] = []
    for event in reference.legal_events(state):
        if "defend" in event:
            event = {"defend": {key: event["defend"][key] for key in ("unit", "path")}}
        if event not in found:
            found.append(event)
    return found


def after(state: State, event: Plain) -> State:
    """Give the state after a legal event."""
    found, _ = reference.apply(state, event)
    assert isinstance(found, State), (event, found)
    return found


def perft(position: Position, depth: int) -> list[int]:
    """Count lines of play one after another, no two put together."""
    counts = [0] * depth

    def follow(now: State, length: int) -> None:
        for event in listed(now):
            counts[length] += 1
            if length + 1 < depth:
                follow(after(now, event), length + 1)

    follow(reference.read(printed(position)), 0)
    return counts


def plain_result(result: Any) -> str:
    """Give a result as text that is the same for equal results."""
    return json.dumps(
        {key: sorted(value) if isinstance(value, list) else value for key, value in result.items()}, sort_keys=True
    )


def ends(position: Position, events: list[Plain]) -> Counted:
    """Follow an attack to its ends; positions in which it is over are one where they differ in its result alone."""
    start = reference.read(printed(position))
    for event in events:
        start = after(start, event)
    lines: dict[Any, int] = {}
    over: set[str] = set()
    results: set[str] = set()

    def follow(now: State) -> int:
        if now.attack is None:
            over.add(json.dumps({**reference.observe(now), "result": None}, sort_keys=True))
            results.add(plain_result(now.result))
            return 1
        key = now.key()
        if key not in lines:
            lines[key] = sum(follow(after(now, event)) for event in listed(now))
        return lines[key]

    number = follow(start)
    return Counted(len(lines) + len(over), number, frozenset(results))
