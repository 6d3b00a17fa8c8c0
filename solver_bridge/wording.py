"""Sentences for the steps of a proof, out of the rules' own: sentences.lp for atoms, entries.lp for clauses."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from solver_bridge.engine import read_facts
from solver_bridge.facts import Names
from solver_bridge.program_text import Clause, Pattern, Signature, Var
from solver_bridge.unify import UNBOUND, value

__all__ = ["Speech", "Wording", "speech"]

_HOLE = re.compile(r"\{(\d)\}")
_FILES = ("sentences.lp", "sentences_attack.lp", "entries.lp")
_ANYTHING = "anything"

_Key = tuple[Any, int]


class Speech(NamedTuple):
    """What the rules say of how to say it."""

    sentences: Mapping[_Key, tuple[str, ...]]
    denials: Mapping[_Key, tuple[str, ...]]
    plain: frozenset[_Key]
    obvious: frozenset[_Key]
    reasons: Mapping[Signature, int]
    clauses: Mapping[str, str]

    def speaking(self) -> frozenset[Signature]:
        """Give the predicates whose absence can be told."""
        return frozenset((key[0] if isinstance(key, tuple) else key, arity) for key, arity in self.denials)


@lru_cache(maxsize=1)
def speech() -> Speech:
    """Read the sentences."""
    sentences: dict[_Key, list[str]] = {}
    denials: dict[_Key, list[str]] = {}
    marked: dict[str, set[_Key]] = {"plain": set(), "obvious": set()}
    reasons: dict[Signature, int] = {}
    clauses: dict[str, str] = {}
    for name, args in read_facts(_FILES):
        if name == "sentence":
            sentences.setdefault(args[:2], []).append(args[2])
        elif name == "denial":
            denials.setdefault(args[:2], []).append(args[2])
        elif name in marked:
            marked[name].add(args[:2])
        elif name == "names_reason":
            reasons[args[0], args[1]] = args[2] - 1
        elif name == "clause":
            clauses[args[0]] = args[1]
    plain, obvious = map(frozenset, marked.values())
    return Speech(_sorted(sentences), _sorted(denials), plain, obvious, reasons, clauses)


def _listed(keys: frozenset[_Key], name: str, args: tuple[Pattern, ...]) -> bool:
    first = args[0] if args else None
    functor = first[0] if isinstance(first, tuple) else first
    return (name, len(args)) in keys or (
        not isinstance(functor, Var) and ((name, functor), len(args)) in keys
    )


def _sorted(texts: Mapping[_Key, Iterable[str]]) -> Mapping[_Key, tuple[str, ...]]:
    """Put those first that have the most holes."""

    def rank(text: str) -> tuple[int, str]:
        return -len(_HOLE.findall(text)), text

    return {key: tuple(sorted(found, key=rank)) for key, found in texts.items()}


def _used(sentence: str) -> list[int]:
    return [int(hole) for hole in _HOLE.findall(sentence)]


def _denied(
    sentence: str, args: tuple[Pattern, ...], holes: tuple[Pattern, ...], functor: tuple[Pattern, ...]
) -> tuple[Pattern, ...]:
    """Give all that a sentence denies: what it does not name may be anything; the moment, which is last, stays."""
    used = {*_used(sentence), len(holes) - 1}
    opened = tuple(hole if index in used else Var(f"{index}") for index, hole in enumerate(holes))
    if not functor or not isinstance(args[0], tuple):
        return (*functor, *opened)
    inner = len(args[0]) - 1
    return ((*functor, *opened[:inner]), *opened[inner:])


class Wording:
    """Says what atoms mean in one position."""

    def __init__(
        self,
        names: Names,
        places: Mapping[Any, str],
        abilities: Mapping[str, str],
        holds: Callable[[str, tuple[Pattern, ...]], bool],
    ) -> None:
        """Take the position's names, how its locations are called, the words of abilities, and the answer.

        `holds` says whether the answer has an atom; a variable in it stands for anything.
        """
        self._names = names
        self._holds = holds
        self._places = places
        self._abilities = abilities
        self._speech = speech()

    def term(self, term: Pattern) -> str:
        """Say a term."""
        if isinstance(term, Var):
            return _ANYTHING
        if (
            isinstance(term, tuple)
            and term not in self._places
            and len(term) > 1
            and value(term, {}) is UNBOUND
        ):
            return f"{term[0]}({', '.join(self.term(part) for part in term[1:])})"
        if isinstance(term, str) and term in self._abilities and term not in self._names.names:
            return self._abilities[term]
        found = self._names.value(term, self._places)
        return "(" + ", ".join(map(str, found)) + ")" if isinstance(found, tuple) else str(found)

    def _find(
        self, texts: Mapping[_Key, Sequence[str]], name: str, args: tuple[Pattern, ...]
    ) -> tuple[Sequence[str], tuple[Pattern, ...], tuple[Pattern, ...]]:
        """Give the texts for an atom, their holes, and the functor that the first of these belong to."""
        first = args[0] if args else None
        if isinstance(first, tuple) and ((name, first[0]), len(args)) in texts:
            return texts[(name, first[0]), len(args)], (*first[1:], *args[1:]), first[:1]
        if isinstance(first, str) and ((name, first), len(args)) in texts:
            return texts[(name, first), len(args)], args[1:], (first,)
        return texts.get((name, len(args)), ()), args, ()

    def _said(self, sentence: str, holes: tuple[Pattern, ...]) -> str | None:
        if any(value(holes[index], {}) is UNBOUND for index in _used(sentence)):
            return None
        return _HOLE.sub(lambda hole: self.term(holes[int(hole[1])]), sentence)

    def sentence(self, name: str, args: tuple[Pattern, ...]) -> str | None:
        """Say that an atom holds, or nothing if that is routine."""
        sentences, holes, _ = self._find(self._speech.sentences, name, args)
        return next((said for text in sentences if (said := self._said(text, holes))), None)

    def denial(self, name: str, args: tuple[Pattern, ...]) -> str | None:
        """Say that there is no such atom, or nothing if that is routine.

        What a sentence leaves out, it denies of everything: it is said only where there is no such atom at all.
        """
        sentences, holes, functor = self._find(self._speech.denials, name, args)
        for text in sentences:
            said = self._said(text, holes)
            if said is not None and not self._holds(name, _denied(text, args, holes, functor)):
                return said
        return None

    def is_plain(self, name: str, args: tuple[Pattern, ...]) -> bool:
        """Say whether what an atom rests on needs not be told."""
        return _listed(self._speech.plain, name, args)

    def is_obvious(self, name: str, args: tuple[Pattern, ...]) -> bool:
        """Say whether an atom needs not be told where it is one case of several."""
        return _listed(self._speech.obvious, name, args)

    def reason(self, name: str, args: tuple[Pattern, ...]) -> str | None:
        """Give the name of the reason that an atom is about, if it is about one."""
        index = self._speech.reasons.get((name, len(args)))
        if index is None:
            return None
        term = args[index]
        return term[0] if isinstance(term, tuple) else None if isinstance(term, Var) else str(term)

    def words(self, clause: Clause) -> str:
        """Say what the clause of a rule says: its own words, else those of the clauses that it names."""
        if clause.words:
            return clause.words
        known = [self._speech.clauses.get(source.strip()) for source in clause.sources.split(" / ")]
        return " ".join(words for words in known if words)
