"""Where two editions, or two readings, part: the smallest position and line of each independent difference.

Two lines part for the first time after an event in a state that is the same on both sides. So in what they can part at
all is seen from single events in states that keep to the lemmas; and once each of these has been found in a line of
play, all differences of the scope are known.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from solver_bridge.engine import FOUND, NONE, Found, Searcher, read_facts
from solver_bridge.facts import text
from solver_bridge.programs import scope_files
from solver_bridge.proving.claims import LEMMAS, shipped
from solver_bridge.proving.decode import NAMES, decode
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import FAST, PLAIN
from solver_bridge.proving.verify import parts
from solver_bridge.proving.workers import Workers
from solver_bridge.sequence import Sequence as EventSequence

__all__ = ["Difference", "Side", "differences"]

_SHORT, _LONGEST = 5, 9
_PAIR = ("scope/pair.lp",)
_POSITION = ("show/position.lp",)
_UNDER_WAY = ("scope/under_way.lp",)
_SHOW = "#show odd/1."
_PARTS = "parts_in"


class Side(NamedTuple):
    """One of the two: an edition, readings, or both."""

    edition: str | None = None
    readings: Mapping[str, str] = {}

    def __str__(self) -> str:
        """Give it as it is written on the command line."""
        return ",".join(
            [*([self.edition] if self.edition else []), *(f"{n}={v}" for n, v in self.readings.items())]
        )


class Difference(NamedTuple):
    """A position and a line at whose last event two sides part, and in what; the event is legal on the first side."""

    words: tuple[str, ...]
    sequence: EventSequence
    first: Side


class _Way(NamedTuple):
    """The two sides, one of them leading: its line is legal throughout."""

    first: Side
    second: Side


def differences(
    one: Side, two: Side, scope: Scope, workers: Workers, progress: Callable[[str, int, int], None]
) -> Iterator[Difference | None]:
    """Look for the differences, the smallest first; None at the end says that not all is known of the scope."""
    sentences = {_term(args[0]): str(args[1]) for name, args in read_facts(_PAIR) if name == "difference"}
    ways = (_Way(one, two), _Way(two, one))
    progress("in what they can part at all", 0, 0)
    sought = [(way, _possible(way, scope, list(sentences), workers)) for way in ways]
    known: set[str] = set()
    for lengths in (range(1, _SHORT + 1), range(_SHORT + 1, _LONGEST + 1)):
        for part in parts(scope):
            here = [
                (way, _possible(way, part, [w for w in words if w not in known], workers))
                for way, words in sought
            ]
            for events in lengths:
                for way, words in here:
                    wanted = [word for word in words if word not in known]
                    if not wanted:
                        continue
                    progress(f"{part.units} units, {part.squares}, {events} events", 0, 0)
                    for found in _in_lines(way, part, events, wanted, workers):
                        if found is None:
                            yield None
                            return
                        parted, sequence = found
                        if not known.issuperset(parted):
                            known.update(parted)
                            yield Difference(tuple(sorted(sentences[w] for w in parted)), sequence, way.first)
    if any(word not in known for _, words in sought for word in words):
        yield None


def _possible(way: _Way, scope: Scope, words: Sequence[str], workers: Workers) -> list[str]:
    """Give in what one event, in a state that keeps to the lemmas, can make the two sides part."""
    if not words:
        return []
    lemmas = dict.fromkeys(lemma.file for lemma in shipped(LEMMAS))
    facts = f"{_facts(way, scope)}allowed(departed).plays(0).next(0,1).final(0)."
    states = Searcher(scope_files(scope.cards, *_UNDER_WAY, *lemmas, *_PAIR), facts, options=FAST)
    return [word for word in words if _find(states, word, workers).status != NONE]


def _in_lines(
    way: _Way, part: Scope, events: int, wanted: Sequence[str], workers: Workers
) -> Iterator[tuple[set[str], EventSequence] | None]:
    """Look for lines of so many events at whose last one the sides part in a word; None: the time is over."""
    facts = [_facts(way, part), f"opening(u1).ask(position,0).final({events - 1})."]
    facts += (f"plays({moment}).next({moment},{moment + 1})." for moment in range(events))
    lines = Searcher(
        scope_files(part.cards, *_PAIR, *_POSITION), "".join(facts) + _SHOW, options=(*FAST, *PLAIN)
    )
    known: set[str] = set()
    for word in wanted:
        if word in known:
            continue
        if workers.over():
            yield None
            return
        done = _find(lines, word, workers)
        if done.status == FOUND:
            words = {_term(atom[1]) for atom in done.atoms if atom[0] == _PARTS}
            known |= words
            position, line = decode(done.atoms, part.units)
            yield words, EventSequence(position=position, events=line)


def _find(searcher: Searcher, word: str, workers: Workers) -> Found:
    return searcher.find([f"{_PARTS}({word})"], names=NAMES | {_PARTS}, until=workers.until)


def _facts(way: _Way, part: Scope) -> str:
    under = msgspec.structs.replace(part, edition=way.first.edition, readings=way.first.readings)
    return (
        f"{under.facts()}{_second(way.second)}fixed(readings,default)."
        "sought(pair).happens(pair,0).looked_at(0)."
    )


def _term(term: Any) -> str:
    return term if isinstance(term, str) else f"{term[0]}({term[1]})"


def _second(side: Side) -> str:
    found = [] if side.edition is None else [f"second(edition,{text(side.edition)})."]
    found += (f"second(reading({name}),{value})." for name, value in side.readings.items())
    return "".join(found)
