"""Proofs: why an atom is in the answer, and why another is not, out of the rules themselves.

A proof is a tree. An atom rests on one instance of a rule whose whole body holds, or it is a fact. The absence of an
atom rests on every rule that could derive it: in each case that the rule's body leaves, something does not hold.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from solver_bridge.matching import Matcher
from solver_bridge.program_text import (
    Aggregate,
    Comparison,
    Condition,
    Literal,
    Part,
    Pattern,
    Program,
    Rule,
    Signature,
    Var,
    variables,
)
from solver_bridge.terms import Term
from solver_bridge.unify import UNBOUND, Bindings, match_all, renamed, substituted, value

__all__ = ["ABSENT", "CASE", "COMPUTED", "DERIVED", "FACT", "REFUTED", "Proof", "Prover"]

FACT, DERIVED, ABSENT, REFUTED, CASE, COMPUTED = "fact", "derived", "absent", "refuted", "case", "computed"

_ALTERNATIVES = 4
"""Of how many instances of a rule the shortest proof is taken."""

_Key = tuple[str, tuple[Pattern, ...]]
"""A predicate and what stands in its places."""


class Proof:
    """A step of a proof, and the steps that it rests on.

    - fact: the atom is given; derived: `rule` gives it;
    - absent: no atom is like `name` and `args` (a variable stands for anything); below it every rule that could
      derive one, refuted, or nothing where there is no such rule, or where that is being shown further up (`again`);
    - refuted: `rule` derives nothing like `args`; below it what does not hold, or the cases that there are;
    - case: of all cases this one, in which the atom holds, but what stands below does not;
    - computed: a comparison or a sum that comes out as it does.
    """

    __slots__ = ("again", "args", "because", "bindings", "kind", "name", "part", "rule", "size")

    def __init__(
        self,
        kind: str,
        name: str,
        args: tuple[Pattern, ...],
        because: Sequence["Proof"] = (),
        rule: Rule | None = None,
        bindings: Bindings | None = None,
        part: Part | None = None,
        again: bool = False,
    ) -> None:
        """Keep the parts."""
        self.kind = kind
        self.name = name
        self.args = args
        self.because = tuple(because)
        self.rule = rule
        self.bindings: Mapping[Var, Term] = bindings or {}
        self.part = part
        self.again = again
        self.size: int = 1 + sum(proof.size for proof in self.because)

    def steps(self) -> Iterator["Proof"]:
        """Give each step of the proof once."""
        seen: set[int] = set()
        pending = [self]
        while pending:
            step = pending.pop()
            if id(step) not in seen:
                seen.add(id(step))
                yield step
                pending += step.because


class Prover:
    """Proves what holds in one model of a program, and the absence of what does not."""

    def __init__(
        self, rules: Program, matcher: Matcher, speaking: frozenset[Signature] = frozenset()
    ) -> None:
        """Take a program and its model; where there is a choice, absences of `speaking` predicates are shown."""
        self._rules = rules
        self._matcher = matcher
        self._speaking = speaking
        self._proofs: dict[_Key, Proof] = {}
        self._absences: dict[_Key, Proof] = {}
        self._open: set[_Key] = set()
        self._needed: set[_Key] = set()
        self._failed: dict[_Key, set[_Key]] = {}

    def prove(self, name: str, args: tuple[Term, ...]) -> Proof:
        """Prove an atom of the model."""
        found = self._prove(name, args)
        if found is None:
            raise LookupError(f"no proof of {name}{args}")
        return found

    def _prove(self, name: str, args: tuple[Term, ...]) -> Proof | None:
        """Prove an atom without those whose proofs are under way; nothing where that cannot be.

        What it then needs of them is kept: while they are under way, it cannot be proved by another route either.
        """
        key = name, args
        known = self._proofs.get(key)
        if known is not None:
            return known
        if (needed := self._lacking(key)) is not None:
            self._needed |= needed
            return None
        rules = self._rules.rules((name, len(args)))
        if not rules:
            return self._proofs.setdefault(key, Proof(FACT, name, args))
        outside, self._needed = self._needed, set()
        self._open.add(key)
        best = self._shortest(rules, name, args)
        self._open.discard(key)
        inside, self._needed = self._needed - {key}, outside
        if best is not None:
            return self._proofs.setdefault(key, best)
        if not any(self._heads(rule, args) for rule in rules):
            return Proof(FACT, name, args)
        self._failed[key] = inside
        self._needed |= inside
        return None

    def _lacking(self, key: _Key) -> set[_Key] | None:
        """Give those under way without which an atom cannot be proved; nothing if, for all that is known, it can."""
        needed: set[_Key] = set()
        pending, seen = [key], {key}
        while pending:
            one = pending.pop()
            if one in self._open:
                needed.add(one)
            elif one in self._proofs or one not in self._failed:
                return None
            else:
                pending += self._failed[one] - seen
                seen |= self._failed[one]
        return needed

    def _shortest(self, rules: Sequence[Rule], name: str, args: tuple[Term, ...]) -> Proof | None:
        """Give the shortest proof by an instance of one of the rules, of the first few of each."""
        best: Proof | None = None
        for rule in rules:
            proofs = (self._instance(rule, name, args, found) for found in self._instances(rule, args))
            for proof in islice((proof for proof in proofs if proof is not None), _ALTERNATIVES):
                if best is None or proof.size < best.size:
                    best = proof
            if best is not None and not best.because:
                break
        return best

    def _heads(self, rule: Rule, args: tuple[Pattern, ...]) -> tuple[Bindings, list[Part]] | None:
        bindings: Bindings = {}
        later: list[Part] = []
        return (bindings, later) if match_all(rule.args, args, bindings, later) else None

    def _instances(self, rule: Rule, args: tuple[Term, ...]) -> Iterator[Bindings]:
        head = self._heads(rule, args)
        if head is None:
            return
        bindings, later = head
        parts, needs = [*rule.body, *later], [*rule.needs, *(frozenset[Var]() for _ in later)]
        yield from self._matcher.solutions(parts, needs, bindings)

    def _instance(self, rule: Rule, name: str, args: tuple[Term, ...], found: Bindings) -> Proof | None:
        because: list[Proof] = []
        for part in rule.body:
            steps = self._holds(part, found)
            if steps is None:
                return None
            because += steps
        return Proof(DERIVED, name, args, because, rule, found)

    def _holds(self, part: Part, found: Bindings) -> list[Proof] | None:
        """Prove that a part of a body holds."""
        if isinstance(part, Literal):
            args = tuple(substituted(arg, found) for arg in part.args)
            if not part.positive:
                return [self.absence(part.name, args)]
            return self._proved([Literal(part.name, args, True)])
        if isinstance(part, Comparison):
            return []
        if isinstance(part, Aggregate):
            return self._proved(self._elements(part, found))
        steps: list[Proof] = []
        for bindings in self._matcher.instances(part.condition, found):
            below = self._holds(part.literal, bindings)
            if below is None:
                return None
            steps += below
        return steps

    def _proved(self, literals: Sequence[Literal]) -> list[Proof] | None:
        steps = []
        for literal in literals:
            atom = self._atom(literal)
            proof = None if atom is None else self._prove(literal.name, atom)
            if proof is None:
                return None
            steps.append(proof)
        return steps

    def _atom(self, literal: Literal) -> tuple[Term, ...] | None:
        """Give an atom that a literal matches: itself if it leaves nothing open."""
        whole = value(literal.args, {})
        return self._matcher.some(literal, {}) if whole is UNBOUND else tuple(whole)

    def _elements(self, part: Aggregate, found: Bindings) -> list[Literal]:
        """Give the atoms that an aggregate counts."""
        atoms: dict[_Key, None] = {}
        for _, condition in part.elements:
            for bindings in self._matcher.instances(condition, found):
                for literal in condition:
                    if isinstance(literal, Literal) and literal.positive:
                        atoms[literal.name, tuple(substituted(arg, bindings) for arg in literal.args)] = None
        return [Literal(name, args, True) for name, args in atoms]

    def absence(self, name: str, args: tuple[Pattern, ...]) -> Proof:
        """Prove that the model has no atom such as this one; a variable in it stands for anything."""
        names: dict[Var, Var] = {}
        args = tuple(renamed(arg, names) for arg in args)
        key = name, tuple(_closed(arg) for arg in args)
        known = self._absences.get(key)
        if known is not None:
            return known
        if key in self._open:
            return Proof(ABSENT, name, args, again=True)
        self._open.add(key)
        because = []
        for rule in self._rules.rules((name, len(args))):
            head = self._heads(rule, args)
            if head is not None:
                bindings, later = head
                needs = [*rule.needs, *(frozenset[Var]() for _ in later)]
                open_parts = list(zip([*rule.body, *later], needs, strict=True))
                because.append(Proof(REFUTED, name, args, self._refute(open_parts, bindings), rule, bindings))
        self._open.discard(key)
        return self._absences.setdefault(key, Proof(ABSENT, name, args, because))

    def _refute(self, parts: list[tuple[Part, frozenset[Var]]], bindings: Bindings) -> list[Proof]:
        """Show that some parts do not hold together: by one that fails alone, or case by case."""
        bindings = dict(bindings)
        self._bind(parts, bindings)
        failing = [part for part, needs in parts if self._fails(part, needs, bindings)]
        choice = None
        if failing:
            part = min(failing, key=self._preference)
            choice = self._instance_of(part, [other for other, _ in parts], bindings)
            if choice is None:
                return self._failure(part, bindings)
        else:
            self._matcher.settle(parts, bindings)
            choice = self._matcher.choose([part for part, _ in parts], bindings)
        if choice is None:
            raise LookupError(f"everything holds: {parts} {bindings}")
        literal, _ = parts[choice]
        assert isinstance(literal, Literal)
        rest = parts[:choice] + parts[choice + 1 :]
        cases = []
        for atom, extended in self._matcher.matches(literal, bindings):
            cases.append(Proof(CASE, literal.name, atom, self._refute(list(rest), extended)))
        return cases

    def _bind(self, parts: Sequence[tuple[Part, frozenset[Var]]], bindings: Bindings) -> None:
        """Bind what equations define."""
        before = -1
        while before != len(bindings):
            before = len(bindings)
            for part, needs in parts:
                if isinstance(part, Comparison | Aggregate):
                    self._matcher.decide(part, needs, bindings)

    def _fails(self, part: Part, needs: frozenset[Var], bindings: Bindings) -> bool:
        if isinstance(part, Literal) and part.positive:
            return self._matcher.some(part, bindings) is None
        return self._matcher.decide(part, needs, bindings) is False

    def _instance_of(self, failing: Part, parts: Sequence[Part], bindings: Bindings) -> int | None:
        """Give the place of a part that says of what a failing one is to be told, if that leaves it open.

        That is a literal that matches one atom only: the absence of others than that one's is beside the point.
        """
        if not isinstance(failing, Literal) or self._preference(failing) == 1:
            return None
        wanted = {variable for variable in variables(failing) if variable not in bindings}
        for index, part in enumerate(parts):
            if isinstance(part, Literal) and part.positive and part is not failing and wanted:
                if wanted.isdisjoint(variables(part)):
                    continue
                if len(list(islice(self._matcher.matches(part, bindings), 2))) == 1:
                    return index
        return None

    def _preference(self, part: Part) -> int:
        """Give how well it can be said that a part fails: the less the better."""
        if isinstance(part, Literal):
            return 1 if (part.name, len(part.args)) in self._speaking else 3
        return 0 if isinstance(part, Comparison) else 2

    def _failure(self, part: Part, bindings: Bindings) -> list[Proof]:
        """Prove that a part does not hold."""
        if isinstance(part, Literal):
            args = tuple(substituted(arg, bindings) for arg in part.args)
            if part.positive:
                return [self.absence(part.name, args)]
            atom = self._matcher.some(part, bindings)
            assert atom is not None
            return [self.prove(part.name, atom)]
        if isinstance(part, Condition):
            found = next(self._matcher.exceptions(part, bindings))
            steps = self._proved(
                [
                    Literal(one.name, tuple(substituted(arg, found) for arg in one.args), True)
                    for one in part.condition
                    if isinstance(one, Literal) and one.positive
                ]
            )
            return [*(steps or ()), *self._failure(part.literal, found)]
        steps = self._proved(self._elements(part, bindings)) if isinstance(part, Aggregate) else None
        return [Proof(COMPUTED, "", (), steps or (), bindings=bindings, part=part)]


_ANY = Var("")


def _closed(pattern: Pattern) -> Pattern:
    """Give a pattern in which all variables are the same one, so that equal ones can be told."""
    if isinstance(pattern, Var):
        return _ANY
    if isinstance(pattern, tuple):
        return tuple(_closed(item) for item in pattern)
    return pattern
