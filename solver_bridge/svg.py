"""Scalable pictures as text: shapes, and words that are cut so that they fit where they stand."""

from collections.abc import Iterator, Sequence
from html import escape

from solver_bridge.errors import one_line

__all__ = ["Picture", "cut", "width", "wrap"]

_FONT = "DejaVu Sans, Verdana, Bitstream Vera Sans, Geneva, sans-serif"
_NARROW, _WIDE = "iljtfrI.,:;'|!()[] -/", "mwMWOQG@%&"
_SHARES = {**dict.fromkeys(_NARROW, 0.42), **dict.fromkeys(_WIDE, 0.98)}
_USUAL, _CAPITAL, _BOLD, _FOREIGN = 0.635, 0.73, 1.12, 1.0


def width(text: str, size: float, bold: bool = False) -> float:
    """Say how wide a text is at most, in a wide common font."""
    total = sum(
        _SHARES.get(char) or (_FOREIGN if not char.isascii() else _CAPITAL if char.isupper() else _USUAL)
        for char in text
    )
    return total * size * (_BOLD if bold else 1)


def cut(text: str, room: float, size: float, bold: bool = False) -> str:
    """Give a text, or as much of its beginning as fits."""
    text = one_line(text)
    if width(text, size, bold) <= room:
        return text
    while text and width(text + "\u2026", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "\u2026"


def wrap(parts: Sequence[str], room: float, size: float, join: str = ",") -> Iterator[str]:
    """Put phrases on as few lines as they fit on; one that is too long for a line is cut."""
    line = ""
    for index, part in enumerate(parts):
        piece = one_line(part) + (join if index < len(parts) - 1 else "")
        if line and width(f"{line} {piece}", size) > room:
            yield line
            line = ""
        line = f"{line} {piece}" if line else cut(piece, room, size)
    if line:
        yield line


class Picture:
    """A picture that shapes are added to, in the order in which they cover each other."""

    def __init__(self) -> None:
        """Begin an empty picture."""
        self._shapes: list[str] = []
        self._right = self._bottom = 0.0

    def _reach(self, x: float, y: float) -> None:
        self._right, self._bottom = max(self._right, x), max(self._bottom, y)

    def box(
        self, x: float, y: float, w: float, h: float, fill: str, line: str = "none", **more: object
    ) -> None:
        """Add a rectangle; `round` is the radius of its corners, `dash` the lengths of its dashes."""
        self._reach(x + w, y + h)
        radius, dash, thick = more.get("round", 0), more.get("dash"), more.get("thick", 1)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{radius}" fill="{fill}"'
            f' stroke="{line}" stroke-width="{thick}"{dashes}/>'
        )

    def text(
        self, x: float, y: float, text: str, size: float = 12, fill: str = "#222", **more: object
    ) -> None:
        """Add a text whose line stands at y; `anchor` is start, middle or end, `whole` a longer form of it."""
        bold, italic = more.get("bold"), more.get("italic")
        style = (' font-weight="bold"' if bold else "") + (' font-style="italic"' if italic else "")
        anchor = more.get("anchor", "start")
        shown = escape(one_line(text))
        whole = more.get("whole")
        title = f"<title>{escape(one_line(str(whole)))}</title>" if whole and whole != text else ""
        if anchor == "start":
            self._reach(x + width(text, size, bool(bold)), y + size / 3)
        self._shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="{anchor}"{style}>'
            f"{title}{shown}</text>"
        )

    def line(self, points: Sequence[tuple[float, float]], stroke: str, **more: object) -> None:
        """Add a line from point to point; `arrow` puts a head on its end, `dash` and `thick` are as in boxes."""
        for x, y in points:
            self._reach(x, y)
        where = " ".join(f"{x:g},{y:g}" for x, y in points)
        dash = f' stroke-dasharray="{more["dash"]}"' if more.get("dash") else ""
        self._shapes.append(
            f'<polyline points="{where}" fill="none" stroke="{stroke}" stroke-width="{more.get("thick", 2)}"'
            f' stroke-linejoin="round"{dash}/>'
        )
        if more.get("arrow"):
            self._head(points[-2], points[-1], stroke)

    def curve(
        self, start: tuple[float, float], end: tuple[float, float], stroke: str, **more: object
    ) -> None:
        """Add a curve that leaves and arrives level."""
        (x, y), (u, v) = start, end
        middle = (x + u) / 2
        self._shapes.append(
            f'<path d="M {x:g} {y:g} C {middle:g} {y:g} {middle:g} {v:g} {u:g} {v:g}" fill="none"'
            f' stroke="{stroke}" stroke-width="{more.get("thick", 1.3)}"/>'
        )
        if more.get("arrow"):
            self._head((u - 10, v), end, stroke, size=7)

    def _head(
        self, before: tuple[float, float], tip: tuple[float, float], fill: str, size: float = 9
    ) -> None:
        (x, y), (u, v) = before, tip
        length = max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 0.001)
        a, b = (u - x) / length, (v - y) / length
        left = f"{u - size * a + size * 0.45 * b:g},{v - size * b - size * 0.45 * a:g}"
        right = f"{u - size * a - size * 0.45 * b:g},{v - size * b + size * 0.45 * a:g}"
        self._shapes.append(f'<polygon points="{u:g},{v:g} {left} {right}" fill="{fill}"/>')

    def svg(self, title: str, margin: float = 14) -> str:
        """Give the whole picture as an SVG document that needs nothing else."""
        w, h = self._right + 2 * margin, self._bottom + 2 * margin
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}" height="{h:g}" viewBox="0 0 {w:g} {h:g}"'
                f' font-family="{_FONT}">',
                f"<title>{escape(one_line(title))}</title>",
                f'<rect width="{w:g}" height="{h:g}" fill="#ffffff"/>',
                f'<g transform="translate({margin:g} {margin:g})">',
                *self._shapes,
                "</g>",
                "</svg>",
                "",
            ]
        )
