"""The longest tests begin first, so that none of several processes is left with one of them at the end.

And Ctrl-C reaches commands under test even where the tests run in the background, whose shells have it ignored.
"""

import signal
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LONGEST = (
    "prove/test_prove_scopes.py",
    "outcomes/test_six_defenders.py",
    "prove/test_find_cover.py",
    "explain/test_explain_rulings.py",
    "differential/test_games.py",
    "metamorphic/test_changes.py",
    "explain/test_depending_rulings.py",
    "workers/test_benchmarks.py",
)
"""Each takes, in part or as a whole, half a minute or more."""


def pytest_configure() -> None:
    """Handle what is ignored: a command that is started inherits that a signal is ignored, but not a handler."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the order within a file as it is."""
    ranks = {HERE / name: rank for rank, name in enumerate(LONGEST)}
    assert all(path.exists() for path in ranks), "a file of long tests is gone"
    items.sort(key=lambda item: ranks.get(item.path, len(ranks)))
