"""The graph of positions and events that an attack can lead to, as boxes for a picture or in the DOT language.

A graph of up to sixty positions is drawn whole, with each event written in the box that it leaves. In a larger one the
positions are put together by what is next in them, and the ends by who dies.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from solver_bridge.boxes import END, PLAIN, START, Box, Way, boxes_svg
from solver_bridge.events import Event
from solver_bridge.outcomes import Outcomes
from solver_bridge.tallies import EVERY, NEVER, SOME, phrases, tally

__all__ = ["MOST", "event_words", "graph_boxes", "graph_dot", "graph_svg"]

MOST = 60
"""So many positions are drawn one by one."""

_MOST_ENDS = 16
_MOST_SAID = 2


def graph_svg(found: Outcomes) -> str:
    """Draw the graph as an SVG document."""
    return boxes_svg(graph_boxes(found), "The ends of an attack", list(_notes(found)))


def graph_dot(found: Outcomes) -> str:
    """Write the graph in the DOT language."""
    lines = ["digraph outcomes {", "  rankdir=LR;", '  node [shape=box, fontname="DejaVu Sans"];']
    boxes = graph_boxes(found)
    for number, box in enumerate(boxes):
        label = "\\n".join(map(_escaped, (box.title, *box.told)))
        more = ", style=bold" if box.kind == END else ""
        lines.append(f'  n{number} [label="{label}"{more}];')
    for number, box in enumerate(boxes):
        lines += [f'  n{number} -> n{way.to} [label="{_escaped(way.text)}"];' for way in box.ways]
    return "\n".join([*lines, "}", ""])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def graph_boxes(found: Outcomes) -> list[Box]:
    """Give the boxes of the graph, the start first."""
    return list(_single(found)) if found.states <= MOST else _together(found)


def event_words(event: Event) -> str:
    """Give an event in a few words."""
    ((word, fields),) = event.to_data().items()
    told = [text for name, value in fields.items() if name != "by" for text in _values(value)]
    return " ".join([word.replace("_", " "), *told])


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for name, part in value.items():
            inner = list(_values(part))
            if inner:
                yield f"{name} {' '.join(inner)}" if isinstance(part, Mapping | int) else " ".join(inner)
    elif isinstance(value, list):
        for part in value:
            yield from _values(part)
    else:
        yield str(value)


def _notes(found: Outcomes) -> Iterator[str]:
    yield ", ".join(
        f"{number} {one if number == 1 else many}"
        for number, one, many in (
            (found.states, "position", "positions"),
            (found.lines, "line of play", "lines of play"),
            (len(found.outcomes), "end", "ends"),
        )
    )
    if not found.complete:
        yield "Not complete: a limit was reached."
    said = phrases(found.complete)
    known = tally(found)
    for what, names in (("dies", known.dies), ("is struck", known.struck)):
        for phrase in (EVERY, SOME, NEVER):
            those = [name for name, when in names.items() if when == phrase]
            if those:
                yield f"{what} {said[phrase]}: {', '.join(those)}"
    for player, loss in known.loses_life.items():
        if loss.most:
            yield f"{player} loses life {said[loss.when]}: {loss.least} to {loss.most}"


def _result(result: Mapping[str, Any] | None) -> Iterator[str]:
    if result is None:
        yield "no attack"
        return
    yield f"dead: {', '.join(result['dead']) or 'nobody'}"
    for name in ("struck", "defenders", "lost"):
        if result[name]:
            yield f"{name}: {', '.join(result[name])}"
    if result["life"]:
        yield "life: " + ", ".join(f"{player} {life}" for player, life in result["life"].items())


def _single(found: Outcomes) -> Iterator[Box]:
    """Give a box for each position."""
    ways: dict[int, dict[int, list[Event]]] = {}
    for step in found.steps:
        ways.setdefault(step.before, {}).setdefault(step.after, []).append(step.event)
    for number in range(found.states):
        ends = [found.outcomes[index].result for index in found.results.get(number, ())]
        title = f"{number}: {found.stages[number] or 'over'}"
        told = [
            text for index, result in enumerate(ends) for text in (*(("or",) if index else ()), *_result(result))
        ]
        leaving = [_joint(events, after) for after, events in ways.get(number, {}).items()]
        yield Box(title, tuple(told), tuple(leaving), END if ends else START if number == 0 else PLAIN)


def _joint(events: list[Event], after: int) -> Way:
    """Give what leads to one position: up to two events in their words, of more how many of each kind."""
    if len(events) <= _MOST_SAID:
        return Way(" or ".join(map(event_words, events)), after)
    counted = Counter(event.word.replace("_", " ") for event in events)
    told = (word if number == 1 else f"{word} in {number} ways" for word, number in counted.items())
    return Way(" or ".join(told), after)


def _together(found: Outcomes) -> list[Box]:
    """Give a box for each thing that can be next, and one for each set of those that die in the end."""
    groups: dict[tuple[str, Any], int] = {}
    members: list[int] = []
    deaths = _deaths(found)
    shown = {dead for dead, _ in Counter(deaths.values()).most_common(_MOST_ENDS)}
    place: dict[int, int] = {}
    for number in range(found.states):
        key: tuple[str, Any] = ("stage", found.stages[number])
        if number in deaths:
            key = ("end", deaths[number] if deaths[number] in shown else None)
        place[number] = groups.setdefault(key, len(groups))
        if place[number] == len(members):
            members.append(0)
        members[place[number]] += 1
    counted: dict[int, Counter[tuple[str, int]]] = {}
    for step in found.steps:
        way = (step.event.word.replace("_", " "), place[step.after])
        counted.setdefault(place[step.before], Counter())[way] += 1
    boxes = []
    for (kind, what), index in groups.items():
        title = str(what or "over")
        if kind == "end":
            title = "other ends" if what is None else f"dead: {', '.join(what) or 'nobody'}"
        ways = tuple(
            Way(f"{word}: {number}" + (", here again" if to == index else ""), to)
            for (word, to), number in counted.get(index, Counter()).items()
        )
        number = members[index]
        told = (f"{number} position{'s' if number != 1 else ''}",)
        boxes.append(Box(title, told, ways, END if kind == "end" else START if index == place[0] else PLAIN))
    return boxes


def _deaths(found: Outcomes) -> dict[int, tuple[str, ...]]:
    """Give who dies in each position where the attack ends: the same in all its results."""
    return {
        number: tuple((found.outcomes[indices[0]].result or {}).get("dead", ()))
        for number, indices in found.results.items()
    }
