"""Warm child processes that answer one question at a time, and can be ended at once whatever they do."""

import gc
import multiprocessing
import os
import re
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from solver_bridge import progress
from solver_bridge.interrupts import held

__all__ = ["ANSWER", "ENDED", "ERROR", "KNOWN", "Worker", "cores", "inside", "peak_memory"]

ANSWER, ERROR, KNOWN, ENDED = "answer", "error", "known", "ended"
_MOST_GROWTH = 256 * 2**20
"""How many bytes a child may grow by before another takes its place: the solver never forgets a term."""

_inside = False


def inside() -> bool:
    """Say whether this process is such a child."""
    return _inside


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


_RARELY = (50_000, 20, 20)
"""How seldom children look for garbage: answers are made of many values, and none of them in a circle."""


def _context() -> Any:
    """Choose how children are started: a plain fork is the fastest, and safe only while there are no threads."""
    methods = multiprocessing.get_all_start_methods()
    if sys.platform == "linux" and threading.active_count() == 1 and "fork" in methods:
        return multiprocessing.get_context("fork")
    method = "forkserver" if sys.platform == "linux" and "forkserver" in methods else "spawn"
    return multiprocessing.get_context(method)


def peak_memory() -> int:
    """Give the most memory in bytes that this process has had; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0
    if found := re.search(r"^VmHWM:\s*(\d+) kB$", _status(), re.MULTILINE):
        return 1024 * int(found[1])
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def _status() -> str:
    """Read what Linux says of this process: `getrusage` counts what a parent had before it began this program."""
    try:
        return Path("/proc/self/status").read_text(encoding="utf-8")
    except OSError:
        return ""


def _leave_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _serve(connection: Connection) -> None:
    """Answer questions until the other end is closed; what a child does."""
    global _inside
    _inside = True
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    gc.set_threshold(*_RARELY)
    threading.Thread(target=_leave_with_the_parent, daemon=True).start()
    small = peak_memory()
    while True:
        try:
            function, args, kwargs = connection.recv()
        except EOFError:
            return
        try:
            with progress.listening(lambda known: connection.send((KNOWN, known, False))):
                kind, value = ANSWER, function(*args, **kwargs)
        except Exception as error:
            kind, value = ERROR, error
        tired = peak_memory() - small > _MOST_GROWTH
        try:
            connection.send((kind, value, tired))
        except Exception as error:
            connection.send((ERROR, RuntimeError(f"{value!r} cannot be handed over: {error}"), tired))


class Worker:
    """A warm child process that answers one question at a time."""

    def __init__(self) -> None:
        """Start the process."""
        context = _context()
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with held():
            self.process.start()
        theirs.close()
        self.tired = False

    def ask(self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Hand a question over."""
        self.connection.send((function, args, kwargs))

    def receive(self) -> tuple[str, Any]:
        """Take what the child says."""
        try:
            kind, value, self.tired = self.connection.recv()
        except (EOFError, OSError):
            return ENDED, RuntimeError("the process that answers has ended")
        return kind, value

    @property
    def waitable(self) -> list[Any]:
        """Give what becomes ready when the child says something or ends."""
        return [self.connection, self.process.sentinel]

    @property
    def has_spoken(self) -> bool:
        """Say whether there is something to receive, be it that the child has ended."""
        return self.connection.poll() or not self.process.is_alive()

    def stop(self) -> None:
        """End the child at once, whatever it does."""
        self.process.kill()
        self.connection.close()
        self.process.join(0.1)
