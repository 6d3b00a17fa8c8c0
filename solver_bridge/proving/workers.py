"""Carries out tasks: here, in processes of this machine, or on a Dask cluster; a task that was lost is done again."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from multiprocessing.process import BaseProcess
from typing import Any

from solver_bridge.engine import UNKNOWN
from solver_bridge.interrupts import held
from solver_bridge.proving.tasks import Done, Task, run

__all__ = ["Cluster", "Here", "Processes", "Workers"]

_LOST = 3
_PATIENCE = 2.0


def _nothing() -> None:
    pass


def _begin() -> None:
    """Leave Ctrl-C to the process that this one works for, and lead a group that can be ended at once."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    threading.Thread(target=_leave_with_the_parent, daemon=True).start()


def _leave_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        _end_group(os.getpid())
        os._exit(1)


def _end_group(leader: int) -> None:
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)


def _end(process: BaseProcess) -> None:
    """End a process, and the grounder that it may have called."""
    if process.pid is not None:
        _end_group(process.pid)
    process.kill()


def _run(task: Task, ends: float | None) -> Done:
    """Carry out a task up to a moment by the clock, which processes have in common."""
    left = None if ends is None else ends - time.time()
    return Done(UNKNOWN, (), 0.0) if left is not None and left <= 0 else run(task, left)


class Workers:
    """Carries out tasks, until a moment if there is one; gives each result with its task's number as it comes."""

    def __init__(self, until: float | None = None) -> None:
        """Set the moment (of time.monotonic) after which nothing is begun."""
        self.until = until
        self.many = False
        """Whether several tasks are carried out at a time."""
        self.tick: Callable[[], None] = _nothing

    def left(self) -> float | None:
        """Give the seconds that are left."""
        return None if self.until is None else max(0.0, self.until - time.monotonic())

    def ends(self) -> float | None:
        """Give the moment by the clock after which nothing is begun."""
        return None if self.until is None else time.time() + self.until - time.monotonic()

    def over(self) -> bool:
        """Say whether the time is over."""
        return self.until is not None and time.monotonic() >= self.until

    def results(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Done]]:
        """Give the results as they come."""
        raise NotImplementedError

    def close(self) -> None:
        """End what was started."""


class Here(Workers):
    """Carries out tasks one after another in this process."""

    def results(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Done]]:
        """Give the results in the order of the tasks."""
        for number, task in enumerate(tasks):
            yield number, Done(UNKNOWN, (), 0.0) if self.over() else run(task, self.left())


class Processes(Workers):
    """Carries out tasks in processes of this machine."""

    def __init__(self, jobs: int, until: float | None = None) -> None:
        """Start so many processes when the first task comes."""
        super().__init__(until)
        self.jobs = jobs
        self.many = jobs > 1
        self._pool: ProcessPoolExecutor | None = None
        self._busy = False

    def results(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Done]]:
        """Give the results as they come; if a process dies, what it had not finished is begun again."""
        left = dict(enumerate(tasks))
        for _ in range(_LOST):
            if self.over():
                break
            try:
                for number, done in self._pass(left):
                    del left[number]
                    yield number, done
            except BrokenProcessPool:
                self.close()
            if not left:
                return
        yield from ((number, Done(UNKNOWN, (), 0.0)) for number in left)

    def _pass(self, tasks: dict[int, Task]) -> Iterator[tuple[int, Done]]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.jobs, mp_context=get_context("spawn"), initializer=_begin)
        with held():
            open_tasks: dict[Future[Done], int] = {
                self._pool.submit(_run, task, self.ends()): number for number, task in list(tasks.items())
            }
        self._busy = True
        while open_tasks:
            finished, _ = wait(open_tasks, timeout=0.25, return_when=FIRST_COMPLETED)
            self.tick()
            for future in finished:
                yield open_tasks.pop(future), future.result()
            if self.late():
                self.close()
                yield from ((number, Done(UNKNOWN, (), 0.0)) for number in open_tasks.values())
                return
        self._busy = False

    def late(self) -> bool:
        """Say whether the time has been over for so long that what still runs is not waited for."""
        return self.until is not None and time.monotonic() >= self.until + _PATIENCE

    def close(self) -> None:
        """End the processes, whatever they do: a grounder listens to nobody."""
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()) if self._busy else ():
                _end(process)
            self._pool.shutdown(cancel_futures=True)
            self._pool = None


class Cluster(Workers):
    """Carries out tasks on a Dask cluster, whose scheduler begins again what a lost worker had not finished."""

    def __init__(self, address: str, until: float | None = None) -> None:
        """Connect to the scheduler at an address."""
        super().__init__(until)
        self._dask: Any = import_module("distributed")
        self._client: Any = self._dask.Client(address)
        self.many = True

    def results(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Done]]:
        """Give the results as they come."""
        futures = {
            self._client.submit(_run, task, self.ends(), pure=False, retries=_LOST): number
            for number, task in enumerate(tasks)
        }
        try:
            for future in self._dask.as_completed(list(futures)):
                failed = future.status != "finished"
                yield futures[future], Done(UNKNOWN, (), 0.0) if failed else future.result()
        finally:
            if self._client.status == "running":
                self._client.cancel(list(futures))

    def close(self) -> None:
        """Leave the cluster."""
        self._client.close()
