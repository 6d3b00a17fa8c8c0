"""A page for people: lines and tables, written plainly or, on a terminal, with colours."""

from collections.abc import Iterable, Sequence
from typing import IO

import msgspec

from solver_bridge.errors import one_line

__all__ = [
    "BAD",
    "DIM",
    "GOOD",
    "HEAD",
    "NORTH",
    "PLAIN",
    "SOUTH",
    "WARNING",
    "Line",
    "Page",
    "Span",
    "Table",
    "show",
]

PLAIN, HEAD, DIM, GOOD, BAD, WARNING, NORTH, SOUTH = (
    "none",
    "bold",
    "dim",
    "green",
    "bold red",
    "yellow",
    "cyan",
    "magenta",
)
"""Styles, which show only on a terminal."""

Span = tuple[str, str]
"""A text and its style."""

Line = tuple[Span, ...]


Cell = str | Sequence[str]
"""What stands in a row of a table: one line, or several."""


class Table(msgspec.Struct, frozen=True):
    """Columns by their headings, and rows with the lines of a cell for each."""

    columns: Sequence[str]
    rows: Sequence[Sequence[Sequence[str]]]


class Page:
    """The blocks of a page in their order."""

    def __init__(self) -> None:
        """Begin an empty page."""
        self.blocks: list[Line | Table] = []

    def say(self, text: str = "", style: str = PLAIN) -> None:
        """Add a line of one style."""
        self.blocks.append(((one_line(text), style),))

    def line(self, *spans: Span) -> None:
        """Add a line of several styles."""
        self.blocks.append(tuple((one_line(text), style) for text, style in spans))

    def lines(self, lines: Iterable[Line]) -> None:
        """Add lines that were made elsewhere."""
        for line in lines:
            self.line(*line)

    def table(self, *columns: str, rows: Iterable[Sequence[Cell]]) -> None:
        """Add a table."""
        kept = [
            [[one_line(line) for line in ((cell,) if isinstance(cell, str) else cell)] for cell in row]
            for row in rows
        ]
        self.blocks.append(Table(columns, kept))

    def __str__(self) -> str:
        """Give the page as plain text."""
        lines: list[str] = []
        for block in self.blocks:
            if isinstance(block, Table):
                lines += _aligned(block)
            else:
                lines.append("".join(text for text, _ in block).rstrip())
        return "".join(f"{line}\n" for line in lines)


def _aligned(table: Table) -> list[str]:
    widths = [
        max([len(head), *(len(line) for row in table.rows for line in row[index])])
        for index, head in enumerate(table.columns)
    ]

    def written(cells: Sequence[str]) -> str:
        return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()

    found = [written(table.columns), written(["-" * width for width in widths])]
    for row in table.rows:
        for index in range(max(map(len, row), default=1)):
            found.append(written([cell[index] if index < len(cell) else "" for cell in row]))
    return found


def show(page: Page, stream: IO[str] | None) -> str:
    """Give the page as it is to be written: with colours on a terminal if rich is there, else plain."""
    if stream is None or not stream.isatty():
        return str(page)
    try:
        from io import StringIO

        from rich import box
        from rich.console import Console
        from rich.table import Table as RichTable
        from rich.text import Text
    except ImportError:
        return str(page)
    width = Console(file=stream).width
    console = Console(file=StringIO(), force_terminal=True, width=width, highlight=False)
    for block in page.blocks:
        if isinstance(block, Table):
            drawn = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
            for column in block.columns:
                drawn.add_column(Text(column))
            for row in block.rows:
                drawn.add_row(*(Text("\n".join(cell)) for cell in row))
            console.print(drawn)
        else:
            console.print(Text.assemble(*block), soft_wrap=True)
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()
