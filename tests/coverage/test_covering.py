"""Every rule fires in some test, and is blocked in one by a single part of its body, or it is said why it cannot be.

What the tests show is kept in seen.json; that it is so is seen by `python -m tests.coverage --check`, which runs them all.
"""

import pytest

from tests.coverage.covering import exempt, gaps, parts_of, rules, run_all, seen, text_of, written


def test_every_rule_is_covered():
    missing = [f"never {what}: {text}" for text, what in gaps(seen()) if (text, what) not in exempt()]
    assert missing == [], "write rulings, then run `python -m tests.coverage`"


def test_nothing_is_exempt_that_is_covered():
    assert set(exempt()) - set(gaps(seen())) == set()


def test_what_was_seen_is_of_the_rules_as_they_are():
    assert set(seen()) == {text_of(rule) for rule in rules()}
    assert all(set(seen()[text_of(rule)].stopped) <= parts_of(rule) for rule in rules())


@pytest.mark.long
def test_what_was_seen_is_seen_again():
    known, wrong = run_all()
    assert wrong == []
    assert written(known) == written(seen())
