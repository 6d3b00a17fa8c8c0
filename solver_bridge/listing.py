"""Legal events: what the rules list, as events that can be written and read back."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import comb, prod
from typing import Any

from solver_bridge import events
from solver_bridge.asking import Answer
from solver_bridge.errors import LimitReached
from solver_bridge.events import Choice, Event
from solver_bridge.frozen import FrozenMap
from solver_bridge.paths import Paths
from solver_bridge.terms import Term

__all__ = ["MOST_SPLITS", "Lister", "legal_events", "ways_to_strike"]

MOST_SPLITS = 100_000
"""How many ways to split the strikes of a fight are listed at the most; with more the limit is reached."""


def ways_to_strike(answer: Answer, moment: int = 0) -> int:
    """Count the ways to split the strikes of the next stage of a fight (Strike)."""
    over: dict[Term, int] = {}
    for striker, _ in answer.get("splits_over", moment):
        over[striker] = over.get(striker, 0) + 1
    totals: dict[Term, int] = dict(answer.get("splits", moment))  # type: ignore[arg-type]
    return prod(comb(total + over[striker] - 1, over[striker] - 1) for striker, total in totals.items())


def legal_events(answer: Answer, moment: int = 0, most: int | None = None) -> tuple[Event, ...]:
    """Give the legal events of a moment (show/events.lp, show/paths.lp), in a fixed order.

    Of the ways to split strikes only so many are listed as `most` says. Raises LimitReached, without it, if there are
    more than anybody could read.
    """
    if most is None and ways_to_strike(answer, moment) > MOST_SPLITS:
        raise LimitReached
    lister = Lister(answer, moment, most)
    found = [event for (term,) in answer.get("can", moment) for event in lister.events(term)]
    return tuple(sorted(found, key=_rank))


def _rank(event: Event) -> tuple[Any, ...]:
    path = getattr(event, "path", ())
    return list(events.EVENT_TYPES).index(event.word), len(path or ()), str(event)


class Lister:
    """Makes events of the terms that the rules list, with the paths of the units."""

    def __init__(self, answer: Answer, moment: int = 0, most: int | None = None) -> None:
        """Read the paths of a moment."""
        self.most = most
        self.answer = answer
        self.moment = moment
        self.paths = Paths(answer, moment)
        self.several = {tuple(pair) for pair in answer.get("several", moment)}

    def value(self, term: Term) -> Any:
        """Give what a term means at the moment."""
        return self.answer.value(term, self.moment)

    def events(self, term: Any) -> Iterator[Event]:
        """Give the events that one term lists."""
        word, *arguments = term if isinstance(term, tuple) else (term,)
        yield from getattr(self, f"_{word}")(*arguments)

    def _move_and_attack(self, unit: Term, node: Term) -> Iterator[Event]:
        yield events.MoveAndAttack(unit=self.value(unit), path=self.paths.to(unit, node) or ())

    def _defend(self, unit: Term, node: Term) -> Iterator[Event]:
        yield events.Defend(unit=self.value(unit), path=self.paths.to(unit, node) or ())

    def _attack(self, unit: Term, target: Term, location: Term) -> Iterator[Event]:
        at = self.value(location) if (unit, target) in self.several else None
        yield events.Attack(unit=self.value(unit), target=self.value(target), at=at)

    def _decline_attack(self, unit: Term) -> Iterator[Event]:
        yield events.DeclineAttack(unit=self.value(unit))

    def _resolve(self, source: Term, option: Any = None) -> Iterator[Event]:
        yield events.Resolve(source=self.value(source), choice=self._option(source, option))

    def _option(self, source: Term, option: Any) -> Choice:
        word, *arguments = option if isinstance(option, tuple) else (option,)
        if word == "to":
            return Choice(to=self.paths.locations(source, arguments[0]))
        if word == "attack":
            return Choice(target=(self.value(arguments[0]),), path=self.paths.to(source, arguments[1]) or ())
        if word == "step":
            return Choice(path=(self.paths.locations(source, arguments[0]),))
        return Choice()

    def _decline(self, source: Term) -> Iterator[Event]:
        yield events.Decline(source=self.value(source))

    def _cast(self, player: str, card: str, option: Any) -> Iterator[Event]:
        if isinstance(option, tuple):
            _, unit, location = option
            to = self.paths.locations(unit, location)
            yield events.Cast(player=player, card=card, unit=self.value(unit), to=to)
        else:
            yield events.Cast(player=player, card=card)

    def _original(self, unit: Term, choice: str) -> Iterator[Event]:
        yield events.Original(unit=self.value(unit), choice=choice)

    def _intercept(self, unit: Term) -> Iterator[Event]:
        yield events.Intercept(unit=self.value(unit))

    def _pass(self, player: str) -> Iterator[Event]:
        yield events.Pass(player=player)

    def _begin_turn(self, player: str) -> Iterator[Event]:
        yield events.BeginTurn(player=player)

    def _strike(self) -> Iterator[Event]:
        totals: dict[Term, int] = dict(self.answer.get("splits", self.moment))  # type: ignore[arg-type]
        over: dict[Term, list[Term]] = {}
        for striker, struck in sorted(self.answer.get("splits_over", self.moment), key=str):
            over.setdefault(striker, []).append(struck)
        shares = [
            list(islice(self._shares(striker, total, over[striker]), self.most))
            for striker, total in sorted(totals.items(), key=str)
        ]
        for chosen in islice(product(*shares), self.most):
            yield events.Strike(assign=FrozenMap(dict(chosen)))

    def _shares(
        self, striker: Term, total: int, struck: Sequence[Term]
    ) -> Iterator[tuple[str, Mapping[str, int]]]:
        names = [self.value(term) for term in struck]
        for parts in _compositions(total, len(names)):
            share = {name: part for name, part in zip(names, parts, strict=True) if part}
            yield self.value(striker), FrozenMap(share or {names[0]: 0})


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Give every way to write a total as a sum of parts in order, zeros included."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)
