"""The words that the rules know: keywords, regions, squares, readings, editions, reasons.

They are facts of the rules programs; nothing here knows one of them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from solver_bridge.frozen import FrozenMap

__all__ = ["Fact", "Keyword", "Reading", "Vocabulary", "fold_quotes", "load"]

FILES = ("vocabulary.lp", "readings.lp")

Fact = tuple[str, Sequence[str | int]]

_NUMBER = "number"
_ABILITY = re.compile(r"(.*?)\s*\+?([0-9]{1,4})")
_PLACEHOLDER = re.compile(r"\s+(n|x|\+x|\+n)$", re.IGNORECASE)
_QUOTES = str.maketrans("\u2018\u2019\u02bc\u00b4`\u201c\u201d", "'''''" + 2 * '"')


def fold_quotes(text: str) -> str:
    """Make typographic quotes and apostrophes plain."""
    return text.translate(_QUOTES)


class Keyword(NamedTuple):
    """An ability word: the constant of the rules, the words of the files, whether a number follows."""

    constant: str
    text: str
    numbered: bool


class Reading(NamedTuple):
    """A named reading: the question, and its possible answers, the default first."""

    name: str
    question: str
    values: tuple[str, ...]


class Vocabulary:
    """The words of one set of rules."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        """Sort the facts by what they are about."""
        self.facts: Mapping[str, tuple[tuple[str | int, ...], ...]] = FrozenMap(_by_name(facts))
        self.regions: tuple[str, ...] = tuple(str(args[0]) for args in self._of("region"))
        self.squares: frozenset[int] = frozenset(int(args[0]) for args in self._of("square"))
        self.keywords: Mapping[str, Keyword] = FrozenMap(
            {keyword.text: keyword for keyword in map(_keyword, self._of("keyword"))}
        )
        self._texts = {keyword.constant: keyword.text for keyword in self.keywords.values()}
        self.states: Mapping[str, str] = FrozenMap({str(text): str(word) for word, text in self._of("state_word")})
        self._texts |= {word: text for text, word in self.states.items()}
        self.editions: tuple[str, ...] = tuple(
            str(args[0]) for args in sorted(self._of("edition"), key=lambda args: int(args[-1]))
        )
        self.readings: Mapping[str, Reading] = FrozenMap(self._readings())
        self.reasons: frozenset[str] = frozenset(str(args[0]) for args in self._of("reason"))

    def _of(self, name: str) -> tuple[tuple[str | int, ...], ...]:
        return self.facts.get(name, ())

    def _readings(self) -> dict[str, Reading]:
        values: dict[str, list[tuple[int, str]]] = {}
        for args in self._of("reading_value"):
            values.setdefault(str(args[0]), []).append((int(args[-1]), str(args[1])))
        return {
            name: Reading(name, question, tuple(value for _, value in sorted(values.get(name, ()))))
            for name, question in ((str(args[0]), str(args[-1])) for args in self._of("reading"))
        }

    @property
    def defaults(self) -> Mapping[str, str]:
        """Give the value of each reading where a position names none."""
        return {name: reading.values[0] for name, reading in self.readings.items()}

    def open_readings(self, edition: str) -> tuple[Reading, ...]:
        """Give the readings that an edition leaves open, without those kept for comparing only."""
        rank = self.editions.index(edition)
        settled = {str(args[0]) for args in self._of("counterfactual")}
        since = {str(args[0]): int(args[1]) for args in self._of("only_in")}
        return tuple(
            reading
            for name, reading in self.readings.items()
            if name not in settled and rank >= since.get(name, 0)
        )

    def location(self, text: str) -> str | None:
        """Give the normal form of a location such as "surface 8", or nothing if it is none."""
        parts = text.split()
        if len(parts) != 2:
            return None
        region, square = parts
        if region not in self.regions:
            region = region.casefold()
        if region in self.regions and self.is_square(square):
            return f"{region} {int(square)}"
        return None

    def is_square(self, text: str) -> bool:
        """Say whether a text is the number of a square."""
        return text.isascii() and text.isdigit() and len(text) < 5 and int(text) in self.squares

    def order(self, location: str) -> tuple[int, int, str]:
        """Give what locations are sorted by: the square, then the region; borders last."""
        region, _, square = location.partition(" ")
        if square.isdigit():
            return int(square), self.regions.index(region) if region in self.regions else 0, location
        return 1 + max(self.squares, default=0), 0, location

    def ability(self, text: str) -> str | None:
        """Give the normal form of an ability such as "movement 1", or nothing if it is unknown.

        A number that is left out is 1.
        """
        words = " ".join(fold_quotes(text).casefold().split())
        keyword = self.keywords.get(words)
        if keyword is not None:
            return f"{words} 1" if keyword.numbered else words
        numbered = _ABILITY.fullmatch(words)
        if numbered is not None:
            keyword = self.keywords.get(numbered[1])
            if keyword is not None and keyword.numbered:
                return f"{numbered[1]} {int(numbered[2])}"
        return None

    def ability_parts(self, ability: str) -> tuple[str, int]:
        """Give the rules' constant and the number (else 0) of an ability in its normal form."""
        keyword = self.keywords.get(ability)
        if keyword is not None:
            return keyword.constant, 0
        if ability in self.states:
            return self.states[ability], 0
        words, _, number = ability.rpartition(" ")
        return self.keywords[words].constant, int(number)

    def ability_text(self, constant: str, number: int) -> str:
        """Give an ability in its normal form; the other way round."""
        text = self._texts.get(constant, constant)
        return f"{text} {number}" if number else text

    def gained(self, text: str) -> str | None:
        """Give the normal form of what a unit may gain or lose: an ability, or a state such as "disabled"."""
        word = text.casefold().strip()
        return word if word in self.states else self.ability(text)

    def examples(self) -> tuple[str, ...]:
        """Give every ability as it is written, those with a number with an example of one."""
        return tuple(f"{word.text} 1" if word.numbered else word.text for word in self.keywords.values())


def _by_name(facts: Iterable[Fact]) -> dict[str, tuple[tuple[str | int, ...], ...]]:
    found: dict[str, list[tuple[str | int, ...]]] = {}
    for name, args in facts:
        found.setdefault(name, []).append(tuple(args))
    return {name: tuple(args) for name, args in found.items()}


def _keyword(args: tuple[str | int, ...]) -> Keyword:
    text = _PLACEHOLDER.sub("", str(args[1])).casefold()
    return Keyword(str(args[0]), text, args[2] == _NUMBER)


@lru_cache(maxsize=1)
def load() -> Vocabulary:
    """Read the words from the rules programs; they are read once."""
    from solver_bridge.engine import read_facts  # type: ignore[import-not-found,unused-ignore]

    return Vocabulary(read_facts(FILES))
