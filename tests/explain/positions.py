"""Positions to explain things in."""

from solver_bridge.document import parse
from solver_bridge.model import Position


def position(text: str) -> Position:
    """Read a position from a text."""
    return Position.from_document(parse(text, "position.yaml").usable())


AMBUSH = position(
    """
active: north
sites:
  8: {terrain: land, controller: south}
  9: {terrain: land, controller: north}
units:
  troll: {controller: north, at: surface 8, power: 3}
  bats: {controller: south, at: surface 8, power: 1, abilities: [airborne, stealth]}
  scout: {controller: south, at: surface 9, power: 1, tapped: true}
"""
)
"""A troll faces bats that are Airborne and have Stealth."""

MOVED = AMBUSH.apply("{move_and_attack: {unit: troll, path: []}}")

_TROLL_BESIDE = """
active: north
sites:
  7: {terrain: land, controller: south}
  8: {terrain: land, controller: south}
units:
  troll: {controller: north, at: surface 7, power: 3}
"""

FLYERS = position(_TROLL_BESIDE + "  nomads: {controller: south, at: surface 8, power: 2}\n")
"""Nomads stand next to a troll."""

CARRIED = position(
    f"""{_TROLL_BESIDE}\
  ogre: {{controller: south, at: surface 8, power: 2, tapped: true}}
  nomads: {{controller: south, at: surface 8, power: 2, carried_by: ogre}}
"""
)
"""Nomads that are carried could defend."""
