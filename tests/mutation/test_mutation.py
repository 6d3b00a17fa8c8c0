"""A seeded sample of mutants, each killed again by what killed it before; and the tool itself on a small scale."""

import random

import pytest

from tests.mutation.checks import Runs
from tests.mutation.killing import KILLED, SURVIVED, Checked, tried
from tests.mutation.mutants import OPERATORS, mutants, rules_text
from tests.mutation.results import PAGE, argued, known, outcome, page
from tests.mutation.runs import all_runs, together

SAMPLE, SEED = 60, 20


def test_each_operator_has_mutants_and_all_have_keys_of_their_own():
    found = mutants()
    assert {mutant.operator for mutant in found} == set(OPERATORS)
    assert len({mutant.key for mutant in found}) == len(found)


def test_a_mutant_changes_its_rule_and_nothing_else():
    for mutant in random.Random(SEED).sample(mutants(), 200):
        before, after = rules_text(mutant.file), mutant.applied(rules_text(mutant.file))
        first, last = mutant.span[0], mutant.span[2]
        assert after != before
        assert after.splitlines()[: first - 1] == before.splitlines()[: first - 1]
        rest = before.splitlines()[last:]
        assert not rest or after.splitlines()[-len(rest) :] == rest


def test_a_sample_is_killed_again(tmp_path):
    by_key = {mutant.key: mutant for mutant in mutants()}
    runs = {run.key: run for run in together(all_runs(60))}
    able = sorted(key for key, by in known().killed.items() if key in by_key and by in runs)
    seconds = dict.fromkeys(runs, 2.0)
    checks = Runs.of_seconds(list(runs.values()), seconds, 60)
    sample = random.Random(SEED).sample(able, min(SAMPLE, len(able)))
    tasks = [(by_key[key], *checks.check(by_key[key], [known().killed[key]])) for key in sample]
    outcomes = {mutant.key: verdict for mutant, verdict in tried(tasks, tmp_path)}
    assert [key for key in sample if outcomes[key].outcome != KILLED] == []


def test_what_notices_nothing_lets_a_mutant_live(tmp_path):
    (mutant, *_) = mutants("turn.lp")
    ((_, verdict),) = tried([(mutant, lambda _: Checked(False, "nothing"), 5.0)], tmp_path)
    assert (verdict.outcome, verdict.by) == (SURVIVED, "nothing")


def test_a_mutant_that_does_not_end_is_noticed(tmp_path):
    def forever(_):
        while True:
            pass

    (mutant, *_) = mutants("turn.lp")
    ((_, verdict),) = tried([(mutant, forever, 1.0)], tmp_path)
    assert verdict.outcome == KILLED
    assert verdict.by.startswith("limit")


def test_nearly_all_that_are_not_equivalent_are_killed():
    found = known()
    outcomes = [what for mutant in mutants() if (what := outcome(mutant, found)) is not None]
    killed, left = outcomes.count("killed"), outcomes.count("left")
    assert killed >= 0.98 * (killed + left)


def test_nothing_is_argued_of_what_is_not_there():
    assert set(argued()) - {mutant.key for mutant in mutants()} == set()


@pytest.mark.long
def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(known())
