"""A state as plain data: the position that reads back, and what can be observed of it."""

from __future__ import annotations

import copy
from typing import Any

from .ongoing import is_disabled, lances_carried
from .position import State, Unit
from .realm import plain


def dump_unit(u: Unit) -> dict[str, Any]:
    """A unit as the contract writes it, defaults left out (marks and Lances always said)."""
    data: dict[str, Any] = {"controller": u.controller, "at": plain(u.at)}
    if u.printed_card is not None:
        data["card"] = u.printed_card
    if u.avatar:
        data.update(type="avatar", life=u.life)
        if u.door == "this_turn":
            data["deaths_door"] = "this_turn"
    data["power"] = u.attack if u.attack == u.defence else f"{u.attack}/{u.defence}"
    data["abilities"] = list(u.abilities)
    data.update(stealth=u.stealth, ward=u.ward, lance=u.lance)
    flags = {"tapped": u.tapped, "summoning_sick": u.sick, "disabled": u.disabled, "silenced": u.silenced,
             "immobile": u.immobile, "damage": u.damage, "carried_by": u.carrier,
             "lost": sorted(u.lost)}  # fmt: skip
    data.update({name: value for name, value in flags.items() if value})
    return data


def dump(state: State) -> dict[str, Any]:
    """The state as plain data that load() reads back."""
    data: dict[str, Any] = {"edition": state.edition, "active": state.active}
    if state.readings:
        data["readings"] = dict(state.readings)
    data["sites"] = {}
    for square, site in sorted(state.sites.items()):
        entry: dict[str, Any] = {"terrain": "water" if site.water else "land"}
        if site.printed_card is not None:
            entry["card"] = site.printed_card
        if site.controller:
            entry["controller"] = site.controller
        if site.ward:
            entry["ward"] = True
        data["sites"][square] = entry
    data["units"] = {name: dump_unit(u) for name, u in state.units.items()}
    if state.artifacts:
        data["artifacts"] = copy.deepcopy(state.artifacts)
    if state.hands:
        data["hands"] = {player: list(cards) for player, cards in state.hands.items()}
    if state.affinity:
        data["affinity"] = dict(state.affinity)
    data.update(state.others)
    for name in ("gone", "lost"):
        if getattr(state, name):
            data[name] = list(getattr(state, name))
    if state.result is not None:
        data["result"] = copy.deepcopy(state.result)
    if state.phase != "idle":
        under_way: dict[str, Any] = {"phase": state.phase}
        if state.attack is not None:
            under_way.update(
                {k: list(v) if isinstance(v, tuple) else v for k, v in state.attack._asdict().items()}
            )
            under_way["pending"] = [list(t) for t in state.attack.pending]
        under_way.update(start=[list(t) for t in state.start], dead=list(state.dead))
        data["attack"] = under_way
    return data


def observe(state: State) -> dict[str, Any]:
    """Everything observable, in one canonical plain form, for comparing with another engine."""
    attack = state.attack
    seen: dict[str, Any] = {
        "active": state.active,
        "phase": state.phase,
        "units": {
            name: {
                "at": list(u.at), "controller": u.controller, "tapped": u.tapped, "damage": u.damage,
                "stealth": u.stealth, "ward": u.ward, "lance": u.lance + lances_carried(state, name),
                "disabled": is_disabled(state, u), "sick": u.sick, "carried_by": u.carrier,
                "abilities": sorted(u.abilities),
            }
            for name, u in sorted(state.units.items())
        },
        "gone": sorted(state.gone),
        "dead": sorted(state.dead),
        "life": {u.controller: u.life for u in state.units.values() if u.avatar},
        "door": {u.controller: u.door for u in state.units.values() if u.avatar},
        "sites": {
            square: {"controller": s.controller, "terrain": "water" if s.water else "land", "ward": s.ward,
                     "card": s.card}
            for square, s in sorted(state.sites.items())
        },
        "hands": {player: sorted(cards) for player, cards in sorted(state.hands.items()) if cards},
        "start": sorted(t.source for t in state.start),
        "lost": sorted(state.lost),
        "result": copy.deepcopy(state.result),
        "attack": None,
    }  # fmt: skip
    if attack is not None:
        seen["attack"] = {
            "unit": attack.unit, "target": attack.target, "at": attack.at, "golem": attack.golem,
            "original": attack.original, "pending": sorted([t.source, t.player] for t in attack.pending),
            "defenders": sorted(attack.defenders), "asking": attack.asking,
            "opposed": sorted(attack.opposed), "fought": sorted(attack.fought),
            "struck": sorted(attack.struck), "effects": list(attack.effects), "success": attack.success,
        }  # fmt: skip
    return seen
