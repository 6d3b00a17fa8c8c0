"""The one place that speaks to clingo: loads rules programs, grounds them with facts, gives back atoms."""

import os
import time
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import clingo

from solver_bridge.resources import asp_dir

__all__ = ["FOUND", "NONE", "UNKNOWN", "Atom", "EngineError", "Found", "Term", "read_facts", "search", "solve"]

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
            control.load(os.path.join(folder, file))
        except RuntimeError as error:
            raise EngineError("\n".join([*messages, str(error)])) from None
    return control, messages


def solve(files: Sequence[str], facts: str) -> list[Atom]:
    """Give the shown atoms of the one model of some rules files (relative to asp/) with facts.

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
            found.append([(s.name, *map(_term, s.arguments)) for s in model.symbols(shown=True)])
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


FOUND, NONE, UNKNOWN = "found", "none", "unknown"


class Found(NamedTuple):
    """What a search came to: a model's atoms if there is one, else that there is none, or that time ran out."""

    status: str
    atoms: tuple[Atom, ...] = ()


def search(
    files: Sequence[str],
    facts: str,
    *,
    options: Sequence[str] = (),
    names: Collection[str] = (),
    until: float | None = None,
) -> Found:
    """Look for one model of rules files that leave choices open; give its atoms of some names.

    `until` is the moment (of time.monotonic) at which the search gives up; grounding is not interrupted.
    """
    control, messages = _control(files, options)
    control.add("base", [], facts)
    try:
        control.ground([("base", [])])
    except RuntimeError as error:
        raise EngineError("\n".join([*messages, str(error)])) from None
    with control.solve(yield_=True, async_=True) as handle:
        while not handle.wait(0.25):
            if until is not None and time.monotonic() > until:
                handle.cancel()
                return Found(UNKNOWN)
        model = handle.model()
        if model is None:
            return Found(NONE if handle.get().unsatisfiable else UNKNOWN)
        atoms = (s for s in model.symbols(atoms=True) if s.name in names)
        return Found(FOUND, tuple((s.name, *map(_term, s.arguments)) for s in atoms))
