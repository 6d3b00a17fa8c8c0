"""Reads sequences: the position, inline or from its own file, then the events with its names."""

from typing import Any, TypeVar

from solver_bridge.catalogue import Catalogue
from solver_bridge.document import Document, Unreadable, beside, read
from solver_bridge.errors import UnusableInput, quoted
from solver_bridge.event_reader import EVENT_KINDS, know_names
from solver_bridge.model import Position
from solver_bridge.position_reader import read_position
from solver_bridge.reader import BAD, Kinds, Reader
from solver_bridge.sequence import Sequence
from solver_bridge.tree import Lines, Path
from solver_bridge.vocabulary import Vocabulary
from solver_bridge.words import ACTIVE, POSITION_KEY, SEQUENCE, Field

__all__ = ["SEQUENCE_KINDS", "data_sequence", "document_sequence", "position_first"]

S = TypeVar("S", bound=Sequence)


def document_sequence(
    of: type[S], document: Document, vocabulary: Vocabulary | None, catalogue: Catalogue | None
) -> S:
    """Make a sequence of a document."""
    faults = [fault for _, fault in document.faults]
    try:
        sequence = data_sequence(of, document.data, document.lines, vocabulary, catalogue)
    except UnusableInput as error:
        raise UnusableInput([*faults, *error.faults]) from None
    document.usable()
    return sequence


def data_sequence(
    of: type[S],
    data: Any,
    lines: Lines | None,
    vocabulary: Vocabulary | None,
    catalogue: Catalogue | None,
) -> S:
    """Make a sequence of plain data."""
    reader = Reader(lines or Lines("<data>"), SEQUENCE_KINDS, vocabulary, catalogue)
    if isinstance(data, dict) and ACTIVE in data and POSITION_KEY not in data:
        message = "this is a position, and a sequence is wanted here: write `position:` over it, and `events:` below"
        reader.fault((), message)
        reader.check()
    values = reader.fields(position_first(data), (), SEQUENCE, "a sequence")
    reader.check()
    return of(**values).placed(reader.lines)


def position_first(data: Any, key: str = POSITION_KEY) -> Any:
    """Put the position first, as what follows is read with its names."""
    if not isinstance(data, dict) or key not in data:
        return data
    return {key: data[key], **data}


def _position(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    if not isinstance(value, str):
        position = read_position(reader, value, path, Position)
        return BAD if position is None else position
    try:
        position = Position.from_document(
            read(beside(reader.lines.file, value)), vocabulary=reader.vocabulary, catalogue=reader.catalogue
        )
    except Unreadable as error:
        return reader.fault(path, f"the position in {quoted(value)}: {error.faults[0].message}")
    except UnusableInput as error:
        reader.faults.extend(error.faults)
        return BAD
    know_names(reader, position)
    return position


SEQUENCE_KINDS: Kinds = {**EVENT_KINDS, "position": _position}
