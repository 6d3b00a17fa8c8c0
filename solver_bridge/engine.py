"""The one place that speaks to clingo: loads rules programs, grounds them with facts, gives back atoms."""

import re
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

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^(),"]+|[(),]')
_ESCAPE = re.compile(r"\\(.)")
_MOST_KNOWN = 200_000
_known: dict[str, Atom] = {}
"""What atoms come to by their text, without the last argument where that is a number: most come up again and again."""


class EngineError(RuntimeError):
    """The rules programs themselves are at fault: they do not load, or have not exactly one model."""


def read_term(text: str) -> Term:
    """Read a term as the solver writes it; one text is read faster than the solver is asked for each part of it."""
    stack: list[tuple[list[Term], str]] = []
    terms: list[Term] = []
    word = ""
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append((terms, word))
            terms, word = [], ""
        elif token == "," or token == ")":
            if word:
                terms.append(_simple(word))
                word = ""
            if token == ")":
                arguments = terms
                terms, functor = stack.pop()
                terms.append((functor, *arguments) if arguments else functor)
        else:
            word = token
    return _simple(word) if word else terms[0]


def _simple(word: str) -> Term:
    if word[0] == '"':
        return _ESCAPE.sub(lambda escape: "\n" if escape[1] == "n" else escape[1], word[1:-1])
    return int(word) if word[-1].isdigit() and word.lstrip("-").isdigit() else word


def _atom(symbol: clingo.Symbol) -> Atom:
    """Read an atom."""
    text = str(symbol)
    head, _, last = text.rpartition(",")
    moment = last[:-1]
    if head and moment.isdigit():
        return (*(_known.get(head) or _learn(head, head + ")")), int(moment))
    return _known.get(text) or _learn(text, text)


def _learn(key: str, text: str) -> Atom:
    atom = read_term(text)
    if isinstance(atom, int | str):
        atom = (atom,)
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    _known[key] = atom
    return atom


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
            found.append(list(map(_atom, model.symbols(shown=True))))
    if len(found) != 1:
        raise EngineError(f"{len(found)} models instead of one")
    return found[0]


@lru_cache(maxsize=16)
def _read(files: tuple[str, ...]) -> tuple[Atom, ...]:
    control, _ = _control(files)
    control.ground([("base", [])])
    return tuple(_atom(atom.symbol) for atom in control.symbolic_atoms)


def read_facts(files: Iterable[str]) -> list[tuple[str, tuple[Any, ...]]]:
    """Give the facts of some rules files as (name, arguments)."""
    return [(atom[0], atom[1:]) for atom in _read(tuple(files))]
