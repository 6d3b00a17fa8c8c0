"""The events of rulings, each with the position in which it is judged.

Rulings that ask about a range of motion, targets, defenders or interceptors are asked as events: each place, target or
unit that the ruling names is moved to, attacked, or said to defend or intercept.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from solver_bridge.answers import attack_line, defenders_talk, path_data, reach_talk
from solver_bridge.asking import Answer, Request
from solver_bridge.changes import later_position
from solver_bridge.conversation import Conversation, put, talk_all
from solver_bridge.errors import IllegalEvent
from solver_bridge.events import Event, event_from_data
from solver_bridge.judging import ruling_files
from solver_bridge.model import Position
from solver_bridge.play import follow
from solver_bridge.programs import PLAY
from solver_bridge.ruling import Ruling, UnreadableRuling, load_rulings

FOLDER = Path(__file__).parent.parent / "rulings"
FILES = [Path(file) for file in ruling_files([FOLDER])]


class JudgedEvent(NamedTuple):
    """An event, where it is judged, whether it is legal, and whether it is one that the ruling is about."""

    name: str
    position: Position
    event: Event
    legal: bool
    last: bool


@cache
def judged_events(file: Path) -> tuple[JudgedEvent, ...]:
    """Give every event of the rulings of a file, supplied ones included."""
    return _talked(file, _whole_line)


@cache
def asked_events(file: Path) -> tuple[JudgedEvent, ...]:
    """Give the events that the rulings of a file are about: the last of those given."""
    return _talked(file, _last_of_line)


def distinct(events: Iterable[JudgedEvent]) -> list[JudgedEvent]:
    """Give of equal events in equal positions one."""
    return [*{(one.position, one.event): one for one in events}.values()]


_Judge = Callable[[Ruling, Sequence[Event]], Conversation[list[JudgedEvent]]]


def _talked(file: Path, judge: _Judge) -> tuple[JudgedEvent, ...]:
    """Judge the events that the rulings of a file are about, and those before them, all side by side."""
    rulings = [ruling for ruling in load_rulings(file) if not isinstance(ruling, UnreadableRuling)]
    lines = talk_all([_LINES.get(ruling.ask.question, _given)(ruling) for ruling in rulings])
    asked = [judge(ruling, events) for ruling, each in zip(rulings, lines, strict=True) for events in each]
    return tuple(one for judged in talk_all(asked) for one in judged)


def _whole_line(ruling: Ruling, events: Sequence[Event]) -> Conversation[list[JudgedEvent]]:
    line = yield from follow(ruling.position, events, complete=ruling.ask.question == "check")
    given = [judged for judged in line.events if not judged.supplied]
    before = yield from _positions(ruling.position, [judged.event for judged in line.events])
    return [
        JudgedEvent(ruling.name, position, judged.event, judged.legal, judged is given[-1])
        for judged, position in zip(line.events, before, strict=True)
    ]


def _positions(start: Position, events: Sequence[Event]) -> Conversation[list[Position]]:
    """Give the position before each of some events, of which only the last may be illegal."""
    return _before((yield from put(_request(start, events))))


def _request(start: Position, events: Sequence[Event]) -> Request:
    asked = tuple((moment, "position", ()) for moment in range(len(events)))
    return Request(start, tuple(events), asked, (PLAY, "verdict", "position"))


def _before(answer: Answer) -> list[Position]:
    return [answer.request.position, *(later_position(answer, moment) for moment in range(1, answer.request.last))]


def _last_of_line(ruling: Ruling, events: Sequence[Event]) -> Conversation[list[JudgedEvent]]:
    """Judge all at once; from the first that is not legal on forced events may have to be supplied."""
    answer = yield from put(_request(ruling.position, events))
    legal = [("legal",) in answer.get("verdict", moment) for moment in range(len(events))]
    if all(legal):
        return [JudgedEvent(ruling.name, _before(answer)[-1], events[-1], True, True)]
    bad = legal.index(False)
    position = later_position(answer, bad) if bad else ruling.position
    line = yield from follow(position, events[bad:], complete=False)
    last = line.events[-1]
    before = line.position if not last.legal else (yield from _positions(position, [one.event for one in line.events]))[-1]
    return [JudgedEvent(ruling.name, before, last.event, last.legal, True)]


# The events that questions come to

_Lines = list[tuple[Event, ...]]


def _named(ruling: Ruling, otherwise: Iterable[Any]) -> list[Any]:
    """Give everything that the expected answer names, each once; something else where it names nothing."""
    lists = [ruling.expect.get(key, ()) for key in ("exactly", "includes", "excludes", "reasons")]
    return [*dict.fromkeys(name for names in lists for name in names)] or [*otherwise]


def _others(ruling: Ruling, unit: str) -> Iterator[str]:
    return (name for name in ruling.position.units if name != unit)


def _event(position: Position, word: str, **fields: Any) -> Event:
    return event_from_data({word: fields}, position=position)


def _given(ruling: Ruling) -> Conversation[_Lines]:
    yield from ()
    return [ruling.ask.events]


def _moves(ruling: Ruling) -> Conversation[_Lines]:
    unit = ruling.ask.unit
    reach = yield from reach_talk(ruling.position, str(unit))
    paths = {at: path_data(path) for at, path in reach.locations}
    ways = [paths.get(place, [place]) for place in _named(ruling, ())] or [[]]
    return [(_event(ruling.position, "move_and_attack", unit=unit, path=path),) for path in ways]


def _attacks(ruling: Ruling) -> Conversation[_Lines]:
    yield from ()
    position, unit = ruling.position, ruling.ask.unit
    move = _event(position, "move_and_attack", unit=unit, path=path_data(ruling.ask.path or ()))
    return [(move, _event(position, "attack", unit=unit, target=target)) for target in _named(ruling, _others(ruling, str(unit)))]


def _defences(ruling: Ruling) -> Conversation[_Lines]:
    ask, position = ruling.ask, ruling.position
    about = (position, str(ask.attacker), str(ask.target), ask.path)
    begun = yield from attack_line(*about)
    try:
        found = yield from defenders_talk(*about)
    except IllegalEvent:
        return [begun]
    paths = {one.unit: path_data(one.path) for one in found.able}
    units = _named(ruling, _others(ruling, str(ask.attacker)))
    return [(*begun, _event(position, "defend", unit=unit, path=paths.get(unit, []))) for unit in units]


def _interceptions(ruling: Ruling) -> Conversation[_Lines]:
    yield from ()
    position, unit = ruling.position, ruling.ask.unit
    begun: tuple[Event, ...] = ()
    if position.attack is None:
        move = _event(position, "move_and_attack", unit=unit, path=path_data(ruling.ask.path or ()))
        begun = (move, _event(position, "decline_attack", unit=unit))
    units = _named(ruling, _others(ruling, str(unit)))
    return [(*begun, _event(position, "intercept", unit=one)) for one in units]


_LINES = {"reach": _moves, "targets": _attacks, "defenders": _defences, "interceptors": _interceptions}
