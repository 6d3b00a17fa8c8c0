"""A sequence: a position and the events that follow it."""

import os
from typing import TYPE_CHECKING, Any, Self

from solver_bridge import words
from solver_bridge.events import Event
from solver_bridge.model import Position
from solver_bridge.placed import Placed
from solver_bridge.tree import Lines
from solver_bridge.writer import write

if TYPE_CHECKING:
    from solver_bridge.catalogue import Catalogue
    from solver_bridge.document import Document
    from solver_bridge.vocabulary import Vocabulary

__all__ = ["Sequence"]


class Sequence(Placed, frozen=True, kw_only=True):
    """A position and events; the position knows its own file and lines if it came from another file."""

    position: Position
    events: tuple[Event, ...] = ()

    @classmethod
    def load(
        cls,
        source: "str | os.PathLike[str]",
        *,
        vocabulary: "Vocabulary | None" = None,
        catalogue: "Catalogue | None" = None,
    ) -> Self:
        """Read a sequence from a file, or from standard input (`-`); raise UnusableInput with every fault."""
        from solver_bridge.document import read

        return cls.from_document(read(source), vocabulary=vocabulary, catalogue=catalogue)

    @classmethod
    def from_document(
        cls,
        document: "Document",
        *,
        vocabulary: "Vocabulary | None" = None,
        catalogue: "Catalogue | None" = None,
    ) -> Self:
        """Make a sequence of a document that was read; raise UnusableInput with every fault."""
        from solver_bridge.sequence_reader import document_sequence

        return document_sequence(cls, document, vocabulary, catalogue)

    @classmethod
    def from_data(
        cls,
        data: Any,
        lines: Lines | None = None,
        *,
        vocabulary: "Vocabulary | None" = None,
        catalogue: "Catalogue | None" = None,
    ) -> Self:
        """Make a sequence of plain data; a path in it is relative to the file of the lines."""
        from solver_bridge.sequence_reader import data_sequence

        return data_sequence(cls, data, lines, vocabulary, catalogue)

    def to_data(self) -> dict[str, Any]:
        """Give the sequence as plain data, its position inline."""
        return write(self, words.SEQUENCE)
