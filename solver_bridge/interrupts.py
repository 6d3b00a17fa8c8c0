"""Ctrl-C at any moment of a command: where it would do harm it is put off until it does none.

An interrupt that is raised while a module is imported can leave that module half made, or its lock held for ever; one
that is raised in a callback of the solver ends the process; one in a finalizer is lost.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

__all__ = ["heed", "held", "is_unsafe", "no_more"]

_SOON = 0.02
"""After how many seconds it is looked again whether an interrupt that was put off may be raised."""

_IMPORT = "<frozen importlib"
_CALLBACK = "pyclingo_"
_FINALIZER = "__del__"


_holding: list[bool] = []
"""One for each block that holds interrupts back."""


def is_unsafe(frame: FrameType | None) -> bool:
    """Say whether an exception must not be raised in what a frame is in the middle of."""
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(_IMPORT) or _CALLBACK in code.co_name or code.co_name == _FINALIZER:
            return True
        frame = frame.f_back
    return False


def _raise_when_safe(_: int, frame: FrameType | None) -> Any:
    if _holding or is_unsafe(frame):
        signal.setitimer(signal.ITIMER_REAL, _SOON)
        return
    raise KeyboardInterrupt


def heed() -> None:
    """Let Ctrl-C raise KeyboardInterrupt in this thread, the main one, as soon as that does no harm."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _raise_when_safe)
        signal.signal(signal.SIGINT, _raise_when_safe)


def no_more() -> None:
    """Let Ctrl-C do nothing: the command is over, and its status stands."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


@contextmanager
def held() -> Iterator[None]:
    """Hold Ctrl-C back while a child starts, so that it never sees one before it ignores them.

    The child inherits what is blocked; another thread of this process may see the signal all the same.
    """
    _holding.append(True)
    blocks = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if blocks else set()
    try:
        yield
    finally:
        _holding.pop()
        if blocks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
