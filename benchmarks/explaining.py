"""What an explanation costs against the plain verdict on the same event: `python -m benchmarks.explaining`."""

import statistics
import time
from collections.abc import Callable

from benchmarks.positions import random_position
from solver_bridge.answers import attacks
from solver_bridge.asking import Request, ask
from solver_bridge.events import Event
from solver_bridge.explaining import explain
from solver_bridge.model import Position
from solver_bridge.programs import JUDGE
from solver_bridge.whatif import turning_changes

__all__ = ["main", "measured"]


def _median(action: Callable[[], object], times: int) -> float:
    found = []
    for _ in range(times):
        start = time.process_time()
        action()
        found.append(time.process_time() - start)
    return statistics.median(found)


def _event(position: Position) -> Event:
    """Give a legal movement toward an attack."""
    (*_, attack) = attacks(position).attacks
    return attack.events[0]


def measured(units: int, times: int = 7) -> dict[str, float]:
    """Give milliseconds of the verdict, of the explanation without what if, and of what if."""
    position = random_position(units, units)
    event = _event(position)
    verdict = lambda: ask(Request(position, (event,), (), (JUDGE, "verdict")))  # noqa: E731
    told = lambda: explain(position, (event,), what_if=False)  # noqa: E731
    changes = lambda: turning_changes(position, event, True)  # noqa: E731
    for action in (verdict, told, changes):
        action()
    return {
        "verdict": 1000 * _median(verdict, times),
        "explain": 1000 * _median(told, times),
        "what if": 1000 * _median(changes, max(1, times // 2)),
    }


def main() -> None:
    """Print a table."""
    print("units  verdict   explain  ratio  what if   (CPU milliseconds, medians)")
    for units in (8, 20, 40):
        found = measured(units)
        ratio = found["explain"] / found["verdict"]
        print(
            f"{units:5}  {found['verdict']:7.1f}  {found['explain']:8.1f}  {ratio:5.1f}  {found['what if']:7.1f}"
        )


if __name__ == "__main__":
    main()
