"""Proofs, goals and differences on small scopes: what is proved, how, and that a scope is not empty."""

import json
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from solver_bridge.cli import main
from solver_bridge.commands import proof_progress
from solver_bridge.engine import FOUND, NONE
from solver_bridge.proving.claims import GOALS, LEMMAS, PROPERTIES, claims_in, shipped
from solver_bridge.proving.scope import Scope, block
from solver_bridge.proving.tasks import first_task, line_task, run, step_task
from solver_bridge.proving.verify import PROVED, parts, smallest, verify
from solver_bridge.proving.workers import Here, Processes

SMALL = Scope(units=2, width=2, height=1, effects=1)


def test_lemmas_hold_at_first_and_are_kept():
    lemmas = shipped(LEMMAS)
    scope = Scope(units=3, width=2, height=1)
    assert run(first_task(lemmas, scope)).status == NONE
    assert run(step_task(lemmas, scope)).status == NONE


def own_claim(folder, kind, text):
    """Give the only claim of a user's own file."""
    file = folder / "own.lp"
    file.write_text(text, encoding="utf-8")
    (claim,) = claims_in(kind, str(file))
    return claim


def test_a_scope_has_positions_and_states_under_way(tmp_path):
    claim = own_claim(
        tmp_path,
        PROPERTIES,
        'property(anything, "Attack", "Nothing is ever under way.").\n'
        "violated(anything, T) :- phase(window, T), holds(joined(U), T), occurs(pass(P), T).\n",
    )
    assert run(step_task([claim], SMALL)).status == FOUND
    assert run(line_task(claim, SMALL, 4)).status == FOUND


def test_find_gives_the_smallest_position_and_line():
    goals = {claim.name: claim for claim in shipped(GOALS)}
    ((_, status, sequence),) = smallest([goals["later_stealth"]], Scope(units=2, width=1, height=1), Here())
    assert status == FOUND
    assert sequence is not None
    assert [event.word for event in sequence.events] == ["move_and_attack", "attack", "effect", "pass"]


def test_an_impossible_goal_is_never_found(tmp_path):
    claim = own_claim(
        tmp_path,
        GOALS,
        'goal(never, "Attack 3", "The attacker defends.").\n'
        "happens(never, T) :- occurs(defend(U), T), holds(attacker(U), T).\n",
    )
    ((_, status, _),) = smallest([claim], Scope(units=1, width=1, height=1, effects=0), Here())
    assert status == NONE


def test_goals_are_listed(capsys):
    assert main(["find", "--list", "--json"]) == 0
    goals = json.loads(capsys.readouterr().out)["goals"]
    assert len(goals) == len(shipped(GOALS))
    assert main(["find", "--list"]) == 0
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["goal", "source", "what", "happens"]
    assert [row.split()[0] for row in rows if not row.startswith(" ")] == [goal["name"] for goal in goals]


def test_diff_of_one_reading_with_itself(capsys):
    arguments = ["--units", "1", "--squares", "1x1", "--effects", "0", "--json"]
    assert main(["diff", "stay_choice=each_join", "stay_choice=each_join", *arguments]) == 0
    assert json.loads(capsys.readouterr().out)["differences"] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify", "--property", "only_enemies"],
        ["verify", "--squares", "6x4"],
        ["verify", "--units", "0"],
        ["verify", "--file", "/nowhere/at/all.lp"],
        ["find", "nothing_at_all"],
        ["diff", "codex-2026-05", "codex-2025"],
    ],
)
def test_unusable_input_is_said(arguments, capsys):
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told
    assert "Traceback" not in told


def test_a_time_limit_leaves_the_rest_unknown(capsys):
    assert main(["verify", "--units", "2", "--squares", "2x1", "--seconds", "0.001", "--json"]) == 3
    statuses = {found["status"] for found in json.loads(capsys.readouterr().out)["properties"]}
    assert "unknown" in statuses


def test_processes_give_the_same_as_one():
    claims = [claim for claim in shipped(PROPERTIES) if claim.name in ("site_defended", "strikes_once")]
    workers = Processes(2)
    try:
        found = list(verify(claims, Scope(units=3, width=2, height=2), workers))
    finally:
        workers.close()
    assert [verdict.status for verdict in found] == [PROVED, PROVED]


def test_a_process_that_is_killed_loses_nothing():
    claims = [claim for claim in shipped(PROPERTIES) if claim.name == "site_defended"]
    workers = Processes(2)
    tasks = [
        step_task(claims, Scope(units=2, width=5, height=4), cube) for cube in range(1, 7)
    ]
    found = []
    try:
        for number, done in workers.results(tasks):
            found.append((number, done.status))
            if len(found) == 1 and workers._pool is not None:
                next(iter(workers._pool._processes.values())).kill()
                time.sleep(0.2)
    finally:
        workers.close()
    assert sorted(found) == [(number, NONE) for number in range(len(tasks))]


def test_parts_of_a_scope_come_by_units_then_squares():
    found = [(part.units, part.squares) for part in parts(Scope(units=2, width=2, height=2))]
    assert found[:5] == [(1, "1x1"), (1, "2x1"), (1, "1x2"), (1, "2x2"), (2, "1x1")]


@pytest.mark.parametrize(
    ("written", "expected"),
    [("5x4", (5, 4)), (" 3X2", (3, 2)), ("6x1", None), ("1x5", None), ("0x1", None), ("3", None)],
)
def test_blocks(written, expected):
    assert block(written) == expected


def test_grounding_does_not_outlast_the_time(capsys):
    start = time.monotonic()
    assert main(["verify", "--units", "3", "--squares", "5x4", "--time-limit", "1", "--json"]) == 3
    assert time.monotonic() - start < 15
    told = json.loads(capsys.readouterr().out)["properties"]
    assert [found["name"] for found in told] == [claim.name for claim in shipped(PROPERTIES)]
    assert {found["status"] for found in told} <= {"proved", "unknown"}


def test_how_far_a_proof_has_come_is_said(monkeypatch, capsys):
    monkeypatch.setattr(proof_progress, "EVERY", 0.0)
    assert main(["verify", "--property", "site_defended", "--squares", "2x1"]) == 0
    told = capsys.readouterr().err.splitlines()
    assert any(line.startswith("verify: 0 of 1 properties known after ") for line in told)


@pytest.mark.skipif(sys.platform == "win32", reason="a signal is sent")
def test_at_ctrl_c_what_is_proved_is_answered():
    command = [sys.executable, "-m", "solver_bridge", "verify", "--units", "2", "--squares", "5x4", "--json"]
    command += ["--property", "mirror_images", "--property", "range_agrees"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if "1 of 2 properties known" in line:
            break
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 3
    assert [found["status"] for found in json.loads(out)["properties"]] == ["proved", "unknown"]


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_no_process_outlives_the_one_it_works_for():
    def children(parent):
        found = []
        for entry in Path("/proc").iterdir():
            with suppress(OSError):
                if entry.name.isdigit() and (entry / "stat").read_text().rpartition(")")[2].split()[1] == str(
                    parent
                ):
                    found.append(int(entry.name))
        return found

    command = [
        sys.executable,
        "-m",
        "solver_bridge",
        "verify",
        "--units",
        "3",
        "--squares",
        "5x4",
        "--jobs",
        "2",
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while len(workers := children(process.pid)) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(2)
    workers = children(process.pid)
    assert len(workers) >= 2
    process.kill()
    process.wait()
    while any(Path(f"/proc/{worker}").exists() for worker in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]
