"""Values that know where they stood in a file."""

from typing import Any, Self

import msgspec

from solver_bridge.tree import Lines, Path

__all__ = ["Placed"]

_UNPLACED = "<data>"
_KEY = "lines"


class Placed(msgspec.Struct, frozen=True, dict=True):
    """A value read from a file; where it stood plays no part in comparing, and is not copied."""

    def placed(self, lines: Lines) -> Self:
        """Remember where the value stood, and give the value."""
        self.__dict__[_KEY] = lines
        return self

    @property
    def lines(self) -> Lines:
        """Give the lines of the file it was read from."""
        lines: Any = self.__dict__.get(_KEY)
        return lines if isinstance(lines, Lines) else Lines(_UNPLACED)

    def place(self, path: Path = ()) -> tuple[str, int]:
        """Give the file and the line of a part, such as ("units", "scout", "at")."""
        return self.lines.place(path)
