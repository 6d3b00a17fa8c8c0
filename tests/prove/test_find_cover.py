"""find --cover: cases that pass, none of which can be left out, and what none of them exercises."""

import json
from collections import Counter
from functools import cache

import msgspec
import pytest
import yaml

from solver_bridge.cli import main
from solver_bridge.judging import run_rulings
from solver_bridge.model import Position
from solver_bridge.proving.cases import READINGS, REASON, RULE, Case, line_ruling, reading_pairs
from solver_bridge.proving.cover import Covering, cover_data, irredundant, source_of
from solver_bridge.proving.scenes import Scenes
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Here
from solver_bridge.ruling import load_rulings

INTERCEPT = "intercept.lp"


@cache
def covering():
    found = Covering(Scope(units=2, width=1, height=1), Here(), lambda *_: None, games=0, files=(INTERCEPT,))
    found.wanted = {item: what for item, what in found.wanted.items() if item[0] == RULE or item[1] == "intercept"}
    found._hunt()
    return found


def redundant(cases):
    counts = Counter(item for case in cases for item in case.items)
    return [case.ruling.name for case in cases if all(counts[item] > 1 for item in case.items)]


def test_the_cases_exercise_all_that_the_scope_has():
    cover = covering().cover()
    done = set().union(*(case.items for case in cover.cases))
    assert done | set(cover.missing) == set(covering().wanted)
    assert all(item[1].startswith(INTERCEPT) for item in cover.missing if item[0] == RULE)
    reasons = {item[2] for item in done if item[0] == REASON}
    assert reasons >= {"tapped", "disabled", "summoning_sick", "not_enemy", "stealth", "airborne", "cannot_intercept", "gone"}
    assert len([item for item in done if item[0] == RULE]) >= 20


def test_no_case_can_be_left_out():
    cases = covering().cover().cases
    assert len(cases) > 5
    assert redundant(cases) == []
    assert len({case.ruling.name for case in cases}) == len(cases)


def test_the_cases_pass_as_rulings(tmp_path):
    cases = covering().cover().cases
    file = tmp_path / "cover.yaml"
    file.write_text(yaml.safe_dump([case.ruling.to_data() for case in cases], sort_keys=False), encoding="utf-8")
    reports = run_rulings([file])
    assert [report.why for report in reports if not report.passed] == []
    assert len(reports) == len(cases)


def test_a_case_names_its_source_and_what_is_only_there():
    for case in covering().cover().cases:
        assert case.ruling.source
        assert case.ruling.note.startswith("Only here: ")


def test_what_is_missing_says_why():
    assert all(why for why in covering().cover().missing.values())
    told = cover_data(covering().cover())
    assert {entry["what"] for entry in told["missing"]} == {" ".join(item) for item in covering().cover().missing}


def ruling(name):
    return msgspec.structs.replace(line_ruling(Position(active="north"), ()), name=name)


def test_irredundant_keeps_what_is_needed_and_no_more():
    cases = [
        Case(ruling(name), frozenset((letter,) for letter in items))
        for name, items in (("one", "ab"), ("two", "bc"), ("three", "cd"), ("four", "ad"), ("five", "e"))
    ]
    needed = irredundant(cases)
    assert set().union(*(case.items for case in needed)) == {(letter,) for letter in "abcde"}
    assert redundant(needed) == []
    assert len(needed) == 3


def test_two_readings_act_on_one_another_where_one_hides_the_other():
    data = {
        "active": "north",
        "readings": {"zero_power_success": "yes", "prevented_site_strike": "yes"},
        "edition": "codex-2026-05",
        "sites": {1: {"controller": "south", "ward": True}},
        "units": {"ann": {"controller": "north", "at": "surface 1", "power": 0}},
    }
    lines = [{"move_and_attack": {"unit": "ann", "path": []}}, {"attack": {"unit": "ann", "target": "site 1"}}]
    position = Position.from_data(data)
    events = [position._event(event) for event in lines]
    assert reading_pairs(line_ruling(position, events, "check")) == frozenset()
    gone = Position.from_data({
        **data,
        "readings": {"target_changed_sides": "still_legal", "attacker_disabled": "still_legal"},
        "units": {
            "ann": {"controller": "north", "at": "surface 1", "power": 1},
            "ben": {"controller": "south", "at": "surface 1", "power": 1},
        },
    })  # fmt: skip
    told = [
        {"move_and_attack": {"unit": "ann", "path": []}},
        {"attack": {"unit": "ann", "target": "ben"}},
        {"effect": {"unit": "ben", "controller": "north"}},
        {"effect": {"unit": "ann", "gain": "can't attack"}},
        {"pass": {"player": "south"}},
    ]
    ruled = line_ruling(gone, [gone._event(event) for event in told], "check")
    assert reading_pairs(ruled) == {(READINGS, "attacker_disabled", "target_changed_sides")}


def test_random_scenes_are_the_same_for_a_seed():
    def some(seed):
        scenes = Scenes(seed)
        return [made and made.to_data() for made in (scenes.position() for _ in range(20))]

    assert some(7) == some(7)
    assert some(7) != some(8)
    assert sum(made is not None for made in some(7)) > 10


def test_the_source_of_a_rule_is_what_it_stands_under():
    rule = next(item for item in covering().wanted if item[0] == RULE)
    assert source_of(rule).startswith("Intercept")


def test_a_cover_wants_a_folder(capsys):
    assert main(["find", "--cover"]) == 2
    assert capsys.readouterr().err.startswith("--cover: ")


def test_a_cover_keeps_its_time(tmp_path, capsys):
    limits = ["--units", "1", "--squares", "1x1", "--time-limit", "6", "--json"]
    assert main(["find", "--cover", "--out", str(tmp_path), *limits]) == 3
    told = json.loads(capsys.readouterr().out)
    assert not told["complete"]
    assert told["missing"]
    assert {case["name"] for case in told["cases"]} == {
        ruling["name"] for ruling in yaml.safe_load((tmp_path / "cover.yaml").read_text(encoding="utf-8")) or []
    }


@pytest.mark.long
def test_a_whole_cover(tmp_path, capsys):
    arguments = ["--units", "2", "--squares", "1x1", "--games", "12", "--json"]
    assert main(["find", "--cover", "--out", str(tmp_path), *arguments]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["cases"]) > 50
    counts = Counter(what for case in told["cases"] for what in case["exercises"])
    assert all(any(counts[what] == 1 for what in case["exercises"]) for case in told["cases"])
    assert main(["rulings", str(tmp_path)]) == 0


GIVEN = """
- name: a-wisp-goes
  source: Wills-o'-the-Wisp
  position:
    active: north
    sites: {8: {controller: north}, 13: {controller: south}}
    units:
      kay: {card: Sir Kay, controller: north, at: surface 8}
      wisp: {card: "Wills-o'-the-Wisp", controller: south, at: surface 8}
  ask:
    check:
      - move_and_attack: {unit: kay, path: []}
      - attack: {unit: kay, target: wisp}
      - resolve: {source: wisp, choice: {to: surface 13}}
  expect: {legal: true}
- name: all-ends
  source: Attack
  position:
    active: north
    units: {page: {power: 1, controller: north, at: surface 8}}
    sites: {8: {controller: south}}
  ask:
    outcomes:
      - move_and_attack: {unit: page, path: []}
      - attack: {unit: page, target: site 8}
  expect: {every: {struck: [site 8]}}
"""


def test_rulings_that_are_there_fill_what_is_open(tmp_path):
    file = tmp_path / "given.yaml"
    file.write_text(GIVEN, encoding="utf-8")
    wisp = "cards/alpha/wills_o_the_wisp.lp"
    scope = Scope(units=1, width=1, height=1)
    made = Covering(scope, Here(), lambda *_: None, games=0, rulings=load_rulings(file), files=(wisp,))
    made._given()
    done = {item[1].partition(":")[0] for case in made.cover().cases for item in case.items if item[0] == RULE}
    assert done == {wisp}
    assert [case.ruling.ask.question for case in made.cover().cases] == ["check"]


def test_rulings_to_choose_from_must_be_readable(tmp_path, capsys):
    file = tmp_path / "given.yaml"
    file.write_text("- {name: half, source: Attack}\n", encoding="utf-8")
    assert main(["find", "--cover", "--rulings", str(file), "--out", str(tmp_path / "out")]) == 2
    assert f"{file}:1: " in capsys.readouterr().err


def test_rulings_are_chosen_from_for_a_cover_only(tmp_path, capsys):
    assert main(["find", "draw_by_death_blows", "--rulings", str(tmp_path)]) == 2
    assert "--rulings: goes with --cover" in capsys.readouterr().err
