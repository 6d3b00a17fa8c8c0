"""The journal of a mutation run: one line for each verdict, so that a run that was stopped can go on."""

import json
from pathlib import Path
from typing import NamedTuple

from tests.mutation.killing import KILLED, Verdict

__all__ = ["Journal"]


class Entry(NamedTuple):
    """A line of the journal: what a stage found of a mutant."""

    stage: str
    verdict: Verdict


class Journal:
    """What is known of mutants, by key; lines are added as it becomes known."""

    def __init__(self, path: Path) -> None:
        """Read what an earlier run has left."""
        self.path = path
        self.entries: dict[str, list[Entry]] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                stage, *verdict = json.loads(line)
                self.entries.setdefault(verdict[0], []).append(Entry(stage, Verdict(*verdict)))

    def add(self, stage: str, verdict: Verdict) -> None:
        """Write a verdict down."""
        self.entries.setdefault(verdict.key, []).append(Entry(stage, verdict))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([stage, *verdict]) + "\n")

    def killed(self, key: str) -> Entry | None:
        """Give how a mutant was killed, if it was."""
        return next((entry for entry in self.entries.get(key, ()) if entry.verdict.outcome == KILLED), None)

    def tried(self, key: str, stage: str) -> Entry | None:
        """Give what a stage found last of a mutant, if it has been tried there."""
        return next((entry for entry in reversed(self.entries.get(key, ())) if entry.stage == stage), None)
