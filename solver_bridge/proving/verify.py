"""Proves or refutes properties over all positions of a scope.

Two ways. *Induction*: the lemmas hold before an attack and every single event keeps them; and in every state within
them, whatever the next event, the property holds: so it does in lines of any length. *Lines*: every position of the
scope, and every line from it; a search for counterexamples that is a proof, too, once no line can last longer. Both
leave out what is the image of something else, as far as it is seen from the ground rules that it is one (images.py).
*Images*: what says no more than that is seen from the rules alone.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from solver_bridge.engine import FOUND, NONE, UNKNOWN
from solver_bridge.proving.ahead import Ahead
from solver_bridge.proving.claims import LEMMAS, Claim, shipped
from solver_bridge.proving.decode import decode
from solver_bridge.proving.replay import shows_again
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import FREED, Done, Task, first_task, image_task, line_task, step_task
from solver_bridge.proving.workers import Workers
from solver_bridge.sequence import Sequence as EventSequence

__all__ = [
    "IMAGES",
    "INDUCTION",
    "LINES",
    "PROVED",
    "REFUTED",
    "NotReplayed",
    "Verdict",
    "cubes",
    "lemma_tasks",
    "parts",
    "proof_tasks",
    "smallest",
    "verdict_data",
    "verify",
    "widened",
]

PROVED, REFUTED = "proved", "refuted"
INDUCTION, LINES = "induction: lines of any length", "all lines, to their ends"
IMAGES = "images of the ground rules: lines of any length"
_SHORT, _LEANING = 5, 3

Progress = Callable[[str, int, int], None]


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a property in a scope, and how; `seconds` is what its searches took, in whatever process."""

    claim: Claim
    status: str
    method: str
    scope: Scope
    seconds: float
    counterexample: EventSequence | None = None


def _quiet(_name: str, _done: int, _all: int) -> None:
    pass


class NotReplayed(RuntimeError):
    """A line that the search found does not come to the same when it is replayed: the prover is at fault."""


class _Prover:
    def __init__(
        self, scope: Scope, workers: Workers, progress: Progress, claims: Sequence[Claim] = ()
    ) -> None:
        self.scope = scope
        self.claims = claims
        self.workers = workers
        self.progress = progress
        self._ahead = Ahead(workers, progress)
        self._planned = False

    def scope_for(self, claim: Claim) -> Scope:
        """Give the scope with the cards that a claim is about, and without what it is not about."""
        cards = tuple(sorted({*self.scope.cards, *claim.wants}))
        oversized = self.scope.oversized and "oversized" not in claim.without
        return msgspec.structs.replace(self.scope, cards=cards, oversized=oversized)

    def freed(self, claim: Claim, scope: Scope) -> Scope | None:
        """Give the scope with all that cannot be left out as an image of something else; nothing if time runs out.

        All claims are looked at together first, which is mostly enough.
        """
        together = [other for other in self.claims if not other.images and self.scope_for(other) == scope]
        freed = self._freed_by(together, scope) if claim in together else frozenset(FREED)
        if freed and together != [claim]:
            freed = self._freed_by([claim], scope)
        return None if freed is None else widened(scope, freed)

    def _freed_by(self, claims: Sequence[Claim], scope: Scope) -> frozenset[str] | None:
        freed: set[str] = set()
        every = self._image_tasks(claims, scope)
        for count, done in enumerate(self._ahead.results(every), start=1):
            self.progress("images", count, len(every))
            if done.status == UNKNOWN:
                return None
            freed.update(str(frees) for _, frees, _ in done.atoms)
        return frozenset(freed)

    def _image_tasks(self, claims: Sequence[Claim], scope: Scope) -> list[Task]:
        lemmas = shipped(LEMMAS)
        searches = (step_task(claims, scope), first_task(lemmas, scope), step_task(lemmas, scope))
        return [image_task(search, scope) for search in searches]

    def plan(self) -> None:
        """Let all that proofs of the claims by induction will need be carried out together, where that can be done."""
        if self._planned or not self.workers.many:
            return
        self._planned = True
        searched = [claim for claim in self.claims if not claim.images]
        together: dict[Scope, list[Claim]] = {}
        for claim in searched:
            together.setdefault(self.scope_for(claim), []).append(claim)
        self._ahead.plan(task for scope, claims in together.items() for task in self._image_tasks(claims, scope))
        planned: list[Task] = []
        for claim in self.claims:
            scope = self.scope_for(claim)
            wide = None if claim.images else self.freed(claim, scope)
            if claim.images:
                planned.append(image_task(None, scope, claim.images))
            elif wide is not None:
                planned += (*proof_tasks(claim, wide), *lemma_tasks(wide))
        self._ahead.plan(planned)

    def all_none(self, name: str, tasks: Sequence[Task]) -> str:
        """Say whether none of some tasks finds anything."""
        status = NONE
        for count, done in enumerate(self._ahead.results(tasks), start=1):
            self.progress(name, count, len(tasks))
            if done.status == FOUND:
                return FOUND
            if done.status == UNKNOWN:
                status = UNKNOWN
        return status

    def one(self, task: Task) -> Done:
        """Carry out one task."""
        (done,) = self._ahead.results([task])
        return done

    def prove(self, claim: Claim) -> Verdict:
        """Prove or refute one property."""
        before = self._ahead.seconds
        scope = self.scope_for(claim)
        method, found = IMAGES if claim.images else INDUCTION, None
        status = self.by_images(claim, scope) if claim.images else self.by_induction(claim, scope)
        if status == UNKNOWN and not self.workers.over():
            method = LINES
            status, found = self.by_lines(claim, self.scope if claim.images else scope)
        seconds = round(self._ahead.seconds - before, 2)
        return Verdict(
            claim=claim, status=status, method=method, scope=scope, seconds=seconds, counterexample=found
        )

    def by_images(self, claim: Claim, scope: Scope) -> str:
        """Say whether the images that a claim tells of are images of the rules."""
        done = self.one(image_task(None, scope, claim.images))
        self.progress(claim.name, 1, 1)
        return PROVED if done.status == NONE else UNKNOWN

    def by_induction(self, claim: Claim, scope: Scope) -> str:
        """Say whether a claim is proved by induction."""
        self.plan()
        wide = self.freed(claim, scope)
        if wide is None:
            return UNKNOWN
        step = self.all_none(claim.name, proof_tasks(claim, wide))
        return PROVED if step == NONE and self.all_none("lemmas", lemma_tasks(wide)) == NONE else UNKNOWN

    def by_lines(self, claim: Claim, scope: Scope) -> tuple[str, EventSequence | None]:
        """Say whether a claim is refuted by a line, or proved because none of all lines refutes it."""
        wide = widened(scope, FREED) if claim.images else scope
        outcome, found = self.smallest(claim, wide)
        if outcome == NONE and set(wide.allowed) < set(FREED):
            # That lines leave out no more than images is looked at only where it matters.
            leaning = self.one(image_task(line_task(claim, wide, _LEANING, shorter=True), wide))
            if leaning.status == UNKNOWN:
                return UNKNOWN, None
            if leaning.status == FOUND:
                outcome, found = self.smallest(claim, widened(scope, FREED))
        return {FOUND: REFUTED, NONE: PROVED, UNKNOWN: UNKNOWN}[outcome], found

    def smallest(self, claim: Claim, scope: Scope) -> tuple[str, EventSequence | None]:
        """Look for the smallest position and line: fewest units, then squares, then events; short lines come first."""
        found = self.within(claim, scope, _SHORT)
        if found is not None:
            return found
        longest, longer = self.longest(scope)
        found = self.within(claim, scope, longest)
        if found is not None:
            return found
        # Nothing in lines of that length: that is a proof if no line is longer.
        return longer, None

    def within(self, claim: Claim, scope: Scope, most: int) -> tuple[str, EventSequence | None] | None:
        """Look at the parts of a scope, the smallest first, for lines of so many events at the most."""
        for part in parts(scope):
            done = self.one(line_task(claim, part, most, shorter=True))
            self.progress(f"{claim.name}: {part.units} units, {part.squares}, up to {most} events", 0, 0)
            if done.status == UNKNOWN:
                return UNKNOWN, None
            if done.status == FOUND:
                return self.shortest(claim, part, most)
        return None

    def longest(self, scope: Scope) -> tuple[int, str]:
        """Give how many events a line has at the most, and NONE if there is no longer one."""
        events = _SHORT
        while True:
            done = self.one(line_task(None, scope, events + 1))
            if done.status != FOUND:
                return max(events, _SHORT), done.status
            events += 1

    def shortest(self, claim: Claim, scope: Scope, most: int) -> tuple[str, EventSequence | None]:
        """Give the shortest line, and to it the plainest position, and see that it shows again when it is replayed."""
        for events in range(most + 1):
            done = self.one(line_task(claim, scope, events, plain=True))
            if done.status == UNKNOWN:
                return UNKNOWN, None
            if done.status == FOUND:
                position, line = decode(done.atoms, scope.units)
                found = EventSequence(position=position, events=line)
                if not shows_again(claim, scope, found):
                    raise NotReplayed(claim.name, found)
                return FOUND, found
        return UNKNOWN, None


def widened(scope: Scope, freed: Iterable[str]) -> Scope:
    """Give a scope in which less is left out."""
    allowed = tuple(dict.fromkeys((*scope.allowed, *sorted(freed))))
    return scope if allowed == scope.allowed else msgspec.structs.replace(scope, allowed=allowed)


def cubes(scope: Scope) -> tuple[int | None, ...]:
    """Give the parts of a proof: where the attacker stands, up to images; all but large scopes have one part."""
    if scope.units < 5 or scope.width * scope.height < 12:
        return (None,)
    width, height = scope.width, scope.height
    if "mirrored" not in scope.allowed:
        width, height = (width + 1) // 2, (height + 1) // 2
    return tuple(5 * row + column + 1 for row in range(height) for column in range(width))


def proof_tasks(claim: Claim, scope: Scope) -> list[Task]:
    """Give the searches that prove a claim by induction, if none of them finds anything, and the lemmas hold."""
    if claim.parts:
        return [step_task([claim], scope, None, part) for part in range(1, claim.parts + 1)]
    return [step_task([claim], scope, cube) for cube in cubes(scope)]


def lemma_tasks(scope: Scope) -> list[Task]:
    """Give the searches that show that the lemmas hold at first and that every event keeps them."""
    lemmas = shipped(LEMMAS)
    return [make(lemmas, scope, cube) for make in (first_task, step_task) for cube in cubes(scope)]


def parts(scope: Scope) -> Iterator[Scope]:
    """Give the scopes within a scope, the smallest first: by units, then squares."""
    blocks = sorted(
        ((w, h) for w in range(1, scope.width + 1) for h in range(1, scope.height + 1)),
        key=lambda block: (block[0] * block[1], -block[0]),
    )
    for units in range(1, scope.units + 1):
        for width, height in blocks:
            yield msgspec.structs.replace(scope, units=units, width=width, height=height)


def verify(
    claims: Sequence[Claim], scope: Scope, workers: Workers, progress: Progress = _quiet
) -> Iterator[Verdict]:
    """Prove or refute properties one after another."""
    prover = _Prover(scope, workers, progress, claims)
    for claim in claims:
        yield prover.prove(claim)


def smallest(
    claims: Sequence[Claim], scope: Scope, workers: Workers, progress: Progress = _quiet
) -> Iterator[tuple[Claim, str, EventSequence | None]]:
    """Look for the smallest position and line of each of some goals."""
    prover = _Prover(scope, workers, progress)
    for claim in claims:
        yield claim, *prover.smallest(claim, prover.scope_for(claim))


def verdict_data(verdict: Verdict) -> Mapping[str, Any]:
    """Give a verdict as plain data."""
    found: dict[str, Any] = {
        "name": verdict.claim.name,
        "source": verdict.claim.source,
        "sentence": verdict.claim.sentence,
        "status": verdict.status,
        "method": verdict.method,
        "scope": verdict.scope.to_data(),
        "seconds": verdict.seconds,
    }
    if verdict.counterexample is not None:
        found["counterexample"] = verdict.counterexample.to_data()
    return found
