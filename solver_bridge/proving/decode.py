"""From a model of the rules to a position and the events of a line, as they are written."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from solver_bridge import events, words
from solver_bridge.asking import Answer, Request
from solver_bridge.changes import first_position, later_position
from solver_bridge.facts import Names
from solver_bridge.frozen import FrozenMap
from solver_bridge.listing import Lister
from solver_bridge.model import Position, Site, Unit
from solver_bridge.play import Conversation, put, talk
from solver_bridge.programs import PLAY
from solver_bridge.terms import Atom, Term
from solver_bridge.vocabulary import load as load_vocabulary

__all__ = ["NAMES", "Decoded", "decode", "decode_talk"]

Decoded: TypeAlias = tuple[Position, tuple[events.Event, ...]]

NAMES = frozenset({"field", "told", "arg", "asked_under", "reading"})
"""The predicates that are read."""

_UNITS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta")
_LIST = (PLAY, "events", "paths")
_STEP = (PLAY, "verdict", "position")


def decode(atoms: Iterable[Atom], units: int) -> Decoded:
    """Give the position and the events that a model tells of."""
    return talk(decode_talk(atoms, units))


def decode_talk(atoms: Iterable[Atom], units: int) -> Conversation[Decoded]:
    """Give the position and the events that a model tells of; the last may be one that is asked about (asked.lp)."""
    by_name: dict[str, list[tuple[Term, ...]]] = {}
    for atom in atoms:
        by_name.setdefault(atom[0], []).append(atom[1:])
    position = _position(by_name, units)
    told = {int(args[-1]): args[0] for args in by_name.get("told", ())}  # type: ignore[arg-type]
    fields: dict[int, list[tuple[Term, ...]]] = {}
    for *args, moment in by_name.get("arg", ()):
        fields.setdefault(int(moment), []).append(tuple(args))  # type: ignore[arg-type]
    line = [(told[moment], fields.get(moment, ())) for moment in sorted(told)]
    found = yield from _events(position, line)
    asked = [args[0] for args in by_name.get("asked", ())]
    last = tuple(
        _asked(position, str(word), fields.get(int(moment), ()))  # type: ignore[arg-type]
        for word, moment in by_name.get("event", ())
        if moment in asked and word in words.EVENTS
    )
    return position, (*found, *last)


def _asked(position: Position, word: str, fields: Sequence[tuple[Term, ...]]) -> events.Event:
    """Give an event that is told by its fields, as facts.event_facts writes them."""
    names = Names(position)
    given: dict[str, list[Any]] = {}
    for field, term in sorted(fields, key=str):
        given.setdefault(str(field), []).append(term)
    told: dict[str, Any] = {}
    choices: dict[str, Any] = {}
    table = words.EVENTS[word]
    for field, terms in given.items():
        into, known = (told, table) if field in table else (choices, words.CHOICE)
        into[field] = _value(known[field].kind, terms, names)
    if choices:
        told["choice"] = choices
    return events.event_from_data({word: told}, position=position)


def _value(kind: str, terms: Sequence[Any], names: Names) -> Any:
    if kind == "footprint":
        return [names.value(term[-1]) for term in terms]
    if kind == "path":
        steps: dict[int, list[Any]] = {}
        for _, number, _, place in terms:
            steps.setdefault(number, []).append(names.value(place))
        return [places if len(places) > 1 else places[0] for _, places in sorted(steps.items())]
    if kind == "done":
        return True
    if kind in ("ability", "gained"):
        return load_vocabulary().ability_text(str(terms[0]), 0)
    if kind == "assign":
        shares: dict[str, dict[str, int]] = {}
        for _, striker, struck, damage in terms:
            shares.setdefault(names.value(striker), {})[names.value(struck)] = damage
        return shares
    return names.value(terms[0])


def _position(by_name: Mapping[str, Sequence[tuple[Term, ...]]], units: int) -> Position:
    vocabulary = load_vocabulary()
    names = Position(
        active=words.PLAYERS[0],
        sites={square: Site() for square in sorted(vocabulary.squares)},
        units={name: Unit(controller=words.PLAYERS[0]) for name in _UNITS[:units]},
    )
    answer = Answer(Request(names), Names(names))
    for args in by_name.get("field", ()):
        if args[-1] == 0:
            answer.add(0, ("field", *args))
    newest = vocabulary.editions[0]
    (edition,) = (str(args[0]) for args in by_name["asked_under"] if args[-1] == 0)
    readings = {
        str(args[0]): str(args[1]) for args in by_name.get("reading", ()) if len(args) == 3 and args[2] == 0
    }
    other = {
        name: value
        for name, value in sorted(readings.items())
        if value != vocabulary.readings[name].values[0]
    }
    return first_position(answer, None if edition == newest else edition, other)


def _events(
    position: Position, line: Sequence[tuple[Term, Sequence[tuple[Term, ...]]]]
) -> Conversation[tuple[events.Event, ...]]:
    found: list[events.Event] = []
    for term, fields in line:
        answer = yield from put(Request(position, (), ((0, "events", ()),), _LIST))
        event = _event(Lister(answer, 0), term, fields)
        found.append(event)
        asked = ((0, "position", ()), (1, "position", ()), (0, "keep_going", ()))
        step = yield from put(Request(position, (event,), asked, _STEP))
        position = later_position(step, 1)
    return tuple(found)


def _event(lister: Lister, term: Term, fields: Sequence[tuple[Term, ...]]) -> events.Event:
    if term == "strike":
        return _strike(lister, fields)
    if isinstance(term, tuple) and term[0] == words.EFFECT:
        return _effect(lister, term[1], fields)
    (event,) = lister.events(term)
    return event


def _strike(lister: Lister, fields: Sequence[tuple[Term, ...]]) -> events.Event:
    shares: dict[str, dict[str, int]] = {}
    for _, share in sorted(fields, key=str):
        parts: Any = share
        _, striker, struck, damage = parts
        shares.setdefault(lister.value(striker), {})[lister.value(struck)] = int(damage)
    return events.Strike(
        assign=FrozenMap({striker: FrozenMap(share) for striker, share in sorted(shares.items())})
    )


def _effect(lister: Lister, thing: Any, fields: Sequence[tuple[Term, ...]]) -> events.Event:
    (field, value), *others = sorted(fields, key=str)
    site = thing[1] if isinstance(thing, tuple) else None
    kind = words.CHANGES["unit" if site is None else "site"][str(field)].kind
    change: Any = lister.value(value)
    if kind == "done":
        change = True
    elif kind == "gained":
        change = load_vocabulary().ability_text(str(value), 0)
    elif kind == "footprint":
        terms: list[Any] = [value, *(term for _, term in others)]
        change = tuple(f"{region} {square}" for _, _, (_, region, square) in terms)
    if site is not None:
        return events.Effect(site=site, **{str(field): change})
    return events.Effect(unit=lister.value(thing), **{str(field): change})
