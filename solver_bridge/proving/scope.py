"""A scope: which positions and lines of play are looked at, as facts for the rules."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from solver_bridge.facts import card_facts, text
from solver_bridge.frozen import EMPTY

__all__ = ["Scope", "block"]

_BLOCK = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)")


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """All positions with so many units on a block of squares, and lines with so many outside effects.

    With `oversized` a unit may be two by two squares large.
    """

    units: int = 2
    width: int = 3
    height: int = 2
    effects: int = 1
    power: int = 1
    oversized: bool = False
    edition: str | None = None
    readings: Mapping[str, str] = EMPTY
    cards: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()

    @property
    def squares(self) -> str:
        """Give the block of squares as it is written."""
        return f"{self.width}x{self.height}"

    def to_data(self) -> dict[str, Any]:
        """Give the scope as plain data."""
        found: dict[str, Any] = {
            "units": self.units,
            "squares": self.squares,
            "effects": self.effects,
            "power": self.power,
        }
        if self.oversized:
            found["oversized"] = True
        if self.cards:
            found["cards"] = list(self.cards)
        if self.edition is not None:
            found["edition"] = self.edition
        if self.readings:
            found["readings"] = dict(self.readings)
        return found

    def facts(self) -> str:
        """Write the scope as facts."""
        bounds = {
            "width": self.width,
            "height": self.height,
            "power": self.power,
            "damage": 2 * self.power,
            "strike": self.power + 1,
            "life": 2,
            "steps": 1,
            "lances": 1,
            "effects": self.effects,
        }
        found = [f"scoped({word},{number})." for word, number in bounds.items()]
        found += (f"member(u{number})." for number in range(1, self.units + 1))
        if self.edition is not None:
            found.append(f"fixed(edition,{text(self.edition)}).")
        found += (f"fixed(reading({name}),{value})." for name, value in self.readings.items())
        allowed = (*self.allowed, *(("oversized",) if self.oversized else ()))
        found += (f"allowed({word})." for word in allowed)
        found += (f"carded({text(card)})." for card in self.cards)
        return "".join(found) + card_facts(self.cards)


def block(written: str) -> tuple[int, int] | None:
    """Read a block of squares such as 5x4: its width and its height; nothing if it is none."""
    match = _BLOCK.fullmatch(written.strip().casefold())
    if match is None or int(match[1]) > 5 or int(match[2]) > 4:
        return None
    return int(match[1]), int(match[2])
