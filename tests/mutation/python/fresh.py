"""What pytest is told while mutmut runs it: nothing is remembered, the quickest tests come first, memory is bounded."""

import itertools
import json
import os
import resource
import sys
from pathlib import Path

import pytest

MEMORY = 3 * 2**30
"""A mutant that asks for more bytes than this is noticed, and the machine is spared."""
SECONDS = 40.0
"""A mutant is tried by the quickest tests that reach its function, for about so long."""
_STATS = Path("mutmut-stats.json")
_FAILED = Path("failed-without-a-mutant.txt")
_SLOW = Path(__file__).with_name("slow.txt")


def _mutant() -> str:
    return os.environ.get("MUTANT_UNDER_TEST", "")


def forget() -> None:
    """Empty every cache of the package: which test reaches which function must not depend on the tests before it."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "solver_bridge":
            for value in vars(module).values():
                clear = getattr(value, "cache_clear", None)
                if clear is not None:
                    clear()


def pytest_configure() -> None:
    """Bound the memory of a mutant; tests/coverage is found though mutmut has loaded a library of that name."""
    sys.modules.pop("coverage", None)
    if "__mutmut_" in _mutant():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget what earlier tests made, while it is counted which functions each test reaches."""
    if _mutant() == "stats":
        forget()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write down what fails without any mutant: mutmut says only that something does."""
    if report.failed and "__mutmut_" not in _mutant():
        with _FAILED.open("a", encoding="utf-8") as file:
            file.write(f"{report.nodeid}\n{report.longreprtext}\n\n")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is slow; when a mutant is tried, put the quickest first, and take no more than is affordable."""
    slow = set(_SLOW.read_text(encoding="utf-8").splitlines())
    kept = [item for item in items if item.nodeid not in slow]
    if (not _mutant() or "__mutmut_" in _mutant()) and _STATS.exists():
        seconds = json.loads(_STATS.read_text(encoding="utf-8"))["duration_by_test"]
        kept.sort(key=lambda item: seconds.get(item.nodeid, 0.0))
        ends = itertools.accumulate(seconds.get(item.nodeid, 0.0) for item in kept)
        kept = [item for number, (item, end) in enumerate(zip(kept, ends, strict=True)) if end <= SECONDS or number == 0]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept
