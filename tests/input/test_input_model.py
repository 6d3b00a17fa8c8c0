import copy
import json
import pickle
import re

import pytest
import yaml

from solver_bridge.document import parse
from solver_bridge.errors import UnusableInput
from solver_bridge.frozen import EMPTY, FrozenMap, freeze, thaw
from solver_bridge.model import Aura, Position, Site, Unit


@pytest.fixture
def position(known):
    def position(text, name="f.yaml"):
        return Position.from_document(parse(text, name), **known)

    return position


@pytest.fixture
def faults(position):
    def faults(text):
        with pytest.raises(UnusableInput) as caught:
            position(text)
        assert all(fault.file == "f.yaml" for fault in caught.value.faults)
        return [(fault.line, fault.message) for fault in caught.value.faults]

    return faults


def test_the_contracts_example_is_read(position, example):
    read = position(example)
    assert read.edition == "codex-2026-07"
    assert read.readings == {"stay_choice": "each_join"}
    assert read.active == "north"
    assert read.sites[8] == Site(card="Rustic Village", controller="south")
    assert read.sites[9] == Site(terrain="water", controller="north", ward=True)
    assert read.units["scout"] == Unit(
        power=(2, 2), abilities=("airborne", "movement 1"), controller="south", at=("surface 9",), tapped=True
    )
    assert read.units["knight"].power == (3, 5)
    assert read.units["giant"].at == ("surface 1", "surface 2", "surface 6", "surface 7")
    assert read.auras["blizzard"].at == ("surface 3", "surface 4", "surface 8", "surface 9")
    assert read.artifacts["helm"].carried_by == "knight"
    assert read.hands == {"south": ("Dodge Roll",)}
    assert read.affinity == {"south": {"water": 2}}
    assert read.attack is None
    assert read.names["helm"] == "artifacts"


def test_what_is_written_reads_back_equal(position, example, known):
    read = position(example)
    assert Position.from_data(read.to_data(), **known) == read
    assert position(json.dumps(read.to_data())) == read
    assert list(read.to_data()["units"]["knight"]) == ["controller", "at", "power", "damage"]
    assert position("active: south").to_data() == {"active": "south"}


def test_positions_are_values(position, example):
    one, two = position(example), position(example)
    assert one == two
    assert hash(one) == hash(two)
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.deepcopy(one) == one
    assert position("active: north") != position("active: south")
    with pytest.raises(AttributeError):
        one.active = "south"
    with pytest.raises(TypeError):
        one.units["new"] = None
    assert Position(active="north", sites={8: Site()}).sites == FrozenMap({8: Site()})
    assert hash(Position(active="north", attack={"a": [{"b": 1}]}))


def test_every_field_has_its_place(position, example):
    read = position(example)
    assert read.place(("units", "scout", "at")) == ("f.yaml", 10)
    assert read.place(("sites", 9, "ward")) == ("f.yaml", 6)
    assert read.place(("units", "scout", "lance")) == ("f.yaml", 10)
    assert read.place() == ("f.yaml", 1)
    assert Position(active="north").place(("units",)) == ("<data>", 1)


@pytest.mark.parametrize(
    "name", ['he said "x"', "a\nb", "#script (lua)", "", "site", "spell", "\U0001f600", "8", "-"]
)
def test_a_name_may_be_any_text(name, known):
    data = {"active": "north", "units": {name: {"controller": "north", "at": "surface 8"}}}
    read = Position.from_document(parse(json.dumps(data)), **known)
    assert list(read.units) == [name]
    assert Position.from_data(read.to_data(), **known) == read


def test_numbers_are_names_too(position):
    read = position(
        "active: north\nunits: {1: {controller: north, at: void 3}, 2: {controller: north, carried_by: 1}}"
    )
    assert read.units["2"].carried_by == "1"


@pytest.mark.parametrize(
    ("written", "field", "value"),
    [
        ("power: 0", "power", (0, 0)),
        ("power: 3/3", "power", (3, 3)),
        ("power: ' 3 / 5 '", "power", (3, 5)),
        ("abilities: []", "abilities", ()),
        ("abilities: [Airborne, MOVEMENT +2, ranged, can\u2019t attack]", "abilities",
         ("airborne", "movement 2", "ranged 1", "can't attack")),
        ("abilities: [lance, lance]", "abilities", ("lance", "lance")),
        ("lance: true", "lance", 1),
        ("lance: false", "lance", 0),
        ("lance: 3", "lance", 3),
        ("stealth: false", "stealth", False),
        ("ward: true", "ward", True),
        ("card: BAND of  thieves", "card", "Band of Thieves"),
        ("card: wills\u2013o\u2019\u2010the-wisp", "card", "Wills-o'-the-Wisp"),
        ("card: Crave Golem", "card", "Crave Golem"),
        ("at: '  Surface   08 '", "at", ("surface 8",)),
        ("at: [void 9, surface 3]", "at", ("surface 3", "void 9")),
        ("type: avatar, life: 0, deaths_door: this_turn", "deaths_door", "this_turn"),
        ("damage: null", "damage", 0),
        ("at: underwater 20", "at", ("underwater 20",)),
    ],
)  # fmt: skip
def test_fields_are_read(written, field, value, position, known):
    place = "" if written.startswith("at:") else ", at: surface 8"
    read = position(f"active: north\nunits: {{x: {{controller: north, {written}{place}}}}}")
    assert getattr(read.units["x"], field) == value
    assert Position.from_data(read.to_data(), **known) == read


@pytest.mark.parametrize(
    ("written", "at"),
    [
        ("border 9-8", ("border 8-9",)),
        ("Border 8 - 9", ("border 8-9",)),
        ("surface 8", ("surface 8",)),
        ("[surface 9, surface 8]", ("surface 8", "surface 9")),
    ],
)
def test_auras_stand_on_squares_and_borders(written, at, position, known):
    read = position(f"active: north\nauras: {{x: {{controller: north, at: {written}}}}}")
    assert read.auras["x"] == Aura(controller="north", at=at)
    assert Position.from_data(read.to_data(), **known) == read


def test_sites_by_number_or_text(position, known):
    read = position('{"active": "north", "sites": {"8": {}, "19": {"controller": "north"}}}')
    assert read.sites == {8: Site(), 19: Site(controller="north")}
    assert Position.from_data(read.to_data(), **known) == read


def test_empty_sections_are_nothing(position):
    assert position("active: north\nunits:\nsites: {}\nattack:\n") == position("active: north")


def test_affinity_given_as_nothing_is_not_the_same_as_not_given(position):
    assert position("active: north\naffinity: {south: {}}").affinity == {"south": {}}


UNDER_WAY = """active: north
units: {a: {controller: north, at: void 8}, b: {controller: south, at: void 8}}
attack:
  {step: triggers, attacker: a, target: b, at: void 8, offers: [south], dead: [c], struck: [c, site 9],
   storyline: [{source: a, ability: kay, player: north, depth: 2}]}
"""


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("step: triggers", "step: dancing", "'moved' or 'triggers'"),
        ("attacker: a", "attacker: d", "the position has no 'd'"),
        ("ability: kay", "ability: 'x). p(1'", "a word in small letters is expected here"),
        ("depth: 2", "depth: -1", "a whole number"),
        ("at: void 8, offers", "at: 'void 8). p(1', offers", "no location"),
        ("offers: [south]", "offers: ['x). p(1']", "'north' or 'south'"),
        ("offers: [south]", "offer: [south]", "did you mean 'offers'"),
        ("dead: [c]", "dead: [[c]]", "not a list"),
    ],
)
def test_faults_of_an_attack_under_way(position, old, new, part):
    with pytest.raises(UnusableInput, match=re.escape(part)):
        position(UNDER_WAY.replace(old, new))


def test_an_attack_under_way_is_kept(position, known):
    read = position(UNDER_WAY)
    assert read.attack["struck"] == ("c", "site 9")
    assert Position.from_data(read.to_data(), **known) == read
    assert hash(read)


HEAD = "active: north\nsites: {8: {}}\nunits:\n"
UNIT = "  x: {{controller: north, at: surface 8, {}}}\n"


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("units: {}", 1, "a position must have the field 'active'"),
        ("active:\n", 1, "must have the field 'active'"),
        ("active: west", 1, "'north' or 'south' is expected here, not 'west'"),
        ("[]", 1, "a position is a mapping of fields, not a list"),
        ("active: north\nunit: {}", 2, "a position has no field 'unit'; did you mean 'units'"),
        ("active: north\n2: {}", 2, "a position has no field '2'"),
        ("active: north\nedition: codex-2026-7", 2, "did you mean 'codex-2026-07'"),
        ("active: north\nedition: 3", 2, "there is no edition 3"),
        ("active: north\nreadings: {stay_chioce: each_join}", 2, "did you mean 'stay_choice'"),
        ("active: north\nreadings:\n  stay_choice: each", 3, "cannot be 'each'; it is one of 'each_join'"),
        ("active: north\nreadings: {carried_defends: true}", 2, "it is one of 'yes', 'no'"),
        ("active: north\nreadings: [stay_choice]", 2, "a mapping"),
        ("active: north\nsites: {21: {}}", 2, "21 is no square; the squares are 1 to 20"),
        ("active: north\nsites: {0: {}}", 2, "0 is no square"),
        ("active: north\nsites: {x: {}}", 2, "'x' is no square"),
        ("active: north\nsites: {8: {}, '8': {}}", 2, "already"),
        ("active: north\nsites:\n  8:\n", 3, "a site ('8') is empty"),
        ("active: north\nsites: [8]", 2, "a mapping of fields, not a list"),
        ("active: north\nsites: {8: {card: Rustic Vilage}}", 2, "did you mean 'Rustic Village'"),
        ("active: north\nsites: {8: {card: Blizzard}}", 2, "of type aura, not site"),
        ("active: north\nsites: {8: {terrain: lava}}", 2, "'land' or 'water'"),
        ("active: north\nsites: {8: {at: surface 8}}", 2, "has no field 'at'"),
        (HEAD + UNIT.format("tapd: true"), 4, "has no field 'tapd'; did you mean 'tapped'"),
        (HEAD + UNIT.format("tapped: yes"), 4, "true or false is expected here, not 'yes'"),
        (HEAD + UNIT.format("tapped: 1"), 4, "true or false is expected here, not 1"),
        (HEAD + UNIT.format("damage: -1"), 4, "a whole number from 0 to 9999"),
        (HEAD + UNIT.format("damage: 1.0"), 4, "a whole number from 0 to 9999"),
        (HEAD + UNIT.format("damage: '1'"), 4, "a whole number from 0 to 9999 is expected here, not '1'"),
        (HEAD + UNIT.format("damage: true"), 4, "a whole number"),
        (HEAD + UNIT.format("damage: 10000"), 4, "a whole number"),
        (HEAD + UNIT.format("power: 3/5/7"), 4, "a power such as 3, or attack/defence such as 3/5"),
        (HEAD + UNIT.format("power: -1"), 4, "a power such as 3"),
        (HEAD + UNIT.format("power: [3, 5]"), 4, "a power such as 3"),
        (HEAD + UNIT.format("power: 99999999999/1"), 4, "a power such as 3"),
        (HEAD + UNIT.format("power: true"), 4, "a power such as 3"),
        (HEAD + UNIT.format("lance: -2"), 4, "a whole number"),
        (HEAD + UNIT.format("abilities: airborne"), 4, "abilities is a list"),
        (HEAD + UNIT.format("abilities: [airbourne]"), 4, "did you mean 'airborne'"),
        (HEAD + UNIT.format("abilities: [airborne 2]"), 4, "there is no ability 'airborne 2'"),
        (HEAD + UNIT.format("abilities: [movment 1]"), 4, "did you mean 'movement 1'"),
        (HEAD + UNIT.format("abilities: [3]"), 4, "there is no ability 3"),
        (HEAD + UNIT.format("card: Band of Theives"), 4, "did you mean 'Band of Thieves'"),
        (HEAD + UNIT.format("card: 3"), 4, "the name of a card is expected here, not 3"),
        (HEAD + UNIT.format("card: Dodge Roll"), 4, "'Dodge Roll' cannot stand here: it is of type magic"),
        (HEAD + UNIT.format("type: artifact"), 4, "'minion' or 'avatar' is expected here"),
        (HEAD + UNIT.format("carried_by: y"), 4, "the position has no 'y'; the name of a unit is expected"),
        (HEAD + UNIT.format("carried_by: x"), 4, "'x' cannot be carried by what it carries itself"),
        (HEAD + UNIT.format("life: 3"), 4, "only an avatar has 'life'"),
        (HEAD + UNIT.format("type: minion, card: Sorcerer, life: 3"), 4, "only an avatar has 'life'"),
        (HEAD + UNIT.format("deaths_door: this_turn"), 4, "only an avatar has 'deaths_door'"),
        (HEAD + UNIT.format("type: avatar, life: 2, deaths_door: this_turn"), 4, "write life: 0"),
        (HEAD + UNIT.format("type: avatar, life: 0, deaths_door: last_turn"), 4, "'this_turn' is"),
        (HEAD + "  x: {at: surface 8}", 4, "a unit ('x') must have the field 'controller'"),
        (HEAD + "  x: {controller: north}", 4, "a unit ('x') must be somewhere: give at, or carried_by"),
        (HEAD + "  x:\n", 4, "a unit ('x') is empty"),
        (HEAD + "  x: surface 8\n", 4, "is a mapping of fields, not 'surface 8'"),
        (HEAD + "  x: {controller: nobody, at: surface 8}", 4, "'south' is expected here, not 'nobody'"),
        (HEAD + "  x: {controller: north, at: surfce 8}", 4,
         "'surfce 8' is no location; write surface, underground, underwater or void and a square from 1 to "
         "20, such as 'surface 8'"),
        (HEAD + "  x: {controller: north, at: surface 21}", 4, "such as 'surface 1'"),
        (HEAD + "  x: {controller: north, at: 8}", 4, "8 is no location"),
        (HEAD + "  x: {controller: north, at: 8}", 4, "such as 'surface 8'"),
        (HEAD + "  x: {controller: north, at: border 8-9}", 4, "'border 8-9' is no location"),
        (HEAD + "  x: {controller: north, at: []}", 4, "must not be empty"),
        (HEAD + "  x:\n    controller: south\n    at:\n    - void 8\n    - surfaces 9\n", 8, "no location"),
        (HEAD + "  x:\n    controller: south\n    at:\n    - surface 8\n    - surface 8\n", 8, "twice"),
        (HEAD + "  site 8: {controller: north, at: surface 8}", 4, "'site 8' means a site or a spell"),
        (HEAD + "  Site  99: {controller: north, at: surface 8}", 4, "means a site or a spell"),
        (HEAD + "  spell Zap: {controller: north, at: surface 8}", 4, "'spell Zap' means a site or a spell"),
        (HEAD + UNIT.format("") + "auras:\n  x: {at: surface 8}", 6, "'x' stands under units already"),
        (HEAD + "  1: {controller: north, at: void 1}\n  '1': {controller: north, at: void 1}", 5, "differ"),
        ("active: north\nauras: {a: {at: border 8-8}}", 2, "'border 8-8' is no border"),
        ("active: north\nauras: {a: {at: border 8-21}}", 2, "such as 'border 8-9'"),
        ("active: north\nauras: {a: {card: Blizzard}}", 2, "an aura ('a') must have the field 'at'"),
        ("active: north\nauras: {a: {card: Rubble, at: void 1}}", 2, "of type site, not aura"),
        ("active: north\nartifacts: {a: {card: Goswhit Helmet}}", 2, "an artifact ('a') must be somewhere"),
        ("active: north\nartifacts: {a: {carried_by: b}, b: {at: void 1}}", 2, "'b' stands under artifacts"),
        ("active: north\nhands: {south: Dodge Roll}", 2, "a hand is a list"),
        ("active: north\nhands: {south: [Sorcerer]}", 2, "of type avatar"),
        ("active: north\nhands: {west: [Dodge Roll]}", 2, "hands has no field 'west'; it is one of 'north'"),
        ("active: north\nhands:\n  south:\n  - Dodge Roll\n  - Dodge Rol", 5, "did you mean 'Dodge Roll'"),
        ("active: north\naffinity: {south: {wood: 1}}", 2, "affinity has no field 'wood'"),
        ("active: north\naffinity: {south: {water: -1}}", 2, "a whole number"),
        ("active: north\nattack: 3", 2, "a mapping of fields, not 3"),
    ],
)  # fmt: skip
def test_unusable_positions(text, line, part, faults):
    found = faults(text)
    assert any(at == line and part in message for at, message in found), found
    assert all("\n" not in message for _, message in found)


@pytest.mark.parametrize("number", [1000, 1001])
def test_a_thousand_units_are_the_most(faults, number):
    text = HEAD + "".join(f"  u{i}: {{controller: north, at: void 1}}\n" for i in range(number))
    if number == 1000:
        assert len(Position.from_data(yaml.safe_load(text)).units) == 1000
    else:
        assert faults(text) == [(3, "1001 units are too many; name at most 1000")]


def test_all_faults_come_together(faults):
    found = faults(
        "active: west\n"
        "edition: old\n"
        "sites:\n"
        "  8: {card: Rubbel}\n"
        "  30: {}\n"
        "units:\n"
        "  a: {controller: north, at: sky 8, power: x, color: red}\n"
        "  a: {}\n"
        "  b: {at: surface 8}\n"
        "artifacts: {c: {carried_by: nobody}}\n"
        "colour: blue\n"
    )
    assert [line for line, _ in found] == [1, 2, 4, 5, 7, 7, 7, 8, 9, 10, 11]


def test_two_avatars(faults, position):
    text = HEAD + (
        "  a: {card: Sorcerer, controller: north, at: surface 8}\n"
        "  b: {card: Sorcerer, controller: south, at: surface 8}\n"
        "  c: {type: minion, card: Sorcerer, controller: south, at: surface 8}\n"
    )
    position(text)
    found = faults(text + "  d: {type: avatar, controller: south, at: surface 8}\n")
    assert found == [(7, "south has an avatar already, 'b'; one is the most")]


def test_carrying_in_a_circle(faults, position):
    carried = "  {}: {{controller: north, carried_by: {}}}\n"
    chain = (
        HEAD + carried.format("b", "a") + "  a: {controller: north, at: void 1}\n" + carried.format("c", "b")
    )
    position(chain)
    found = faults(HEAD + carried.format("a", "b") + carried.format("b", "c") + carried.format("c", "b"))
    assert len(found) == 1
    assert found[0][0] in (5, 6)


def test_a_file_full_of_faults_is_soon_read(faults):
    names = "".join(
        f"  unit{n}: {{card: Rubbl{n}, controller: north, carried_by: some{n}}}\n" for n in range(2000)
    )
    found = faults(HEAD + names)
    assert len(found) == 4001
    assert 0 < sum("did you mean" in message for _, message in found) <= 50


def test_loading(write, known, example, monkeypatch):
    path = write(example)
    read = Position.load(path, **known)
    assert read.place(("units", "scout")) == (path, 10)
    with pytest.raises(UnusableInput, match="there is no such file"):
        Position.load(path + "x", **known)


def test_another_edition_and_readings(position, vocabulary):
    read = position("active: north\nreadings: {stay_choice: last_join}\nedition: codex-2026-05")
    changed = read.under("codex-2026-01", {"carried_defends": "no"}, vocabulary=vocabulary)
    assert changed.edition == "codex-2026-01"
    assert changed.readings == {"stay_choice": "last_join", "carried_defends": "no"}
    assert changed.place(("edition",)) == ("f.yaml", 3)
    assert read.under(vocabulary=vocabulary) == read
    with pytest.raises(UnusableInput) as caught:
        read.under("codex", {"carried_defends": "maybe", "x": "y"}, vocabulary=vocabulary)
    assert [fault.file for fault in caught.value.faults] == ["--edition", "--reading", "--reading"]


def test_frozen_maps():
    one = freeze({"a": [1, {"b": 2}], "c": None})
    assert one == {"a": (1, {"b": 2}), "c": None}
    assert hash(one) == hash(freeze({"c": None, "a": [1, {"b": 2}]}))
    assert thaw(one) == {"a": [1, {"b": 2}], "c": None}
    assert one.replace({"d": 1}, without=["a"]) == {"c": None, "d": 1}
    assert copy.copy(one) is one
    assert EMPTY == {}
    for change in (one.clear, one.popitem, lambda: one.update(x=1), lambda: one.setdefault("x", 1)):
        with pytest.raises(TypeError):
            change()
