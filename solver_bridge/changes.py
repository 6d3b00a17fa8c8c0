"""From one position to a later one: what the rules show of both, field by field, and only what differs changes."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from solver_bridge import words
from solver_bridge.asking import Answer, Request
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.facts import Names
from solver_bridge.frozen import FrozenMap, freeze
from solver_bridge.model import Position, Unit
from solver_bridge.terms import Atom, Term
from solver_bridge.vocabulary import Vocabulary
from solver_bridge.vocabulary import load as load_vocabulary

__all__ = ["first_position", "later_position", "reached_position", "whole_position"]

_Fields = dict[tuple[Term, str], list[Term]]


def _fields(answer: Answer, moment: int) -> _Fields:
    found: _Fields = {}
    for field, thing, value in answer.get("field", moment):
        found.setdefault((thing, str(field)), []).append(value)
    return found


class _Reader:
    """Reads the values of fields back into the values of a position."""

    def __init__(self, answer: Answer, moment: int, vocabulary: Vocabulary) -> None:
        self.answer = answer
        self.moment = moment
        self.vocabulary = vocabulary

    def value(self, kind: str, terms: list[Term]) -> Any:
        """Give the value of a field out of its terms; none at all is its default."""
        if kind in ("footprint", "aura_place"):
            return tuple(sorted(map(self._place, terms), key=self.vocabulary.order))
        if kind == "abilities":
            pairs: Any = [term for term in terms if isinstance(term, tuple)]
            return tuple(sorted(self.vocabulary.ability_text(k, n) for _, k, n in pairs))
        if kind == "flag":
            return bool(terms)
        if kind in ("number", "count"):
            return terms[0] if terms else 0
        if kind == "power":
            power: Any = terms[0]
            return (power[1], power[2])
        return self.answer.value(terms[0], self.moment) if terms else None

    def _place(self, term: Term) -> str:
        if isinstance(term, tuple) and isinstance(term[2], tuple):
            return f"{term[1]} {term[2][1]}-{term[2][2]}"
        return str(self.answer.value(term, self.moment))


def later_position(answer: Answer, moment: int) -> Position:
    """Give the position of a later moment of an answer that shows both (show/position.lp).

    What did not change stays as it was written; what left the realm is gone.
    """
    before, after = _fields(answer, 0), _fields(answer, moment)
    reader = _Reader(answer, moment, load_vocabulary())
    position = answer.request.position
    changed: dict[str, dict[Any, Any]] = {section: {} for section in words.ENTITIES}
    for section, name, thing, term in _things(answer):
        if not _gone(section, term, after):
            changed[section][name] = _changed(thing, term, words.ENTITIES[section], before, after, reader)
    active = after[("game", "active")][0]
    hands = {
        player: tuple(str(item[2]) for item in sorted(_hand(after, player)))
        for player in words.PLAYERS
        if (player, "hand") in before or player in position.hands
    }
    return msgspec.structs.replace(
        position,
        active=str(active),
        hands=FrozenMap(hands),
        attack=_attack(answer, moment, after),
        **_frozen(changed),
    )


def reached_position(start: Position, names: Names, first: Iterable[Atom], last: Iterable[Atom]) -> Position:
    """Give the position of a moment, from the fields that are seen of it and those of the first moment."""
    both = Answer(Request(start), names)
    for moment, fields in enumerate((first, last)):
        for field in fields:
            both.add(moment, ("field", *field, moment))
    return later_position(both, 1)


def first_position(answer: Answer, edition: str | None, readings: Mapping[str, str]) -> Position:
    """Give the position that an answer shows of its first moment, with every field said; its request only names."""
    fields = _fields(answer, 0)
    reader = _Reader(answer, 0, load_vocabulary())
    position = answer.request.position
    found: dict[str, dict[Any, Any]] = {section: {} for section in words.ENTITIES}
    for section, name, thing, term in _things(answer):
        table = words.ENTITIES[section]
        known = {field: fields[term, field] for field in table if (term, field) in fields}
        if known:
            values = {field: reader.value(table[field].kind, terms) for field, terms in known.items()}
            found[section][name] = msgspec.structs.replace(thing, **values)
    hands = {player: tuple(str(item[2]) for item in sorted(_hand(fields, player))) for player in words.PLAYERS}
    return msgspec.structs.replace(
        position,
        edition=edition,
        readings=freeze(dict(readings)),
        active=str(fields[("game", "active")][0]),
        hands=FrozenMap({player: hand for player, hand in hands.items() if hand}),
        **_frozen(found),
    )


def _things(answer: Answer) -> Iterator[tuple[str, Any, Any, Term]]:
    """Give everything in a position with its section, its name and what the rules call it."""
    for section in words.ENTITIES:
        for name, thing in getattr(answer.request.position, section).items():
            yield section, name, thing, ("site", name) if section == "sites" else answer.names.constants[name]


def _gone(section: str, term: Term, fields: _Fields) -> bool:
    return section != "sites" and (term, "present") not in fields


def _frozen(found: Mapping[str, Mapping[Any, Any]]) -> dict[str, Any]:
    return {section: FrozenMap(things) for section, things in found.items()}


def _hand(fields: _Fields, player: str) -> Iterable[Any]:
    return fields.get((player, "hand"), ())


def _changed(
    thing: msgspec.Struct, term: Term, table: words.Table, before: _Fields, after: _Fields, reader: _Reader
) -> msgspec.Struct:
    new: dict[str, Any] = {}
    for field, spec in table.items():
        key = (term, field)
        first, last = before.get(key, []), after.get(key, [])
        # What is written, but not so even now (a carrier elsewhere, the mark of a disabled unit), is not written on.
        untrue = spec.kind in ("unit", "footprint", "flag") and not last and getattr(thing, field)
        if untrue or sorted(map(str, first)) != sorted(map(str, last)):
            new[field] = reader.value(spec.kind, last)
    if "abilities" in new:
        # A list of abilities replaces the printed ones, marks included: so they are all said.
        for field in words.MARKS:
            new[field] = reader.value(table[field].kind, after.get((term, field), []))
    # A mark that was lost before the position was written (its unit disabled) is not given anew by its keyword.
    for field in set(words.MARKS).intersection(_listed(thing)) - new.keys():
        if getattr(thing, field) is None and (term, field) not in after:
            new[field] = reader.value(table[field].kind, [])
    return msgspec.structs.replace(thing, **new) if new else thing


def _listed(thing: msgspec.Struct) -> tuple[str, ...]:
    """Give a unit's abilities as they are written, or printed; nothing of other things."""
    if not isinstance(thing, Unit):
        return ()
    if thing.abilities is not None or thing.card is None:
        return thing.abilities or ()
    card = load_catalogue().find(thing.card)
    return card.abilities if card else ()


def _attack(answer: Answer, moment: int, fields: _Fields) -> Mapping[str, Any] | None:
    found: dict[str, Any] = {}
    for field, spec in words.ATTACK.items():
        terms = fields.get(("attack", field))
        if terms:
            found[field] = _attack_value(answer, moment, spec.kind, terms)
    return freeze(found) if "step" in found else None


def _attack_value(answer: Answer, moment: int, kind: str, terms: list[Term]) -> Any:
    item = words.ITEM_KINDS.get(kind)
    if item is not None:
        return sorted((_item(answer, moment, item, term) for term in terms), key=str)
    if kind == "flag":
        return True
    return answer.value(terms[0], moment)


def _item(answer: Answer, moment: int, kind: str, term: Term) -> Any:
    record = words.RECORDS.get(kind)
    value = answer.value(term, moment)
    return dict(zip(record, value, strict=True)) if record is not None else value


def whole_position(answer: Answer, moment: int) -> dict[str, Any]:
    """Give the position of a moment as plain data with all defaults filled in, null for what is gone."""
    fields = _fields(answer, moment)
    reader = _Reader(answer, moment, load_vocabulary())
    found: dict[str, Any] = {"active": str(fields[("game", "active")][0])}
    found |= {section: {} for section in words.ENTITIES}
    for section, name, _, term in _things(answer):
        whole = None if _gone(section, term, fields) else _whole(term, words.ENTITIES[section], fields, reader)
        found[section][name] = whole
    found["hands"] = {
        player: [str(item[2]) for item in sorted(_hand(fields, player))] for player in words.PLAYERS
    }
    found["attack"] = _attack(answer, moment, fields)
    return found


def _whole(term: Term, table: words.Table, fields: _Fields, reader: _Reader) -> dict[str, Any]:
    from solver_bridge.writer import written

    found: dict[str, Any] = {}
    for field, spec in table.items():
        terms = fields.get((term, field), [])
        if spec.kind == "power" and not terms:
            continue
        value = reader.value(spec.kind, terms)
        found[field] = None if value in (None, ()) and spec.kind != "abilities" else written(spec.kind, value)
    return found
