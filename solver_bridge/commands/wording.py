"""Answers in words: paths, events as they are written in a file, results, warnings."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from solver_bridge.commands.page import WARNING, Page
from solver_bridge.errors import one_line
from solver_bridge.reasons import Reason

if TYPE_CHECKING:
    from solver_bridge.events import Event

__all__ = [
    "count",
    "dependence_text",
    "depends",
    "event_text",
    "listed",
    "path_text",
    "place_text",
    "reason_texts",
    "result_texts",
    "warn",
]

_PLAIN = r"[^\W\d](?:[\w '/.-]*\w)?"
_NOT_TEXT = r"(?i:true|false|null)"


def count(number: int, one: str, many: str | None = None) -> str:
    """Give a number of things: `no attack`, `1 attack`, `2 attacks`."""
    return f"{number or 'no'} {one if number < 2 else many or one + 's'}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """Give names as a list in words."""
    *most, end = names
    return f"{', '.join(most)} {last} {end}" if most else end


def place_text(locations: Sequence[str]) -> str:
    """Give where something is; what is oversized is at several locations at once."""
    return " + ".join(locations)


def path_text(path: Iterable[Sequence[str]]) -> str:
    """Give a path step by step."""
    return ", ".join(map(place_text, path)) or "stays"


def reason_texts(reasons: Iterable[Reason]) -> list[str]:
    """Give reasons, each with its source."""
    return list(map(str, reasons))


def event_text(event: "Event | Mapping[str, Any]") -> str:
    """Give an event as it is written in a file."""
    data = event if isinstance(event, Mapping) else event.to_data()
    return ", ".join(f"{word}: {_flow(fields)}" for word, fields in data.items())


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str) and re.fullmatch(_PLAIN, value) and not re.fullmatch(_NOT_TEXT, value):
        return value
    return one_line(msgspec.json.encode(value).decode())


def result_texts(result: Mapping[str, Any]) -> list[str]:
    """Give the result of an attack or of an intercept fight in words."""
    attacked, joined = result["attacked"], result["defenders"]
    found: list[str] = []
    if attacked is None:
        found.append(f"Intercepted by {listed(joined)}." if joined else "Nothing was attacked.")
    else:
        found.append(
            f"Attacked: {attacked}. " + (f"Defended by {listed(joined)}." if joined else "Nobody joined as a defender.")
        )
    found.append(f"Struck: {listed(result['struck'])}." if result["struck"] else "Nothing was struck.")
    # An avatar that takes a death blow stays in the realm; its player has lost.
    how = "Dead, or dealt a death blow" if result["lost"] else "Dead"
    found.append(f"{how}: {listed(result['dead'])}." if result["dead"] else "Nobody died.")
    if result["successful_attack"]:
        found.append("The attack on the site was successful.")
    if result["life"]:
        found.append(
            "Life: " + ", ".join(f"{player} {life}" for player, life in result["life"].items()) + "."
        )
    found += (f"{effect['source']}: {effect['text']}" for effect in result["effects"])
    if len(result["lost"]) > 1:
        found.append("Both players have lost: the game is a draw.")
    else:
        found += (f"{player.capitalize()} has lost the game." for player in result["lost"])
    return found


def warn(page: Page, unencoded: Sequence[str], warnings: Sequence[str]) -> None:
    """Warn of what an answer leaves out, and of what is odd in the position."""
    if unencoded:
        text = "The text of {} is not encoded, though it could matter; this answer leaves it out."
        page.say("warning: " + text.format(listed(unencoded)), WARNING)
    for warning in warnings:
        page.say(f"warning: {warning}", WARNING)


def dependence_text(dependence: Mapping[str, Any]) -> str:
    """Give a reading or an edition, and the answer under it, in words."""
    if "edition" in dependence:
        under = f"edition {dependence['edition']}"
    else:
        under = f"{dependence['reading']}={dependence['value']}"
    answer = dependence["answer"]
    if not isinstance(answer, Mapping) or "legal" not in answer:
        return f"{under}: another result"
    reasons = answer.get("reasons")
    return (
        f"{under}: "
        + ("legal" if answer["legal"] else "illegal")
        + (f" ({listed(reasons)})" if reasons else "")
    )


def depends(page: Page, name: str, dependences: Iterable[Any]) -> None:
    """Say what one answer of a page, which is marked there, depends on."""
    told = "; ".join(dependence_text(dependence.to_data()) for dependence in dependences)
    page.say(f"* {name} depends on a reading or an edition: {told}")
