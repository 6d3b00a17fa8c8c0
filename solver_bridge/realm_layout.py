"""What stands where in a picture of a position: squares with their regions, as large as what is in them needs.

Everything that is drawn is a field of the position, as the rules show it with its defaults filled in.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from solver_bridge import words
from solver_bridge.model import Position
from solver_bridge.svg import wrap
from solver_bridge.vocabulary import load as load_vocabulary

if TYPE_CHECKING:
    from solver_bridge.answers import LegalAttack

__all__ = ["CELL", "GUTTER", "HEADER", "PAD", "ROOM", "SMALL", "Cell", "Chip", "Layout", "parts"]

_COLUMNS = 5
ROOM, PAD, GUTTER, HEADER = 196.0, 7.0, 46.0, 40.0
_LANE = 34.0
SMALL = 10.5
CELL = ROOM + 2 * PAD + _LANE
"""The width of a square: room for names, and a lane for arrows beside them."""

_QUIET = ("card", "type", "controller", "at", "power", "abilities", "carried_by")


class Chip(NamedTuple):
    """What stands somewhere: its name, a number beside it, what is known of it, and whose it is."""

    key: str
    name: str
    beside: str
    told: tuple[str, ...]
    side: str | None
    tapped: bool = False
    ghost: bool = False

    @property
    def lines(self) -> list[str]:
        """Give what is told below the name, line by line."""
        return list(wrap(self.told, ROOM - 14, SMALL))

    @property
    def height(self) -> float:
        """Say how high it is."""
        return 22 + 13.5 * len(self.lines) + (3 if self.told else 0)


class Cell:
    """One square while it is drawn: its regions from the top down, and what stands in each."""

    def __init__(self, square: int, regions: Sequence[str]) -> None:
        """Begin an empty square."""
        self.square = square
        self.regions: dict[str, list[Chip]] = {region: [] for region in regions}
        self.x = self.y = self.height = 0.0
        self.places: dict[str, tuple[float, float]] = {}
        self.chips: dict[str, tuple[float, float]] = {}

    @property
    def needs(self) -> float:
        """Say how high the square must be at least."""
        return HEADER + sum(self.region(chips) for chips in self.regions.values()) + PAD

    @staticmethod
    def region(chips: Sequence[Chip]) -> float:
        """Say how high a region is with what stands in it."""
        return 20 + sum(chip.height + 5 for chip in chips) + 4


def _whole(position: Position) -> Mapping[str, Any]:
    from solver_bridge.conversation import talk
    from solver_bridge.play import follow

    return talk(follow(position, (), complete=False)).whole


class Layout:
    """A position, its squares, and where in the picture each of them is."""

    def __init__(self, position: Position, attack: "LegalAttack | None") -> None:
        """Lay out a position, with room for an attack that is to be shown in it."""
        self.position = position
        self.attack = attack
        self.whole = _whole(position)
        self.order = load_vocabulary().regions
        self.under_way: Mapping[str, Any] = self.whole["attack"] or {}
        self.path = [entry[0] for entry in attack.path] if attack is not None else []
        self.cells = self._cells()
        self._fill()
        self._lay_out()

    # What stands where

    def _locations(self) -> Iterator[str]:
        for unit in self.whole[words.UNITS].values():
            yield from self.at(unit) if unit is not None else ()
        for section, name, _ in self._items():
            yield from self._item_at(section, name)
        yield from (place for entry in (self.attack.path if self.attack else ()) for place in entry)
        if self.under_way.get("at"):
            yield self.under_way["at"]

    def _items(self) -> Iterator[tuple[str, str, Any]]:
        """Give the auras and artifacts that stand by themselves."""
        for section in (words.AURAS, words.ARTIFACTS):
            for name, thing in self.whole[section].items():
                if thing is not None and not thing.get(words.CARRIED_BY):
                    yield section, name, getattr(self.position, section)[name]

    def _item_at(self, section: str, name: str) -> list[str]:
        return self.at(self.whole[section][name]) or list(getattr(self.position, section)[name].at)

    def at(self, thing: Mapping[str, Any]) -> list[str]:
        """Give where something is."""
        found = thing["at"]
        return found if isinstance(found, list) else [] if found is None else [found]

    def _cells(self) -> dict[int, Cell]:
        sites = self.whole[words.SITES]
        regions: dict[int, set[str]] = {square: {self.order[0]} for square in sites}
        for location in self._locations():
            region, squares = parts(location)
            for square in squares:
                found = regions.setdefault(square, {self.order[0]} if square in sites else set())
                if region != words.BORDER:
                    found.add(region)
        if not regions:
            regions = {1: set()}
        rows = [(square - 1) // _COLUMNS for square in regions]
        columns = [(square - 1) % _COLUMNS for square in regions]
        return {
            square: Cell(square, sorted(regions.get(square, ()), key=self.order.index))
            for row in range(min(rows), max(rows) + 1)
            for column in range(min(columns), max(columns) + 1)
            for square in [row * _COLUMNS + column + 1]
        }

    def _fill(self) -> None:
        for name, unit in self.whole[words.UNITS].items():
            if unit is not None:
                self._put(self._unit(name, unit), self.at(unit))
        for section, name, thing in self._items():
            told = [words.ENTITY_NAMES[section], *_card(name, thing)]
            told += [place for place in thing.at if parts(place)[0] == words.BORDER]
            self._put(Chip(name, name, "", tuple(told), thing.controller), self._item_at(section, name))
        if self.attack is not None and self.path:
            unit = self.whole[words.UNITS][self.attack.unit]
            ghost = Chip(
                f"{self.attack.unit} ",
                self.attack.unit,
                _power(unit),
                ("arrives here",),
                unit["controller"],
                ghost=True,
            )
            self._put(ghost, list(self.attack.path[-1]))

    def _put(self, chip: Chip, at: Iterable[str]) -> None:
        places = list(at)
        for place in places:
            region, squares = parts(place)
            for square in squares:
                cell = self.cells[square]
                where = region if region in cell.regions else next(iter(cell.regions), None)
                if where is None:
                    cell.regions[self.order[-1]] = [chip]
                elif chip not in cell.regions[where]:
                    cell.regions[where].append(chip)

    def _unit(self, name: str, unit: Mapping[str, Any]) -> Chip:
        told = [*_card(name, self.position.units[name])]
        told += [words.AVATAR] if unit["type"] == words.AVATAR else []
        told += unit["abilities"] or []
        told += [text for text in _states(unit) if text not in told]
        carried = [
            x
            for x, item in self.whole[words.ARTIFACTS].items()
            if item and item.get(words.CARRIED_BY) == name
        ]
        told += [f"carries {item}" for item in carried]
        if unit.get(words.CARRIED_BY):
            told.append(f"carried by {unit[words.CARRIED_BY]}")
        if len(self.at(unit)) > 1:
            told.append(f"on {len(self.at(unit))} squares")
        return Chip(name, name, _power(unit), tuple(told), unit["controller"], bool(unit[words.TAPPED]))

    # Where it is drawn

    def _lay_out(self) -> None:
        left = min((square - 1) % _COLUMNS for square in self.cells)
        y = 30.0
        for row in sorted({(square - 1) // _COLUMNS for square in self.cells}):
            cells = [cell for square, cell in self.cells.items() if (square - 1) // _COLUMNS == row]
            height = max(cell.needs for cell in cells)
            for cell in cells:
                cell.x = ((cell.square - 1) % _COLUMNS - left) * (CELL + GUTTER)
                cell.y, cell.height = y, height
            y += height + GUTTER
        self.bottom = y - GUTTER
        self.right = max(cell.x for cell in self.cells.values()) + CELL


def parts(location: str) -> tuple[str, list[int]]:
    """Give the region of a location, and its square; those of a border are two."""
    region, _, where = location.rpartition(" ")
    return region, sorted(int(part) for part in where.split("-"))


def _card(name: str, thing: Any) -> list[str]:
    card = thing.card
    return [card] if card and card.casefold() != name.casefold() else []


def _power(unit: Mapping[str, Any]) -> str:
    power = unit.get("power")
    return "" if power is None else str(power)


def _states(unit: Mapping[str, Any]) -> Iterator[str]:
    for field, spec in words.ENTITIES[words.UNITS].items():
        value = unit.get(field)
        label = field.replace("_", " ")
        if field in _QUIET or (not value and not (field == words.LIFE_LEFT and unit["type"] == words.AVATAR)):
            continue
        yield label if spec.kind in ("flag", "choice") else f"{label} {value}"
