"""Bodies of rules matched against a model: which values of a rule's variables make it hold, and where it fails."""

from collections.abc import Iterator, Sequence
from typing import Any

from solver_bridge.engine import Model, Term
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

__all__ = [
    "UNBOUND",
    "Bindings",
    "Matcher",
    "bound",
    "match",
    "match_all",
    "rank",
    "renamed",
    "substituted",
    "value",
]

Bindings = dict[Var, Any]
"""What variables stand for: ground terms, or what is not known as a whole yet."""

_Atoms = Sequence[tuple[Term, ...]]


class _Unbound:
    __slots__ = ()


UNBOUND: Any = _Unbound()
"""The value of a pattern in which some variable has none."""


class _Open:
    """What a variable stands for that is not known as a whole."""

    __slots__ = ("pattern",)

    def __init__(self, pattern: Pattern) -> None:
        self.pattern = pattern


_FUNCTOR, _FIRST = object(), object()


def rank(term: Term) -> tuple[Any, ...]:
    """Give what terms are ordered by: numbers, then words, then compound terms by size, name and arguments."""
    if isinstance(term, int):
        return 1, term
    if isinstance(term, str):
        return 2, term
    return 3, len(term), term[0], tuple(rank(argument) for argument in term[1:])


def _power(x: int, y: int) -> int:
    return int(x**y)


_APPLY: dict[tuple[str, int], Any] = {
    ("+", 2): lambda x, y: x + y,
    ("-", 2): lambda x, y: x - y,
    ("*", 2): lambda x, y: x * y,
    ("/", 2): lambda x, y: UNBOUND if y == 0 else int(x / y),
    ("\\", 2): lambda x, y: UNBOUND if y == 0 else x - y * int(x / y),
    ("**", 2): _power,
    ("-", 1): lambda x: -x,
    ("|", 1): abs,
}
_COMPARE: dict[str, Any] = {
    "=": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
    "<": lambda x, y: rank(x) < rank(y),
    ">": lambda x, y: rank(x) > rank(y),
    "<=": lambda x, y: rank(x) <= rank(y),
    ">=": lambda x, y: rank(x) >= rank(y),
}


def value(pattern: Pattern, bindings: Bindings) -> Any:
    """Give the ground term that a pattern stands for, or UNBOUND."""
    if isinstance(pattern, Var):
        known = bindings.get(pattern, UNBOUND)
        return value(known.pattern, bindings) if type(known) is _Open else known
    if isinstance(pattern, Arithmetic):
        operands = [value(operand, bindings) for operand in pattern.operands]
        if any(not isinstance(operand, int) for operand in operands):
            return UNBOUND
        return _APPLY[pattern.operator, len(operands)](*operands)
    if isinstance(pattern, Interval):
        return UNBOUND
    if isinstance(pattern, tuple):
        found = []
        for item in pattern:
            item = value(item, bindings)
            if item is UNBOUND:
                return UNBOUND
            found.append(item)
        return tuple(found)
    return pattern


def bound(needs: frozenset[Var], bindings: Bindings) -> bool:
    """Say whether it is known what some variables stand for."""
    return needs <= bindings.keys() and all(
        type(bindings[need]) is not _Open or value(need, bindings) is not UNBOUND for need in needs
    )


def renamed(pattern: Pattern, names: dict[Var, Var]) -> Pattern:
    """Give a pattern whose variables are new ones."""
    if isinstance(pattern, Var):
        return names.setdefault(pattern, Var(""))
    return tuple(renamed(item, names) for item in pattern) if isinstance(pattern, tuple) else pattern


def substituted(pattern: Pattern, bindings: Bindings) -> Pattern:
    """Give a pattern with what is bound put in; a variable without a value stays."""
    found = value(pattern, bindings)
    if found is not UNBOUND:
        return found
    if isinstance(pattern, Var):
        known = bindings.get(pattern)
        return substituted(known.pattern, bindings) if type(known) is _Open else pattern
    if isinstance(pattern, tuple) and not isinstance(pattern, Arithmetic | Interval):
        return tuple(substituted(item, bindings) for item in pattern)
    return Var("")


def match(pattern: Pattern, term: Pattern, bindings: Bindings, later: list[Part]) -> bool:
    """Bind a pattern's variables so that it is a term; what cannot be solved yet is added to `later`.

    A variable within the term itself stands for anything.
    """
    if isinstance(term, Var):
        return _match_open(pattern, term, bindings)
    if isinstance(pattern, Var):
        known = bindings.get(pattern, UNBOUND)
        if known is UNBOUND:
            bindings[pattern] = _Open(term) if isinstance(term, tuple) and _open(term) else term
            return True
        return match(known.pattern if type(known) is _Open else known, term, bindings, later)
    if isinstance(pattern, Arithmetic | Interval):
        if not isinstance(term, int):
            return False
        return _solve(pattern, term, bindings, later)
    if isinstance(pattern, tuple):
        return (
            isinstance(term, tuple)
            and len(pattern) == len(term)
            and all(match(item, part, bindings, later) for item, part in zip(pattern, term, strict=True))
        )
    return bool(pattern == term)


def _match_open(pattern: Pattern, term: Var, bindings: Bindings) -> bool:
    known = value(term, bindings)
    if known is not UNBOUND:
        return match(pattern, known, bindings, [])
    known = value(pattern, bindings)
    if known is not UNBOUND:
        bindings[term] = known
    elif isinstance(pattern, Var) and pattern is not term and pattern not in bindings:
        bindings[pattern] = _Open(term)
    return True


def _open(term: Pattern) -> bool:
    return isinstance(term, Var) or (isinstance(term, tuple) and any(map(_open, term)))


def _solve(pattern: Arithmetic | Interval, term: int, bindings: Bindings, later: list[Part]) -> bool:
    found = value(pattern, bindings)
    if found is not UNBOUND:
        return bool(found == term)
    if isinstance(pattern, Arithmetic) and len(pattern.operands) == 2 and pattern.operator in "+-":
        left, right = pattern.operands
        known = value(right, bindings)
        if known is not UNBOUND:
            return match(left, term - known if pattern.operator == "+" else term + known, bindings, later)
        known = value(left, bindings)
        if known is not UNBOUND:
            return match(right, term - known if pattern.operator == "+" else known - term, bindings, later)
    later.append(Comparison((term, pattern), ("=",)))
    return True


def match_all(
    patterns: Sequence[Pattern], terms: Sequence[Pattern], bindings: Bindings, later: list[Part]
) -> bool:
    """Bind the variables of several patterns."""
    return all(match(pattern, term, bindings, later) for pattern, term in zip(patterns, terms, strict=True))


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
        return all(_COMPARE[operator](left, right) for left, operator, right in pairs)

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
        for start in self._numbered(ranges, bindings):
            yield from self.solutions(rest, [_named(part, start) for part in rest], start)

    def _numbered(self, ranges: Sequence[Any], bindings: Bindings) -> Iterator[Bindings]:
        if not ranges:
            yield bindings
            return
        variable, interval = ranges[0].terms
        low, high = value(interval.low, bindings), value(interval.high, bindings)
        for number in range(low, high + 1):
            yield from self._numbered(ranges[1:], {**bindings, variable: number})

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
            elif not _COMPARE[operator](number, wanted):
                return False
        return True


def _is_range(part: Part) -> bool:
    return isinstance(part, Comparison) and isinstance(part.terms[-1], Interval)


def _named(part: Part, bindings: Bindings) -> frozenset[Var]:
    if isinstance(part, Literal) and part.positive:
        return frozenset()
    return frozenset(variables(part))
