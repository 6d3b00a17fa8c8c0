"""Looks in a scope for many things at once, each an atom that is to hold: the rules are grounded once for all of them.

Smallest first: by units, then squares, then events, lines of up to five events before longer ones. What is in no state
that keeps to the lemmas, whatever the next event, is in no line of any length.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Generic, TypeVar

from solver_bridge.engine import FOUND, NONE, UNKNOWN, Found, Searcher
from solver_bridge.programs import scope_files
from solver_bridge.proving.claims import LEMMAS, shipped
from solver_bridge.proving.decode import NAMES
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import FAST, PLAIN, first_task, step_task
from solver_bridge.proving.verify import cubes, parts
from solver_bridge.proving.workers import Workers

__all__ = ["Hunt", "Quarry"]

_SHORT, _LONGEST = 5, 12
_POSITION = ("show/position.lp",)
_UNDER_WAY = ("scope/under_way.lp",)
_SHOW = "#show odd/1."

K = TypeVar("K")


class Quarry(Generic[K]):
    """What is hunted: each thing's atom, and the files and the rules, as text, that derive those."""

    def __init__(
        self,
        atom: Callable[[K], str],
        rules: Callable[[Collection[K]], str],
        files: tuple[str, ...] = (),
        asks: bool = False,
        names: Collection[str] = (),
    ) -> None:
        """With `asks`, the last event is one that is asked about (scope/asked.lp); `names` are given back, too."""
        self.atom = atom
        self.rules = rules
        self.files = files
        self.asks = asks
        self.names = NAMES | {"event", "asked", *names}


class Hunt(Generic[K]):
    """A hunt in one scope."""

    def __init__(
        self, quarry: Quarry[K], scope: Scope, workers: Workers, progress: Callable[[str, int, int], None]
    ) -> None:
        """Hunt in a scope; the lemmas are proved by some workers."""
        self.quarry = quarry
        self.scope = scope
        self.workers = workers
        self.progress = progress
        self._kept: str | None = None

    def states(self, part: Scope, wanted: Collection[K]) -> Searcher:
        """Give what looks at every state that keeps to the lemmas."""
        lemmas = dict.fromkeys(lemma.file for lemma in shipped(LEMMAS))
        moment = "asked(0)." if self.quarry.asks else "plays(0).next(0,1)."
        facts = f"{self._facts(part, wanted)}allowed(departed).allowed(turns).{moment}"
        return Searcher(
            scope_files(part.cards, *_UNDER_WAY, *lemmas, *self.quarry.files), facts, options=FAST
        )

    def find(self, searcher: Searcher, wanted: K) -> Found:
        """Look for one thing."""
        if self.workers.over():
            return Found(UNKNOWN)
        return searcher.find([self.quarry.atom(wanted)], names=self.quarry.names, until=self.workers.until)

    def never(self, searcher: Searcher, wanted: K) -> bool:
        """Say whether something is in no state that keeps to the lemmas, and those hold."""
        return self.find(searcher, wanted).status == NONE and self._lemmas_hold()

    def _lemmas_hold(self) -> bool:
        if self._kept is None:
            lemmas = shipped(LEMMAS)
            places = cubes(self.scope)
            tasks = [make(lemmas, self.scope, cube) for make in (first_task, step_task) for cube in places]
            statuses = {done.status for _, done in self.workers.results(tasks)}
            self._kept = NONE if statuses == {NONE} else UNKNOWN
        return self._kept == NONE

    def lines(
        self, wanted: Iterable[K], longest: int = _LONGEST
    ) -> Iterator[tuple[Scope, list[tuple[K, Found]]]]:
        """Give what is found in lines, by the part of the scope; NONE for what is in no line, to their ends."""
        left = list(wanted)
        for lengths in (range(_SHORT + 1), range(_SHORT + 1, longest + 1)):
            if not lengths:
                return
            for part in parts(self.scope):
                if not left or self.workers.over():
                    return
                for found in self._in_part(part, left, lengths):
                    done = [each for each, _ in found]
                    left = [each for each in left if each not in done]
                    yield part, found

    def _in_part(self, part: Scope, wanted: Sequence[K], lengths: range) -> Iterator[list[tuple[K, Found]]]:
        states = self.states(part, wanted)
        left = [each for each in wanted if self.find(states, each).status != NONE]
        for events in lengths:
            if not left or self.workers.over():
                return
            self.progress(f"{part.units} units, {part.squares}, {events} events", 0, 0)
            lines = self._searcher(part, left, events)
            if events and lines.find(until=self.workers.until).status == NONE:
                if part == self.scope and lengths[0] > 0:
                    yield [(each, Found(NONE)) for each in left]
                return
            seen = [(each, self.find(lines, each)) for each in left]
            left = [each for each, done in seen if done.status != FOUND]
            yield [(each, done) for each, done in seen if done.status == FOUND]

    def _searcher(self, part: Scope, wanted: Collection[K], events: int) -> Searcher:
        facts = [self._facts(part, wanted), "opening(u1).ask(position,0)."]
        if self.quarry.asks:
            facts.append(f"asked({events}).")
        facts += (f"plays({moment}).next({moment},{moment + 1})." for moment in range(events))
        files = scope_files(part.cards, *self.quarry.files, *_POSITION)
        return Searcher(files, "".join(facts) + _SHOW, options=(*FAST, *PLAIN))

    def _facts(self, part: Scope, wanted: Collection[K]) -> str:
        return f"{part.facts()}{self.quarry.rules(wanted)}sought(hunt).happens(hunt,0).looked_at(0)."
