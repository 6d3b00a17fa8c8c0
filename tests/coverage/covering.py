"""What the rulings and the faulty positions and lines cover of the rules, and what they need not."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from solver_bridge.play import talk_all
from solver_bridge.rule_coverage import Coverage, CoveredRule, covered_files, covered_rules
from tests.mutation.runs import Run, all_runs

SEEN = Path(__file__).with_name("seen.json")
EXEMPT = Path(__file__).with_name("exempt.yaml")
FIRED, BLOCKED = "fired", "blocked"
_TOGETHER = 40


class Seen(NamedTuple):
    """What the tests show of a rule: whether it fired, and which parts of its body, counted from 1, stopped it alone."""

    fired: bool
    stopped: tuple[int, ...]


def rules() -> tuple[CoveredRule, ...]:
    """Give the rules that are to be covered."""
    return covered_rules(covered_files())


def text_of(rule: CoveredRule) -> str:
    """Give a rule as lists name it, wherever in its file it stands."""
    return f"{rule.file}: {rule.head} :- {rule.fires[0].body}"


def parts_of(rule: CoveredRule) -> set[int]:
    """Give the parts of a rule's body that can stop it."""
    return {mark.stop for mark in rule.stops}


@cache
def exempt() -> dict[tuple[str, str], str]:
    """Give what need not be covered, and why: by a rule, and whether it is that it fired or was blocked."""
    items: list[dict[str, Any]] = yaml.safe_load(EXEMPT.read_text(encoding="utf-8"))
    return {(item["rule"], item["never"]): item["because"] for item in items}


@cache
def seen() -> dict[str, Seen]:
    """Give what was seen of each rule when all tests were run last."""
    found = json.loads(SEEN.read_text(encoding="utf-8"))
    return {text: Seen(fired, tuple(stopped)) for text, (fired, stopped) in found.items()}


def gaps(known: dict[str, Seen]) -> dict[tuple[str, str], CoveredRule]:
    """Give every rule that never fired, or that fired and was never blocked though it can be."""
    found = {}
    for rule in rules():
        text = text_of(rule)
        was = known.get(text, Seen(False, ()))
        if not was.fired:
            found[text, FIRED] = rule
        elif rule.stops and not was.stopped:
            found[text, BLOCKED] = rule
    return found


def run_all(runs: Sequence[Run] | None = None) -> tuple[dict[str, Seen], list[str]]:
    """Run everything that says what it asks; give what is seen of the rules, and what is wrong."""
    runs = all_runs() if runs is None else runs
    coverage = Coverage()
    with coverage.recording():
        talks = [run.talk() for run in runs if run.talk is not None]
        wrong = [why for at in range(0, len(talks), _TOGETHER) for why in talk_all(talks[at : at + _TOGETHER])]
        wrong += [run.ask() for run in runs if run.talk is None]
    known = {text_of(rule): Seen(coverage.fired(rule), tuple(sorted(coverage.stopped(rule)))) for rule in rules()}
    return known, [why for why in wrong if why]


def written(known: dict[str, Seen]) -> str:
    """Write what was seen, a line for each rule."""
    lines = (f"{json.dumps(text)}: {json.dumps([was.fired, was.stopped])}" for text, was in sorted(known.items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"
