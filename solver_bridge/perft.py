"""Counts of lines of play by their length, positions that are equal counted together."""

import time
from collections.abc import Callable

import msgspec

from solver_bridge.conversation import Conversation, carry
from solver_bridge.events import Event
from solver_bridge.exploring import TOGETHER, Walk, Way
from solver_bridge.model import Position

__all__ = ["LIMIT", "Perft", "perft", "perft_talk"]

LIMIT = 100_000
"""How many positions are met at most, unless another limit is given."""


class Perft(msgspec.Struct, frozen=True, kw_only=True):
    """How many lines of play there are of each length from 1 on.

    Where `complete` is false a limit was reached, and only the counts up to there are known. `positions` says how
    many distinct positions there are after as many events, from none on, as far as they had to be looked at.
    """

    depth: int
    counts: tuple[int, ...]
    positions: tuple[int, ...]
    complete: bool


_Layer = dict[frozenset[str], tuple[frozenset[str], tuple[Event, ...], int]]


def perft_talk(
    position: Position,
    depth: int,
    *,
    limit: int = LIMIT,
    seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Conversation[Perft]:
    """Count the lines of up to so many events, all that `legal_events` lists; begin_turn is one of them."""
    until = None if seconds is None else time.monotonic() + seconds
    walk = Walk(position, under_way=False)
    counts: list[int] = []
    positions: list[int] = []
    known = 1

    def stopped(new: int) -> bool:
        return known + new > limit or (until is not None and time.monotonic() >= until)

    try:
        seen = yield from walk.begin()
        layer: _Layer = {seen.fields: (frozenset(), seen.events, 1)}
        while len(counts) < depth:
            positions.append(len(layer))
            counts.append(sum(lines * len(events) for _, events, lines in layer.values()))
            if len(counts) == depth:
                break
            ways = [
                (Way(event, memory), lines) for memory, events, lines in layer.values() for event in events
            ]
            layer = {}
            for first in range(0, len(ways), TOGETHER):
                if stopped(len(layer)):
                    break
                yield from _advance(walk, ways[first : first + TOGETHER], layer)
                if progress is not None:
                    progress(known + len(layer), max(0, len(ways) - first - TOGETHER))
            else:
                known += len(layer)
                continue
            break
    except KeyboardInterrupt:
        pass
    return Perft(depth=depth, counts=tuple(counts), positions=tuple(positions), complete=len(counts) == depth)


def _advance(walk: Walk, ways: list[tuple[Way, int]], layer: _Layer) -> Conversation[None]:
    """Take some events, and add the positions they lead to, with the number of lines that lead there."""
    taken = yield from walk.take([way for way, _ in ways])
    lines: dict[frozenset[str], int] = {}
    for way, (_, number) in zip(taken, ways, strict=True):
        lines[way.memory] = lines.get(way.memory, 0) + number
    looked = yield from walk.look(lines)
    for seen, (memory, number) in zip(looked, lines.items(), strict=True):
        first = layer.get(seen.fields)
        layer[seen.fields] = (
            (memory, seen.events, number) if first is None else (*first[:2], first[2] + number)
        )


def perft(
    position: Position,
    depth: int,
    *,
    limit: int = LIMIT,
    seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Perft:
    """Count lines of play by their length; Ctrl-C and the limits leave it incomplete."""
    return carry(perft_talk(position, depth, limit=limit, seconds=seconds, progress=progress))
