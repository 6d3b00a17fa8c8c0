"""What a command says and gives when it is stopped, how far it says to have come, and how its process ends."""

import gc
import io
import os
import sys
import threading
from typing import Any

import pytest

from solver_bridge import cli, interrupts, progress
from solver_bridge.commands import proof_progress, searching
from solver_bridge.commands.finding import _pair_data, _row, _unknown
from solver_bridge.commands.proof_progress import ProofProgress
from solver_bridge.commands.searching import gathered
from solver_bridge.errors import LimitReached, UnusableInput
from solver_bridge.judging import run_rulings
from solver_bridge.model import Position
from solver_bridge.proving.pairs import ABSENT, INDUCTION, Pair, PairFound
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Here
from solver_bridge.sequence import Sequence

RULINGS = """
- name: right
  source: Attack
  position: {active: north, sites: {8: {controller: south}}, units: {ann: {power: 1, controller: north, at: surface 8}}}
  ask: {targets: {unit: ann, path: []}}
  expect: {exactly: [site 8]}
- name: wrong
  source: Attack
  position: {active: north, sites: {8: {controller: south}}, units: {ann: {power: 1, controller: north, at: surface 8}}}
  ask: {targets: {unit: ann, path: []}}
  expect: {exactly: []}
"""


def stopped(known: Any, interrupted: bool = False) -> Any:
    def beside(function: Any, *args: Any, seconds: float | None = None) -> Any:
        raise LimitReached(known, interrupted)

    return beside


def test_the_rulings_that_were_run_are_told(
    arbiter: Any, written: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(RULINGS)
    monkeypatch.setattr(progress, "beside", stopped(run_rulings([file])))
    done = arbiter("rulings", file, "--time-limit", "5")
    assert done.status == 3
    assert done.err == f"arbiter: {LimitReached(None)}\n"
    first, second, last = done.out.splitlines()
    assert first.startswith(f"FAILED {file}: wrong: ")
    assert second.startswith('  expected {"exactly":[]}; got ')
    assert last == "1 passed, 1 failed; not complete"
    data = arbiter("rulings", file, "--json").data
    assert list(data) == ["complete", "schema_version", "passed", "failed", "rulings"]
    assert (data["complete"], data["passed"], data["failed"]) == (False, 1, 1)


def test_the_events_that_were_judged_are_told(
    arbiter: Any, example: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from solver_bridge.checking import check

    events = check(example("ambush-defended")).events
    monkeypatch.setattr(progress, "beside", stopped(events[:2], True))
    done = arbiter("check", example("ambush-defended"))
    assert done.status == 3
    assert done.out == (
        "ok        move_and_attack: {unit: thieves, path: [surface 13]}\n"
        "ok        attack: {unit: thieves, target: knight}\n"
        "Not complete: 2 events judged.\n"
    )
    assert arbiter("check", example("ambush-defended"), "--json").data == {
        "complete": False,
        "events": [
            {"event": event, "legal": True, "supplied": False, "reasons": []}
            for event in (
                {"move_and_attack": {"unit": "thieves", "path": ["surface 13"]}},
                {"attack": {"unit": "thieves", "target": "knight"}},
            )
        ],
    }


def test_where_nothing_can_be_told_so_far_there_is_no_answer(
    arbiter: Any, example: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "beside", stopped(None))
    assert arbiter("attacks", example("ambush"))[:2] == (3, "")
    monkeypatch.setattr(progress, "beside", stopped("something"))
    assert arbiter("attacks", example("ambush"))[:2] == (3, "")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (RecursionError(), 2, "arbiter: the input is nested too deeply\n"),
        (MemoryError(), 3, "arbiter: there is not enough memory for an answer\n"),
        (KeyboardInterrupt(), 3, "arbiter: interrupted; no answer is known yet\n"),
    ],
)
def test_what_stops_an_answer_is_said(
    arbiter: Any, example: Any, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, said: str
) -> None:
    def raising(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(progress, "beside", raising)
    assert arbiter("attacks", example("ambush")) == (status, "", said)


def test_a_fault_of_the_program_is_said_with_its_place(
    arbiter: Any, example: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(*_: Any, **__: Any) -> None:
        raise ValueError("two\nlines")

    monkeypatch.setattr(progress, "beside", raising)
    done = arbiter("attacks", example("ambush"))
    line = raising.__code__.co_firstlineno + 1
    said = "this is a fault of the program itself, please report it"
    assert done == (3, "", f"arbiter: {said}: ValueError at test_cli_so_far.py:{line}: two\\nlines\n")


def test_a_command_is_left_as_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[Any] = []
    monkeypatch.setattr(interrupts, "heed", lambda: called.append("heed"))
    monkeypatch.setattr(interrupts, "no_more", lambda: called.append("no more"))
    monkeypatch.setattr(cli, "main", lambda: 1)
    monkeypatch.setattr(gc, "set_threshold", lambda *numbers: called.append(numbers))
    monkeypatch.setattr(gc, "freeze", lambda: called.append("freeze"))
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    monkeypatch.setattr(os, "_exit", lambda status: called.append(("exit", status)))
    assert cli.run() == 1
    assert called == [(100_000, 20, 20), "heed", "no more", "freeze"]
    called.clear()
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    cli.run()
    assert ("exit", 1) in called


def test_ctrl_c_before_a_command_has_begun(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def raising() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(interrupts, "heed", lambda: None)
    monkeypatch.setattr(cli, "main", raising)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert cli.run() == 3
    assert capsys.readouterr().err == "arbiter: interrupted\n"


class Stream(io.StringIO):
    """A stream that may be a terminal, or cannot be written to."""

    def __init__(self, terminal: bool = False, error: Exception | None = None) -> None:
        super().__init__()
        self.terminal, self.error = terminal, error

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        if self.error is not None:
            raise self.error
        return super().write(text)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Give a clock that stands still."""
    now = [100.0]
    for module in (proof_progress, searching):
        monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    return now


def test_how_far_a_proof_is_is_said_every_ten_seconds(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Stream())
    told = ProofProgress(3)
    told("lemmas", 1, 2)
    clock[0] += 9.9
    told.tick()
    assert stream.getvalue() == ""
    clock[0] += 0.1
    told.tick()
    told.known = 2
    told("window", 0, 0)
    clock[0] += 12.6
    told("images", 3, 3)
    told.tick()
    assert stream.getvalue() == (
        "verify: 0 of 3 properties known after 10 s; lemmas 1/2\n"
        "verify: 2 of 3 properties known after 23 s; images 3/3\n"
    )


def test_on_a_terminal_the_line_is_written_over(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Stream(terminal=True))
    told = ProofProgress(1)
    clock[0] += 0.4
    told.tick()
    assert stream.getvalue() == ""
    clock[0] += 0.1
    told.tick()
    text = "verify: 0 of 1 properties known after 0 s"
    assert stream.getvalue() == f"\r{text}{' ' * (100 - len(text))}\r"
    clock[0] += 1
    told("x" * 200, 0, 0)
    assert stream.getvalue().count("\r") == 4
    assert len(stream.getvalue()) == 204


def test_a_stream_that_cannot_be_written_to_is_left_alone(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Stream(error=OSError()))
    told = ProofProgress(1)
    clock[0] += 100
    told.tick()
    stream.error = None
    clock[0] += 1000
    told.tick()
    assert stream.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", None)
    ProofProgress(1).tick()


def test_how_far_a_search_is(monkeypatch: pytest.MonkeyPatch, clock: list[float]) -> None:
    monkeypatch.setattr(sys, "stderr", stream := Stream())
    show = searching.progress()
    show("early", 1, 2)
    clock[0] += 10
    show("lines", 1, 2)
    show("at once", 1, 2)
    clock[0] += 10
    show("units", 0, 0)
    assert stream.getvalue() == "1 of 2: lines\nunits\n"
    monkeypatch.setattr(sys, "stderr", terminal := Stream(terminal=True))
    searching.progress()("lines", 1, 2)
    text = "1 of 2: lines"
    assert terminal.getvalue() == f"\r{text}{' ' * (100 - len(text))}\r"
    monkeypatch.setattr(sys, "stderr", None)
    searching.progress()("lines", 1, 2)


def test_what_a_search_finds_is_gathered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert gathered(iter([1, 2]), Here(), None) == ([1, 2], True)
    asked: list[float | None] = []

    def beside(run: Any, *, seconds: float | None) -> None:
        asked.append(seconds)
        run()
        raise LimitReached(None, len(asked) > 1)

    monkeypatch.setattr(searching, "beside", beside)
    workers = Here()
    closed: list[int] = []
    workers.close = lambda: closed.append(1)  # type: ignore[method-assign]
    assert gathered(iter([1, 2]), workers, 5.0) == ([1, 2], False)
    assert workers.over()
    assert capsys.readouterr().err == ""
    assert gathered(iter([3]), workers, None) == ([3], False)
    assert capsys.readouterr().err == "interrupted; what is known so far follows\n"
    assert (asked, len(closed)) == ([6.0, None], 2)


def test_a_pair_of_reasons_is_a_row_of_a_table() -> None:
    pair = Pair("attack", "airborne", "stealth")
    position = Position(active="north")
    sequence = Sequence(position=position, events=(position._event({"pass": {"player": "north"}}),) * 3)
    one = PairFound(pair, "found", "", Scope(units=1, width=2, height=1), sequence)
    two = PairFound(pair, "found", "", Scope(units=2, width=2, height=1), sequence)
    assert _row(one) == ("attack", "airborne", "stealth", "1 unit, 2x1, event 3")
    assert _row(two)[-1] == "2 units, 2x1, event 3"
    assert _row(PairFound(pair, "none", INDUCTION))[-1] == "never (induction: lines of any length)"
    assert _row(PairFound(pair, "none", ABSENT))[-1] == "never (a reason of them is never there)"
    assert _row(_unknown(pair))[-1] == "not known"
    assert _pair_data(_unknown(pair)) == {
        "name": "attack: airborne and stealth",
        "event": "attack",
        "reasons": ["airborne", "stealth"],
        "found": False,
        "status": "unknown",
    }
    assert _pair_data(one) == {
        "name": "attack: airborne and stealth",
        "event": "attack",
        "reasons": ["airborne", "stealth"],
        "found": True,
        "status": "found",
        **sequence.to_data(),
    }


@pytest.mark.parametrize("all_of_them", [True, False])
def test_pairs_of_reasons_are_counted(
    arbiter: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any, all_of_them: bool
) -> None:
    from solver_bridge.proving import pairs

    position = Position(active="north")
    sequence = Sequence(position=position, events=(position._event({"pass": {"player": "north"}}),))
    wanted = [Pair("attack", "airborne", word) for word in ("disabled", "elsewhere", "stealth")]
    found = [
        PairFound(wanted[2], "none", INDUCTION),
        PairFound(wanted[0], "found", "", Scope(units=1, width=1, height=1), sequence),
    ]

    class Searched:
        def __init__(self, scope: Any, workers: Any, progress: Any) -> None:
            assert "Sir Kay" in scope.cards

        def search(self, asked: Any) -> Any:
            assert asked == wanted
            return iter(found)

    monkeypatch.setattr(pairs, "Pairs", Searched)
    monkeypatch.setattr(pairs, "all_pairs", lambda _cards: wanted)
    each = [part for pair in wanted for part in ("--pair", pair.kind, pair.second, pair.first)]
    done = arbiter("find", *(["--pairs"] if all_of_them else each), "--out", tmp_path)
    assert done.status == 3
    file = tmp_path / "attack-airborne-disabled.yaml"
    yaml = ["position:", "  active: north", "events:", "- pass:", "    player: north"]
    assert file.read_text(encoding="utf-8").splitlines() == ["# attack: airborne and disabled", *yaml]
    if all_of_them:
        assert done.out.splitlines() == [
            "event   reason    reason     at once",
            "------  --------  ---------  --------------------------------------",
            "attack  airborne  disabled   1 unit, 1x1, event 1",
            "attack  airborne  elsewhere  not known",
            "attack  airborne  stealth    never (induction: lines of any length)",
            "3 pairs: 1 at once somewhere, 1 never, 1 not known",
        ]
    else:
        assert done.out.splitlines() == [
            "attack: airborne and disabled: happens",
            f"written to {file}",
            *(f"    {line}" for line in yaml),
            "attack: airborne and elsewhere: not known",
            "attack: airborne and stealth: never happens in this scope (induction: lines of any length)",
        ]
    found.append(PairFound(wanted[1], "none", ABSENT))
    assert arbiter("find", "--pairs").status == 0


def test_properties_are_told_until_ctrl_c(arbiter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from solver_bridge.commands import proof_progress as bars
    from solver_bridge.proving import verify as proving
    from solver_bridge.proving.verify import Verdict

    counted: list[int] = []
    names = ("site_defended", "mirror_images", "range_agrees")

    class Counting(ProofProgress):
        def tick(self) -> None:
            counted.append(self.known)

    def verify(claims: Any, scope: Any, workers: Any, told: Any) -> Any:
        assert workers.tick == told.tick
        for claim, status in zip(claims, ("proved", "unknown"), strict=False):
            told(claim.name, 1, 1)
            yield Verdict(claim=claim, status=status, method="how", scope=scope, seconds=1.25)
        told("last", 1, 1)
        raise KeyboardInterrupt

    monkeypatch.setattr(bars, "ProofProgress", Counting)
    monkeypatch.setattr(proving, "verify", verify)
    asked = [part for name in names for part in ("--property", name)]
    done = arbiter("verify", *asked, "--squares", "2x1", "--edition", "codex-2026-05", "--reading", "stay_choice=last_join")
    assert done.status == 3
    assert done.out.splitlines() == [
        "property       source           status   how          seconds",
        "-------------  ---------------  -------  -----------  -------",
        "site_defended  Attack 3.2.1     proved   how          1.25",
        "mirror_images  Realm            unknown  how          1.25",
        "range_agrees   Range of Motion  unknown  interrupted  0.00",
        "",
        "2 of 3 are not known: the time was over, or you interrupted.",
    ]
    assert counted == [0, 1, 1]
    data = arbiter("verify", *asked, "--json").data
    assert [(found["name"], found["status"], found["method"], found["seconds"]) for found in data["properties"]] == [
        ("site_defended", "proved", "how", 1.25),
        ("mirror_images", "unknown", "how", 1.25),
        ("range_agrees", "unknown", "interrupted", 0.0),
    ]
    assert data["properties"][0]["scope"] == {"units": 2, "squares": "3x2", "effects": 1, "power": 1}


def test_who_carries_tasks_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from argparse import Namespace

    from solver_bridge.commands import proofs
    from solver_bridge.proving import workers

    monkeypatch.setattr(proofs.time, "monotonic", lambda: 100.0)

    def made(jobs: int, least: int = 2, longest: float | None = None, **more: Any) -> tuple[str, float | None]:
        given = {"seconds": None, "time_limit": None, "dask": None, **more}
        found = proofs.workers_of(Namespace(jobs=jobs, **given), least=least, longest=longest)
        return type(found).__name__, found.until

    assert made(1) == ("Here", None)
    assert made(2) == ("Processes", None)
    assert made(1, least=1) == ("Processes", None)
    assert made(1, longest=600.0) == ("Here", 700.0)
    assert made(1, seconds=7.0, time_limit=5.0, longest=600.0) == ("Here", 105.0)
    assert made(1, seconds=3.0) == ("Here", 103.0)

    def cluster(error: Exception) -> Any:
        def start(address: str, until: float | None) -> None:
            raise error

        return start

    for error, said in (
        (ImportError(), "dask.distributed is not installed: install the extra [cluster]"),
        (OSError("gone"), "no scheduler answers at tcp://there: gone"),
    ):
        monkeypatch.setattr(workers, "Cluster", cluster(error))
        with pytest.raises(UnusableInput) as raised:
            made(1, dask="tcp://there")
        assert [(fault.file, fault.message) for fault in raised.value.faults] == [("--dask", said)]
