"""Where two editions, or two readings, part: the smallest position and line of each independent difference."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from solver_bridge.engine import FOUND, UNKNOWN
from solver_bridge.facts import text
from solver_bridge.proving.decode import decode
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import pair_task
from solver_bridge.proving.verify import parts
from solver_bridge.proving.workers import Workers
from solver_bridge.sequence import Sequence as EventSequence

__all__ = ["Difference", "Side", "differences"]

_LONGEST = 9


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
    """A position and a line at whose last event two sides part, and in what."""

    words: tuple[str, ...]
    sequence: EventSequence
    first: Side


def differences(
    one: Side, two: Side, scope: Scope, workers: Workers, progress: Callable[[str, int, int], None]
) -> Iterator[Difference | None]:
    """Look for the differences, the smallest first; None at the end says that time ran out before all was looked at."""
    known: list[str] = []
    for part in parts(scope):
        for first, second in ((one, two), (two, one)):
            under = msgspec.structs.replace(part, edition=first.edition, readings=first.readings)
            while True:
                progress(f"{part.units} units, {part.squares}", 0, 0)
                ((_, any_),) = workers.results(
                    [pair_task(under, _second(second), known, _LONGEST, shorter=True)]
                )
                if any_.status == UNKNOWN:
                    yield None
                    return
                if any_.status != FOUND:
                    break
                found = _shortest(under, _second(second), known, workers)
                if found is None:
                    yield None
                    return
                terms, words, sequence = found
                known += terms
                yield Difference(words, sequence, first)


def _shortest(
    scope: Scope, second: str, known: Sequence[str], workers: Workers
) -> tuple[list[str], tuple[str, ...], EventSequence] | None:
    for events in range(1, _LONGEST + 1):
        ((_, done),) = workers.results([pair_task(scope, second, known, events)])
        if done.status == FOUND:
            terms = [atom[1] for atom in done.atoms if atom[0] == "parts_in"]
            sentences: dict[Any, str] = {atom[1]: atom[2] for atom in done.atoms if atom[0] == "difference"}
            position, line = decode(done.atoms, scope.units)
            words = tuple(sorted(sentences[term] for term in terms))
            return list(map(_term, terms)), words, EventSequence(position=position, events=line)
        if done.status == UNKNOWN:
            break
    return None


def _term(term: Any) -> str:
    return term if isinstance(term, str) else f"{term[0]}({term[1]})"


def _second(side: Side) -> str:
    found = [] if side.edition is None else [f"second(edition,{text(side.edition)})."]
    found += (f"second(reading({name}),{value})." for name, value in side.readings.items())
    return "".join(found)
