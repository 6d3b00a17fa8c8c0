"""The one place that speaks to clingo: loads rules programs, grounds them with facts, gives back atoms."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

import clingo

from solver_bridge.resources import asp_dir

__all__ = ["Atom", "EngineError", "Term", "read_facts", "read_term", "solve"]

Term: TypeAlias = int | str | tuple[Any, ...]
"""A ground term: a number, a constant or a string, or a tuple of a functor (empty for a tuple) and its arguments."""

Atom: TypeAlias = tuple[Any, ...]
"""An atom: its predicate's name and its arguments."""

_NUMBER = clingo.SymbolType.Number
_STRING = clingo.SymbolType.String
_FUNCTION = clingo.SymbolType.Function


class EngineError(RuntimeError):
    """The rules programs themselves are at fault: they do not load, or have not exactly one model."""


def _term(symbol: clingo.Symbol) -> Term:
    kind = symbol.type
    if kind == _FUNCTION:
        arguments = symbol.arguments
        if not arguments:
            return symbol.name
        return (symbol.name, *map(_term, arguments))
    if kind == _NUMBER:
        return symbol.number
    if kind == _STRING:
        return symbol.string
    return str(symbol)


def _control(files: Sequence[str], options: Sequence[str] = ()) -> tuple[clingo.Control, list[str]]:
    messages: list[str] = []
    control = clingo.Control(list(options), logger=lambda _, text: messages.append(text), message_limit=200)
    folder = asp_dir()
    for file in files:
        try:
            control.load(f"{folder}/{file}")
        except RuntimeError as error:
            raise EngineError("\n".join([*messages, str(error)])) from None
    return control, messages


def read_term(text: str) -> Term:
    """Read a term that was kept as text."""
    return _term(clingo.parse_term(text))


def _atoms(symbols: Iterable[clingo.Symbol], verbatim: frozenset[str]) -> list[Atom]:
    found: list[Atom] = []
    for symbol in symbols:
        if verbatim:
            text = str(symbol)
            name, _, rest = text.partition("(")
            if name in verbatim:
                kept, _, moment = rest[:-1].rpartition(",")
                found.append((name, kept, int(moment)))
                continue
        found.append((symbol.name, *map(_term, symbol.arguments)))
    return found


def solve(files: Sequence[str], facts: str, verbatim: frozenset[str] = frozenset()) -> list[Atom]:
    """Give the shown atoms of the one model of some rules files (relative to asp/) with facts.

    The arguments of a `verbatim` predicate but its last, a number, stay one text, as the rules write them.
    Raises EngineError where there is none or more than one: the rules decide every question.
    """
    control, messages = _control(files, ["2"])
    control.add("base", [], facts)
    try:
        control.ground([("base", [])])
    except RuntimeError as error:
        raise EngineError("\n".join([*messages, str(error)])) from None
    found: list[list[Atom]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            found.append(_atoms(model.symbols(shown=True), verbatim))
    if len(found) != 1:
        raise EngineError(f"{len(found)} models instead of one")
    return found[0]


@lru_cache(maxsize=16)
def _read(files: tuple[str, ...]) -> tuple[Atom, ...]:
    control, _ = _control(files)
    control.ground([("base", [])])
    return tuple((a.symbol.name, *map(_term, a.symbol.arguments)) for a in control.symbolic_atoms)


def read_facts(files: Iterable[str]) -> list[tuple[str, tuple[Any, ...]]]:
    """Give the facts of some rules files as (name, arguments)."""
    return [(atom[0], atom[1:]) for atom in _read(tuple(files))]
