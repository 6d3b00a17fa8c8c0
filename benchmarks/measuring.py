"""Measuring things side by side: in turns, in one run, so that a busy machine slows them all alike."""

import math
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

__all__ = ["Row", "exponent", "in_turns", "milliseconds", "ratio", "told"]


class Row(NamedTuple):
    """One line of the table: what was measured, at what size, what it came to, and what it should be at most.

    `units` and `milliseconds` are for the plot: how many units there were, and what each side of the ratio took.
    """

    name: str
    setting: str
    value: float
    unit: str
    target: float | None
    at_least: bool = False
    detail: str = ""
    units: int | None = None
    milliseconds: Mapping[str, float] = {}

    @property
    def met(self) -> bool | None:
        """Say whether the target is met, where there is one."""
        if self.target is None:
            return None
        return self.value >= self.target if self.at_least else self.value <= self.target

    def to_data(self) -> dict[str, Any]:
        """Give the line as plain data."""
        return {**self._asdict(), "met": self.met}


def in_turns(functions: Mapping[str, Sequence[Callable[[], object]]]) -> dict[str, list[float]]:
    """Run the first function of each name, then the second of each ...; give the seconds that each took."""
    taken: dict[str, list[float]] = {name: [] for name in functions}
    for turn in zip(*functions.values(), strict=True):
        for name, function in zip(functions, turn, strict=True):
            started = time.perf_counter()
            function()
            taken[name].append(time.perf_counter() - started)
    return taken


def ratio(taken: Mapping[str, Sequence[float]], what: str, to: str) -> float:
    """Give the median of the ratios of each turn."""
    return statistics.median(a / b for a, b in zip(taken[what], taken[to], strict=True))


def milliseconds(taken: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """Give the median of what each name took, in milliseconds."""
    return {name: 1000 * statistics.median(times) for name, times in taken.items() if times}


def told(each: Mapping[str, float]) -> str:
    """Say what each name took."""
    return ", ".join(f"{name} {taken:.2f} ms" for name, taken in each.items())


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Give the exponent with which the time grows with the size: the slope of the logarithms."""
    return statistics.linear_regression([math.log(n) for n in sizes], [math.log(s) for s in seconds]).slope
