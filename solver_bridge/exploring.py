"""Walks over positions: every event that is listed is taken, and positions that are equal are met once.

Between its steps a walk keeps what the rules remember of a moment (show/state.lp), so that each event costs one small
grounding and no position is written down and read again; many events are taken in one grounding. Two moments are the
same position when all that is shown of them (show/position.lp) is the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from solver_bridge.asking import Answer, Memory, Request
from solver_bridge.changes import reached_position
from solver_bridge.events import Event
from solver_bridge.facts import Names
from solver_bridge.listing import legal_events
from solver_bridge.model import Position
from solver_bridge.play import Conversation, put, result_of
from solver_bridge.programs import PLAY, RESUME
from solver_bridge.terms import read_term

__all__ = ["TOGETHER", "Seen", "Walk", "Way"]

TOGETHER = 100
"""How many moments are grounded together: enough to load the rules rarely, few enough to stop soon."""

_LOOK = (PLAY, "position", "result", "events", "paths")
_TAKE = (RESUME, PLAY, "verdict", "state")
_KEPT = frozenset({"field", "state", "ended", "begun"})

Fields = frozenset[str]
Memories = frozenset[str]


class Way(NamedTuple):
    """An event taken at a moment: as it is printed, and what is remembered of the moment after it."""

    event: Event
    memory: Memories


class Seen(NamedTuple):
    """What is seen of a moment: what differs from the start, its legal events, and the result if a fight is over.

    `fields` is equal for equal positions.
    """

    fields: Fields
    events: tuple[Event, ...]
    result: Mapping[str, Any] | None


class Walk:
    """A walk from one position. What it keeps of each moment is only what differs from the start."""

    def __init__(self, start: Position, under_way: bool) -> None:
        """Begin at a position; with `under_way` only the events of an attack are listed, none that begin something."""
        self.start = start
        self.names = Names(start)
        self._under_way = under_way
        self._fields: Fields = frozenset()
        self._memory: Memories = frozenset()
        self._kept: dict[str, str] = {}

    def begin(self) -> Conversation[Seen]:
        """Look at the start; nothing is remembered that differs from it."""
        asked = ((0, "state", ()), *self._asked())
        answer = yield from put(Request(self.start, (), asked, ("state", *_LOOK), verbatim=_KEPT))
        self.names = answer.names
        self._memory = frozenset(_texts(answer, "state"))
        self._fields = frozenset(_texts(answer, "field"))
        return self._seen(answer)

    def take(self, ways: Sequence[Way]) -> Conversation[list[Way]]:
        """Take events, each at a remembered moment."""
        answers = yield [
            Request(
                self.start,
                (way.event,),
                ((0, "next", ()),),
                _TAKE,
                Memory(self.names, self._memory ^ way.memory),
                _KEPT,
            )
            for way in ways
        ]
        return [self._taken(way, answer) for way, answer in zip(ways, answers, strict=True)]

    def look(self, memories: Iterable[Memories]) -> Conversation[list[Seen]]:
        """Look at remembered moments."""
        asked = self._asked()
        answers = yield [
            Request(self.start, (), asked, (RESUME, *_LOOK), Memory(self.names, self._memory ^ memory), _KEPT)
            for memory in memories
        ]
        return [self._seen(answer) for answer in answers]

    def start_values(self, field: str) -> dict[str, Any]:
        """Give the values of a field at the start, by the names of what has one."""
        parts = (_parts(text) for text in self._fields if text.startswith(f"{field},"))
        return {str(self.names.value(thing)): self.names.value(value) for _, thing, value in parts}

    def value(self, fields: Fields, field: str) -> str | None:
        """Give the value that a field of the attack under way has where this was seen; None if it has none."""
        beginning = f"{field},attack,"
        for text in fields:
            if text.startswith(beginning) and text not in self._fields:
                return text.removeprefix(beginning)
        before = next((text for text in self._fields if text.startswith(beginning)), None)
        return None if before is None or before in fields else before.removeprefix(beginning)

    def position(self, fields: Fields) -> Position:
        """Make the position of which this was seen."""
        return reached_position(
            self.start, self.names, map(_parts, self._fields), map(_parts, self._fields ^ fields)
        )

    def _asked(self) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
        asked: tuple[tuple[int, str, tuple[str, ...]], ...] = ((0, "position", ()), (0, "events", ()))
        return (*asked, (0, "under_way", ())) if self._under_way else asked

    def _taken(self, way: Way, answer: Answer) -> Way:
        event = way.event
        if ("legal",) not in answer.get("verdict"):
            raise AssertionError(f"listed, but not legal: {event}")
        chosen = answer.values("chosen_by")
        if chosen:
            event = msgspec.structs.replace(event, by=chosen[0][0])
        before = self._memory ^ way.memory
        return Way(
            event,
            self._different(
                self._memory, before.difference(_texts(answer, "ended")).union(_texts(answer, "begun"))
            ),
        )

    def _seen(self, answer: Answer) -> Seen:
        over = answer.has("over")
        return Seen(
            fields=self._different(self._fields, _texts(answer, "field")),
            events=() if over and self._under_way else legal_events(answer),
            result=result_of(answer, 0) if over else None,
        )

    def _different(self, before: frozenset[str], now: Iterable[str]) -> frozenset[str]:
        kept = self._kept
        return frozenset(kept.setdefault(one, one) for one in before.symmetric_difference(now))


def _texts(answer: Answer, name: str) -> Iterator[str]:
    return (str(text) for (text,) in answer.get(name))


def _parts(field: str) -> tuple[Any, ...]:
    term = read_term(f"({field})")
    assert isinstance(term, tuple)
    return term[1:]
