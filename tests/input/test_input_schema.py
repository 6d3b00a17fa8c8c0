import json

import pytest
from json_schema_check import accepts

from solver_bridge import words
from solver_bridge.document import parse
from solver_bridge.events import EVENT_TYPES, Choice
from solver_bridge.model import ENTITY_TYPES, Position
from solver_bridge.schema import SCHEMAS, schema
from solver_bridge.sequence import Sequence


def plain(text):
    return json.loads(json.dumps(parse(text).data))


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_plain_and_whole(name, vocabulary):
    made = schema(name, vocabulary)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert json.loads(json.dumps(made)) == made
    text = json.dumps(made)
    for definition in made["$defs"]:
        assert f'"#/$defs/{definition}"' in text
    for reference in text.split('"$ref": "#/$defs/')[1:]:
        assert reference.partition('"')[0] in made["$defs"]


def test_the_example_fits_its_schema(example, vocabulary):
    assert accepts(schema("position", vocabulary), plain(example))


def test_what_the_types_hold_is_what_the_tables_say(vocabulary):
    assert set(words.POSITION) == set(Position.__struct_fields__)
    assert set(words.SEQUENCE) == set(Sequence.__struct_fields__)
    assert set(words.CHOICE) == set(Choice.__struct_fields__)
    for section, of in ENTITY_TYPES.items():
        assert set(words.ENTITIES[section]) == set(of.__struct_fields__)
    made = schema("ruling", vocabulary)["$defs"]
    for of in (*ENTITY_TYPES.values(), Position, Choice):
        assert list(made[of.__name__]["properties"]) == list(of.__struct_fields__)
    for word, of in EVENT_TYPES.items():
        assert of.__name__ in made, word


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{active: west}",
        "{active: north, unit: {}}",
        "{active: north, sites: {21: {}}}",
        "{active: north, units: {x: {at: surface 8}}}",
        "{active: north, units: {x: {controller: north}}}",
        "{active: north, units: {x: {controller: north, at: surface 21}}}",
        "{active: north, units: {x: {controller: north, at: []}}}",
        "{active: north, units: {x: {controller: north, at: void 1, power: a}}}",
        "{active: north, units: {x: {controller: north, at: void 1, damage: -1}}}",
        "{active: north, units: {x: {controller: north, at: void 1, abilities: [flying]}}}",
        "{active: north, readings: {x: y}}",
        "{active: north, edition: x}",
        "{active: north, affinity: {south: {wood: 1}}}",
        "[]",
    ],
)
def test_what_is_no_position_does_not_fit(text, vocabulary):
    assert not accepts(schema("position", vocabulary), plain(text))


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{pass: {player: north}, strike: {}}",
        "{pass: {}}",
        "{pass: {player: north, x: 1}}",
        "{effect: {unit: x}}",
        "{effect: {unit: x, kill: true, tap: true}}",
        "{effect: {site: 8, kill: true}}",
        "{effect: {unit: x, site: 8, controller: north}}",
        "{effect: {unit: x, kill: false}}",
    ],
)
def test_what_is_no_event_does_not_fit(text, vocabulary):
    assert not accepts(schema("event", vocabulary), plain(text))


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("{reach: {unit: x}}", True),
        ("{defenders: {attacker: x, target: site 8, path: [surface 8]}}", True),
        ("{legal: [{strike: {}}]}", True),
        ("{legal: {strike: {}}}", False),
        ("{reach: {}}", False),
        ("{guess: {unit: x}}", False),
    ],
)
def test_questions(text, fits, vocabulary):
    ruling = {"name": "n", "source": "s", "position": "p.yaml", "ask": plain(text), "expect": {"exactly": []}}
    made = schema("ruling", vocabulary)
    assert accepts(made, ruling) is fits
    assert not accepts(made, {**ruling, "colour": "red"})
    assert not accepts(made, {**ruling, "expect": {}})


def test_an_unknown_schema(vocabulary):
    with pytest.raises(KeyError):
        schema("card", vocabulary)
