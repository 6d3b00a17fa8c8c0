import json

import pytest

from solver_bridge.catalogue import Catalogue
from solver_bridge.vocabulary import Vocabulary

FACTS = [
    ("region", ["surface"]),
    ("region", ["underground"]),
    ("region", ["underwater"]),
    ("region", ["void"]),
    *(("square", [n]) for n in range(1, 21)),
    *(
        ("keyword", [word.replace(" ", "_").replace("'", ""), word, "flag"])
        for word in (
            *("airborne", "burrowing", "submerge", "voidwalk", "stealth", "ward", "lance", "immobile"),
            *("charge", "lethal", "moves freely", "can't attack", "attacks can't be defended"),
        )
    ),
    ("keyword", ["ranged", "ranged", "number"]),
    ("keyword", ["movement", "movement N", "number"]),
    ("reading", ["stay_choice", "several defenders: when is it chosen?"]),
    ("reading_value", ["stay_choice", "last_join", 1]),
    ("reading_value", ["stay_choice", "each_join", 0]),
    ("reading", ["carried_defends", "may a carried unit defend?"]),
    ("reading_value", ["carried_defends", "yes", 0]),
    ("reading_value", ["carried_defends", "no", 1]),
    ("edition", ["codex-2026-07", 0]),
    ("edition", ["codex-2026-05", 1]),
    ("edition", ["codex-2026-01", 2]),
    *(("reason", [name, "Attack", "."]) for name in ("tapped", "not_active", "stealth", "out_of_range")),
]

CARDS = [
    {"name": "Band of Thieves", "types": ["minion"], "attack": 3, "defence": 3, "abilities": ["stealth"]},
    {"name": "Blizzard", "types": ["aura"], "rest": True},
    {"name": "Dodge Roll", "types": ["magic"], "threshold": {"water": 2}, "rest": True},
    {"name": "Goswhit Helmet", "types": ["artifact"], "rest": True},
    {"name": "Maelstr\u00f6m", "types": ["site"], "affinity": {"water": 1}},
    {"name": "Mountain Giant", "types": ["minion"], "attack": 8, "defence": 8},
    {"name": "Rubble", "types": ["site"], "rest": True},
    {"name": "Rustic Village", "types": ["site"], "affinity": {"earth": 1}},
    {"name": "Sorcerer", "types": ["avatar"], "attack": 1, "defence": 1, "life": 20},
    {"name": "Wills-o'-the-Wisp", "types": ["minion"], "attack": 1, "defence": 1, "rest": True},
    {"name": "Crave Golem", "types": ["minion", "artifact"], "attack": 3, "defence": 3, "rest": True},
]


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    return Vocabulary(FACTS)


@pytest.fixture(scope="session")
def catalogue(tmp_path_factory) -> Catalogue:
    path = tmp_path_factory.mktemp("cards") / "catalogue.jsonl"
    path.write_text("".join(json.dumps(card) + "\n" for card in CARDS))
    return Catalogue(path)


@pytest.fixture(scope="session")
def known(vocabulary, catalogue) -> dict:
    return {"vocabulary": vocabulary, "catalogue": catalogue}


@pytest.fixture
def write(tmp_path):
    """Write a file into a fresh folder and give its path."""

    def write(text, name="file.yaml"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    return write


EXAMPLE = """\
edition: codex-2026-07      # optional
readings: {stay_choice: each_join}
active: north
sites:
  8: {card: Rustic Village, controller: south}
  9: {terrain: water, controller: north, ward: true}
  10: {card: Rubble}
units:
  thieves: {card: Band of Thieves, controller: north, at: surface 8}
  scout:   {power: 2, abilities: [airborne, movement 1], controller: south, at: surface 9, tapped: true}
  knight:  {power: 3/5, controller: south, at: surface 9, damage: 1}
  sorcerer: {type: avatar, power: 1, life: 20, controller: south, at: surface 18}
  giant:   {card: Mountain Giant, controller: south, at: [surface 7, surface 2, surface 6, surface 1]}
auras:     {blizzard: {card: Blizzard, controller: south, at: [surface 3, surface 4, surface 8, surface 9]}}
artifacts: {helm: {card: Goswhit Helmet, carried_by: knight}}
hands:     {south: [Dodge Roll]}
affinity:  {south: {water: 2}}
"""


@pytest.fixture(scope="session")
def example() -> str:
    return EXAMPLE
