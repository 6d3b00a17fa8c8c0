"""The JSON schemas of the files, made from the types of their values and the tables of words."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from solver_bridge import vocabulary as vocabularies
from solver_bridge.events import EVENT_TYPES, Choice
from solver_bridge.model import ENTITY_TYPES, Position
from solver_bridge.ruling import Ruling
from solver_bridge.sequence import Sequence
from solver_bridge.vocabulary import Vocabulary
from solver_bridge.words import (
    AFFINITY,
    ASK,
    ASKS,
    AT,
    ATTACK,
    ATTACK_SECTION,
    BORDER,
    CARRIED_BY,
    CHANGES,
    CHOICE,
    EFFECT,
    ELEMENTS,
    ENTITIES,
    EVENTS,
    EVENTS_ONLY,
    EXPECT,
    EXPECTATIONS,
    HANDS,
    ITEM_KINDS,
    MAX_NUMBER,
    MAX_THINGS,
    PLAYERS,
    POSITION,
    PRINTED,
    RECORDS,
    RULING,
    SEQUENCE,
    SITES,
    Field,
    Table,
)

__all__ = ["SCHEMAS", "schema"]

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMAS = ("event", "position", "ruling", "sequence")
"""The names of the schemas."""

_TABLES: Mapping[type[msgspec.Struct], Table] = {
    Position: POSITION,
    **{of: ENTITIES[section] for section, of in ENTITY_TYPES.items()},
    Choice: CHOICE,
    **{of: EVENTS[word] for word, of in EVENT_TYPES.items()},
    Sequence: SEQUENCE,
    Ruling: RULING,
}
_EVENT = "Event"
_TEXT: Schema = {"type": "string"}
_LIST: Schema = {"type": "array"}
_MAPPING: Schema = {"type": "object"}
_NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}
_ROOTS = {"position": "Position", "event": _EVENT, "sequence": "Sequence", "ruling": "Ruling"}


def schema(name: str, vocabulary: Vocabulary | None = None) -> Schema:
    """Give the JSON schema (draft 2020-12) of a position, an event, a sequence or a ruling.

    Raise KeyError if there is no schema of that name.
    """
    root = _ROOTS[name]
    defs = _definitions(_Writer(vocabularies.load() if vocabulary is None else vocabulary))
    return {"$schema": DIALECT, "$ref": f"#/$defs/{root}", "$defs": _reachable(root, defs)}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _any_of(*options: Schema) -> Schema:
    return {"anyOf": list(options)}


def _list_of(item: Schema, least: int = 0) -> Schema:
    return {**_LIST, "items": item, **({"minItems": least} if least else {})}


def _map_of(item: Schema, names: Schema | None = None) -> Schema:
    few = {"propertyNames": names, "maxProperties": MAX_THINGS} if names else {}
    return {**_MAPPING, **few, "additionalProperties": item}


def _object(properties: Mapping[str, Schema], required: list[str]) -> Schema:
    needed = {"required": required} if required else {}
    return {**_MAPPING, "properties": dict(properties), **needed, "additionalProperties": False}


def _one_key(options: Mapping[str, Schema]) -> Schema:
    return {"oneOf": [_object({word: body}, [word]) for word, body in options.items()]}


class _Writer:
    """Knows how a value of each kind is written."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        squares = "|".join(map(str, sorted(vocabulary.squares)))
        regions = "|".join(map(re.escape, vocabulary.regions))
        location: Schema = {**_TEXT, "pattern": f"^({regions}) ({squares})$"}
        place = _any_of(_ref("Location"), {**_list_of(_ref("Location"), 1), "uniqueItems": True})
        border: Schema = {**_TEXT, "pattern": f"^{BORDER} ({squares})-({squares})$"}
        words = [
            re.escape(word.text).replace("\\ ", " ") + (r"( \+?[0-9]+)?" if word.numbered else "")
            for word in vocabulary.keywords.values()
        ]
        ability: Schema = {**_TEXT, "pattern": f"^({'|'.join(words)})$"}
        readings = {
            name: {"enum": list(reading.values), "description": reading.question}
            for name, reading in vocabulary.readings.items()
        }
        square: Schema = {**_TEXT, "pattern": f"^({squares})$"}
        power = _any_of(_NUMBER, {**_TEXT, "pattern": "^[0-9]+(/[0-9]+)?$"})
        self.shared: dict[str, Schema] = {"Location": location, "Place": place, "Ability": ability}
        self.kinds: dict[str, Schema] = {
            "text": _TEXT,
            "card": _TEXT,
            "edition": {"enum": list(vocabulary.editions)},
            "readings": _object(readings, []),
            "player": {"enum": list(PLAYERS)},
            "flag": {"type": "boolean"},
            "done": {"const": True},
            "number": _NUMBER,
            "count": _any_of(_NUMBER, {"type": "boolean"}),
            "power": power,
            "ability": _ref("Ability"),
            "gained": _any_of(_ref("Ability"), {"enum": list(vocabulary.states)}),
            "abilities": _list_of(_ref("Ability")),
            "location": _ref("Location"),
            "footprint": _ref("Place"),
            "aura_place": _any_of(_ref("Place"), border),
            "path": _list_of(_ref("Place")),
            "unit": _TEXT,
            "target": _TEXT,
            "targets": _any_of(_TEXT, _list_of(_TEXT)),
            "source": _TEXT,
            "site": {"enum": sorted(vocabulary.squares)},
            "assign": _map_of(_map_of(_NUMBER)),
            "choices": _ref(Choice.__name__),
            "hand": _list_of(_TEXT),
            **{
                section: _map_of(_ref(of.__name__), square if section == SITES else None)
                for section, of in ENTITY_TYPES.items()
            },
            "events": _list_of(_ref(_EVENT)),
            "position": _any_of(_TEXT, _ref(Position.__name__)),
            **dict.fromkeys(("party", "aim", "any_name"), _TEXT),
            "word": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"},
            "plain_list": _LIST,
            "ignored": {},
        }
        for kind, table in (("hands", HANDS), ("elements", ELEMENTS), ("affinity", AFFINITY)):
            self.kinds[kind] = self.fields(table)
        for kind, table in RECORDS.items():
            self.kinds[kind] = self.fields(table)
        for kind, item in ITEM_KINDS.items():
            self.kinds[kind] = _list_of(self.fields(RECORDS[item]) if item in RECORDS else self.kinds[item])
        self.kinds[ATTACK_SECTION] = self.fields(ATTACK)
        self.kinds[ASK] = _one_key({question: self._ask(table) for question, table in ASKS.items()})
        expected: dict[str, Schema] = {name: {} for table in EXPECTATIONS.values() for name in table}
        self.kinds[EXPECT] = {**_object(expected, []), "minProperties": 1}

    def _ask(self, table: Table) -> Schema:
        return self.field(table[EVENTS_ONLY]) if EVENTS_ONLY in table else self.fields(table)

    def field(self, field: Field) -> Schema:
        """Give the schema of a field's value."""
        return {"enum": list(field.choices)} if field.choices else self.kinds[field.kind]

    def fields(self, table: Table) -> Schema:
        """Give the schema of a mapping with the fields of a table."""
        required = [name for name, field in table.items() if field.required]
        return _object({name: self.field(field) for name, field in table.items()}, required)


def _definitions(writer: _Writer) -> dict[str, Schema]:
    _, made = msgspec.json.schema_components(list(_TABLES), ref_template="#/$defs/{name}")
    found: dict[str, Schema] = dict(writer.shared)
    for of, table in _TABLES.items():
        known = made[of.__name__]
        printed = PRINTED if of in EVENT_TYPES.values() else {}
        shape = writer.fields({**table, **printed})
        properties = {name: shape["properties"].get(name, {}) for name in known["properties"]}
        for name in properties:
            default = known["properties"][name].get("default")
            if default is False or (default == 0 and default is not None):
                properties[name] = {**properties[name], "default": default}
        shape["properties"] = {**properties, **{name: shape["properties"][name] for name in printed}}
        found[of.__name__] = {"title": of.__name__, "description": known["description"], **shape}
    for section, of in ENTITY_TYPES.items():
        if CARRIED_BY in ENTITIES[section]:
            found[of.__name__]["anyOf"] = [{"required": [AT]}, {"required": [CARRIED_BY]}]
    effect = EVENT_TYPES[EFFECT].__name__
    found[effect] = {**_titled(found[effect]), **_effect(found[effect]["properties"])}
    events = {word: _ref(of.__name__) for word, of in EVENT_TYPES.items()}
    found[_EVENT] = {"title": _EVENT, "description": "One event, under its word.", **_one_key(events)}
    return found


def _titled(node: Schema) -> Schema:
    return {key: node[key] for key in ("title", "description")}


def _effect(properties: Mapping[str, Schema]) -> Schema:
    """Give the schema of an effect: one change of one thing."""
    options = [(on, change) for on, changes in CHANGES.items() for change in changes]
    shapes = [
        _object({name: properties[name] for name in (on, change, *PRINTED)}, [on, change])
        for on, change in options
    ]
    return {"oneOf": shapes}


def _reachable(root: str, defs: Mapping[str, Schema]) -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    pending = [root]
    while pending:
        name = pending.pop()
        if name not in found:
            found[name] = defs[name]
            pending.extend(_references(defs[name]))
    return {name: found[name] for name in sorted(found)}


def _references(node: Any) -> list[str]:
    if isinstance(node, dict):
        own = [node["$ref"].rpartition("/")[2]] if isinstance(node.get("$ref"), str) else []
        return own + [name for item in node.values() for name in _references(item)]
    if isinstance(node, list):
        return [name for item in node for name in _references(item)]
    return []
