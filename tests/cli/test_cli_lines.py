"""The commands that follow a sequence: check and orders."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solver_bridge import Position, Sequence
from solver_bridge.events import event_from_data

Example = Callable[[str], Path]

SHORT = """\
position:
  active: north
  sites: {8: {controller: south}}
  units:
    raider: {power: 2, controller: north, at: surface 8}
    sorcerer: {type: avatar, power: 1, controller: south, at: surface 8, tapped: true}
events:
- move_and_attack: {unit: raider, path: []}
- attack: {unit: raider, target: site 8}
"""

FAULTY = """\
position:
  active: north
  sites: {8: {controller: south}, 9: {controller: north}}
  units:
    raider: {power: 2, controller: north, at: surface 8}
    idler: {power: 2, controller: north, at: surface 9, tapped: true}
events:
- move_and_attack: {unit: idler, path: []}
- move_and_attack: {unit: raider, path: []}
- attack: {unit: raider, target: site 9}
- attack: {unit: raider, target: site 8}
"""


def test_check_as_json(arbiter: Any, example: Example) -> None:
    done = arbiter("check", example("site-lost"), "--json")
    assert done.status == 0
    assert done.err == ""
    assert list(done.data) == ["schema_version", "legal", "events", "legal_instead", "position", "result"]
    assert done.data["legal"] is True
    assert all(set(event) == {"event", "legal", "supplied", "reasons"} for event in done.data["events"])
    assert set(done.data["result"]) == {
        "attacked",
        "defenders",
        "struck",
        "dead",
        "life",
        "successful_attack",
        "effects",
        "lost",
    }


def test_what_check_prints_can_be_read_back(arbiter: Any, example: Example) -> None:
    for name in ("site-lost", "ambush-defended", "two-triggers", "kay-again", "oversized-defender"):
        data = arbiter("check", example(name), "--json").data
        position = Position.from_data(data["position"])
        assert position.to_data() == Position.from_data(json.loads(json.dumps(position.to_data()))).to_data()
        start = Sequence.load(example(name)).position
        for judged in data["events"]:
            event_from_data(judged["event"], position=start)
        for event in data["legal_instead"]:
            assert position.is_legal(event)


def test_forced_events_are_supplied(arbiter: Any, written: Any) -> None:
    data = arbiter("check", written(SHORT), "--json").data
    assert [judged["supplied"] for judged in data["events"]] == [False, False, True, True]
    assert data["result"]["life"] == {"south": 18}
    page = arbiter("check", written(SHORT)).out
    assert page.count("supplied  ") == 2
    assert "Life: south 18." in page
    assert page.endswith("Legal.\n")


def test_an_illegal_event_ends_the_line(arbiter: Any, written: Any) -> None:
    done = arbiter("check", written(FAULTY), "--json")
    assert done.status == 1
    assert [judged["legal"] for judged in done.data["events"]] == [False]
    assert [reason["rule"] for reason in done.data["events"][0]["reasons"]] == ["tapped"]
    assert done.data["result"] is None
    words = [next(iter(event)) for event in done.data["legal_instead"]]
    assert "move_and_attack" in words


def test_keep_going_leaves_it_out(arbiter: Any, written: Any) -> None:
    done = arbiter("check", written(FAULTY), "--keep-going", "--json", "--reading", "retry_declaration=yes")
    assert done.status == 1
    assert [judged["legal"] for judged in done.data["events"]][:4] == [False, True, False, True]
    assert done.data["result"]["attacked"] == "site 8"
    page = arbiter("check", written(FAULTY), "--keep-going", "--reading", "retry_declaration=yes").out
    assert page.count("ILLEGAL") == 2
    assert page.count("legal instead:") == 1
    assert page.endswith("Not legal: 2 events.\n")


def test_the_page_says_every_reason_and_what_is_legal_instead(arbiter: Any, example: Example) -> None:
    page = arbiter("check", example("burrowers")).out
    assert "ILLEGAL   attack: {unit: trolls, target: site 13}" in page
    assert "- Only the surface of site 13 can be attacked, not its subsurface. (Attack)" in page
    assert "            attack: {unit: trolls, target: mole}" in page
    assert "Not over: the unit has moved, and is to declare its attack or to decline it." in page


def test_events_are_written_as_a_file_has_them(arbiter: Any, written: Any) -> None:
    import yaml

    name = "it's: [odd], 12"
    text = json.dumps(
        {
            "position": {
                "active": "north",
                "sites": {"8": {"controller": "south"}},
                "units": {
                    name: {"power": 1, "controller": "north", "at": "surface 8"},
                    "true": {"power": 1, "controller": "south", "at": "surface 8"},
                    "13": {"power": 1, "controller": "south", "at": "surface 8"},
                },
            },
            "events": [
                {"move_and_attack": {"unit": name, "path": []}},
                {"attack": {"unit": name, "target": "true"}},
                {"defend": {"unit": "13", "path": [], "original": "stays"}},
            ],
        }
    )
    page = arbiter("check", written(text, "odd.json")).out
    lines = [line.removeprefix("ok").strip() for line in page.splitlines() if line.startswith("ok ")]
    assert len(lines) == 3
    for line, event in zip(lines, json.loads(text)["events"], strict=True):
        assert yaml.safe_load("{" + line.partition("  (chosen")[0] + "}") == event


def test_steps_that_are_not_taken_are_told(arbiter: Any, written: Any) -> None:
    text = SHORT.replace("path: []", "path: [surface 7]").replace(
        "- attack: {unit: raider, target: site 8}\n", ""
    )
    text = text.replace("8: {controller: south}", "8: {controller: south}, 9: {controller: south}").replace(
        "surface 7", "surface 9, surface 8"
    )
    done = arbiter("check", written(text), "--json")
    (skipped,) = done.data["events"][0]["event"]["move_and_attack"]["not_taken"]
    assert skipped["step"] == 2
    assert [reason["rule"] for reason in skipped["reasons"]] == ["no_steps_left"]
    assert "step 2 is not taken:" in arbiter("check", written(text)).out


def test_who_is_left_out_of_the_fight_is_told_and_why(arbiter: Any, example: Example) -> None:
    data = arbiter("check", example("wisp-escape"), "--json").data
    ((said,),) = (e["event"]["pass"]["left_out"] for e in data["events"] if "left_out" in e["event"].get("pass", {}))
    assert (said["who"], [reason["rule"] for reason in said["reasons"]]) == ("wisp", ["elsewhere"])
    assert "wisp is left out of the fight:" in arbiter("check", example("wisp-escape")).out
    read = event_from_data(data["events"][-1]["event"], position=None)
    assert read.to_data() == {"pass": {"player": "south"}}


def test_effects_and_the_loser_are_told_in_words(arbiter: Any, example: Example, written: Any) -> None:
    assert "captain: south discards the three topmost spells." in arbiter("check", example("wisp-escape")).out
    text = SHORT.replace("tapped: true", "tapped: true, life: 0").replace(
        "target: site 8", "target: sorcerer"
    )
    page = arbiter("check", written(text)).out
    assert "South has lost the game." in page
    both = text.replace(
        "    raider: {power: 2, ",
        "    raider: {type: avatar, life: 0, power: 2, ",
    )
    assert "Both players have lost: the game is a draw." in arbiter("check", written(both)).out


def test_an_intercept_is_told_in_words(arbiter: Any, written: Any) -> None:
    text = SHORT.replace(", tapped: true", "").replace(
        "- attack: {unit: raider, target: site 8}\n",
        "- decline_attack: {unit: raider}\n- intercept: {unit: sorcerer}\n- pass: {player: south}\n- strike: {}\n",
    )
    page = arbiter("check", written(text)).out
    assert "Intercepted by sorcerer." in page


def test_the_edition_over_what_the_file_says(arbiter: Any, example: Example) -> None:
    data = arbiter("check", example("site-lost"), "--edition", "codex-2026-05", "--json").data
    assert data["position"]["edition"] == "codex-2026-05"


def test_orders(arbiter: Any, example: Example) -> None:
    done = arbiter("orders", example("two-triggers"), "--json")
    assert done.status == 0
    assert done.data == {"schema_version": 1, "orders": [["wisp", "kay"]]}
    assert "wisp, kay" in arbiter("orders", example("two-triggers")).out
    assert arbiter("orders", example("site-lost")).out == "Nothing is pending.\n"


def test_orders_after_what_is_not_legal(arbiter: Any, written: Any) -> None:
    done = arbiter("orders", written(FAULTY), "--json")
    assert done.status == 1
    assert done.data["legal"] is False
    assert "ILLEGAL" in arbiter("orders", written(FAULTY)).out


@pytest.mark.parametrize("name", ["site-lost", "ambush-defended"])
def test_answers_are_the_same_every_time(arbiter: Any, example: Example, name: str) -> None:
    assert arbiter("check", example(name), "--json") == arbiter("check", example(name), "--json")


def test_a_declaration_after_a_failed_one_depends_on_the_reading(arbiter: Any, written: Any) -> None:
    text = SHORT.replace(
        "    raider:", "    bird: {power: 1, abilities: [airborne], controller: south, at: surface 8}\n    raider:"
    ).replace("- attack:", "- attack: {unit: raider, target: bird}\n- attack:")
    done = arbiter("check", "--keep-going", written(text), "--json")
    first, second = (judged for judged in done.data["events"] if "attack" in judged["event"])
    assert "depends_on" not in first
    (turned,) = second["depends_on"]
    assert turned == {"reading": "retry_declaration", "value": "yes", "answer": {"legal": True}}
    page = arbiter("check", "--keep-going", written(text)).out
    assert "ILLEGAL   attack: {unit: raider, target: site 8} *" in page
