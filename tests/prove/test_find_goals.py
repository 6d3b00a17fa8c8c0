"""Goals: those that come with the rules are found, and those of a user's own work, or are faulted at their line."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from solver_bridge.cli import main
from solver_bridge.engine import FOUND
from solver_bridge.program_text import Var, program
from solver_bridge.programs import files_for
from solver_bridge.proving.claims import GOALS, shipped
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.verify import smallest
from solver_bridge.proving.workers import Here

SHIPPED = {claim.name: claim for claim in shipped(GOALS)}

FAILS = {"intercepted_after_it_failed"}
"""Goals of a declaration that is not legal."""


def found(name, **scope):
    ((_, status, sequence),) = smallest([SHIPPED[name]], Scope(**scope), Here())
    return status, sequence


def test_a_unit_that_is_legal_at_first_and_not_at_step_4_has_a_goal_for_each_reason():
    reasons = set()
    for rule in program(files_for((), ())).rules(("target_barred", 6)):
        _, _, target, _, reason, _ = rule.args
        if isinstance(target, Var):
            reasons.add(reason[0])
    later = {name.removeprefix("later_") for name in SHIPPED if name.startswith("later_")}
    assert later == reasons == {
        "elsewhere", "not_enemy", "disabled", "cannot_attack", "stealth", "airborne", "protected",
    }  # fmt: skip


def test_triggers_of_both_players_undo_each_other():
    status, sequence = found("triggers_undo_each_other", units=2, width=2, height=1, effects=0)
    assert status == FOUND
    assert [event.word for event in sequence.events] == ["move_and_attack", "attack", "resolve", "resolve", "pass"]
    assert {unit.controller for unit in sequence.position.units.values()} == {"north", "south"}


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_every_goal_is_found_and_replayed(name, tmp_path, capsys):
    arguments = ["--units", "3", "--squares", "2x2", "--out", str(tmp_path), "--json"]
    assert main(["find", name, *arguments]) == 0
    (goal,) = json.loads(capsys.readouterr().out)["goals"]
    assert goal["found"]
    status = main(["check", str(tmp_path / f"{name}.yaml"), "--keep-going", "--json", "--no-readings"])
    illegal = [event["event"] for event in json.loads(capsys.readouterr().out)["events"] if not event["legal"]]
    assert [next(iter(event)) for event in illegal] == (["attack"] if name in FAILS else [])
    assert status == (1 if name in FAILS else 0)


OWN = """goal(lance_against_lance, "Lance", "Attacker and defender both strike with a Lance.").
happens(lance_against_lance, T) :- occurs(strike, T), _with_lance(A, T), _with_lance(U, T), A != U.
_with_lance(U, T) :- striker(U, first, T), holds(lances(U, 1), T).
"""


def test_a_goal_of_a_users_own(tmp_path, capsys):
    file = tmp_path / "own.lp"
    file.write_text(OWN, encoding="utf-8")
    assert main(["find", str(file), "--squares", "1x1", "--out", str(tmp_path), "--json"]) == 0
    (goal,) = json.loads(capsys.readouterr().out)["goals"]
    assert (goal["name"], goal["found"]) == ("lance_against_lance", True)
    assert {unit["lance"] for unit in goal["position"]["units"].values()} == {1}
    assert main(["check", str(tmp_path / "lance_against_lance.yaml")]) == 0


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("goal(strange T).\n", 1, "syntax error"),
        ('goal(a, "Attack", "A.").\nhappens(a, T) :- occurs(strike, T), X > 1.\n', 2, "unsafe"),
        ('goal(a, "Attack", "A.").\n', 1, "no rule says when a happens"),
        ('goal(a, "Attack").\nhappens(a, T) :- occurs(strike, T).\n', 1, "a goal is written"),
        ('goal(a, "Attack", "A.").\n\nhappens(a, T) :- occurs(strik, T, T).\n', 3, "nothing in the rules says occurs(strik,T,T)"),
        ('goal(a, "Attack", "A.").\nhappens(a) :- occurs(strike, _).\n', 2, "happens has two arguments"),
        ('goal(a, "Attack", "A.").\nhappens(a, T) :- occurs(strike, T).\nholds(F, 0) :- F = 1.\n', 3, "another name"),
        ('goal(a, "Attack", "A.").\nhappens(a, T) :- occurs(strike, T).\nwants(a, "Sir Key").\n', 1, "no such card"),
        ('goal(a, "Attack", "A.").\nhappens(a, T) :- occurs(strike, T).\nloads(a, "no.lp").\n', 1, "no such file"),
        ("% nothing\n", 1, "there is no goal here"),
    ],
)  # fmt: skip
def test_a_faulty_file_is_faulted_at_its_line(text, line, said, tmp_path, capsys):
    file = tmp_path / "faulty.lp"
    file.write_text(text, encoding="utf-8")
    assert main(["find", str(file)]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert any(error.startswith(f"{file}:{line}: ") and said in error for error in errors), errors
    assert all(error.startswith(f"{file}:") for error in errors)


def test_a_file_that_is_not_there(capsys):
    assert main(["find", "/nowhere/goals.lp"]) == 2
    assert capsys.readouterr().err == "/nowhere/goals.lp:1: there is no such file that can be read\n"


def test_a_time_limit_leaves_what_is_known(capsys):
    started = time.monotonic()
    assert main(["find", "--squares", "5x4", "--units", "4", "--time-limit", "2", "--json"]) == 3
    assert time.monotonic() - started < 15
    goals = json.loads(capsys.readouterr().out)["goals"]
    assert [goal["name"] for goal in goals] == list(SHIPPED)
    assert {goal["status"] for goal in goals} >= {"unknown"}
    assert all(goal["found"] == ("position" in goal) for goal in goals)


def test_ctrl_c_leaves_what_is_known():
    command = [sys.executable, "-m", "solver_bridge", "find", "--pairs", "--json", "--units", "4", "--squares", "5x4"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ) as process:
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 3
    assert {goal["status"] for goal in json.loads(out)["goals"]} >= {"unknown"}
    assert "interrupted" in err
