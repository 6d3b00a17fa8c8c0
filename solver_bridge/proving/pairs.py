"""Pairs of reasons: for each two that can be against a kind of event, where both are, or that they never are.

A family of goals that nobody writes: it is made of the reasons that the rules give. That a pair is impossible is shown
by induction, as properties are: not even in a state that only keeps to the lemmas are both against the event.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from solver_bridge.engine import FOUND, NONE, UNKNOWN, Found, Searcher, read_facts
from solver_bridge.play import follow, talk_all
from solver_bridge.programs import scope_files
from solver_bridge.proving.claims import LEMMAS, shipped
from solver_bridge.proving.decode import NAMES, decode_talk
from solver_bridge.proving.families import Shape, against_rules, reasons_by_kind
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import FAST, PLAIN, first_task, step_task
from solver_bridge.proving.verify import NotReplayed, cubes, parts
from solver_bridge.proving.workers import Workers
from solver_bridge.sequence import Sequence as EventSequence

__all__ = [
    "ABSENT",
    "INDUCTION",
    "LINES",
    "Pair",
    "PairFound",
    "Pairs",
    "all_pairs",
    "reasons_of_kinds",
    "wanted_cards",
]

INDUCTION, LINES = "induction: lines of any length", "all lines, to their ends"
ABSENT = "a reason of them is never there"
_SHORT, _LONGEST = 5, 12
_ASKED = ("scope/asked.lp",)
_POSITION = ("show/position.lp",)
_UNDER_WAY = ("scope/under_way.lp",)
_SHOW = "#show odd/1."


class Pair(msgspec.Struct, frozen=True, order=True):
    """Two reasons against one kind of event; of a reason by itself both are the same."""

    kind: str
    first: str
    second: str

    def __str__(self) -> str:
        """Give it in words."""
        return f"{self.kind}: {self.first}" + ("" if self.single else f" and {self.second}")

    @property
    def single(self) -> bool:
        """Say whether it is one reason only."""
        return self.first == self.second

    @property
    def atom(self) -> str:
        """Give the atom that says that both are against the event."""
        return f"together({self.kind},{self.first},{self.second})"


class PairFound(msgspec.Struct, frozen=True):
    """What is known of a pair: found, with the smallest position and line; never; or not known."""

    pair: Pair
    status: str
    method: str = ""
    scope: Scope | None = None
    sequence: EventSequence | None = None


def reasons_of_kinds(cards: Sequence[str]) -> Mapping[str, tuple[Shape, ...]]:
    """Give the reasons against each kind of event, with the rules of some cards."""
    files = scope_files(cards)
    return reasons_by_kind(tuple(file for file in files if not file.startswith("scope/")))


def wanted_cards() -> tuple[str, ...]:
    """Give the cards that scopes of pairs have besides: their rules give reasons of their own."""
    return tuple(str(args[1]) for name, args in read_facts(_ASKED) if name == "wants")


def all_pairs(cards: Sequence[str]) -> list[Pair]:
    """Give every pair of reasons of each kind of event."""
    found = []
    for kind, shapes in reasons_of_kinds(cards).items():
        names = sorted({name for name, _ in shapes})
        found += [Pair(kind, one, two) for at, one in enumerate(names) for two in names[at + 1 :]]
    return found


class Pairs:
    """Looks for pairs of reasons in a scope."""

    def __init__(self, scope: Scope, workers: Workers, progress: Callable[[str, int, int], None]) -> None:
        """Look in a scope; the lemmas are proved by some workers."""
        self.scope = scope
        self.workers = workers
        self.progress = progress
        self._kept: str | None = None

    def search(self, wanted: Sequence[Pair]) -> Iterator[PairFound]:
        """Give what is known of each pair as it becomes known: the impossible, then the smallest, first."""
        every = len(wanted)
        left: list[Pair] = []
        for found in self._impossible(wanted):
            if found.status == NONE:
                yield found
            else:
                left.append(found.pair)
            self.progress("what can never be", every - len(left), every)
        for found in self._lines(left):
            left.remove(found.pair)
            self.progress(f"lines in {found.scope.squares if found.scope else ''}", every - len(left), every)
            yield found
        yield from (PairFound(pair, UNKNOWN) for pair in left)

    def _impossible(self, wanted: Sequence[Pair]) -> Iterator[PairFound]:
        """Say of each pair whether it can be in a state that keeps to the lemmas."""
        if not wanted or self.workers.over():
            yield from (PairFound(pair, UNKNOWN) for pair in wanted)
            return
        states = self._states(self.scope, wanted)
        absent: dict[tuple[str, str], bool] = {}
        for pair in wanted:
            for name in (pair.first, pair.second):
                if (pair.kind, name) not in absent:
                    alone = self._find(states, Pair(pair.kind, name, name))
                    absent[pair.kind, name] = alone.status == NONE and self._lemmas_hold()
            if absent[pair.kind, pair.first] or absent[pair.kind, pair.second]:
                yield PairFound(pair, NONE, ABSENT)
                continue
            done = self._find(states, pair)
            proved = done.status == NONE and self._lemmas_hold()
            yield PairFound(pair, NONE if proved else UNKNOWN, INDUCTION)

    def _states(self, part: Scope, wanted: Sequence[Pair]) -> Searcher:
        """Look at every state that keeps to the lemmas, with any event asked about in it."""
        lemmas = dict.fromkeys(lemma.file for lemma in shipped(LEMMAS))
        facts = f"{self._facts(wanted, part)}allowed(departed).allowed(turns).asked(0).happens(asked,0).looked_at(0)."
        return Searcher(scope_files(part.cards, *_UNDER_WAY, *lemmas, *_ASKED), facts, options=FAST)

    def _lemmas_hold(self) -> bool:
        if self._kept is None:
            lemmas = shipped(LEMMAS)
            tasks = [
                make(lemmas, self.scope, cube)
                for make in (first_task, step_task)
                for cube in cubes(self.scope)
            ]
            self._kept = NONE if all(d.status == NONE for _, d in self.workers.results(tasks)) else UNKNOWN
        return self._kept == NONE

    def _lines(self, wanted: Iterable[Pair]) -> Iterator[PairFound]:
        """Look at the parts of the scope, the smallest first, for short lines and then for longer ones."""
        left = list(wanted)
        for lengths in (range(_SHORT + 1), range(_SHORT + 1, _LONGEST + 1)):
            for part in parts(self.scope):
                if not left or self.workers.over():
                    return
                for found in self._in_part(part, left, lengths):
                    left.remove(found.pair)
                    yield found

    def _in_part(self, part: Scope, wanted: Sequence[Pair], lengths: range) -> Iterator[PairFound]:
        """Look for lines in one part of the scope; that there are none in the whole of it is a proof."""
        states = self._states(part, wanted)
        left = [pair for pair in wanted if self._find(states, pair).status != NONE]
        for events in lengths:
            if not left or self.workers.over():
                return
            self.progress(f"{part.units} units, {part.squares}, {events} events", 0, 0)
            lines = self._searcher(part, left, events)
            if events and lines.find(until=self.workers.until).status == NONE:
                if part == self.scope and lengths[0] > 0:
                    yield from (PairFound(pair, NONE, LINES) for pair in left)
                return
            seen = [(pair, self._find(lines, pair)) for pair in left]
            left = [pair for pair, done in seen if done.status != FOUND]
            yield from _shown(part, [(pair, done) for pair, done in seen if done.status == FOUND])

    def _searcher(self, part: Scope, wanted: Sequence[Pair], events: int) -> Searcher:
        facts = [self._facts(wanted, part), f"opening(u1).ask(position,0).asked({events})."]
        facts += (f"plays({moment}).next({moment},{moment + 1})." for moment in range(events))
        facts.append("happens(asked,0).looked_at(0).")
        return Searcher(
            scope_files(part.cards, *_ASKED, *_POSITION), "".join(facts) + _SHOW, options=(*FAST, *PLAIN)
        )

    def _facts(self, wanted: Iterable[Pair], part: Scope) -> str:
        known = reasons_of_kinds(self.scope.cards)
        kinds = sorted({pair.kind for pair in wanted})
        asked = "".join(f"askable({kind})." for kind in kinds)
        rules = against_rules(shape for kind in kinds for shape in known[kind])
        return f"{part.facts()}{asked}{rules}sought(asked)."

    def _find(self, searcher: Searcher, pair: Pair) -> Found:
        if self.workers.over():
            return Found(UNKNOWN)
        return searcher.find([pair.atom], names=NAMES | {"event", "asked"}, until=self.workers.until)


def _shown(part: Scope, found: Sequence[tuple[Pair, Found]]) -> Iterator[PairFound]:
    """Write the lines that were found, side by side, and see that the reasons show again when they are replayed."""
    decoded = talk_all([decode_talk(done.atoms, part.units) for _, done in found])
    replayed = talk_all([follow(*line, keep_going=True, complete=False, supply=False) for line in decoded])
    for (pair, _), (position, events), line in zip(found, decoded, replayed, strict=True):
        sequence = EventSequence(position=position, events=events)
        if not {pair.first, pair.second} <= {reason.rule for reason in line.events[-1].reasons}:
            raise NotReplayed(str(pair), sequence)
        yield PairFound(pair, FOUND, "", part, sequence)
