"""Lays boxes out in columns and draws them: words only within boxes, lines only between the columns.

A way that leads back to an earlier column runs below all boxes; one from a box to itself has no line.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solver_bridge.svg import Picture, cut, width

__all__ = ["END", "PLAIN", "START", "Box", "Way", "boxes_svg"]

START, PLAIN, END = "start", "plain", "end"
_COLOURS = {START: ("#e6f0fb", "#1c5fa8"), PLAIN: ("#f6f6f2", "#77756a"), END: ("#eef7ee", "#17833c")}
_INKS = ("#5b6b8c", "#8c5b6b", "#5b8c6b", "#8c7a4a", "#6b5b8c", "#4a858c")
_TITLE, _TEXT, _LINE = 12.0, 10.5, 15.0
_LEAST, _LARGEST, _CHANNEL, _GAP, _BACK = 110.0, 300.0, 90.0, 16.0, 34.0


class Way(NamedTuple):
    """What leads from a box to another, given by its number."""

    text: str
    to: int


class Box(NamedTuple):
    """A box: its title, what is told below it, and the ways that lead out of it."""

    title: str
    told: tuple[str, ...]
    ways: tuple[Way, ...]
    kind: str


class _Spot:
    """A box where it is drawn, or a gap in a column through which a long line passes."""

    def __init__(self, box: Box | None) -> None:
        self.box = box
        self.x = self.y = 0.0
        self.width = 0.0
        self.rank = 0.0
        self.before: list[_Spot] = []
        self.after: list[_Spot] = []

    @property
    def height(self) -> float:
        return 6.0 if self.box is None else 24 + _LINE * (len(self.box.told) + len(self.box.ways)) + 4

    @property
    def entry(self) -> tuple[float, float]:
        return self.x, self.y + (3 if self.box is None else 14)

    @property
    def exit(self) -> tuple[float, float]:
        return self.x + self.width, self.y + 3

    def port(self, index: int) -> tuple[float, float]:
        assert self.box is not None
        return self.x + self.width, self.y + 24 + _LINE * (len(self.box.told) + index) + _LINE / 2


def boxes_svg(boxes: Sequence[Box], title: str, notes: Sequence[str] = ()) -> str:
    """Draw boxes and the ways between them, from left to right, with notes above."""
    picture = Picture()
    top = 0.0
    for index, note in enumerate(notes):
        picture.text(0, top + 12, note, 12, bold=index == 0)
        top += 17
    spots, columns, lines = _columns(boxes)
    _arrange(columns)
    backward = list(_backward(boxes, columns, spots))
    bottom = _place(columns, _BACK if backward else 0.0, top + 14)
    for number, (start, index, route) in enumerate(lines):
        ink = _INKS[number % len(_INKS)]
        point = spots[start].port(index)
        for spot in route[:-1]:
            picture.curve(point, spot.entry, ink)
            picture.line([spot.entry, spot.exit], ink, thick=1.3)
            point = spot.exit
        picture.curve(point, route[-1].entry, ink, arrow=True)
    for number, (start, index, to) in enumerate(backward):
        _around(
            picture,
            spots[start].port(index),
            spots[to].entry,
            bottom + 12 + 8 * number,
            10 + 4 * (number % 5),
        )
    for spot in spots:
        _draw(picture, spot, spots)
    return picture.svg(title)


def _layers(boxes: Sequence[Box]) -> list[int]:
    """Give the column of each box: beyond all that lead to it, but for ways that lead back."""
    order: list[int] = []
    state = [0] * len(boxes)
    stack = [0] if boxes else []
    while stack:
        number = stack[-1]
        if state[number] == 0:
            state[number] = 1
            stack += [way.to for way in reversed(boxes[number].ways) if state[way.to] == 0]
        else:
            stack.pop()
            if state[number] == 1:
                state[number] = 2
                order.append(number)
    layers = [0] * len(boxes)
    position = {number: index for index, number in enumerate(reversed(order))}
    for number in reversed(order):
        for way in boxes[number].ways:
            if position[way.to] > position[number]:
                layers[way.to] = max(layers[way.to], layers[number] + 1)
    return layers


_Columns = list[list[_Spot]]


def _columns(boxes: Sequence[Box]) -> tuple[list[_Spot], _Columns, list[tuple[int, int, list[_Spot]]]]:
    layers = _layers(boxes)
    spots = [_Spot(box) for box in boxes]
    columns: _Columns = [[] for _ in range(max(layers, default=0) + 1)]
    for spot, layer in zip(spots, layers, strict=True):
        columns[layer].append(spot)
    lines = []
    for start, box in enumerate(boxes):
        passing: dict[int, list[_Spot]] = {}
        for index, way in enumerate(box.ways):
            if layers[way.to] <= layers[start]:
                continue
            if way.to not in passing:
                gaps = [_Spot(None) for _ in range(layers[start] + 1, layers[way.to])]
                for offset, gap in enumerate(gaps, layers[start] + 1):
                    columns[offset].append(gap)
                route = passing[way.to] = [*gaps, spots[way.to]]
                for one, other in zip([spots[start], *route], route, strict=False):
                    one.after.append(other)
                    other.before.append(one)
            lines.append((start, index, passing[way.to]))
    return spots, columns, lines


def _arrange(columns: _Columns) -> None:
    """Put what is joined side by side, going to and fro over the columns."""
    for column in columns:
        for rank, spot in enumerate(column):
            spot.rank = rank
    for sweep in range(8):
        for column in columns if sweep % 2 == 0 else reversed(columns):
            means = {}
            for spot in column:
                joined = spot.before if sweep % 2 == 0 else spot.after
                means[spot] = sum(one.rank for one in joined) / len(joined) if joined else spot.rank
            column.sort(key=means.__getitem__)
            for rank, spot in enumerate(column):
                spot.rank = rank


def _place(columns: _Columns, left: float, top: float) -> float:
    heights = [sum(spot.height + _GAP for spot in column) - _GAP for column in columns]
    tallest = max(heights, default=0.0)
    x = left
    for column, height in zip(columns, heights, strict=True):
        wide = max((_wide(spot.box) for spot in column if spot.box is not None), default=_LEAST)
        y = top + (tallest - height) / 2
        for spot in column:
            spot.x, spot.y, spot.width = x, y, wide
            y += spot.height + _GAP
        x += wide + _CHANNEL
    return top + tallest


def _wide(box: Box) -> float:
    texts = [width(box.title, _TITLE, True), *(width(text, _TEXT) for text in box.told)]
    texts += [width(way.text, _TEXT) + 12 for way in box.ways]
    return min(max([_LEAST, *(text + 16 for text in texts)]), _LARGEST)


def _backward(boxes: Sequence[Box], columns: _Columns, spots: Sequence[_Spot]) -> list[tuple[int, int, int]]:
    layer = {spot: number for number, column in enumerate(columns) for spot in column}
    return [
        (start, index, way.to)
        for start, box in enumerate(boxes)
        for index, way in enumerate(box.ways)
        if start != way.to and layer[spots[way.to]] <= layer[spots[start]]
    ]


def _around(
    picture: Picture, start: tuple[float, float], end: tuple[float, float], below: float, aside: float
) -> None:
    """Draw a way that leads back: below all boxes."""
    (x, y), (u, v) = start, end
    points = [(x, y), (x + aside, y), (x + aside, below), (u - aside - 6, below), (u - aside - 6, v), (u, v)]
    picture.line(points, "#b06a12", arrow=True, thick=1.6)


def _draw(picture: Picture, spot: _Spot, spots: Sequence[_Spot]) -> None:
    box = spot.box
    if box is None:
        return
    fill, line = _COLOURS[box.kind]
    picture.box(spot.x, spot.y, spot.width, spot.height, fill, line, round=5, thick=1.6)
    room = spot.width - 16
    picture.text(
        spot.x + 8, spot.y + 17, cut(box.title, room, _TITLE, True), _TITLE, line, bold=True, whole=box.title
    )
    y = spot.y + 24
    for text in box.told:
        picture.text(spot.x + 8, y + 11, cut(text, room, _TEXT), _TEXT, "#444", whole=text)
        y += _LINE
    for way in box.ways:
        picture.text(spot.x + 8, y + 11, cut(way.text, room - 8, _TEXT), _TEXT, "#111", whole=way.text)
        if spots[way.to] is not spot:
            picture.box(spot.x + spot.width - 7, y + 4, 7, 7, line, "none")
        y += _LINE
