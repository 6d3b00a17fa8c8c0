"""Tries mutants: each in a process of its own that is forked from one in which the runs have been read.

The process sees a copy of asp/ with one file changed, has bounded memory and time, and tells which run noticed.
"""

import gc
import json
import os
import resource
import selectors
import shutil
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from solver_bridge import engine, programs, reasons, resources, vocabulary
from solver_bridge.engine import EngineError
from solver_bridge.proving import claims
from solver_bridge.resources import asp_dir
from tests.mutation.mutants import Mutant, rules_text

__all__ = ["KILLED", "SURVIVED", "Check", "Checked", "Verdict", "other_rules", "tried"]

KILLED, SURVIVED = "killed", "survived"
MEMORY = 1 << 30
"""How much more memory than it had at first a process may use."""
_WAITED = 10
"""How many times its seconds a process is waited for, where others take the processor from it."""


class Checked(NamedTuple):
    """Whether a mutant was noticed, and by what; or, line by line, by what it was not."""

    noticed: bool
    by: str


Check = Callable[[Mutant], Checked]
"""Looks at a mutant; it is called where the mutant's rules are in force."""


class Verdict(NamedTuple):
    """What became of a mutant: killed by something, or not."""

    key: str
    outcome: str
    by: str
    seconds: float


class _Folder:
    """A copy of asp/ of links to its files, of which one at a time is replaced."""

    def __init__(self, path: Path) -> None:
        shutil.rmtree(path, ignore_errors=True)
        self.path = path
        self.changed: Path | None = None
        source = Path(asp_dir())
        for file in source.rglob("*"):
            if file.suffix in (".lp", ".jsonl"):
                link = path / file.relative_to(source)
                link.parent.mkdir(parents=True, exist_ok=True)
                link.symlink_to(file.resolve())

    def put(self, mutant: Mutant) -> None:
        self.restore()
        self.changed = self.path / mutant.file
        text = mutant.applied(rules_text(mutant.file))
        self.changed.unlink()
        self.changed.write_text(text, encoding="utf-8")

    def restore(self) -> None:
        if self.changed is not None:
            self.changed.unlink()
            self.changed.symlink_to((Path(asp_dir()) / self.changed.relative_to(self.path)).resolve())
            self.changed = None


def other_rules(folder: Path) -> None:
    """Make this process use the rules of another folder."""
    os.environ["ARBITER_RULES"] = str(folder)
    for cached in (resources.asp_dir, engine._read, vocabulary.load, programs._encoded, reasons._links, claims.shipped):
        cached.cache_clear()


def tried(
    tasks: Iterable[tuple[Mutant, Check, float]], folder: Path, jobs: int = 1
) -> Iterator[tuple[Mutant, Verdict]]:
    """Try mutants, each by its check and within its seconds; give what became of each as it is known."""
    free = [_Folder(folder / str(number)) for number in range(jobs)]
    waiting = iter(tasks)
    running: dict[int, tuple[int, Mutant, float, float, _Folder, list[bytes]]] = {}
    selector = selectors.DefaultSelector()
    more = True
    gc.collect()
    gc.freeze()
    while more or running:
        while more and free:
            task = next(waiting, None)
            if task is None:
                more = False
                break
            mutant, check, seconds = task
            place = free.pop()
            place.put(mutant)
            pid, pipe = _forked(mutant, check, place.path, seconds)
            selector.register(pipe, selectors.EVENT_READ)
            running[pipe] = (pid, mutant, time.monotonic(), seconds, place, [])
        ready = {key.fd for key, _ in selector.select(0.2)} if running else set()
        for pipe, (pid, mutant, began, seconds, place, said) in list(running.items()):
            spent = time.monotonic() - began
            text = os.read(pipe, 65536) if pipe in ready else None
            if text:
                said.append(text)
                continue
            if text is None and spent <= _WAITED * seconds:
                continue
            if text is None:
                os.kill(pid, signal.SIGKILL)
            _, status, usage = os.wait4(pid, 0)
            selector.unregister(pipe)
            os.close(pipe)
            del running[pipe]
            place.restore()
            free.append(place)
            yield mutant, _verdict(mutant, b"".join(said), status, usage.ru_utime + usage.ru_stime)


def _verdict(mutant: Mutant, said: bytes, status: int, seconds: float) -> Verdict:
    if not said:
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
            # It had no time of its own: nothing is known.
            return Verdict(mutant.key, SURVIVED, "nothing: it was waited for too long", round(seconds, 2))
        how = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "nothing said"
        return Verdict(mutant.key, KILLED, f"limit: {how}", round(seconds, 2))
    noticed, by = json.loads(said)
    return Verdict(mutant.key, KILLED if noticed else SURVIVED, by, round(seconds, 2))


def _forked(mutant: Mutant, check: Check, folder: Path, seconds: float) -> tuple[int, int]:
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid:
        os.close(theirs)
        return pid, ours
    try:
        os.close(ours)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        used = _memory()
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        other_rules(folder)
        os.write(theirs, json.dumps(_said(mutant, check)).encode())
    finally:
        os._exit(0)


def _said(mutant: Mutant, check: Check) -> Checked:
    try:
        return check(mutant)
    except EngineError as error:
        return Checked(True, f"error: {str(error)[-200:]}")
    except MemoryError:
        return Checked(True, "limit: memory")
    except Exception as error:
        return Checked(True, f"error: {type(error).__name__}: {str(error)[:200]}")


def _memory() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()
