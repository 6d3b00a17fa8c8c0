"""A picture of a position: squares with their sites and regions, what stands there, and an attack as arrows.

Names stand in boxes that are as large as they need, arrows between the squares and in a lane of their own beside the
boxes.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from solver_bridge import words
from solver_bridge.model import Position
from solver_bridge.realm_layout import CELL, HEADER, PAD, ROOM, SMALL, Cell, Chip, Layout, parts
from solver_bridge.svg import Picture, cut, width, wrap

if TYPE_CHECKING:
    from solver_bridge.answers import LegalAttack

__all__ = ["position_svg"]

_NAME = 12.5
_SIDES: Mapping[str | None, tuple[str, str]] = {
    None: ("#8a8a8a", "#f3f3f3"),
    **dict(zip(words.PLAYERS, (("#1c5fa8", "#e6f0fb"), ("#b23a2c", "#fcebe8")), strict=True)),
}
_GROUNDS = dict(zip(words.TERRAINS, ("#efe9da", "#dbeaf3"), strict=True))
_VOID, _ARROW, _BELOW = "#fafafa", "#17833c", "#d9d2c3"


def position_svg(position: Position, attack: "LegalAttack | None" = None) -> str:
    """Draw a position as an SVG document; `attack` is one to show as arrows, beside the one that is under way."""
    drawing = _Drawing(position, attack)
    return drawing.svg()


class _Drawing(Layout):
    def __init__(self, position: Position, attack: "LegalAttack | None") -> None:
        super().__init__(position, attack)
        self.picture = Picture()

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

    def _draw_cell(self, cell: Cell) -> None:
        picture, site = self.picture, self.whole[words.SITES].get(cell.square)
        colour, _ = _SIDES[site.get("controller") if site else None]
        if site is None:
            picture.box(cell.x, cell.y, CELL, cell.height, _VOID, "#b5b5b5", round=6, dash="6 4")
            picture.text(cell.x + PAD, cell.y + 18, str(cell.square), 13, "#777", bold=True)
        else:
            picture.box(
                cell.x, cell.y, CELL, cell.height, _GROUNDS[site["terrain"]], colour, round=6, thick=2
            )
            picture.box(cell.x + 1, cell.y + 1, 6, cell.height - 2, colour, round=3)
            name = site.get("card") or words.SITE_REFERENCE
            room = CELL - 48
            x = cell.x + PAD + 5
            picture.text(x, cell.y + 18, str(cell.square), 13, colour, bold=True)
            picture.text(x + 24, cell.y + 18, cut(name, room, _NAME, True), _NAME, bold=True, whole=name)
            told = [site["terrain"], site.get("controller") or "nobody controls it"]
            told += [word for word in (words.WARD,) if site.get(word)]
            picture.text(x + 24, cell.y + 33, ", ".join(told), SMALL, "#444")
        cell.places["header"] = (cell.y + 4, cell.y + HEADER - 4)
        y = cell.y + HEADER
        for region, chips in cell.regions.items():
            height = cell.region(chips)
            if region != self.order[0] and site is not None:
                picture.box(cell.x + 9, y, CELL - 12, height, _BELOW, "#b9b09c", round=4)
            picture.text(cell.x + PAD + 5, y + 14, region, SMALL, "#6b6250", italic=True)
            cell.places[region] = (y, y + height)
            y += 20
            for chip in chips:
                self._draw_chip(cell, chip, y)
                y += chip.height + 5
            y += 4

    def _draw_chip(self, cell: Cell, chip: Chip, y: float) -> None:
        colour, pale = _SIDES[chip.side]
        x = cell.x + PAD + 4
        fill = "#ffffff" if chip.ghost else "#dedede" if chip.tapped else pale
        more: dict[str, object] = {"dash": "4 3"} if chip.ghost else {}
        thick = 2.6 if chip.key in (self.under_way.get("attacker"), self.under_way.get("target")) else 1.4
        self.picture.box(x, y, ROOM, chip.height, fill, colour, round=5, thick=thick, **more)
        beside = width(chip.beside, _NAME, True)
        name = cut(chip.name, ROOM - beside - 18, _NAME, True)
        self.picture.text(x + 6, y + 15.5, name, _NAME, colour, bold=True, whole=chip.name)
        self.picture.text(x + ROOM - 6, y + 15.5, chip.beside, _NAME, bold=True, anchor="end")
        for index, line in enumerate(chip.lines):
            self.picture.text(x + 6, y + 30 + 13.5 * index, line, SMALL, "#444", whole=", ".join(chip.told))
        cell.chips[chip.key] = (y, y + chip.height)

    def _draw_large(self) -> None:
        drawn = 0
        for unit in self.whole[words.UNITS].values():
            if unit is None or len(self.at(unit)) < 2:
                continue
            cells = [self.cells[square] for place in self.at(unit) for square in parts(place)[1]]
            out = 6.0 + 5 * (drawn % 3)
            x, y = min(cell.x for cell in cells) - out, min(cell.y for cell in cells) - out
            w = max(cell.x for cell in cells) + CELL + out - x
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
        here = min(self.at(unit), key=lambda place: parts(place)[1])
        used: dict[frozenset[int], int] = {}
        for number, step in enumerate(self.path, 1):
            (a, (n, *_)), (b, (m, *_)) = parts(here), parts(step)
            times = used[frozenset((n, m))] = used.get(frozenset((n, m)), -1) + 1
            if n == m:
                self._turn(self.cells[n], a, b, number, times)
            else:
                self._step(self.cells[n], self.cells[m], number, times)
            here = step

    def _turn(self, cell: Cell, a: str, b: str, number: int, times: int) -> None:
        """Draw a step from one region of a square to another, in the lane."""
        x = cell.x + CELL - 9 - 8 * (times % 2)
        (_, top), (bottom, _) = sorted((cell.places[a], cell.places[b]))
        y, v = (top - 8, bottom + 16) if cell.places[a] < cell.places[b] else (bottom + 16, top - 8)
        self.picture.line([(x, y), (x, v)], _ARROW, arrow=True, thick=2.6)
        # Below the line between the regions, which would run through it.
        self.picture.text(x - 4, bottom + 15, str(number), 11, _ARROW, bold=True, anchor="end")

    def _step(self, one: Cell, other: Cell, number: int, times: int) -> None:
        """Draw a step from one square to the next, between them."""
        shift = 24.0 * times
        right, down = _sign(other.x - one.x), _sign(other.y - one.y)
        if right and down:
            start = (one.x + (CELL if right > 0 else 0), one.y + (one.height if down > 0 else 0))
            end = (other.x + (0 if right > 0 else CELL), other.y + (0 if down > 0 else other.height))
        elif right:
            y = max(one.y, other.y) + 56 + shift
            start, end = (one.x + (CELL if right > 0 else 0), y), (other.x + (0 if right > 0 else CELL), y)
        else:
            x = one.x + CELL / 2 + shift
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
            self._aim(who, self.attack.target, parts(self.attack.at)[1][0])
        elif self.under_way.get("target"):
            attacker, target = str(self.under_way.get("attacker")), str(self.under_way["target"])
            self._aim(attacker, target, parts(str(self.under_way["at"]))[1][0])

    def _aim(self, attacker: str, target: str, square: int) -> None:
        cell = self.cells[square]
        site = f"{words.SITE_REFERENCE} {square}"
        start = cell.chips.get(attacker)
        end = cell.places["header"] if target == site else cell.chips.get(target)
        if start is None or end is None:
            return
        y, v = (start[0] + start[1]) / 2, (end[0] + end[1]) / 2
        x = cell.x + PAD + 4 + ROOM
        far = cell.x + CELL - 12
        tip = x + 2 if target != site else cell.x + CELL - 24
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
