"""Reads the attack under way of a position, as a checked line of play prints it."""

import re
from typing import Any

from solver_bridge.errors import quoted, shown
from solver_bridge.frozen import FrozenMap
from solver_bridge.reader import BAD, Kinds, Reader
from solver_bridge.references import name_text, reserved
from solver_bridge.tree import Path
from solver_bridge.words import ATTACK, DEAD, ITEM_KINDS, RECORDS, Field

__all__ = ["ATTACK_KINDS"]

_WORD = re.compile(r"[a-z][a-z0-9_]*")


def _attack(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return FrozenMap(reader.fields(value, path, ATTACK, "an attack under way"))


def _known(reader: Reader, value: Any, path: Path, *, sites: bool) -> Any:
    """Read the name of something that is in the position, or has left it during the attack."""
    name = name_text(reader, value, path)
    if name is BAD or name in (reader.names or {}):
        return name
    if sites and reserved(name) is not None:
        return name
    hint = reader.instead(name, reader.names or {})
    return reader.fault(
        path, f"the position has no {quoted(name)}, and {quoted(DEAD)} does not name it{hint}"
    )


def _unit(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return _known(reader, value, path, sites=False)


def _target(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return _known(reader, value, path, sites=True)


def _any_name(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return name_text(reader, value, path)


def _word(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    if isinstance(value, str) and _WORD.fullmatch(value):
        return value
    return reader.fault(path, f"a word in small letters is expected here, not {shown(value)}")


def _list(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return reader.items(value, path, "this", ITEM_KINDS[field.kind])


def _record(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    table = RECORDS[field.kind]
    found = reader.fields(value, path, table, "an entry of this list")
    return FrozenMap(found) if len(found) == len(table) else BAD


ATTACK_KINDS: Kinds = {
    "attack": _attack,
    "party": _unit,
    "aim": _target,
    "any_name": _any_name,
    "word": _word,
    **dict.fromkeys(ITEM_KINDS, _list),
    **dict.fromkeys(RECORDS, _record),
}
