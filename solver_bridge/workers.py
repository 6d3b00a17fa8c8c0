"""Limits and cores: questions answered in warm child processes, with a hard time limit, on all cores.

The solver cannot be interrupted while it grounds, so what must end is run where it can be killed: in a child process.
A command that leaves its process at once needs none: see `progress.beside`.
Functions that are handed over must be found by name in a module, their arguments and answers must pickle.
"""

import atexit
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from multiprocessing.connection import wait
from typing import Any, TypeVar

from solver_bridge.children import ANSWER, ENDED, ERROR, KNOWN, Worker, cores, inside
from solver_bridge.errors import LimitReached

__all__ = ["Pool", "attacks_all", "cores", "default_pool", "limited", "map_chunks"]

T = TypeVar("T")

_IN_CHILDREN = 256
"""From how many items on a batch for one core is answered in a child, so that this process stays small."""


class Pool:
    """Warm worker processes; may be used by several threads, each question has a worker of its own."""

    def __init__(self, jobs: int | None = None) -> None:
        """Begin without children; they are started when they are needed, and kept."""
        self.jobs = jobs or cores()
        self._idle: list[Worker] = []
        self._room = threading.BoundedSemaphore(self.jobs)
        self._lock = threading.Lock()
        self._owner = os.getpid()

    def call(self, function: Callable[..., T], *args: Any, seconds: float | None = None, **kwargs: Any) -> T:
        """Answer a question in a child.

        Raises LimitReached, with what the function has noted as known, after some seconds or at Ctrl-C.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        known: list[Any] = []
        try:
            answer: T = self._call(function, args, kwargs, deadline, known)
        except KeyboardInterrupt:
            raise LimitReached(known[-1] if known else None, True) from None
        return answer

    def _call(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        deadline: float | None,
        known: list[Any],
    ) -> Any:
        if not self._room.acquire(timeout=_left(deadline)):
            raise LimitReached(None)
        worker = None
        try:
            worker = self._hand_over(function, args, kwargs)
            while True:
                if not wait(worker.waitable, _left(deadline)):
                    raise LimitReached(known[-1] if known else None)
                kind, value = worker.receive()
                if kind == KNOWN:
                    known[:] = [value]
                    continue
                if kind == ENDED:
                    raise value
                self._give_back(worker)
                worker = None
                if kind == ERROR:
                    raise value
                return value
        finally:
            if worker is not None:
                worker.stop()
            self._room.release()

    def map_chunks(
        self,
        function: Callable[[Any], Sequence[T]],
        chunks: Sequence[Any],
        jobs: int | None = None,
        seconds: float | None = None,
    ) -> list[Sequence[T] | None]:
        """Answer each chunk in a child, several side by side, in the order of the chunks.

        Raises LimitReached with the same list, None where nothing is known yet, after some seconds or at Ctrl-C.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        answers: list[Sequence[T] | None] = [None] * len(chunks)
        busy: dict[Worker, int] = {}
        waiting = list(range(len(chunks)))[::-1]
        try:
            while waiting or busy:
                while waiting and len(busy) < (jobs or self.jobs) and self._enter(deadline, not busy):
                    self._start(function, chunks, waiting.pop(), busy)
                if not busy or not wait([item for worker in busy for item in worker.waitable], _left(deadline)):
                    raise LimitReached(answers)
                for worker in [worker for worker in busy if worker.has_spoken]:
                    kind, value = worker.receive()
                    if kind in (ERROR, ENDED):
                        raise value
                    if kind == ANSWER:
                        answers[busy.pop(worker)] = value
                        self._give_back(worker)
                        self._room.release()
        except KeyboardInterrupt:
            raise LimitReached(answers, True) from None
        finally:
            for worker in busy:
                worker.stop()
                self._room.release()
        return answers

    def _enter(self, deadline: float | None, patiently: bool) -> bool:
        """Make room for one more question; wait for it only where there is nothing else to wait for."""
        if patiently:
            return self._room.acquire(timeout=_left(deadline))
        return self._room.acquire(blocking=False)

    def _start(
        self, function: Callable[[Any], Any], chunks: Sequence[Any], index: int, busy: dict[Worker, int]
    ) -> None:
        try:
            worker = self._hand_over(function, (chunks[index],), {})
        except BaseException:
            self._room.release()
            raise
        busy[worker] = index

    def _hand_over(
        self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Worker:
        """Hand a question to a worker that waits for one, or else to a new one."""
        while True:
            worker, waited = self._take()
            try:
                worker.ask(function, args, kwargs)
            except OSError:
                worker.stop()
                if not waited:
                    raise
            except BaseException:
                worker.stop()
                raise
            else:
                return worker

    def _take(self) -> tuple[Worker, bool]:
        """Give a worker, and whether it has been waiting."""
        with self._lock:
            if self._owner != os.getpid():
                self._idle, self._owner = [], os.getpid()
            if self._idle:
                return self._idle.pop(), True
        return Worker(), False

    def _give_back(self, worker: Worker) -> None:
        if worker.tired:
            worker.stop()
            return
        with self._lock:
            self._idle.append(worker)

    def close(self) -> None:
        """End all children that wait for a question."""
        with self._lock:
            idle, self._idle = self._idle, []
        if self._owner == os.getpid():
            for worker in idle:
                worker.stop()

    def __enter__(self) -> "Pool":
        """Give the pool itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End all children."""
        self.close()


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.monotonic())


_pool: Pool | None = None
_pool_lock = threading.Lock()


def default_pool() -> Pool:
    """Give the pool of this process, with a worker for each core."""
    global _pool
    with _pool_lock:
        if _pool is None or _pool._owner != os.getpid():
            _pool = Pool()
            atexit.register(_pool.close)
        return _pool


def limited(function: Callable[..., T], *args: Any, seconds: float | None, **kwargs: Any) -> T:
    """Answer a question within some seconds, in a warm child process; raise LimitReached with what is known by then.

    Ctrl-C does the same. Within a child the question is answered there and then.
    """
    if inside():
        return function(*args, **kwargs)
    return default_pool().call(function, *args, seconds=seconds, **kwargs)


def map_chunks(
    function: Callable[[Any], Sequence[T]],
    items: Sequence[Any],
    size: int,
    jobs: int | None = None,
    seconds: float | None = None,
) -> list[T]:
    """Answer a sequence of items in chunks of a size on several cores, in order.

    Raises LimitReached with the list of what is known, None for each item that is not answered yet.
    """
    chunks = [items[start : start + size] for start in range(0, len(items), size)]
    jobs = min(jobs or cores(), len(chunks))
    found: list[Sequence[T] | None] = [None] * len(chunks)
    try:
        if inside() or (jobs <= 1 and seconds is None and len(items) < _IN_CHILDREN):
            for index, chunk in enumerate(chunks):
                found[index] = function(chunk)
        elif jobs <= default_pool().jobs:
            found = default_pool().map_chunks(function, chunks, jobs, seconds)
        else:
            with Pool(jobs) as pool:
                found = pool.map_chunks(function, chunks, jobs, seconds)
    except KeyboardInterrupt:
        raise LimitReached(_flat(found, chunks), True) from None
    except LimitReached as limit:
        raise LimitReached(_flat(limit.known, chunks), limit.interrupted) from None
    return _flat(found, chunks)


def _flat(found: Sequence[Sequence[Any] | None], chunks: Sequence[Sequence[Any]]) -> list[Any]:
    return [
        answer
        for known, chunk in zip(found, chunks, strict=True)
        for answer in (known if known is not None else [None] * len(chunk))
    ]


def _even(items: int, size: int) -> int:
    """Give the size of the portions, all alike, into which items are divided: none is larger than a size."""
    return -(-items // (-(-items // size))) if items else 1


def attacks_all(
    positions: Iterable[Any], jobs: int | None = None, *, why_not: bool = False, seconds: float | None = None
) -> list[Any]:
    """Answer `attacks` for many positions on several cores (all of them by default), in order.

    Raises LimitReached with the answers that are known, None for each position that is not answered yet.
    """
    from functools import partial

    from solver_bridge import answers
    from solver_bridge.asking import LOAD, TOGETHER

    listed = list(positions)
    jobs = jobs or cores()
    most = min(TOGETHER, max(1, LOAD // max([1, *(len(position.units) for position in listed)])))
    size = _even(-(-len(listed) // jobs), most)
    return map_chunks(partial(answers.attacks_all, why_not=why_not), listed, size, jobs, seconds)
