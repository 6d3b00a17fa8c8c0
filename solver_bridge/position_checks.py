"""What must fit together in a position: its names, who carries whom, one avatar a player."""

from collections.abc import Mapping
from typing import Any

from solver_bridge.errors import quoted
from solver_bridge.model import Unit
from solver_bridge.places import square_of
from solver_bridge.reader import BAD, Reader
from solver_bridge.references import name_text, reserved
from solver_bridge.tree import Path
from solver_bridge.words import (
    ATTACK_SECTION,
    AVATAR,
    AVATAR_FIELDS,
    CARRIED_BY,
    DEAD,
    DEATHS_DOOR,
    MAX_THINGS,
    NAMED_SECTIONS,
    SITES,
    UNITS,
)

__all__ = ["check_avatars", "check_carrying", "names_of"]


def names_of(reader: Reader, data: Any, path: Path) -> tuple[dict[str, str], set[int]]:
    """Give the names of a position with their sections, and its squares with sites, before it is read."""
    names: dict[str, str] = {}
    squares: set[int] = set()
    if not isinstance(data, dict):
        return names, squares
    for section in NAMED_SECTIONS:
        entities = data.get(section)
        if isinstance(entities, dict) and len(entities) > MAX_THINGS:
            reader.fault((*path, section), f"{len(entities)} {section} are too many; name at most {MAX_THINGS}")
        for key in entities if isinstance(entities, dict) else ():
            name = name_text(reader, key, (*path, section, key))
            if name is BAD:
                continue
            if name in names:
                message = f"{quoted(name)} stands under {names[name]} already; names must differ"
                reader.fault((*path, section, key), message)
            elif reserved(name) is not None:
                message = f"{quoted(name)} means a site or a spell; choose another name"
                reader.fault((*path, section, key), message)
            names.setdefault(name, section)
    attack = data.get(ATTACK_SECTION)
    gone = attack.get(DEAD) if isinstance(attack, dict) else None
    for name in gone if isinstance(gone, list | tuple) else ():
        # What has left the realm during the attack can still be named.
        names.setdefault(str(name), UNITS)
    sites = data.get(SITES)
    for key in sites if isinstance(sites, dict) else ():
        square = square_of(reader, key)
        if square is not None:
            squares.add(square)
    return names, squares


def check_carrying(reader: Reader, units: Mapping[str, Unit], path: Path) -> None:
    """Note each unit that is carried, at the end, by itself."""
    settled: set[str] = set()
    for name in units:
        chain: dict[str, None] = {}
        carried: str | None = name
        while carried is not None and carried not in settled and carried not in chain:
            chain[carried] = None
            unit = units.get(carried)
            carried = unit.carried_by if unit is not None else None
        if carried is not None and carried in chain:
            place = (*path, UNITS, carried, CARRIED_BY)
            reader.fault(place, f"{quoted(carried)} cannot be carried by what it carries itself")
        settled.update(chain)


def check_avatars(reader: Reader, units: Mapping[str, Unit], path: Path) -> None:
    """Note a player's second avatar, and what only avatars have on other units."""
    avatars: dict[str, str] = {}
    for name, unit in units.items():
        place = (*path, UNITS, name)
        if _type(reader, unit) == AVATAR:
            first = avatars.setdefault(unit.controller, name)
            if first != name:
                reader.fault(
                    place, f"{unit.controller} has an avatar already, {quoted(first)}; one is the most"
                )
        else:
            for field in AVATAR_FIELDS:
                if getattr(unit, field) is not None:
                    reader.fault(
                        (*place, field),
                        f"only an avatar has {quoted(field)}; leave it out, or write type: {AVATAR}",
                    )
        if unit.deaths_door is not None and unit.life != 0:
            reader.fault(
                (*place, DEATHS_DOOR), "only an avatar without life is at death's door; write life: 0"
            )


def _type(reader: Reader, unit: Unit) -> str | None:
    if unit.type is None and unit.card is not None:
        known = reader.catalogue.find(unit.card)
        return AVATAR if known is not None and AVATAR in known.types else None
    return unit.type
