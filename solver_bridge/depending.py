"""What an answer hangs on: the named readings and the editions under which it would be another one.

The same question is asked once more under each that could matter. Settled questions that are kept for comparing only
are never asked, nor those that the position's edition does not leave open.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from solver_bridge.answers import Attacks, BarredAttack, LegalAttack, attacks_all
from solver_bridge.asking import Request
from solver_bridge.conversation import Conversation, put, talk_all
from solver_bridge.errors import ArbiterError
from solver_bridge.events import Event
from solver_bridge.facts import cards_named
from solver_bridge.model import Position
from solver_bridge.play import Line, follow
from solver_bridge.programs import JUDGE, PLAY, files_for
from solver_bridge.reasons import Reason
from solver_bridge.relevance import EDITION, named_readings, question_readings, verdict_readings
from solver_bridge.vocabulary import load as load_vocabulary

__all__ = [
    "Alternative",
    "Dependence",
    "alternatives",
    "attack_key",
    "attacks_depend",
    "event_readings",
    "line_depends",
    "question_depends",
    "verdict_depends",
    "verdict_talk",
]

T = TypeVar("T")


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


# An event


def event_readings(position: Position, events: Sequence[Event]) -> frozenset[str]:
    """Give what could turn the verdict on the last of some events, or, of several, what comes of one before it."""
    cards = cards_named(position)
    if len(events) > 1:
        return named_readings(files_for((PLAY, "verdict"), cards))
    return verdict_readings(files_for((JUDGE, "verdict"), cards), events[0].word)


def verdict_depends(position: Position, events: Sequence[Event]) -> tuple[Dependence, ...]:
    """Give the readings and editions under which the last event's verdict, or a reason against it, would be another."""
    others = alternatives(position, event_readings(position, events))
    if not others:
        return ()
    judge = verdict_talk if len(events) == 1 else _last_verdict
    usual, *answers = _answers(
        [judge(one, events) for one in (position, *(o.under(position) for o in others))]
    )
    return tuple(
        Dependence(other, answer) for other, answer in zip(others, answers, strict=True) if answer != usual
    )


def verdict_talk(position: Position, events: Sequence[Event]) -> Conversation[dict[str, Any]]:
    """Judge one event as it is, with nothing supplied before it."""
    answer = yield from put(Request(position, tuple(events), (), (JUDGE, "verdict")))
    legal = ("legal",) in answer.get("verdict")
    return _told(legal, answer.reasons("why"))


def _last_verdict(position: Position, events: Sequence[Event]) -> Conversation[dict[str, Any]]:
    """Judge the last of several events; one before it that is not legal stands in for it, with its place."""
    line = yield from follow(position, events, complete=False)
    given = sum(not judged.supplied for judged in line.events)
    return {**_told(line.legal, line.events[-1].reasons), **({"at": given} if given < len(events) else {})}


def _told(legal: bool, reasons: Iterable[Reason]) -> dict[str, Any]:
    return (
        {"legal": True} if legal else {"legal": False, "reasons": sorted({reason.rule for reason in reasons})}
    )


def _answers(conversations: Sequence[Conversation[Any]]) -> list[Any]:
    return talk_all([_caught(conversation) for conversation in conversations])


def _caught(conversation: Conversation[Any]) -> Conversation[Any]:
    try:
        return (yield from conversation)
    except ArbiterError as error:
        return {"legal": False, "error": str(error)}


# Attacks


def attacks_depend(
    position: Position, *, why_not: bool = False
) -> dict[tuple[str, str, str], tuple[Dependence, ...]]:
    """Give, for each attack (unit, location, target) that some reading or edition turns, which ones do so.

    The attacks are those that are legal by the position's own readings and those that are legal by another one.
    """
    files = files_for((JUDGE, "attacks"), cards_named(position))
    others = alternatives(position, question_readings(files, "attack", 5))
    if not others:
        return {}
    usual, *answers = attacks_all([position, *(other.under(position) for other in others)], why_not=why_not)
    legal = _legal(usual)
    found: dict[tuple[str, str, str], list[Dependence]] = {}
    for other, answer in zip(others, answers, strict=True):
        for key in legal ^ _legal(answer):
            found.setdefault(key, []).append(Dependence(other, {"legal": key not in legal}))
    return {key: tuple(found[key]) for key in sorted(found)}


def _legal(attacks: Attacks) -> set[tuple[str, str, str]]:
    return {attack_key(attack) for attack in attacks.attacks}


def attack_key(attack: LegalAttack | BarredAttack) -> tuple[str, str, str]:
    """Give what tells an attack from others: unit, location and target."""
    return attack.unit, attack.at, attack.target


# Lines of play, and other questions


def question_depends(
    position: Position, ask: Callable[[Position], Conversation[T]], programs: tuple[str, ...] = (PLAY,)
) -> list[tuple[Alternative, T]]:
    """Answer a question under everything that its rules name, beginning with the position as it is."""
    named = named_readings(files_for(programs, cards_named(position)))
    others = alternatives(position, named)
    answers = _answers([ask(other.under(position)) for other in others])
    return list(zip(others, answers, strict=True))


def line_depends(
    position: Position, events: Sequence[Event], line: Line
) -> dict[int | None, tuple[Dependence, ...]]:
    """Give what each event's verdict in a line of play hangs on, by its place, and under None what the result does."""
    found: dict[int | None, list[Dependence]] = {}

    def ask(one: Position) -> Conversation[Line]:
        return follow(one, events)

    usual = _given(line)
    for other, answer in question_depends(position, ask):
        if not isinstance(answer, Line):
            continue
        verdicts = _given(answer)
        differs = False
        for index, verdict in enumerate(usual):
            if index < len(verdicts) and verdicts[index] != verdict:
                found.setdefault(index, []).append(Dependence(other, verdicts[index]))
                differs = True
        if not differs and answer.result != line.result:
            found.setdefault(None, []).append(Dependence(other, _changes(line.result, answer.result)))
    return {key: tuple(value) for key, value in found.items()}


def _given(line: Line) -> list[dict[str, Any]]:
    """Give the verdicts on the events that were given, not supplied."""
    return [{"legal": judged.legal} for judged in line.events if not judged.supplied]


def _changes(usual: Any, other: Any) -> Any:
    """Give what is different in another result."""
    if usual is None or other is None:
        return other
    return {field: value for field, value in other.items() if value != usual.get(field)}
