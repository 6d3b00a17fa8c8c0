"""Facts are told by their place in a position; terms are written as the rules write them."""

import pytest

from solver_bridge import terms
from solver_bridge.facts import Names, text
from solver_bridge.model import Position
from solver_bridge.program_text import written


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("power", ("split", 3, 5), "units.knight.power: 3/5"),
        ("tapped", "true", "units.knight.tapped: true"),
        ("controller", "south", "units.knight.controller: south"),
    ],
)
def test_a_fact_about_a_unit(field, value, told):
    names = Names(Position.from_data({
        "active": "north",
        "units": {"knight": {"power": "3/5", "controller": "south", "at": "void 8", "abilities": ["voidwalk"]}},
    }))  # fmt: skip
    assert names.place_of("given", (field, "u1", value, 0)) == told


def test_terms_are_written_as_the_rules_write_them():
    assert written(("at", ("loc", "surface", 8), "Sir Kay")) == 'at(loc(surface,8),"Sir Kay")'
    assert written('a "b"\\\n') == '"a \\"b\\"\\\\\\n"'


PLACED = Position.from_data({
    "active": "north",
    "sites": {8: {"controller": "south", "terrain": "water"}},
    "units": {
        "ann": {"power": 1, "controller": "north", "at": "surface 8"},
        "ben": {"power": 1, "controller": "south", "at": "surface 8"},
    },
    "auras": {"fence": {"card": "Wildfire", "at": "border 8-9"}},
    "artifacts": {"helm": {"card": "Goswhit Helmet", "carried_by": "ann"}},
})  # fmt: skip


@pytest.mark.parametrize(
    ("name", "args", "told"),
    [
        ("object", ("unit", "u2", 0), "units.ben"),
        ("object", ("site", 8, 0), "sites.8"),
        ("object", ("aura", "r1", 0), "auras.fence"),
        ("object", ("artifact", "a1", 0), "artifacts.helm"),
        ("given", ("active", "game", "north", 0), "active: north"),
        ("given", ("terrain", ("site", 8), "water", 0), "sites.8.terrain: water"),
        ("given", ("at", "u1", ("", 1, ("loc", "surface", 8)), 0), "units.ann.at: surface 8"),
        ("given", ("ability", "u1", ("", "movement", 2), 0), "units.ann.ability: movement"),
        ("given", ("ability", "u1", ("", 1, "movement", 2), 0), "units.ann.abilities: movement 2"),
        ("given", ("carried_by", "a1", "u1", 0), "artifacts.helm.carried_by: ann"),
        ("given", ("damage", "u2", 3, 0), "units.ben.damage: 3"),
        ("given", ("step", "attack", "moved", 0), "attack.step: moved"),
        ("given", ("lost", "attack", ("", "south", "yes", "south"), 0), "attack.lost: south, yes"),
        ("given", ("step", "attack", "moved"), None),
        ("holds", (("at", "u1", ("top", 8)), 0), None),
    ],
)
def test_every_fact_has_its_place(name, args, told):
    assert Names(PLACED).place_of(name, args) == told


def test_names_there_and_back():
    names = Names(PLACED)
    assert names.constants == {"ann": "u1", "ben": "u2", "fence": "r1", "helm": "a1"}
    assert [names.term(name) for name in ("ann", "fence", "helm", "site 08", "spell Dodge Roll")] == [
        "u1", "r1", "a1", "site(8)", 'spell("Dodge Roll")',
    ]  # fmt: skip
    assert names.term("gone") == names.term("gone") == "x5"
    assert names.names["x5"] == "gone"
    assert [names.value(term) for term in ("u2", ("site", 8), ("loc", "void", 3), ("", 1, "u1"), 7, "word")] == [
        "ben", "site 8", "void 3", (1, "ann"), 7, "word",
    ]  # fmt: skip
    assert names.value(("top", 8), {("top", 8): "surface 8"}) == "surface 8"
    assert text('a\\b\n"c"') == '"a\\\\b\\n\\"c\\""'


def test_what_another_thread_forgets_is_read_again(monkeypatch):
    class Forgetful(dict):
        def __setitem__(self, key, value):
            pass

    monkeypatch.setattr(terms, "_known", Forgetful())
    assert terms.read_atom("at(u1,top(8),0)") == ("at", "u1", ("top", 8), 0)
