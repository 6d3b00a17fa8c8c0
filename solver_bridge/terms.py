"""Terms and atoms as Python has them, read from the text that the solver writes."""

import re
from typing import Any, TypeAlias

__all__ = ["Atom", "Term", "read_atom", "read_term"]

Term: TypeAlias = int | str | tuple[Any, ...]
"""A ground term: a number, a constant or a string, or a tuple of a functor (empty for a tuple) and its arguments."""

Atom: TypeAlias = tuple[Any, ...]
"""An atom: its predicate's name and its arguments."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^(),"]+|[(),]')
_ESCAPE = re.compile(r"\\(.)")
_MOST_KNOWN = 8_192
_known: dict[str, Term] = {}
"""Names of atoms and whole arguments, by their text."""


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


def read_atom(text: str) -> Atom:
    """Read an atom as the solver writes it; its arguments come up again and again, and are known by then."""
    if text[-1] != ")":
        return (text,)
    atom = tuple(map(_known.get, text[:-1].replace("(", ",", 1).split(",")))
    return _learn(text) if None in atom else atom


def _learn(text: str) -> Atom:
    """Read an atom argument by argument; one with strings at once, as commas may stand in them."""
    if '"' in text:
        whole = read_term(text)
        return (whole,) if isinstance(whole, int | str) else whole
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
    name, _, rest = text.partition("(")
    terms: list[Term] = [_known.setdefault(name, name)]
    begun = ""
    for piece in rest[:-1].split(","):
        argument = f"{begun},{piece}" if begun else piece
        if argument.count("(") != argument.count(")"):
            begun = argument
            continue
        begun = ""
        # Another thread may forget all of them at any moment.
        term = _known.get(argument)
        if term is None:
            term = _known[argument] = read_term(argument)
        terms.append(term)
    return tuple(terms)
