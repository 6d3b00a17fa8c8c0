"""Where two editions, or two readings, part: the smallest position and line of each independent difference.

Two lines part for the first time after an event in a state that is the same on both sides. So in what they can part at
all is seen from single events in states that keep to the lemmas; and once each of these has been found in a line of
play, all differences of the scope are known. Where sides can part first in what nobody sees (only in what comes next),
what the event after that can show is seen so, too; what can stay hidden longer is followed to the ends of lines.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from solver_bridge.engine import FOUND
from solver_bridge.proving.decode import decode
from solver_bridge.proving.parting import Parting, Side, Way, cards_wanted, sentences, words_in
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.verify import parts
from solver_bridge.proving.workers import Workers
from solver_bridge.sequence import Sequence as EventSequence

__all__ = ["Difference", "Side", "cards_wanted", "differences"]

_SHORT, _LONGEST = 5, 12


class Difference(NamedTuple):
    """A position and a line at whose last event two sides part, and in what; the event is legal on the first side."""

    words: tuple[str, ...]
    sequence: EventSequence
    part: Scope
    first: Side


def differences(
    one: Side, two: Side, scope: Scope, workers: Workers, progress: Callable[[str, int, int], None]
) -> Iterator[Difference | None]:
    """Look for the differences, the smallest first; None at the end says that not all is known of the scope."""
    ways = (Way(one, two), Way(two, one))
    said = sentences()
    asked = {part: [Parting(way, part, workers) for way in ways] for part in parts(scope)}
    whole = asked[scope]
    known: set[str] = set()
    for lengths in (range(1, _SHORT + 1), range(_SHORT + 1, _LONGEST + 1)):
        for part, here in asked.items():
            for events in lengths:
                progress(f"{part.units} units, {part.squares}, {events} events", 0, 0)
                for parting in here:
                    if parting.never() or (events > _SHORT and parting.ended(events)):
                        continue
                    for words, sequence in _shown(parting, events, known):
                        known.update(words)
                        told = tuple(sorted(said[word] for word in words))
                        yield Difference(told, sequence, part, parting.way.first)
                        if _all_known(whole, known):
                            return
                if workers.over():
                    yield None
                    return
        if _all_known(whole, known):
            return
    if not all(parting.ended(_LONGEST + 1) for parting in whole):
        yield None


def _shown(parting: Parting, events: int, known: set[str]) -> Iterator[tuple[set[str], EventSequence]]:
    """Look for lines at whose last event the sides part in a word that is not known yet."""
    for gap, lines in parting.lines(events):
        if known and known.issuperset(parting.words(gap)):
            continue
        while (found := parting.more(lines, known)).status == FOUND:
            new = words_in(found) - known
            done = parting.plainest(lines, next(word for word in sentences() if word in new))
            if done.status != FOUND:
                break
            position, line = decode(done.atoms, parting.part.units)
            yield words_in(done), EventSequence(position=position, events=line)


def _all_known(whole: list[Parting], known: set[str]) -> bool:
    """Say whether sides can part in nothing else in the whole scope."""
    return all(known.issuperset(parting.possible()) for parting in whole)
