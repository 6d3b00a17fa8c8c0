"""How the values of fields are read that are words, numbers, cards or data of another layer."""

import re
from typing import Any

from solver_bridge.errors import quoted, shown
from solver_bridge.frozen import FrozenMap, freeze
from solver_bridge.reader import BAD, Kinds, Reader
from solver_bridge.tree import Path
from solver_bridge.words import CARD_TYPES, MAX_NUMBER, PLAYERS, Field

__all__ = ["WORD_KINDS", "card", "card_of_type", "number"]

_POWER = re.compile(r"\s*([0-9]{1,9})\s*(?:/\s*([0-9]{1,9})\s*)?")


def _text(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    if isinstance(value, str):
        return value
    if type(value) is int:
        return str(value)
    return reader.fault(path, f"{shown(value)} is no text here; put it in quotes")


# Single words


def _choice(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return _one_of(reader, value, path, field.choices)


def _player(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return _one_of(reader, value, path, PLAYERS)


def _one_of(reader: Reader, value: Any, path: Path, choices: tuple[str, ...]) -> Any:
    if isinstance(value, str) and value in choices:
        return value
    options = " or ".join(map(quoted, choices))
    return reader.fault(path, f"{options} is expected here, not {shown(value)}")


def _flag(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    if isinstance(value, bool):
        return value
    return reader.fault(path, f"true or false is expected here, not {shown(value)}")


def _done(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    if value is True:
        return True
    return reader.fault(
        path, f"only true can stand here, not {shown(value)}; leave the field out if it is not so"
    )


def number(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    """Read a whole number that is not negative."""
    if type(value) is int and 0 <= value <= MAX_NUMBER:
        return value
    return reader.fault(path, f"a whole number from 0 to {MAX_NUMBER} is expected here, not {shown(value)}")


def _count(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return int(value) if isinstance(value, bool) else number(reader, value, path, field)


def _power(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    if type(value) is int and 0 <= value <= MAX_NUMBER:
        return value, value
    found = _POWER.fullmatch(value) if isinstance(value, str) else None
    if found is not None:
        power = (int(found[1]), int(found[2] or found[1]))
        if max(power) <= MAX_NUMBER:
            return power
    return reader.fault(
        path, f"a power such as 3, or attack/defence such as 3/5, is expected here, not {shown(value)}"
    )


def _edition(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    editions = reader.vocabulary.editions
    if isinstance(value, str) and value in editions:
        return value
    return reader.fault(path, f"there is no edition {shown(value)}{reader.instead(value, editions)}")


def _readings(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    given = reader.mapping(value, path, "this")
    if given is None:
        return BAD
    known = reader.vocabulary.readings
    found: dict[str, str] = {}
    for name, answer in given.items():
        place = (*path, name)
        if name not in known:
            hint = reader.instead(name, known)
            reader.fault(place, f"there is no reading {shown(name)}{hint}")
        elif answer not in known[name].values:
            answers = ", ".join(map(quoted, known[name].values))
            message = f"the reading {quoted(name)} cannot be {shown(answer)}; it is one of {answers}"
            reader.fault(place, message)
        else:
            found[name] = answer
    return FrozenMap(found)


def _gained(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    gained = reader.vocabulary.gained(value) if isinstance(value, str) else None
    if gained is not None:
        return gained
    hint = reader.instead(value, (*reader.vocabulary.examples(), *reader.vocabulary.states))
    return reader.fault(path, f"nothing can gain or lose {shown(value)}{hint}")


def _ability(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    ability = reader.vocabulary.ability(value) if isinstance(value, str) else None
    if ability is not None:
        return ability
    hint = reader.instead(value, reader.vocabulary.examples())
    return reader.fault(path, f"there is no ability {shown(value)}{hint}")


def _abilities(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return reader.items(value, path, "abilities", "ability")


def _reason(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    reasons = reader.vocabulary.reasons
    if isinstance(value, str) and (value in reasons or not reasons):
        return value
    return reader.fault(path, f"there is no reason {shown(value)}{reader.instead(value, sorted(reasons))}")


def card(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    """Read the name of a card, in any of its spellings."""
    if not isinstance(value, str):
        return reader.fault(path, f"the name of a card is expected here, not {shown(value)}")
    found = reader.catalogue.find(value)
    if found is None:
        return reader.fault(path, f"there is no card {quoted(value)}{reader.card_instead(value)}")
    return found.name


def card_of_type(reader: Reader, name: str, path: Path, where: str) -> bool:
    """Note it if a card is of no type that can stand there."""
    found = reader.catalogue.find(name)
    types = CARD_TYPES[where]
    if found is None or any(kind in types for kind in found.types):
        return True
    kind = " ".join(found.types)
    wanted = " or ".join(types)
    reader.fault(path, f"{quoted(found.name)} cannot stand here: it is of type {kind}, not {wanted}")
    return False


# Data whose meaning another layer knows


def _plain_list(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return BAD if reader.list_of(value, path, "this") is None else freeze(value)


def _ignored(reader: Reader, value: Any, path: Path, field: Field) -> Any:
    return BAD


WORD_KINDS: Kinds = {
    "text": _text,
    "choice": _choice,
    "player": _player,
    "flag": _flag,
    "done": _done,
    "number": number,
    "count": _count,
    "power": _power,
    "edition": _edition,
    "readings": _readings,
    "ability": _ability,
    "gained": _gained,
    "abilities": _abilities,
    "reason": _reason,
    "card": card,
    "plain_list": _plain_list,
    "ignored": _ignored,
}
