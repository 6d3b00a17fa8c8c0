"""How references are read: the names of units, artifacts and auras, `site N` and `spell NAME`."""

import re
from collections.abc import Iterator
from typing import Any

from solver_bridge.errors import quoted, shown
from solver_bridge.frozen import FrozenMap
from solver_bridge.kinds import card, number
from solver_bridge.places import square_of
from solver_bridge.reader import BAD, Kinds, Reader
from solver_bridge.tree import Path
from solver_bridge.words import NAMED_SECTIONS, SITE_REFERENCE, SPELL_REFERENCE, UNITS, Field

__all__ = ["REFERENCE_KINDS", "name_text", "reserved"]

_REFERENCE = re.compile(r"\s*(\w+)\s+(.*\S)\s*", re.DOTALL)


def name_text(reader: Reader, value: Any, path: Path, what: str = "a name") -> Any:
    """Read the name of a thing of the position, which may be any text; a number is its digits."""
    if isinstance(value, str):
        return value
    if type(value) is int:
        return str(value)
    return reader.fault(path, f"{what} is expected here, not {shown(value)}")


def reserved(text: str) -> tuple[str, str] | None:
    """Split `site N` and `spell NAME` into the word and what it names; nothing if the text is neither."""
    found = _REFERENCE.fullmatch(text)
    if found is not None:
        word = found[1].casefold()
        if word == SPELL_REFERENCE or (word == SITE_REFERENCE and found[2].isdecimal()):
            return word, found[2]
    return None


def _named(reader: Reader, value: Any, path: Path, what: str, sections: tuple[str, ...], sites: bool) -> Any:
    name = name_text(reader, value, path, what)
    if name is BAD or (reader.names is not None and reader.names.get(name) in sections):
        return name
    reference = reserved(name) if sites else None
    if reference is not None and reference[0] == SITE_REFERENCE:
        square = square_of(reader, reference[1].lstrip("0"))
        if square is None or (reader.squares is not None and square not in reader.squares):
            return _no_site(reader, reference[1], path)
        return f"{SITE_REFERENCE} {square}"
    if reader.names is None:
        return name
    section = reader.names.get(name)
    if section is not None:
        return reader.fault(path, f"{quoted(name)} stands under {section}; {what} is expected here")
    hint = reader.instead(name, _options(reader, sections, sites))
    return reader.fault(path, f"the position has no {quoted(name)}; {what} is expected{hint}")


def _options(reader: Reader, sections: tuple[str, ...], sites: bool) -> Iterator[str]:
    for name, section in (reader.names or {}).items():
        if section in sections:
            yield name
    for square in sorted(reader.squares or ()) if sites else ():
        yield f"{SITE_REFERENCE} {square}"


def _unit(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return _named(reader, value, path, "the name of a unit", (UNITS,), sites=False)


def _target(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return _named(reader, value, path, "a unit or `site N`", (UNITS,), sites=True)


def _thing(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return _named(reader, value, path, "a unit, artifact, aura or `site N`", NAMED_SECTIONS, sites=True)


def _targets(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    if isinstance(value, list | tuple):
        return reader.items(value, path, "a list of targets", "thing")
    target = _thing(reader, value, path, field)
    return BAD if target is BAD else (target,)


def _source(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    if isinstance(value, str):
        reference = reserved(value)
        if reference is not None and reference[0] == SPELL_REFERENCE:
            spell = card(reader, reference[1], path, field)
            return BAD if spell is BAD else f"{SPELL_REFERENCE} {spell}"
    return _named(
        reader, value, path, "a unit, artifact, aura, `site N` or `spell NAME`", NAMED_SECTIONS, sites=True
    )


def _site(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    square = square_of(reader, value)
    if square is None:
        squares = reader.vocabulary.squares
        limits = f"{min(squares, default=1)} to {max(squares, default=1)}"
        return reader.fault(path, f"the square of a site, {limits}, is expected here, not {shown(value)}")
    if reader.squares is not None and square not in reader.squares:
        return _no_site(reader, square, path)
    return square


def _no_site(reader: Reader, square: Any, path: Path) -> Any:
    there = ", ".join(map(str, sorted(reader.squares or ())))
    hint = f"; there are sites in {there}" if there else ""
    return reader.fault(path, f"there is no site in square {square} of the position{hint}")


def _assign(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    strikers = reader.mapping(value, path, "an assignment")
    if strikers is None:
        return BAD
    found: dict[str, FrozenMap[str, int]] = {}
    before = len(reader.faults)
    for key, shares in strikers.items():
        striker = _unit(reader, key, (*path, key), field)
        dealt: dict[str, int] = {}
        if reader.mapping(shares, (*path, key), "what a striker deals") is not None:
            for struck, share in shares.items():
                place = (*path, key, struck)
                dealt[_target(reader, struck, place, field)] = number(reader, share, place, field)
        found[striker] = FrozenMap(dealt)
    return FrozenMap(found) if len(reader.faults) == before else BAD


REFERENCE_KINDS: Kinds = {
    "unit": _unit,
    "target": _target,
    "thing": _thing,
    "targets": _targets,
    "source": _source,
    "site": _site,
    "assign": _assign,
}
