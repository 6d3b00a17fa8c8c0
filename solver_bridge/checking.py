"""Checks a sequence of events against the rules."""

import os

from solver_bridge.play import Line, follow, talk
from solver_bridge.sequence import Sequence

__all__ = ["check"]


def check(sequence: "Sequence | str | os.PathLike[str]", *, keep_going: bool = False) -> Line:
    """Judge each event of a sequence, or of the file of one, and follow it to the end of its attack.

    Forced events are supplied where they are missing. The line stops at the first event that is not legal; with
    `keep_going` that one is left out and the rest are judged too.
    """
    if not isinstance(sequence, Sequence):
        sequence = Sequence.load(sequence)
    return talk(follow(sequence.position, sequence.events, keep_going=keep_going))
