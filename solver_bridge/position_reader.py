"""Reads positions: each thing by its fields, then what must fit together."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from solver_bridge.attack_reader import ATTACK_KINDS
from solver_bridge.catalogue import Catalogue
from solver_bridge.document import Document
from solver_bridge.errors import Fault, UnusableInput, quoted, shown
from solver_bridge.frozen import FrozenMap
from solver_bridge.kinds import WORD_KINDS, card_of_type
from solver_bridge.model import ENTITY_TYPES, Position, Unit
from solver_bridge.places import PLACE_KINDS, footprint, square_of
from solver_bridge.position_checks import check_avatars, check_carrying, names_of
from solver_bridge.reader import BAD, Kinds, Reader
from solver_bridge.references import REFERENCE_KINDS
from solver_bridge.tree import Lines, Path
from solver_bridge.vocabulary import Vocabulary
from solver_bridge.words import (
    ACTIVE,
    AFFINITY,
    AT,
    BORDER,
    CARD,
    CARRIED_BY,
    ELEMENTS,
    ENTITIES,
    ENTITY_NAMES,
    EVENTS_ONLY,
    HANDS,
    NAMED_SECTIONS,
    POSITION,
    SITES,
    UNITS,
    Field,
)

__all__ = ["POSITION_KINDS", "data_position", "document_position", "position_under", "read_position"]

P = TypeVar("P", bound=Position)

_UNNAMED = "<data>"
_BORDER = re.compile(rf"\s*{BORDER}\s+([0-9]+)\s*-\s*([0-9]+)\s*", re.IGNORECASE)


def data_position(
    of: type[P],
    data: Any,
    lines: Lines | None,
    vocabulary: Vocabulary | None,
    catalogue: Catalogue | None,
) -> P:
    """Make a position of plain data."""
    reader = Reader(lines or Lines(_UNNAMED), POSITION_KINDS, vocabulary, catalogue)
    position = read_position(reader, data, (), of)
    reader.check()
    assert position is not None
    return position


def document_position(
    of: type[P], document: Document, vocabulary: Vocabulary | None, catalogue: Catalogue | None
) -> P:
    """Make a position of a document."""
    faults: list[Fault] = [fault for _, fault in document.faults]
    try:
        position = data_position(of, document.data, document.lines, vocabulary, catalogue)
    except UnusableInput as error:
        raise UnusableInput([*faults, *error.faults]) from None
    document.usable()
    return position


def position_under(
    position: P, edition: str | None, readings: Mapping[str, str], vocabulary: Vocabulary | None
) -> P:
    """Change a position's edition and readings."""
    reader = Reader(Lines("--edition"), POSITION_KINDS, vocabulary, Catalogue())
    if edition is not None:
        edition = reader.read(POSITION["edition"], edition, ())
    reader.lines = Lines("--reading")
    given = reader.read(POSITION["readings"], dict(readings), ())
    reader.check()
    changed = msgspec.structs.replace(
        position,
        edition=position.edition if edition is None else edition,
        readings=FrozenMap({**position.readings, **given}),
    )
    return changed.placed(position.lines)


def read_position(reader: Reader, data: Any, path: Path, of: type[P]) -> P | None:
    """Read a position that stands at a path; note its faults, and give nothing if there are any.

    From then on the reader knows the position's names.
    """
    if isinstance(data, dict) and ACTIVE not in data and EVENTS_ONLY in data:
        message = "this is a sequence, and a position alone is wanted here; sequences are for `check`"
        reader.fault(path, message)
        return None
    before = len(reader.faults)
    reader.names, reader.squares = names_of(reader, data, path)
    values = reader.fields(data, path, POSITION, "a position")
    units: Mapping[str, Unit] = values.get(UNITS, {})
    check_carrying(reader, units, path)
    check_avatars(reader, units, path)
    if len(reader.faults) > before:
        return None
    return of(**values).placed(reader.lines.under(*path))


def _entities(reader: Reader, value: Any, path: Path, section: str, key_of: Any) -> Any:
    given = reader.mapping(value, path, f"what stands under {section}")
    if given is None:
        return BAD
    found: dict[Any, Any] = {}
    for key, item in given.items():
        name = key_of(reader, key, (*path, key))
        place = (*path, key)
        what = f"{ENTITY_NAMES[section]} ({quoted(str(key))})"
        if item is None:
            reader.fault(place, f"{what} is empty; give its fields, or leave it out")
            continue
        values = reader.fields(item, place, ENTITIES[section], what)
        if CARD in values:
            card_of_type(reader, values[CARD], (*place, CARD), section)
        _check_place(reader, item, place, section, what)
        required = [known for known, field in ENTITIES[section].items() if field.required]
        if name is not BAD and all(known in values for known in required):
            found[name] = ENTITY_TYPES[section](**values)
    return FrozenMap(found)


def _check_place(reader: Reader, item: Any, path: Path, section: str, what: str) -> None:
    table = ENTITIES[section]
    if CARRIED_BY not in table or not isinstance(item, dict):
        return
    if item.get(AT) is None and item.get(CARRIED_BY) is None:
        reader.fault(path, f"{what} must be somewhere: give {AT}, or {CARRIED_BY}")


def _section(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    def name(reader: Reader, key: Any, path: Path) -> Any:
        return key if isinstance(key, str) else str(key) if type(key) is int else BAD

    return _entities(reader, value, path, field.kind, name)


def _sites(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    seen: set[int] = set()

    def square(reader: Reader, key: Any, path: Path) -> Any:
        square = square_of(reader, key)
        if square is None:
            squares = reader.vocabulary.squares
            limits = f"{min(squares, default=1)} to {max(squares, default=1)}"
            return reader.fault(path, f"{shown(key)} is no square; the squares are {limits}")
        if square in seen:
            return reader.fault(path, f"there is a site in square {square} already; give it once")
        seen.add(square)
        return square

    return _entities(reader, value, path, field.kind, square)


def _aura_place(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    found = _BORDER.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return footprint(reader, value, path, field)
    squares = sorted({int(text) for text in found.groups() if reader.vocabulary.is_square(text)})
    if len(squares) != 2:
        hint = f"write two neighbouring squares, such as '{BORDER} 8-9'"
        return reader.fault(path, f"{shown(value)} is no border; {hint}")
    return (f"{BORDER} {squares[0]}-{squares[1]}",)


def _hand(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    cards = reader.items(value, path, "a hand", "card")
    for index, name in enumerate(cards if cards is not BAD else ()):
        card_of_type(reader, name, (*path, index), field.kind)
    return cards


def _hands(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return FrozenMap(reader.fields(value, path, HANDS, "hands"))


def _affinity(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return FrozenMap(reader.fields(value, path, AFFINITY, "affinity"))


def _elements(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return FrozenMap(reader.fields(value, path, ELEMENTS, "affinity"))


POSITION_KINDS: Kinds = {
    **WORD_KINDS,
    **PLACE_KINDS,
    **REFERENCE_KINDS,
    **ATTACK_KINDS,
    **dict.fromkeys(NAMED_SECTIONS, _section),
    SITES: _sites,
    "aura_place": _aura_place,
    "hand": _hand,
    "hands": _hands,
    "affinity": _affinity,
    "elements": _elements,
}
