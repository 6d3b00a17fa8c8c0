"""A picture of a position: squares with their sites and regions, what stands there, and an attack as arrows.

Everything that is drawn is a field of the position, as the rules show it with its defaults filled in. Names stand in
boxes that are as large as they need, arrows between the squares and in a lane of their own beside the boxes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from solver_bridge import words
from solver_bridge.model import Position
from solver_bridge.svg import Picture, cut, width, wrap
from solver_bridge.vocabulary import load as load_vocabulary

if TYPE_CHECKING:
    from solver_bridge.answers import LegalAttack

__all__ = ["position_svg"]

_COLUMNS = 5
_ROOM, _LANE, _GUTTER, _PAD = 196.0, 34.0, 46.0, 7.0
_HEADER = 40.0
_NAME, _SMALL = 12.5, 10.5
_CELL = _ROOM + 2 * _PAD + _LANE

_SIDES: Mapping[str | None, tuple[str, str]] = {
    None: ("#8a8a8a", "#f3f3f3"),
    **dict(zip(words.PLAYERS, (("#1c5fa8", "#e6f0fb"), ("#b23a2c", "#fcebe8")), strict=True)),
}
_GROUNDS = dict(zip(words.TERRAINS, ("#efe9da", "#dbeaf3"), strict=True))
_VOID, _ARROW, _BELOW = "#fafafa", "#17833c", "#d9d2c3"
_QUIET = ("card", "type", "controller", "at", "power", "abilities", "carried_by")


class _Chip(NamedTuple):
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
        return list(wrap(self.told, _ROOM - 14, _SMALL))

    @property
    def height(self) -> float:
        return 22 + 13.5 * len(self.lines) + (3 if self.told else 0)


class _Cell:
    """One square while it is drawn: its regions from the top down, and what stands in each."""

    def __init__(self, square: int, regions: Sequence[str]) -> None:
        self.square = square
        self.regions: dict[str, list[_Chip]] = {region: [] for region in regions}
        self.x = self.y = self.height = 0.0
        self.places: dict[str, tuple[float, float]] = {}
        self.chips: dict[str, tuple[float, float]] = {}

    @property
    def needs(self) -> float:
        return _HEADER + sum(self._region(chips) for chips in self.regions.values()) + _PAD

    @staticmethod
    def _region(chips: Sequence[_Chip]) -> float:
        return 20 + sum(chip.height + 5 for chip in chips) + 4


def position_svg(position: Position, attack: "LegalAttack | None" = None) -> str:
    """Draw a position as an SVG document; `attack` is one to show as arrows, beside the one that is under way."""
    drawing = _Drawing(position, attack)
    return drawing.svg()


def _whole(position: Position) -> Mapping[str, Any]:
    from solver_bridge.conversation import talk
    from solver_bridge.play import follow

    return talk(follow(position, (), complete=False)).whole


class _Drawing:
    def __init__(self, position: Position, attack: "LegalAttack | None") -> None:
        self.position = position
        self.attack = attack
        self.whole = _whole(position)
        self.order = load_vocabulary().regions
        self.picture = Picture()
        self.under_way: Mapping[str, Any] = self.whole["attack"] or {}
        self.path = [entry[0] for entry in attack.path] if attack is not None else []
        self.cells = self._cells()
        self._fill()
        self._lay_out()

    # What stands where

    def _locations(self) -> Iterator[str]:
        for unit in self.whole[words.UNITS].values():
            yield from self._at(unit) if unit is not None else ()
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
        return self._at(self.whole[section][name]) or list(getattr(self.position, section)[name].at)

    def _at(self, thing: Mapping[str, Any]) -> list[str]:
        found = thing["at"]
        return found if isinstance(found, list) else [] if found is None else [found]

    def _cells(self) -> dict[int, _Cell]:
        sites = self.whole[words.SITES]
        regions: dict[int, set[str]] = {square: {self.order[0]} for square in sites}
        for location in self._locations():
            region, squares = _parts(location)
            for square in squares:
                found = regions.setdefault(square, {self.order[0]} if square in sites else set())
                if region != words.BORDER:
                    found.add(region)
        if not regions:
            regions = {1: set()}
        rows = [(square - 1) // _COLUMNS for square in regions]
        columns = [(square - 1) % _COLUMNS for square in regions]
        return {
            square: _Cell(square, sorted(regions.get(square, ()), key=self.order.index))
            for row in range(min(rows), max(rows) + 1)
            for column in range(min(columns), max(columns) + 1)
            for square in [row * _COLUMNS + column + 1]
        }

    def _fill(self) -> None:
        for name, unit in self.whole[words.UNITS].items():
            if unit is not None:
                self._put(self._unit(name, unit), self._at(unit))
        for section, name, thing in self._items():
            told = [words.ENTITY_NAMES[section], *_card(name, thing)]
            told += [place for place in thing.at if _parts(place)[0] == words.BORDER]
            self._put(_Chip(name, name, "", tuple(told), thing.controller), self._item_at(section, name))
        if self.attack is not None and self.path:
            unit = self.whole[words.UNITS][self.attack.unit]
            ghost = _Chip(
                f"{self.attack.unit} ",
                self.attack.unit,
                _power(unit),
                ("arrives here",),
                unit["controller"],
                ghost=True,
            )
            self._put(ghost, list(self.attack.path[-1]))

    def _put(self, chip: _Chip, at: Iterable[str]) -> None:
        places = list(at)
        for place in places:
            region, squares = _parts(place)
            for square in squares:
                cell = self.cells[square]
                where = region if region in cell.regions else next(iter(cell.regions), None)
                if where is None:
                    cell.regions[self.order[-1]] = [chip]
                elif chip not in cell.regions[where]:
                    cell.regions[where].append(chip)

    def _unit(self, name: str, unit: Mapping[str, Any]) -> _Chip:
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
        if len(self._at(unit)) > 1:
            told.append(f"on {len(self._at(unit))} squares")
        return _Chip(name, name, _power(unit), tuple(told), unit["controller"], bool(unit["tapped"]))

    # Where it is drawn

    def _lay_out(self) -> None:
        left = min((square - 1) % _COLUMNS for square in self.cells)
        y = 30.0
        for row in sorted({(square - 1) // _COLUMNS for square in self.cells}):
            cells = [cell for square, cell in self.cells.items() if (square - 1) // _COLUMNS == row]
            height = max(cell.needs for cell in cells)
            for cell in cells:
                cell.x = ((cell.square - 1) % _COLUMNS - left) * (_CELL + _GUTTER)
                cell.y, cell.height = y, height
            y += height + _GUTTER
        self.bottom = y - _GUTTER
        self.right = max(cell.x for cell in self.cells.values()) + _CELL

    def svg(self) -> str:
        self._caption()
        for cell in self.cells.values():
            self._draw_cell(cell)
        self._draw_large()
        self._draw_path()
        self._draw_aim()
        self._notes()
        return self.picture.svg("A position in the realm")

    def _caption(self) -> None:
        x = 0.0
        for player in words.PLAYERS:
            colour, pale = _SIDES[player]
            text = f"{player} (to move)" if player == self.whole["active"] else player
            self.picture.box(x, 2, 14, 14, pale, colour, round=3, thick=2)
            self.picture.text(x + 20, 14, text, 12, colour, bold=True)
            x += 40 + width(text, 12, True)
        self.picture.text(x, 14, "dashed: void; grey: nobody's, or tapped", 11, "#666")

    def _draw_cell(self, cell: _Cell) -> None:
        picture, site = self.picture, self.whole[words.SITES].get(cell.square)
        colour, _ = _SIDES[site.get("controller") if site else None]
        if site is None:
            picture.box(cell.x, cell.y, _CELL, cell.height, _VOID, "#b5b5b5", round=6, dash="6 4")
            picture.text(cell.x + _PAD, cell.y + 18, str(cell.square), 13, "#777", bold=True)
        else:
            picture.box(
                cell.x, cell.y, _CELL, cell.height, _GROUNDS[site["terrain"]], colour, round=6, thick=2
            )
            picture.box(cell.x + 1, cell.y + 1, 6, cell.height - 2, colour, round=3)
            name = site.get("card") or words.SITE_REFERENCE
            room = _CELL - 48
            x = cell.x + _PAD + 5
            picture.text(x, cell.y + 18, str(cell.square), 13, colour, bold=True)
            picture.text(x + 24, cell.y + 18, cut(name, room, _NAME, True), _NAME, bold=True, whole=name)
            told = [site["terrain"], site.get("controller") or "nobody controls it"]
            told += [word for word in ("ward",) if site.get(word)]
            picture.text(x + 24, cell.y + 33, ", ".join(told), _SMALL, "#444")
        cell.places["header"] = (cell.y + 4, cell.y + _HEADER - 4)
        y = cell.y + _HEADER
        for region, chips in cell.regions.items():
            height = cell._region(chips)
            if region != self.order[0] and site is not None:
                picture.box(cell.x + 9, y, _CELL - 12, height, _BELOW, "#b9b09c", round=4)
            picture.text(cell.x + _PAD + 5, y + 14, region, _SMALL, "#6b6250", italic=True)
            cell.places[region] = (y, y + height)
            y += 20
            for chip in chips:
                self._draw_chip(cell, chip, y)
                y += chip.height + 5
            y += 4

    def _draw_chip(self, cell: _Cell, chip: _Chip, y: float) -> None:
        colour, pale = _SIDES[chip.side]
        x = cell.x + _PAD + 4
        fill = "#ffffff" if chip.ghost else "#dedede" if chip.tapped else pale
        more: dict[str, object] = {"dash": "4 3"} if chip.ghost else {}
        thick = 2.6 if chip.key in (self.under_way.get("attacker"), self.under_way.get("target")) else 1.4
        self.picture.box(x, y, _ROOM, chip.height, fill, colour, round=5, thick=thick, **more)
        beside = width(chip.beside, _NAME, True)
        name = cut(chip.name, _ROOM - beside - 18, _NAME, True)
        self.picture.text(x + 6, y + 15.5, name, _NAME, colour, bold=True, whole=chip.name)
        self.picture.text(x + _ROOM - 6, y + 15.5, chip.beside, _NAME, bold=True, anchor="end")
        for index, line in enumerate(chip.lines):
            self.picture.text(x + 6, y + 30 + 13.5 * index, line, _SMALL, "#444", whole=", ".join(chip.told))
        cell.chips[chip.key] = (y, y + chip.height)

    def _draw_large(self) -> None:
        drawn = 0
        for unit in self.whole[words.UNITS].values():
            if unit is None or len(self._at(unit)) < 2:
                continue
            cells = [self.cells[square] for place in self._at(unit) for square in _parts(place)[1]]
            out = 6.0 + 5 * (drawn % 3)
            x, y = min(cell.x for cell in cells) - out, min(cell.y for cell in cells) - out
            w = max(cell.x for cell in cells) + _CELL + out - x
            h = max(cell.y + cell.height for cell in cells) + out - y
            self.picture.box(
                x, y, w, h, "none", _SIDES[unit["controller"]][0], round=10, dash="2 4", thick=2.4
            )
            drawn += 1

    # Arrows

    def _draw_path(self) -> None:
        if self.attack is None or not self.path:
            return
        unit = self.whole[words.UNITS][self.attack.unit]
        here = min(self._at(unit), key=lambda place: _parts(place)[1])
        used: dict[frozenset[int], int] = {}
        for number, step in enumerate(self.path, 1):
            (a, (n, *_)), (b, (m, *_)) = _parts(here), _parts(step)
            times = used[frozenset((n, m))] = used.get(frozenset((n, m)), -1) + 1
            if n == m:
                self._turn(self.cells[n], a, b, number, times)
            else:
                self._step(self.cells[n], self.cells[m], number, times)
            here = step

    def _turn(self, cell: _Cell, a: str, b: str, number: int, times: int) -> None:
        """Draw a step from one region of a square to another, in the lane."""
        x = cell.x + _CELL - 9 - 8 * (times % 2)
        (_, top), (bottom, _) = sorted((cell.places[a], cell.places[b]))
        y, v = (top - 8, bottom + 16) if cell.places[a] < cell.places[b] else (bottom + 16, top - 8)
        self.picture.line([(x, y), (x, v)], _ARROW, arrow=True, thick=2.6)
        self.picture.text(x - 4, (y + v) / 2 + 4, str(number), 11, _ARROW, bold=True, anchor="end")

    def _step(self, one: _Cell, other: _Cell, number: int, times: int) -> None:
        """Draw a step from one square to the next, between them."""
        shift = 24.0 * times
        right, down = _sign(other.x - one.x), _sign(other.y - one.y)
        if right and down:
            start = (one.x + (_CELL if right > 0 else 0), one.y + (one.height if down > 0 else 0))
            end = (other.x + (0 if right > 0 else _CELL), other.y + (0 if down > 0 else other.height))
        elif right:
            y = max(one.y, other.y) + 56 + shift
            start, end = (one.x + (_CELL if right > 0 else 0), y), (other.x + (0 if right > 0 else _CELL), y)
        else:
            x = one.x + _CELL / 2 + shift
            start, end = (
                (x, one.y + (one.height if down > 0 else 0)),
                (x, other.y + (0 if down > 0 else other.height)),
            )
        (x, y), (u, v) = start, end
        ends = [(x + 3 * right, y + 3 * down), (u - 3 * right, v - 3 * down)]
        self.picture.line(ends, _ARROW, arrow=True, thick=3)
        aside = (
            (0.0, -7.0)
            if not down
            else (14.0, -2.0)
            if right * down > 0
            else (14.0, 10.0)
            if right
            else (10.0, 4.0)
        )
        self.picture.text(
            (x + u) / 2 + aside[0] - 4, (y + v) / 2 + aside[1], str(number), 12, _ARROW, bold=True
        )

    def _draw_aim(self) -> None:
        """Draw an arrow from the attacker to its target, in the lane of the square where both are."""
        if self.attack is not None:
            who = f"{self.attack.unit} " if self.path else self.attack.unit
            self._aim(who, self.attack.target, _parts(self.attack.at)[1][0])
        elif self.under_way.get("target"):
            attacker, target = str(self.under_way.get("attacker")), str(self.under_way["target"])
            self._aim(attacker, target, _parts(str(self.under_way["at"]))[1][0])

    def _aim(self, attacker: str, target: str, square: int) -> None:
        cell = self.cells[square]
        site = f"{words.SITE_REFERENCE} {square}"
        start = cell.chips.get(attacker)
        end = cell.places["header"] if target == site else cell.chips.get(target)
        if start is None or end is None:
            return
        y, v = (start[0] + start[1]) / 2, (end[0] + end[1]) / 2
        x = cell.x + _PAD + 4 + _ROOM
        far = cell.x + _CELL - 12
        tip = x + 2 if target != site else cell.x + _CELL - 24
        self.picture.line([(x + 1, y), (far, y), (far, v), (tip, v)], _ARROW, arrow=True, thick=3)

    # Below the realm

    def _notes(self) -> None:
        y = self.bottom + 24
        for text, bold in self._told():
            for line in wrap(text.split(" "), max(self.right, 500.0), 12, join=""):
                self.picture.text(0, y, line, 12, "#222", bold=bold)
                y += 17

    def _told(self) -> Iterator[tuple[str, bool]]:
        if self.attack is not None:
            yield f"{self.attack.unit} attacks {self.attack.target} at {self.attack.at}.", True
        if self.under_way:
            step = words.STEP_PHRASES[self.under_way[words.STEP]]
            who, what = self.under_way.get("attacker"), self.under_way.get("target")
            yield (
                (
                    f"{who} attacks {what} at {self.under_way.get('at')}: {step}."
                    if what
                    else f"{who}: {step}."
                    if who
                    else f"Under way: {step}."
                ),
                True,
            )
            for field in ("joined", "interceptors"):
                if self.under_way.get(field):
                    yield f"{field}: {', '.join(self.under_way[field])}", False
        for player, hand in self.whole["hands"].items():
            if hand:
                yield f"{player}'s hand: {', '.join(hand)}", False


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _parts(location: str) -> tuple[str, list[int]]:
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
