"""The journal of a mutation run: one line for each verdict, so that a run that was stopped can go on."""

import json
from pathlib import Path

from tests.mutation.killing import KILLED, Verdict

__all__ = ["Journal"]


class Journal:
    """What is known of mutants, by key; lines are added as it becomes known."""

    def __init__(self, path: Path) -> None:
        """Read what an earlier run has left."""
        self.path = path
        self.verdicts: list[Verdict] = []
        self._killed: dict[str, Verdict] = {}
        self._tried: dict[str, set[str]] = {}
        self._seconds: dict[str, float] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                self._know(Verdict(*json.loads(line)))

    def _know(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        self._seconds[verdict.key] = self._seconds.get(verdict.key, 0.0) + verdict.seconds
        if verdict.outcome == KILLED:
            self._killed[verdict.key] = verdict
        else:
            self._tried.setdefault(verdict.key, set()).update(verdict.by.split("\n"))

    def add(self, verdict: Verdict) -> None:
        """Write a verdict down."""
        self._know(verdict)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(verdict) + "\n")

    def killed(self, key: str) -> Verdict | None:
        """Give how a mutant was killed, if it was."""
        return self._killed.get(key)

    def tried(self, key: str) -> set[str]:
        """Give the runs that did not notice a mutant."""
        return self._tried.get(key, set())

    def seconds(self, key: str) -> float:
        """Give the processor seconds that a mutant has taken."""
        return self._seconds.get(key, 0.0)
