"""The realm: squares, regions, locations, adjacency.

A location is its contract name, such as ``surface 8``; a footprint is a sorted tuple of locations.
"""

from __future__ import annotations

PLAYERS = ("north", "south")
REGIONS = ("surface", "underground", "underwater", "void")
SQUARES = range(1, 21)

Location = str
Footprint = tuple[str, ...]

# Location: a location is a square and a region.
LOCATIONS: dict[tuple[str, int], Location] = {(r, s): f"{r} {s}" for r in REGIONS for s in SQUARES}
REGION_OF: dict[Location, str] = {name: r for (r, s), name in LOCATIONS.items()}
SQUARE_OF: dict[Location, int] = {name: s for (r, s), name in LOCATIONS.items()}
ORDER: dict[Location, tuple[int, int]] = {
    name: (s, REGIONS.index(r)) for (r, s), name in LOCATIONS.items()
}


class Unusable(ValueError):
    """The input is no position, no event, or names what the position never had."""


def other(player: str) -> str:
    """The opponent."""
    return "south" if player == "north" else "north"


def row(square: int) -> int:
    """Row and Column: rows of five squares, the first at the northern edge."""
    return (square - 1) // 5


def column(square: int) -> int:
    """Row and Column: columns from the west."""
    return (square - 1) % 5


def shifted(square: int, down: int, right: int) -> int | None:
    """The square so far away, or none beyond the realm's edge."""
    r, c = row(square) + down, column(square) + right
    return r * 5 + c + 1 if 0 <= r < 4 and 0 <= c < 5 else None


# Adjacent: the four squares that share a border (the own square is adjacent too, but it is no direction).
ORTHOGONAL = ((-1, 0), (0, -1), (0, 1), (1, 0))
# Nearby: the diagonal ones as well.
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
HERE = (0, 0)


def nearby_squares(square: int) -> list[int]:
    """Nearby: the current square and the eight around it."""
    found = (shifted(square, down, right) for down, right in (HERE, *ORTHOGONAL, *DIAGONAL))
    return sorted(s for s in found if s is not None)


def direction(a: int, b: int) -> tuple[int, int]:
    """How far b is from a: rows down, columns right."""
    return row(b) - row(a), column(b) - column(a)


def footprint(value: object) -> Footprint:
    """A footprint from contract data: a location, or a list of them."""
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list | tuple) or not names:
        raise Unusable(f"no location: {value!r}")
    for name in names:
        if name not in ORDER:
            raise Unusable(f"no location: {name!r}")
    return tuple(sorted(set(names), key=ORDER.__getitem__))


def plain(at: Footprint) -> str | list[str]:
    """A footprint as contract data."""
    return at[0] if len(at) == 1 else list(at)


def order(at: Footprint) -> tuple[tuple[int, int], ...]:
    """The sorting key of a footprint: lowest squares first."""
    return tuple(ORDER[loc] for loc in at)
