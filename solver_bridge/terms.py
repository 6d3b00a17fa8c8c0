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
_terms: dict[str, Term] = {}
_known: dict[str, Atom] = {}
"""What atoms come to by their text, less their last argument where that is a number: most come up again and again."""


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
    """Read an atom as the solver writes it."""
    head, _, last = text.rpartition(",")
    moment = last[:-1]
    if head and moment.isdigit():
        return (*(_known.get(head) or _learn(head, head + ")")), int(moment))
    return _known.get(text) or _learn(text, text)


def _read_flat(text: str) -> Atom | None:
    """Read an atom without strings argument by argument, as those come up again and again; nothing for other texts."""
    name, _, rest = text.partition("(")
    if '"' in text or not name or not rest:
        return None
    terms: list[Term] = [name]
    begun = ""
    for piece in rest[:-1].split(","):
        argument = f"{begun},{piece}" if begun else piece
        term = _terms.get(argument)
        if term is None:
            if argument.count("(") != argument.count(")"):
                begun = argument
                continue
            term = _terms[argument] = read_term(argument)
        begun = ""
        terms.append(term)
    return tuple(terms)


def _learn(key: str, text: str) -> Atom:
    atom = _read_flat(text)
    if atom is None:
        term = read_term(text)
        atom = (term,) if isinstance(term, int | str) else term
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
        _terms.clear()
    _known[key] = atom
    return atom
