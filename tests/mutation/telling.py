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
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from solver_bridge.rule_coverage import Coverage, Mark
from tests.mutation.mutants import Mutant
from tests.mutation.runs import GAME, Run

__all__ = ["ENOUGH", "MANY", "Telling", "likely_seconds", "looked_at", "short"]

ENOUGH, MANY = 4, 10_000
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


class _Kept:
    """What a file keeps: lines of bodies that were looked for together, and lines of what of them held in a run."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.bodies: dict[str, frozenset[str]] = {}
        self.found: dict[str, Telling] = {}
        self.asked: dict[str, set[str]] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                self._read(*json.loads(line))

    def _read(self, kind: str, *fields: Any) -> None:
        if kind == "bodies":
            self.bodies[fields[0]] = frozenset(fields[1])
            return
        run, content, asked, seconds, held, wrong = fields
        known = self.found.get(run)
        if known is None or known.content != content:
            known = Telling(run, content, seconds, frozenset())
            self.asked[run] = set()
        self.found[run] = Telling(run, content, seconds, known.held | frozenset(held), wrong)
        self.asked[run] |= self.bodies[asked]

    def add(self, *fields: Any) -> None:
        """Write a line, and know what it says."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(fields) + "\n")
        self._read(*fields)


def looked_at(
    runs: Sequence[Run], mutants: Sequence[Mutant], path: Path, enough: int = ENOUGH
) -> Iterator[Telling]:
    """Give what each run can tell, from what is kept in a file or by running it."""
    kept = _Kept(path)
    by_file = _marks(mutants)
    bodies = frozenset(mark.part for marks in by_file.values() for mark in marks)
    times: Counter[str] = Counter()
    for run in sorted(runs, key=likely_seconds):
        content = short(run.content)
        known = kept.found.get(run.key)
        asked = kept.asked[run.key] if known is not None and known.content == content else set()
        wanted = bodies - asked
        if wanted:
            generation = short("".join(sorted(wanted)))
            if generation not in kept.bodies:
                kept.add("bodies", generation, sorted(wanted))
            coverage = Coverage(partial(_wanted, by_file, wanted, times, enough))
            with coverage.recording():
                wrong, seconds = run.timed()
            held = sorted(mark.part for mark in coverage.seen)
            kept.add("run", run.key, content, generation, round(seconds, 3), held, wrong)
        telling = kept.found[run.key]
        times.update(telling.held & bodies)
        yield telling


def _wanted(
    by_file: Mapping[str, Sequence[Mark]], wanted: frozenset[str], times: Counter[str], enough: int, files: Sequence[str]
) -> Sequence[Mark]:
    marks = (mark for file in files for mark in by_file.get(file, ()))
    return [mark for mark in marks if mark.part in wanted and times[mark.part] < enough]


def likely_seconds(run: Run) -> tuple[bool, bool, int]:
    """Order runs by what they may cost: those that follow many lines, and long ones, last."""
    return run.kind == GAME, "outcomes" in run.content, len(run.content)
