"""The commands that ask about a position."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solver_bridge.cli import main

Example = Callable[[str], Path]

REASON = {"rule", "source", "text", "link"}

GIANT = """\
active: south
sites: {1: {controller: south}, 2: {controller: north}, 6: {controller: south}, 7: {controller: south},
  11: {controller: south}, 12: {controller: south}}
units:
  giant: {card: Mountain Giant, controller: south, at: [surface 1, surface 2, surface 6, surface 7]}
  imp: {power: 1, controller: north, at: surface 7}
  bat: {power: 1, abilities: [airborne], controller: north, at: surface 2}
"""


def test_attacks_as_json(arbiter: Any, example: Example) -> None:
    done = arbiter("attacks", example("ambush"), "--json")
    assert done.status == 0
    assert done.err == ""
    assert done.data == {
        "schema_version": 1,
        "edition": "codex-2026-07",
        "active": "north",
        "attacks": [
            {"unit": "thieves", "path": ["surface 13"], "at": "surface 13", "target": "knight"},
            {"unit": "thieves", "path": ["surface 13"], "at": "surface 13", "target": "site 13"},
        ],
    }


def test_why_not_adds_the_barred_ones_with_every_reason(arbiter: Any, example: Example) -> None:
    data = arbiter("attacks", example("ambush"), "--why-not", "--json").data
    barred = {(one["unit"], one["target"]): one for one in data["barred"]}
    assert set(barred[("squire", "knight")]) == {"unit", "path", "at", "target", "reasons"}
    assert {unit for unit, _ in barred} == {"squire"}
    others = arbiter("attacks", example("ambush"), "--unit", "knight", "--why-not", "--json").data["barred"]
    rules = {one["target"]: [reason["rule"] for reason in one["reasons"]] for one in others}
    assert rules["thieves"] == ["not_active", "stealth"]
    assert all(set(reason) == REASON for one in data["barred"] for reason in one["reasons"])
    assert not {(one["unit"], one["target"]) for one in data["attacks"]} & set(barred)


def test_attacks_of_one_unit(arbiter: Any, example: Example) -> None:
    assert arbiter("attacks", example("ambush"), "--unit", "squire", "--json").data["attacks"] == []
    assert len(arbiter("attacks", example("ambush"), "--unit", "thieves", "--json").data["attacks"]) == 2


def test_the_page_of_attacks(arbiter: Any, example: Example) -> None:
    done = arbiter("attacks", example("ambush"), "--why-not")
    assert "thieves  surface 13  knight   surface 13" in done.out
    assert "squire is tapped. (Tap)" in done.out
    assert "2 legal attacks for north (codex-2026-07)." in done.out
    assert "\x1b" not in done.out


def test_the_edition_and_the_readings_of_the_command_line_count(arbiter: Any, example: Example) -> None:
    file = example("ambush")
    assert arbiter("attacks", file, "--edition", "codex-2026-01", "--json").data["edition"] == "codex-2026-01"
    kept = arbiter("reach", file, "--unit", "squire", "--json")
    none = arbiter("reach", file, "--unit", "squire", "--json", "--reading", "range_without_use=none")
    assert [one["at"] for one in kept.data["locations"]] == ["surface 8", "surface 13"]
    assert none.data["locations"] == []
    assert (
        "no range of motion"
        in arbiter("reach", file, "--unit", "squire", "--reading", "range_without_use=none").out
    )


def test_reach_has_a_shortest_path_to_each_location(arbiter: Any, example: Example) -> None:
    done = arbiter("reach", example("ambush"), "--unit", "thieves", "--json")
    assert done.data == {
        "schema_version": 1,
        "unit": "thieves",
        "locations": [{"at": "surface 8", "path": []}, {"at": "surface 13", "path": ["surface 13"]}],
    }


def test_reach_of_what_is_oversized(arbiter: Any, written: Any) -> None:
    data = arbiter("reach", written(GIANT), "--unit", "giant", "--json").data
    paths = {one["at"]: one["path"] for one in data["locations"]}
    assert paths["surface 1"] == []
    assert paths["surface 12"] == [["surface 6", "surface 7", "surface 11", "surface 12"]]
    assert set(paths) == {f"surface {square}" for square in (1, 2, 6, 7, 11, 12)}


def test_defenders(arbiter: Any, example: Example) -> None:
    done = arbiter(
        "defenders", example("dodge-roll"), "--attacker", "raider", "--target", "site 13", "--json"
    )
    assert done.status == 0
    assert set(done.data) == {"schema_version", "at", "defenders", "excluded"}
    assert done.data["at"] == "surface 13"
    excluded = {one["unit"]: [reason["rule"] for reason in one["reasons"]] for one in done.data["excluded"]}
    assert excluded == {"knight": ["tapped"], "sorcerer": ["tapped"]}


def test_defenders_with_a_path(arbiter: Any, written: Any) -> None:
    file = written(
        "active: north\n"
        "sites: {8: {controller: north}, 12: {controller: south}, 13: {controller: south}}\n"
        "units:\n"
        "  raider: {power: 4, abilities: [movement 1], controller: north, at: surface 8}\n"
        "  guard: {power: 3, controller: south, at: surface 12}\n"
    )
    for path in (["surface 13"], ["surface", "13"], ["Surface", "13", "surface 12", "surface", "13"][:2]):
        done = arbiter(
            "defenders", file, "--attacker", "raider", "--target", "site 13", "--path", *path, "--json"
        )
        assert done.data["defenders"] == [{"unit": "guard", "path": ["surface 13"]}]
    done = arbiter("defenders", file, "--attacker", "raider", "--target", "site 13")
    assert "guard may defend." in done.out
    assert "raider attacks site 13 at surface 13." in done.out


def test_defenders_against_what_is_not_legal(arbiter: Any, example: Example) -> None:
    arguments = ("defenders", example("ambush"), "--attacker", "squire", "--target", "knight")
    done = arbiter(*arguments)
    assert done.status == 1
    assert "ILLEGAL" in done.out
    assert "squire is tapped. (Tap)" in done.out
    data = arbiter(*arguments, "--json").data
    assert data["legal"] is False
    assert data["defenders"] == []
    assert [reason["rule"] for reason in data["reasons"]] == ["tapped"]


def test_defenders_in_an_attack_under_way(arbiter: Any, example: Example, written: Any) -> None:
    position = arbiter("check", example("ambush-defended"), "--json").data["position"]
    file = written(json.dumps(position), "under-way.json")
    assert arbiter("defenders", file, "--json").data["defenders"] == []
    wrong = arbiter("defenders", file, "--attacker", "thieves", "--target", "site 13")
    assert wrong.status == 2
    assert wrong.err == "--target: an attack is under way, and its target is 'knight', not 'site 13'\n"


def test_an_attack_must_be_named_if_none_is_under_way(arbiter: Any, example: Example) -> None:
    done = arbiter("defenders", example("ambush"), "--target", "knight")
    assert done.status == 2
    assert done.err.startswith("--attacker: ")


def test_defenders_at_one_of_several_locations(arbiter: Any, written: Any) -> None:
    text = GIANT.replace(
        "imp: {power: 1, controller: north, at: surface 7}",
        "imp: {power: 1, controller: north, at: surface 12}",
    )
    text += "  ogre: {power: 9, controller: north, at: [surface 2, surface 7]}\n"
    ask = ("defenders", written(text), "--attacker", "giant", "--target", "ogre", "--path", "--json")
    assert [reason["rule"] for reason in arbiter(*ask).data["reasons"]] == ["which_location"]
    able = arbiter(*ask, "--at", "surface 7").data["defenders"]
    assert able == [{"unit": "imp", "path": ["surface 7"]}, {"unit": "bat", "path": ["surface 7"]}]
    assert arbiter(*ask, "--at", "surface 2").data["at"] == "surface 2"


def test_interceptors(arbiter: Any, written: Any) -> None:
    file = written(GIANT)
    done = arbiter("interceptors", file, "--unit", "giant", "--json")
    assert done.data["at"] == ["surface 1", "surface 2", "surface 6", "surface 7"]
    assert [one["unit"] for one in done.data["interceptors"]] == ["imp", "bat"]
    moved = arbiter(
        "interceptors",
        file,
        "--unit",
        "giant",
        "--path",
        "[surface 6, surface 7, surface 11, surface 12]",
        "--json",
    )
    assert [one["unit"] for one in moved.data["interceptors"]] == ["imp"]
    assert moved.data["excluded"][0]["reasons"][0]["rule"] == "elsewhere"
    assert (
        "imp may intercept."
        in arbiter(
            "interceptors",
            file,
            "--unit",
            "giant",
            "--path",
            "[surface 6, surface 7, surface 11, surface 12]",
        ).out
    )


WALL = """\
active: north
sites: {8: {controller: north}, 13: {controller: south}, 14: {controller: south}}
units:
  raider: {power: 2, controller: north, at: surface 8}
  guard: {power: 1, controller: south, at: surface 8}
  knight: {power: 1, controller: south, at: surface 14}
"""


def test_interceptors_say_which_step_is_not_taken_and_why(arbiter: Any, written: Any) -> None:
    ask = ("interceptors", written(WALL), "--unit", "raider", "--path", "surface 14")
    data = arbiter(*ask, "--json").data
    assert data["at"] == "surface 8"
    (skipped,) = data["not_taken"]
    assert skipped["step"] == 1
    assert [reason["rule"] for reason in skipped["reasons"]] == ["no_such_step"]
    assert set(skipped["reasons"][0]) == REASON
    page = arbiter(*ask).out
    assert "step 1 is not taken:" in page
    assert "No step of raider leads there" in page
    taken = ("interceptors", written(WALL), "--unit", "raider", "--path", "surface 13")
    assert "not_taken" not in arbiter(*taken, "--json").data
    assert "not taken" not in arbiter(*taken).out


def test_defenders_and_outcomes_say_which_step_is_not_taken_and_why(arbiter: Any, written: Any) -> None:
    attack = ("--attacker", "raider", "--target", "guard", "--path", "surface 14")
    for command in ("defenders", "outcomes"):
        page = arbiter(command, written(WALL), *attack).out
        assert "step 1 is not taken:" in page
    (skipped,) = arbiter("defenders", written(WALL), *attack, "--json").data["not_taken"]
    assert [reason["rule"] for reason in skipped["reasons"]] == ["no_such_step"]


def test_a_step_that_is_not_taken_is_told_where_the_attack_is_not_legal(arbiter: Any, written: Any) -> None:
    ask = ("defenders", written(WALL), "--attacker", "raider", "--target", "knight", "--path", "surface 14")
    done = arbiter(*ask)
    assert done.status == 1
    assert "step 1 is not taken:" in done.out
    data = arbiter(*ask, "--json").data
    assert [reason["rule"] for reason in data["reasons"]] == ["elsewhere"]
    assert [skipped["step"] for skipped in data["not_taken"]] == [1]


def test_interceptors_of_what_may_not_move(arbiter: Any, example: Example) -> None:
    done = arbiter("interceptors", example("ambush"), "--unit", "squire", "--json")
    assert done.status == 1
    assert done.data["interceptors"] == []


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_standard_input(arbiter: Any, example: Example, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    text = example("ambush").read_text()
    if form == "json":
        from solver_bridge import Position

        text = json.dumps(Position.load(example("ambush")).to_data())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert len(arbiter("attacks", "-", "--json").data["attacks"]) == 2


def test_what_is_not_encoded_is_said(arbiter: Any, written: Any) -> None:
    file = written(
        "active: north\n"
        "sites: {8: {controller: south, terrain: water}}\n"
        "units:\n"
        "  shark: {card: Giant Shark, controller: south, at: surface 8}\n"
        "  raider: {power: 4, controller: north, at: surface 8}\n"
    )
    asks = [
        ("attacks", file),
        ("reach", file, "--unit", "raider"),
        ("defenders", file, "--attacker", "raider", "--target", "site 8"),
        ("interceptors", file, "--unit", "raider"),
    ]
    for ask in asks:
        assert arbiter(*ask, "--json").data["unencoded"] == ["Giant Shark"]
        assert "warning: The text of Giant Shark is not encoded" in arbiter(*ask).out


def test_a_minion_that_cannot_live_where_it_stands_is_warned_of(arbiter: Any, written: Any) -> None:
    file = written(
        "active: north\n"
        "sites: {8: {controller: south}}\n"
        "units:\n"
        "  moles: {power: 4, controller: north, at: underground 8}\n"
    )
    assert "warning: moles stands where it cannot live" in arbiter("attacks", file).out
    assert len(arbiter("attacks", file, "--json").data["warnings"]) == 1


def test_names_may_be_any_text(arbiter: Any, written: Any) -> None:
    name = 'a "b"\n#script(x). {1}'
    position = {
        "active": "north",
        "sites": {"8": {"controller": "south"}},
        "units": {name: {"power": 1, "controller": "north", "at": "surface 8"}},
    }
    file = written(json.dumps(position), "odd.json")
    done = arbiter("attacks", file, "--json")
    assert [one["unit"] for one in done.data["attacks"]] == [name]
    page = arbiter("attacks", file).out
    assert 'a "b"\\n#script(x). {1}' in page
    assert arbiter("reach", file, "--unit", name).status == 0


FAILED = """position:
  active: north
  sites: {8: {controller: north}}
  units:
    k: {power: 2, controller: north, at: surface 8}
    st: {power: 1, stealth: true, controller: south, at: surface 8}
    u: {power: 5, controller: south, at: surface 8}
events:
- move_and_attack: {unit: k, path: []}
- attack: {unit: k, target: st}
"""


@pytest.mark.parametrize(
    ("further", "said"),
    [
        ("", "a declaration has failed"),
        ("- decline_attack: {unit: k}\n", "the unit may be intercepted"),
        ("- decline_attack: {unit: k}\n- intercept: {unit: u}\n", "the unit may be intercepted"),
    ],
)
def test_a_failed_declaration_is_told_until_the_attack_is_declined(further, said, tmp_path, capsys):
    file = tmp_path / "failed.yaml"
    file.write_text(FAILED + further, encoding="utf-8")
    assert main(["check", str(file), "--keep-going"]) == 1
    assert f"Not over: {said}" in capsys.readouterr().out
