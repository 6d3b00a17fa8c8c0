"""Why a reading says nothing in a scope: what its rules speak of, and nothing of the scope has."""

from collections.abc import Iterable

from solver_bridge.engine import ground_rules, syntax
from solver_bridge.programs import scope_files
from solver_bridge.proving.scope import Scope

__all__ = ["unmet"]

_UNDER_WAY = ("scope/under_way.lp",)
_READING = "reading"


def unmet(reading: str, scope: Scope) -> tuple[str, ...]:
    """Give the predicates for want of which no rule that names a reading says anything in a scope, as name/arity.

    It is empty if some rule that names the reading may fire.
    """
    files = scope_files(scope.cards, *_UNDER_WAY)
    facts = f"{scope.facts()}allowed(departed).allowed(turns).plays(0).next(0,1).ask(events,0)."
    there = {(name, len(args)) for name, *args in ground_rules(files, facts).atoms.values()}
    found: set[str] = set()
    for needed in _needs(reading, files):
        lacking = {f"{name}/{arity}" for name, arity in needed if (name, arity) not in there}
        if not lacking:
            return ()
        found |= lacking
    return tuple(sorted(found))


def _needs(reading: str, files: Iterable[str]) -> Iterable[set[tuple[str, int]]]:
    """Give the predicates of each body that names a reading."""
    for rule in syntax(files):
        if rule.ast_type.name != "Rule":
            continue
        atoms = [
            literal.atom.symbol
            for literal in rule.body
            if literal.ast_type.name == "Literal"
            and literal.sign == 0
            and literal.atom.ast_type.name == "SymbolicAtom"
        ]
        if any(atom.name == _READING and str(atom.arguments[0]) == reading for atom in atoms):
            yield {(atom.name, len(atom.arguments)) for atom in atoms}
