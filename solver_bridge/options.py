"""Reads values that are given outside a file, such as options of a command, by the same kinds."""

from collections.abc import Sequence
from typing import Any

from solver_bridge.catalogue import Catalogue
from solver_bridge.document import parse
from solver_bridge.event_reader import EVENT_KINDS, know_names
from solver_bridge.model import Position
from solver_bridge.reader import Reader
from solver_bridge.tree import Lines
from solver_bridge.vocabulary import Vocabulary
from solver_bridge.words import Field

__all__ = ["read_option"]

_LIST = "["


def read_option(
    option: str,
    kind: str,
    value: str | Sequence[str],
    position: Position | None = None,
    *,
    vocabulary: Vocabulary | None = None,
    catalogue: Catalogue | None = None,
) -> Any:
    """Read an option's value, of a kind such as "unit", "target" or "path", with a position's names.

    A step of something oversized is the list of its locations, "[surface 1, surface 2]". Raise UnusableInput
    with faults that are placed in the option.
    """
    reader = Reader(Lines(option), EVENT_KINDS, vocabulary, catalogue)
    if position is not None:
        know_names(reader, position)
    plain: Any = value
    if not isinstance(value, str):
        plain = [parse(part, option).data if part.lstrip().startswith(_LIST) else part for part in value]
    read = reader.read(Field(kind), plain, ())
    reader.check()
    return read
