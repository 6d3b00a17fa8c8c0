"""Every end of an attack, over all choices of both players: a graph of positions, equal ones merged."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from solver_bridge.asking import Request
from solver_bridge.changes import later_position
from solver_bridge.events import BeginTurn, Event, MoveAndAttack
from solver_bridge.listing import legal_events
from solver_bridge.model import Position
from solver_bridge.play import Conversation, Line, follow, put, result_of
from solver_bridge.programs import PLAY

__all__ = ["Outcome", "Outcomes", "explore", "orders_talk", "outcomes_talk"]

_LIST = (PLAY, "events", "paths")
_STEP = (PLAY, "verdict", "position", "result")


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One end of an attack: its result, and a shortest line of play to it."""

    result: Mapping[str, Any]
    line: tuple[Event, ...]


class Outcomes(msgspec.Struct, frozen=True, kw_only=True):
    """All ends of an attack, with the numbers of distinct positions and of lines of play."""

    states: int
    lines: int
    complete: bool
    outcomes: tuple[Outcome, ...]
    steps: tuple[tuple[int, Event, int], ...]
    positions: tuple[Position, ...]


def explore(start: Position, limit: int = 20_000) -> Conversation[Outcomes]:
    """Follow every legal event from a position on, until the attack is over or the limit of positions is reached."""
    numbers: dict[Position, int] = {start: 0}
    lines: list[tuple[Event, ...]] = [()]
    ends: dict[int, Mapping[str, Any]] = {}
    steps: list[tuple[int, Event, int]] = []
    layer, complete = [start], True
    while layer:
        listings = yield [Request(position, (), ((0, "events", ()),), _LIST) for position in layer]
        tries = [
            (numbers[position], event)
            for position, listing in zip(layer, listings, strict=True)
            for event in legal_events(listing)
            if not isinstance(event, BeginTurn | MoveAndAttack)
        ]
        known = list(numbers)
        asked = ((0, "position", ()), (1, "position", ()))
        answers = yield [Request(known[number], (event,), asked, _STEP) for number, event in tries]
        layer = []
        for (number, event), answer in zip(tries, answers, strict=True):
            position = later_position(answer, 1)
            over = answer.has("over", 1)
            if position not in numbers:
                if len(numbers) >= limit:
                    complete = False
                    continue
                numbers[position] = len(numbers)
                lines.append((*lines[number], event))
                if not over:
                    layer.append(position)
            found = numbers[position]
            steps.append((number, event, found))
            if over:
                ends[found] = result_of(answer, 1)
    return Outcomes(
        states=len(numbers),
        lines=_count_lines(len(numbers), steps, ends),
        complete=complete,
        outcomes=_distinct(ends, lines),
        steps=tuple(steps),
        positions=tuple(numbers),
    )


def _distinct(
    ends: Mapping[int, Mapping[str, Any]], lines: Sequence[tuple[Event, ...]]
) -> tuple[Outcome, ...]:
    found: dict[str, Outcome] = {}
    for number, result in ends.items():
        found.setdefault(repr(result), Outcome(result=result, line=lines[number]))
    return tuple(found.values())


def _count_lines(
    states: int, steps: Sequence[tuple[int, Event, int]], ends: Mapping[int, Mapping[str, Any]]
) -> int:
    following: dict[int, list[int]] = {}
    for number, _, to in steps:
        following.setdefault(number, []).append(to)
    counts: dict[int, int] = {}
    for number in reversed(range(states)):
        counts[number] = 1 if number in ends else 0
    pending = [0]
    order: list[int] = []
    seen: set[int] = set()
    while pending:
        number = pending.pop()
        if number < 0:
            order.append(~number)
        elif number not in seen:
            seen.add(number)
            pending.append(~number)
            pending += following.get(number, ())
    for number in order:
        if number not in ends:
            counts[number] = sum(counts[to] for to in following.get(number, ()))
    return counts[0]


def outcomes_talk(position: Position, events: Sequence[Event]) -> Conversation[tuple[Line, Outcomes | None]]:
    """Follow some events, then explore every way on; nothing is explored if an event is not legal."""
    line = yield from follow(position, events, complete=False)
    if not line.legal:
        return line, None
    if line.position.attack is None and line.result is not None:
        only = Outcome(result=line.result, line=())
        return line, Outcomes(
            states=1, lines=1, complete=True, outcomes=(only,), steps=(), positions=(line.position,)
        )
    return line, (yield from explore(line.position))


def orders_talk(position: Position, events: Sequence[Event]) -> Conversation[tuple[Line, list[list[str]]]]:
    """Follow some events, then give the orders in which the pending triggers may resolve (Storyline)."""
    from itertools import permutations

    line = yield from follow(position, events, complete=False)
    answer = yield from put(Request(line.position, (), ((0, "orders", ()),), (PLAY, "orders")))
    groups: dict[tuple[int, str], list[str]] = {}
    for source, _, _, turn, depth in answer.get("queued"):
        groups.setdefault((-int(depth), str(turn)), []).append(answer.value(source))  # type: ignore[arg-type]
    orders: list[list[str]] = [[]]
    for _, sources in sorted(groups.items()):
        orders = [[*order, *rest] for order in orders for rest in permutations(sorted(sources))]
    return line, sorted(orders)
