"""Draws how times grow with the units: `python -m benchmarks.plot numbers.json growth.svg`."""

import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from solver_bridge.svg import Picture

__all__ = ["curves", "drawn", "main"]

Curve = list[tuple[int, float]]

_COLOURS = ("#1f6fb2", "#c8553d", "#3c8d53", "#8455a8", "#b8860b", "#4a5a6a", "#c2458d")
_LEFT, _TOP, _WIDE, _HIGH = 60, 40, 520, 320


def curves(rows: Sequence[Mapping[str, Any]]) -> dict[str, Curve]:
    """Give the milliseconds of each thing that was measured with several numbers of units."""
    found: dict[str, dict[int, float]] = {}
    for row in rows:
        for name, taken in row["milliseconds"].items():
            found.setdefault(name, {})[row["units"]] = taken
    return {name: sorted(points.items()) for name, points in found.items() if len(points) > 1}


def drawn(numbers: Mapping[str, Any]) -> str:
    """Give the picture: both scales are logarithmic, so that a line of slope 1 is growth in proportion."""
    found = curves(numbers["rows"])
    if not found:
        raise ValueError("nothing was measured with several numbers of units")
    sizes = sorted({size for curve in found.values() for size, _ in curve})
    times = [taken for curve in found.values() for _, taken in curve]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def across(size: float) -> float:
        return _LEFT + _WIDE * math.log(size / sizes[0]) / math.log(sizes[-1] / sizes[0])

    def down(taken: float) -> float:
        return _TOP + _HIGH * (high - math.log10(taken)) / (high - low)

    picture = Picture()
    picture.text(_LEFT, 18, "Milliseconds for each position, by the number of units", 14, bold=True)
    for power in range(low, high + 1):
        y = down(10**power)
        picture.line([(_LEFT, y), (_LEFT + _WIDE, y)], "#dddddd", thick=1)
        picture.text(_LEFT - 8, y + 4, f"{10.0**power:g}", anchor="end")
    for size in sizes:
        x = across(size)
        picture.line([(x, _TOP), (x, _TOP + _HIGH)], "#dddddd", thick=1)
        picture.text(x, _TOP + _HIGH + 18, str(size), anchor="middle")
    taken_up: list[float] = []
    for (name, curve), colour in zip(_by_height(found), _COLOURS * 3, strict=False):
        picture.line([(across(size), down(taken)) for size, taken in curve], colour)
        for size, taken in curve:
            x, y = across(size), down(taken)
            picture.box(x - 3, y - 3, 6, 6, colour, round=3)
        y = max([down(curve[-1][1]) + 4, *(other + 15 for other in taken_up[-1:])])
        taken_up.append(y)
        picture.text(across(curve[-1][0]) + 10, y, name, fill=colour)
    versions = f"clingo {numbers['clingo']}, Python {numbers['python']}, medians"
    picture.text(_LEFT, _TOP + _HIGH + 38, versions, 11, fill="#666666")
    return picture.svg("How times grow with the units")


def _by_height(found: Mapping[str, Curve]) -> list[tuple[str, Curve]]:
    """Give the curves from the highest end to the lowest, so that their names stand beside them."""
    return sorted(found.items(), key=lambda item: -item[1][-1][1])


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw a file of numbers into a file."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    if len(given) != 2:
        print("usage: python -m benchmarks.plot NUMBERS.json PICTURE.svg", file=sys.stderr)
        return 2
    numbers, picture = map(Path, given)
    picture.write_text(drawn(json.loads(numbers.read_text(encoding="utf-8"))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
