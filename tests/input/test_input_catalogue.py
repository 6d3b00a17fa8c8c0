import json
import os

import pytest

from solver_bridge import catalogue as catalogues
from solver_bridge import resources
from solver_bridge.catalogue import Catalogue, folded
from solver_bridge.errors import UnusableInput
from solver_bridge.nearest import instead, nearest
from solver_bridge.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("Band of Thieves", "Band of Thieves"),
        ("band OF thieves", "Band of Thieves"),
        ("  Band  of\tThieves ", "Band of Thieves"),
        ("Wills-o\u2019-the-Wisp", "Wills-o'-the-Wisp"),
        ("wills\u2010o\u02bc\u2013the\u2014wisp", "Wills-o'-the-Wisp"),
        ("Maelstrom", "Maelstr\u00f6m"),
        ("MAELSTRO\u0308M", "Maelstr\u00f6m"),
        ("Band of Thief", None),
        ("", None),
    ],
)
def test_cards_are_found_in_any_spelling(spelling, name, catalogue):
    card = catalogue.find(spelling)
    assert (card.name if card else None) == name
    assert (spelling in catalogue) is (name is not None)


def test_folding():
    assert folded("\u00c6ther \u201cCh\u0153ur\u201d Gr\u00f6\u00dfe") == 'aether "choeur" grosse'


def test_nearest_cards(catalogue):
    assert catalogue.nearest("Mountain Gaint") == ["Mountain Giant"]
    assert catalogue.nearest("Malstrom") == ["Maelstr\u00f6m"]
    assert catalogue.nearest("qqqq") == []
    assert catalogue.nearest("x" * 10_000) == []


def test_cards_have_their_values(catalogue):
    wisp = catalogue.find("dodge roll")
    assert wisp.types == ("magic",)
    assert wisp.threshold == {"water": 2}
    assert wisp.attack is None
    assert wisp.rest
    assert catalogue.find("Band of Thieves").abilities == ("stealth",)
    assert len(catalogue) == 11
    assert next(iter(catalogue)).name == "Band of Thieves"


def test_the_file_is_read_only_when_it_is_needed(tmp_path):
    late = Catalogue(tmp_path / "late.jsonl")
    (tmp_path / "late.jsonl").write_text(json.dumps({"name": "A", "types": ["site"]}) + "\n")
    assert late.find("a").name == "A"
    (tmp_path / "late.jsonl").unlink()
    assert late.find("a").name == "A"


def test_a_broken_catalogue(tmp_path):
    with pytest.raises(UnusableInput, match="the catalogue cannot be read"):
        Catalogue(tmp_path / "missing.jsonl").find("a")
    (tmp_path / "broken.jsonl").write_text("{")
    with pytest.raises(UnusableInput, match="the catalogue cannot be read"):
        Catalogue(tmp_path / "broken.jsonl").find("a")


def test_the_rules_are_inside_the_package_or_beside_it(tmp_path, monkeypatch):
    package = tmp_path / "solver_bridge"
    package.mkdir()
    monkeypatch.setattr(resources, "__file__", str(package / "resources.py"))
    resources.asp_dir.cache_clear()
    try:
        assert resources.asp_dir() == os.path.join(tmp_path, "asp")
        (package / "asp").mkdir()
        resources.asp_dir.cache_clear()
        assert resources.asp_dir() == os.path.join(package, "asp")
        (package / "asp" / "catalogue.jsonl").write_text(json.dumps({"name": "B", "types": ["site"]}))
        catalogues.load.cache_clear()
        assert catalogues.load().find("b").name == "B"
    finally:
        resources.asp_dir.cache_clear()
        catalogues.load.cache_clear()


def test_the_vocabulary_sorts_its_facts(vocabulary):
    assert vocabulary.regions == ("surface", "underground", "underwater", "void")
    assert vocabulary.squares == frozenset(range(1, 21))
    assert vocabulary.editions == ("codex-2026-07", "codex-2026-05", "codex-2026-01")
    assert vocabulary.readings["stay_choice"].values == ("each_join", "last_join")
    assert vocabulary.readings["stay_choice"].question.startswith("several")
    assert "tapped" in vocabulary.reasons
    assert vocabulary.keywords["movement"].numbered
    assert vocabulary.keywords["can't attack"].constant == "cant_attack"
    assert vocabulary.facts["region"][0] == ("surface",)


@pytest.mark.parametrize(
    ("text", "location"),
    [
        ("surface 8", "surface 8"),
        (" VOID\t 20 ", "void 20"),
        ("surface 08", "surface 8"),
        ("surface8", None),
        ("surface -8", None),
        ("surface 21", None),
        ("surface 0", None),
        ("surface \u0668", None),
        ("surface 8 9", None),
        ("sky 8", None),
        ("surface", None),
        ("", None),
    ],
)
def test_locations(text, location, vocabulary):
    assert vocabulary.location(text) == location


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("airborne", "airborne"),
        (" Moves   Freely ", "moves freely"),
        ("Can\u2019t Attack", "can't attack"),
        ("movement 2", "movement 2"),
        ("Movement +2", "movement 2"),
        ("movement+2", "movement 2"),
        ("ranged", "ranged 1"),
        ("ranged 03", "ranged 3"),
        ("ranged -1", None),
        ("ranged 1000000", None),
        ("airborne 1", None),
        ("flying", None),
        ("", None),
    ],
)
def test_abilities(text, ability, vocabulary):
    assert vocabulary.ability(text) == ability


def test_an_empty_vocabulary_knows_nothing():
    empty = Vocabulary([])
    assert empty.location("surface 8") is None
    assert empty.ability("airborne") is None
    assert empty.editions == ()


def test_what_would_be_right():
    assert nearest("Nort", ["north", "south"]) == ["north"]
    assert instead("nort", ["north", "south"]) == "; did you mean 'north'?"
    assert instead("x", ["north", "south"]) == "; it is one of 'north', 'south'"
    assert instead("x", ["north"]) == "; it can be 'north'"
    assert instead("x", map(str, range(100, 200))) == "; it is one of 100, such as '100', '101', '102'"
    assert instead("x", []) == ""


def test_a_card_is_the_same_whether_the_others_are_read_or_not():
    whole = Catalogue()
    cards = list(whole)
    for card in cards[::7]:
        alone = Catalogue()
        assert alone.find(card.name) == card
        assert alone.find(card.name.upper()) == card
    assert Catalogue().find('13 Treasures of Britain", "') is None
