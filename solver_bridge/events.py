"""The events of an attack, each as a value that cannot change."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from solver_bridge import words
from solver_bridge.frozen import EMPTY
from solver_bridge.model import Footprint, MovementPath, Position
from solver_bridge.tree import Lines
from solver_bridge.writer import write

if TYPE_CHECKING:
    from solver_bridge.catalogue import Catalogue
    from solver_bridge.vocabulary import Vocabulary

__all__ = [
    "EVENT_TYPES",
    "Attack",
    "BeginTurn",
    "Cast",
    "Choice",
    "Decline",
    "DeclineAttack",
    "Defend",
    "Effect",
    "Event",
    "Intercept",
    "MoveAndAttack",
    "Original",
    "Pass",
    "Resolve",
    "Strike",
    "event_from_data",
    "parse_event",
]


@lru_cache(maxsize=64)
def _word(of: type) -> str:
    """Give the word of a type of event: BeginTurn is begin_turn."""
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in of.__name__)[1:]


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """What happens; `by` is the player who chooses it, where a printed event says so."""

    by: str | None = None

    @property
    def word(self) -> str:
        """Give the word under which the event is written."""
        return _word(type(self))

    def to_data(self) -> dict[str, Any]:
        """Give the event as a mapping of its one word, which reads back equal."""
        fields = write(self, words.EVENTS[self.word])
        if self.by is not None:
            fields["by"] = self.by
        return {self.word: fields}

    def __str__(self) -> str:
        """Give the event on one line, as it is written in a file."""
        return msgspec.json.encode(self.to_data()).decode()


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What is chosen as an ability resolves."""

    to: Footprint | None = None
    unit: str | None = None
    target: tuple[str, ...] | None = None
    path: MovementPath | None = None
    player: str | None = None


NO_CHOICE = Choice()


class MoveAndAttack(Event, frozen=True, kw_only=True):
    """A unit uses Move and Attack along a path; an empty one stays."""

    unit: str
    path: MovementPath = ()


class Attack(Event, frozen=True, kw_only=True):
    """A unit declares its attack; `at` says where, when it shares several locations with the target."""

    unit: str
    target: str
    at: str | None = None


class DeclineAttack(Event, frozen=True, kw_only=True):
    """A unit that moved does not attack."""

    unit: str


class Resolve(Event, frozen=True, kw_only=True):
    """A triggered ability on the storyline resolves."""

    source: str
    choice: Choice = NO_CHOICE


class Decline(Event, frozen=True, kw_only=True):
    """An optional triggered ability is not used."""

    source: str


class Cast(Event, frozen=True, kw_only=True):
    """A player's spell resolves."""

    player: str
    card: str
    unit: str | None = None
    to: Footprint | None = None


class Defend(Event, frozen=True, kw_only=True):
    """A unit uses Defend along a path; `original` is the short form of the event after it."""

    unit: str
    path: MovementPath = ()
    original: str | None = None


class Original(Event, frozen=True, kw_only=True):
    """Whether the attacked unit stays in the attack."""

    unit: str
    choice: str


class Intercept(Event, frozen=True, kw_only=True):
    """A unit intercepts."""

    unit: str


class Pass(Event, frozen=True, kw_only=True):
    """A player does nothing more; this closes a window."""

    player: str


class Strike(Event, frozen=True, kw_only=True):
    """One stage of a fight; strikers with one possible target may be left out."""

    assign: Mapping[str, Mapping[str, int]] = EMPTY


class BeginTurn(Event, frozen=True, kw_only=True):
    """A player's turn begins."""

    player: str


class Effect(Event, frozen=True, kw_only=True):
    """Something outside the position happens to a unit or to a site: one change."""

    unit: str | None = None
    site: int | None = None
    to: Footprint | None = None
    tap: bool = False
    untap: bool = False
    kill: bool = False
    gain: str | None = None
    lose: str | None = None
    controller: str | None = None
    terrain: str | None = None
    destroy: bool = False

    @property
    def change(self) -> tuple[str, Any]:
        """Give the one change: its word and its value, as a file would write them."""
        found = write(self, words.EVENTS[self.word])
        return next((name, found[name]) for name in found if name not in words.CHANGES)


EVENT_TYPES: Mapping[str, type[Event]] = {
    _word(event): event
    for event in (
        MoveAndAttack,
        Attack,
        DeclineAttack,
        Resolve,
        Decline,
        Cast,
        Defend,
        Original,
        Intercept,
        Pass,
        Strike,
        BeginTurn,
        Effect,
    )
}


def event_from_data(
    data: Any,
    lines: Lines | None = None,
    *,
    position: Position | None = None,
    vocabulary: "Vocabulary | None" = None,
    catalogue: "Catalogue | None" = None,
) -> Event:
    """Make an event of plain data; its names must be the position's, if one is given."""
    from solver_bridge.event_reader import data_event

    return data_event(data, lines, position, vocabulary, catalogue)


def parse_event(
    text: str,
    name: str = "EVENT",
    *,
    position: Position | None = None,
    vocabulary: "Vocabulary | None" = None,
    catalogue: "Catalogue | None" = None,
) -> Event:
    """Read an event from a text such as "{pass: {player: south}}"; raise UnusableInput with every fault."""
    from solver_bridge.document import parse

    document = parse(text, name).usable()
    return event_from_data(
        document.data, document.lines, position=position, vocabulary=vocabulary, catalogue=catalogue
    )
