"""What is run against a mutant, the cheapest first."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from solver_bridge import vocabulary
from solver_bridge.judging import run_rulings
from tests.mutation.killing import Check
from tests.mutation.mutants import Mutant
from tests.mutation.runs import RULINGS, Run, all_runs
from tests.mutation.telling import ENOUGH, Telling, short

__all__ = ["Runs"]

_READ = vocabulary.FILES
"""Rules files of which positions and rulings are read by."""


class Runs:
    """The runs, and what is known of which can tell a mutant."""

    def __init__(self, runs: Sequence[Run], tellings: Mapping[str, Telling], games: int) -> None:
        """Sort the runs by what they can tell, the quickest first."""
        self.games = games
        self.by_key = {run.key: run for run in runs}
        self.seconds = {telling.run: telling.seconds for telling in tellings.values() if telling.run in self.by_key}
        self.tell: dict[str, list[str]] = {}
        for key in sorted(self.seconds, key=self.seconds.__getitem__):
            for body in tellings[key].held:
                self.tell.setdefault(body, []).append(key)

    def telling(self, mutant: Mutant) -> list[str]:
        """Give the runs that can tell a mutant, the quickest first; those that see it derive more, at once, before others."""
        more = dict.fromkeys(key for body in mutant.adds for key in self.tell.get(short(body), ()))
        less = dict.fromkeys(key for body in mutant.removes for key in self.tell.get(short(body), ()))
        order = {key: self.seconds[key] * (1 if key in more else 1.5) for key in {**more, **less}}
        return sorted(order, key=lambda key: (order[key], key))

    def all_known(self, mutant: Mutant) -> bool:
        """Say whether the telling runs of a mutant are all that there are."""
        return all(len(self.tell.get(short(body), ())) < ENOUGH for body in (*mutant.adds, *mutant.removes))

    def limit(self, keys: Sequence[str]) -> float:
        """Give the seconds that some runs may take with a mutant."""
        return 10 + 5 * sum(self.seconds[key] for key in keys)

    def by_telling(self, mutant: Mutant) -> tuple[Check, float]:
        """Give a check by the runs that can tell a mutant."""
        keys = self.telling(mutant)

        def check(mutant: Mutant) -> str:
            runs = self.by_key
            if mutant.file in _READ:
                runs = {run.key: run for run in all_runs(self.games)}
                for key in self.by_key:
                    if key not in runs:
                        return f"{key}: cannot be read"
            for key in keys:
                wrong = runs[key].ask()
                if wrong:
                    return key
            return ""

        return check, self.limit(keys)

    def by_all(self, mutant: Mutant) -> tuple[Check, float]:
        """Give a check by all rulings, many at once."""
        done = set(self.telling(mutant))

        def check(mutant: Mutant) -> str:
            for file in sorted(Path(RULINGS).rglob("*.yaml")):
                for report in run_rulings([file]):
                    if not report.passed:
                        return f"ruling {report.name}"
            for key, run in self.by_key.items():
                if not key.startswith("ruling ") and key not in done and run.ask():
                    return key
            return ""

        return check, 300.0
