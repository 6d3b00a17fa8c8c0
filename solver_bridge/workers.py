"""Limits and cores: questions answered in warm child processes, with a hard time limit, on all cores.

The solver cannot be interrupted while it grounds, so what must end is run where it can be killed: in a child process
(`limited`, `Pool`), or in a thread beside the main one of a command that leaves its process at once (`beside`).
Functions that are handed over must be found by name in a module, their arguments and answers must pickle.
"""

import atexit
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from solver_bridge import progress
from solver_bridge.errors import LimitReached

__all__ = ["Pool", "attacks_all", "beside", "cores", "default_pool", "limited", "map_chunks"]

T = TypeVar("T")

_ANSWER, _ERROR, _KNOWN, _ENDED = "answer", "error", "known", "ended"
_MOST_GROWTH = 256 * 2**20
"""How many bytes a child may grow by before another takes its place: the solver never forgets a term."""

_IN_CHILDREN = 256
"""From how many items on a batch for one core is answered in a child, so that this process stays small."""

_inside = False


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def _context() -> Any:
    """Choose how children are started: a plain fork is the fastest, and safe only while there are no threads."""
    methods = multiprocessing.get_all_start_methods()
    if sys.platform == "linux" and threading.active_count() == 1 and "fork" in methods:
        return multiprocessing.get_context("fork")
    method = "forkserver" if sys.platform == "linux" and "forkserver" in methods else "spawn"
    return multiprocessing.get_context(method)


def _peak() -> int:
    """Give the most memory that this process has had, where the system tells."""
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


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
    threading.Thread(target=_leave_with_the_parent, daemon=True).start()
    small = _peak()
    while True:
        try:
            function, args, kwargs = connection.recv()
        except EOFError:
            return
        try:
            with progress.listening(lambda known: connection.send((_KNOWN, known, False))):
                kind, value = _ANSWER, function(*args, **kwargs)
        except Exception as error:
            kind, value = _ERROR, error
        tired = _peak() - small > _MOST_GROWTH
        try:
            connection.send((kind, value, tired))
        except Exception as error:
            connection.send((_ERROR, RuntimeError(f"{value!r} cannot be handed over: {error}"), tired))


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while a child starts, so that it never sees one before it ignores them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker:
    """A warm child process that answers one question at a time."""

    def __init__(self) -> None:
        context = _context()
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs,), daemon=True)
        with _interrupts_held():
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
            return _ENDED, RuntimeError("the process that answers has ended")
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


class Pool:
    """Warm worker processes; may be used by several threads, each question has a worker of its own."""

    def __init__(self, jobs: int | None = None) -> None:
        """Begin without children; they are started when they are needed, and kept."""
        self.jobs = jobs or cores()
        self._idle: list[_Worker] = []
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
            raise LimitReached(known[-1] if known else None) from None
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
                if kind == _KNOWN:
                    known[:] = [value]
                    continue
                if kind == _ENDED:
                    raise value
                self._give_back(worker)
                worker = None
                if kind == _ERROR:
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
        busy: dict[_Worker, int] = {}
        waiting = list(range(len(chunks)))[::-1]
        try:
            while waiting or busy:
                while waiting and len(busy) < (jobs or self.jobs) and self._enter(deadline, not busy):
                    self._start(function, chunks, waiting.pop(), busy)
                if not busy or not wait([item for worker in busy for item in worker.waitable], _left(deadline)):
                    raise LimitReached(answers)
                for worker in [worker for worker in busy if worker.has_spoken]:
                    kind, value = worker.receive()
                    if kind in (_ERROR, _ENDED):
                        raise value
                    if kind == _ANSWER:
                        answers[busy.pop(worker)] = value
                        self._give_back(worker)
                        self._room.release()
        except KeyboardInterrupt:
            raise LimitReached(answers) from None
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
        self, function: Callable[[Any], Any], chunks: Sequence[Any], index: int, busy: dict[_Worker, int]
    ) -> None:
        try:
            worker = self._hand_over(function, (chunks[index],), {})
        except BaseException:
            self._room.release()
            raise
        busy[worker] = index

    def _hand_over(
        self, function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> _Worker:
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

    def _take(self) -> tuple[_Worker, bool]:
        """Give a worker, and whether it has been waiting."""
        with self._lock:
            if self._owner != os.getpid():
                self._idle, self._owner = [], os.getpid()
            if self._idle:
                return self._idle.pop(), True
        return _Worker(), False

    def _give_back(self, worker: _Worker) -> None:
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
    if _inside:
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
        if _inside or (jobs <= 1 and seconds is None and len(items) < _IN_CHILDREN):
            for index, chunk in enumerate(chunks):
                found[index] = function(chunk)
        elif jobs <= default_pool().jobs:
            found = default_pool().map_chunks(function, chunks, jobs, seconds)
        else:
            with Pool(jobs) as pool:
                found = pool.map_chunks(function, chunks, jobs, seconds)
    except KeyboardInterrupt:
        raise LimitReached(_flat(found, chunks)) from None
    except LimitReached as limit:
        raise LimitReached(_flat(limit.known, chunks)) from None
    return _flat(found, chunks)


def _flat(found: Sequence[Sequence[Any] | None], chunks: Sequence[Sequence[Any]]) -> list[Any]:
    return [
        answer
        for known, chunk in zip(found, chunks, strict=True)
        for answer in (known if known is not None else [None] * len(chunk))
    ]


def attacks_all(
    positions: Iterable[Any], jobs: int | None = None, *, why_not: bool = False, seconds: float | None = None
) -> list[Any]:
    """Answer `attacks` for many positions on several cores (all of them by default), in order.

    Raises LimitReached with the answers that are known, None for each position that is not answered yet.
    """
    from functools import partial

    from solver_bridge import answers
    from solver_bridge.asking import TOGETHER

    listed = list(positions)
    jobs = jobs or cores()
    size = max(1, min(TOGETHER, -(-len(listed) // jobs)))
    return map_chunks(partial(answers.attacks_all, why_not=why_not), listed, size, jobs, seconds)


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
            with progress.listening(lambda value: known.__setitem__(0, value)):
                answer.append(function(*args, **kwargs))
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        thread.join(seconds)
    except KeyboardInterrupt:
        raise LimitReached(known[0]) from None
    if failure:
        raise failure[0]
    if not answer:
        raise LimitReached(known[0])
    return answer[0]
