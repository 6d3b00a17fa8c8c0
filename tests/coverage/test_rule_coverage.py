"""Rule coverage, on small programs: what fires, what is a near miss, and that nothing else changes."""

from pathlib import Path

import pytest

from solver_bridge import engine, rule_coverage
from solver_bridge.engine import solve
from solver_bridge.resources import asp_dir
from solver_bridge.rule_coverage import Coverage, covered_files, covered_rules


@pytest.fixture
def covered(tmp_path, monkeypatch):
    """Run a program of one file, and give for each rule whether it fired, and which parts of it were stops."""
    for module in (engine, rule_coverage):
        monkeypatch.setattr(module, "asp_dir", lambda: str(tmp_path))

    def run(rules, *facts):
        (tmp_path / "rules.lp").write_text(rules, encoding="utf-8")
        rule_coverage.rules_in.cache_clear()
        coverage = Coverage()
        with coverage.recording():
            for given in facts:
                solve(["rules.lp"], given)
        return {
            rule.line: (coverage.fired(rule), sorted(coverage.stopped(rule)))
            for rule in covered_rules(["rules.lp"])
        }

    return run


def test_a_rule_fires_where_all_of_its_body_holds(covered):
    assert covered("a(X) :- b(X), c(X).", "b(1). c(1).") == {1: (True, [])}


def test_each_part_that_fails_by_itself_is_a_stop(covered):
    assert covered("a(X) :- b(X), c(X), not d(X).", "b(1). c(1). d(1).") == {1: (False, [3])}
    assert covered("a(X) :- b(X), c(X), not d(X).", "b(1). c(2).") == {1: (False, [1, 2])}


def test_where_two_parts_fail_none_is_a_stop(covered):
    assert covered("a(X) :- b(X), c(X), not d(X).", "b(1). d(1).") == {1: (False, [])}


def test_what_is_seen_in_several_runs_adds_up(covered):
    assert covered("a(X) :- b(X), not d(X).", "b(1). d(1).", "b(1).") == {1: (True, [2])}


def test_a_comparison_can_be_a_stop(covered):
    assert covered("a(X) :- b(X), X < 2.", "b(3).") == {1: (False, [2])}
    assert covered("a(X) :- b(X), X = f(_).", "b(g(1)).") == {1: (False, [2])}


def test_a_variable_that_nothing_else_names_means_any(covered):
    assert covered("a(X, Y) :- b(X), c(X, Y).", "b(1). c(2, 3).") == {1: (False, [1, 2])}
    assert covered("a(X, Y) :- b(X), c(X, Y).", "b(1). c(1, 3).") == {1: (True, [])}


def test_without_a_part_that_gives_another_its_values_there_is_no_near_miss(covered):
    (rule,) = _rules(covered, "a(X) :- b(X, Y), Y < X.")
    assert {mark.stop for mark in rule.stops} == {2}


@pytest.mark.parametrize(("term", "stops"), [("X + 1", {1, 2}), ("2 * X", {1, 2}), ("X / 2", {1}), ("X ** 2", {1}), ("1..X", {1})])
def test_a_variable_has_its_value_from_a_sum_and_not_from_a_quotient(covered, term, stops):
    (rule,) = _rules(covered, f"a(X) :- b({term}), c(X).")
    assert {mark.stop for mark in rule.stops} == stops


def test_a_rule_of_one_part_has_no_stop_and_a_fact_no_mark(covered):
    facts_and_one = _rules(covered, "b(1).\na(X) :- b(X).")
    assert [(rule.line, rule.stops) for rule in facts_and_one] == [(2, ())]


def test_of_a_pool_every_alternative_must_fail(covered):
    assert covered("a(X) :- b(X), c(X, (p; q)).", "b(1). c(1, q).") == {1: (True, [])}
    assert covered("a(X) :- b(X), c(X, (p; q)).", "b(1). c(1, r).") == {1: (False, [2])}


def test_conditions_and_aggregates_can_be_stops(covered):
    assert covered("a(X) :- b(X), c(Y) : d(X, Y).", "b(1). d(1, 2).") == {1: (False, [2])}
    assert covered("a(X) :- b(X), #count { Y : d(X, Y) } > 1.", "b(1). d(1, 2).") == {1: (False, [2])}
    assert covered("a(X) :- b(X), X != f(N) : n(N).", "b(f(1)). n(1).") == {1: (False, [2])}


def test_rules_that_negate_one_another_in_time_are_seen_too(covered):
    rules = "p(T+1) :- t(T), not q(T).\nq(T+1) :- t(T), p(T), p(0)."
    assert covered(rules, "t(0..2).") == {1: (True, []), 2: (False, [3])}


def test_two_rules_on_a_line_have_names_of_their_own(covered):
    assert [rule.rule for rule in _rules(covered, "a(X) :- b(X). c(X) :- b(X).")] == ["rules.lp:1", "rules.lp:1#2"]


def test_answers_are_the_same_while_coverage_is_recorded(covered, tmp_path):
    rules = "a(X) :- b(X), not c(X).\n#show a/1."
    covered(rules, "b(1..2). c(1).")
    with Coverage().recording():
        assert solve(["rules.lp"], "b(1..2). c(1).") == [("a", 2)]


def test_what_asks_about_the_rules_is_not_covered():
    assert not covered_rules(["show/result.lp", "scope/line.lp", "sentences_attack.lp", "entries.lp"])
    assert covered_rules(["fight.lp", "cards/alpha/dodge_roll.lp"])


def _rules(covered, rules):
    covered(rules)
    return covered_rules(["rules.lp"])


def test_the_files_that_are_looked_at_are_those_of_the_rules() -> None:
    folder = Path(asp_dir())
    every = {path.relative_to(folder).as_posix() for path in folder.rglob("*.lp")}
    found = covered_files()
    assert list(found) == sorted(found)
    assert set(found) < every
    outside = {name.partition("/")[0] for name in every - set(found)}
    assert {"realm.lp", "attack.lp", "vocabulary.lp"} <= set(found)
    assert any(name.startswith("cards/") for name in found)
    told = {"entries.lp", "sentences.lp", "sentences_attack.lp", "whatif.lp"}
    assert outside == {"show", "scope", "properties", "goals", "lemmas", *told}
