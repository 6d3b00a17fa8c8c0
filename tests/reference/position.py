"""A position: what the contract's data says, as values that are never changed in place."""

from __future__ import annotations

import copy
from typing import Any, NamedTuple

from .realm import PLAYERS, Footprint, Unusable, footprint

EDITIONS = ("codex-2026-07", "codex-2026-05", "codex-2026-01")

# "Where the text is silent": the default first.
READINGS: dict[str, tuple[str, ...]] = {
    "attack_location": ("declared", "follows_target"),
    "defend_after_target_left": ("yes", "no"),
    "stay_choice": ("each_join", "last_join"),
    "attacker_gone": ("no_strike", "ends_at_once"),
    "stealth_when": ("each_defend", "at_declaration"),
    "site_changed": ("fails_recheck", "still_struck"),
    "target_changed_sides": ("fails_recheck", "still_legal"),
    "defender_changed_sides": ("stays_legal", "out"),
    "interceptor_gone": ("fights", "out"),
    "disabled_on_arrival": ("joins", "not_completed"),
    "retry_declaration": ("no", "yes"),
    "lethal_region_step": ("never", "where_an_ability_steps"),
    "diagonal_into_void": ("yes", "no"),
    "range_without_use": ("kept", "none"),
    "defend_twice": ("yes", "no"),
    "carried_defends": ("yes", "no"),
    "prevented_site_strike": ("no", "yes"),
    "zero_power_success": ("no", "yes"),
    "defending_player": ("controls_the_defender", "controls_the_attacked_unit"),
    "dodge_roll_window": ("with_the_triggers", "all_of_step_2"),
    "dodge_roll_movement": ("own_step", "forced"),
    "lance_split": ("in_the_total", "on_each"),
    "golem_closest": ("attackable_only", "any_minion"),
    "golem_allied_stealth": ("protected", "only_from_opponents"),
    "ward_against_card_attack": ("no_effect", "breaks_instead"),
    "target_left": ("no_strike", "strike_site"),
    "removed_target": ("stays_out", "returns"),
}

BALDASSARE = "captain baldassare"
KAY = "sir kay"
WISP = "wills-o'-the-wisp"
GOLEM = "crave golem"
DOME = "dome of osiros"
RUBBLE = "rubble"
LANCE = "lance"
DODGE_ROLL = "dodge roll"

# The units among the cards of the entry: power and printed keywords.
PRINTED: dict[str, tuple[int, tuple[str, ...]]] = {
    BALDASSARE: (3, ()),
    KAY: (4, ()),
    WISP: (1, ("voidwalk",)),
    GOLEM: (3, ()),
}


def card_name(name: object) -> str:
    """A card's name, however it is typed."""
    text = str(name or "").strip().lower()
    return text.replace("\u2019", "'").replace("\u2018", "'").replace("\u2010", "-").replace("\u2011", "-")


class Unit(NamedTuple):
    """Unit: a minion or an avatar."""

    name: str
    avatar: bool
    card: str
    printed_card: str | None
    controller: str
    at: Footprint
    attack: int
    defence: int
    abilities: tuple[str, ...]
    lost: frozenset[str]
    tapped: bool
    damage: int
    life: int
    door: str | None
    stealth: bool
    ward: bool
    lance: int
    sick: bool
    disabled: bool
    silenced: bool
    immobile: bool
    carrier: str | None


class Site(NamedTuple):
    """Site: land or water, and who controls it (nobody: Rubble)."""

    card: str
    printed_card: str | None
    water: bool
    controller: str | None
    ward: bool


class Trigger(NamedTuple):
    """A triggered ability that is pending on the storyline."""

    source: str
    player: str
    optional: bool


class Attack(NamedTuple):
    """A Move and Attack, an attack or an intercept under way.

    ``side``: the last known controller of the unit. ``target`` is a unit's name or ``site N``, none before
    the declaration and in an intercept. ``original``: the target is still in the attack. ``used``: who used
    Defend. ``asking``: the defender whose arrival the choice of 3.2.2 waits for. ``opposed``: who stands on
    the other side of the fight. ``fought``: who has struck in it;
    ``stage``: 1 after first strikes, 2 after the others.
    """

    unit: str
    side: str
    golem: bool = False
    target: str | None = None
    at: str | None = None
    original: bool = False
    site_gone: bool = False
    stealthy: bool = False
    ended: bool = False
    pending: tuple[Trigger, ...] = ()
    passed: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    asking: str | None = None
    opposed: tuple[str, ...] = ()
    strikes_site: bool = False
    stage: int = 0
    fought: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    success: bool = False
    effects: tuple[str, ...] = ()


# The fields of an attack in which order means nothing.
SETS = ("pending", "passed", "defenders", "used", "opposed", "fought", "struck")


class State:
    """A position and the storyline. Every change makes a copy; the values inside are never changed.

    ``phase``: idle, moved, triggers, defend, original, fight, intercept, golem (start-of-turn triggers).
    ``start``: the start-of-turn triggers that wait (below an attack, too). ``dead``: who died during what is
    under way.
    """

    __slots__ = (
        "active", "affinity", "artifacts", "attack", "dead", "edition", "gone", "hands", "lost", "others",
        "phase", "readings", "result", "sites", "start", "units",
    )  # fmt: skip

    edition: str
    readings: dict[str, str]
    active: str
    sites: dict[int, Site]
    units: dict[str, Unit]
    artifacts: dict[str, dict[str, Any]]
    hands: dict[str, tuple[str, ...]]
    affinity: dict[str, dict[str, int]]
    others: dict[str, Any]
    phase: str
    attack: Attack | None
    start: tuple[Trigger, ...]
    dead: tuple[str, ...]
    gone: tuple[str, ...]
    lost: tuple[str, ...]
    result: dict[str, Any] | None

    def copy(self) -> State:
        """Another state with the same contents."""
        new = State.__new__(State)
        for field in State.__slots__:
            setattr(new, field, getattr(self, field))
        new.units = dict(self.units)
        return new

    def put(self, name: str, **changes: Any) -> None:
        """Change a unit of this (already copied) state."""
        self.units[name] = self.units[name]._replace(**changes)

    def now(self, **changes: Any) -> None:
        """Change the attack of this (already copied) state."""
        assert self.attack is not None
        self.attack = self.attack._replace(**changes)

    def reading(self, name: str) -> str:
        """The value of a named reading."""
        return self.readings.get(name, READINGS[name][0])

    def avatar_of(self, player: str) -> Unit | None:
        """The player's avatar, if the position has one."""
        return next((u for u in self.units.values() if u.avatar and u.controller == player), None)

    def key(self) -> tuple[Any, ...]:
        """What tells this state from another one; the order within what is a set does not."""
        attack = None
        if self.attack is not None:
            sets: dict[str, Any] = {name: tuple(sorted(getattr(self.attack, name))) for name in SETS}
            attack = self.attack._replace(**sets)
        return (
            self.active, self.phase, attack, tuple(sorted(self.start)),
            tuple(sorted(self.dead)), tuple(sorted(self.gone)), tuple(sorted(self.lost)),
            tuple(sorted(self.units.items())), tuple(sorted(self.sites.items())),
            tuple(sorted((p, tuple(sorted(cards))) for p, cards in self.hands.items())),
            repr(sorted(self.artifacts.items())), repr(self.result),
        )  # fmt: skip


def read_power(value: Any, default: int) -> tuple[int, int]:
    """Power, Split Power: one number, or attack/defence."""
    if value is None:
        return default, default
    if isinstance(value, str) and "/" in value:
        attack, defence = value.split("/")
        return int(attack), int(defence)
    if isinstance(value, list | tuple):
        return int(value[0]), int(value[1])
    return int(value), int(value)


def read_unit(name: str, data: dict[str, Any]) -> Unit:
    """A unit as the contract writes it: what is given overrides the card, the rest has its default."""
    card = card_name(data.get("card"))
    power, keywords = PRINTED.get(card, (0, ()))
    attack, defence = read_power(data.get("power"), power)
    words = tuple(card_name(word) for word in data.get("abilities", keywords))
    avatar = data.get("type") == "avatar"
    silent = bool(data.get("disabled") or data.get("silenced"))
    life = int(data.get("life", 20)) if avatar else 0
    door = None
    if avatar and life == 0:
        door = "this_turn" if data.get("deaths_door") == "this_turn" else "earlier"
    lance = data.get("lance")
    if data.get("controller") not in PLAYERS:
        raise Unusable(f"{name}: no controller")
    return Unit(
        name=name,
        avatar=avatar,
        card=card,
        printed_card=data.get("card"),
        controller=data["controller"],
        at=footprint(data["at"]),
        attack=attack,
        defence=defence,
        abilities=words,
        lost=frozenset(data.get("lost", ())),
        tapped=bool(data.get("tapped", False)),
        damage=int(data.get("damage", 0)),
        life=life,
        door=door,
        # Stealth, Ward: tracked by a mark; non-minions cannot have Stealth.
        stealth=bool(data.get("stealth", "stealth" in words and not silent)) and not avatar,
        ward=bool(data.get("ward", "ward" in words and not silent)),
        # Lance: each keyword brings one, and being silenced does not take it away.
        lance=words.count("lance") if lance is None else int(lance),
        sick=bool(data.get("summoning_sick", False)) and not avatar,
        disabled=bool(data.get("disabled", False)),
        silenced=bool(data.get("silenced", False)),
        immobile=bool(data.get("immobile", False)),
        carrier=data.get("carried_by"),
    )


def load(data: dict[str, Any]) -> State:
    """A state from contract data (not yet looked at: see ongoing.settle)."""
    state = State.__new__(State)
    state.edition = data.get("edition") or EDITIONS[0]
    if state.edition not in EDITIONS:
        raise Unusable(f"no edition: {state.edition!r}")
    state.readings = dict(data.get("readings") or {})
    for name, value in state.readings.items():
        if value not in READINGS.get(name, ()):
            raise Unusable(f"no reading: {name}={value}")
    state.active = data["active"]
    if state.active not in PLAYERS:
        raise Unusable("active: north or south")
    state.sites = {}
    for square, site in (data.get("sites") or {}).items():
        site = site or {}
        state.sites[int(square)] = Site(
            card=card_name(site.get("card")),
            printed_card=site.get("card"),
            water=site.get("terrain") == "water",
            controller=site.get("controller"),
            ward=bool(site.get("ward", False)),
        )
    state.units = {name: read_unit(name, unit) for name, unit in (data.get("units") or {}).items()}
    state.artifacts = {name: dict(thing) for name, thing in (data.get("artifacts") or {}).items()}
    hands = data.get("hands") or {}
    state.hands = {player: tuple(card_name(c) for c in hands.get(player) or ()) for player in hands}
    state.affinity = dict(data.get("affinity") or {})
    state.others = {name: data[name] for name in ("auras",) if name in data}
    state.gone = tuple(data.get("gone", ()))
    state.lost = tuple(data.get("lost", ()))
    state.result = copy.deepcopy(data.get("result"))
    state.phase, state.attack, state.start, state.dead = "idle", None, (), ()
    under_way = data.get("attack")
    if under_way:
        read_attack(state, under_way)
    return state


def read_attack(state: State, data: dict[str, Any]) -> None:
    """The attack under way, as dump() writes it."""
    fields = dict(data)
    state.phase = fields.pop("phase")
    state.start = tuple(Trigger(*t) for t in fields.pop("start", ()))
    state.dead = tuple(fields.pop("dead", ()))
    if "unit" in fields:
        for name, value in fields.items():
            if isinstance(value, list):
                fields[name] = tuple(value)
        fields["pending"] = tuple(Trigger(*t) for t in fields.get("pending", ()))
        state.attack = Attack(**fields)
