"""Sequences: checking one, every end of an attack, counts of lines."""

from __future__ import annotations

import json
from typing import Any

from .dumping import dump
from .events import apply
from .listing import legal_events
from .movement import plain_path
from .position import State

Event = dict[str, Any]
FORCED = ("resolve", "pass", "strike")


def forced(state: State) -> Event | None:
    """The event that is supplied: a resolve, pass or strike, where it is the one way on."""
    if state.phase in ("idle", "moved"):
        return None
    events = legal_events(state)
    if len(events) != 1 or next(iter(events[0])) not in FORCED:
        return None
    return events[0]


def entry(event: Event, legal: bool, supplied: bool, reasons: list[str], skipped: Any = ()) -> dict[str, Any]:
    """One event of an answer."""
    answer: dict[str, Any] = {"event": event, "legal": legal, "supplied": supplied, "reasons": reasons}
    if skipped:
        answer["not_taken"] = [{"step": plain_path((at,))[0], "reasons": why} for at, why in skipped]
    return answer


def supply(state: State, until: Event | None) -> tuple[State, list[dict[str, Any]], Any]:
    """Supply forced events until the given event is legal (none given: to the end of the attack)."""
    entries: list[dict[str, Any]] = []
    while True:
        if until is not None:
            after, skipped = apply(state, until)
            if isinstance(after, State):
                return after, [*entries, entry(until, True, False, [], skipped)], None
        event = forced(state)
        if event is None:
            return state, entries, "stuck"
        after, skipped = apply(state, event)
        assert isinstance(after, State)
        entries.append(entry(event, True, True, [], skipped))
        state = after


def check(state: State, events: list[Event], keep_going: bool = False) -> dict[str, Any]:
    """Each event legal or not, forced ones supplied."""
    answer: dict[str, Any] = {"legal": True, "events": []}
    for event in events:
        reasons, _ = apply(state, event)
        after, entries, stuck = supply(state, event)
        if stuck is None:
            state = after
            answer["events"] += entries
            continue
        assert isinstance(reasons, list)
        answer["events"].append(entry(event, False, False, reasons))
        if answer["legal"]:
            answer["legal_instead"] = legal_events(state)
        answer["legal"] = False
        if not keep_going:
            break
    if answer["legal"] or keep_going:
        state, entries, _ = supply(state, None)
        answer["events"] += entries
    answer["position"] = dump(state)
    if state.result is not None:
        answer["result"] = state.result
    return answer


class Explorer:
    """Every way on from a state to the end of the attack, memoised."""

    def __init__(self, limit: int = 100_000) -> None:
        self.limit = limit
        self.complete = True
        self.lines: dict[tuple[Any, ...], int] = {}
        self.ends: dict[tuple[Any, ...], dict[str, list[Event]]] = {}

    def over(self, state: State, start: State) -> bool:
        """Whether the attack (or whatever was under way at the start) is over."""
        if start.attack is not None:
            return state.attack is None
        return state.phase == "idle"

    def explore(self, state: State, start: State) -> tuple[int, dict[str, list[Event]]]:
        """How many lines there are, and every distinct end (as JSON) with a shortest line to it."""
        key = state.key()
        if key in self.lines:
            return self.lines[key], self.ends[key]
        if self.over(state, start):
            happened = state.result if state.result is not start.result else None
            found = (1, {json.dumps(happened, sort_keys=True): list[Event]()})
        elif len(self.lines) >= self.limit:
            self.complete = False
            return 0, {}
        else:
            found = self.further(state, start)
        self.lines[key], self.ends[key] = found
        return found

    def further(self, state: State, start: State) -> tuple[int, dict[str, list[Event]]]:
        """The same, of a state in which an event is to come."""
        count = 0
        ends: dict[str, list[Event]] = {}
        for event in legal_events(state):
            after, _ = apply(state, event)
            assert isinstance(after, State), (event, after)
            lines, further = self.explore(after, start)
            count += lines
            for end, line in further.items():
                if end not in ends or len(line) + 1 < len(ends[end]):
                    ends[end] = [event, *line]
        return count, ends


def outcomes(state: State, limit: int = 100_000) -> dict[str, Any]:
    """All ends of what is under way, with one line to each; counts of states and lines."""
    explorer = Explorer(limit)
    lines, ends = explorer.explore(state, state)
    return {
        "states": len(explorer.lines),
        "lines": lines,
        "complete": explorer.complete,
        "outcomes": [{"result": json.loads(end), "line": ends[end]} for end in sorted(ends)],
    }


def perft(state: State, depth: int) -> list[int]:
    """How many lines of each length there are."""
    counts = []
    layer: list[tuple[State, int]] = [(state, 1)]
    for _ in range(depth):
        reached: dict[tuple[Any, ...], tuple[State, int]] = {}
        for now, ways in layer:
            for event in legal_events(now):
                after, _ = apply(now, event)
                assert isinstance(after, State), (event, after)
                key = after.key()
                reached[key] = (after, reached.get(key, (after, 0))[1] + ways)
        layer = list(reached.values())
        counts.append(sum(ways for _, ways in layer))
    return counts
