"""Reads what a ruling expects of an answer, and writes it in the normal form of answers."""

from typing import Any

from solver_bridge.errors import quoted, shown
from solver_bridge.frozen import FrozenMap, freeze
from solver_bridge.places import square_of
from solver_bridge.reader import BAD, Kinds, Reader
from solver_bridge.references import name_text
from solver_bridge.tree import Path
from solver_bridge.words import (
    AFFINITY,
    ATTACK,
    ELEMENTS,
    ENTITIES,
    EXPECTATIONS,
    HANDS,
    INCLUDES,
    LIFE,
    LISTS,
    POSITION,
    RESULT,
    SITES,
    Field,
    Table,
)
from solver_bridge.writer import written

__all__ = ["EXPECTATION_KINDS", "read_expectation"]

_PARTS = {"hands": HANDS, "affinity": AFFINITY, "elements": ELEMENTS, "lives": LIFE, "attack": ATTACK}


def read_expectation(reader: Reader, question: str, value: Any, path: Path) -> FrozenMap[str, Any]:
    """Read what is expected of the answer to a question; its faults are noted."""
    table = EXPECTATIONS[question]
    found: dict[str, Any] = {}
    if not value:
        reader.fault(path, f"a ruling must expect something; it is one of {', '.join(table)}")
    for key, item in value.items():
        place = (*path, key)
        if key not in table:
            hint = reader.instead(str(key), table)
            reader.fault(place, f"of {question} there cannot be expected {shown(key)}{hint}")
        elif item is None and table[key].kind == "result":
            found[key] = None
        else:
            found[key] = reader.read(table[key], item, place)
    return FrozenMap(found)


def _list_of(kind: str) -> Any:
    def listed(reader: Reader, value: Any, path: Path, field: Field) -> Any:
        return reader.items(value, path, "this", kind)

    return listed


def _reasons_of(kind: str) -> Any:
    def reasons(reader: Reader, value: Any, path: Path, field: Field) -> Any:
        given = reader.mapping(value, path, "reasons")
        if given is None:
            return BAD
        found: dict[Any, Any] = {}
        for key, item in given.items():
            place = (*path, key)
            part = INCLUDES if _is_part(reader, key) else ""
            about = reader.read(Field(kind), key.removesuffix(INCLUDES) if part else key, place)
            if about is not BAD:
                found[about + part] = reader.items(item, place, "reasons", "reason")
        return FrozenMap(found)

    return reasons


def _is_part(reader: Reader, key: Any) -> bool:
    """Say whether a key asks for a part of a list; a thing's name may itself end like that."""
    return isinstance(key, str) and key.endswith(INCLUDES) and key not in (reader.names or {})


def _partial(reader: Reader, value: Any, path: Path, table: Table, what: str) -> Any:
    """Read some fields of something printed; a list may be given by what it includes, and a value be null."""
    given = reader.mapping(value, path, what)
    if given is None:
        return BAD
    found: dict[str, Any] = {}
    for key, item in given.items():
        place = (*path, key)
        base = key.removesuffix(INCLUDES) if isinstance(key, str) and key not in table else key
        field = table.get(base)
        if field is None:
            reader.fault(place, f"{what} has no field {quoted(str(key))}{reader.instead(str(key), table)}")
        elif base != key and field.kind not in LISTS:
            reader.fault(place, f"{quoted(base)} is no list; leave {INCLUDES} away")
        elif item is None:
            found[key] = None
        elif field.kind in ENTITIES:
            found[key] = _entities(reader, item, place, field.kind)
        elif field.kind in _PARTS:
            found[key] = _partial(reader, item, place, _PARTS[field.kind], quoted(base))
        else:
            read = reader.read(field, item, place)
            if read is not BAD:
                found[key] = freeze(written(field.kind, read))
    return FrozenMap(found)


def _result(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return _partial(reader, value, path, RESULT, "a result")


def _position(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return _partial(reader, value, path, POSITION, "a position")


def _entities(reader: Reader, value: Any, path: Path, section: str) -> Any:
    given = reader.mapping(value, path, f"what stands under {section}")
    if given is None:
        return BAD
    found: dict[Any, Any] = {}
    for key, item in given.items():
        place = (*path, key)
        name = _known(reader, key, place, section)
        table = ENTITIES[section]
        found[name] = None if item is None else _partial(reader, item, place, table, quoted(str(key)))
    return FrozenMap(found)


def _known(reader: Reader, key: Any, path: Path, section: str) -> Any:
    if section == SITES:
        square = square_of(reader, key)
        return square if square is not None else reader.fault(path, f"{shown(key)} is no square")
    name = name_text(reader, key, path)
    if name is not BAD and reader.names is not None and reader.names.get(name) != section:
        hint = reader.instead(name, [known for known, where in reader.names.items() if where == section])
        return reader.fault(path, f"the position has no {quoted(name)} under {section}{hint}")
    return name


def _name(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return reader.read(Field("thing"), value, path)


EXPECTATION_KINDS: Kinds = {
    "name": _name,
    "unit_list": _list_of("unit"),
    "target_list": _list_of("target"),
    "name_list": _list_of("name"),
    "player_list": _list_of("player"),
    "reasons": _list_of("reason"),
    "orders": _list_of("order"),
    "order": _list_of("source"),
    "unit_reasons": _reasons_of("unit"),
    "target_reasons": _reasons_of("target"),
    "result": _result,
    "expected_position": _position,
}
