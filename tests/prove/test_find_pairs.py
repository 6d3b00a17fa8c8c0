"""Every two reasons against one kind of event: at once somewhere, or never; and the table in docs/PAIRS.md."""

import json
from pathlib import Path

import pytest

from benchmarks import pairs as page
from solver_bridge.cli import main
from solver_bridge.engine import FOUND, NONE
from solver_bridge.proving.pairs import ABSENT, INDUCTION, Pair, Pairs, all_pairs, reasons_of_kinds
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Here

PAGE = Path(__file__).parent.parent.parent / "docs" / "PAIRS.md"
TO_ACT = {"not_active", "storyline_busy", "tapped", "disabled", "summoning_sick"}
TARGET = {
    "not_enemy", "elsewhere", "disabled", "cannot_attack", "stealth", "airborne", "protected", "subsurface", "uncontrolled",
}  # fmt: skip
DEFENDER = {
    "tapped", "disabled", "summoning_sick", "is_target", "not_enemy", "out_of_range", "cannot_defend", "stealth", "undefendable",
}  # fmt: skip
INTERCEPTOR = {
    "elsewhere", "tapped", "disabled", "summoning_sick", "not_enemy", "stealth", "airborne", "cannot_intercept", "cannot_be_intercepted",
}  # fmt: skip


def search(wanted, scope):
    return {found.pair: found for found in Pairs(scope, Here(), lambda *_: None).search(wanted)}


def test_the_reasons_come_from_the_rules():
    known = {kind: {name for name, _ in shapes} for kind, shapes in reasons_of_kinds(()).items()}
    assert known["move_and_attack"] >= TO_ACT
    assert known["attack"] >= TARGET
    assert known["defend"] >= DEFENDER
    assert known["intercept"] >= INTERCEPTOR
    assert len(all_pairs(())) == sum(len(names) * (len(names) - 1) // 2 for names in known.values())
    assert {name for name, _ in reasons_of_kinds(("Wills-o'-the-Wisp",))["resolve"]} > known["resolve"]


def test_each_pair_is_found_or_impossible():
    wanted = [pair for pair in all_pairs(()) if pair.kind == "intercept" and "airborne" in (pair.first, pair.second)]
    found = search(wanted, Scope(units=2, width=1, height=1))
    never = {pair.second for pair, each in found.items() if each.status == NONE}
    assert never == {"gone", "not_now"}
    for pair, each in found.items():
        if each.status == FOUND:
            assert len(each.sequence.position.units) == 2
            assert each.sequence.events[-1].word == "intercept"
        else:
            assert (each.status, each.method) == (NONE, INDUCTION), pair


def test_what_is_said_to_be_impossible_is_possible_once_the_rules_say_so(monkeypatch, tmp_path):
    """The same search in rules in which Stealth hides sites, too."""
    import shutil

    from solver_bridge.resources import asp_dir

    wanted = [Pair("attack", "stealth", "uncontrolled")]
    scope = Scope(units=1, width=1, height=1)
    assert search(wanted, scope)[wanted[0]].status == NONE
    rules = tmp_path / "asp"
    shutil.copytree(asp_dir(), rules)
    file = rules / "targeting.lp"
    hides = "target_barred(A, W, site(N), L, stealth(N), T) :- candidate(A, W, site(N), L, T), stealthy(A, T).\n"
    file.write_text(file.read_text(encoding="utf-8") + hides, encoding="utf-8")
    monkeypatch.setenv("ARBITER_RULES", str(rules))
    asp_dir.cache_clear()
    try:
        assert search(wanted, scope)[wanted[0]].status == FOUND
    finally:
        monkeypatch.undo()
        asp_dir.cache_clear()


def test_a_reason_that_a_scope_does_not_have_is_told_from_an_impossible_pair():
    pair = Pair("attack", "stealth", "which_location")
    assert search([pair], Scope(units=1, width=1, height=1))[pair].method == ABSENT


def test_one_pair_is_asked_and_checked(tmp_path, capsys):
    arguments = ["--units", "2", "--squares", "1x1", "--out", str(tmp_path), "--json"]
    assert main(["find", "--pair", "attack", "stealth", "airborne", *arguments]) == 0
    (goal,) = json.loads(capsys.readouterr().out)["goals"]
    assert goal["found"]
    assert (goal["event"], goal["reasons"]) == ("attack", ["airborne", "stealth"])
    assert main(["check", str(tmp_path / "attack-airborne-stealth.yaml"), "--json", "--no-readings"]) == 1
    last = json.loads(capsys.readouterr().out)["events"][-1]
    assert {reason["rule"] for reason in last["reasons"]} >= {"airborne", "stealth"}


def test_an_impossible_pair_is_said_to_be_impossible(capsys):
    assert main(["find", "--pair", "defend", "out_of_range", "path_misses", "--units", "1", "--squares", "1x1"]) == 0
    assert "never happens in this scope (induction" in capsys.readouterr().out


@pytest.mark.parametrize(
    "wrong",
    [("attak", "stealth", "airborne"), ("attack", "stelth", "airborne"), ("attack", "stealth", "path_misses")],
)
def test_an_unknown_pair_is_unusable(wrong, capsys):
    assert main(["find", "--pair", *wrong]) == 2
    assert capsys.readouterr().err.startswith("--pair: ")


@pytest.mark.long
def test_the_page_of_pairs_is_up_to_date():
    found = list(search(all_pairs(page.SCOPE.cards), page.SCOPE).values())
    assert {each.status for each in found} == {FOUND, NONE}
    assert page.document(found) == PAGE.read_text(encoding="utf-8")


def test_the_page_of_pairs_has_a_line_for_each_reason():
    text = PAGE.read_text(encoding="utf-8")
    for kind, shapes in reasons_of_kinds(page.SCOPE.cards).items():
        names = {name for name, _ in shapes}
        if len(names) > 1:
            section = text.partition(f"## {kind}\n")[2].partition("\n## ")[0]
            assert all(name in section for name in names), kind
    assert "?" not in text
