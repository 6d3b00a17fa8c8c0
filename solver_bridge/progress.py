"""What is known so far: long computations say it, whoever limits them listens."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from solver_bridge.errors import LimitReached

__all__ = ["beside", "heard", "listening", "note"]

T = TypeVar("T")

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


def beside(function: Callable[..., T], *args: Any, seconds: float | None = None, **kwargs: Any) -> T:
    """Answer a question in a thread beside the main one, which so stays open to Ctrl-C: for commands.

    Raises LimitReached, with what is known, after some seconds or at Ctrl-C. The thread then still runs, so the
    process must be left by `os._exit` after what is known has been written.
    """
    answer: list[T] = []
    failure: list[BaseException] = []
    known: list[Any] = [None]

    def run() -> None:
        try:
            with listening(lambda value: known.__setitem__(0, value)):
                answer.append(function(*args, **kwargs))
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        thread.join(seconds)
    except KeyboardInterrupt:
        raise LimitReached(known[0], True) from None
    if failure:
        raise failure[0]
    if not answer:
        raise LimitReached(known[0])
    return answer[0]
