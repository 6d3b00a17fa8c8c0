"""Cases for a test suite: rulings with the answer of this engine, and what each of them exercises.

What can be exercised: a rule that fires; a reason that is against an event of some kind; two readings that act on one
another, so that the answer changes with either, and with one of them changed no more with the other.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from solver_bridge import words
from solver_bridge.alternatives import EDITION, Alternative
from solver_bridge.depending import line_depends
from solver_bridge.errors import ArbiterError
from solver_bridge.events import Event
from solver_bridge.frozen import freeze
from solver_bridge.judging import RulingReport, judged
from solver_bridge.model import Position
from solver_bridge.play import Conversation, follow, talk, talk_all
from solver_bridge.rule_coverage import Coverage, Mark, covered_rules
from solver_bridge.ruling import Ask, Ruling

__all__ = ["READINGS", "REASON", "RULE", "Case", "Item", "Measure", "asked", "line_ruling", "reading_pairs"]

Item = tuple[str, ...]
"""What is exercised: its kind, and its names."""

RULE, REASON, READINGS = "rule", "reason", "readings"
_CHECK, _LEGAL = "check", "legal"
_LEFT_OUT = ("card", "type", "power", "abilities")
"""Fields of a unit that no event of a line changes, or that only an effect does."""


class Case(msgspec.Struct, frozen=True):
    """A ruling, answered, and what it exercises."""

    ruling: Ruling
    items: frozenset[Item]


def asked(position: Position, question: str, **what: Any) -> Ruling:
    """Make a ruling whose answer is not known yet."""
    return Ruling(name="case", source="Codex", position=position, ask=Ask(question=question, **what))


def line_ruling(position: Position, events: Sequence[Event], question: str = _LEGAL) -> Ruling:
    """Make a ruling of a line of play: whether the last event is legal, or what it comes to."""
    return asked(position, question, events=tuple(events))


class Measure:
    """Asks rulings, and tells what each exercises."""

    def __init__(self) -> None:
        """Begin with nothing seen."""
        self.seen: set[Item] = set()
        self._whole = Coverage(_fires, every_time=True)
        self._known = Coverage(_fires)

    def case(self, ruling: Ruling) -> Case | None:
        """Answer a ruling and give it with all that it exercises; nothing if it cannot be asked."""
        self._whole.seen.clear()
        with self._whole.recording():
            answered = _answered(ruling)
        if answered is None:
            return None
        self._known.seen |= self._whole.seen
        rules = {(RULE, mark.rule) for mark in self._whole.seen}
        return Case(answered, frozenset(rules | _reasons(answered)))

    def keep(self, case: Case) -> bool:
        """Say whether a case exercises something that none before it has, and note that."""
        new = bool(case.items - self.seen)
        self.seen |= case.items
        return new

    def promising(self, rulings: Sequence[Ruling]) -> bool:
        """Say whether any of some rulings exercises something new: they are asked side by side."""
        before = set(self._known.seen)
        with self._known.recording():
            reports = talk_all([_safely(ruling) for ruling in rulings])
        new = {
            item
            for ruling, report in zip(rulings, reports, strict=True)
            if report is not None and report.got is not None
            for item in _reasons_in(ruling, report.got)
        }
        rules = self._known.seen > before
        self._known.seen = before
        return rules or bool(new - self.seen)


def _safely(ruling: Ruling) -> Conversation[RulingReport | None]:
    try:
        return (yield from judged(ruling))
    except ArbiterError:
        return None


def _fires(files: Sequence[str]) -> Sequence[Mark]:
    return [mark for rule in covered_rules(files) for mark in rule.fires]


def _reasons(ruling: Ruling) -> set[Item]:
    return _reasons_in(ruling, ruling.expect)


def _reasons_in(ruling: Ruling, told: Mapping[str, Any]) -> set[Item]:
    if ruling.ask.question != _LEGAL:
        return set()
    last = ruling.ask.events[-1].word
    return {(REASON, last, name) for name in told.get("reasons", ())}


def _answered(ruling: Ruling) -> Ruling | None:
    """Give a ruling with what the engine answers; nothing where it cannot be asked."""
    report = talk(_safely(ruling))
    if report is None or report.got is None:
        return None
    expect = _expect(ruling, report.got)
    return None if expect is None else msgspec.structs.replace(ruling, expect=freeze(expect))


def _expect(ruling: Ruling, got: Any) -> Mapping[str, Any] | None:
    question = ruling.ask.question
    if question == _LEGAL:
        return {"legal": got["legal"], "reasons": got["reasons"]} if not got["legal"] else {"legal": True}
    if question == _CHECK:
        if not got["legal"]:
            return None
        units = {name: _told(unit) for name, unit in got["position"]["units"].items()}
        found = {"legal": True, "position": {words.UNITS: units}}
        return {**found, "result": got["result"]} if got["result"] else found
    if question == "orders":
        return {"exactly": got}
    if isinstance(got, Mapping):
        return {"exactly": got["legal"], "reasons": got["reasons"]}
    return {"exactly": list(got)}


def _told(unit: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    if unit is None:
        return None
    return {field: value for field, value in unit.items() if value is not None and field not in _LEFT_OUT}


def reading_pairs(ruling: Ruling) -> frozenset[Item]:
    """Give the pairs of readings that act on one another in a line: what it comes to hangs on either of the two.

    One of them matters no more once the other is changed.
    """
    usual = talk(follow(ruling.position, ruling.ask.events))
    others: dict[str, Alternative] = {}
    for dependences in line_depends(ruling.position, ruling.ask.events, usual).values():
        for dependence in dependences:
            name = dependence.alternative.reading
            if name is not None and name != EDITION:
                others.setdefault(name, dependence.alternative)
    return frozenset(
        (READINGS, *sorted((one, two)))
        for one, two in combinations(sorted(others), 2)
        if _interact(ruling, others[one], others[two])
    )


def _interact(ruling: Ruling, one: Alternative, two: Alternative) -> bool:
    """Say whether one of two readings matters no more once the other has its other value."""
    changes = [{str(other.reading): other.value for other in group} for group in ((one,), (two,), (one, two))]
    lines = talk_all(
        [follow(ruling.position.under(readings=change), ruling.ask.events) for change in changes]
    )
    first, second, both = [(line.legal, len(line.events), line.result, line.whole) for line in lines]
    return both in (first, second)
