"""Random positions on a full realm, the same for the same seed: both players, all keywords, all regions."""

import random
from typing import Any

from solver_bridge.catalogue import Card
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.model import Position

__all__ = ["SIZES", "random_data", "random_position", "random_positions"]

SIZES = (8, 20, 40, 80)
"""How many units stand in the positions that are measured."""

_PLAYERS = ("north", "south")
_HOMES = {"north": 3, "south": 18}
_ABILITIES = (
    ("airborne",),
    ("burrowing",),
    ("submerge",),
    ("burrowing", "submerge"),
    ("movement 1",),
    ("airborne", "movement 1"),
    ("stealth",),
    ("ward",),
    ("ranged 1",),
    ("lethal",),
    ("charge",),
    ("immobile",),
    ("lance",),
    ("voidwalk", "airborne"),
    ("waterbound", "submerge"),
    ("landbound",),
    ("movement 2",),
    ("can't defend",),
    ("moves freely between water locations", "submerge"),
)
_CARDS_OF_THE_ENTRY = ("Captain Baldassare", "Sir Kay", "Wills-o'-the-Wisp", "Band of Thieves")


def _minions() -> list[Card]:
    return [card for card in load_catalogue() if card.types == ("minion",) and not card.rest]


def _sites(chance: random.Random) -> dict[int, dict[str, Any]]:
    sites: dict[int, dict[str, Any]] = {}
    for square in range(1, 21):
        site: dict[str, Any] = {"terrain": chance.choice(("land", "water"))}
        if chance.random() < 0.95:
            near = "north" if square <= 10 else "south"
            site["controller"] = near if chance.random() < 0.8 else chance.choice(_PLAYERS)
        sites[square] = site
    return sites


def _place(abilities: tuple[str, ...], terrain: str, square: int, chance: random.Random) -> str:
    below = {"land": ("burrowing", "underground"), "water": ("submerge", "underwater")}[terrain]
    if below[0] in abilities and chance.random() < 0.4:
        return f"{below[1]} {square}"
    return f"surface {square}"


def random_data(seed: int, units: int) -> dict[str, Any]:
    """Give a position as plain data: a full realm with two avatars and minions besides."""
    chance = random.Random(f"arbiter {seed} {units}")
    sites = _sites(chance)
    minions = _minions()
    found: dict[str, dict[str, Any]] = {
        f"avatar of {player}": {
            "type": "avatar",
            "power": 1,
            "life": 20,
            "controller": player,
            "at": f"surface {_HOMES[player]}",
        }
        for player in _PLAYERS
    }
    for number in range(len(found), units):
        unit: dict[str, Any] = {"controller": _PLAYERS[number % 2]}
        kind = chance.random()
        abilities: tuple[str, ...] = ()
        if kind < 0.5:
            card = chance.choice(minions)
            unit["card"], abilities = card.name, card.abilities
        elif kind < 0.6:
            unit["card"] = chance.choice(_CARDS_OF_THE_ENTRY)
        else:
            abilities = chance.choice(_ABILITIES) if chance.random() < 0.8 else ()
            unit["power"] = chance.choice((1, 2, 3, 4, 5, "2/3"))
            unit["abilities"] = list(abilities)
        square = chance.randint(1, 20)
        unit["at"] = _place(abilities, sites[square]["terrain"], square, chance)
        if chance.random() < 0.2:
            unit["tapped"] = True
        if chance.random() < 0.1:
            unit["summoning_sick"] = True
        found[f"unit {number}"] = unit
    return {"active": chance.choice(_PLAYERS), "sites": sites, "units": found}


def random_position(seed: int, units: int) -> Position:
    """Give a position out of a seed."""
    return Position.from_data(random_data(seed, units))


def random_positions(count: int, units: int, seed: int = 1) -> list[Position]:
    """Give several different positions."""
    return [random_position(1_000 * seed + number, units) for number in range(count)]
