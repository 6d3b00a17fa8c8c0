"""Changes of a position, and what they make of an answer.

An answer is plain data in the contract's shapes. A change maps squares, names and players wherever they stand, in
positions, events and answers alike; some changes add a thing, and what is said of it is left out of the answer.
"""

import random
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Plain = dict[str, Any]

_PLACE = re.compile(r"(surface|underground|underwater|void|site) (\d+)")
_OTHER = {"north": "south", "south": "north"}
CORNERS = {1: (2, 6), 5: (4, 10), 16: (11, 17), 20: (15, 19)}
"""The corners of the realm, and what is adjacent to them."""
INNER = {1: 7, 5: 9, 16: 12, 20: 14}
"""What is diagonal to a corner."""


class Change(NamedTuple):
    """A change: how squares, players and names are mapped, what is added, and whether the order is turned round."""

    square: Callable[[int], int] = lambda square: square
    exchange: bool = False
    renamed: Mapping[str, str] = {}
    added: str = ""
    turned: bool = False

    def __call__(self, data: Any) -> Any:
        """Change plain data."""
        if isinstance(data, Mapping):
            items = [(self._key(key), self(value)) for key, value in data.items()]
            return dict(reversed(items) if self.turned else items)
        if isinstance(data, list | tuple):
            return [self(item) for item in data]
        return self._text(data) if isinstance(data, str) else data

    def _key(self, key: Any) -> Any:
        return self.square(int(key)) if isinstance(key, int) or key.isdigit() else self._text(key)

    def _text(self, text: str) -> str:
        if place := _PLACE.fullmatch(text):
            return f"{place[1]} {self.square(int(place[2]))}"
        return _OTHER[text] if self.exchange and text in _OTHER else self.renamed.get(text, text)


def east_west(square: int) -> int:
    """Give the square on the other side, east for west."""
    return square - (square - 1) % 5 + 4 - (square - 1) % 5


def north_south(square: int) -> int:
    """Give the square on the other side, north for south."""
    return square + 5 * (3 - 2 * ((square - 1) // 5))


def shifted(rng: random.Random) -> Change:
    """Give a change by which the middle of the realm, columns two to four and the upper rows, comes to an edge or stays."""
    by = rng.choice([-1, 0, 1]) + rng.choice([0, 5])
    return Change(lambda square: square + by)


def changes(scene: Plain, rng: random.Random) -> dict[str, tuple[Change, Plain]]:
    """Give the changes that fit a position, each with the position that it makes."""
    shuffled = rng.sample([*scene["units"]], len(scene["units"]))
    new = {name: f"{letter}{name[::-1]}" for letter, name in zip("zyxwvutsrq", shuffled, strict=False)}
    found = {
        "mirror east-west": Change(east_west),
        "mirror north-south": Change(north_south),
        "both mirrors": Change(lambda square: 21 - square),
        "exchanged players": Change(exchange=True),
        "turned round, players and all": Change(lambda square: 21 - square, exchange=True),
        "renamed units": Change(renamed=new),
        "order of input": Change(turned=True),
    }
    made = {title: (change, change(scene)) for title, change in found.items()}
    words = {word for unit in scene["units"].values() for word in unit.get("abilities", ())}
    cards = {unit.get("card") for unit in scene["units"].values()}
    lonely = [corner for corner, near in CORNERS.items() if not {corner, *near} & {*scene["sites"]}]
    if lonely and "Crave Golem" not in cards:
        made["a unit far away"] = (Change(added="hermit"), _with_hermit(scene, rng.choice(lonely)))
    corners = [corner for corner in lonely if INNER[corner] not in scene["sites"] or "airborne" not in words]
    if corners and "voidwalk" not in words and "Wills-o'-the-Wisp" not in cards:
        site = {"terrain": "land", "controller": rng.choice(["north", "south"])}
        added = {**scene, "sites": {**scene["sites"], corners[0]: site}}
        made["an unrelated site"] = (Change(added=f"site {corners[0]}"), added)
    return made


def _with_hermit(scene: Plain, corner: int) -> Plain:
    """Add a unit in the void that nobody attacks, and that takes no part in anything."""
    words = ["voidwalk", "can't be attacked", "can't attack", "can't defend", "can't intercept", "immobile"]
    hermit = {"controller": scene["active"], "at": f"void {corner}", "power": 1, "abilities": words, "tapped": True}
    return {**scene, "units": {"hermit": hermit, **scene["units"]}}
