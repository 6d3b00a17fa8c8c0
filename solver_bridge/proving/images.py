"""Images of ground rules: if each has its image among the rules, then with every model its image is one, too.

That is an argument about programs, whatever they say: a one-to-one map of atoms that takes a program to itself takes
its models to its models. Which maps are looked at, and where squares stand, is told by facts (scope/images.lp).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from solver_bridge.proving.ground import Ground, Rule, brace, conditions, read, simplified, split
from solver_bridge.terms import read_term

__all__ = ["Image", "Missing", "images_in", "missing"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[#\w\']+|.')
_NUMBER = re.compile(r"(#b\()?([0-9]+)(\)?)")
_PROJECTED = "#p_"
_TOLD = ("squares_in(", "square_image(", "word_image(", "frees(")


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
        self._known: dict[str, str] = {}

    def one_to_one(self) -> bool:
        """Say whether nothing is put for two things."""
        return all(set(of.keys()) == set(of.values()) for of in (self._squares, self._words))

    def moves_nothing(self) -> bool:
        """Say whether everything is put for itself, as in the mirror image of a single row."""
        return all(one == other for of in (self._squares, self._words) for one, other in of.items())

    def of(self, text: str) -> str:
        """Give the image of an atom or a literal."""
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
        key = name.removeprefix(_PROJECTED), len(arguments)
        for place, argument in enumerate(arguments, start=1):
            number = _NUMBER.fullmatch(argument) if (*key, place) in self._places else None
            if number is None:
                yield argument
            else:
                yield f"{number[1] or ''}{self._squares.get(number[2], number[2])}{number[3]}"


def images_in(ground: Ground) -> dict[str, tuple[Image, str]]:
    """Give the images that the facts of a program tell of, each with what is freed without it."""
    told = [read_term(fact) for fact in ground.facts if fact.startswith(_TOLD)]
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


def missing(lines: Iterable[str], names: Sequence[str] = ()) -> list[Missing]:
    """Give, of each image (those named, or all that a program tells of), a rule whose image is no rule, if any."""
    ground = simplified(read(lines))
    rules = {_canonical(rule, str) for rule in ground.rules}
    found: list[Missing] = []
    told = images_in(ground)
    for name in names or told:
        if name not in told:
            found.append(Missing(name, "", "there is no such image"))
            continue
        image, frees = told[name]
        if not image.one_to_one():
            found.append(Missing(name, frees, "the image is not one to one"))
            continue
        moved = image.moves_nothing()
        for rule in rules:
            other = _canonical(Rule(*rule), image.of)
            moved = moved or other != rule
            if other not in rules:
                found.append(Missing(name, frees, f"{rule[0]} :- {', '.join(rule[1])}"))
                break
        else:
            lost = [
                fact
                for fact in ground.facts
                if not fact.startswith(_TOLD) and image.of(fact) not in ground.facts
            ]
            if lost or not moved:
                found.append(Missing(name, frees, min(lost, default="no rule is moved")))
    return found


def _canonical(rule: Rule, image: Callable[[str], str]) -> tuple[str, tuple[str, ...]]:
    """Write the image of a rule in one way."""
    return _literal(rule.head, image), tuple(sorted({_literal(literal, image) for literal in rule.body}))


def _literal(literal: str, image: Callable[[str], str]) -> str:
    start = brace(literal)
    if start < 0:
        return image(literal) if ":" not in literal else _element(literal, image)
    end = literal.rindex("}")
    elements = sorted(_element(element, image) for element in split(literal[start + 1 : end], ";"))
    return f"{literal[: start + 1]}{';'.join(elements)}{literal[end:]}"


def _element(element: str, image: Callable[[str], str]) -> str:
    first, rest = conditions(element)
    return ":".join([image(first), ",".join(sorted(image(literal) for literal in rest))])
