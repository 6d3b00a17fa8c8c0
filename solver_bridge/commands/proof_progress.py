"""How far a proof has come, on standard error: a line that is written over on a terminal, else a line now and then."""

import sys
import time

__all__ = ["EVERY", "ProofProgress"]

EVERY = 10.0
"""After so many seconds, and then as often, it is said how far a proof has come where there is no terminal."""
_OFTEN = 0.5


class ProofProgress:
    """Says how many of some properties are known, what is being looked at, and how long it has taken."""

    def __init__(self, properties: int) -> None:
        """Begin now."""
        self.properties = properties
        self.known = 0
        self._now = ""
        self._start = self._told = time.monotonic()
        self._terminal = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, name: str, done: int, every: int) -> None:
        """Hear that so many of some searches are done."""
        self._now = f"{name} {done}/{every}" if every else name
        self.tick()

    def tick(self) -> None:
        """Say how far it is, if it is time to."""
        moment = time.monotonic()
        if moment - self._told < (_OFTEN if self._terminal else EVERY) or sys.stderr is None:
            return
        self._told = moment
        told = (
            f"verify: {self.known} of {self.properties} properties known after {moment - self._start:.0f} s"
        )
        told = f"{told}; {self._now}" if self._now else told
        self._write(f"\r{told[:100].ljust(100)}\r" if self._terminal else f"{told}\n")

    def _write(self, text: str) -> None:
        try:
            sys.stderr.write(text)
            sys.stderr.flush()
        except OSError:
            self._told = float("inf")
