"""Writes values as plain data by the tables of words; what is written reads back equal."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from solver_bridge.frozen import thaw
from solver_bridge.words import CHOICE, ENTITIES, Table

__all__ = ["WRITES", "write", "written"]


def write(value: msgspec.Struct, table: Table) -> dict[str, Any]:
    """Write a value's fields in the order of the table; those that have their default are left out."""
    defaults = _defaults(type(value))
    found: dict[str, Any] = {}
    for name, field in table.items():
        item = getattr(value, name)
        if field.shown or field.required or name not in defaults or item != defaults[name]:
            found[name] = written(field.kind, item)
    return found


def written(kind: str, value: Any) -> Any:
    """Write one value of a kind."""
    writes = WRITES.get(kind)
    return thaw(value) if writes is None else writes(value)


@lru_cache(maxsize=64)
def _defaults(of: type[msgspec.Struct]) -> Mapping[str, Any]:
    names = of.__struct_fields__
    values = of.__struct_defaults__
    found = dict(zip(names[len(names) - len(values) :], values, strict=True))
    return {name: value for name, value in found.items() if value is not msgspec.NODEFAULT}


def _footprint(locations: Any) -> Any:
    return locations[0] if len(locations) == 1 else list(locations)


def _power(power: tuple[int, int]) -> int | str:
    attack, defence = power
    return attack if attack == defence else f"{attack}/{defence}"


def _section(table: Table) -> Callable[[Any], Any]:
    def section(entities: Mapping[Any, msgspec.Struct]) -> Any:
        return {key: write(entity, table) for key, entity in entities.items()}

    return section


def _choices(choice: Any) -> Any:
    return write(choice, CHOICE)


def _own(value: Any) -> Any:
    return value.to_data()


WRITES: Mapping[str, Callable[[Any], Any]] = {
    **{section: _section(table) for section, table in ENTITIES.items()},
    "footprint": _footprint,
    "aura_place": _footprint,
    "targets": _footprint,
    "path": lambda path: [_footprint(entry) for entry in path],
    "power": lambda power: None if power is None else _power(power),
    "choices": _choices,
    "position": _own,
    "events": lambda events: [_own(event) for event in events],
    "ask": _own,
}
