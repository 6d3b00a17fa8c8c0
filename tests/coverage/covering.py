"""What the rulings and the faulty positions and lines cover of the rules, and what they need not."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from solver_bridge.play import talk_all
from solver_bridge.rule_coverage import Coverage, CoveredRule, covered_files, covered_rules
from tests.mutation.runs import Run, all_runs

WITNESSES = Path(__file__).with_name("witnesses.txt")
EXEMPT = Path(__file__).with_name("exempt.yaml")


class Gap(NamedTuple):
    """A rule that has not fired, or that has not been blocked."""

    rule: CoveredRule
    what: str

    def __str__(self) -> str:
        """Give the rule and what is missing."""
        parts = "" if self.what == "fired" else f"; any of these could: {', '.join(dict.fromkeys(m.part for m in self.rule.stops))}"
        return f"asp/{self.rule.rule}: {self.rule.head} was never {self.what}{parts}"


def rules() -> tuple[CoveredRule, ...]:
    """Give the rules that are to be covered."""
    return covered_rules(covered_files())


@cache
def exempt() -> dict[tuple[str, str], dict[str, Any]]:
    """Give what need not be covered, and why: by a rule's file and head, and what it is exempt from."""
    found = {}
    for item in yaml.safe_load(EXEMPT.read_text(encoding="utf-8")):
        found[f"{item['file']}: {item['rule']}", item["never"]] = item
    return found


def text_of(rule: CoveredRule) -> str:
    """Give a rule as the list of exemptions names it."""
    return f"{rule.file}: {rule.head} :- {rule.fires[0].body}"


def gaps(coverage: Coverage, *, all_of_them: bool = False) -> list[Gap]:
    """Give what is not covered and not exempt."""
    found = []
    for rule in rules():
        if not coverage.fired(rule):
            found.append(Gap(rule, "fired"))
        elif rule.stops and not coverage.blocked(rule):
            found.append(Gap(rule, "blocked"))
    return [gap for gap in found if all_of_them or (text_of(gap.rule), gap.what) not in exempt()]


def news(coverage: Coverage) -> set[tuple[str, str]]:
    """Give the rules that have fired, and those that have been blocked."""
    found = {(rule.rule, "fired") for rule in rules() if coverage.fired(rule)}
    return found | {(rule.rule, "blocked") for rule in rules() if coverage.blocked(rule)}


def witnessed(coverage: Coverage, runs: Iterable[Run]) -> list[str]:
    """Run one after another; give the names of those that showed something new."""
    found, known = [], news(coverage)
    for run in runs:
        with coverage.recording():
            run.ask()
        after = news(coverage)
        if after != known:
            found.append(run.key)
            known = after
    return found


def run_together(coverage: Coverage, runs: Sequence[Run]) -> list[str]:
    """Run many side by side; give what is wrong."""
    with coverage.recording():
        talks = [run.talk() for run in runs if run.talk is not None]
        wrong = [why for start in range(0, len(talks), 40) for why in talk_all(talks[start : start + 40])]
        return [why for why in [*wrong, *(run.ask() for run in runs if run.talk is None)] if why]


def quickest_first() -> list[Run]:
    """Give all runs that say what they ask, those that are likely to be quick first."""
    return sorted(all_runs(), key=lambda run: ("'outcomes'" in run.content, len(run.content)))
