"""The syntax of rules, as far as it matters which variables a body binds: trees of clingo, taken as plain values."""

from collections.abc import Iterator, Sequence
from typing import Any

__all__ = ["ANONYMOUS", "BINARY", "anonymous", "bound", "children", "guarded", "nameless", "turned", "variables"]

ANONYMOUS = "_"
BINARY = ("^", "?", "&", "+", "-", "*", "/", "\\", "**")
"""Arithmetic with two arguments, by clingo's numbers."""
_GIVES_NOTHING = ("\\", "/", "**")


def turned(literal: Any) -> Any:
    """Give the literal that holds where this one does not."""
    return literal.update(sign=0 if literal.sign else 1)


def children(node: Any) -> Iterator[Any]:
    """Give the nodes right below a node."""
    for key in node.child_keys:
        value = getattr(node, key)
        if hasattr(value, "ast_type"):
            yield value
        elif value is not None:
            yield from (item for item in value if hasattr(item, "ast_type"))


def variables(node: Any) -> set[str]:
    """Give the names of the variables below a node."""
    if node.ast_type.name == "Variable":
        return set() if node.name == ANONYMOUS else {node.name}
    return set().union(*map(variables, children(node)))


def nameless(node: Any) -> bool:
    """Say whether an anonymous variable stands below a node."""
    if node.ast_type.name == "Variable":
        return bool(node.name == ANONYMOUS)
    return any(map(nameless, children(node)))


def guarded(aggregate: Any) -> set[str]:
    """Give the variables of an aggregate's guards."""
    guards = (aggregate.left_guard, aggregate.right_guard)
    return set().union(*(variables(guard) for guard in guards if guard is not None))


def bound(parts: Sequence[Any]) -> set[str]:
    """Give the variables to which a body gives values."""
    found: set[str] = set()
    size = -1
    while size != len(found):
        size = len(found)
        for part in parts:
            if part.ast_type.name != "Literal" or part.sign != 0:
                continue
            kind = part.atom.ast_type.name
            if kind == "SymbolicAtom":
                found |= _matched(part.atom.symbol)
            elif kind == "Comparison" and len(part.atom.guards) == 1:
                found |= _equated(part.atom, found)
            elif kind in ("Aggregate", "BodyAggregate") and part.atom.left_guard is not None:
                guard = part.atom.left_guard
                if _equals(guard):
                    found |= _matched(guard.term)
    return found


def _equals(guard: Any) -> bool:
    return str(guard).split()[0] == "=" or str(guard).split()[-1] == "="


def _equated(comparison: Any, bound: set[str]) -> set[str]:
    (guard,) = comparison.guards
    if not _equals(guard):
        return set()
    left, right = comparison.term, guard.term
    found: set[str] = set()
    if variables(right) <= bound and not nameless(right):
        found |= _matched(left)
    if variables(left) <= bound and not nameless(left):
        found |= _matched(right)
    return found


def _matched(term: Any) -> set[str]:
    """Give the variables of a term that take their values from what the term is matched with."""
    kind = term.ast_type.name
    if kind == "BinaryOperation":
        inside = variables(term)
        return inside if len(inside) == 1 and BINARY[term.operator_type] not in _GIVES_NOTHING else set()
    if kind == "Interval":
        return set()
    if kind == "Variable":
        return variables(term)
    return set().union(*map(_matched, children(term)))


def anonymous(node: Any, known: set[str]) -> Any:
    """Give an atom in which the variables that nothing else names mean "any"."""
    if node.ast_type.name == "Variable":
        return node if node.name in known else node.update(name=ANONYMOUS)
    changed: dict[str, Any] = {}
    for key in node.child_keys:
        value = getattr(node, key)
        if hasattr(value, "ast_type"):
            changed[key] = anonymous(value, known)
        elif value is not None:
            changed[key] = [anonymous(item, known) if hasattr(item, "ast_type") else item for item in value]
    return node.update(**changed)
