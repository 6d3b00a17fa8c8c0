"""What is asked about a position: attacks, ranges of motion, legal events, and a line of play."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from solver_bridge import answers
from solver_bridge.conversation import Conversation
from solver_bridge.errors import UnusableInput
from solver_bridge.events import event_from_data
from solver_bridge.model import Position
from solver_bridge.play import follow, list_events
from tests.metamorphic.changing import Plain

Answers = dict[str, list[Any]]


def ask(scene: Plain, depth: int, given: Sequence[Plain] | random.Random) -> Conversation[tuple[list[Plain], Answers] | None]:
    """Ask everything; a line of play is given, or chosen. Nothing is said of an unusable position."""
    found: Answers = {}
    trail: list[Plain] = []
    try:
        position = Position.from_data(scene)
        listed = yield from answers.attacks_talk(position, None, True)
        found["attacks"] = [_attack(row.to_data()) for row in listed.attacks]
        found["barred"] = [_attack(row.to_data()) for row in listed.barred]
        for unit in position.units:
            reach = yield from answers.reach_talk(position, unit)
            found.setdefault("reach", []).extend({"unit": unit, "at": at, "steps": len(path)} for at, path in reach.locations)
        for number in range(depth):
            events = [event.to_data() for event in (yield from list_events(position))]
            found[f"{number}: legal events"] = [_event(event) for event in events]
            event = _choice(events, given) if isinstance(given, random.Random) else next(iter(given[number:]), None)
            if event is None:
                break
            trail.append(event)
            line = yield from follow(position, (event_from_data(event, position=None),), supply=False)
            found[f"{number}: reasons"] = [reason.rule for judged in line.events for reason in judged.reasons]
            if not line.legal:
                break
            found[f"{number}: position"] = [*_position(line.whole)]
            found[f"{number}: result"] = [_result(line.result)]
            position = line.position
    except UnusableInput:
        return None
    return trail, found


def _choice(events: Sequence[Plain], rng: random.Random) -> Plain | None:
    """Choose an event, attacks and what follows from them before others."""
    ranks = [events, [e for e in events if "begin_turn" not in e], [e for e in events if {"attack", "defend", "resolve", "cast"} & set(e)]]
    kind = [rank for rank in ranks if rank][-1:] if rng.random() < 0.6 else [rank for rank in ranks[:2] if rank][-1:]
    return rng.choice(kind[0]) if kind else None


def _attack(row: Plain) -> Plain:
    reasons = sorted(reason["rule"] for reason in row.get("reasons", ()))
    return {"unit": row["unit"], "at": row["at"], "target": row["target"], "steps": len(row["path"]), "reasons": reasons}


def _event(event: Plain) -> Plain:
    """Of paths of the same length to the same end, that with the lowest squares is listed: so only the end counts."""
    ((word, fields),) = event.items()
    return {word: _ended(fields)}


def _ended(fields: Any) -> Any:
    if not isinstance(fields, Mapping):
        return fields
    ended = {key: _ended(value) for key, value in fields.items() if key != "path"}
    if "path" in fields:
        ended |= {"end": fields["path"][-1:], "steps": len(fields["path"])}
    return ended


def _position(whole: Mapping[str, Any]) -> Iterator[Plain]:
    """Give the position in parts: each unit and each site is one."""
    for square, site in whole["sites"].items():
        yield {"thing": f"site {square}", **site}
    for name, unit in whole["units"].items():
        yield {"thing": name, **(unit or {})}
    yield {key: value for key, value in whole.items() if key not in ("sites", "units")}


def _result(result: Any) -> Any:
    """Leave out the sentences, in which players and cards are named."""
    if result is None:
        return None
    return {**result, "effects": [{**effect, "text": ""} for effect in result["effects"]]}


def canonical(value: Any) -> Any:
    """Give data with lists as sets."""
    if isinstance(value, Mapping):
        return {str(key): canonical(item) for key, item in sorted(value.items(), key=str)}
    if isinstance(value, list | tuple):
        return sorted((canonical(item) for item in value), key=lambda item: json.dumps(item, sort_keys=True))
    return value


def rows(found: Answers, key: str, without: str = "") -> list[str]:
    """Give what is said under a heading, each row as text, without what is about an added thing."""
    texts = sorted(json.dumps(canonical(row), sort_keys=True) for row in found.get(key, ()))
    return [text for text in texts if not without or f'"{without}"' not in text]
