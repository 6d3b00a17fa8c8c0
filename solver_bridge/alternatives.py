"""Other readings and editions: which there are for a position, and a question asked under each.

Settled questions that are kept for comparing only are never asked, nor those that the position's edition does not
leave open.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from solver_bridge.answers import Attacks, LegalAttack, attacks_talk
from solver_bridge.conversation import Conversation, talk_all
from solver_bridge.errors import ArbiterError, UnusableInput
from solver_bridge.facts import cards_named
from solver_bridge.model import Position
from solver_bridge.programs import files_for
from solver_bridge.resources import asp_dir
from solver_bridge.vocabulary import load as load_vocabulary

__all__ = [
    "EDITION",
    "Alternative",
    "Dependence",
    "alternatives",
    "ask_under",
    "attack_key",
    "attacks_and_dependences",
    "named_readings",
]

T = TypeVar("T")

EDITION = "edition"
"""Stands for the edition among the names of readings."""

_NAMED = re.compile(r"\breading\((\w+), \w+, \w+'*\)|\bsince\(\"")


@lru_cache(maxsize=64)
def named_readings(files: tuple[str, ...]) -> frozenset[str]:
    """Give the readings that some files name, and EDITION if they name one."""
    found = set()
    folder = asp_dir()
    for file in files:
        with open(f"{folder}/{file}", encoding="utf-8") as text:
            for line in text:
                if not line.startswith("%"):
                    found |= {name or EDITION for name in _NAMED.findall(line)}
    return frozenset(found)


class Alternative(msgspec.Struct, frozen=True):
    """A reading's other value, or another edition."""

    reading: str | None
    value: str

    def under(self, position: Position) -> Position:
        """Give a position under it."""
        if self.reading is None:
            return position.under(edition=self.value)
        return position.under(readings={self.reading: self.value})

    def to_data(self) -> dict[str, Any]:
        """Give it as plain data."""
        return (
            {"edition": self.value}
            if self.reading is None
            else {"reading": self.reading, "value": self.value}
        )


class Dependence(msgspec.Struct, frozen=True):
    """Another answer, and under what it is given."""

    alternative: Alternative
    answer: Any

    def to_data(self) -> dict[str, Any]:
        """Give it as plain data."""
        return {**self.alternative.to_data(), "answer": self.answer}


def alternatives(position: Position, named: Iterable[str]) -> tuple[Alternative, ...]:
    """Give each other value of the readings that are named, and the other editions if EDITION is."""
    vocabulary = load_vocabulary()
    named = frozenset(named)
    edition = position.edition or vocabulary.editions[0]
    found = [
        Alternative(reading.name, value)
        for reading in vocabulary.open_readings(edition)
        if reading.name in named
        for value in reading.values
        if value != position.readings.get(reading.name, reading.values[0])
    ]
    if EDITION in named:
        found += [Alternative(None, other) for other in vocabulary.editions if other != edition]
    return tuple(found)


def ask_under(
    position: Position,
    others: Iterable[Alternative],
    ask: Callable[[Position], Conversation[T]],
    usual: T | None = None,
) -> tuple[T, list[tuple[Alternative, Any]]]:
    """Answer a question about a position as it is, if `usual` is not that, and under each alternative.

    What cannot be answered is left out.
    """
    asked: list[tuple[Alternative, Position]] = []
    for other in others:
        try:
            asked.append((other, other.under(position)))
        except UnusableInput:
            continue
    first = [ask(position)] if usual is None else []
    answers = talk_all([*first, *(_caught(ask(one)) for _, one in asked)])
    if usual is None:
        usual = answers.pop(0)
    pairs = zip(asked, answers, strict=True)
    return usual, [(other, answer) for (other, _), answer in pairs if not isinstance(answer, ArbiterError)]


def _caught(conversation: Conversation[T]) -> Conversation[Any]:
    try:
        return (yield from conversation)
    except ArbiterError as error:
        return error


# Attacks


def attacks_and_dependences(
    position: Position, unit: str | None = None, *, why_not: bool = False
) -> tuple[Attacks, dict[tuple[str, str, str], tuple[Dependence, ...]]]:
    """Give the attacks, and for each (unit, location, target) that some reading or edition turns which ones do so.

    Turned are attacks that are legal by the position's own readings only, and those that are so by another one.
    """
    named = named_readings(files_for(("attacks",), cards_named(position)))
    usual, others = ask_under(
        position, alternatives(position, named), lambda one: attacks_talk(one, unit, why_not)
    )
    legal = _legal(usual)
    found: dict[tuple[str, str, str], list[Dependence]] = {}
    for other, answer in others:
        for key in legal ^ _legal(answer):
            found.setdefault(key, []).append(Dependence(other, {"legal": key not in legal}))
    return usual, {key: tuple(found[key]) for key in sorted(found)}


def _legal(attacks: Attacks) -> set[tuple[str, str, str]]:
    return {attack_key(attack) for attack in attacks.attacks}


def attack_key(attack: LegalAttack) -> tuple[str, str, str]:
    """Give what tells an attack from others: unit, location and target."""
    return attack.unit, attack.at, attack.target
