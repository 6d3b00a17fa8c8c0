"""Facts for the rules out of positions and events, and back: names, fields and values, without a rule.

Names of a file never reach the rules: units, auras and artifacts are known there as u1, r1, a1 ...
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec
import msgspec.structs

from solver_bridge import words
from solver_bridge.catalogue import Card, Catalogue
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.frozen import EMPTY
from solver_bridge.model import ENTITY_TYPES, Position
from solver_bridge.terms import Term
from solver_bridge.vocabulary import Vocabulary
from solver_bridge.vocabulary import load as load_vocabulary

if TYPE_CHECKING:
    from solver_bridge.events import Event

__all__ = ["Names", "ability_terms", "card_facts", "cards_named", "event_facts", "position_facts", "text"]

_PREFIX = {"units": "u", "auras": "r", "artifacts": "a"}
_GONE = "x"
_SECTION = {prefix: section for section, prefix in _PREFIX.items()}
_OBJECT, _GIVEN, _GAME = "object", "given", "game"
_ABILITY, _ABILITIES = "ability", "abilities"
_FIELD = ("field", "thing", "item", "moment")
_KIND = {"units": "unit", "auras": "aura", "artifacts": "artifact", "sites": "site"}


def text(value: str) -> str:
    """Write a text as a string of the rules' language."""
    escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
    return f'"{escaped}"'


class Names:
    """The names of one position, and the constants by which the rules know them."""

    def __init__(self, position: Position) -> None:
        """Number what the position names, section by section, in the order of the file."""
        self.constants: dict[str, str] = {}
        for section in words.NAMED_SECTIONS:
            for index, name in enumerate(getattr(position, section), start=1):
                self.constants[name] = f"{_PREFIX[section]}{index}"
        self.names: dict[str, str] = {constant: name for name, constant in self.constants.items()}

    def term(self, name: str) -> str:
        """Give the term for a name, for `site N` or for `spell NAME`.

        A name that the position does not have belongs to what has left the realm.
        """
        constant = self.constants.get(name)
        if constant is not None:
            return constant
        word, _, rest = name.partition(" ")
        if word == words.SITE_REFERENCE and rest.isdigit():
            return f"site({int(rest)})"
        if word == words.SPELL_REFERENCE:
            return f"spell({text(rest)})"
        gone = self.constants[name] = f"{_GONE}{len(self.constants) + 1}"
        self.names[gone] = name
        return gone

    def place_of(self, name: str, args: tuple[Term, ...]) -> str | None:
        """Give the place in a position, and what stands there, that a fact was written for; nothing for other facts."""
        if name == _OBJECT:
            kind, thing = args[:2]
            section = next(section for section, word in _KIND.items() if word == kind)
            return f"{section}.{self.names.get(str(thing), thing)}"
        if name != _GIVEN or len(args) != len(_FIELD):
            return None
        field, thing, item = args[:3]
        section = ""
        if isinstance(thing, tuple):
            section, thing = words.SITES, thing[1]
        elif str(thing) in self.names:
            section, thing = _SECTION[str(thing)[0]], self.names[str(thing)]
        elif thing == _GAME:
            return f"{field}: {self.value(item)}"
        kind = words.ENTITIES[section][str(field)].kind if section and str(field) in words.ENTITIES[section] else ""
        told: Any = self.value(item)
        if kind == "power":
            told = "/".join(map(str, told))
        elif isinstance(told, tuple) and len(told) > 2 and field == _ABILITY:
            field, told = _ABILITIES, load_vocabulary().ability_text(*told[1:3])
        elif isinstance(told, tuple):
            texts = (str(part) for part in told if isinstance(part, str))
            told = told[1] if isinstance(told[0], int) else ", ".join(dict.fromkeys(texts))
        return f"{section}.{thing}.{field}: {told}".lstrip(".")

    def value(self, term: Term, places: Mapping[Term, str] = EMPTY) -> Any:
        """Give what a term means to a reader: a name, a location, a number, a word.

        `places` says how the rules' locations are called at that moment.
        """
        if isinstance(term, tuple):
            if term in places:
                return places[term]
            functor, *arguments = term
            if functor == words.SITE_REFERENCE:
                return f"{words.SITE_REFERENCE} {arguments[0]}"
            if functor == words.LOCATION_TERM:
                return f"{arguments[0]} {arguments[1]}"
            return tuple(self.value(argument, places) for argument in arguments)
        return self.names.get(term, term) if isinstance(term, str) else term


@lru_cache(maxsize=512)
def _location(location: str) -> str:
    region, _, square = location.partition(" ")
    if region == words.BORDER:
        low, _, high = square.partition("-")
        return f"{words.LOCATION_TERM}({region},({low},{high}))"
    return f"{words.LOCATION_TERM}({region},{square})"


def ability_terms(abilities: Iterable[str], vocabulary: Vocabulary) -> Iterator[str]:
    """Give each ability as (index, constant, number), the number 0 where it has none."""
    for index, ability in enumerate(abilities, start=1):
        constant, number = vocabulary.ability_parts(ability)
        yield f"({index},{constant},{number})"


def _values(kind: str, value: Any, names: Names, vocabulary: Vocabulary) -> Iterator[str]:
    """Give the terms that a field's value becomes, one for each fact."""
    if kind in ("footprint", "aura_place"):
        yield from (f"({index},{_location(place)})" for index, place in enumerate(value, start=1))
    elif kind == "path":
        for step, entry in enumerate(value, start=1):
            yield from (f"({step},{index},{_location(place)})" for index, place in enumerate(entry, start=1))
    elif kind == "location":
        yield _location(value)
    elif kind in ("unit", "target", "source"):
        yield names.term(value)
    elif kind == "targets":
        yield from (f"({index},{names.term(name)})" for index, name in enumerate(value, start=1))
    elif kind in ("card", "edition"):
        yield text(value)
    elif kind == "power":
        yield f"({value[0]},{value[1]})"
    elif kind in ("ability", "gained"):
        constant, number = vocabulary.ability_parts(value)
        yield constant if not number else f"({constant},{number})"
    elif kind == "assign":
        for striker, shares in value.items():
            for struck, damage in shares.items():
                yield f"({names.term(striker)},{names.term(struck)},{damage})"
    elif kind in ("flag", "done"):
        yield "true" if value else "false"
    else:
        yield str(value)


@lru_cache
def _fields(section: str) -> tuple[tuple[tuple[str, str, Any], ...], Callable[[Any], tuple[Any, ...]]]:
    """Give each field of what stands in a section, and what reads them all.

    Of a field: its name, its kind, and the default, of which nothing is written.
    """
    defaults = {field.name: field.default for field in msgspec.structs.fields(ENTITY_TYPES[section])}
    table = words.ENTITIES[section]
    return tuple((field, spec.kind, defaults[field]) for field, spec in table.items()), attrgetter(*table)


_AS_WRITTEN = frozenset({"player", "choice", "count", "number"})
"""Kinds of values that are terms as they are."""


def _told(
    thing: msgspec.Struct, section: str, names: Names, vocabulary: Vocabulary
) -> Iterator[tuple[str, str]]:
    """Give each field of a thing that is not at its default, with the term of each of its values."""
    fields, values = _fields(section)
    for (field, kind, default), value in zip(fields, values(thing), strict=True):
        if value == default:
            continue
        if kind in _AS_WRITTEN:
            yield field, str(value)
        elif kind == "abilities":
            yield "abilities", "listed"
            yield from (("ability", each) for each in ability_terms(value, vocabulary))
        else:
            yield from ((field, item) for item in _values(kind, value, names, vocabulary))


def position_facts(position: Position, names: Names, t: int, vocabulary: Vocabulary | None = None) -> str:
    """Write a position as facts of the moment t.

    Of whatever is told of several things alike one fact is written, with their pool, which is read in half the time.
    """
    vocabulary = vocabulary or load_vocabulary()
    found = [f"given(active,game,{position.active},{t})."]
    if position.edition is not None:
        found.append(f"given(edition,game,{text(position.edition)},{t}).")
    found += (f"given(reading,{name},{value},{t})." for name, value in position.readings.items())
    alike: dict[tuple[str, str], list[str]] = {}
    for section, kind in _KIND.items():
        things: list[str] = []
        for name, thing in getattr(position, section).items():
            key = str(name) if section == "sites" else names.constants[name]
            things.append(key)
            term = f"site({name})" if section == "sites" else key
            for told in _told(thing, section, names, vocabulary):
                alike.setdefault(told, []).append(term)
        if things:
            found.append(f"object({kind},{_pool(things)},{t}).")
    found += (f"given({field},{_pool(terms)},{item},{t})." for (field, item), terms in alike.items())
    for player, hand in position.hands.items():
        found += (f"given(hand,{player},({i},{text(card)}),{t})." for i, card in enumerate(hand, start=1))
    for player, elements in position.affinity.items():
        found.append(f"given(affinity,{player},listed,{t}).")
        found += (f"given(affinity,{player},({element},{n}),{t})." for element, n in elements.items())
    if position.attack is not None:
        found += _attack_facts(position.attack, names, t)
    return "\n".join(found)


def _pool(terms: Sequence[str]) -> str:
    return terms[0] if len(terms) == 1 else f"({';'.join(terms)})"


def _attack_facts(attack: Mapping[str, Any], names: Names, t: int) -> Iterator[str]:
    for field, value in attack.items():
        kind = words.ATTACK[field].kind
        if kind in words.ITEM_KINDS:
            for index, item in enumerate(value, start=1):
                yield f"given({field},attack,({index},{_attack_term(words.ITEM_KINDS[kind], item, names)}),{t})."
        else:
            yield f"given({field},attack,{_attack_term(kind, value, names)},{t})."


def _attack_term(kind: str, value: Any, names: Names) -> str:
    record = words.RECORDS.get(kind)
    if record is not None:
        parts = ",".join(_attack_term(field.kind, value[key], names) for key, field in record.items())
        return f"({parts})"
    if kind in ("party", "aim", "any_name"):
        return names.term(value)
    if kind == "location":
        return _location(value)
    if kind == "flag":
        return "true" if value else "false"
    return str(value)


def event_facts(event: "Event", names: Names, t: int, vocabulary: Vocabulary | None = None) -> str:
    """Write an event that is to be judged at the moment t."""
    vocabulary = vocabulary or load_vocabulary()
    found = [f"event({event.word},{t})."]
    if event.by is not None:
        found.append(f"arg(by,{event.by},{t}).")
    for field, spec in words.EVENTS[event.word].items():
        kind = spec.kind
        value = getattr(event, field)
        if kind == "choices":
            for key, part in words.CHOICE.items():
                item = getattr(value, key)
                if item is not None:
                    found += (f"arg({key},{x},{t})." for x in _values(part.kind, item, names, vocabulary))
        elif value is not None and value is not False:
            found += (f"arg({field},{x},{t})." for x in _values(kind, value, names, vocabulary))
    return "".join(found)


def cards_named(position: Position) -> set[str]:
    """Give the names of all cards in a position, those in hands included."""
    found = {
        thing.card
        for section in words.ENTITIES
        for thing in getattr(position, section).values()
        if thing.card
    }
    for hand in position.hands.values():
        found.update(hand)
    return found


def card_facts(
    names: Iterable[str], catalogue: Catalogue | None = None, vocabulary: Vocabulary | None = None
) -> str:
    """Write what the catalogue says of some cards."""
    catalogue = catalogue or load_catalogue()
    vocabulary = vocabulary or load_vocabulary()
    found: list[str] = []
    for name in sorted(set(names)):
        card = catalogue.find(name)
        if card is not None:
            term = text(name)
            found += (f"printed({term},{field},{value})." for field, value in _printed(card, vocabulary))
    return "".join(found)


def _printed(card: Card, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    yield from (("type", kind) for kind in card.types)
    yield from (("subtype", text(kind)) for kind in card.subtypes)
    if card.attack is not None:
        yield "power", f"({card.attack},{card.defence})"
    if card.life is not None:
        yield "life", str(card.life)
    yield from (("affinity", f"({element},{number})") for element, number in card.affinity.items())
    yield from (("ability", ability) for ability in ability_terms(card.abilities, vocabulary))
    if card.locations is not None:
        yield "locations", str(card.locations)
    if card.rest:
        yield "rest", "true"
