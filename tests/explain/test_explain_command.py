"""The command `arbiter explain`, and what depends on readings in the others."""

import json
import re
from pathlib import Path

import pytest

from solver_bridge import whatif
from solver_bridge.cli import main

POSITION = """
active: north
sites: {7: {terrain: land, controller: south}, 8: {terrain: land, controller: south}}
units:
  troll: {controller: north, at: surface 7, power: 3}
  nomads: {controller: south, at: surface 8, power: 2, stealth: true}
  ogre: {controller: south, at: surface 8, power: 2, tapped: true}
  scout: {controller: south, at: surface 8, power: 1, carried_by: ogre}
"""
MOVE, ATTACK = (
    "{move_and_attack: {unit: troll, path: [surface 8]}}",
    "{attack: {unit: troll, target: nomads}}",
)

DEFEND = "{defend: {unit: scout, path: []}}"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "position.yaml"
    path.write_text(POSITION)
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_json_of_a_legal_event(file, capsys):
    status, out, _ = run(capsys, "explain", file, MOVE, "--json")
    found = json.loads(out)
    assert status == 0
    assert found["schema_version"] == 1
    assert found["legal"] is True
    assert "reasons" not in found
    assert {"text", "kind", "source"} <= found["proof"][0].keys()
    assert [{"unit": "troll", "tap": True}] in found["changes"]
    assert found["depends_on"] == []


def test_json_of_an_illegal_event(file, capsys):
    status, out, _ = run(capsys, "explain", file, MOVE, ATTACK, "--json")
    found = json.loads(out)
    assert status == 1
    assert found["legal"] is False
    (reason,) = found["reasons"]
    assert {"rule", "source", "text", "link", "proof"} <= reason.keys()
    assert reason["rule"] == "stealth"
    assert [{"unit": "nomads", "lose": "stealth"}] in found["changes"]
    assert run(capsys, "explain", file, MOVE, ATTACK, "--json")[1] == out


def test_the_page(file, capsys):
    status, out, _ = run(capsys, "explain", file, MOVE, ATTACK)
    assert status == 1
    assert "nomads has a Stealth mark. (Stealth)" in out
    assert "It would be legal with one change:" in out
    assert "nomads without stealth" in out
    assert "Under way: " in out
    assert "depends on no reading" in out


def test_a_list_of_changes_that_is_cut_says_so(file, capsys, monkeypatch):
    page = run(capsys, "explain", file, MOVE)[1]
    found = json.loads(run(capsys, "explain", file, MOVE, "--json")[1])
    assert found["complete"] is True
    assert "not complete" not in page
    monkeypatch.setattr(whatif, "MOST_SETS", 2)
    page = run(capsys, "explain", file, MOVE)[1]
    cut = json.loads(run(capsys, "explain", file, MOVE, "--json")[1])
    assert cut["complete"] is False
    assert len(cut["changes"]) == 2
    assert all(changes in found["changes"] for changes in cut["changes"])
    assert "(not complete: there are more, equally few; 2 are shown)" in page


def test_where_no_change_turns_the_answer_it_is_said(file, capsys):
    status, page, _ = run(capsys, "explain", file, "{attack: {unit: troll, target: nomads}}")
    assert status == 1
    assert "No set of up to 3 changes, of those that are looked at, would make it legal." in page
    found = json.loads(run(capsys, "explain", file, "{attack: {unit: troll, target: nomads}}", "--json")[1])
    assert (found["changes"], found["complete"]) == ([], True)


def test_what_was_not_looked_for_is_not_said_to_be_missing(file, capsys):
    status, page, _ = run(capsys, "explain", file, MOVE, "--no-what-if")
    assert status == 0
    assert "one change" not in page
    assert "depends on no reading" in page
    assert "reading" not in run(capsys, "explain", file, MOVE, "--no-what-if", "--no-readings")[1]
    found = json.loads(run(capsys, "explain", file, MOVE, "--no-what-if", "--json")[1])
    assert (found["changes"], found["complete"]) == ([], False)


def test_the_position_in_which_it_is_judged_is_given(file, capsys):
    found = json.loads(run(capsys, "explain", file, MOVE, ATTACK, "--json")[1])
    assert found["position"]["units"]["troll"]["at"] == "surface 8"
    page = run(capsys, "explain", file, MOVE, ATTACK)[1]
    board = page.partition("ILLEGAL")[0]
    assert re.search(r"\| 7 land +S \| 8 land +S \|\n\| +\| N troll 3", board)


def test_facts_are_told_in_the_words_of_a_position(file, capsys):
    page = run(capsys, "explain", file, MOVE, "{attack: {unit: troll, target: ogre}}", DEFEND, "--full")[1]
    assert "_" not in "".join(re.findall(r"^ +units\..*abilities: (.*)$", page, re.M))
    assert "('" not in "".join(re.findall(r"^ +(?:units|attack|sites)\..*$", page, re.M))


def test_steps_that_are_not_taken_are_told(file, capsys):
    far = "{move_and_attack: {unit: troll, path: [surface 20]}}"
    found = json.loads(run(capsys, "explain", file, far, "--no-what-if", "--json")[1])
    assert found["legal"] is True
    assert [skipped["step"] for skipped in found["not_taken"]] == [1]
    assert "step 1 is not taken:" in run(capsys, "explain", file, far, "--no-what-if")[1]
    assert "not_taken" not in json.loads(run(capsys, "explain", file, MOVE, "--json")[1])


def test_events_from_a_file(file, tmp_path, capsys):
    events = tmp_path / "events.yaml"
    events.write_text(f"- {MOVE}\n- {ATTACK}\n")
    assert run(capsys, "explain", file, str(events), "--no-what-if", "--no-readings")[0] == 1


def test_the_full_proof_is_longer(file, capsys):
    brief = run(capsys, "explain", file, MOVE, "--no-what-if", "--no-readings")[1]
    full = run(capsys, "explain", file, MOVE, "--no-what-if", "--no-readings", "--full")[1]
    assert len(full) > 2 * len(brief)


def test_an_earlier_event_that_is_illegal(file, capsys):
    status, out, _ = run(capsys, "explain", file, ATTACK, MOVE, "--json")
    found = json.loads(out)
    assert status == 1
    assert found["explained"] is False
    assert found["event"] == {"attack": {"unit": "troll", "target": "nomads"}}


@pytest.mark.parametrize(
    "event", ["{attack: {unit: nobody, target: nomads}}", "{dance: {}}", "nowhere.yaml", "{", "", "[1]"]
)
def test_unusable_events(file, event, capsys):
    status, out, err = run(capsys, "explain", file, event)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err


def test_check_marks_what_depends_on_a_reading(tmp_path, capsys):
    sequence = tmp_path / "sequence.yaml"
    sequence.write_text(
        "position: position.yaml\nevents:\n"
        "- {move_and_attack: {unit: troll, path: []}}\n"
        "- {attack: {unit: troll, target: site 7}}\n"
        "- {defend: {unit: scout, path: [surface 7]}}\n"
    )
    (tmp_path / "position.yaml").write_text(POSITION)
    status, out, _ = run(capsys, "check", str(sequence), "--json")
    found = json.loads(out)
    assert status == 0
    marked = [index for index, event in enumerate(found["events"]) if "depends_on" in event]
    assert marked == [2]
    assert found["events"][2]["depends_on"][0]["reading"] == "carried_defends"
    page = run(capsys, "check", str(sequence))[1]
    assert "* defend: {unit: scout, path: [surface 7]} depends on" in page
    assert "depends_on" not in run(capsys, "check", str(sequence), "--json", "--no-readings")[1]


def test_defenders_mark_who_depends_on_a_reading(file, capsys):
    arguments = ("defenders", file, "--attacker", "troll", "--target", "site 7")
    found = json.loads(run(capsys, *arguments, "--json")[1])
    nomads, scout = found["defenders"]
    assert "depends_on" not in nomads
    no = {"reading": "carried_defends", "value": "no", "answer": {"legal": False}}
    assert scout["depends_on"] == [no]
    assert "scout *" in run(capsys, *arguments)[1]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("", "It would be legal with one change:\n  - a untapped"),
        (", disabled: true", "It would be legal with these changes:\n  - a no longer disabled and a untapped"),
    ],
)
def test_how_many_changes_it_takes_is_said(more, said, tmp_path, capsys):
    file = tmp_path / "p.yaml"
    file.write_text(f"active: north\nsites: {{8: {{}}}}\nunits: {{a: {{power: 3, controller: north, at: surface 8, tapped: true{more}}}}}\n")
    assert said in run(capsys, "explain", str(file), "{move_and_attack: {unit: a, path: []}}", "--no-readings")[1]
