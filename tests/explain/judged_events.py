"""The events of rulings, each with the position in which it is judged."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from solver_bridge.conversation import talk
from solver_bridge.errors import UnusableInput
from solver_bridge.events import Event
from solver_bridge.judging import ruling_files
from solver_bridge.model import Position
from solver_bridge.play import follow
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


def judged_events(file: Path) -> Iterator[JudgedEvent]:
    """Give every event of the rulings of a file that ask whether events are legal, supplied ones included."""
    for ruling in load_rulings(file):
        if isinstance(ruling, UnreadableRuling) or ruling.ask.question not in ("legal", "check"):
            continue
        complete = ruling.ask.question == "check"
        try:
            line = talk(follow(ruling.position, ruling.ask.events, complete=complete))
        except UnusableInput:
            continue
        position = ruling.position
        given = [judged for judged in line.events if not judged.supplied]
        for judged in line.events:
            last = judged is given[-1]
            yield JudgedEvent(ruling.name, position, judged.event, judged.legal, last)
            if judged is line.events[-1] or not judged.legal:
                break
            position = talk(follow(position, (judged.event,), complete=False)).position


def events_named(name: str) -> list[JudgedEvent]:
    """Give the events of one ruling."""
    for file in FILES:
        if name in file.read_text():
            found = [one for one in judged_events(file) if one.name == name]
            if found:
                return found
    raise LookupError(name)
