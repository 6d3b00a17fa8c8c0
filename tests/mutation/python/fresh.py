"""What pytest is told while mutmut runs it: nothing is remembered, the quickest tests come first, memory is bounded.

And mutmut's detour from each function to its mutants is taken only where it leads somewhere: proofs call some functions
a million times.
"""

import itertools
import json
import os
import resource
import sys
from collections.abc import Callable, Generator
from functools import wraps
from pathlib import Path
from typing import Any

import pytest

MEMORY = 3 * 2**30
"""A mutant that asks for more bytes than this is noticed, and the machine is spared."""
SECONDS = 45.0
"""A mutant is tried by the quickest tests that reach its function, for about so long."""
_STATS = Path("mutmut-stats.json")
_FAILED = Path("failed-without-a-mutant.txt")
_UNFIT = Path("fails-while-counted.txt")
"""Tests that fail while it is counted what they reach, as child processes count where they should not, or as time is up."""
_SLOW = Path(__file__).with_name("slow.txt")
_WHOLE = ("test_kept", "test_small_programs", "test_telling")
_SOONER = 0.2
"""Tests of whole answers notice most: they come before others that take as long, as if they took so much less."""


def _mutant() -> str:
    return os.environ.get("MUTANT_UNDER_TEST", "")


def forget() -> None:
    """Empty every cache of the package and its tests: what a test reaches must not depend on the tests before it."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("solver_bridge", "tests") or name.startswith("test_"):
            for value in vars(module).values():
                clear = getattr(value, "cache_clear", None)
                if clear is not None:
                    clear()


def mangled(function: Callable[..., Any]) -> str:
    """Give the name that mutmut has for a function."""
    *owners, name = function.__qualname__.split(".")
    return f"{function.__module__}.{f'xǁ{owners[-1]}ǁ{name}' if owners else f'x_{name}'}"


def _shorten() -> None:
    """Leave functions as they are that the mutant under test does not change; if it is counted who reaches what, count."""
    from mutmut.mutation import trampoline
    from mutmut.state import state

    mutant, detour = _mutant(), trampoline.wrap_in_trampoline

    def wrap(mutants: Any, is_classmethod: bool = False) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        def wrapped(function: Callable[..., Any]) -> Callable[..., Any]:
            name = mangled(function)

            @wraps(function)
            def counted(*arguments: Any, **named: Any) -> Any:
                state()._stats.add(name)
                return function(*arguments, **named)

            if mutant == "stats":
                return counted
            return detour(mutants, is_classmethod)(function) if mutant.partition("__mutmut_")[0] == name else function

        return wrapped

    trampoline.wrap_in_trampoline = wrap


def pytest_configure() -> None:
    """Bound the memory of a mutant; tests/coverage is found though mutmut has loaded a library of that name."""
    sys.modules.pop("coverage", None)
    if _mutant() == "stats" or "__mutmut_" in _mutant():
        _shorten()
    if "__mutmut_" in _mutant():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Forget what earlier tests made, while it is counted which functions each test reaches."""
    if _mutant() == "stats":
        forget()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Write down what fails without any mutant: mutmut says only that something does. While it is counted, go on."""
    report = yield
    if report.failed and "__mutmut_" not in _mutant():
        with _FAILED.open("a", encoding="utf-8") as file:
            file.write(f"{report.nodeid}\n{report.longreprtext}\n\n")
        if _mutant() == "stats":
            with _UNFIT.open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n")
            report.outcome = "passed"
    return report


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is slow; when a mutant is tried, put the quickest first, and take no more than is affordable."""
    files = [_SLOW, *([_UNFIT] if _UNFIT.exists() and _mutant() != "stats" else [])]
    left_out = {line for file in files for line in file.read_text(encoding="utf-8").splitlines()}
    kept = [item for item in items if item.nodeid not in left_out]
    if (not _mutant() or "__mutmut_" in _mutant()) and _STATS.exists():
        seconds = json.loads(_STATS.read_text(encoding="utf-8"))["duration_by_test"]
        kept.sort(key=lambda item: seconds.get(item.nodeid, 0.0) * (_SOONER if item.path.name.startswith(_WHOLE) else 1))
        ends = itertools.accumulate(seconds.get(item.nodeid, 0.0) for item in kept)
        kept = [item for number, (item, end) in enumerate(zip(kept, ends, strict=True)) if end <= SECONDS or number == 0]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept
