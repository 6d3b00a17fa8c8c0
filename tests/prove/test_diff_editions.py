"""diff: each pair of editions parts in what was changed between them, and in nothing else."""

import json

import pytest

from solver_bridge.cli import main

FIGHT, SUCCESS, CHOOSER = "who is in the fight", "whether the attack is successful", "who chooses whether the attacked unit stays"
OLD, MIDDLE, NEW = "codex-2026-01", "codex-2026-05", "codex-2026-07"
CHOSEN = f"{OLD},defending_player=controls_the_attacked_unit"


def diff(capsys, one, two, *scope):
    status = main(["diff", one, two, *scope, "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["complete"]
    assert status == (1 if found["differences"] else 0)
    return found["differences"]


def words(found):
    return sorted(word for difference in found for word in difference["words"])


@pytest.mark.long
def test_a_defender_that_joined_and_left_takes_one_effect_to_show(capsys):
    scope = ("--units", "2", "--squares", "1x1")
    (difference,) = diff(capsys, OLD, MIDDLE, *scope)
    assert difference["words"] == [FIGHT]
    assert [next(iter(event)) for event in difference["events"]] == ["move_and_attack", "attack", "defend", "effect", "pass"]
    struck = {side: answer["result"]["struck"] for side, answer in difference["answers"].items()}
    assert struck == {OLD: ["alpha", "beta"], MIDDLE: []}
    assert diff(capsys, OLD, MIDDLE, *scope, "--effects", "0") == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (OLD, MIDDLE, [FIGHT]),
        (MIDDLE, NEW, [SUCCESS]),
        (OLD, NEW, [SUCCESS, FIGHT]),
        (NEW, NEW, []),
        (f"{MIDDLE},zero_power_success=yes", NEW, []),
    ],
)
def test_each_pair_of_editions(one, two, expected, capsys):
    found = diff(capsys, one, two, "--units", "2", "--squares", "2x1")
    assert words(found) == sorted(expected)
    assert len(found) == len(expected)


@pytest.mark.long
def test_who_chooses_shows_where_the_attacked_unit_has_changed_sides(capsys):
    found = diff(capsys, CHOSEN, MIDDLE, "--units", "3", "--squares", "1x1")
    assert words(found) == sorted([FIGHT, CHOOSER])


def test_time_is_kept(capsys):
    arguments = ["--units", "4", "--squares", "5x4", "--time-limit", "2", "--json"]
    assert main(["diff", OLD, NEW, *arguments]) == 3
    assert not json.loads(capsys.readouterr().out)["complete"]


@pytest.mark.long
def test_both_directions_are_looked_at(capsys):
    """What is legal only on the second side is found, too, with that side's line."""
    one, two = "retry_declaration=no", "retry_declaration=yes"
    (difference,) = diff(capsys, one, two, "--units", "2", "--squares", "1x1", "--effects", "0")
    assert difference["words"] == ["whether an attack may be declared"]
    answers = {side: answer["legal"] for side, answer in difference["answers"].items()}
    assert answers == {one: False, two: True}
