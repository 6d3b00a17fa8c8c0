"""Reads events: mappings of one word, whose fields the tables of words know."""

from typing import Any

from solver_bridge.catalogue import Catalogue
from solver_bridge.errors import quoted, shown
from solver_bridge.events import EVENT_TYPES, Choice, Effect, Event
from solver_bridge.kinds import card_of_type
from solver_bridge.model import Position
from solver_bridge.position_reader import POSITION_KINDS
from solver_bridge.reader import BAD, Kinds, Reader
from solver_bridge.tree import Lines, Path
from solver_bridge.vocabulary import Vocabulary
from solver_bridge.words import CARD, CHANGES, CHOICE, EVENTS, PRINTED, Field

__all__ = ["EVENT_KINDS", "data_event", "know_names", "read_event"]


def data_event(
    data: Any,
    lines: Lines | None,
    position: Position | None,
    vocabulary: Vocabulary | None,
    catalogue: Catalogue | None,
) -> Event:
    """Make an event of plain data."""
    reader = Reader(lines or Lines("<data>"), EVENT_KINDS, vocabulary, catalogue)
    if position is not None:
        know_names(reader, position)
    event = read_event(reader, data, ())
    reader.check()
    assert isinstance(event, Event)
    return event


def know_names(reader: Reader, position: Position) -> None:
    """Let a reader know the names of a position."""
    reader.names = dict(position.names)
    reader.squares = set(position.sites)


def read_event(reader: Reader, value: Any, path: Path) -> Any:
    """Read an event that stands at a path; give BAD, its faults noted, if it is none."""
    before = len(reader.faults)
    if isinstance(value, str) and value in EVENTS:
        value = {value: None}
    data = reader.mapping(value, path, "an event")
    if data is None:
        return BAD
    if len(data) != 1:
        words = ", ".join(quoted(str(word)) for word in data) or "none"
        return reader.fault(
            path, f"an event is a mapping of one word, such as {{pass: {{...}}}}; here: {words}"
        )
    [(word, body)] = data.items()
    if word not in EVENTS:
        hint = reader.instead(str(word), EVENTS)
        return reader.fault((*path, word), f"there is no event {shown(word)}{hint}")
    place = (*path, word)
    body = {} if body is None else body
    values = reader.fields(body, place, EVENTS[word], word, PRINTED)
    if EVENT_TYPES[word] is Effect and isinstance(body, dict):
        _check_effect(reader, body, place)
    if CARD in values:
        card_of_type(reader, values[CARD], (*place, CARD), word)
    return EVENT_TYPES[word](**values) if len(reader.faults) == before else BAD


def _check_effect(reader: Reader, body: dict[Any, Any], path: Path) -> None:
    given = [field for field in body if body[field] is not None]
    on = [field for field in CHANGES if field in given]
    if len(on) != 1:
        reader.fault(path, f"an effect is on one {' or one '.join(CHANGES)}; here: {', '.join(on) or 'none'}")
        return
    table = CHANGES[on[0]]
    changes = [field for field in given if any(field in known for known in CHANGES.values())]
    for field in changes:
        if field not in table:
            hint = ", ".join(table)
            reader.fault((*path, field), f"{quoted(field)} cannot happen to a {on[0]}; it is one of {hint}")
    if len(changes) != 1:
        hint = ", ".join(changes) if changes else f"none of {', '.join(table)}"
        reader.fault(path, f"an effect is one change; here: {hint}")


def _choices(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    before = len(reader.faults)
    values = reader.fields(value, path, CHOICE, "a choice")
    return Choice(**values) if len(reader.faults) == before else BAD


def _events(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return reader.items(value, path, "events", "event")


def _event(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return read_event(reader, value, path)


EVENT_KINDS: Kinds = {
    **POSITION_KINDS,
    "choices": _choices,
    "event": _event,
    "events": _events,
}
