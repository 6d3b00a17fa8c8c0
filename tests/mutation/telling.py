"""Which runs can tell a mutant from the rules: those in whose answers it derives something else.

Each is run once with marks beside the rules (solver_bridge.rule_coverage) for what each mutant would add and where the
rule that it changes fires. A run with neither gives the same answers with the mutant, so that it need not be run.
What was seen in enough runs is not looked for in further ones.
What was found is kept, run by run, and found again only for runs that have changed.
"""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from solver_bridge.rule_coverage import Coverage, Mark
from tests.mutation.mutants import Mutant
from tests.mutation.runs import GAME, Run

__all__ = ["ENOUGH", "Telling", "looked_at", "read", "short"]

ENOUGH = 8
"""In how many runs something is looked for until it is common enough: the first are the quickest."""


class Telling(NamedTuple):
    """What a run can tell: the bodies (by their hashes) that held in it, and how long it takes."""

    run: str
    content: str
    seconds: float
    held: frozenset[str]
    wrong: str = ""


def short(text: str) -> str:
    """Give a hash of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def _marks(mutants: Iterable[Mutant]) -> Mapping[str, Sequence[Mark]]:
    """Give what is looked for, by the file whose rules it is about."""
    found: dict[str, dict[str, Mark]] = defaultdict(dict)
    for mutant in mutants:
        for body in (*mutant.adds, *mutant.removes):
            found[mutant.file].setdefault(body, Mark("", 0, short(body), body))
    return {file: tuple(marks.values()) for file, marks in found.items()}


def read(path: Path) -> dict[str, Telling]:
    """Read what is known, by run."""
    if not path.exists():
        return {}
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        run, content, seconds, held, wrong = json.loads(line)
        found[run] = Telling(run, content, seconds, frozenset(held), wrong)
    return found


def looked_at(runs: Sequence[Run], mutants: Sequence[Mutant], path: Path) -> Iterator[Telling]:
    """Give what each run can tell, from what is kept in a file or by running it."""
    known = read(path)
    by_file = _marks(mutants)
    rules = short("".join(sorted(mark.body for marks in by_file.values() for mark in marks)))
    path.parent.mkdir(parents=True, exist_ok=True)

    times: Counter[str] = Counter()

    def marks(files: Sequence[str]) -> Sequence[Mark]:
        return [mark for file in files for mark in by_file.get(file, ()) if times[mark.part] < ENOUGH]

    with path.open("a", encoding="utf-8") as kept:
        for run in sorted(runs, key=_likely_seconds):
            content = short(run.content + rules)
            telling = known.get(run.key)
            if telling is None or telling.content != content:
                coverage = Coverage(marks)
                with coverage.recording():
                    wrong = run.ask()
                held = frozenset(mark.part for mark in coverage.seen)
                again, seconds = run.timed()
                telling = Telling(run.key, content, round(seconds, 3), held, wrong or again)
                kept.write(json.dumps([*telling[:3], sorted(held), telling.wrong]) + "\n")
                kept.flush()
            times.update(telling.held)
            yield telling


def _likely_seconds(run: Run) -> tuple[bool, bool, int]:
    """Order runs by what they may cost: those that follow many lines, and long ones, last."""
    return run.kind == GAME, "outcomes" in run.content, len(run.content)
