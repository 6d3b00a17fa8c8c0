"""Lines of play: one event after another, each judged, with the forced ones supplied.

`follow` is a conversation, so that one line can be followed by itself and many side by side in few groundings.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from solver_bridge.asking import Answer, Request
from solver_bridge.changes import later_position, whole_position
from solver_bridge.conversation import Conversation, put, talk, talk_all
from solver_bridge.events import BeginTurn, Event, Pass, Resolve, Strike
from solver_bridge.listing import legal_events
from solver_bridge.model import Position
from solver_bridge.programs import PLAY
from solver_bridge.progress import note
from solver_bridge.reasons import LeftOut, NotTaken, Reason
from solver_bridge.words import ENTITIES

__all__ = [
    "Conversation",
    "Judged",
    "Line",
    "NotTaken",
    "follow",
    "list_events",
    "put",
    "result_of",
    "talk",
    "talk_all",
]

_JUDGE = (PLAY, "verdict", "position", "result")
_MOST_INSTEAD = 1000
_STRETCH = 10
"""How many events are grounded together: more cost more each, as all that could be is grounded."""
_LIST = (PLAY, "events", "paths")
_FORCED = (Resolve, Pass, Strike)


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a line, and whether it is legal."""

    event: Event
    legal: bool
    supplied: bool = False
    reasons: tuple[Reason, ...] = ()
    by: str | None = None
    not_taken: tuple[NotTaken, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """Give the event and its verdict as plain data."""
        event = self.event.to_data()
        fields = event[self.event.word]
        if self.by is not None:
            fields["by"] = self.by
        if self.not_taken:
            fields["not_taken"] = [skipped.to_data() for skipped in self.not_taken]
        if self.left_out:
            fields["left_out"] = [each.to_data() for each in self.left_out]
        return {
            "event": event,
            "legal": self.legal,
            "supplied": self.supplied,
            "reasons": [reason.to_data() for reason in self.reasons],
        }


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """What a line of play comes to: every event judged, where it ends, and the result of the last attack in it."""

    legal: bool
    events: tuple[Judged, ...]
    legal_instead: tuple[Event, ...]
    position: Position
    whole: Mapping[str, Any]
    result: Mapping[str, Any] | None
    unencoded: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    @property
    def all_instead(self) -> bool:
        """Say whether `legal_instead` is all: of very many ways to split strikes not all are listed."""
        return sum(isinstance(event, Strike) for event in self.legal_instead) < _MOST_INSTEAD


def list_events(position: Position, most: int | None = None) -> Conversation[tuple[Event, ...]]:
    """List the legal events of a position; of the ways to split strikes at most so many."""
    answer = yield from put(Request(position, (), ((0, "events", ()),), _LIST))
    return legal_events(answer, 0, most)


def _forced(listed: Sequence[Event]) -> Event | None:
    ways = [event for event in listed if not isinstance(event, BeginTurn)]
    return ways[0] if len(ways) == 1 and isinstance(ways[0], _FORCED) else None


def _judge(position: Position, events: Sequence[Event], *also: tuple[int, str, tuple[str, ...]]) -> Request:
    asked = ((0, "position", ()), (len(events), "position", ()), *also)
    return Request(position, tuple(events), asked, _JUDGE)


class _Follower:
    """The state of a line while it is followed."""

    def __init__(self, position: Position, events: Sequence[Event]) -> None:
        self.position = position
        self.remaining = list(events)
        self.judged: list[Judged] = []
        self.result: Mapping[str, Any] | None = None
        self.whole: Mapping[str, Any] = {}
        self.unencoded: set[str] = set()

    def take(self, answer: Answer, upto: int, supplied: bool = False) -> None:
        """Accept the events of an answer before a moment, which becomes the present."""
        for moment in range(upto):
            self.judged.append(_legal(answer, moment, supplied))
        for moment in range(upto + 1):
            if answer.has("over", moment):
                self.result = result_of(answer, moment)
            self.unencoded |= {str(card) for (card,) in answer.get("unencoded", moment)}
        if upto:
            self.position = later_position(answer, upto)
        whole = whole_position(answer, upto)
        for section in ENTITIES:
            whole[section] = {**dict.fromkeys(self.whole.get(section, ())), **whole[section]}
        self.whole = whole
        note(tuple(self.judged))


def follow(
    position: Position,
    events: Sequence[Event],
    *,
    keep_going: bool = False,
    complete: bool = True,
    supply: bool = True,
) -> Conversation[Line]:
    """Follow a line of play.

    With `supply`, an event that is not legal yet is preceded by forced ones if those make it legal; at the first that
    is not legal the line stops, or leaves it out with keep_going. With `complete`, forced events finish the attack.
    """
    line = _Follower(position, events)
    legal = True
    instead: tuple[Event, ...] = ()
    warnings: tuple[str, ...] | None = None
    while True:
        answer = yield from put(_judge(line.position, line.remaining[:_STRETCH]))
        warnings = answer.warnings() if warnings is None else warnings
        bad = _first_illegal(answer)
        upto = answer.request.last if bad is None else bad
        line.take(answer, upto)
        line.remaining = line.remaining[upto:]
        if bad is None:
            if line.remaining:
                continue
            break
        reasons = answer.reasons("why", bad)
        listed = yield from list_events(line.position, _MOST_INSTEAD)
        supplied = (yield from _supply(line.position, line.remaining[0], listed)) if supply else []
        if supplied:
            answer = yield from put(_judge(line.position, supplied))
            line.take(answer, len(supplied), supplied=True)
            continue
        illegal = line.remaining.pop(0)
        line.judged.append(Judged(event=illegal, legal=False, reasons=reasons))
        if legal:
            legal, instead = False, listed
        if not keep_going:
            break
        answer = yield from put(_judge(line.position, [illegal], (0, "keep_going", ())))
        line.position = later_position(answer, 1)
    if complete and supply and (legal or keep_going):
        yield from _finish(line)
    return Line(
        legal=legal,
        events=tuple(line.judged),
        legal_instead=instead,
        position=line.position,
        whole=line.whole,
        result=line.result,
        unencoded=tuple(sorted(line.unencoded)),
        warnings=warnings or (),
    )


def _first_illegal(answer: Answer) -> int | None:
    for moment in range(answer.request.last):
        if ("legal",) not in answer.get("verdict", moment):
            return moment
    return None


def _supply(position: Position, wanted: Event, listed: Sequence[Event]) -> Conversation[list[Event]]:
    """Give the forced events after which an event is legal; none where they do not make it so."""
    supplied: list[Event] = []
    forced = _forced(listed)
    while forced is not None and forced != wanted:
        supplied.append(forced)
        answer = yield from put(_judge(position, [*supplied, wanted]))
        bad = _first_illegal(answer)
        if bad is None:
            return supplied
        if bad < len(supplied):
            break
        listed = yield from list_events(later_position(answer, bad), _MOST_INSTEAD)
        forced = _forced(listed)
    return []


def _finish(line: _Follower) -> Conversation[None]:
    """Supply forced events after the last one given, to the end of the attack."""
    while line.position.attack is not None:
        forced = _forced((yield from list_events(line.position, _MOST_INSTEAD)))
        if forced is None:
            return
        answer = yield from put(_judge(line.position, [forced]))
        line.take(answer, 1, supplied=True)


def _legal(answer: Answer, moment: int, supplied: bool) -> Judged:
    event = answer.request.events[moment]
    by = answer.values("chosen_by", moment)
    return Judged(
        event=event,
        legal=True,
        supplied=supplied,
        by=by[0][0] if by else None,
        not_taken=answer.not_taken(moment),
        left_out=answer.left_out(moment),
    )


def result_of(answer: Answer, moment: int) -> Mapping[str, Any]:
    """Give the result of the attack or intercept fight that is over at a moment (show/result.lp)."""
    found: dict[str, list[Any]] = {}
    for field, value in answer.get("result", moment):
        found.setdefault(str(field), []).append(value)

    def names(field: str) -> list[Any]:
        return sorted(answer.value(term, moment) for term in found.get(field, ()))

    attacked = names("attacked")
    return {
        "attacked": attacked[0] if attacked else None,
        "defenders": names("defenders"),
        "struck": names("struck"),
        "dead": names("dead"),
        "life": dict(sorted((term[1], term[2]) for term in found.get("life", ()))),
        "successful_attack": "successful_attack" in found,
        "effects": [answer.happening(term, moment) for term in sorted(found.get("effects", ()))],
        "lost": names("lost"),
    }
