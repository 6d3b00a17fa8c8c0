"""Oversized units in a scope: two by two squares large, proved of like the others, and found where they matter."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from solver_bridge.cli import main
from solver_bridge.engine import FOUND, Searcher
from solver_bridge.programs import scope_files
from solver_bridge.proving.claims import PROPERTIES, shipped
from solver_bridge.proving.decode import NAMES, decode
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.verify import IMAGES, INDUCTION, PROVED, verify
from solver_bridge.proving.workers import Here
from solver_bridge.resources import asp_dir

SLOW = ("range_agrees",)
"""Properties that are proved in the long run only; and those that bring cards."""


def proved(claims, scope):
    found = {verdict.claim: (verdict.status, verdict.method) for verdict in verify(claims, scope, Here())}
    return found == {claim: (PROVED, IMAGES if claim.images else INDUCTION) for claim in claims}


def test_properties_are_proved_of_oversized_units_too():
    claims = [claim for claim in shipped(PROPERTIES) if not claim.wants and claim.name not in SLOW]
    assert proved(claims, Scope(units=2, width=2, height=2, oversized=True))


@pytest.mark.long
def test_every_property_is_proved_where_such_units_can_move():
    assert proved(shipped(PROPERTIES), Scope(units=2, width=3, height=2, oversized=True))


GOALS = """goal(giants_meet, "Oversized Units", "Two oversized units meet, in part over a void.").
happens(giants_meet, T) :- occurs(attack(A, X, L), T), oversized(A, T), oversized(X, T), region_of(L, void, T).
goal(giant_put, "Teleporting Oversized Units", "An effect puts an oversized unit elsewhere.").
happens(giant_put, T) :- occurs(effect(U), T), relocates(U, area(N, _), T), stands(U, area(M, _), T), N != M.
"""

@pytest.mark.parametrize(("name", "units", "squares"), [("giants_meet", 2, "2x2"), ("giant_put", 1, "3x2")])
def test_what_oversized_units_do_is_found_and_replayed(name, units, squares, tmp_path, capsys):
    file = tmp_path / "giants.lp"
    file.write_text("\n".join(line for line in GOALS.splitlines() if name in line) + "\n", encoding="utf-8")
    scope = ["--units", str(units), "--squares", squares, "--effects", "1" if name == "giant_put" else "0"]
    assert main(["find", str(file), *scope, "--oversized", "--out", str(tmp_path), "--json"]) == 0
    (goal,) = json.loads(capsys.readouterr().out)["goals"]
    assert goal["found"]
    large = [unit["at"] for unit in goal["position"]["units"].values() if isinstance(unit["at"], list)]
    assert len(large) == units
    assert all(len(places) == 4 for places in large)
    assert main(["check", str(tmp_path / f"{name}.yaml"), "--json"]) == 0


ASKED = "wanted :- oversized(u1,0), {}.#defined wanted/0.begun.askable({}).ask(position,0).asked(0).looked_at(0).sought(hunt).happens(hunt,0)."


@pytest.mark.parametrize(
    ("kind", "wanted", "field"),
    [
        ("move_and_attack", "path(2,area(_,_),0), path(1,area(_,_),0)", "path"),
        ("defend", "path(1,area(_,below),0)", "path"),
        ("effect", "given(effect(u1),0), arg(to,(4,_),0)", "to"),
    ],
)
def test_events_that_are_asked_about_name_all_locations_of_oversized_units(kind, wanted, field):
    scope = Scope(units=1, width=3, height=2, oversized=True)
    files = scope_files((), "scope/asked.lp", "show/position.lp")
    searcher = Searcher(files, scope.facts() + ASKED.format(wanted, kind))
    found = searcher.find(["wanted"], names=NAMES | {"event", "asked"})
    assert found.status == FOUND
    position, (event,) = decode(found.atoms, 1)
    place = getattr(event, field)
    assert len(position.units[event.unit].at) == 4
    places = place if field == "path" else [place]
    assert 4 in [len(set(each)) for each in places]


def test_no_unit_is_oversized_unless_that_is_asked_for(tmp_path, capsys):
    file = tmp_path / "giants.lp"
    text = 'goal(giant, "Oversized Units", "There is one.").\nhappens(giant, T) :- occurs(_, T), oversized(_, T).\n'
    file.write_text(text, encoding="utf-8")
    scope = ["--units", "1", "--squares", "2x2", "--effects", "0"]
    assert main(["find", str(file), *scope]) == 0
    assert "never happens" in capsys.readouterr().out
    assert main(["find", str(file), *scope, "--oversized"]) == 0
    assert "happens" in capsys.readouterr().out


FAULT = ("movement.lp", "_blocked(U, W, W', T) :- _part_moves(U, W, W', L, L, T).\n", "")
OWN = """property(all_parts, "Oversized Units", "All parts of an oversized unit move, or none: over a void it neither dives nor rises.").
violated(all_parts, T) :- occurs(move_and_attack(U), T), relocates(U, area(N, V), T), stands(U, area(N, V'), T), V != V',
    place(U, L, T), region_of(L, void, T).
"""


def arbiter(*arguments, **environment):
    command = [sys.executable, "-m", "solver_bridge", *arguments]
    environment = {**os.environ, **environment}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=300)


def test_a_fault_in_a_rule_about_oversized_units_is_found(tmp_path):
    file, old, new = FAULT
    own = tmp_path / "own.lp"
    own.write_text(OWN, encoding="utf-8")
    scope = ["--units", "1", "--squares", "2x2", "--oversized", "--effects", "0"]
    wanted = ["verify", "--file", str(own), *scope, "--out", str(tmp_path), "--json"]
    assert arbiter(*wanted).returncode == 0
    rules = tmp_path / "asp"
    shutil.copytree(asp_dir(), rules)
    text = (rules / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (rules / file).write_text(text.replace(old, new), encoding="utf-8")
    run = arbiter(*wanted, ARBITER_RULES=str(rules))
    assert run.returncode == 1, run.stderr
    (found,) = json.loads(run.stdout)["properties"]
    (giant,) = found["counterexample"]["position"]["units"].values()
    assert len(giant["at"]) == 4
    assert arbiter("check", str(tmp_path / "all_parts.yaml"), ARBITER_RULES=str(rules)).returncode == 0
