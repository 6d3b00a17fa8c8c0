"""Every legal event tried, no two positions put together; those that are asked about at once share a grounding."""

from collections.abc import Sequence

from solver_bridge import Position
from solver_bridge.conversation import talk_all
from solver_bridge.events import Event
from solver_bridge.play import follow, list_events


def listed(positions: Sequence[Position]) -> list[tuple[Event, ...]]:
    """Give the legal events of each position."""
    return talk_all([list_events(position) for position in positions])


def applied(taken: Sequence[tuple[Position, Event]]) -> list[Position]:
    """Give the position after each event."""
    lines = talk_all([follow(now, (event,), complete=False, supply=False) for now, event in taken])
    assert all(line.legal for line in lines)
    return [line.position for line in lines]


def perft(position: Position, depth: int) -> list[int]:
    """Count lines of play by their length."""
    counts: list[int] = []
    reached = [position]
    for length in range(1, depth + 1):
        ways = [(now, event) for now, events in zip(reached, listed(reached), strict=True) for event in events]
        counts.append(len(ways))
        reached = applied(ways) if length < depth else []
    return counts
