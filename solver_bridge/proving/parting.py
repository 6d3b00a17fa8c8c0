"""Where two sides can part, in one part of a scope: seen from single states first, then from lines of play.

Two lines are one line up to the event after which they part (scope/pair.lp). So it is asked for each moment whether
they can part there, and the second line is told from there on only.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from solver_bridge.engine import FOUND, NONE, UNKNOWN, Found, Searcher, read_facts
from solver_bridge.facts import text
from solver_bridge.programs import scope_files
from solver_bridge.proving.claims import LEMMAS, shipped
from solver_bridge.proving.decode import NAMES
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import FAST, PROVING, line_task, run
from solver_bridge.proving.workers import Workers

__all__ = ["ANY", "Parting", "Side", "Way", "cards_wanted", "sentences", "words_in"]

_PAIR = ("scope/pair.lp",)
_POSITION = ("show/position.lp",)
_UNDER_WAY = ("scope/under_way.lp",)
_PARTS, _ODD = "parts_in", "odd"
_SHOW = "#show odd/1."
_HIDDEN = "process"
_MORE = "more"
_DEEP = 2
_GAPS = range(1, _DEEP + 2)
ANY = "any"
"""Stands for any word: that the sides part in something that players see."""


class Side(NamedTuple):
    """One of the two: an edition, readings, or both."""

    edition: str | None = None
    readings: Mapping[str, str] = {}

    def __str__(self) -> str:
        """Give it as it is written on the command line."""
        return ",".join(
            [*([self.edition] if self.edition else []), *(f"{n}={v}" for n, v in self.readings.items())]
        )


class Way(NamedTuple):
    """The two sides, one of them leading: its line is legal throughout."""

    first: Side
    second: Side


def sentences() -> dict[str, str]:
    """Give in what sides can part, as far as players see it, in words."""
    found = {_term(args[0]): str(args[1]) for name, args in read_facts(_PAIR) if name == "difference"}
    del found[_HIDDEN]
    return found


def cards_wanted(*sides: Side) -> tuple[str, ...]:
    """Give the cards without which the readings of some sides do not matter."""
    named = {name for side in sides for name in side.readings}
    return tuple(
        sorted({str(args[1]) for name, args in read_facts(_PAIR) if name == "wants" and args[0] in named})
    )


def words_in(found: Found) -> set[str]:
    """Give in what the sides part in a line that was found."""
    return {_term(atom[1]) for atom in found.atoms if atom[0] == _PARTS} - {_HIDDEN, ANY, _MORE}


class _Seen(NamedTuple):
    """Whether some events can make sides part in what players see, and whether they can in what nobody sees alone."""

    shows: bool
    hides: bool


class Parting:
    """Asks, in one part of a scope and with one side leading, where the two can part, and in what."""

    def __init__(self, way: Way, part: Scope, workers: Workers) -> None:
        """Ground nothing yet."""
        self.part = part
        self.way = way
        self._workers = workers
        self._seen: dict[int, _Seen] = {}
        self._words: dict[int, tuple[str, ...]] = {}
        self._hides: dict[int, bool] = {}
        self._ended: int | None = None

    def find(self, searcher: Searcher, word: str) -> str:
        """Say whether the sides can part in a word."""
        if self._workers.over():
            return UNKNOWN
        return searcher.find([f"{_PARTS}({word})"], until=self._workers.until).status

    def more(self, searcher: Searcher, known: Collection[str]) -> Found:
        """Look for a state or line in which the sides part in a word that is not known; the words in it are given."""
        if self._workers.over():
            return Found(UNKNOWN)
        return searcher.find(
            [f"{_PARTS}({_MORE})", *(f"known_part({word})" for word in sentences() if word in known)],
            [f"known_part({word})" for word in sentences() if word not in known],
            names=(_PARTS,),
            until=self._workers.until,
        )

    def plainest(self, searcher: Searcher, word: str) -> Found:
        """Give a line, from a position that lacks all that it can, at whose end the sides part in a word."""
        return searcher.plainest(
            [f"{_PARTS}({word})"], odd=_ODD, names=NAMES | {_PARTS}, until=self._workers.until
        )

    def shows(self, gap: int) -> bool:
        """Say whether a difference can show first at the event of this number, if the sides part after number one.

        It is asked of states that keep to the lemmas: what they cannot have, no line has.
        """
        if not all(self._look(before).hides for before in range(1, min(gap, _DEEP + 1))):
            return False
        return gap > _DEEP or self._look(gap).shows

    def words(self, gap: int) -> tuple[str, ...]:
        """Give in what sides can part there, as far as that is seen from states."""
        if gap > _DEEP:
            return tuple(sentences())
        if gap not in self._words:
            self._words[gap] = self._words_of(self._states(gap))
        return self._words[gap]

    def _words_of(self, states: Searcher) -> tuple[str, ...]:
        known: set[str] = set()
        while (found := self.more(states, known)).status == FOUND:
            known |= words_in(found)
        return tuple(word for word in sentences() if word in known or found.status == UNKNOWN)

    def possible(self) -> set[str]:
        """Give in what sides can part in any line."""
        return {word for gap in _GAPS if self.shows(gap) for word in self.words(gap)}

    def never(self) -> bool:
        """Say whether no difference shows in any line, as far as that is seen from states."""
        return not any(self.shows(gap) for gap in _GAPS)

    def lines(self, events: int) -> Iterator[tuple[int, Searcher]]:
        """Give what looks at lines of so many events at whose last a difference shows first, by shows' numbers."""
        for gap in range(1, events + 1):
            moment = events - gap
            if self.shows(gap) and (gap == 1 or self._hides_at(moment)):
                yield gap, self._lines(events, moment)

    def ended(self, events: int) -> bool:
        """Say whether no line lasts for so many events, the sides not looked at."""
        if self._ended is None and not self._workers.over():
            under = msgspec.structs.replace(
                self.part, edition=self.way.first.edition, readings=self.way.first.readings
            )
            if run(line_task(None, under, events), self._workers.left()).status == NONE:
                self._ended = events
        return self._ended is not None and events >= self._ended

    def _look(self, gap: int) -> "_Seen":
        """Look at every state that keeps to the lemmas, and so many events from there."""
        if gap not in self._seen:
            states = self._states(gap)
            self._seen[gap] = _Seen(self.find(states, ANY) != NONE, self.find(states, _HIDDEN) != NONE)
        return self._seen[gap]

    def _hides_at(self, moment: int) -> bool:
        """Say whether the event of a moment in a line can make the sides part in what nobody sees."""
        if moment not in self._hides:
            self._hides[moment] = self.find(self._lines(moment + 1, moment), _HIDDEN) != NONE
        return self._hides[moment]

    def _states(self, events: int) -> Searcher:
        lemmas = dict.fromkeys(lemma.file for lemma in shipped(LEMMAS))
        facts = f"{self._facts(events, 0)}allowed(departed)."
        files = scope_files(self.part.cards, *_UNDER_WAY, *lemmas, *_PAIR)
        return Searcher(files, facts, options=FAST)

    def _lines(self, events: int, moment: int) -> Searcher:
        """Give what looks at lines of so many events in which the sides part at a moment."""
        facts = f"{self._facts(events, moment)}begun.ask(position,0).{_SHOW}"
        return Searcher(scope_files(self.part.cards, *_PAIR, *_POSITION), facts, options=PROVING)

    def _facts(self, events: int, moment: int) -> str:
        first, second = self.way
        under = msgspec.structs.replace(self.part, edition=first.edition, readings=first.readings)
        found = [under.facts(), "fixed(readings,default).sought(pair).happens(pair,0).looked_at(0)."]
        if second.edition is not None:
            found.append(f"second(edition,{text(second.edition)}).")
        found += (f"second(reading({name}),{value})." for name, value in second.readings.items())
        found += (f"plays({each}).next({each},{each + 1})." for each in range(events))
        return "".join([*found, f"parts_at({moment}).final({events - 1})."])


def _term(term: Any) -> str:
    return term if isinstance(term, str) else f"{term[0]}({term[1]})"
