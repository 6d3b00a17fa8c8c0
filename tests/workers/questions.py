"""What the tests of limits have answered in child processes: functions that are found by name."""

import os
import time

from solver_bridge import progress, workers
from solver_bridge.engine import solve

HARD = "n(1..400). p(X,Y,Z) :- n(X), n(Y), n(Z), X*Y*Z == 7, X+Y+Z > 100000."
"""What takes minutes to ground."""


def double(number: int) -> int:
    return 2 * number


def doubles(numbers: list[int]) -> list[int]:
    return [2 * number for number in numbers]


def doubles_or_sleep(numbers: list[int]) -> list[int]:
    if 0 in numbers:
        time.sleep(60)
    return doubles(numbers)


def ground_forever(note: str | None = None) -> None:
    if note is not None:
        progress.note(note)
    solve((), HARD)


def process() -> int:
    return os.getpid()


def process_of_a_question() -> int:
    return workers.limited(process, seconds=9)


def grow(size: int) -> int:
    return os.getpid() if len(bytearray(size)) else 0


def leave() -> None:
    os._exit(7)


def fail(error: Exception) -> None:
    raise error


def unsendable() -> object:
    return lambda: None
