"""The atlas: docs/atlas.md is up to date, and nothing that the rules rest on goes without a rule and a ruling."""

from collections import Counter, defaultdict

import atlas
import pytest
from rules_files import all_files, facts

NO_RULING = {
    "Banished": "no encoded card banishes; the rule is that of dying, and is tested with it",
    "Codex": "the editions and the index of sources: each edition has its rulings in editions.yaml",
    "The Golden Rule": "the readings and their defaults: each value of each has a ruling of its own, see below",
}
"""Sources of rules that no ruling is about, and why not."""

ONE_DIRECTION = {
    "Site": "a site that was never there is unusable input, and one that was leaves Rubble",
}
"""Sources of reasons with rulings in one direction alone, and why."""

NO_ILLEGAL_EVENT = {
    "no_site": "see Site",
    "immobile": "told of a step that is not taken",
    "no_such_step": "told of a step that is not taken",
    "no_steps_left": "told of a step that is not taken",
    "not_there": "told of a step that is not taken",
}
"""Reasons that no ruling names, and why."""


def test_the_page_is_up_to_date():
    assert atlas.PAGE.read_text(encoding="utf-8") == atlas.page(), "run: python tests/house/atlas.py"


@pytest.mark.parametrize("clause", atlas.clauses())
def test_every_clause_has_rules_rulings_from_both_sides_and_a_property(clause):
    assert atlas.places()[clause]
    directions = {direction for ruling in atlas.rulings_of(clause) for direction in ruling.directions}
    assert {"legal", "illegal"} <= directions
    assert atlas.properties()[clause]


def test_every_other_source_has_a_ruling_or_a_property():
    without = {source for source in atlas.places() if not atlas.testing(source) and source not in atlas.properties()}
    assert without == set(NO_RULING)


def test_every_property_rests_on_a_source():
    known = set(atlas.places()) | set(atlas.entries()) | set(atlas.clauses())
    assert set(atlas.properties()) - known == set()


def test_every_rule_names_its_source():
    assert [f"{file.name}:{rule.line}" for file in all_files() for rule in file.rules if rule.source is None] == []


def test_the_source_of_every_ruling_is_understood():
    assert [(ruling.name, ruling.unread) for ruling in atlas.rulings() if ruling.unread or not (ruling.sources or ruling.readings)] == []


def test_rulings_have_names_of_their_own():
    assert [name for name, times in Counter(ruling.name for ruling in atlas.rulings()).items() if times > 1] == []


def test_what_reasons_rest_on_is_tested_in_both_directions():
    one = set()
    for source in {atlas.text(arguments[1]) for _, _, arguments in facts("reason", 3)}:
        directions = {direction for ruling in atlas.testing(source) for direction in ruling.directions}
        if not {"legal", "illegal"} <= directions:
            one.add(source)
    assert one == set(ONE_DIRECTION)


def test_every_reason_is_expected_by_a_ruling():
    expected = {reason for ruling in atlas.rulings() for reason in ruling.reasons}
    assert {atlas.text(arguments[0]) for _, _, arguments in facts("reason", 3)} - expected == set(NO_ILLEGAL_EVENT)


def test_every_value_of_every_reading_has_a_ruling():
    values = defaultdict(set)
    for _, _, (name, value, _) in facts("reading_value", 3):
        values[atlas.text(name)].add(atlas.text(value))
    named = {reading for ruling in atlas.rulings() for reading in ruling.readings}
    assert {(name, value) for name, found in values.items() for value in found} - named == set()
