"""The cards that are known, found by name without regard to case, accents and kinds of quotes and dashes."""

import os
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from solver_bridge.errors import Fault, UnusableInput
from solver_bridge.frozen import EMPTY
from solver_bridge.nearest import nearest
from solver_bridge.resources import asp_dir
from solver_bridge.vocabulary import fold_quotes

__all__ = ["Card", "Catalogue", "folded", "load"]

FILE = "catalogue.jsonl"

_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"))
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l"})


class Card(msgspec.Struct, frozen=True):
    """A card's printed values; `rest` says that its text goes on beyond its abilities."""

    name: str
    types: tuple[str, ...]
    subtypes: tuple[str, ...] = ()
    attack: int | None = None
    defence: int | None = None
    life: int | None = None
    affinity: Mapping[str, int] = EMPTY
    threshold: Mapping[str, int] = EMPTY
    abilities: tuple[str, ...] = ()
    rest: bool = False
    locations: int | None = None


def folded(name: str) -> str:
    """Give the form of a name by which cards are found."""
    text = " ".join(fold_quotes(name).translate(_DASHES).casefold().split())
    if not text.isascii():
        decomposed = unicodedata.normalize("NFKD", text)
        text = "".join(char for char in decomposed if not unicodedata.combining(char)).translate(_LETTERS)
    return text


class Catalogue:
    """The cards of a file of one JSON object a line, read when the first one is asked for.

    A card whose name is written as in the file is found without reading all the others.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        """Keep the file's place; by default it lies with the rules."""
        self._path = path
        self._content: bytes | None = None
        self._known: dict[str, Card] | None = None
        self._found: dict[str, Card] = {}

    @property
    def _file(self) -> str:
        return os.path.join(asp_dir(), FILE) if self._path is None else os.fspath(self._path)

    @property
    def _text(self) -> bytes:
        if self._content is None:
            try:
                with open(self._file, "rb") as file:
                    self._content = file.read()
            except OSError as error:
                raise _unreadable(self._file, error) from None
        return self._content

    @property
    def _cards(self) -> dict[str, Card]:
        if self._known is None:
            try:
                cards = msgspec.json.Decoder(Card).decode_lines(self._text)
            except msgspec.MsgspecError as error:
                raise _unreadable(self._file, error) from None
            self._known = {folded(card.name): card for card in cards}
        return self._known

    def find(self, name: str) -> Card | None:
        """Give the card of a name, or nothing."""
        if self._known is None:
            card = self._found.get(name) or self._as_written(name)
            if card is not None:
                self._found[name] = card
                return card
        return self._cards.get(folded(name))

    def _as_written(self, name: str) -> Card | None:
        """Read the one line of the file that begins with a name."""
        text = self._text
        key = b'{"name": ' + msgspec.json.encode(name) + b","
        start = text.find(key)
        if start < 0 or (start and text[start - 1 : start] != b"\n"):
            return None
        end = text.find(b"\n", start)
        try:
            return msgspec.json.decode(text[start : end if end > 0 else len(text)], type=Card)
        except msgspec.MsgspecError:
            return None

    def nearest(self, name: str, most: int = 3) -> list[str]:
        """Give the names that look like one."""
        cards = self._cards
        return [cards[match].name for match in nearest(folded(name), cards, most)]

    def __iter__(self) -> Iterator[Card]:
        """Give all cards in the order of the file."""
        return iter(self._cards.values())

    def __len__(self) -> int:
        """Count the cards."""
        return len(self._cards)

    def __contains__(self, name: object) -> bool:
        """Say whether there is a card of a name."""
        return isinstance(name, str) and self.find(name) is not None


def _unreadable(path: str, error: Exception) -> UnusableInput:
    return UnusableInput([Fault(path, 1, f"the catalogue cannot be read: {error}")])


@lru_cache(maxsize=1)
def load() -> Catalogue:
    """Give the catalogue that comes with the rules."""
    return Catalogue()
