"""Images of ground rules: if each has its image among the rules, then with every model its image is one, too.

That is an argument about programs, whatever they say: a one-to-one map of atoms that takes a program to itself takes
its models to its models. Which maps are looked at, and where squares stand, is told by facts (scope/images.lp).
"""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from solver_bridge.engine import Grounded, GroundRule
from solver_bridge.proving.ground import facts_of, settled
from solver_bridge.terms import read_term

__all__ = ["Image", "Missing", "images_in", "missing"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\w\']+|.')
_TOLD = ("squares_in", "square_image", "word_image", "frees")
_NOTHING = 0

_Key: TypeAlias = tuple[bool, tuple[int, ...], tuple[int, ...] | tuple[tuple[int, int], ...], int]
"""A rule in one way of writing it: a choice or not, its head, its body, with weights if it has a bound, and that."""


class Missing(NamedTuple):
    """A rule whose image is no rule, and what a search has to be allowed that cannot lean on this image."""

    image: str
    frees: str
    rule: str


class Image:
    """A map of atoms and rules: squares at the places where squares stand, and words."""

    def __init__(
        self, squares: Mapping[str, str], words: Mapping[str, str], places: frozenset[tuple[str, int, int]]
    ) -> None:
        """Set what is put for what."""
        self._squares = squares
        self._words = words
        self._places = places
        self._named = {(name, arity) for name, arity, _ in places}
        self._known: dict[str, str] = {}

    def one_to_one(self) -> bool:
        """Say whether nothing is put for two things."""
        return all(set(of.keys()) == set(of.values()) for of in (self._squares, self._words))

    def moves_nothing(self) -> bool:
        """Say whether everything is put for itself, as in the mirror image of a single row."""
        return all(one == other for of in (self._squares, self._words) for one, other in of.items())

    def of_atom(self, atom: tuple[str, ...]) -> tuple[str, ...]:
        """Give the image of an atom, told as its name and its arguments."""
        name, *arguments = atom
        images: Iterable[str] = map(self.of, arguments)
        if (name, len(arguments)) in self._named:
            images = self._arguments(name, list(images))
        return (name, *images)

    def of(self, text: str) -> str:
        """Give the image of a term, an atom or a literal."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._mapped(text)
        return found

    def _mapped(self, text: str) -> str:
        open_terms: list[tuple[str, list[str]]] = [("", [""])]
        for token in _TOKEN.findall(text):
            name, arguments = open_terms[-1]
            if token == "(":
                word = arguments[-1]
                prefix, _, functor = word.rpartition(" ")
                arguments[-1] = f"{prefix} " if prefix else ""
                open_terms.append((functor, [""]))
            elif token == ",":
                arguments.append("")
            elif token == ")":
                open_terms.pop()
                open_terms[-1][1][-1] += f"{name}({','.join(self._arguments(name, arguments))})"
            else:
                arguments[-1] += self._words.get(token, token)
        return ",".join(open_terms[-1][1])

    def _arguments(self, name: str, arguments: Sequence[str]) -> Iterable[str]:
        for place, argument in enumerate(arguments, start=1):
            at_square = (name, len(arguments), place) in self._places
            yield self._squares.get(argument, argument) if at_square else argument


def images_in(ground: Grounded) -> dict[str, tuple[Image, str]]:
    """Give the images that the facts of a program tell of, each with what is freed without it."""
    atoms = (ground.atoms.get(fact, ("",)) for fact in facts_of(ground))
    told = [read_term(f"{name}({','.join(rest)})") for name, *rest in atoms if name in _TOLD]
    places: set[tuple[str, int, int]] = set()
    squares: dict[str, dict[str, str]] = {}
    words: dict[str, dict[str, str]] = {}
    frees: dict[str, str] = {}
    for name, first, *rest in (term for term in told if isinstance(term, tuple)):
        one, *other = map(str, rest)
        if name == "squares_in":
            places.add((str(first), int(one), int(other[0])))
        elif name == "frees":
            frees[_written(first)] = one
        else:
            (squares if name == "square_image" else words).setdefault(_written(first), {})[one] = other[0]
    every = frozenset(places)
    return {
        image: (Image(squares.get(image, {}), words.get(image, {}), every), frees[image])
        for image in sorted(frees)
    }


def _written(term: object) -> str:
    return f"{term[0]}({', '.join(map(str, term[1:]))})" if isinstance(term, tuple) else str(term)


class _Names:
    """Gives all atoms of a program, and of its images, numbers by which they are compared.

    Atoms that the rules do not name, which the grounder puts in for conditions and counts, are known by the rules that
    define them: two of them that have the same are one.
    """

    def __init__(self, ground: Grounded) -> None:
        self.ground = ground
        numbers = (abs(number) for _, head, body, _ in ground.rules for number in (*head, *body))
        self.most = max((*ground.atoms, *numbers), default=0)
        self.known = {atom: number for number, atom in ground.atoms.items()}
        self._defined: dict[int, list[GroundRule]] = {}
        self._chosen: set[int] = set()
        self.rules: list[GroundRule] = []
        for rule in ground.rules:
            choice, head, _, _ = rule
            if all(number in ground.atoms for number in head):
                self.rules.append(rule)
            elif choice or len(head) > 1:
                self._chosen.update(head)
                self.rules.append(rule)
            else:
                self._defined.setdefault(head[0], []).append(rule)
        self._same: dict[frozenset[_Key], int] = {}

    def numbers(self, image: Image | None = None) -> list[int]:
        """Give the number of each atom's image; that of -N stands at -N, as Python counts."""
        most = self.most
        found = [_NOTHING] * (2 * most + 1)
        for number, atom in self.ground.atoms.items():
            other = number if image is None else self.known.get(image.of_atom(atom), _NOTHING)
            found[number], found[-number] = other, -other
        pending: set[int] = set()

        def define(number: int) -> None:
            if number in self._chosen or number in pending:
                found[number] = number if image is None else _NOTHING
            else:
                pending.add(number)
                rules = self._defined.get(number, ())
                for _, _, body, _ in rules:
                    for inner in map(abs, body):
                        if found[inner] == _NOTHING and inner not in self.ground.atoms:
                            define(inner)
                same = frozenset(_key((False, (), body, weights), found) for _, _, body, weights in rules)
                found[number] = self._same.setdefault(same, most + 1 + len(self._same))
                pending.discard(number)
            found[-number] = -found[number]

        for number in range(1, most + 1):
            if found[number] == _NOTHING and number not in self.ground.atoms:
                define(number)
        return found

    def told(self, rule: GroundRule) -> str:
        """Write a rule."""
        _, head, body, _ = rule
        return f"{'; '.join(map(self._written, head))} :- {', '.join(map(self._written, body))}"

    def _written(self, literal: int) -> str:
        name, *arguments = self.ground.atoms.get(abs(literal), ("...",))
        atom = f"{name}({','.join(arguments)})" if arguments else name
        return f"not {atom}" if literal < 0 else atom


def _key(rule: GroundRule, numbers: Sequence[int]) -> _Key:
    """Write the image of a rule in one way."""
    choice, head, body, weights = rule
    images = [numbers[literal] for literal in body]
    heads = tuple(sorted([numbers[atom] for atom in head]))
    if weights is None:
        return choice, heads, tuple(sorted(images)), _NOTHING
    return choice, heads, tuple(sorted(zip(images, weights[1], strict=True))), weights[0]


def missing(
    ground: Grounded, names: Sequence[str] = (), until: float | None = None
) -> tuple[Missing, ...] | None:
    """Give, of each image (those named, or all that a program tells of), a rule whose image is no rule, if any.

    Nothing is given if the moment `until` (of time.monotonic) comes first.
    """
    told = images_in(ground)
    known = _Names(settled(ground))
    same = known.numbers()
    rules = {_key(rule, same) for rule in known.rules}
    found: list[Missing] = []
    for name in names or told:
        if until is not None and time.monotonic() > until:
            return None
        if name not in told:
            found.append(Missing(name, "", "there is no such image"))
            continue
        image, frees = told[name]
        if not image.one_to_one():
            found.append(Missing(name, frees, "the image is not one to one"))
            continue
        lost = _lost(known, rules, image)
        if lost is not None:
            found.append(Missing(name, frees, lost))
    return tuple(found)


def _lost(known: _Names, rules: set[_Key], image: Image) -> str | None:
    """Give a rule whose image is none, if there is one; an image that moves nothing though it should is none, too."""
    numbers = known.numbers(image)
    for rule in known.rules:
        if _key(rule, numbers) not in rules and not _is_told(known, rule):
            return known.told(rule)
    moved = image.moves_nothing() or any(
        numbers[number] != number for rule in known.rules for number in rule[1] if not _is_told(known, rule)
    )
    return None if moved else "no rule is moved"


def _is_told(known: _Names, rule: GroundRule) -> bool:
    """Say whether a rule is a fact that tells of images itself."""
    _, head, body, _ = rule
    return len(head) == 1 and not body and known.ground.atoms.get(head[0], ("",))[0] in _TOLD
