"""Memory stays small over many different positions, though the solver never forgets a term."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from solver_bridge import children, workers
from tests.workers import questions

ROOT = Path(__file__).parents[2]
MIB = 2**20

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="reads /proc")


MANY = [pytest.param(10_000, alone, marks=pytest.mark.long) for alone in (True, False)]


@pytest.mark.parametrize(("count", "alone"), [(200, True), (1_500, False), *MANY])
def test_memory_does_not_grow_with_the_positions(count: int, alone: bool) -> None:
    script = f"from benchmarks.cases import grow; print(*grow({count}, 4, {alone}))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    early, late = map(int, done.stdout.split())
    assert late - early < 16 * MIB


def test_a_child_that_has_grown_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    if children._context().get_start_method() != "fork":
        pytest.skip("only a forked child sees what is patched")
    monkeypatch.setattr(children, "_MOST_GROWTH", 32 * MIB)
    with workers.Pool(1) as pool:
        first = pool.call(questions.process)
        assert pool.call(questions.process) == first
        assert pool.call(questions.grow, 64 * MIB) == first
        assert pool.call(questions.process) != first
