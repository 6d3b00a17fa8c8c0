"""A ruling: a question about a position, with its official answer."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from solver_bridge import words
from solver_bridge.errors import Fault
from solver_bridge.events import Event
from solver_bridge.frozen import EMPTY
from solver_bridge.model import MovementPath, Position
from solver_bridge.placed import Placed
from solver_bridge.writer import write

if TYPE_CHECKING:
    from solver_bridge.catalogue import Catalogue
    from solver_bridge.vocabulary import Vocabulary

__all__ = ["Ask", "Ruling", "UnreadableRuling", "load_rulings"]


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """A question, with what it asks about: units and a path, or the events so far.

    `path` is None when the ruling does not give one.
    """

    question: str
    unit: str | None = None
    attacker: str | None = None
    target: str | None = None
    path: MovementPath | None = None
    events: tuple[Event, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """Give the question as a mapping of its one word, which reads back equal."""
        fields = write(self, words.ASKS[self.question])
        only = words.EVENTS_ONLY in words.ASKS[self.question]
        return {self.question: fields.get(words.EVENTS_ONLY, []) if only else fields}


class Ruling(Placed, frozen=True, kw_only=True):
    """A question and the answer that is expected.

    `expect` is plain data in normal form: its locations, names and numbers are written as answers write them.
    """

    name: str
    source: str
    position: Position
    ask: Ask
    expect: Mapping[str, Any] = EMPTY
    disputed: tuple[Any, ...] = ()
    note: str | None = None

    def to_data(self) -> dict[str, Any]:
        """Give the ruling as plain data that reads back equal, its position inline."""
        return write(self, words.RULING)


class UnreadableRuling(msgspec.Struct, frozen=True):
    """A ruling that cannot be read, and why."""

    name: str
    file: str
    line: int
    faults: tuple[Fault, ...]


def load_rulings(
    source: "str | os.PathLike[str]",
    *,
    vocabulary: "Vocabulary | None" = None,
    catalogue: "Catalogue | None" = None,
) -> list[Ruling | UnreadableRuling]:
    """Read a file of rulings, each by itself; raise UnusableInput only if the file as a whole has none."""
    from solver_bridge.document import read
    from solver_bridge.ruling_reader import document_rulings

    return document_rulings(read(source), vocabulary, catalogue)
