"""How places are read: locations, the footprints of what is oversized, paths, squares."""

from typing import Any

from solver_bridge.errors import quoted, shown
from solver_bridge.nearest import nearest
from solver_bridge.reader import BAD, Kinds, Reader
from solver_bridge.tree import Path
from solver_bridge.words import Field

__all__ = ["PLACE_KINDS", "footprint", "square_of"]


def _location(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    location = reader.vocabulary.location(value) if isinstance(value, str) else None
    if location is not None:
        return location
    return reader.fault(path, f"{shown(value)} is no location; {_right(reader, value)}")


def _right(reader: Reader, value: Any) -> str:
    """Say what would be a location, as near to the value as can be."""
    regions, squares = reader.vocabulary.regions, reader.vocabulary.squares
    words = value.split() if isinstance(value, str) else [str(value)]
    close = nearest(words[0], regions) if words else []
    region = (close or regions)[0]
    square = words[-1] if words and reader.vocabulary.is_square(words[-1]) else str(min(squares))
    where = f"{', '.join(regions[:-1])} or {regions[-1]} and a square from {min(squares)} to {max(squares)}"
    return f"write {where}, such as '{region} {square}'"


def footprint(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    """Read one location, or the list of all locations of something oversized; they are put in order."""
    if not isinstance(value, list | tuple):
        location = _location(reader, value, path, field)
        return BAD if location is BAD else (location,)
    if not value:
        return reader.fault(path, "a list of locations must not be empty")
    locations = reader.items(value, path, "a place", "location")
    if locations is BAD:
        return BAD
    for index, location in enumerate(locations):
        if location in locations[:index]:
            return reader.fault((*path, index), f"{quoted(location)} stands twice here; give it once")
    return tuple(sorted(locations, key=reader.vocabulary.order))


def square_of(reader: Reader, key: Any) -> int | None:
    """Give the square that the key of a site names, or nothing."""
    if type(key) is str and reader.vocabulary.is_square(key):
        return int(key)
    return key if type(key) is int and key in reader.vocabulary.squares else None


def _path(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return reader.items(value, path, "a path", "footprint")


def _locations(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return reader.items(value, path, "a list of locations", "location")


PLACE_KINDS: Kinds = {
    "location": _location,
    "locations": _locations,
    "footprint": footprint,
    "path": _path,
}
