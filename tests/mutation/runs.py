"""Runs: everything that can notice a mutant, each by itself.

They are rulings, faulty positions and lines, and cases and games that both engines are asked of.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from solver_bridge import judging
from solver_bridge.judging import ruling_files
from solver_bridge.play import Conversation, talk_all
from solver_bridge.ruling import Ruling, UnreadableRuling, load_rulings
from tests.differential.games import games
from tests.faulty import lines as faulty_lines
from tests.faulty.lines import lines
from tests.faulty.positions import faults_of, positions
from tests.mutation.cases import Case, cases, wrong_with

__all__ = ["CASE", "GAME", "POSITION", "RULING", "Run", "all_runs", "together"]

RULING, POSITION, LINE, GAME, CASE = "ruling", "position", "line", "game", "case"
RULINGS = Path(__file__).parents[1] / "rulings"
DEPTH = 8


class Run(NamedTuple):
    """Something to run: `ask` says what it found wrong, or nothing; `talk` does, side by side with others.

    `content` is what it is made of.
    """

    kind: str
    name: str
    content: str
    ask: Callable[[], str]
    talk: Callable[[], Conversation[str]] | None = None

    @property
    def key(self) -> str:
        """Give the kind and the name."""
        return f"{self.kind} {self.name}"

    def timed(self) -> tuple[str, float]:
        """Run it; give what is wrong, and the seconds that it took."""
        began = time.process_time()
        wrong = self.ask()
        return wrong, time.process_time() - began


def all_runs(count: int = 0) -> list[Run]:
    """Give all rulings, faulty positions and lines, cases, and so many games."""
    return [*_rulings(), *_faulty(), *map(_case, cases()), *(_game(seed) for seed in range(count))]


def together(runs: Sequence[Run], size: int = 6) -> list[Run]:
    """Give the same runs in groups of neighbours that are asked side by side, which is quicker than one after another."""
    found: list[Run] = []
    group: list[Run] = []
    for run in runs:
        alone = run.talk is None or "'outcomes'" in run.content
        if alone or len(group) == size:
            found += _group(group)
            group = []
        if alone:
            found.append(run)
        else:
            group.append(run)
    return [*found, *_group(group)]


def _group(runs: Sequence[Run]) -> list[Run]:
    if len(runs) < 2:
        return list(runs)

    def ask() -> str:
        return "; ".join(filter(None, talk_all([run.talk() for run in runs if run.talk is not None])))

    name = f"{runs[0].name} and {len(runs) - 1} more"
    return [Run(runs[0].kind, name, "\n".join(run.content for run in runs), ask)]


def _rulings() -> Sequence[Run]:
    found = []
    for file in ruling_files([RULINGS]):
        for ruling in load_rulings(file):
            if isinstance(ruling, UnreadableRuling):
                faults = "; ".join(map(str, ruling.faults))
                found.append(Run(RULING, ruling.name, faults, lambda faults=faults: faults))  # type: ignore[misc]
            else:
                found.append(_ruling(ruling, file))
    return found


def _ruling(ruling: Ruling, file: str) -> Run:
    def talk() -> Conversation[str]:
        report = yield from judging.judged(ruling, file, {})
        return "" if report.passed else f"{ruling.name}: {report.why}"

    return Run(RULING, ruling.name, str(ruling.to_data()), lambda: talk_all([talk()])[0], talk)


def _faulty() -> Iterator[Run]:
    for case in positions():
        yield Run(POSITION, case["name"], str(case), partial(_said, case))
    for case in lines():
        yield Run(LINE, case["name"], str(case), partial(_followed, case))


def _case(case: Case) -> Run:
    return Run(CASE, case.name, str(case), lambda: talk_all([wrong_with(case)])[0], lambda: wrong_with(case))


def _said(case: dict[str, Any]) -> str:
    found = faults_of(case)
    return "" if found == sorted(case["says"]) else f"{case['name']} says {found}"


def _followed(case: dict[str, Any]) -> str:
    return "; ".join(faulty_lines.wrong_with(case))


def _game(seed: int) -> Run:
    return Run(GAME, str(seed), f"{seed} {DEPTH}", lambda: "; ".join(games([seed], 1, DEPTH))[:400])
