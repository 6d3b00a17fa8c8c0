"""What can be asked of a position: range of motion, attacks, defenders, interceptors, legal events."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from solver_bridge.asking import Answer, Request
from solver_bridge.conversation import Conversation, put, talk, talk_all
from solver_bridge.errors import IllegalEvent
from solver_bridge.model import Footprint, MovementPath, Position
from solver_bridge.paths import Paths, path_rank
from solver_bridge.programs import PLAY
from solver_bridge.reasons import NotTaken, Reason
from solver_bridge.terms import Term

if TYPE_CHECKING:
    from solver_bridge.events import Event
    from solver_bridge.play import Line

__all__ = [
    "Attacks", "BarredAttack", "Excluded", "LegalAttack", "Reach", "Responder", "Responders",
    "Targets", "apply", "attack_events", "attack_line", "attacks", "attacks_all", "attacks_talk",
    "defenders", "defenders_talk", "interceptors", "interceptors_talk", "judge", "legal_events",
    "path_data", "reach", "reach_talk", "targets", "targets_talk",
]


class LegalAttack(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An attack that is legal: who, along which shortest path, where, and what is attacked."""

    unit: str
    path: MovementPath
    at: str
    target: str

    def to_data(self) -> dict[str, Any]:
        """Give the attack as plain data."""
        return {"unit": self.unit, "path": path_data(self.path), "at": self.at, "target": self.target}

    @property
    def events(self) -> "tuple[Event, ...]":
        """Give the events that bring the attack about."""
        return attack_events(self.unit, self.target, self.path, self.at)


class BarredAttack(LegalAttack, frozen=True, kw_only=True, gc=False):
    """An attack on an enemy within reach that is not legal, with every reason."""

    reasons: tuple[Reason, ...]

    def to_data(self) -> dict[str, Any]:
        """Give the attack and the reasons as plain data."""
        return {**super().to_data(), "reasons": [reason.to_data() for reason in self.reasons]}


class Attacks(msgspec.Struct, frozen=True, kw_only=True):
    """Every legal attack of a position, and every barred one if they were asked for."""

    edition: str
    active: str
    attacks: tuple[LegalAttack, ...]
    barred: tuple[BarredAttack, ...]
    unencoded: tuple[str, ...]
    warnings: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how a copy in another process is made: of as few values as it takes."""
        rest = {field: getattr(self, field) for field in self.__struct_fields__ if field != "attacks"}
        return _handed_over, ([(each.unit, each.path, each.at, each.target) for each in self.attacks], rest)


def _handed_over(legal: Sequence[tuple[str, MovementPath, str, str]], rest: dict[str, Any]) -> Attacks:
    return Attacks(attacks=tuple(LegalAttack(unit=u, path=p, at=a, target=x) for u, p, a, x in legal), **rest)


class Reach(msgspec.Struct, frozen=True, kw_only=True):
    """The range of motion of a unit: each location, with a shortest path."""

    unit: str
    locations: tuple[tuple[str, MovementPath], ...]
    unencoded: tuple[str, ...]
    warnings: tuple[str, ...] = ()


class Responder(msgspec.Struct, frozen=True):
    """A unit that may defend or intercept, and a shortest path that it may take."""

    unit: str
    path: MovementPath


class Excluded(msgspec.Struct, frozen=True):
    """A unit that may not, with every reason."""

    unit: str
    reasons: tuple[Reason, ...]


class Responders(msgspec.Struct, frozen=True, kw_only=True):
    """Who may defend or intercept at a place, who may not, and the steps before that were not taken."""

    at: Footprint
    able: tuple[Responder, ...]
    excluded: tuple[Excluded, ...]
    not_taken: tuple[NotTaken, ...]
    unencoded: tuple[str, ...]
    warnings: tuple[str, ...] = ()


class Targets(msgspec.Struct, frozen=True, kw_only=True):
    """What a unit may attack once it has moved, and the reasons against everything else."""

    legal: tuple[str, ...]
    barred: tuple[Excluded, ...]
    unencoded: tuple[str, ...]
    warnings: tuple[str, ...] = ()


def path_data(path: MovementPath) -> list[Any]:
    """Write a path as plain data: an entry of several locations is a list."""
    return [entry[0] if len(entry) == 1 else list(entry) for entry in path]


def attack_events(unit: str, target: str, path: MovementPath, at: str | None = None) -> "tuple[Event, ...]":
    """Give the events of an attack by Move and Attack."""
    from solver_bridge.events import Attack, MoveAndAttack

    return MoveAndAttack(unit=unit, path=path), Attack(unit=unit, target=target, at=at)


def _cards(answer: Answer) -> tuple[str, ...]:
    found = {
        str(card) for moment in range(answer.request.last + 1) for (card,) in answer.get("unencoded", moment)
    }
    return tuple(sorted(found))


def _order(position: Position) -> dict[str, int]:
    return {name: index for index, name in enumerate(position.names)}


# Attacks


def attacks_talk(position: Position, unit: str | None, why_not: bool) -> Conversation[Attacks]:
    """Ask for the legal attacks of all units of the active player, or of one unit; with why_not the barred ones too."""
    asked: list[tuple[int, str, tuple[str, ...]]] = [(0, "attacks", () if unit is None else (unit,))]
    if why_not:
        asked.append((0, "why_not", ()))
    programs = ("attacks", "paths") if position.attack is None else (PLAY, "attacks", "paths")
    answer = yield from put(Request(position, (), tuple(asked), programs))
    return _read_attacks(answer)


def _read_attacks(answer: Answer) -> Attacks:
    paths = Paths(answer)
    position = answer.request.position
    best: dict[tuple[Term, Term, Term], tuple[MovementPath, list[Term]]] = {}
    for unit, node, location, target in answer.get("attack"):
        _keep(best, (unit, location, target), paths.to(unit, node), None)
    barred: dict[tuple[Term, Term, Term], tuple[MovementPath, list[Term]]] = {}
    for unit, node, location, target, reason in answer.get("no_attack"):
        _keep(barred, (unit, location, target), paths.to(unit, node), reason)
    order = _order(position)
    meant = {term: answer.value(term) for term in {*chain.from_iterable(best), *chain.from_iterable(barred)}}

    def rank(attack: LegalAttack) -> tuple[Any, ...]:
        return (
            order[attack.unit],
            len(attack.path),
            _square(attack.at),
            attack.at,
            order.get(attack.target, 999),
            attack.target,
        )

    legal = [
        LegalAttack(unit=meant[unit], path=path, at=meant[location], target=meant[target])
        for (unit, location, target), (path, _) in best.items()
    ]
    illegal = [
        BarredAttack(
            unit=meant[key[0]], path=path, at=meant[key[1]], target=meant[key[2]], reasons=answer.make_reasons(reasons)
        )
        for key, (path, reasons) in barred.items()
        if key not in best
    ]
    return Attacks(
        edition=str(answer.get("under_edition")[0][0]),
        active=position.active,
        attacks=tuple(sorted(legal, key=rank)),
        barred=tuple(sorted(illegal, key=rank)),
        unencoded=_cards(answer),
        warnings=answer.warnings(),
    )


def _keep(
    best: dict[tuple[Term, Term, Term], tuple[MovementPath, list[Term]]],
    key: tuple[Term, Term, Term],
    path: MovementPath | None,
    reason: Term | None,
) -> None:
    """Keep the shortest path to an attack, and the reasons that hold at its end."""
    path = path or ()
    known = best.get(key)
    if known is None or path_rank(path) < path_rank(known[0]):
        known = best[key] = (path, [])
    if reason is not None and path == known[0]:
        known[1].append(reason)


@lru_cache(maxsize=1024)
def _square(location: str) -> int:
    return int(location.rpartition(" ")[2])


def attacks(position: Position, unit: str | None = None, *, why_not: bool = False) -> Attacks:
    """Give every legal attack (of one unit), with `why_not` also the barred ones (Attack - Introduction and 1)."""
    return talk(attacks_talk(position, unit, why_not))


def attacks_all(positions: Sequence[Position], *, why_not: bool = False) -> list[Attacks]:
    """Answer `attacks` for many positions in one grounding."""
    return talk_all([attacks_talk(position, None, why_not) for position in positions])


# Range of motion


def reach_talk(position: Position, unit: str) -> Conversation[Reach]:
    """Ask for a unit's range of motion (Range of Motion)."""
    answer = yield from put(Request(position, (), ((0, "reach", (unit,)),), ("reach", "paths")))
    paths = Paths(answer)
    best: dict[str, MovementPath] = {}
    for term, location, node in answer.get("reached"):
        at, path = answer.value(location), paths.to(term, node) or ()
        if at not in best or path_rank(path) < path_rank(best[at]):
            best[at] = path
    ranked = sorted(best.items(), key=lambda item: (len(item[1]), _square(item[0]), item[0]))
    return Reach(unit=unit, locations=tuple(ranked), unencoded=_cards(answer), warnings=answer.warnings())


def reach(position: Position, unit: str) -> Reach:
    """Give a unit's range of motion: every location it could reach, each with a shortest path."""
    return talk(reach_talk(position, unit))


# Targets, defenders, interceptors: asked after movement


def targets_talk(position: Position, unit: str, path: MovementPath) -> Conversation[Targets]:
    """Ask what a unit may attack after a movement; nothing if it cannot use Move and Attack."""
    from solver_bridge.events import MoveAndAttack

    line = (MoveAndAttack(unit=unit, path=path),)
    answer = yield from put(Request(position, line, ((1, "targets", ()),), (PLAY, "verdict", "targets")))
    against = answer.reasons("why")
    everything = [name for name, section in position.names.items() if section == "units" and name != unit]
    everything += [f"site {square}" for square in position.sites]
    if against:
        barred = tuple(Excluded(name, against) for name in everything)
        return Targets(legal=(), barred=barred, unencoded=_cards(answer), warnings=answer.warnings())
    legal = {answer.value(target, 1) for _, target, _ in answer.get("may_attack", 1)}
    reasons: dict[str, list[Term]] = {}
    for _, target, reason in answer.get("may_not_attack", 1):
        reasons.setdefault(answer.value(target, 1), []).append(reason)
    return Targets(
        legal=tuple(name for name in everything if name in legal),
        barred=tuple(Excluded(name, answer.make_reasons(found, 1)) for name, found in reasons.items()),
        unencoded=_cards(answer),
        warnings=answer.warnings(),
    )


def targets(position: Position, unit: str, path: MovementPath = ()) -> Targets:
    """Give what a unit may attack once it has moved along a path (Attack 1)."""
    return talk(targets_talk(position, unit, path))


def _shortest_way(
    position: Position, unit: str, target: str, at: str | None
) -> Conversation[tuple[MovementPath, str | None]]:
    found = yield from attacks_talk(position, unit, True)
    for attack in (*found.attacks, *found.barred):
        if attack.target == target and at in (None, attack.at):
            return attack.path, attack.at
    return (), at


def _responders(
    position: Position, line: "tuple[Event, ...]", word: str, able: str, excluded: str, at: str
) -> Conversation[Responders]:
    last = len(line)
    answer = yield from put(Request(position, line, ((last, word, ()),), (PLAY, "verdict", word, "paths")))
    not_taken: tuple[NotTaken, ...] = ()
    for moment in range(last):
        if answer.get("verdict", moment) != [("legal",)]:
            raise IllegalEvent(line[moment], answer.reasons("why", moment), (), not_taken)
        not_taken += answer.not_taken(moment)
    paths = Paths(answer, last)
    best: dict[str, MovementPath] = {}
    for term, *node in answer.get(able, last):
        path = (paths.to(term, node[0]) if node else ()) or ()
        name = answer.value(term, last)
        if name not in best or path_rank(path) < path_rank(best[name]):
            best[name] = path
    reasons: dict[str, list[Term]] = {}
    for term, reason in answer.get(excluded, last):
        reasons.setdefault(answer.value(term, last), []).append(reason)
    order = _order(position)
    return Responders(
        at=tuple(sorted(answer.value(place, last) for (place,) in answer.get(at, last))),
        able=tuple(Responder(name, best[name]) for name in sorted(best, key=order.__getitem__)),
        excluded=tuple(
            Excluded(name, answer.make_reasons(reasons[name], last))
            for name in sorted(reasons, key=order.__getitem__)
        ),
        not_taken=not_taken,
        unencoded=_cards(answer),
        warnings=answer.warnings(),
    )


def attack_line(
    position: Position, attacker: str, target: str, path: MovementPath | None = None, at: str | None = None
) -> "Conversation[tuple[Event, ...]]":
    """Give the events of an attack, without a path by the shortest one to its target; none if it is under way."""
    if position.attack is not None:
        return ()
    if path is None:
        path, at = yield from _shortest_way(position, attacker, target, at)
    return attack_events(attacker, target, path, at)


def defenders_talk(
    position: Position, attacker: str, target: str, path: MovementPath | None = None, at: str | None = None
) -> Conversation[Responders]:
    """Ask who may defend against an attack; without a path it is the shortest one to the target."""
    line = yield from attack_line(position, attacker, target, path, at)
    return (
        yield from _responders(position, line, "defenders", "may_defend", "may_not_defend", "defended_at")
    )


def defenders(
    position: Position, attacker: str, target: str, path: MovementPath | None = None, at: str | None = None
) -> Responders:
    """Give who may defend and who may not (Attack 3.1); `at` says where, if they share several locations.

    Raises IllegalEvent if the attack itself is not legal.
    """
    return talk(defenders_talk(position, attacker, target, path, at))


def interceptors_talk(position: Position, unit: str, path: MovementPath = ()) -> Conversation[Responders]:
    """Ask who may intercept a unit that moves along a path and does not attack."""
    line: tuple[Event, ...] = ()
    if position.attack is None:
        from solver_bridge.events import DeclineAttack, MoveAndAttack

        line = (MoveAndAttack(unit=unit, path=path), DeclineAttack(unit=unit))
    return (
        yield from _responders(
            position, line, "interceptors", "may_intercept", "may_not_intercept", "intercepted_at"
        )
    )


def interceptors(position: Position, unit: str, path: MovementPath = ()) -> Responders:
    """Give who may intercept and who may not (Intercept)."""
    return talk(interceptors_talk(position, unit, path))


# Events


def legal_events(position: Position) -> "tuple[Event, ...]":
    """Give every legal event, those with a choice once for each way to make it."""
    from solver_bridge.play import list_events

    return talk(list_events(position))


def judge(position: Position, event: "Event") -> "Line":
    """Judge one event by itself: nothing is supplied before it."""
    from solver_bridge.play import follow

    return talk(follow(position, (event,), complete=False, supply=False))


def apply(position: Position, event: "Event") -> Position:
    """Give the position after an event; raise IllegalEvent, with every reason, if it is not legal."""
    line = judge(position, event)
    if not line.legal:
        raise IllegalEvent(event, line.events[-1].reasons, line.legal_instead)
    return line.position
