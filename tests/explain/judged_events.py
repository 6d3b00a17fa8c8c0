"""The events of rulings, each with the position in which it is judged."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from solver_bridge.asking import Request, ask
from solver_bridge.changes import later_position
from solver_bridge.conversation import talk
from solver_bridge.errors import UnusableInput
from solver_bridge.events import Event
from solver_bridge.judging import ruling_files
from solver_bridge.model import Position
from solver_bridge.play import follow
from solver_bridge.programs import PLAY
from solver_bridge.ruling import UnreadableRuling, load_rulings

FOLDER = Path(__file__).parent.parent / "rulings"
FILES = [Path(file) for file in ruling_files([FOLDER])]


class JudgedEvent(NamedTuple):
    """An event, where it is judged, whether it is legal, and whether it is the one that the ruling is about."""

    name: str
    position: Position
    event: Event
    legal: bool
    last: bool


@cache
def judged_events(file: Path) -> tuple[JudgedEvent, ...]:
    """Give every event of the rulings of a file that ask whether events are legal, supplied ones included."""
    return tuple(_judged_events(file))


def _judged_events(file: Path) -> Iterator[JudgedEvent]:
    for ruling in load_rulings(file):
        if isinstance(ruling, UnreadableRuling) or ruling.ask.question not in ("legal", "check"):
            continue
        complete = ruling.ask.question == "check"
        try:
            line = talk(follow(ruling.position, ruling.ask.events, complete=complete))
        except UnusableInput:
            continue
        given = [judged for judged in line.events if not judged.supplied]
        before = _positions(ruling.position, [judged.event for judged in line.events])
        for judged, position in zip(line.events, before, strict=True):
            yield JudgedEvent(ruling.name, position, judged.event, judged.legal, judged is given[-1])


def _positions(start: Position, events: Sequence[Event]) -> list[Position]:
    """Give the position before each of some events, of which only the last may be illegal."""
    asked = tuple((moment, "position", ()) for moment in range(len(events)))
    answer = ask(Request(start, tuple(events), asked, (PLAY, "verdict", "position")))
    return [start, *(later_position(answer, moment) for moment in range(1, len(events)))]
