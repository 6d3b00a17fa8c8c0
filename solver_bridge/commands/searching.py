"""What the commands that search a scope have in common: they end in time, at Ctrl-C too, with what is known."""

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from solver_bridge.errors import LimitReached
from solver_bridge.progress import beside

if TYPE_CHECKING:
    from solver_bridge.proving.workers import Workers

__all__ = ["gathered", "progress", "seconds_of"]

T = TypeVar("T")

_PATIENCE = 10.0
"""Where there is no terminal, it is said so often how far a search has come, in seconds."""
_GRACE = 1.0
"""A search ends by itself when its time is over; so many seconds later it is left, whatever it does."""


def seconds_of(args: argparse.Namespace) -> float | None:
    """Give the time limit, by either of its names."""
    limits = [limit for limit in (args.seconds, args.time_limit) if limit is not None]
    return min(limits) if limits else None


def gathered(found: Iterable[T], workers: "Workers", seconds: float | None) -> tuple[list[T], bool]:
    """Give what a search finds until its time is over, or until Ctrl-C; and whether that was its end.

    A search that does not end by itself still runs then, and gives up as soon as it looks at its workers' time.
    """
    known: list[T] = []

    def run() -> None:
        for each in found:
            known.append(each)

    try:
        beside(run, seconds=None if seconds is None else seconds + _GRACE)
    except LimitReached as limit:
        workers.until = time.monotonic()
        if limit.interrupted and sys.stderr is not None:
            sys.stderr.write("interrupted; what is known so far follows\n")
        return list(known), False
    finally:
        workers.close()
    return known, True


def progress() -> Callable[[str, int, int], None]:
    """Give what says on standard error how far a search has come: on a terminal a line that is written over."""
    if sys.stderr is None:
        return lambda _name, _done, _all: None
    terminal = sys.stderr.isatty()
    last = time.monotonic()

    def show(name: str, done: int, every: int) -> None:
        nonlocal last
        how_far = f"{done} of {every}: " if every else ""
        if terminal:
            sys.stderr.write(f"\r{f'{how_far}{name}'[:100].ljust(100)}\r")
        elif time.monotonic() - last >= _PATIENCE:
            last = time.monotonic()
            sys.stderr.write(f"{how_far}{name}\n")
        sys.stderr.flush()

    return show
