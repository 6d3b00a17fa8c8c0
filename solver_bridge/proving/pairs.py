"""Pairs of reasons: for each two that can be against a kind of event, where both are, or that they never are.

A family of goals that nobody writes: it is made of the reasons that the rules give. That a pair is impossible is shown
by induction, as properties are: not even in a state that only keeps to the lemmas are both against the event.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from solver_bridge.engine import FOUND, NONE, UNKNOWN, Found, read_facts
from solver_bridge.play import follow, talk_all
from solver_bridge.programs import scope_files
from solver_bridge.proving.decode import decode_talk
from solver_bridge.proving.families import Shape, against_rules, reasons_by_kind
from solver_bridge.proving.hunt import Hunt, Quarry
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.verify import NotReplayed
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
ASKED = ("scope/asked.lp",)


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
    return tuple(str(args[1]) for name, args in read_facts(ASKED) if name == "wants")


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
        self.hunt: Hunt[Pair] = Hunt(Quarry(_atom, self._rules, ASKED, asks=True), scope, workers, progress)

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
        for part, lines in self.hunt.lines(left):
            for found in _shown(part, lines):
                left.remove(found.pair)
                self.progress(f"lines in {part.squares}", every - len(left), every)
                yield found
        yield from (PairFound(pair, UNKNOWN) for pair in left)

    def _impossible(self, wanted: Sequence[Pair]) -> Iterator[PairFound]:
        """Say of each pair whether it can be in a state that keeps to the lemmas."""
        if not wanted or self.workers.over():
            yield from (PairFound(pair, UNKNOWN) for pair in wanted)
            return
        states = self.hunt.states(self.scope, wanted)
        absent: dict[tuple[str, str], bool] = {}
        for pair in wanted:
            for name in (pair.first, pair.second):
                if (pair.kind, name) not in absent:
                    absent[pair.kind, name] = self.hunt.never(states, Pair(pair.kind, name, name))
            if absent[pair.kind, pair.first] or absent[pair.kind, pair.second]:
                yield PairFound(pair, NONE, ABSENT)
            else:
                never = self.hunt.never(states, pair)
                yield PairFound(pair, NONE if never else UNKNOWN, INDUCTION if never else "")

    def _rules(self, wanted: Iterable[Pair]) -> str:
        known = reasons_of_kinds(self.scope.cards)
        kinds = sorted({pair.kind for pair in wanted})
        asked = "".join(f"askable({kind})." for kind in kinds)
        return asked + against_rules(shape for kind in kinds for shape in known[kind])


def _atom(pair: Pair) -> str:
    return pair.atom


def _shown(part: Scope, found: Sequence[tuple[Pair, Found]]) -> Iterator[PairFound]:
    """Write the lines that were found, side by side, and see that the reasons show again when they are replayed."""
    lines = [(pair, done) for pair, done in found if done.status == FOUND]
    yield from (PairFound(pair, NONE, LINES) for pair, done in found if done.status == NONE)
    decoded = talk_all([decode_talk(done.atoms, part.units) for _, done in lines])
    replayed = talk_all([follow(*line, keep_going=True, complete=False, supply=False) for line in decoded])
    for (pair, _), (position, events), line in zip(lines, decoded, replayed, strict=True):
        sequence = EventSequence(position=position, events=events)
        if not {pair.first, pair.second} <= {reason.rule for reason in line.events[-1].reasons}:
            raise NotReplayed(str(pair), sequence)
        yield PairFound(pair, FOUND, "", part, sequence)
