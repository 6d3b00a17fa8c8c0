"""The mutation run: `python -m tests.mutation [--work DIR] [--jobs J] [--sample N --seed S] [--file FILE]`.

Stages, the cheapest first, each only for what the one before it left: the runs that can tell a mutant; all rulings;
the properties. What is found is kept in the work folder; a run that was stopped goes on, and `--again` tries survivors anew.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

from tests.mutation.checks import Runs
from tests.mutation.journal import Journal
from tests.mutation.killing import KILLED, Verdict, tried
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.runs import all_runs
from tests.mutation.telling import looked_at

TELLING, ALL, PROPERTIES = "telling runs", "all rulings", "properties"
GAMES = 60


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("--work", type=Path, default=Path("build/mutation"), help="where the journal is kept")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, help="so many mutants, chosen by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", help="only mutants of this file")
    parser.add_argument("--key", action="append", default=[], help="only this mutant")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--stage", action="append", default=[])
    parser.add_argument("--again", action="store_true", help="try survivors again")
    return parser.parse_args()


def chosen(given: argparse.Namespace) -> list[Mutant]:
    """Give the mutants that are asked for."""
    found = [m for m in mutants() if given.file in (None, m.file) and (not given.key or m.key in given.key)]
    if given.sample is not None:
        found = random.Random(given.seed).sample(found, min(given.sample, len(found)))
    return found


def main() -> int:
    """Try the mutants."""
    given = _arguments()
    journal = Journal(given.work / "journal.jsonl")
    all_of_them = chosen(given)
    runs = all_runs(given.games)
    tellings = {}
    for telling in looked_at(runs, mutants(), given.work / "telling.jsonl"):
        if telling.wrong:
            print(f"{telling.run} is wrong without any mutant: {telling.wrong}")
            return 2
        tellings[telling.run] = telling
    known = Runs(runs, tellings, given.games)
    began = time.monotonic()
    for stage in given.stage or (TELLING, ALL):
        left = [m for m in all_of_them if not journal.killed(m.key) and (given.again or not journal.tried(m.key, stage))]
        _stage(stage, left, known, journal, given)
    outcomes = Counter("killed" if journal.killed(m.key) else "left" for m in all_of_them)
    print(f"{len(all_of_them)} mutants: {outcomes['killed']} killed, {outcomes['left']} left, {time.monotonic() - began:.0f} s")
    return 0


def _stage(stage: str, left: list[Mutant], known: Runs, journal: Journal, given: argparse.Namespace) -> None:
    tasks = []
    for mutant in left:
        if stage == TELLING:
            if not known.telling(mutant):
                journal.add(stage, Verdict(mutant.key, "survived", "no run can tell it", 0.0))
                continue
            check, seconds = known.by_telling(mutant)
        else:
            if known.all_known(mutant):
                journal.add(stage, Verdict(mutant.key, "survived", "no other run can tell it", 0.0))
                continue
            check, seconds = known.by_all(mutant)
        tasks.append((mutant, check, seconds))
    began, killed = time.monotonic(), 0
    for count, (mutant, verdict) in enumerate(tried(tasks, given.work / "rules", given.jobs), start=1):
        journal.add(stage, verdict)
        killed += verdict.outcome == KILLED
        if count % 100 == 0 or count == len(tasks):
            print(f"{stage}: {count} of {len(tasks)}, {killed} killed, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
