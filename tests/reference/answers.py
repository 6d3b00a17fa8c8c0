"""Questions about a position, answered as plain data in the contract's shapes (reasons as names)."""

from __future__ import annotations

from typing import Any

from . import defending, outcomes, storyline
from .dumping import dump, observe
from .events import apply
from .listing import legal_events as listed
from .movement import plain_path, walk
from .movement import reach as reached
from .ongoing import is_disabled, settle
from .position import State, load
from .realm import ORDER, Unusable, order, plain
from .targets import all_targets, barred, cannot_act, everywhere, is_enemy_target, shared

Plain = dict[str, Any]


def read(position: Plain | State) -> State:
    """A settled state from plain data (a state stays as it is)."""
    if isinstance(position, State):
        return position
    state = load(position)
    for u in state.units.values():
        if u.carrier is not None and u.carrier not in state.units and u.carrier not in state.gone:
            raise Unusable(f"no unit: {u.carrier!r}")
    settle(state)
    if state.attack is None:
        state.dead = ()
    return state


def named(state: State, unit: str) -> str:
    """The unit, if the position has it."""
    if unit not in state.units:
        raise Unusable(f"no unit: {unit!r}")
    return unit


def reach(position: Plain, unit: str) -> Plain:
    """The unit's range of motion: each location with a shortest path."""
    state = read(position)
    found = reached(state, named(state, unit))
    places = sorted(found, key=ORDER.__getitem__)
    return {"unit": unit, "locations": [{"at": at, "path": plain_path(found[at])} for at in places]}


def attacks(position: Plain, unit: str | None = None, why_not: bool = True) -> Plain:
    """Every legal attack, and with every reason the barred ones."""
    state = read(position)
    legal: list[Plain] = []
    no: list[Plain] = []
    for name in list(state.units) if unit is None else [named(state, unit)]:
        u = state.units[name]
        if unit is None and u.controller != state.active:
            continue
        cannot = cannot_act(state, name)
        options: dict[tuple[str, str], tuple[Any, Any, list[str]]] = {}
        if is_disabled(state, u):
            continue
        for end in walk(state, name):
            if name not in end.state.units:
                continue
            for target in all_targets(end.state, name):
                for at in shared(end.state, name, target):
                    reasons = cannot + barred(end.state, name, target, at)
                    if reasons and not is_enemy_target(end.state, name, target):
                        continue
                    rank = (bool(reasons), len(end.path), [order(p) for p in end.path])
                    old = options.get((target, at))
                    if old is None or rank < old[0]:
                        options[target, at] = (rank, end.path, reasons)
        for (target, at), (_, path, reasons) in options.items():
            row: Plain = {"unit": name, "path": plain_path(path), "at": at, "target": target}
            if reasons:
                no.append({**row, "reasons": unique(reasons)})
            else:
                legal.append(row)

    def place(row: Plain) -> Any:
        return row["unit"], ORDER[row["at"]], row["target"]

    answer: Plain = {"edition": state.edition, "active": state.active, "attacks": sorted(legal, key=place)}
    if why_not:
        answer["barred"] = sorted(no, key=place)
    return answer


def unique(reasons: list[str]) -> list[str]:
    """Each reason once."""
    return list(dict.fromkeys(reasons))


def targets(position: Plain, unit: str, path: list[Any] | None = None) -> Plain:
    """What the unit may attack after that movement; of everything else every reason."""
    state = read(position)
    after, _ = apply(state, {"move_and_attack": {"unit": named(state, unit), "path": path or []}})
    if isinstance(after, list):  # it does not move, so there is no place from which it could attack
        return {"unit": unit, "targets": [], "reasons": dict.fromkeys(all_targets(state, unit), after)}
    state = after
    if unit not in state.units:
        return {"unit": unit, "targets": [], "reasons": {}}
    reasons = {target: everywhere(state, unit, target) for target in all_targets(state, unit)}
    return {
        "unit": unit,
        "targets": sorted(target for target, why in reasons.items() if not why),
        "reasons": {target: unique(why) for target, why in reasons.items() if why},
    }


def declared(
    position: Plain, attacker: str, target: str, path: list[Any] | None, at: str | None
) -> State | list[str]:
    """The state right after movement and declaration."""
    state = read(position)
    if state.attack is not None and state.attack.target == target and state.attack.unit == attacker:
        return state
    named(state, attacker)
    if path is None:
        rows = [r for r in attacks(position, attacker)["attacks"] if r["target"] == target]
        path = min(rows, key=lambda r: (len(r["path"]), r["at"]))["path"] if rows else []
    event = {"unit": attacker, "target": target, **({} if at is None else {"at": at})}
    for step_ in ({"move_and_attack": {"unit": attacker, "path": path}}, {"attack": event}):
        after, _ = apply(state, step_)
        if isinstance(after, list):
            return after
        state = after
    return state


def defenders(
    position: Plain, attacker: str, target: str, path: list[Any] | None = None, at: str | None = None
) -> Plain:
    """Who may defend right after the declaration, each with a path; and who may not, with every reason."""
    state = declared(position, attacker, target, path, at)
    if isinstance(state, list):
        return {"at": None, "defenders": [], "excluded": [], "reasons": state}
    assert state.attack is not None
    able, excluded = [], []
    for name in sorted(state.units):
        if name == attacker:
            continue
        reasons, ends = defending.cannot_defend(state, name)
        if reasons:
            excluded.append({"unit": name, "reasons": unique(reasons)})
        else:
            shortest = min(ends, key=lambda end: (len(end.path), [order(p) for p in end.path]))
            able.append({"unit": name, "path": plain_path(shortest.path)})
    return {"at": state.attack.at, "defenders": able, "excluded": excluded}


def interceptors(position: Plain, unit: str, path: list[Any] | None = None) -> Plain:
    """Who may intercept after that movement without an attack."""
    state = read(position)
    for event in ({"move_and_attack": {"unit": named(state, unit), "path": path or []}}, {"decline_attack": {"unit": unit}}):
        after, _ = apply(state, event)
        if isinstance(after, list):
            return {"at": None, "interceptors": [], "excluded": [], "reasons": after}
        state = after
    if state.attack is None:
        return {"at": None, "interceptors": [], "excluded": []}
    return all_interceptors(state)


def all_interceptors(state: State) -> Plain:
    """Who may intercept the unit that has just moved and attacked nobody; and who may not, with every reason."""
    assert state.attack is not None
    mover = state.attack.unit
    able, excluded = [], []
    for name in sorted(state.units):
        if name == mover:
            continue
        why = defending.cannot_intercept(state, name)
        if why:
            excluded.append({"unit": name, "reasons": unique(why)})
        else:
            able.append({"unit": name, "path": []})
    return {"at": plain(state.units[mover].at) if mover in state.units else None, "interceptors": able, "excluded": excluded}


def legal_events(position: Plain) -> list[Plain]:
    """Every legal event."""
    return listed(read(position))


def step(position: Plain, event: Plain) -> Plain | list[str]:
    """The next position as plain data (``attack`` under way and ``result`` included), or the reasons."""
    after, _ = apply(read(position), event)
    return after if isinstance(after, list) else dump(after)


def check(position: Plain, events: list[Plain], keep_going: bool = False) -> Plain:
    """Each event legal or not; the position reached; the result."""
    return outcomes.check(read(position), events, keep_going)


def all_outcomes(position: Plain, events: list[Plain] | tuple[()] = (), limit: int = 100_000) -> Plain:
    """Every end of the attack after these events, each of which must be legal."""
    state = read(position)
    for event in events:
        after, _, stuck = outcomes.supply(state, event)
        if stuck is not None:
            return {"reasons": apply(state, event)[0], "event": event}
        state = after
    return outcomes.outcomes(state, limit)


def orders(position: Plain) -> list[list[str]]:
    """Orders in which the pending triggers may resolve."""
    return storyline.orders(read(position))


def perft(position: Plain, depth: int) -> list[int]:
    """How many lines there are of each length up to the depth."""
    return outcomes.perft(read(position), depth)


def observed(position: Plain) -> Plain:
    """Everything observable of a position, in one canonical form."""
    return observe(read(position))


