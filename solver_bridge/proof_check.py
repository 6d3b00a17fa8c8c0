"""Checks proofs against the answer they are of, step by step, without asking how they were found.

A derived step: the solver, given its one rule as it stands in the file and nothing but what the step rests on, derives
the atom, and what must be absent is absent. An absence: no such atom is in the answer; every rule that could derive
one is there, refuted; and each refutation names a part of the body that does not hold, or goes through all cases.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from solver_bridge.engine import derived
from solver_bridge.matching import Matcher
from solver_bridge.program_text import Literal, Part, Pattern, Program, Var, written
from solver_bridge.proof import ABSENT, CASE, DERIVED, FACT, REFUTED, Proof
from solver_bridge.terms import Atom
from solver_bridge.unify import UNBOUND, Bindings, match_all, substituted, value

__all__ = ["check_proof"]


def check_proof(proof: Proof, rules: Program, matcher: Matcher, facts: str) -> list[str]:
    """Give everything that is wrong with a proof; `facts` are those that the answer was given."""
    checker = _Checker(rules, matcher, frozenset(_atoms(facts)))
    return [
        f"{step.kind} {step.name}{step.args}: {fault}"
        for step in proof.steps()
        for fault in checker.faults(step)
    ]


def _atoms(facts: str) -> Iterator[tuple[str, tuple[Pattern, ...]]]:
    for name, *args in derived("", facts):
        yield name, tuple(args)


@lru_cache(maxsize=20_000)
def _derived(rule: str, facts: str) -> frozenset[Atom]:
    return frozenset(derived(rule, facts))


class _Checker:
    def __init__(
        self, rules: Program, matcher: Matcher, given: frozenset[tuple[str, tuple[Pattern, ...]]]
    ) -> None:
        self._rules = rules
        self._matcher = matcher
        self._given = given

    def faults(self, step: Proof) -> Iterable[str]:
        """Give what is wrong with one step."""
        if step.kind in (FACT, DERIVED, CASE) and not self._holds(step):
            return ["the atom is not in the answer"]
        if step.kind == FACT:
            return [] if (step.name, step.args) in self._given else ["this is no fact that was given"]
        if step.kind == DERIVED:
            return self._derived(step)
        if step.kind == ABSENT:
            return self._absent(step)
        if step.kind == REFUTED and step.rule is not None:
            bindings: Bindings = {}
            later: list[Part] = []
            match_all(step.rule.args, step.args, bindings, later)
            nothing: frozenset[Var] = frozenset()
            body = zip(step.rule.body, step.rule.needs, strict=True)
            return self._refuted([*body, *((part, nothing) for part in later)], step.because, bindings)
        return []

    def _holds(self, step: Proof) -> bool:
        return value(step.args, {}) is not UNBOUND and self._matcher.has(step.name, step.args)

    def _derived(self, step: Proof) -> Iterator[str]:
        assert step.rule is not None
        premises = {(one.name, one.args) for one in step.because if one.kind in (FACT, DERIVED)}
        if (step.name, step.args) in premises:
            yield "it rests on itself"
        facts = " ".join(sorted(f"{written((name, *args)) if args else name}." for name, args in premises))
        if (step.name, *step.args) not in _derived(self._rules.text(step.rule), facts):
            yield f"its rule does not derive it from {facts}"
        absent = [(one.name, one.args) for one in step.because if one.kind == ABSENT]
        for part in step.rule.body:
            if isinstance(part, Literal) and not part.positive:
                args = tuple(substituted(arg, dict(step.bindings)) for arg in part.args)
                if not any(name == part.name and _alike(args, other) for name, other in absent):
                    yield f"nothing shows that {part} is absent"

    def _absent(self, step: Proof) -> Iterator[str]:
        if self._matcher.has(step.name, step.args):
            yield "there is such an atom"
        if step.again:
            return
        shown = [one.rule.number for one in step.because if one.rule is not None]
        for rule in self._rules.rules((step.name, len(step.args))):
            if match_all(rule.args, step.args, {}, []) and rule.number not in shown:
                yield f"the rule at {rule.clause.file}:{rule.clause.line} is not looked at"

    def _refuted(
        self, parts: Sequence[tuple[Part, frozenset[Var]]], because: Sequence[Proof], bindings: Bindings
    ) -> Iterator[str]:
        """Give what is wrong with a refutation of a rule's body, and of what its head still demands of its numbers."""
        bindings = dict(bindings)
        known = -1
        while known != len(bindings):
            known = len(bindings)
            for part, needs in parts:
                if not isinstance(part, Literal):
                    self._matcher.decide(part, needs, bindings)
        cases = [one for one in because if one.kind == CASE]
        if not cases:
            if not any(self._fails(part, needs, bindings, because) for part, needs in parts) and because:
                yield f"no part of the rule fails as is said, with {bindings}"
            elif not because and not any(self._empty(part, bindings) for part, _ in parts):
                yield "nothing is said"
            return
        literals = [
            part
            for part, _ in parts
            if isinstance(part, Literal)
            and part.positive
            and part.name == cases[0].name
            and self._same(part, bindings, cases)
        ]
        if not literals:
            yield "these are not all the cases"
            return
        for case in cases:
            faults: list[str] = []
            for literal in literals:
                extended = dict(bindings)
                match_all(literal.args, case.args, extended, [])
                faults = list(self._refuted(parts, case.because, extended))
                if not faults:
                    break
            yield from faults

    def _same(self, literal: Literal, bindings: Bindings, cases: Sequence[Proof]) -> bool:
        return {atom for atom, _ in self._matcher.matches(literal, bindings)} == {case.args for case in cases}

    def _fails(self, part: Part, needs: frozenset[Var], bindings: Bindings, because: Sequence[Proof]) -> bool:
        """Say whether a part fails, and is what the refutation speaks of."""
        if isinstance(part, Literal):
            args = tuple(substituted(arg, bindings) for arg in part.args)
            kind = ABSENT if part.positive else DERIVED
            return (
                any(
                    one.name == part.name
                    and (one.kind == kind or (kind == DERIVED and one.kind == FACT))
                    and _alike(args, one.args)
                    for one in because
                )
                and (self._matcher.some(part, bindings) is None) == part.positive
            )
        return self._matcher.decide(part, needs, dict(bindings)) is False

    def _empty(self, part: Part, bindings: Bindings) -> bool:
        return isinstance(part, Literal) and part.positive and self._matcher.some(part, bindings) is None


def _alike(one: Pattern, other: Pattern) -> bool:
    """Say whether two patterns differ in their variables at most; a variable of the first may be anything."""
    if isinstance(one, Var):
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return not isinstance(other, Var) and bool(one == other)
