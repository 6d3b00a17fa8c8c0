"""Patterns and the terms that they stand for: bindings of variables, arithmetic, the order of terms."""

from collections.abc import Sequence
from typing import Any

from solver_bridge.program_text import Arithmetic, Comparison, Interval, Part, Pattern, Var
from solver_bridge.terms import Term

__all__ = [
    "COMPARE",
    "UNBOUND",
    "Bindings",
    "Open",
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


class _Unbound:
    __slots__ = ()


UNBOUND: Any = _Unbound()
"""The value of a pattern in which some variable has none."""


class Open:
    """What a variable stands for that is not known as a whole."""

    __slots__ = ("pattern",)

    def __init__(self, pattern: Pattern) -> None:
        """Keep what is known: a pattern."""
        self.pattern = pattern


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
COMPARE: dict[str, Any] = {
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
        return value(known.pattern, bindings) if type(known) is Open else known
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
        type(bindings[need]) is not Open or value(need, bindings) is not UNBOUND for need in needs
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
        return substituted(known.pattern, bindings) if type(known) is Open else pattern
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
            bindings[pattern] = Open(term) if isinstance(term, tuple) and _open(term) else term
            return True
        return match(known.pattern if type(known) is Open else known, term, bindings, later)
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
        bindings[pattern] = Open(term)
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
