"""Listing every legal event."""

from __future__ import annotations

from typing import Any

from . import attack as attacking
from . import defending, fight, golem, storyline
from .movement import plain_path, walk
from .ongoing import is_disabled
from .position import Attack, State
from .realm import other
from .targets import cannot_act, declarable

Event = dict[str, Any]


def legal_events(state: State) -> list[Event]:
    """Every legal event; of paths that lead to the same next position one; no effects from outside."""
    if state.lost:
        return []
    if state.phase == "idle":
        found: list[Event] = []
        for name in state.units:
            if not cannot_act(state, name):
                found += [
                    {"move_and_attack": {"unit": name, "path": plain_path(end.path)}}
                    for end in walk(state, name)
                ]
        return [*found, {"begin_turn": {"player": other(state.active)}}]
    if state.phase == "golem":
        return [
            {"resolve": {"source": t.source, "choice": choice}}
            for t in golem.next_triggers(state)
            for choice in golem.resolutions(state, t.source)
        ]
    assert state.attack is not None
    listing = {"moved": _moved, "triggers": _triggers, "defend": _defends, "original": _original,
               "intercept": _intercepts, "fight": _strikes}  # fmt: skip
    return listing[state.phase](state, state.attack)


def _moved(state: State, now: Attack) -> list[Event]:
    found: list[Event] = []
    options = declarable(state, now.unit)
    for target, at in options:
        fields = {"unit": now.unit, "target": target}
        if len([t for t, _ in options if t == target]) > 1:
            fields["at"] = at
        found.append({"attack": fields})
    return [*found, {"decline_attack": {"unit": now.unit}}]


def _triggers(state: State, now: Attack) -> list[Event]:
    player = storyline.who(state)
    found: list[Event] = []
    own = [t for t in now.pending if t.player == player]
    for t in own:
        found += [{"resolve": {"source": t.source, "choice": c}} for c in storyline.resolutions(state, t)]
        if t.optional:
            found.append({"decline": {"source": t.source}})
    for caster in storyline.casters(state):
        ally = state.units[now.target or ""]
        plays = {"player": caster, "card": "Dodge Roll"}
        found += [
            {"cast": {**plays, "unit": ally.name, "to": plain_path((at,))[0]}}
            for at in ([] if storyline.stays_put(state, ally) else storyline.dodges(state, ally))
        ]
        found.append({"cast": plays})
    return [*found, *({"pass": {"player": passer}} for passer in storyline.passers(state))]


def _defends(state: State, now: Attack) -> list[Event]:
    found: list[Event] = []
    for name in state.units:
        reasons, ends = defending.cannot_defend(state, name)
        if reasons:
            continue
        for end in ends:
            fields = {"unit": name, "path": plain_path(end.path)}
            if attacking.asks(state) and name in end.state.units and _joins(end.state, name):
                by = attacking.chooser(state, name)
                found += [{"defend": {**fields, "original": c, "by": by}} for c in ("stays", "leaves")]
            else:
                found.append({"defend": fields})
    return [*found, {"pass": {"player": defending.facing(state)}}]


def _joins(state: State, name: str) -> bool:
    stopped = is_disabled(state, state.units[name])
    return not stopped or state.reading("disabled_on_arrival") == "joins"


def _original(state: State, now: Attack) -> list[Event]:
    by = attacking.chooser(state, now.asking or "")
    return [{"original": {"unit": now.target, "choice": c, "by": by}} for c in ("stays", "leaves")]


def _intercepts(state: State, _now: Attack) -> list[Event]:
    names = [name for name in state.units if not defending.cannot_intercept(state, name)]
    return [{"intercept": {"unit": n}} for n in names] + [{"pass": {"player": defending.facing(state)}}]


def _strikes(state: State, _now: Attack) -> list[Event]:
    return [{"strike": {"assign": assign}} for assign in fight.options(state)]
