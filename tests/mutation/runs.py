"""Runs: everything that can notice a mutant, each by itself: rulings, unusable positions, games against the second engine."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from solver_bridge import judging
from solver_bridge.judging import ruling_files
from solver_bridge.play import talk_all
from solver_bridge.ruling import Ruling, UnreadableRuling, load_rulings
from tests.differential.comparing import games
from tests.unusable.positions import faults_of, positions

__all__ = ["GAME", "POSITION", "RULING", "Run", "all_runs"]

RULING, POSITION, GAME = "ruling", "position", "game"
RULINGS = Path(__file__).parents[1] / "rulings"
DEPTH = 8


class Run(NamedTuple):
    """Something to run: `ask` says what it found wrong, or nothing. `content` is what it is made of."""

    kind: str
    name: str
    content: str
    ask: Callable[[], str]

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
    """Give all rulings and unusable positions, and so many games."""
    return [*_rulings(), *_positions(), *(_game(seed) for seed in range(count))]


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
    def ask() -> str:
        (report,) = talk_all([judging._run(ruling, file, {})])
        return "" if report.passed else report.why

    return Run(RULING, ruling.name, str(ruling.to_data()), ask)


def _positions() -> Sequence[Run]:
    def run(case: dict) -> Run:  # type: ignore[type-arg]
        def ask() -> str:
            found = faults_of(case)
            return "" if found == sorted(case["says"]) else f"says {found}"

        return Run(POSITION, case["name"], str(case), ask)

    return [run(case) for case in positions()]


def _game(seed: int) -> Run:
    return Run(GAME, str(seed), f"{seed} {DEPTH}", lambda: "; ".join(games(seed, 1, DEPTH))[:400])
