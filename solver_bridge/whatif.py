"""What if: the smallest changes to a position that turn the answer to an event, found by the rules and replayed."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from solver_bridge import facts, words
from solver_bridge.conversation import Conversation, talk
from solver_bridge.depending import verdicts_talk
from solver_bridge.engine import smallest
from solver_bridge.events import Event
from solver_bridge.facts import Names
from solver_bridge.frozen import FrozenMap
from solver_bridge.model import Position
from solver_bridge.programs import JUDGE, WHATIF, files_for
from solver_bridge.terms import Atom, Term
from solver_bridge.vocabulary import load as load_vocabulary

__all__ = [
    "MOST_CHANGES",
    "MOST_SETS",
    "Change",
    "Changes",
    "Turning",
    "changed",
    "turning_changes",
    "turning_talk",
]

_WRITTEN = re.compile(r"^(given|object)\(", re.MULTILINE)
_LEGAL, _ILLEGAL = "legal", "illegal"
MOST_CHANGES = 3
"""How many changes are made together at most."""

MOST_SETS = 12
"""How many sets of changes are found, if there are so many."""

_ABILITY = "ability"
_NOBODY = "nobody"


class Change(msgspec.Struct, frozen=True, order=True):
    """One change to a position: to a unit, a site, an artifact or the game; what it does, and with what."""

    kind: str
    thing: str
    word: str
    value: Any

    def to_data(self) -> dict[str, Any]:
        """Give the change as plain data, in the words of an effect where those have it."""
        thing: Any = int(self.thing) if self.kind == words.SITE_REFERENCE else self.thing
        return {**({} if self.kind == _GAME else {self.kind: thing}), self.word: self.value}


_GAME = "game"


class Changes(msgspec.Struct, frozen=True):
    """Changes made together, and the position that they make."""

    changes: tuple[Change, ...]
    position: Position

    def to_data(self) -> list[Any]:
        """Give the changes as plain data."""
        return [change.to_data() for change in self.changes]


class Turning(msgspec.Struct, frozen=True):
    """The smallest sets of changes that turn an answer, and whether these are all of them.

    With none of them, `complete` says that no set of changes that is looked at turns it.
    """

    sets: tuple[Changes, ...] = ()
    complete: bool = False


def turning_changes(
    position: Position, event: Event, legal: bool, doomed: Sequence[Term] = (), limit: int | None = None
) -> Turning:
    """Give the smallest sets of changes after which an event that is legal is not, or the other way round.

    Each is replayed as a position of its own and left out if the ordinary answer does not agree.
    """
    return talk(turning_talk(position, event, legal, doomed, limit))


def turning_talk(
    position: Position, event: Event, legal: bool, doomed: Sequence[Term] = (), limit: int | None = None
) -> Conversation[Turning]:
    """Find what `turning_changes` gives; several such searches replay what they found side by side."""
    limit = MOST_SETS if limit is None else limit
    names = Names(position)
    cards = facts.cards_named(position)
    text = _WRITTEN.sub(r"was_\1(", facts.position_facts(position, names, 0))
    parts = [text, facts.event_facts(event, names, 0), facts.card_facts(cards)]
    parts.append(f"wanted({_ILLEGAL if legal else _LEGAL}). at_most({MOST_CHANGES}).")
    parts += (f"was_doomed({unit})." for unit in doomed)
    files = files_for((JUDGE, WHATIF, "verdict"), cards)
    found = []
    # One more than is given says whether there are more.
    best = smallest(files, "\n".join(parts), limit + 1)
    for atoms in best[:limit]:
        changes = tuple(sorted(_change(atom, names) for atom in atoms if atom[0] == "made"))
        found.append(Changes(changes, changed(position, names, atoms)))
    verdicts = yield from verdicts_talk([one.position for one in found], (event,))
    turned = [one for one, verdict in zip(found, verdicts, strict=True) if verdict["legal"] != legal]
    return Turning(tuple(sorted(turned, key=lambda one: str(one.to_data()))), len(turned) == len(best))


def _change(atom: Atom, names: Names) -> Change:
    _, kind, thing, word, item, _ = atom
    shown: Any = names.value(item)
    vocabulary = load_vocabulary()
    if item == "true":
        shown = True
    elif isinstance(item, tuple) and item[0] == "":
        shown = vocabulary.ability_text(str(item[1]), int(item[2]))
    elif isinstance(item, str) and word in _ABILITY_WORDS:
        shown = vocabulary.ability_text(item, 0)
    return Change(kind=str(kind), thing=str(names.value(thing)), word=str(word), value=shown)


_ABILITY_WORDS = tuple(word for word, field in words.EVENTS[words.EFFECT].items() if field.kind == "gained")


def changed(position: Position, names: Names, atoms: Sequence[Atom]) -> Position:
    """Give the position that the rules' changes make of one: fields that become something, things that are gone."""
    becomes: dict[tuple[str, Any], dict[str, list[Term]]] = {}
    game: dict[str, Any] = {}
    gone: set[tuple[str, Any]] = set()
    for atom in atoms:
        if atom[0] == "becomes":
            _, thing, field, item, _ = atom
            if thing == _GAME:
                game[str(field)] = item
            else:
                becomes.setdefault(_entity(position, names, thing), {}).setdefault(str(field), []).append(
                    item
                )
        elif atom[0] == "gone":
            gone.add(_entity(position, names, atom[1]))
    sections: dict[str, Mapping[Any, Any]] = {}
    for section, table in words.ENTITIES.items():
        sections[section] = FrozenMap(
            {
                name: _with_fields(thing, table, becomes.get((section, name), {}), names)
                for name, thing in getattr(position, section).items()
                if (section, name) not in gone
            }
        )
    return msgspec.structs.replace(position, **sections, **game)


def _entity(position: Position, names: Names, term: Term) -> tuple[str, Any]:
    if isinstance(term, tuple):
        return words.SITES, term[1]
    name = names.names[str(term)]
    return position.names[name], name


def _with_fields(
    thing: msgspec.Struct, table: words.Table, fields: Mapping[str, list[Any]], names: Names
) -> msgspec.Struct:
    new = {
        field: _value(
            spec.kind, fields.get(_ABILITY, []) if spec.kind == "abilities" else fields[field], names
        )
        for field, spec in table.items()
        if field in fields
    }
    return msgspec.structs.replace(thing, **new) if new else thing


def _value(kind: str, terms: list[Any], names: Names) -> Any:
    vocabulary = load_vocabulary()
    if kind == "footprint":
        return tuple(sorted((names.value(place) for _, _, place in terms), key=vocabulary.order))
    if kind == "abilities":
        return tuple(sorted(vocabulary.ability_text(word, number) for _, _, word, number in terms))
    if kind == "flag":
        return terms[0] == "true"
    return None if terms[0] == _NOBODY else names.value(terms[0])
