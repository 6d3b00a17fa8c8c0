"""A position: the realm, what stands in it, and what is known besides, as values that cannot change."""

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

import msgspec

from solver_bridge import words
from solver_bridge.frozen import EMPTY, FrozenMap, freeze
from solver_bridge.placed import Placed
from solver_bridge.tree import Lines

if TYPE_CHECKING:
    from networkx import DiGraph

    from solver_bridge.answers import LegalAttack, Responder
    from solver_bridge.catalogue import Catalogue
    from solver_bridge.document import Document
    from solver_bridge.events import Event
    from solver_bridge.explaining import Explanation
    from solver_bridge.vocabulary import Vocabulary

__all__ = ["ENTITY_TYPES", "Artifact", "Aura", "Footprint", "MovementPath", "Position", "Site", "Unit"]

Footprint = tuple[str, ...]
"""The locations that something occupies, such as ("surface 8",), in the order of the squares."""

MovementPath = tuple[Footprint, ...]
"""Where each step of a movement leads; the start is not in it."""


class Site(msgspec.Struct, frozen=True):
    """A site; nobody controls it unless it has a controller."""

    card: str | None = None
    terrain: str | None = None
    controller: str | None = None
    ward: bool | None = None


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A minion or an avatar; what is None comes from its card, or else is the contract's default."""

    card: str | None = None
    type: str | None = None
    controller: str
    at: Footprint = ()
    power: tuple[int, int] | None = None
    abilities: tuple[str, ...] | None = None
    tapped: bool = False
    damage: int = 0
    life: int | None = None
    deaths_door: str | None = None
    stealth: bool | None = None
    ward: bool | None = None
    lance: int | None = None
    summoning_sick: bool = False
    disabled: bool = False
    silenced: bool = False
    immobile: bool = False
    carried_by: str | None = None


class Aura(msgspec.Struct, frozen=True, kw_only=True):
    """An aura, on the squares it covers or on a border, ("border 8-9",)."""

    card: str | None = None
    controller: str | None = None
    at: Footprint


class Artifact(msgspec.Struct, frozen=True, kw_only=True):
    """An artifact, carried by a unit or lying at a location."""

    card: str | None = None
    controller: str | None = None
    at: Footprint = ()
    carried_by: str | None = None


ENTITY_TYPES: Mapping[str, type[msgspec.Struct]] = dict(
    zip(words.ENTITIES, (Site, Unit, Aura, Artifact), strict=True)
)
"""What stands in each section of a position."""


class Position(Placed, frozen=True, kw_only=True):
    """A position as the contract writes it; `attack`, an attack under way, is another layer's data."""

    edition: str | None = None
    readings: Mapping[str, str] = EMPTY
    active: str
    sites: Mapping[int, Site] = EMPTY
    units: Mapping[str, Unit] = EMPTY
    auras: Mapping[str, Aura] = EMPTY
    artifacts: Mapping[str, Artifact] = EMPTY
    hands: Mapping[str, tuple[str, ...]] = EMPTY
    affinity: Mapping[str, Mapping[str, int]] = EMPTY
    attack: Mapping[str, Any] | None = None

    def __post_init__(self) -> None:
        """Make every mapping one that cannot change."""
        for field in self.__struct_fields__:
            value = getattr(self, field)
            if type(value) is dict:
                msgspec.structs.force_setattr(self, field, freeze(value))

    @property
    def names(self) -> Mapping[str, str]:
        """Give the names of all units, auras and artifacts, each with the section it stands in."""
        known: dict[str, str] = {}
        for section in words.NAMED_SECTIONS:
            known.update(dict.fromkeys(getattr(self, section), section))
        return FrozenMap(known)

    @classmethod
    def load(
        cls,
        source: "str | os.PathLike[str]",
        *,
        vocabulary: "Vocabulary | None" = None,
        catalogue: "Catalogue | None" = None,
    ) -> Self:
        """Read a position from a file, or from standard input (`-`); raise UnusableInput with every fault."""
        from solver_bridge.document import read

        return cls.from_document(read(source), vocabulary=vocabulary, catalogue=catalogue)

    @classmethod
    def from_document(
        cls,
        document: "Document",
        *,
        vocabulary: "Vocabulary | None" = None,
        catalogue: "Catalogue | None" = None,
    ) -> Self:
        """Make a position of a document that was read; raise UnusableInput with every fault."""
        from solver_bridge.position_reader import document_position

        return document_position(cls, document, vocabulary, catalogue)

    @classmethod
    def from_data(
        cls,
        data: Any,
        lines: Lines | None = None,
        *,
        vocabulary: "Vocabulary | None" = None,
        catalogue: "Catalogue | None" = None,
    ) -> Self:
        """Make a position of plain data; raise UnusableInput with every fault, each at its line."""
        from solver_bridge.position_reader import data_position

        return data_position(cls, data, lines, vocabulary, catalogue)

    def to_data(self) -> dict[str, Any]:
        """Give the position as plain data that reads back equal; defaults are left out."""
        from solver_bridge.writer import write

        return write(self, words.POSITION)

    def under(
        self,
        edition: str | None = None,
        readings: Mapping[str, str] | None = None,
        *,
        vocabulary: "Vocabulary | None" = None,
    ) -> Self:
        """Give the position under another edition or with other readings; unknown ones are unusable input."""
        from solver_bridge.position_reader import position_under

        return position_under(self, edition, readings or {}, vocabulary)

    def legal_attacks(self, unit: str | None = None) -> "tuple[LegalAttack, ...]":
        """Give every legal attack, of one unit or of all, each with a shortest path."""
        from solver_bridge.answers import attacks

        return attacks(self, unit).attacks

    def legal_defenders(self, attack: "LegalAttack") -> "tuple[Responder, ...]":
        """Give who may defend against an attack, each with a shortest path; raise IllegalEvent if it is not legal."""
        from solver_bridge.answers import defenders

        return defenders(self, attack.unit, attack.target, attack.path, attack.at).able

    def legal_events(self) -> "tuple[Event, ...]":
        """Give every legal event, one that has a choice once for each way to make it."""
        from solver_bridge.answers import legal_events

        return legal_events(self)

    def is_legal(self, event: "Event | Mapping[str, Any] | str") -> bool:
        """Say whether an event (or its plain data, or its text) is legal now."""
        from solver_bridge.answers import judge

        return judge(self, self._event(event)).legal

    def explain(self, event: "Event | Mapping[str, Any] | str", *, full: bool = False) -> "Explanation":
        """Explain why an event is legal now or not, what would turn the answer, and which readings it depends on."""
        from solver_bridge.explaining import explain

        return explain(self, (self._event(event),), full=full)

    def apply(self, event: "Event | Mapping[str, Any] | str") -> "Position":
        """Give the position after an event; raise IllegalEvent, with every reason, if it is not legal."""
        from solver_bridge.answers import apply

        return apply(self, self._event(event))

    def outcomes(
        self, attack: "LegalAttack | Sequence[Event] | None" = None, *, limit: int | None = None
    ) -> "DiGraph[Position]":
        """Give every way on after an attack, or of the one under way, as a graph of positions and events.

        An edge has `events`, all that lead from one position to the next; a position in which the attack has ended has
        `results`. The graph itself has `states`, `lines`, `complete` and `outcomes`, each with a shortest line.
        """
        from solver_bridge.outcomes import LIMIT, outcomes

        events = attack.events if attack is not None and hasattr(attack, "events") else attack or ()
        return outcomes(self, tuple(events), limit=limit or LIMIT).graph()

    def _repr_svg_(self) -> str:
        """Give a picture of the position, as notebooks show it."""
        from solver_bridge.pictures import position_svg

        return position_svg(self)

    def _event(self, event: "Event | Mapping[str, Any] | str") -> "Event":
        from solver_bridge.events import event_from_data, parse_event

        if isinstance(event, str):
            return parse_event(event, position=self)
        return event_from_data(event, position=self) if isinstance(event, Mapping) else event
