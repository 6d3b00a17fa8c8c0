"""Properties, goals and lemmas: files of rules, each with names, sources and sentences."""

import os
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from solver_bridge.engine import read_facts
from solver_bridge.resources import asp_dir

__all__ = ["GOALS", "LEMMAS", "PROPERTIES", "Claim", "claims_in", "shipped"]

PROPERTIES, GOALS, LEMMAS = "properties", "goals", "lemmas"
_FACTS = {PROPERTIES: "property", GOALS: "goal", LEMMAS: "lemma"}


class Claim(NamedTuple):
    """One property, goal or lemma: what it rests on, what it says, and the file it is in.

    It may want cards in the scope, other rules files, and to see the moment after the event; or it may say that
    something is an image of the rules, which is seen from them without any search; or be looked at in parts, or
    without something that a scope can have.
    """

    name: str
    source: str
    sentence: str
    file: str
    wants: tuple[str, ...] = ()
    loads: tuple[str, ...] = ()
    next: bool = False
    images: tuple[str, ...] = ()
    parts: int = 0
    without: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def shipped(kind: str) -> tuple[Claim, ...]:
    """Give everything of a kind that comes with the rules, in the order of the files."""
    folder = os.path.join(asp_dir(), kind)
    files = sorted(name for name in os.listdir(folder) if name.endswith(".lp"))
    return tuple(claim for file in files for claim in claims_in(kind, f"{kind}/{file}"))


def claims_in(kind: str, file: str) -> Iterable[Claim]:
    """Give what one file claims; a file of a user's own is named by its whole path."""
    facts = read_facts([file])
    said: dict[tuple[str, str], list[str]] = {}
    for name, arguments in facts:
        if name in ("wants", "loads", "needs_next", "by_image", "in_parts", "without"):
            said.setdefault((name, arguments[0]), []).append(str(arguments[-1]))
    for name, arguments in facts:
        if name == _FACTS[kind]:
            word, source, sentence = map(str, arguments)
            yield Claim(
                name=word,
                source=source,
                sentence=sentence,
                file=file,
                wants=tuple(said.get(("wants", word), ())),
                loads=tuple(said.get(("loads", word), ())),
                next=("needs_next", word) in said,
                images=tuple(said.get(("by_image", word), ())),
                parts=int(said.get(("in_parts", word), ["0"])[0]),
                without=tuple(said.get(("without", word), ())),
            )
