"""Bodies of rules matched against a model: which values of a rule's variables make it hold, and where it fails."""

from collections.abc import Iterator, Sequence
from typing import Any

from solver_bridge.engine import Model
from solver_bridge.program_text import (
    Aggregate,
    Arithmetic,
    Comparison,
    Condition,
    Interval,
    Literal,
    Part,
    Pattern,
    Var,
    variables,
)
from solver_bridge.terms import Term
from solver_bridge.unify import COMPARE, UNBOUND, Bindings, bound, match, match_all, value

__all__ = ["Matcher"]

_Atoms = Sequence[tuple[Term, ...]]
_FUNCTOR, _FIRST = object(), object()


class Matcher:
    """Finds what matches in one model."""

    def __init__(self, model: Model) -> None:
        """Begin with nothing looked up."""
        self.model = model
        self._indexes: dict[tuple[str, int, int], dict[Any, list[tuple[Term, ...]]]] = {}

    def candidates(self, literal: Literal, bindings: Bindings) -> _Atoms:
        """Give the atoms that a literal could match, and maybe others."""
        name, args, _ = literal
        best: _Atoms | None = None
        for position, pattern in enumerate(args):
            key = self._key(pattern, bindings)
            if key is None:
                continue
            found = self._index(name, len(args), position).get(key, ())
            if best is None or len(found) < len(best):
                best = found
                if not found:
                    break
        return self.model.atoms(name, len(args)) if best is None else best

    def _key(self, pattern: Pattern, bindings: Bindings) -> Any:
        found = value(pattern, bindings)
        if found is not UNBOUND:
            return found
        if isinstance(pattern, Var | Arithmetic | Interval) or not isinstance(pattern[0], str):
            return None
        first = value(pattern[1], bindings)
        return (
            (_FUNCTOR, pattern[0], len(pattern))
            if first is UNBOUND
            else (_FIRST, pattern[0], len(pattern), first)
        )

    def _index(self, name: str, arity: int, position: int) -> dict[Any, list[tuple[Term, ...]]]:
        index = self._indexes.get((name, arity, position))
        if index is None:
            index = self._indexes[name, arity, position] = {}
            for atom in self.model.atoms(name, arity):
                term = atom[position]
                index.setdefault(term, []).append(atom)
                if isinstance(term, tuple) and len(term) > 1:
                    index.setdefault((_FUNCTOR, term[0], len(term)), []).append(atom)
                    index.setdefault((_FIRST, term[0], len(term), term[1]), []).append(atom)
        return index

    def matches(self, literal: Literal, bindings: Bindings) -> Iterator[tuple[tuple[Term, ...], Bindings]]:
        """Give each atom that a literal matches, with the bindings that make it so."""
        for atom in self.candidates(literal, bindings):
            extended = dict(bindings)
            later: list[Part] = []
            if match_all(literal.args, atom, extended, later) and not later:
                yield atom, extended

    def some(self, literal: Literal, bindings: Bindings) -> tuple[Term, ...] | None:
        """Give one atom that a literal matches, or nothing."""
        for atom, _ in self.matches(literal, bindings):
            return atom
        return None

    def has(self, name: str, args: Sequence[Pattern]) -> bool:
        """Say whether the model has an atom; a variable in it stands for anything."""
        return self.some(Literal(name, tuple(args), True), {}) is not None

    def solutions(
        self, parts: Sequence[Part], needs: Sequence[frozenset[Var]], bindings: Bindings
    ) -> Iterator[Bindings]:
        """Give every way to bind the variables of some parts so that all of them hold."""
        open_parts = list(zip(parts, needs, strict=True))
        bindings = dict(bindings)
        if not self.settle(open_parts, bindings):
            return
        choice = self.choose([part for part, _ in open_parts], bindings)
        if choice is None:
            if open_parts:
                raise NotImplementedError(f"nothing binds {open_parts}")
            yield bindings
            return
        literal, _ = open_parts.pop(choice)
        rest, rest_needs = [part for part, _ in open_parts], [need for _, need in open_parts]
        assert isinstance(literal, Literal)
        for _, extended in self.matches(literal, bindings):
            yield from self.solutions(rest, rest_needs, extended)

    def settle(self, open_parts: list[tuple[Part, frozenset[Var]]], bindings: Bindings) -> bool:
        """Take out of some parts all that can be decided now; say whether they hold."""
        progress = True
        while progress and open_parts:
            progress = False
            waiting = []
            for part, needs in open_parts:
                verdict = self.decide(part, needs, bindings)
                if verdict is False:
                    return False
                if verdict is None:
                    waiting.append((part, needs))
                else:
                    progress = True
            open_parts[:] = waiting
        return True

    def choose(self, parts: Sequence[Part], bindings: Bindings) -> int | None:
        """Give the place of the positive literal that matches the fewest atoms."""
        best, least = None, 0
        for index, part in enumerate(parts):
            if isinstance(part, Literal) and part.positive:
                number = len(self.candidates(part, bindings))
                if best is None or number < least:
                    best, least = index, number
        return best

    def decide(self, part: Part, needs: frozenset[Var], bindings: Bindings) -> bool | None:
        """Say whether a part holds, binding what it defines; nothing where that cannot be said yet.

        A positive literal is left to be matched, except where nothing matches it.
        """
        if isinstance(part, Literal):
            if part.positive:
                return None if self.candidates(part, bindings) else False
            return self.some(part, bindings) is None if bound(needs, bindings) else None
        if isinstance(part, Comparison):
            return self._compare(part, bindings)
        if not bound(needs, bindings):
            return None
        if isinstance(part, Condition):
            return next(self.exceptions(part, bindings), None) is None
        return self._aggregate(part, bindings)

    def _compare(self, part: Comparison, bindings: Bindings) -> bool | None:
        terms = [value(term, bindings) for term in part.terms]
        if len(terms) == 2 and part.operators == ("=",):
            for one, other in ((0, 1), (1, 0)):
                if terms[one] is UNBOUND and terms[other] is not UNBOUND:
                    return self._define(part.terms[one], terms[other], bindings)
        if any(term is UNBOUND for term in terms):
            return None
        pairs = zip(terms, part.operators, terms[1:], strict=False)
        return all(COMPARE[operator](left, right) for left, operator, right in pairs)

    def _define(self, pattern: Pattern, term: Term, bindings: Bindings) -> bool | None:
        if isinstance(pattern, Interval):
            low, high = value(pattern.low, bindings), value(pattern.high, bindings)
            if low is UNBOUND or high is UNBOUND:
                return None
            return isinstance(term, int) and low <= term <= high
        later: list[Part] = []
        if not match(pattern, term, bindings, later):
            return False
        return None if later else True

    def instances(self, parts: Sequence[Part], bindings: Bindings) -> Iterator[Bindings]:
        """Give the ways in which a condition holds."""
        ranges = [part for part in parts if _is_range(part)]
        rest = [part for part in parts if not _is_range(part)]
        for start in self._within(ranges, bindings):
            yield from self.solutions(rest, [_named(part, start) for part in rest], start)

    def _within(self, ranges: Sequence[Any], bindings: Bindings) -> Iterator[Bindings]:
        if not ranges:
            yield bindings
            return
        variable, interval = ranges[0].terms
        low, high = value(interval.low, bindings), value(interval.high, bindings)
        for number in range(low, high + 1):
            yield from self._within(ranges[1:], {**bindings, variable: number})

    def exceptions(self, part: Condition, bindings: Bindings) -> Iterator[Bindings]:
        """Give the ways in which a condition holds and its literal does not."""
        for found in self.instances(part.condition, bindings):
            if not self.holds(part.literal, found):
                yield found

    def holds(self, part: Part, bindings: Bindings) -> bool:
        """Say whether a literal or a comparison without open variables holds."""
        if isinstance(part, Literal):
            return (self.some(part, bindings) is not None) == part.positive
        return bool(self.decide(part, frozenset(), dict(bindings)))

    def _aggregate(self, part: Aggregate, bindings: Bindings) -> bool | None:
        tuples = {
            value(terms, found)
            for terms, condition in part.elements
            for found in self.instances(condition, bindings)
        }
        weights = [item[0] for item in tuples if item and isinstance(item[0], int)]
        number = len(tuples) if part.function == "count" else sum(weights)
        if part.function in ("min", "max"):
            if not tuples:
                return False
            number = (max if part.function == "max" else min)(weights)
        for operator, pattern in part.guards:
            wanted = value(pattern, bindings)
            if wanted is UNBOUND:
                if operator != "=" or not match(pattern, number, bindings, []):
                    return None
            elif not COMPARE[operator](number, wanted):
                return False
        return True


def _is_range(part: Part) -> bool:
    return isinstance(part, Comparison) and isinstance(part.terms[-1], Interval)


def _named(part: Part, bindings: Bindings) -> frozenset[Var]:
    if isinstance(part, Literal) and part.positive:
        return frozenset()
    return frozenset(variables(part))
