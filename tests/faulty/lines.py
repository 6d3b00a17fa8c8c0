"""Reads the lines beside it, follows each to its end, and tells in what it is not as expected."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from solver_bridge import Position
from solver_bridge.events import event_from_data
from solver_bridge.judging import differences
from solver_bridge.play import follow, talk

LINES = Path(__file__).with_name("lines.yaml")


@cache
def lines() -> tuple[dict[str, Any], ...]:
    """Give the cases: a name, a source, a position, events, and what is expected.

    Of that, `illegal` gives the reasons against each illegal event, by its number in the line counted from 1, and `says`
    their sentences; `by` says whose choice an event was, `not_taken` gives the reasons against each step that was not taken, and `left_out` those
    why somebody is in no fight.
    """
    return tuple(yaml.safe_load(LINES.read_text(encoding="utf-8")))


def wrong_with(case: dict[str, Any]) -> list[str]:
    """Follow a case's line, leaving illegal events out; say what differs from what is expected."""
    position = Position.from_data(case["position"])
    events = [event_from_data(event, position=None) for event in case["events"]]
    line = talk(follow(position, events, keep_going=True))
    given = [judged for judged in line.events if not judged.supplied]
    illegal = {
        number: sorted({reason.rule for reason in judged.reasons})
        for number, judged in enumerate(given, start=1)
        if not judged.legal
    }
    says = {
        number: sorted(reason.text for reason in judged.reasons)
        for number, judged in enumerate(given, start=1)
        if not judged.legal
    }
    by = {number: judged.by for number, judged in enumerate(given, start=1) if judged.by is not None}
    not_taken = {
        number: {skipped.step: sorted({reason.rule for reason in skipped.reasons}) for skipped in judged.not_taken}
        for number, judged in enumerate(given, start=1)
        if judged.not_taken
    }
    left_out = {
        each.who: sorted({reason.rule for reason in each.reasons}) for judged in line.events for each in judged.left_out
    }
    got = {
        "illegal": illegal or None,
        "says": says,
        "by": by,
        "not_taken": not_taken,
        "left_out": left_out or None,
        "result": line.result,
        "position": line.whole,
    }
    return differences(case["expect"], got)


__all__ = ["LINES", "lines", "wrong_with"]
