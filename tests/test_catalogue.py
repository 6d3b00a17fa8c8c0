"""The catalogue of cards: its shape, its counts and a few cards by hand."""

import json
import re
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

CATALOGUE = Path(__file__).resolve().parents[1] / "asp" / "catalogue.jsonl"
LINES = CATALOGUE.read_bytes().splitlines()
CARDS = [json.loads(line) for line in LINES]
BY_NAME = {card["name"]: card for card in CARDS}

KEYS = [
    "name",
    "types",
    "subtypes",
    "attack",
    "defence",
    "life",
    "affinity",
    "threshold",
    "abilities",
    "rest",
    "locations",
]
TYPES = {"minion", "avatar", "artifact", "aura", "magic", "site"}
ELEMENTS = {"air", "earth", "fire", "water"}
ABILITY = re.compile(
    "airborne|burrowing|submerge|voidwalk|stealth|ward|lance|immobile|charge|lethal|spellcaster"
    "|landbound|waterbound|(ranged|movement) [1-9]"
    "|moves freely( (between (water|land) locations|sideways))?"
    "|can't (attack( units| sites)?|defend|move to defend|intercept|be attacked|be intercepted)"
    "|attacks can't be defended|strikes first( while attacking)?"
)


def folded(name: str) -> str:
    """Give the name without case and accents, as look-ups compare it."""
    plain = unicodedata.normalize("NFKD", name)
    return "".join(c for c in plain if not unicodedata.combining(c)).casefold()


def strings(value: object) -> list[str]:
    """Give every string inside a JSON value, keys included."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [s for pair in value.items() for part in pair for s in strings(part)]
    if isinstance(value, list):
        return [s for part in value for s in strings(part)]
    return []


def test_one_ascii_object_a_line() -> None:
    assert CATALOGUE.read_bytes().isascii()
    assert CATALOGUE.read_bytes().endswith(b"\n")
    assert all(isinstance(card, dict) for card in CARDS)


def test_counts_by_type() -> None:
    assert Counter(tuple(card["types"]) for card in CARDS) == {
        ("minion",): 495 + 1,  # and the token Foot Soldier
        ("minion", "artifact"): 10,
        ("artifact",): 119,
        ("aura",): 38,
        ("avatar",): 34,
        ("magic",): 202,
        ("site",): 204,
    }
    assert len(CARDS) == 1102 + 1


def test_sorted_and_unique() -> None:
    names = [card["name"] for card in CARDS]
    assert names == sorted(names)
    assert [n for n, k in Counter(map(folded, names)).items() if k > 1] == []
    assert not [n for n in names if set(n) & set("\u2018\u2019\u201c\u201d") or n != n.strip()]


def check_shape(card: dict[str, object]) -> None:
    assert list(card) == [key for key in KEYS if key in card]
    assert all(value not in ([], {}, None, False) for value in card.values() if value != 0)
    types = card["types"]
    assert isinstance(types, list)
    assert set(types) <= TYPES
    unit = bool({"minion", "avatar"} & set(types))
    assert ("attack" in card) == ("defence" in card)
    if "attack" in card:
        assert unit
        assert type(card["attack"]) is int
        assert type(card["defence"]) is int
        assert 0 <= card["attack"] <= 20
        assert 0 <= card["defence"] <= 20
    assert ("life" in card) == (types == ["avatar"])
    assert "affinity" not in card or types == ["site"]
    assert "threshold" not in card or not {"site", "avatar"} & set(types)
    for key in ("affinity", "threshold"):
        amounts = card.get(key, {})
        assert isinstance(amounts, dict)
        assert set(amounts) <= ELEMENTS
        assert all(type(n) is int and n > 0 for n in amounts.values())
    assert card.get("rest", True) is True
    assert type(card.get("locations", 4)) is int


def test_shape() -> None:
    for card in CARDS:
        try:
            check_shape(card)
        except AssertionError as fault:
            fault.add_note(f"in {card}")
            raise


def test_abilities_are_known() -> None:
    for card in CARDS:
        abilities = card.get("abilities", [])
        assert [a for a in abilities if not ABILITY.fullmatch(a)] == [], card
        assert [a for a, k in Counter(abilities).items() if k > 1 and a != "lance"] == [], card
        if "site" in card["types"]:
            assert set(abilities) <= {"ward"}, card
        elif not {"minion", "avatar"} & set(card["types"]):
            assert abilities == [], card


def test_no_card_text() -> None:
    assert max(len(s) for card in CARDS for s in strings(card)) < 60


def test_only_two_units_have_no_printed_power() -> None:
    units = [card for card in CARDS if {"minion", "avatar"} & set(card["types"])]
    assert [c["name"] for c in units if "attack" not in c] == ["Evil Twin", "Stitched Abomination"]


SPOT_CHECKS = [
    {"name": "Amazon Warriors", "types": ["minion"], "subtypes": ["Mortal"], "attack": 5, "rest": False},
    {"name": "Foot Soldier", "types": ["minion"], "subtypes": ["Mortal"], "attack": 1, "defence": 1},
    {"name": "Frog", "types": ["minion"], "subtypes": ["Beast"], "attack": 0, "abilities": ["submerge"]},
    {"name": "Skeleton", "subtypes": ["Undead"], "attack": 1, "abilities": ["can't move to defend"]},
    {"name": "Tawny", "attack": 1, "abilities": ["airborne", "spellcaster", "can't defend"], "rest": False},
    {"name": "Bruin", "attack": 4, "abilities": [], "rest": True},
    {"name": "Rimland Nomads", "attack": 2, "abilities": ["movement 1"], "rest": False},
    {"name": "Pit Vipers", "attack": 1, "abilities": ["burrowing", "lethal"], "rest": False},
    {"name": "Apprentice Wizard", "abilities": ["spellcaster"], "rest": False},
    {"name": "Mountain Giant", "attack": 8, "abilities": [], "rest": False},
    {"name": "Thankless Squire", "abilities": ["lance", "lance", "lance", "immobile"], "rest": False},
    {"name": "Dame Britomart", "attack": 3, "defence": 5, "abilities": ["lance"], "rest": True},
    {"name": "Sir Pelleas", "abilities": ["submerge", "moves freely between water locations"], "rest": False},
    {"name": "East-West Dragon", "abilities": ["airborne", "moves freely sideways"], "rest": False},
    {"name": "Lumbering Giant", "abilities": ["can't defend", "can't intercept"], "rest": False},
    {"name": "Monstrous Lion", "abilities": ["charge", "can't attack sites"], "rest": False},
    {"name": "Albespine Pikemen", "abilities": ["strikes first while attacking"], "rest": False},
    {"name": "Sir Bors the Younger", "attack": 4, "defence": 2, "abilities": ["ranged 2"], "rest": True},
    {"name": "Giant Shark", "abilities": ["submerge", "waterbound"], "rest": True},
    {"name": "Sorcerer", "types": ["avatar"], "attack": 1, "life": 20, "rest": False},
    {"name": "Rustic Village", "types": ["site"], "affinity": {"earth": 1}, "rest": False},
    {"name": "Blessed Well", "affinity": {"water": 1}, "abilities": ["ward"], "rest": False},
    {"name": "Gnome Hollows", "affinity": {"earth": 1}, "rest": True},
    {"name": "Wicker Manikin", "types": ["minion", "artifact"], "subtypes": ["Automaton"], "rest": False},
    {"name": "Ruby Core", "types": ["artifact"], "attack": None, "rest": False},
    {"name": "Goswhit Helmet", "types": ["artifact"], "subtypes": ["Armor"], "rest": True},
    {"name": "Blizzard", "types": ["aura"], "threshold": {"water": 1}, "rest": True},
    {"name": "Fireball", "types": ["magic"], "rest": False},
    {"name": "Dodge Roll", "types": ["magic"], "threshold": {"water": 2}, "rest": True},
    {"name": "Captain Baldassare", "attack": 3, "abilities": [], "rest": True},
    {"name": "Sir Kay", "attack": 4, "rest": True},
    {"name": "Wills-o'-the-Wisp", "attack": 1, "abilities": ["voidwalk"], "rest": True},
    {"name": "Dome of Osiros", "types": ["site"], "affinity": {}, "rest": True},
    {"name": "Crave Golem", "types": ["minion", "artifact"], "attack": 3, "rest": True},
    {"name": "Lance", "types": ["artifact"], "subtypes": ["Weapon"], "rest": True},
    {"name": "Rubble", "types": ["site"], "affinity": {}, "rest": True},
    {"name": "Mountain Giant", "attack": 8, "rest": False, "locations": 4},
    {"name": "M\u00e0zuj Ifrit", "attack": 4, "abilities": ["airborne"], "rest": True},
]
DEFAULTS = {"subtypes": [], "affinity": {}, "threshold": {}, "abilities": [], "rest": False}


@pytest.mark.parametrize("expected", SPOT_CHECKS, ids=lambda card: folded(str(card["name"])))
def test_spot_checks(expected: dict[str, object]) -> None:
    card = DEFAULTS | BY_NAME[str(expected["name"])]
    assert {key: card.get(key) for key in expected} == expected
