"""Compares the two engines: the same question put to both, answers brought to one form."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from solver_bridge import asking
from tests.reference import answers as reference
from tests.reference.position import State

Plain = dict[str, Any]
Disagree = Callable[[str, Any, Any], None]

_TOGETHER, _LOAD = 300, 10_000

# The contract's names of reasons; beyond them each engine has words of its own, told apart by legality only.
_NAMED = frozenset(
    """
    not_active storyline_busy tapped disabled summoning_sick not_enemy elsewhere cannot_attack stealth airborne protected
    subsurface uncontrolled is_target out_of_range cannot_defend undefendable cannot_intercept cannot_be_intercepted
    """.split()
)
_ALSO = {"path_misses": "out_of_range"}
"""Where the rules tell apart what the other engine calls by one name: a path that ends short of the attack."""


@contextmanager
def many_together() -> Iterator[None]:
    """Let more be grounded together than is good for an answer that somebody waits for."""
    before = asking.TOGETHER, asking.LOAD
    asking.TOGETHER, asking.LOAD = _TOGETHER, _LOAD
    try:
        yield
    finally:
        asking.TOGETHER, asking.LOAD = before


def fitting(scene: Plain) -> Plain:
    """Let carriers carry allies only, as their cards say."""
    for unit in scene["units"].values():
        if "carried_by" in unit and scene["units"][unit["carried_by"]].get("card") == "Crave Golem":
            del unit["carried_by"]
        if "carried_by" in unit:
            unit["controller"] = scene["units"][unit["carried_by"]]["controller"]
    return scene


def reference_state(scene: Plain) -> State:
    """Read a position into the second engine, as JSON has it."""
    return reference.read(json.loads(json.dumps(scene), object_hook=_numbers))


def teller(scene: Plain, trail: list[Plain], found: list[str]) -> Disagree:
    """Give what keeps a disagreement in words, with the position and the line of play that led to it."""

    def disagree(what: str, one: Any, two: Any) -> None:
        found.append(
            f"{what}\n  rules:     {_shown(one)}\n  reference: {_shown(two)}\n  after {json.dumps(trail)}"
            f"\n  of {json.dumps(scene)}"
        )

    return disagree


def same_events(listed: list[Plain], state: State, disagree: Disagree) -> bool:
    """Compare the lists of the legal events of a position."""
    one = {_event_key(event) for event in listed}
    two = {_event_key(event) for event in reference.legal_events(state) if not _round_trip(state, event)}
    if one != two:
        disagree("legal events", sorted(one - two), sorted(two - one))
    return one == two


def same_verdict(legal: bool, why: list[str], after: State | list[str], disagree: Disagree) -> bool:
    """Compare whether an event is legal, and of the reasons why not those that the contract names."""
    if legal != isinstance(after, State):
        disagree("legality", why, after if isinstance(after, list) else "legal")
        return False
    if isinstance(after, State) or "game_over" in after:  # the other engine then tells no other reason
        return True
    mine, theirs = names_of(why), names_of(after)
    if mine != theirs:
        disagree("reasons", sorted(mine), sorted(theirs))
    return mine == theirs


def names_of(reasons: Iterable[str]) -> set[str]:
    """Give those of some reasons that the contract names."""
    return {_ALSO.get(reason, reason) for reason in reasons} & _NAMED


def same_state(whole: Plain, result: Any, state: State, disagree: Disagree) -> bool:
    """Compare positions, and the result of the last attack if the rules tell one."""
    seen, other = _seen(whole, result), _observed(state)
    if result is None:
        other["result"] = None
    if seen != other:
        differing = [key for key in other if seen.get(key) != other[key]]
        disagree("state", {k: seen.get(k) for k in differing}, {k: other[k] for k in differing})
    return seen == other


def _round_trip(state: State, event: Plain) -> bool:
    """Say whether a unit goes round and back, which only what it loses on the way tells from staying."""
    for word, mover in (("move_and_attack", "unit"), ("resolve", "source")):
        fields = event.get(word, {})
        path = fields.get("choice", fields).get("path")
        if path:
            return sorted(_list(path[-1])) == sorted(state.units[fields[mover]].at)
    return False


def _numbers(data: Plain) -> Plain:
    return {int(key) if key.isdigit() else key: value for key, value in data.items()}


def _shown(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _event_key(event: Mapping[str, Any]) -> str:
    (word, fields), *_ = event.items()
    fields = {k: v for k, v in fields.items() if k not in ("by", "not_taken", "left_out")}
    if word == "move_and_attack":
        fields = {"unit": fields["unit"], "end": fields["path"][-1:]}
    if word == "defend":
        fields = {"unit": fields["unit"]}
    if word == "strike":
        fields = {"assign": dict(_shares(fields["assign"]))}
    return json.dumps({word: fields}, sort_keys=True)


def _shares(assign: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, Plain]]:
    for striker, shares in sorted(assign.items()):
        dealt = {struck: n for struck, n in sorted(shares.items()) if n}
        if dealt:
            yield striker, dealt


def _seen(whole: Mapping[str, Any], result: Any) -> Plain:
    units = {name: unit for name, unit in whole["units"].items() if unit is not None}
    spears = [
        thing["carried_by"]
        for thing in whole["artifacts"].values()
        if thing is not None and thing["card"] == "Lance"
    ]
    attack = whole["attack"] or {}
    phase = attack.get("step", "idle")
    return {
        "active": whole["active"],
        "phase": phase,
        "units": {
            name: {
                "at": sorted(_list(unit["at"])),
                "controller": unit["controller"],
                "tapped": unit["tapped"],
                "damage": unit["damage"],
                "stealth": unit["stealth"],
                "ward": unit["ward"],
                "lance": unit["lance"] + spears.count(name),
                "sick": unit["summoning_sick"],
                "carried_by": unit["carried_by"],
            }
            for name, unit in sorted(units.items())
        },
        "sites": {
            int(square): {"controller": site["controller"], "terrain": site["terrain"], "ward": site["ward"]}
            for square, site in sorted(whole["sites"].items())
        },
        "hands": {player: sorted(cards) for player, cards in sorted(whole["hands"].items()) if cards},
        "target": attack.get("target") if phase in ("triggers", "window", "original") else None,
        "at": attack.get("at") if phase in ("triggers", "window", "original") else None,
        "defenders": sorted(attack.get("joined", ())) if phase in ("window", "original") else None,
        "pending": sorted(t["source"] for t in attack.get("storyline", ()) if phase != "over"),
        "result": _result(result),
    }


def _result(result: Any) -> Any:
    """Name the sources of what happened outside the realm, each engine having words of its own."""
    return result and {**result, "effects": sorted(effect["source"] for effect in result["effects"])}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


_PHASES = {"defend": "window", "golem": "turn"}  # and "over", which the reference tells by who has lost


def _observed(state: State) -> Plain:
    seen = reference.observe(state)
    phase = "over" if seen["lost"] else _PHASES.get(seen["phase"], seen["phase"])
    attack = seen["attack"] or {}
    early = phase in ("triggers", "window", "original")
    kept = ("controller", "tapped", "damage", "stealth", "ward", "lance", "sick", "carried_by")
    return {
        "active": seen["active"],
        "phase": phase,
        "units": {
            name: {"at": sorted(unit["at"]), **{key: unit[key] for key in kept}}
            for name, unit in seen["units"].items()
        },
        "sites": {
            square: {key: site[key] for key in ("controller", "terrain", "ward")}
            for square, site in seen["sites"].items()
        },
        "hands": {player: ["Dodge Roll"] * len(cards) for player, cards in seen["hands"].items()},
        "target": attack.get("target") if early else None,
        "at": attack.get("at") if early else None,
        "defenders": attack.get("defenders") if phase in ("window", "original") else None,
        "pending": sorted([source for source, _ in attack.get("pending", ())] + seen["start"]),
        "result": seen["result"] if phase in ("idle", "turn", "over") and seen["result"] else None,
    }
