"""The events of rulings, each with the position in which it is judged.

Rulings that ask about a range of motion, targets, defenders or interceptors are asked as events: each place, target or
unit that the ruling names is moved to, attacked, or said to defend or intercept.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from solver_bridge.answers import attack_line, defenders_talk, path_data, reach_talk
from solver_bridge.asking import Request
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
    rulings = [ruling for ruling in load_rulings(file) if not isinstance(ruling, UnreadableRuling)]
    return tuple(one for judged in talk_all([_judged(ruling) for ruling in rulings]) for one in judged)


def distinct(events: Iterable[JudgedEvent]) -> list[JudgedEvent]:
    """Give those that rulings are about, of equal events in equal positions one."""
    found = {(one.position, one.event): one for one in events if one.last}
    return [*found.values()]


def _judged(ruling: Ruling) -> Conversation[list[JudgedEvent]]:
    """Judge the events that a ruling is about, and those before them."""
    found: list[JudgedEvent] = []
    lines = yield from _LINES.get(ruling.ask.question, _given)(ruling)
    for events in lines:
        found += yield from _judged_line(ruling, events, ruling.ask.question == "check")
    return found


def _judged_line(ruling: Ruling, events: Sequence[Event], complete: bool) -> Conversation[list[JudgedEvent]]:
    line = yield from follow(ruling.position, events, complete=complete)
    given = [judged for judged in line.events if not judged.supplied]
    before = yield from _positions(ruling.position, [judged.event for judged in line.events])
    return [
        JudgedEvent(ruling.name, position, judged.event, judged.legal, judged is given[-1])
        for judged, position in zip(line.events, before, strict=True)
    ]


def _positions(start: Position, events: Sequence[Event]) -> Conversation[list[Position]]:
    """Give the position before each of some events, of which only the last may be illegal."""
    asked = tuple((moment, "position", ()) for moment in range(len(events)))
    answer = yield from put(Request(start, tuple(events), asked, (PLAY, "verdict", "position")))
    return [start, *(later_position(answer, moment) for moment in range(1, len(events)))]


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
