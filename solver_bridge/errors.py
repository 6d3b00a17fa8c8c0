"""The three kinds of error: unusable input, an illegal event, a limit that was reached."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

__all__ = [
    "ArbiterError",
    "Fault",
    "IllegalEvent",
    "LimitReached",
    "UnusableInput",
    "one_line",
    "quoted",
    "shown",
]

_LONGEST = 60


def one_line(text: str) -> str:
    """Give a text in which whatever cannot be printed on one line is escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def quoted(text: str) -> str:
    """Quote a text for a message: one line, and not too long."""
    return repr(text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "...")


def shown(value: object) -> str:
    """Name a value of a file for a message, as it is written there."""
    if isinstance(value, str):
        return quoted(value)
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    return quoted(str(value))[1:-1]


class Fault(NamedTuple):
    """One thing that is wrong in a file, where it is, and what would be right."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        """Give the fault as `FILE:LINE: message`, always on one line."""
        return f"{one_line(self.file)}:{self.line}: {one_line(self.message)}"


class ArbiterError(Exception):
    """What the three kinds of error have in common."""


class UnusableInput(ArbiterError):
    """A file, or a value in it, that cannot be read; holds every fault, in the order of the lines."""

    faults: tuple[Fault, ...]

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep each fault once; the files stay in the order in which they were met."""
        unique = list(dict.fromkeys(faults))
        files = list(dict.fromkeys(fault.file for fault in unique))
        self.faults = tuple(sorted(unique, key=lambda fault: (files.index(fault.file), fault.line)))
        super().__init__(self.faults)

    def __str__(self) -> str:
        """Give one line for each fault."""
        return "\n".join(map(str, self.faults))


class IllegalEvent(ArbiterError):
    """An event that the rules do not allow, with every reason and the events that they do allow.

    `not_taken` are the steps before it that were not taken, each with its reasons, where a path led up to it.
    """

    event: Any
    reasons: tuple[Any, ...]
    legal_instead: tuple[Any, ...]
    not_taken: tuple[Any, ...]

    def __init__(
        self,
        event: Any,
        reasons: Sequence[Any],
        legal_instead: Sequence[Any] = (),
        not_taken: Sequence[Any] = (),
    ) -> None:
        """Keep the event, all reasons against it, what would be legal, and the steps before it that were not taken."""
        self.event = event
        self.reasons = tuple(reasons)
        self.legal_instead = tuple(legal_instead)
        self.not_taken = tuple(not_taken)
        super().__init__(event, self.reasons, self.legal_instead, self.not_taken)

    def __str__(self) -> str:
        """Name the event and the reasons."""
        reasons = "; ".join(str(reason) for reason in self.reasons)
        return one_line(f"{self.event}: {reasons or 'not legal'}")


class LimitReached(ArbiterError):
    """A limit was reached before the answer was complete; holds what is known so far."""

    known: Any

    def __init__(self, known: Any = None, interrupted: bool = False) -> None:
        """Keep what is known so far, and whether it was Ctrl-C that ended the search."""
        self.known = known
        self.interrupted = interrupted
        super().__init__(known, interrupted)

    def __str__(self) -> str:
        """Say that the answer is not complete."""
        if not self.interrupted:
            return "a limit was reached before the answer was complete"
        return "interrupted; " + ("no answer is known yet" if self.known is None else "the answer is not complete")
