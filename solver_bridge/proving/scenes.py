"""Random positions and lines of play, out of the tables of fields and the words of the rules; the same for a seed."""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from solver_bridge import words
from solver_bridge.asking import Request
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.changes import later_position
from solver_bridge.errors import UnusableInput
from solver_bridge.events import Event, event_from_data
from solver_bridge.model import Position
from solver_bridge.play import Conversation, list_events, put
from solver_bridge.programs import PLAY, card_files
from solver_bridge.vocabulary import load as load_vocabulary

__all__ = ["Scenes"]

_STEP = (PLAY, "verdict", "position")
_NAMES = ("ann", "ben", "cid", "dot", "eve", "fay")
_LONGEST = 12
_WAYS = 40


@lru_cache(maxsize=1)
def _encoded() -> dict[str, list[str]]:
    """Give the cards that have rules of their own, by type."""
    found: dict[str, list[str]] = {}
    for card in load_catalogue():
        if card_files([card.name]):
            for kind in card.types:
                found.setdefault(kind, []).append(card.name)
    return {kind: sorted(names) for kind, names in found.items()}


class Scenes:
    """Makes positions, lines and single events at random."""

    def __init__(self, seed: int) -> None:
        """Begin with a seed."""
        self.rng = random.Random(seed)
        self.vocabulary = load_vocabulary()
        self.abilities = sorted(self.vocabulary.examples())
        self.encoded = _encoded()

    def chance(self, share: float) -> bool:
        """Say yes so often."""
        return self.rng.random() < share

    def player(self) -> str:
        """Give one of the players."""
        return self.rng.choice(words.PLAYERS)

    def position(self) -> Position | None:
        """Give a small position; nothing if what came up cannot be written."""
        rng = self.rng
        row, column = rng.randrange(3), rng.randrange(3)
        squares = [5 * (row + r) + column + c + 1 for r in range(2) for c in range(3)]
        sites: dict[int, Any] = {}
        for square in squares:
            if self.chance(0.8):
                sites[square] = self._site()
        names = _NAMES[: rng.randint(1, 5)]
        units: dict[str, Any] = {}
        for name in names:
            units[name] = self._unit(squares, sites, units)
        data: dict[str, Any] = {"active": self.player(), "sites": sites, "units": units}
        if self.chance(0.3):
            data["edition"] = rng.choice(list(self.vocabulary.editions))
        data["readings"] = {
            name: rng.choice(reading.values)
            for name, reading in self.vocabulary.readings.items()
            if self.chance(0.3)
        }
        if self.chance(0.4) and "magic" in self.encoded:
            data["hands"] = {self.player(): [rng.choice(self.encoded["magic"])]}
            if self.chance(0.4):
                data["affinity"] = {self.player(): {rng.choice(list(words.ELEMENTS)): rng.randint(0, 2)}}
        if self.chance(0.3) and "artifact" in self.encoded:
            place = (
                {"carried_by": rng.choice(names)}
                if self.chance(0.8)
                else {"at": f"surface {rng.choice(squares)}"}
            )
            data["artifacts"] = {"thing": {"card": rng.choice(self.encoded["artifact"]), **place}}
        try:
            return Position.from_data(data)
        except UnusableInput:
            return None

    def _site(self) -> dict[str, Any]:
        site: dict[str, Any] = {}
        if "site" in self.encoded and self.chance(0.2):
            site["card"] = self.rng.choice(self.encoded["site"])
        else:
            site["terrain"] = self.rng.choice(words.TERRAINS)
        if self.chance(0.85):
            site["controller"] = self.player()
        if self.chance(0.1):
            site[words.WARD] = True
        return site

    def _unit(self, squares: Sequence[int], sites: dict[int, Any], others: dict[str, Any]) -> dict[str, Any]:
        rng = self.rng
        unit: dict[str, Any] = {
            "controller": self.player(),
            "power": rng.choice(["0", "1", "2", "3", "1/2", "3/1"]),
        }
        if self.chance(0.15):
            unit.update(type=words.AVATAR, life=rng.choice([0, 1, 2, 20]))
        elif self.chance(0.25):
            unit["card"] = rng.choice(self.encoded[words.MINION])
        unit["abilities"] = rng.sample(self.abilities, rng.choice([0, 0, 1, 1, 2, 3]))
        unit["at"] = self._place(squares, sites)
        if others and self.chance(0.5):
            unit["at"] = rng.choice(list(others.values()))["at"]
        if others and self.chance(0.15):
            carrier = rng.choice(list(others))
            unit.update(carried_by=carrier, at=others[carrier]["at"])
            if isinstance(unit["at"], list):
                unit["at"] = unit["at"][0]
        for field, spec in words.ENTITIES[words.UNITS].items():
            if spec.kind == "flag" and self.chance(0.08):
                unit[field] = True
            elif spec.kind in ("number", "count") and field not in words.AVATAR_FIELDS and self.chance(0.1):
                unit[field] = 1
        return unit

    def _place(self, squares: Sequence[int], sites: dict[int, Any]) -> Any:
        square = self.rng.choice(squares)
        if self.chance(0.12):
            parts = [square, square + 1] if square + 1 in squares else list(squares)
            return [self._region(each, sites, self.chance(0)) for each in parts]
        return self._region(square, sites, self.chance(0.15))

    def _region(self, square: int, sites: dict[int, Any], below: bool) -> str:
        """Name a location; what terrain a card has is for the rules to know, so now and then it is named wrongly."""
        if square not in sites:
            return f"void {square}"
        if not below:
            return f"surface {square}"
        regions = [region for region in self.vocabulary.regions if region not in ("surface", "void")]
        return f"{self.rng.choice(sorted(regions))} {square}"

    def play(self, position: Position) -> Conversation[tuple[list[Position], list[Event]]]:
        """Play a line of legal events, with now and then something from outside; give it, and where it passes."""
        passed, events = [position], []
        for _ in range(self.rng.randint(1, _LONGEST)):
            here = passed[-1]
            event = self.event(here, words.EFFECT) if self.chance(0.12) else None
            if event is None:
                listed = yield from list_events(here, _WAYS)
                lively = [each for each in listed if each.word not in ("begin_turn", "decline_attack")]
                event = (
                    self.rng.choice(lively if lively and self.chance(0.85) else listed) if listed else None
                )
            if event is None:
                break
            answer = yield from put(
                Request(here, (event,), ((0, "position", ()), (1, "position", ())), _STEP)
            )
            if ("legal",) not in answer.get("verdict", 0):
                continue
            events.append(event)
            passed.append(later_position(answer, 1))
        return passed, events

    def event(self, position: Position, word: str | None = None) -> Event | None:
        """Give an event of a kind with fields at random, legal or not; nothing if it cannot be written."""
        word = word or self.rng.choice(list(words.EVENTS))
        fields = {
            name: self._value(spec.kind, position)
            for name, spec in words.EVENTS[word].items()
            if spec.required or self.chance(0.5)
        }
        if word == words.EFFECT:
            about = self.rng.choice(list(words.CHANGES))
            change, spec = self.rng.choice(list(words.CHANGES[about].items()))
            fields = {about: self._value(about, position), change: self._value(spec.kind, position)}
        try:
            return event_from_data({word: fields}, position=position)
        except UnusableInput:
            return None

    def _value(self, kind: str, position: Position) -> Any:
        rng = self.rng
        units = list(position.units) or ["nobody"]
        sites = list(position.sites) or [1]
        locations = sorted(
            {place for unit in position.units.values() for place in unit.at}
            | {f"surface {square}" for square in position.sites}
            | {f"underground {rng.choice(sites)}", f"void {rng.choice(sorted(self.vocabulary.squares))}"}
        )
        if kind in ("unit", "source"):
            return rng.choice(units)
        if kind == "target":
            return rng.choice([*units, *(f"site {square}" for square in sites)])
        if kind == "site":
            return rng.choice(sites)
        if kind in ("location", "footprint"):
            return rng.choice(locations)
        if kind == "path":
            return rng.choices(locations, k=rng.randint(0, 3))
        if kind == "player":
            return self.player()
        if kind == "choice":
            return rng.choice([*words.STAYING, *words.TERRAINS])
        if kind == "choices":
            return (
                {"to": rng.choice(locations)}
                if self.chance(0.5)
                else {"target": rng.choice(units), "path": []}
            )
        if kind == "card":
            return rng.choice(self.encoded.get("magic", ["none"]))
        if kind == "gained":
            return rng.choice(self.abilities)
        if kind == "assign":
            return {rng.choice(units): {rng.choice(units): rng.randint(0, 2)}}
        return True
