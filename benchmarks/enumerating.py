"""The positions of a scope, counted exactly and drawn by chance: what enumeration would have to ask one by one.

The counts follow asp/scope/positions.lp; a test sees that the solver enumerates as many in scopes small enough.
"""

import random
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

from solver_bridge.vocabulary import load as load_vocabulary

__all__ = ["Bounds", "count", "drawn", "rules_of_a_position"]

_PLAYERS = ("north", "south")
_OF_MARKS = frozenset({"stealth", "ward", "lance"})
_REGIONS = {"land": "underground", "water": "underwater"}


def _texts() -> dict[str, str]:
    """Give the texts of the keywords without a number, by their words in asp/."""
    return {each.constant: each.text for each in load_vocabulary().keywords.values() if not each.numbered}


def rules_of_a_position() -> int:
    """Count the editions and readings, all together, under which a position can be judged."""
    vocabulary = load_vocabulary()
    settled = {args[0] for args in vocabulary.facts["counterfactual"]}
    values = (len(reading.values) for name, reading in vocabulary.readings.items() if name not in settled)
    return len(vocabulary.editions) * prod(values)


class Bounds(NamedTuple):
    """The bounds of a scope of so many units on so many squares."""

    units: int
    width: int
    height: int
    power: int = 1
    damage: int = 2
    life: int = 2
    steps: int = 1
    lances: int = 1
    abilities: tuple[str, ...] | None = None

    @property
    def keywords(self) -> tuple[str, ...]:
        """Give the abilities that a unit can have as such: marks and tokens are none."""
        if self.abilities is not None:
            return self.abilities
        return tuple(sorted(set(_texts()) - _OF_MARKS))

    @property
    def squares(self) -> list[int]:
        """Give the squares of the block."""
        return [5 * row + column + 1 for row in range(self.height) for column in range(self.width)]


def count(bounds: Bounds, rules: int) -> int:
    """Count the positions of a scope, under so many editions and readings together; north is active."""
    common = (
        (bounds.power + 1) ** 2 * 2 ** len(bounds.keywords) * (bounds.steps + 1) * 2 * (bounds.lances + 1)
    )
    common *= 2 * 2 * 2  # tapped, immobile, controller
    # Disabled and silenced: without both Stealth and Ward are free, with one or both there is neither.
    minion = common * (bounds.damage + 1) * 2 * (2 * 2 + 3)
    avatar = common * (bounds.life + 2) * (2 + 3)
    found = 0
    squares = len(bounds.squares)
    for sites in range(squares + 1):
        realms = comb(squares, sites) * (2 * 3 * 2) ** sites
        minions, avatars = minion * (squares + sites), avatar * squares
        # At most one avatar of each player.
        for number in range(min(2, bounds.units) + 1):
            chosen = comb(bounds.units, number)
            players = {0: 1, 1: avatars, 2: 2 * (avatars // 2) ** 2}[number]
            found += realms * chosen * players * minions ** (bounds.units - number)
    return rules * found


def drawn(bounds: Bounds, seed: int) -> dict[str, Any]:
    """Draw a position of a scope as plain data, the same for the same seed."""
    chance = random.Random(f"enumerating {seed}")
    sites: dict[int, dict[str, Any]] = {}
    for square in bounds.squares:
        if chance.random() < 12 / 13:
            sites[square] = {"terrain": chance.choice(tuple(_REGIONS)), "ward": chance.random() < 0.5}
            controller = chance.choice((*_PLAYERS, None))
            if controller is not None:
                sites[square]["controller"] = controller
    units: dict[str, dict[str, Any]] = {}
    free = list(_PLAYERS)
    for name in ("alpha", "beta", "gamma", "delta", "epsilon")[: bounds.units]:
        unit = _unit(bounds, sites, chance)
        if unit["type"] == "avatar" and unit["controller"] not in free:
            unit["controller"] = free[0]
        if unit["type"] == "avatar":
            free.remove(unit["controller"])
        units[name] = unit
    return {"active": "north", "sites": sites, "units": units}


def _unit(bounds: Bounds, sites: dict[int, dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    avatar = chance.random() < 1 / 8
    square = chance.choice(bounds.squares)
    region = "surface" if square in sites else "void"
    if square in sites and not avatar and chance.random() < 0.5:
        region = _REGIONS[sites[square]["terrain"]]
    abilities = [_texts()[word] for word in bounds.keywords if chance.random() < 0.5]
    if chance.random() < bounds.steps / (bounds.steps + 1):
        abilities.append(f"movement {chance.randint(1, bounds.steps)}")
    if chance.random() < 0.5:
        abilities.append("ranged 1")
    attack, defence = (chance.randint(0, bounds.power) for _ in range(2))
    disabled, silenced = chance.choice((*product((False, True), repeat=2), (False, False), (False, False)))
    free = not disabled and not silenced
    unit: dict[str, Any] = {
        "type": "avatar" if avatar else "minion",
        "controller": chance.choice(_PLAYERS),
        "at": f"{region} {square}",
        "power": f"{attack}/{defence}",
        "abilities": abilities,
        "lance": chance.randint(0, bounds.lances),
        "tapped": chance.random() < 0.5,
        "immobile": chance.random() < 0.5,
        "disabled": disabled,
        "silenced": silenced,
        "ward": free and chance.random() < 0.5,
    }
    if avatar:
        unit["life"] = chance.randint(0, bounds.life)
    else:
        unit["damage"] = chance.randint(0, bounds.damage)
        unit["summoning_sick"] = chance.random() < 0.5
        unit["stealth"] = free and chance.random() < 0.5
    return unit
