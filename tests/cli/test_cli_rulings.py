"""The command that runs rulings."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

RULINGS = """\
- name: right
  source: Codex 2026-07, Attack
  position: &position
    active: north
    sites: {8: {controller: south}}
    units: {raider: {power: 2, controller: north, at: surface 8}}
  ask: {targets: {unit: raider, path: []}}
  expect: {exactly: [site 8]}
- name: "wrong \\u0001 & <odd>"
  source: Codex 2026-07, Attack
  position: *position
  ask: {targets: {unit: raider, path: []}}
  expect: {excludes: [site 8]}
- name: unreadable
  source: Codex 2026-07, Attack
  position: *position
  ask: {targets: {unit: rider, path: []}}
  expect: {exactly: []}
"""
OFFICIAL = Path(__file__).parents[1] / "rulings"
NAMES = ["right", "wrong \u0001 & <odd>", "unreadable"]


def test_rulings_as_json(arbiter: Any, written: Any) -> None:
    file = written(RULINGS, "all.yaml")
    done = arbiter("rulings", file, "--json")
    assert done.status == 1
    assert (done.data["passed"], done.data["failed"]) == (1, 2)
    assert [ruling["name"] for ruling in done.data["rulings"]] == NAMES
    assert [ruling["passed"] for ruling in done.data["rulings"]] == [True, False, False]
    assert all(
        {"name", "file", "passed", "expected", "got"} <= set(ruling) for ruling in done.data["rulings"]
    )


def test_rulings_on_a_page(arbiter: Any, written: Any) -> None:
    file = written(RULINGS, "all.yaml")
    lines = arbiter("rulings", file).out.splitlines()
    assert lines[-1] == "1 passed, 2 failed"
    failed = [line for line in lines if line.startswith("FAILED ")]
    assert len(failed) == 2
    assert failed[0].startswith(f"FAILED {file}: wrong \\x01 & <odd>: ")
    assert "'rider'" in failed[1]


def test_passing_rulings(arbiter: Any, written: Any) -> None:
    file = written(RULINGS.partition('- name: "wrong')[0], "right.yaml")
    done = arbiter("rulings", file.parent)
    assert done.status == 0
    assert done.out == "1 passed, 0 failed\n"


def test_a_junit_report(arbiter: Any, written: Any) -> None:
    file = written(RULINGS, "all.yaml")
    report = file.parent / "report.xml"
    assert arbiter("rulings", file, "--junit", report).status == 1
    (suite,) = ElementTree.parse(report).getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    assert [case.get("name") for case in suite] == ["right", "wrong ? & <odd>", "unreadable"]
    assert [len(case) for case in suite] == [0, 1, 1]


def test_a_junit_report_that_cannot_be_written(arbiter: Any, written: Any) -> None:
    file = written(RULINGS, "all.yaml")
    done = arbiter("rulings", file, "--junit", file.parent / "none" / "report.xml")
    assert done.status == 2
    assert done.err.startswith("--junit: ")
    assert len(done.err.splitlines()) == 1


def test_the_readings_of_the_command_line_count(arbiter: Any, written: Any) -> None:
    ruling = {
        "name": "tapped",
        "source": "Codex 2026-07, Range of Motion",
        "position": {
            "active": "north",
            "sites": {"8": {"controller": "south"}},
            "units": {"raider": {"power": 2, "controller": "north", "at": "surface 8", "tapped": True}},
        },
        "ask": {"reach": {"unit": "raider"}},
        "expect": {"exactly": ["surface 8"]},
    }
    file = written(json.dumps([ruling]), "tapped.yaml")
    assert arbiter("rulings", file).status == 0
    assert arbiter("rulings", file, "--reading", "range_without_use=none").status == 1


def test_a_place_without_rulings(arbiter: Any, tmp_path: Any) -> None:
    done = arbiter("rulings", tmp_path / "none.yaml")
    assert done.status == 2
    assert done.err == f"{tmp_path / 'none.yaml'}:1: there is no such file\n"


@pytest.mark.parametrize("name", ["attack-4-recheck", "intercept", "lance", "ward"])
def test_official_answers(name: str, arbiter: Any) -> None:
    done = arbiter("rulings", OFFICIAL / f"{name}.yaml", "--json")
    assert [ruling for ruling in done.data["rulings"] if not ruling["passed"]] == []
    assert done.data["passed"] == len(done.data["rulings"]) > 0
    assert done.status == 0
