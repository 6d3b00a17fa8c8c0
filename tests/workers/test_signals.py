"""When a signal may raise, when it is put off, and when it does nothing."""

import gc
import signal
import subprocess
import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from solver_bridge import children, interrupts, progress
from solver_bridge.interrupts import heed, held, is_unsafe, no_more

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")


@pytest.fixture
def handlers(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Give what signals are handled by, and the timers that are set, while none of that is really done."""
    done: list[Any] = []
    monkeypatch.setattr(signal, "signal", lambda number, handler: done.append((number, handler)))
    monkeypatch.setattr(signal, "setitimer", lambda timer, seconds: done.append((timer, seconds)))
    return done


def frame(file: str, name: str, back: Any = None) -> Any:
    return SimpleNamespace(f_code=SimpleNamespace(co_filename=file, co_name=name), f_back=back)


def test_in_what_an_exception_must_not_be_raised() -> None:
    plain = frame("cli.py", "main")
    assert not is_unsafe(None)
    assert not is_unsafe(frame("cli.py", "run", plain))
    for unsafe in (
        frame("<frozen importlib._bootstrap>", "_load"),
        frame("clingo/_internal.py", "pyclingo_solve_event_callback"),
        frame("anywhere.py", "__del__"),
    ):
        assert is_unsafe(unsafe)
        unsafe.f_back = plain
        assert is_unsafe(frame("cli.py", "inner", unsafe))


def test_a_signal_raises_or_is_put_off(handlers: list[Any]) -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupts._raise_when_safe(2, frame("cli.py", "main"))
    interrupts._raise_when_safe(2, frame("anywhere.py", "__del__"))
    assert handlers == [(signal.ITIMER_REAL, 0.02)]


def test_what_is_held_is_put_off(handlers: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    masked: list[Any] = []
    monkeypatch.setattr(signal, "pthread_sigmask", lambda how, signals: masked.append((how, signals)) or {signal.SIGUSR1})
    with held():
        interrupts._raise_when_safe(2, None)
        with held():
            pass
        interrupts._raise_when_safe(2, None)
    assert handlers == [(signal.ITIMER_REAL, 0.02)] * 2
    assert masked == [
        (signal.SIG_BLOCK, {signal.SIGINT}),
        (signal.SIG_BLOCK, {signal.SIGINT}),
        (signal.SIG_SETMASK, {signal.SIGUSR1}),
        (signal.SIG_SETMASK, {signal.SIGUSR1}),
    ]
    with pytest.raises(KeyboardInterrupt):
        interrupts._raise_when_safe(2, None)


def test_a_command_heeds_signals_until_it_is_over(handlers: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.SIG_IGN)
    heed()
    assert handlers == []
    monkeypatch.setattr(signal, "getsignal", lambda number: signal.default_int_handler if number == signal.SIGINT else None)
    heed()
    assert handlers == [(number, interrupts._raise_when_safe) for number in (signal.SIGALRM, signal.SIGINT)]
    handlers.clear()
    no_more()
    assert handlers == [(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGALRM)]


class Wire:
    """The child's end of a pipe, with the questions that come; what cannot be handed over is a set."""

    def __init__(self, *questions: Any) -> None:
        self.questions, self.said = list(questions), []

    def recv(self) -> Any:
        if not self.questions:
            raise EOFError
        return self.questions.pop(0)

    def send(self, told: Any) -> None:
        if isinstance(told[1], set):
            raise TypeError("no sets")
        self.said.append(told)


def noting(number: int, *, more: int = 0) -> int:
    progress.note(number)
    return number + more


def failing() -> None:
    raise LookupError("nothing there")


@pytest.mark.parametrize("grown", [0, 256 * 2**20, 256 * 2**20 + 1])
def test_what_a_child_does(handlers: list[Any], monkeypatch: pytest.MonkeyPatch, grown: int) -> None:
    peaks = iter([1000, *[1000 + grown] * 9])
    monkeypatch.setattr(children, "peak_memory", lambda: next(peaks))
    monkeypatch.setattr(children, "_inside", False)
    monkeypatch.setattr(gc, "freeze", lambda: handlers.append("freeze"))
    monkeypatch.setattr(gc, "set_threshold", lambda *numbers: handlers.append(numbers))
    monkeypatch.setattr(threading.Thread, "start", lambda thread: handlers.append((thread._target, thread.daemon)))  # type: ignore[attr-defined]
    wire = Wire((noting, (3,), {"more": 2}), (failing, (), {}), (set, ([1],), {}))
    assert not children.inside()
    children._serve(wire)  # type: ignore[arg-type]
    assert children.inside()
    assert handlers == [
        (signal.SIGINT, signal.SIG_IGN),
        "freeze",
        (50_000, 20, 20),
        (children._leave_with_the_parent, True),
    ]
    tired = grown > 256 * 2**20
    known, answer, error, lost = wire.said
    assert (known, answer) == (("known", 3, False), ("answer", 5, tired))
    assert (error[0], error[1].args, error[2]) == ("error", ("nothing there",), tired)
    assert (lost[0], str(lost[1]), lost[2]) == ("error", "{1} cannot be handed over: no sets", tired)
    assert not progress.heard()


def test_how_children_are_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children.sys, "platform", "linux")
    monkeypatch.setattr(children.multiprocessing, "get_context", lambda method: method)
    for methods, threads, chosen in (
        (["fork", "forkserver", "spawn"], 1, "fork"),
        (["fork", "forkserver", "spawn"], 2, "forkserver"),
        (["forkserver", "spawn"], 1, "forkserver"),
        (["spawn"], 1, "spawn"),
    ):
        monkeypatch.setattr(children.multiprocessing, "get_all_start_methods", lambda methods=methods: methods)
        monkeypatch.setattr(children.threading, "active_count", lambda threads=threads: threads)
        assert children._context() == chosen
    monkeypatch.setattr(children.sys, "platform", "darwin")
    monkeypatch.setattr(children.multiprocessing, "get_all_start_methods", lambda: ["fork", "forkserver", "spawn"])
    monkeypatch.setattr(children.threading, "active_count", lambda: 1)
    assert children._context() == "spawn"


def test_the_most_memory_is_told_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    monkeypatch.setattr(resource, "getrusage", lambda who: SimpleNamespace(ru_maxrss=7 if who == resource.RUSAGE_SELF else 0))
    of_linux = "VmPeak:\t     900 kB\nVmHWM:\t     500 kB\nVmRSS:\t     400 kB\n"
    for platform, status, expected in (
        ("linux", of_linux, 500 * 1024),
        ("linux", "", 7 * 1024),
        ("darwin", "", 7),
        ("win32", "", 0),
    ):
        monkeypatch.setattr(children.sys, "platform", platform)
        monkeypatch.setattr(children, "_status", lambda status=status: status)
        assert children.peak_memory() == expected


@pytest.mark.skipif(children.sys.platform != "linux", reason="elsewhere the system's own count has to do")
def test_what_a_parent_had_is_not_counted() -> None:
    told = "from solver_bridge.children import peak_memory; print(peak_memory())"
    large = f"import subprocess, sys; held = b'1' * {300 * 2**20}; subprocess.run([sys.executable, '-c', {told!r}], check=True)"
    done = subprocess.run([sys.executable, "-c", large], capture_output=True, text=True, check=True)
    assert 0 < int(done.stdout) < 200 * 2**20
