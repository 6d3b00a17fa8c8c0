"""The reasons that can be against each kind of event, out of the rules that say so."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from solver_bridge.program_text import Literal, Pattern, Program, Rule, Var, program
from solver_bridge.terms import Term
from solver_bridge.wording import speech

__all__ = ["Shape", "against_rules", "reasons_by_kind"]

Shape = tuple[str, int]
"""The name of a reason, and how many arguments it has."""

_BARRED = ("barred", 3)


@lru_cache(maxsize=8)
def reasons_by_kind(files: tuple[str, ...]) -> Mapping[str, tuple[Shape, ...]]:
    """Give, for each kind of event, the reasons that some rules files can have against it."""
    read = program(files)
    found: dict[str, set[Shape]] = {}
    for rule in read.rules(_BARRED):
        kind = _functor(rule.args[0])
        if kind is not None:
            found.setdefault(kind, set()).update(_reasons(read, rule))
    return {kind: tuple(sorted(reasons)) for kind, reasons in sorted(found.items())}


def _reasons(read: Program, rule: Rule) -> Iterator[Shape]:
    """Give the reasons that a rule gives: its own, or those of the predicate that it takes them from."""
    place = speech().reasons[rule.signature]
    reason = rule.args[place]
    if not isinstance(reason, Var):
        yield _shape(reason)
        return
    for part in rule.body:
        if isinstance(part, Literal):
            taken = (part.name, len(part.args))
            at = speech().reasons.get(taken)
            if at is not None and part.args[at] is reason:
                for other in read.rules(taken):
                    yield from _reasons(read, other)


def _functor(term: Pattern) -> str | None:
    name: Term | None = term[0] if isinstance(term, tuple) else term
    return name if isinstance(name, str) else None


def _shape(reason: Pattern) -> Shape:
    return (str(reason[0]), len(reason) - 1) if isinstance(reason, tuple) else (str(reason), 0)


def against_rules(shapes: Iterable[Shape]) -> str:
    """Write rules that call each reason against the event that is asked about by its name."""
    return "".join(
        f"against({name},T) :- asked(T), given(E,T), barred(E,{_call(name, arity)},T)."
        for name, arity in sorted(set(shapes))
    )


def _call(name: str, arity: int) -> str:
    return f"{name}({','.join('_' * arity)})" if arity else name
