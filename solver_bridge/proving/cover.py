"""A set of cases, none of which can be left out: rules that fire, reasons, and readings that act on one another.

Candidates come from searches (a line in which a rule fires, a reason holds, two readings are at work), from random
play, for what no scope has, and from rulings that are there already. Each
candidate that exercises something new is kept; what the others exercise, too, goes.
"""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from solver_bridge.engine import FOUND, Found
from solver_bridge.errors import UnusableInput
from solver_bridge.events import Event
from solver_bridge.model import Position
from solver_bridge.play import Conversation, talk_all
from solver_bridge.programs import scope_files
from solver_bridge.proving.cases import (
    REASON,
    RULE,
    Case,
    Item,
    Measure,
    asked,
    line_ruling,
    reading_pairs,
)
from solver_bridge.proving.decode import decode_talk
from solver_bridge.proving.families import against_rules
from solver_bridge.proving.hunt import Hunt, Quarry
from solver_bridge.proving.pairs import ASKED, Pair, reasons_of_kinds
from solver_bridge.proving.scenes import Scenes
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Workers
from solver_bridge.resources import asp_dir
from solver_bridge.rule_coverage import CoveredRule, covered_files, covered_rules
from solver_bridge.ruling import Ruling
from solver_bridge.vocabulary import load as load_vocabulary

__all__ = ["Cover", "Covering", "cover_data", "irredundant", "source_of"]

_TOGETHER = 12
_ASKED_TOGETHER = 20
_CLAUSE = "%%%"

Progress = Callable[[str, int, int], None]


class Cover(msgspec.Struct, frozen=True):
    """The cases, and what none of them exercises, with what is known of why."""

    cases: tuple[Case, ...]
    missing: Mapping[Item, str]


class Covering:
    """Builds a cover; what is there so far can be asked for at any moment."""

    def __init__(
        self,
        scope: Scope,
        workers: Workers,
        progress: Progress,
        *,
        seed: int = 1,
        games: int = 48,
        rulings: Sequence[Ruling] = (),
        files: Collection[str] | None = None,
    ) -> None:
        """Search in a scope, play so many games, choose from rulings; only the rules of some files are sought."""
        self.scope = scope
        self.workers = workers
        self.progress = progress
        self.scenes = Scenes(seed)
        self.games = games
        self.rulings = [ruling for ruling in rulings if ruling.ask.question != "outcomes"]
        self.why: dict[Item, str] = {}
        self.cases: list[Case] = []
        self._measure = Measure()
        self.wanted: dict[Item, Any] = {
            **{
                (RULE, rule.rule): rule for rule in covered_rules(covered_files() if files is None else files)
            },
            **{(REASON, pair.kind, pair.first): pair for pair in _single_reasons(scope.cards)},
        }
        self._items = list(self.wanted)
        self._numbers = {item: number for number, item in enumerate(self.wanted)}

    def run(self) -> Iterator[bool]:
        """Look for candidates and keep what is new; say at the end that it is reached."""
        self._hunt()
        self._random()
        self._given()
        self._readings()
        yield not self.workers.over()

    def cover(self) -> Cover:
        """Give the cases that are needed of those that are there by now, and what is missing."""
        needed = irredundant(tuple(self.cases))
        done = set().union(*(case.items for case in needed)) if needed else set()
        missing = {item: self._why_not(item) for item in self.wanted if item not in done}
        return Cover(tuple(_named(case, needed) for case in needed), missing)

    def _why_not(self, item: Item) -> str:
        what = self.wanted[item]
        beyond = _BEYOND.get(what.file) if isinstance(what, CoveredRule) else None
        return beyond or self.why.get(item, _UNFOUND)

    def _keep(self, ruling: Ruling, pairs: Iterable[Item] = ()) -> None:
        case = self._measure.case(ruling)
        if case is not None:
            case = Case(case.ruling, (case.items & self.wanted.keys()) | set(pairs))
            if self._measure.keep(case):
                self.cases.append(case)

    def _open(self) -> list[Item]:
        return [item for item in self.wanted if item not in self._measure.seen]

    def _hunt(self) -> None:
        """Search the scope for every rule and every reason; what is in no state of it can only be played."""
        files = {file for file in scope_files(self.scope.cards) if not file.startswith("scope/")}
        wanted = [
            item
            for item, what in self.wanted.items()
            if (
                what.file in files
                if isinstance(what, CoveredRule)
                else item[1] in reasons_of_kinds(self.scope.cards)
            )
        ]
        quarry = Quarry(self._atom, self._rules, ASKED, asks=True, names=("fired", "together"))
        hunt: Hunt[Item] = Hunt(quarry, self.scope, self.workers, self.progress)
        states = hunt.states(self.scope, wanted)
        possible = []
        for number, item in enumerate(wanted, start=1):
            self.progress("what can be in the scope at all", number, len(wanted))
            if hunt.never(states, item):
                self.why[item] = (
                    "in no state of the scope, whatever the event (induction); no random game came to it"
                )
            else:
                possible.append(item)
        rulings: list[tuple[Ruling, set[Item]]] = []
        for part, found in hunt.lines(possible, longest=5):
            lines = [(item, shown) for item, shown in found if shown.status == FOUND]
            for (_, shown), (position, events) in zip(lines, _decoded(part, lines), strict=True):
                rulings.append((line_ruling(position, events), self._shown(shown)))
            self.progress("lines that were found", len(rulings), len(possible))
        only_seen: set[Item] = set()
        while rulings and not self.workers.over():
            # The line with the most that is new, by what the search saw in it; a ruling need not show all of that.
            covered = self._measure.seen | only_seen
            ruling, items = max(rulings, key=lambda each: len(each[1] - covered))
            rulings.remove((ruling, items))
            if items <= covered:
                return
            self.progress(
                "cases out of lines that were found", len(self.cases), len(self.cases) + len(rulings)
            )
            for question in ("legal", "check"):
                if not items <= self._measure.seen | only_seen:
                    self._keep(line_ruling(ruling.position, ruling.ask.events, question))
            only_seen |= items - self._measure.seen
            self.why.update(dict.fromkeys(items - self._measure.seen, _NO_RULING))

    def _shown(self, done: Found) -> set[Item]:
        """Give what the search saw in a line."""
        found: set[Item] = set()
        for name, *terms in done.atoms:
            if name == "fired":
                found.add(self._items[terms[0]])
            elif name == "together" and terms[1] == terms[2]:
                found.add((REASON, str(terms[0]), str(terms[1])))
        return found & self.wanted.keys()

    def _atom(self, item: Item) -> str:
        what = self.wanted[item]
        return what.atom if isinstance(what, Pair) else f"fired({self._numbers[item]})"

    def _rules(self, _wanted: Collection[Item]) -> str:
        known = reasons_of_kinds(self.scope.cards)
        text = [f"askable({kind})." for kind in known]
        text.append(against_rules(shape for shapes in known.values() for shape in shapes))
        files = {file for file in scope_files(self.scope.cards) if not file.startswith("scope/")}
        for item, what in self.wanted.items():
            if isinstance(what, CoveredRule) and what.file in files:
                text += (f"fired({self._numbers[item]}) :- {mark.body}." for mark in what.fires)
        return "\n".join(text)

    def _random(self) -> None:
        """Play at random, and ask questions on the way, as long as something new comes up now and then."""
        for number in range(0, self.games, _TOGETHER):
            left = self._open()
            if not left or self.workers.over():
                return
            self.progress(f"random games; {len(left)} still to be exercised", number, self.games)
            positions = [
                made for made in (self.scenes.position() for _ in range(_TOGETHER)) if made is not None
            ]
            questions: list[Ruling] = []
            for played in talk_all([_usable(self.scenes.play(position)) for position in positions]):
                if played is not None:
                    questions += self._questions(*played)
            for start in range(0, len(questions), _ASKED_TOGETHER):
                self._sift(questions[start : start + _ASKED_TOGETHER])

    def _given(self) -> None:
        """Take from rulings that are there already those that exercise something new."""
        for start in range(0, len(self.rulings), _ASKED_TOGETHER):
            self.progress(f"rulings; {len(self._open())} still to be exercised", start, len(self.rulings))
            self._sift(self.rulings[start : start + _ASKED_TOGETHER])

    def _sift(self, rulings: Sequence[Ruling]) -> None:
        """Keep those of some rulings that exercise something new: they are asked together, and halved where some do."""
        if not rulings or self.workers.over() or not self._measure.promising(rulings):
            return
        half = len(rulings) // 2
        if not half:
            self._keep(rulings[0])
        else:
            self._sift(rulings[:half])
            self._sift(rulings[half:])

    def _questions(self, passed: Sequence[Position], events: Sequence[Event]) -> Iterator[Ruling]:
        """Give what can be asked of a line, and of where it passes."""
        rng = self.scenes.rng
        if events:
            yield line_ruling(passed[0], events, "check")
        place = rng.randrange(len(passed))
        here, before = passed[place], events[:place]
        if place:
            yield (
                line_ruling(here, events[place:], "check")
                if events[place:]
                else line_ruling(passed[0], before)
            )
            yield asked(passed[0], "orders", events=tuple(before))
        for _ in range(4):
            event = self.scenes.event(here)
            if event is not None:
                yield line_ruling(passed[0], (*before, event))
                yield line_ruling(here, (event,))
        units = list(passed[0].units)
        unit = rng.choice(units)
        yield asked(passed[0], "reach", unit=unit)
        yield asked(passed[0], "targets", unit=unit, path=())
        yield asked(passed[0], "interceptors", unit=unit, path=())
        yield asked(passed[0], "defenders", attacker=unit, target=rng.choice(units), path=None)

    def _readings(self) -> None:
        """Search for lines in which two readings are both at work, and see whether they act on one another."""
        pairs = _pairs_of_readings(self.scope.cards)
        quarry: Quarry[tuple[str, str]] = Quarry(
            lambda pair: f"both({pair[0]},{pair[1]})", lambda _: _uses(self.scope.cards)
        )
        hunt = Hunt(quarry, self.scope, self.workers, self.progress)
        states = hunt.states(self.scope, pairs)
        possible = [pair for pair in pairs if not hunt.never(states, pair)]
        for part, found in hunt.lines(possible, longest=5):
            if self.workers.over():
                return
            self.progress(f"readings that act on each other, {part.units} units, {part.squares}", 0, 0)
            rulings = [
                line_ruling(*line, "check")
                for line in _decoded(part, [f for f in found if f[1].status == FOUND])
            ]
            self._keep_readings(rulings)
        known = [*(case.ruling for case in self.cases), *self.rulings]
        self._keep_readings([ruling for ruling in known if ruling.ask.question == "check"])

    def _keep_readings(self, rulings: Sequence[Ruling]) -> None:
        for ruling in rulings:
            items = frozenset() if self.workers.over() else reading_pairs(ruling)
            if items - self._measure.seen:
                self._keep(ruling, items)


_NO_RULING = (
    "in lines that no ruling can ask about: what is forced is supplied in a ruling, and the first event that is not"
    " legal ends it"
)
_BEYOND = {
    "problems.lp": "of positions that are unusable, such as no ruling has",
    "resume.lp": "of what is remembered between two questions about a line",
    "texts.lp": "of texts that are not encoded, which are told beside an answer",
}
"""Files whose rules no ruling can ask about."""
_UNFOUND = "in no line of up to five events in the scope, and no random game came to it"


def _usable(conversation: Conversation[Any]) -> Conversation[Any]:
    try:
        return (yield from conversation)
    except UnusableInput:
        return None


def _decoded(part: Scope, found: Sequence[tuple[Any, Found]]) -> list[tuple[Position, tuple[Event, ...]]]:
    return talk_all([decode_talk(done.atoms, part.units) for _, done in found])


def _single_reasons(cards: Sequence[str]) -> Iterator[Pair]:
    for kind, shapes in reasons_of_kinds(cards).items():
        for name in sorted({name for name, _ in shapes}):
            yield Pair(kind, name, name)


def _pairs_of_readings(cards: Sequence[str]) -> list[tuple[str, str]]:
    """Give each two readings that the rules of a scope name."""
    names = sorted({name for name, _ in _rules_of_readings(cards)} & set(load_vocabulary().readings))
    return [(one, two) for at, one in enumerate(names) for two in names[at + 1 :]]


def _rules_of_readings(cards: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Give the body of every rule that names a reading, with its name."""
    files = tuple(file for file in scope_files(cards) if not file.startswith("scope/"))
    for rule in covered_rules(files):
        for mark in rule.fires:
            for name in load_vocabulary().readings:
                if f"reading({name}," in mark.body:
                    yield name, mark.body


@lru_cache(maxsize=4)
def _uses(cards: tuple[str, ...]) -> str:
    """Write rules that say which readings are at work, and which two of them are."""
    rules = [f"at_work({name}) :- {body}." for name, body in _rules_of_readings(cards)]
    return "\n".join([*rules, "both(N,M) :- at_work(N), at_work(M), N < M."])


def irredundant(cases: Sequence[Case]) -> list[Case]:
    """Give cases that exercise all that these do, and none of which can be left out."""
    counts = Counter(item for case in cases for item in case.items)
    needed = list(cases)
    for case in sorted(cases, key=lambda case: (len(case.items), str(case.ruling.to_data()))):
        if all(counts[item] > 1 for item in case.items):
            counts.subtract(case.items)
            needed.remove(case)
    return needed


def source_of(item: Item) -> str:
    """Give the source that something rests on: of a rule the one it stands under, else what it is."""
    if item[0] != RULE:
        return " ".join(item)
    file, _, line = item[1].partition("#")[0].rpartition(":")
    with open(os.path.join(asp_dir(), file), encoding="utf-8") as text:
        before = text.read().splitlines()[: int(line)]
    return next(
        (each.removeprefix(_CLAUSE).strip() for each in reversed(before) if each.startswith(_CLAUSE)), file
    )


def _named(case: Case, needed: Sequence[Case]) -> Case:
    """Name a case by what it alone exercises."""
    others = (
        set().union(*(other.items for other in needed if other is not case)) if len(needed) > 1 else set()
    )
    alone = sorted(case.items - others)
    number = needed.index(case) + 1
    note = "Only here: " + "; ".join(_told(item) for item in alone)
    source = source_of(alone[0]) if alone[0][0] == RULE else "Codex"
    ruling = msgspec.structs.replace(case.ruling, name=f"case-{number:03}", source=source, note=note)
    return Case(ruling, case.items)


def _told(item: Item) -> str:
    return f"{item[1]} ({source_of(item)})" if item[0] == RULE else " ".join(item)


def cover_data(cover: Cover) -> dict[str, Any]:
    """Give a cover as plain data, without the rulings."""
    return {
        "cases": [
            {
                "name": case.ruling.name,
                "exercises": [" ".join(item) for item in sorted(case.items)],
            }
            for case in cover.cases
        ],
        "missing": [{"what": " ".join(item), "why": why} for item, why in cover.missing.items()],
    }
