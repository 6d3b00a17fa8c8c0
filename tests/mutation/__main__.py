"""The mutation run: `python -m tests.mutation [--work DIR] [--jobs J] [--sample N --seed S] [--file FILE]`.

The runs are taken in portions, the quickest first: what they can tell is looked for, and the mutants that they can tell
are tried, those that are left by the next portion. What is found is kept in the work folder, so that a run that was
stopped goes on, and one with new rulings tries only what is left.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path

from tests.mutation.checks import PROVED, Runs, by_properties
from tests.mutation.journal import Journal
from tests.mutation.killing import KILLED, Check, tried
from tests.mutation.mutants import Mutant, mutants, sampled
from tests.mutation.results import LEFT, PAGE, RESULTS, Known, argued, outcome, page, written
from tests.mutation.runs import all_runs, together
from tests.mutation.telling import ENOUGH, MANY, Telling, likely_seconds, looked_at
from tests.mutation.twins import Same

GAMES = 60
SAME = "same.jsonl"
CHUNK = 90
"""So many runs are looked at before the mutants that they can tell are tried: of those that die nothing more is looked for."""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation")
    parser.add_argument("--work", type=Path, default=Path("build/mutation"), help="where the journal is kept")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, help="so many mutants, chosen by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", help="only mutants of this file")
    parser.add_argument("--key", action="append", default=[], help="only this mutant")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--runs", help="only runs whose kind and name begin so, each with what it alone can tell")
    parser.add_argument("--same", action="store_true", help="show what is left to be the same in the scopes, where it is")
    parser.add_argument("--report", action="store_true", help="write what is known to results.json and docs/MUTATION.md")
    parser.add_argument("--left", action="store_true", help="list what is left")
    return parser.parse_args()


def chosen(given: argparse.Namespace) -> list[Mutant]:
    """Give the mutants that are asked for."""
    found = [m for m in mutants() if given.file in (None, m.file) and (not given.key or m.key in given.key)]
    if given.sample is not None:
        found = sampled(found, given.seed, given.sample)
    return found


def main() -> int:
    """Try the mutants."""
    given = _arguments()
    journal = Journal(given.work / "journal.jsonl")
    all_of_them = chosen(given)
    by_key = {mutant.key: mutant for mutant in mutants()}
    if given.same:
        return _shown_the_same([m for m in all_of_them if not journal.killed(m.key)], given.work / SAME)
    if given.report or given.left:
        found = _found(all_of_them, journal, given)
        if given.report:
            RESULTS.write_text(written(found), encoding="utf-8")
            PAGE.write_text(page(found), encoding="utf-8")
        for mutant in all_of_them if given.left else ():
            if outcome(mutant, found) == LEFT:
                print(f"{mutant.key} {mutant.file}:{mutant.line} {mutant.operator}\n    {mutant.old}\n    {mutant.new}")
        return 0
    runs = sorted(together(all_runs(given.games)), key=likely_seconds)
    if given.runs:
        runs = [run for run in all_runs(given.games) if run.key.startswith(given.runs)]
    began = time.monotonic()
    tellings: dict[str, Telling] = {}
    for start in range(0, len(runs), CHUNK):
        left = [m for m in all_of_them if not journal.killed(m.key)]
        chunk = runs[start : start + CHUNK]
        for telling in looked_at(chunk, left, given.work / "telling.jsonl", MANY if given.runs else ENOUGH):
            if telling.wrong:
                print(f"{telling.run} is wrong without any mutant: {telling.wrong}")
                return 2
            tellings[telling.run] = telling
        known = Runs(runs, tellings, given.games)
        for verdict in journal.verdicts:
            if verdict.key in by_key:
                known.learn(by_key[verdict.key], verdict)
        _stage(f"{start + len(chunk)} of {len(runs)} runs", left, known.telling, known, journal, given)
    if given.runs:
        while _stage("further ones", [m for m in left if not journal.killed(m.key)], known.telling, known, journal, given):
            pass
        return 0
    left = [m for m in all_of_them if known.common(m)]
    for number in count(1):
        left = [m for m in left if not journal.killed(m.key) and not journal.tried(m.key).issuperset(known.seconds)]
        if not left:
            break
        _stage(f"any run, round {number}", left, known.any_run, known, journal, given)
    left = [m for m in all_of_them if not journal.killed(m.key) and PROVED not in journal.tried(m.key)]
    _try("properties", ((m, by_properties, 20.0) for m in left), len(left), journal, given)
    outcomes = Counter("killed" if journal.killed(m.key) else "left" for m in all_of_them)
    print(f"{len(all_of_them)} mutants: {outcomes['killed']} killed, {outcomes['left']} left, {time.monotonic() - began:.0f} s")
    return 0


def _shown_the_same(left: list[Mutant], kept: Path) -> int:
    """Look in the scopes for what a change makes of them, one mutant after another, and keep the answers."""
    known, same = _kept(kept), Same()
    for number, mutant in enumerate(left, start=1):
        if mutant.key not in known:
            known[mutant.key] = same.same(mutant)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps([mutant.key, known[mutant.key]]) + "\n")
            print(f"{number} of {len(left)}: {mutant.key} {'the same' if known[mutant.key] else 'not shown'}", flush=True)
    return 0


def _kept(kept: Path) -> dict[str, bool]:
    return dict(map(json.loads, kept.read_text(encoding="utf-8").splitlines())) if kept.exists() else {}


def _found(all_of_them: list[Mutant], journal: Journal, given: argparse.Namespace) -> Known:
    """Give what the journal knows of some mutants."""
    killed = {m.key: verdict.by for m in mutants() if (verdict := journal.killed(m.key))}
    alive = [m.key for m in all_of_them if m.key not in killed]
    kept = _kept(given.work / SAME)
    same = {key for key in alive if kept.get(key)}
    left = {key for key in alive if PROVED in journal.tried(key) or key in argued()} - same
    seconds = sum(journal.seconds(m.key) for m in all_of_them)
    return Known(given.seed, len(all_of_them), seconds, killed, frozenset(same), frozenset(left))


def _stage(
    name: str,
    left: list[Mutant],
    promising: Callable[[Mutant], list[str]],
    known: Runs,
    journal: Journal,
    given: argparse.Namespace,
) -> int:
    """Try what is left by a few of the promising runs; say how many there were to try."""
    todo = [(m, keys) for m in left if (keys := [k for k in promising(m) if k not in journal.tried(m.key)])]
    # In no special order: what is known when it is stopped is a fair sample.
    random.Random(given.seed).shuffle(todo)
    _try(name, ((mutant, *known.check(mutant, keys)) for mutant, keys in todo), len(todo), journal, given, known)
    return len(todo)


def _try(
    name: str,
    tasks: Iterable[tuple[Mutant, Check, float]],
    number: int,
    journal: Journal,
    given: argparse.Namespace,
    known: Runs | None = None,
) -> None:
    began, killed = time.monotonic(), 0
    for done, (mutant, verdict) in enumerate(tried(tasks, given.work / "rules", given.jobs), start=1):
        journal.add(verdict)
        killed += verdict.outcome == KILLED
        if known is not None:
            known.learn(mutant, verdict)
        if done % 100 == 0 or done == number:
            print(f"{name}: {done} of {number}, {killed} killed, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
