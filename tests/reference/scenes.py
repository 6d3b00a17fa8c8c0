"""Small positions and questions for tests, and random ones."""

from __future__ import annotations

import random
from typing import Any

from .answers import check, defenders, reach
from .position import EDITIONS, READINGS, State
from .realm import SQUARE_OF

Plain = dict[Any, Any]
LAND = dict.fromkeys(range(1, 21))


def realm(units: Plain, sites: Any = None, active: str = "north", **more: Any) -> Plain:
    """A position full of land sites of nobody, some of them told otherwise."""
    squares: Plain = {s: {} for s in LAND}
    for square, site in (sites or {}).items():
        if site is None:
            del squares[square]
        else:
            squares[square] = site
    return {"active": active, "sites": squares, "units": units, **more}


def unit(controller: str, at: Any, power: Any = 3, *abilities: str, **more: Any) -> Plain:
    where = f"surface {at}" if isinstance(at, int) else at
    return {"controller": controller, "at": where, "power": power, "abilities": list(abilities), **more}


def north(at: Any, power: Any = 3, *abilities: str, **more: Any) -> Plain:
    return unit("north", at, power, *abilities, **more)


def south(at: Any, power: Any = 3, *abilities: str, **more: Any) -> Plain:
    return unit("south", at, power, *abilities, **more)


def avatar(controller: str, at: Any, power: int = 1, life: int = 20, **more: Any) -> Plain:
    return unit(controller, at, power, type="avatar", life=life, **more)


def places(position: Plain, name: str) -> set[str]:
    return {row["at"] for row in reach(position, name)["locations"]}


def surfaces(*squares: int) -> set[str]:
    return {f"surface {s}" for s in squares}


def moved(name: str, *path: Any) -> Plain:
    return {"move_and_attack": {"unit": name, "path": list(path)}}


def attack(name: str, target: str, **more: Any) -> Plain:
    return {"attack": {"unit": name, "target": target, **more}}


def defend(name: str, *path: Any, **more: Any) -> Plain:
    return {"defend": {"unit": name, "path": list(path), **more}}


def passes(player: str) -> Plain:
    return {"pass": {"player": player}}


def result(position: Plain, *events: Plain) -> Plain:
    answer = check(position, list(events))
    assert answer["legal"], answer["events"][-1]
    found: Plain = answer["result"]
    return found


def illegal(position: Plain, *events: Plain) -> list[str]:
    answer = check(position, list(events))
    assert not answer["legal"]
    return sorted(answer["events"][-1]["reasons"])


def able(position: Plain, attacker: str, target: str, *path: Any) -> tuple[set[str], dict[str, list[str]]]:
    answer = defenders(position, attacker, target, list(path))
    return (
        {row["unit"] for row in answer["defenders"]},
        {row["unit"]: sorted(row["reasons"]) for row in answer["excluded"]},
    )


WORDS = [
    "airborne",
    "burrowing",
    "submerge",
    "voidwalk",
    "stealth",
    "ward",
    "lance",
    "immobile",
    "charge",
    "lethal",
    "ranged 1",
    "movement 1",
    "landbound",
    "waterbound",
    "moves freely between water locations",
    "can't defend",
    "can't attack sites",
    "can't be attacked",
    "strikes first",
    "attacks can't be defended",
    "can't move to defend",
]
CARDS = ["Captain Baldassare", "Sir Kay", "Wills-o'-the-Wisp", "Crave Golem"]


def some_position(rng: random.Random) -> Plain:
    """A small random position."""
    squares = rng.sample([2, 3, 4, 7, 8, 9, 12, 13, 14], 6)
    sites: Plain = {}
    for s in squares:
        sites[s] = {"terrain": rng.choice(["land", "land", "water"])}
        if rng.random() < 0.8:
            sites[s]["controller"] = rng.choice(["north", "south"])
        sites[s]["ward"] = rng.random() < 0.1
    if rng.choice([True, False]):
        sites[squares[0]]["card"] = "Dome of Osiros"
    units: Plain = {}
    for i in range(rng.randint(2, 6)):
        words = rng.sample(WORDS, rng.randint(0, 3))
        u = unit(rng.choice(["north", "south"]), rng.choice(squares), rng.randint(0, 4), *words)
        if rng.random() < 0.35:
            u["card"] = rng.choice(CARDS)
        for flag in ("tapped", "disabled", "silenced", "summoning_sick"):
            u.update({flag: True} if rng.random() < 0.1 else {})
        units[f"u{i}"] = u
    wide = next((a, b) for a in squares for b in squares if b - a in (1, 5))
    if rng.random() < 0.3:
        units["u0"]["at"] = [f"surface {s}" for s in wide]
    for u in units.values():
        if isinstance(u["at"], str) and rng.random() < 0.2:
            _put_elsewhere(rng, u, sites)
        if rng.random() < 0.15:
            u.update(power=f"{rng.randint(0, 4)}/{rng.randint(1, 5)}")
        if rng.random() < 0.1:
            u.update(damage=1)
        if rng.random() < 0.1:
            u.update({rng.choice(["stealth", "ward"]): rng.random() < 0.5} if "silenced" not in u and "disabled" not in u else {})
        if rng.random() < 0.1:
            u.update(lance=rng.randint(0, 2))
        if rng.random() < 0.05:
            u.update(immobile=True)
    if rng.random() < 0.4:
        units["u1"].update(carried_by="u0", at=f"surface {wide[0]}")
        units["u0"]["at"] = units["u1"]["at"]
    for player in ("north", "south"):
        if rng.random() < 0.6:
            units[player] = avatar(player, rng.choice(squares), 1, rng.choice([0, 1, 20]))
            units[player].update({"tapped": True} if rng.random() < 0.15 else {})
    readings = {n: rng.choice(values) for n, values in READINGS.items() if rng.random() < 0.3}
    found = {
        "active": rng.choice(["north", "south"]),
        "edition": rng.choice(EDITIONS),
        "readings": readings,
        "sites": sites,
        "units": units,
        "hands": {player: ["Dodge Roll"] for player in ("north", "south") if rng.random() < 0.6},
    }
    # An avatar that a card has stretched, over whatever there is.
    for player in ("north", "south"):
        if player in units and rng.random() < 0.15:
            square = rng.choice(squares)
            units[player]["at"] = [_above(sites, s) for s in (square, square + 1)]
    return found


def _put_elsewhere(rng: random.Random, u: Plain, sites: Plain) -> None:
    """Put a unit below the surface or into the void, mostly with what it needs there."""
    square = rng.choice([*sites, *(n for n in range(2, 15) if n not in sites)])
    kind = sites[square]["terrain"] if square in sites else "void"
    region, ability = {"land": ("underground", "burrowing"), "water": ("underwater", "submerge"), "void": ("void", "voidwalk")}[kind]
    u["at"] = f"{region} {square}"
    if rng.random() < 0.8:
        u["abilities"] = [*u["abilities"], ability]


def _above(sites: Any, square: int) -> str:
    return f"{'surface' if square in sites else 'void'} {square}"


def some_effect(rng: random.Random, state: State) -> Plain:
    # What a unit has lost is not given to it again: of that the rules know less (LIMITATIONS, "Lose").
    name = rng.choice([*state.units])
    where = f"{rng.choice(['surface', 'void', 'underground'])} {rng.choice([2, 3, 7, 8, 9, 13])}"
    kinds: list[Plain] = [
        {"to": where},
        {"tap": True},
        {"untap": True},
        {"kill": True},
        {"gain": rng.choice([word for word in WORDS if word not in state.units[name].lost])},
        {"lose": rng.choice(WORDS)},
        {"controller": rng.choice(["north", "south"])},
        {"gain": "disabled"},
    ]
    parts = [SQUARE_OF[location] for location in state.units[name].at]
    by = rng.choice([-5, -1, 1, 5]) if len(parts) > 1 else 0
    if by and min(parts) + by > 0 and max(parts) + by < 21:
        kinds += 3 * [{"to": [_above(state.sites, square + by) for square in parts]}]
    if rng.random() < 0.2:
        return {"effect": {"site": rng.choice([*state.sites]), "destroy": True}}
    return {"effect": {"unit": name, **rng.choice(kinds)}}
