"""What is known so far: long computations say it, whoever limits them listens."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["heard", "listening", "note"]

_local = threading.local()


def note(known: Any) -> None:
    """Say what is known so far; each time replaces the time before."""
    listener = getattr(_local, "listener", None)
    if listener is not None:
        listener(known)


def heard() -> bool:
    """Say whether anyone listens in this thread, so that what is costly to tell need not be made."""
    return getattr(_local, "listener", None) is not None


@contextmanager
def listening(listener: Callable[[Any], None]) -> Iterator[None]:
    """Listen in this thread while the block runs."""
    before = getattr(_local, "listener", None)
    _local.listener = listener
    try:
        yield
    finally:
        _local.listener = before
