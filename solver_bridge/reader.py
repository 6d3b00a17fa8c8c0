"""Reads the fields of a file by the tables of words, and collects every fault on the way."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from solver_bridge import catalogue as catalogues
from solver_bridge import vocabulary as vocabularies
from solver_bridge.errors import Fault, UnusableInput, quoted, shown
from solver_bridge.nearest import instead, meant
from solver_bridge.tree import Lines, Path
from solver_bridge.words import Field, Table

__all__ = ["BAD", "Kinds", "Reader", "Reads"]

BAD: Any = object()
"""What a value that could not be read is read as; its fault has been noted."""

_MOST_SUGGESTIONS = 50

NONE: Table = {}

Reads = Callable[["Reader", Any, Path, Field], Any]
Kinds = Mapping[str, Reads]


class Reader:
    """Reads one file's values and notes what is wrong with them.

    `names` are the position's units, auras and artifacts with the section each is in, and `squares` those
    with a site; while they are unknown (None), references to them are not checked.
    """

    def __init__(
        self,
        lines: Lines,
        kinds: Kinds,
        vocabulary: vocabularies.Vocabulary | None = None,
        catalogue: catalogues.Catalogue | None = None,
    ) -> None:
        """Keep what the values are read by; the words and the cards are by default those of the rules."""
        self.lines = lines
        self.kinds = kinds
        self.vocabulary = vocabularies.load() if vocabulary is None else vocabulary
        self.catalogue = catalogues.load() if catalogue is None else catalogue
        self.faults: list[Fault] = []
        self.names: dict[str, str] | None = None
        self.squares: set[int] | None = None
        self._suggestions = 0

    def elsewhere(self, lines: Lines) -> "Reader":
        """Give a reader of another file, with faults and names of its own."""
        return Reader(lines, self.kinds, self.vocabulary, self.catalogue)

    def fault(self, path: Path, message: str) -> Any:
        """Note a fault at a path; give BAD, which the caller may pass on."""
        self.faults.append(self.lines.fault(path, message))
        return BAD

    def check(self) -> None:
        """Raise the faults, if there are any."""
        if self.faults:
            raise UnusableInput(self.faults)

    def instead(self, word: Any, options: Iterable[str]) -> str:
        """Say what would be right in place of a word; a file full of faults gets no more than a few hints."""
        self._suggestions += 1
        if not isinstance(word, str) or self._suggestions > _MOST_SUGGESTIONS:
            return ""
        return instead(word, options)

    def card_instead(self, word: str) -> str:
        """Say which cards a name could mean."""
        self._suggestions += 1
        if self._suggestions > _MOST_SUGGESTIONS:
            return ""
        close = self.catalogue.nearest(word)
        if close:
            return meant(close)
        return "; `arbiter cards` lists those of the game"

    def mapping(self, value: Any, path: Path, what: str) -> dict[Any, Any] | None:
        """Give a mapping, or note that the value is none."""
        if isinstance(value, dict):
            return value
        self.fault(path, f"{what} is a mapping of fields, not {shown(value)}")
        return None

    def list_of(self, value: Any, path: Path, what: str) -> list[Any] | None:
        """Give a list, or note that the value is none."""
        if isinstance(value, list | tuple):
            return list(value)
        self.fault(path, f"{what} is a list, such as [...], not {shown(value)}")
        return None

    def read(self, field: Field, value: Any, path: Path) -> Any:
        """Read one value by the kind of its field."""
        return self.kinds[field.kind](self, value, path, field)

    def items(self, value: Any, path: Path, what: str, kind: str) -> Any:
        """Read a list whose items are of one kind."""
        entries = self.list_of(value, path, what)
        if entries is None:
            return BAD
        field = Field(kind)
        items = tuple(self.read(field, entry, (*path, index)) for index, entry in enumerate(entries))
        return BAD if BAD in items else items

    def fields(self, value: Any, path: Path, table: Table, what: str, also: Table = NONE) -> dict[str, Any]:
        """Read a mapping by a table of fields; what is left out, empty or bad is not in the answer."""
        data = self.mapping(value, path, what)
        if data is None:
            return {}
        found: dict[str, Any] = {}
        for key, item in data.items():
            place = (*path, key)
            field = table.get(key) or also.get(key)
            if field is None:
                self.fault(place, f"{what} has no field {quoted(str(key))}{self.instead(str(key), table)}")
            elif item is not None:
                read = self.read(field, item, place)
                if read is not BAD:
                    found[key] = read
        for key, field in table.items():
            if field.required and data.get(key) is None:
                place = (*path, key) if key in data else path
                self.fault(place, f"{what} must have the field {quoted(key)}{self._values(field)}")
        return found

    def _values(self, field: Field) -> str:
        return "; it is one of " + ", ".join(map(quoted, field.choices)) if field.choices else ""
