"""Events: applying one, or saying every reason why it is illegal."""

from __future__ import annotations

from typing import Any

from . import attack as attacking
from . import defending, fight, golem, outside, storyline
from .movement import read_path, repeats, take_path
from .ongoing import has
from .position import DODGE_ROLL, State, Trigger, card_name
from .realm import ORDER, PLAYERS, Unusable
from .targets import barred, cannot_act, everywhere, known_target, shared, site_square

Event = dict[str, Any]
Skipped = list[tuple[Any, list[str]]]


class Illegal(Exception):
    """The event is not legal now."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(*reasons)
        self.reasons = list(reasons)


def apply(state: State, event: Event) -> tuple[State | list[str], Skipped]:
    """The state after the event (and the steps not taken), or the names of the reasons why it is illegal."""
    if not isinstance(event, dict) or len(event) != 1:
        raise Unusable(f"no event: {event!r}")
    (kind, fields), = event.items()
    if kind not in KINDS:
        raise Unusable(f"no event: {kind!r}")
    fields = dict(fields or {})
    if state.lost:
        return ["game_over"], []
    try:
        return KINDS[kind](state, fields)
    except Illegal as illegal:
        return illegal.reasons, []


def unit_of(state: State, fields: dict[str, Any], field: str = "unit") -> str:
    """The unit that the event names: if it has left, the event is illegal; if it never was, unusable."""
    name = fields.get(field)
    if name in state.units:
        return str(name)
    if name in state.gone:
        raise Illegal("gone")
    raise Unusable(f"no unit: {name!r}")


def must(condition: bool, reason: str = "not_now") -> None:
    """The event is illegal unless this holds."""
    if not condition:
        raise Illegal(reason)


def player_of(fields: dict[str, Any]) -> str:
    """The player that the event names."""
    if fields.get("player") not in PLAYERS:
        raise Unusable("player: north or south")
    return str(fields["player"])


def move_and_attack(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """Move and Attack: any path without a repeated step."""
    name = unit_of(state, fields)
    path = read_path(fields.get("path"))
    reasons = cannot_act(state, name)
    if repeats(state.units[name].at, path):
        reasons.append("repeated_step")
    if reasons:
        return reasons, []
    return attacking.move(state, name, path)


def attack(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """Attack 1: declaring an illegal target is an illegal event."""
    name = unit_of(state, fields)
    target, at = str(fields.get("target")), fields.get("at")
    must(known_target(state, target), "gone")
    must(state.phase == "moved" and state.attack is not None and state.attack.unit == name)
    places = shared(state, name, target)
    if at is not None and at not in ORDER:
        raise Unusable(f"no location: {at!r}")
    if at is None and len(places) > 1:
        # One location is chosen at declaration.
        return everywhere(state, name, target) or ["at_missing"], []
    if at is not None:
        places = [at] if at in places else []
    chosen = places[0] if places else None
    reasons = barred(state, name, target, chosen)
    return (reasons if reasons or chosen is None else attacking.declare(state, target, chosen)), []


def decline_attack(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """No attack is declared; the intercept window opens."""
    name = unit_of(state, fields)
    must(state.phase == "moved" and state.attack is not None and state.attack.unit == name)
    new = state.copy()
    new.phase = "intercept"
    return attacking.advance(new), []


def pending_of(state: State, source: str) -> Trigger | None:
    """The pending trigger of that source that may resolve now."""
    if state.phase == "golem":
        return next((t for t in golem.next_triggers(state) if t.source == source), None)
    if state.phase == "triggers" and state.attack is not None:
        player = storyline.who(state)
        return next((t for t in state.attack.pending if t.source == source and t.player == player), None)
    return None


def resolve(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """A triggered ability on the storyline resolves."""
    source = known_source(state, fields)
    trigger = pending_of(state, source)
    must(trigger is not None)
    assert trigger is not None
    choice = dict(fields.get("choice") or {})
    if state.phase == "golem":
        return golem.resolve(state, source, choice)
    new = storyline.resolve(state, trigger, choice)
    return (new if isinstance(new, list) else attacking.advance(new.copy())), []


def known_source(state: State, fields: dict[str, Any]) -> str:
    """A source: a unit, an artifact, an aura, a site, a spell."""
    source = str(fields.get("source"))
    if source in state.gone:
        raise Illegal("gone")
    auras = state.others.get("auras") or {}
    there = source in state.units or source in state.artifacts or source in auras
    if not there and site_square(source) is None and not source.startswith("spell "):
        raise Unusable(f"no source: {source!r}")
    return source


def decline(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """May and Can: an optional trigger is not used."""
    trigger = pending_of(state, known_source(state, fields))
    must(trigger is not None)
    assert trigger is not None
    must(trigger.optional, "mandatory")
    new = state.copy()
    assert new.attack is not None
    new.now(pending=storyline.without(new.attack, trigger.source),
            passed=storyline.went_on(state, trigger.player))  # fmt: skip
    return attacking.advance(new), []


def cast(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """Dodge Roll is cast, and resolves."""
    player = player_of(fields)
    must(state.phase == "triggers" and card_name(fields.get("card")) == DODGE_ROLL)
    must(player in storyline.casters(state), "not_castable")
    if fields.get("unit") is not None:
        unit_of(state, fields)
    new = storyline.cast(state, player, fields.get("unit"), fields.get("to"))
    if isinstance(new, list):
        return new, []
    return attacking.advance(new.copy()), storyline.steps_not_taken(state, fields.get("unit"), fields.get("to"))


def defend(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """Attack 3.1: one unit uses Defend."""
    name = unit_of(state, fields)
    must(state.phase == "defend")
    path = read_path(fields.get("path"))
    reasons, ends = defending.cannot_defend(state, name)
    choice = fields.get("original")
    if choice not in (None, "stays", "leaves"):
        raise Unusable(f"original: stays or leaves, not {choice!r}")
    if repeats(state.units[name].at, path):
        reasons.append("repeated_step")
    if "out_of_range" not in reasons and not any(end.path == path for end in ends):
        reasons += [reason for reason in off_path(state, name, path) if reason not in reasons]
    if choice is not None:
        if not attacking.asks(state):
            reasons.append("no_original")
        elif fields.get("by") not in (None, attacking.chooser(state, name)):
            reasons.append("wrong_player")
    if reasons:
        return reasons, []
    return attacking.defend(state, name, path, choice)


def off_path(state: State, name: str, path: Any) -> list[str]:
    """Defend: a declared path that is not the shortest one; it need only end at the attack's location."""
    assert state.attack is not None
    rooted = path and has(state, state.units[name], "can't move to defend")
    new, skipped = take_path(state, name, path)
    here = new.units[name].at if name in new.units else (path[-1] if not skipped else ())
    reasons = ["cannot_defend"] if rooted else []
    return reasons if state.attack.at in here else [*reasons, "out_of_range"]


def original(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """Attack 3.2.2: the choice by itself."""
    name = unit_of(state, fields)
    must(state.phase == "original" and state.attack is not None and state.attack.target == name)
    assert state.attack is not None
    if fields.get("choice") not in ("stays", "leaves"):
        raise Unusable("choice: stays or leaves")
    must(fields.get("by") in (None, attacking.chooser(state, state.attack.asking or "")), "wrong_player")
    return attacking.choose_original(state, fields["choice"]), []


def intercept(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """Intercept."""
    name = unit_of(state, fields)
    must(state.phase == "intercept")
    reasons = defending.cannot_intercept(state, name)
    return (reasons or attacking.intercept(state, name)), []


def pass_(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """A window is closed; before optional triggers and casts only: they are declined."""
    player = player_of(fields)
    if state.phase in ("defend", "intercept"):
        must(player == defending.facing(state), "wrong_player")
        done = attacking.recheck if state.phase == "defend" else attacking.fight_interceptors
        return done(state), []
    must(state.phase == "triggers")
    passers = storyline.passers(state)
    must(bool(passers))
    must(player in passers, "wrong_player")
    assert state.attack is not None
    new = state.copy()
    left = tuple(t for t in state.attack.pending if t.player != player)
    new.now(pending=left, passed=(*storyline.went_on(state, player), player))
    return attacking.advance(new), []


def strike(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """One stage of the fight."""
    must(state.phase == "fight")
    new = fight.strike(state, dict(fields.get("assign") or {}))
    return (new if isinstance(new, list) else attacking.advance(new)), []


def begin_turn(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """The next turn begins."""
    player = player_of(fields)
    must(state.phase == "idle", "storyline_busy")
    return golem.begin_turn(state, player), []


def effect(state: State, fields: dict[str, Any]) -> tuple[State | list[str], Skipped]:
    """Something outside the position happens."""
    if "site" not in fields:
        unit_of(state, fields)
    new = outside.effect(state, fields)
    return (new if isinstance(new, list) else attacking.advance(new.copy())), []


KINDS = {
    "move_and_attack": move_and_attack, "attack": attack, "decline_attack": decline_attack,
    "resolve": resolve, "decline": decline, "cast": cast, "defend": defend, "original": original,
    "intercept": intercept, "pass": pass_, "strike": strike, "begin_turn": begin_turn, "effect": effect,
}  # fmt: skip
