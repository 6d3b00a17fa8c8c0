"""A seeded fault proves the prover: a change of one line of the rules is found, minimised, and replayed."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from faults import FAULTS

from solver_bridge.proving.claims import PROPERTIES, shipped
from solver_bridge.resources import asp_dir

QUICK = {"only_enemies_attacked", "site_struck", "site_defended", "strike_sums"}
"""What is looked for in every run; the others are `long`."""
THREE = {"next_defender", "target_leaves"}
"""What takes three units to show."""
UNENDING = {"avatars_enter_surfaces", "strikes_once", "triggers_once"}
"""Faults with which `check`, which goes on to the end of the attack, finds no end, or no position of the contract."""


def arbiter(*arguments, rules):
    environment = {**os.environ, "ARBITER_RULES": str(rules)}
    return subprocess.run(
        [sys.executable, "-m", "solver_bridge", *arguments],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=300,
    )


@pytest.fixture
def faulty(tmp_path):
    def make(name):
        file, old, new = FAULTS[name]
        rules = tmp_path / "asp"
        shutil.copytree(asp_dir(), rules)
        text = (rules / file).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (rules / file).write_text(text.replace(old, new), encoding="utf-8")
        return rules

    return make


def test_every_property_has_a_fault():
    assert set(FAULTS) == {claim.name for claim in shipped(PROPERTIES)}


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_changes_one_line_of_the_rules(name):
    file, old, new = FAULTS[name]
    assert (Path(asp_dir()) / file).read_text(encoding="utf-8").count(old) == 1
    assert old != new


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in FAULTS]
)
def test_fault_is_found_and_minimised(name, faulty, tmp_path):
    rules = faulty(name)
    units = "3" if name in THREE else "2"
    scope = ("--units", units, "--squares", "2x1", "--out", str(tmp_path))
    run = arbiter("verify", "--property", name, *scope, "--json", rules=rules)
    assert run.returncode == 1, run.stderr + run.stdout
    (found,) = json.loads(run.stdout)["properties"]
    assert found["status"] == "refuted"
    sequence = found["counterexample"]
    assert len(sequence["position"]["units"]) <= int(units)
    assert len(sequence["events"]) <= 6
    written = Path(tmp_path / f"{name}.yaml")
    assert written.read_text(encoding="utf-8").startswith("# ")
    if name in UNENDING:
        return
    checked = arbiter("check", str(written), "--keep-going", "--json", rules=rules)
    assert checked.returncode in (0, 1), checked.stderr
    told = [event for event in json.loads(checked.stdout)["events"] if not event["supplied"]]
    illegal = [event for event in told if not event["legal"]]
    assert len(illegal) <= (1 if name == "failed_declaration" else 0)
