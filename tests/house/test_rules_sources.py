"""The rules stand under sources that exist, and under their readings and editions; keywords have rules."""

import re
from collections import defaultdict

from rules_files import (
    FUNCTION,
    VARIABLE,
    RulesFile,
    all_files,
    clauses,
    each_file,
    exists,
    facts,
    parts_of,
    read,
    signature,
    text_of,
    walk,
)


@each_file
def test_every_rule_stands_under_its_source(name):
    file = read(name)
    assert [file.lines[rule.line - 1] for rule in file.rules if rule.source is None] == []
    used = {rule.source for rule in file.rules}
    assert [source for source in file.sources if source not in used] == []


@each_file
def test_sources_exist(name):
    for source in read(name).sources:
        assert [each for each in source.sources if not exists(each)] == [], f"line {source.line}"


def test_every_clause_has_a_rule():
    under = {
        re.sub(" of .*", "", source)
        for file in all_files()
        for rule in file.rules
        if file.name != "entries.lp"
        for source in rule.source.sources
    }
    assert clauses() - under == set()


def test_older_editions_in_sources_exist():
    found = {str(text_of(arguments[0])) for _, _, arguments in facts("edition", 2)}
    for file in all_files():
        for source in file.sources:
            for each in source.sources:
                if dated := re.search(r" of (20\d\d-\d\d)$", each):
                    assert f"codex-{dated[1]}" in found


# Readings, editions, keywords


def _named(predicate: str, arity: int) -> set[str]:
    return {str(text_of(arguments[0])) for _, _, arguments in facts(predicate, arity)}


def readings_in(atoms) -> set[str]:
    return {
        text_of(atom.arguments[0])
        for atom in atoms
        if signature(atom) == ("reading", 3) and atom.arguments[0].ast_type != VARIABLE
    }


@each_file
def test_rules_of_a_reading_stand_under_its_name(name):
    below = defaultdict(set)
    for rule in read(name).rules:
        used = readings_in(rule.uses)
        assert used <= set(rule.source.readings), f"line {rule.line}"
        below[rule.source] |= used
    for source in read(name).sources:
        assert set(source.readings) == below[source], f"line {source.line}"


def test_readings_are_used_with_values_that_exist():
    values = defaultdict(set)
    for _, _, (name, value, _) in facts("reading_value", 3):
        values[text_of(name)].add(text_of(value))
    used = defaultdict(set)
    for file in all_files():
        for rule in file.rules:
            for atom in rule.uses:
                if signature(atom) == ("reading", 3) and atom.arguments[0].ast_type != VARIABLE:
                    name, value = map(text_of, atom.arguments[:2])
                    assert value in values[name], f"{file.name}:{rule.line}: {name}, {value}"
                    used[name].add(value)
    assert _named("reading", 2) == set(used) == set(values)


def test_counterfactuals_are_marked_as_such():
    found = {source.readings for file in all_files() for source in file.sources for line in [file.lines[source.line - 1]] if "(counterfactual " in line}
    assert {reading for each in found for reading in each} == _named("counterfactual", 1)


def test_editions_are_used_and_exist():
    used = set()
    for file in all_files():
        for rule in file.rules:
            for atom in rule.uses:
                if atom.name == "since" and (text := text_of(atom.arguments[0])):
                    used.add(text)
    ranks = {str(text_of(name)): int(text_of(rank)) for _, _, (name, rank) in facts("edition", 2)}
    oldest = max(ranks, key=ranks.__getitem__)
    assert used == set(ranks) - {oldest}


KEYWORD_ROLE = {("has", 3): 1, ("able", 3): 1, ("able_at", 4): 1, ("conferred", 4): 1, ("needs", 2): 1}
KEYWORD_FLUENTS = {("ability", 2), ("number", 3)}


def _keyword_uses(file: RulesFile):
    for rule in file.rules:
        for atom in (*rule.heads, *rule.uses):
            if signature(atom) in KEYWORD_ROLE:
                yield from ((word, rule.line) for word, _ in parts_of(atom.arguments[KEYWORD_ROLE[signature(atom)]]))
            for node in walk(atom):
                if node.ast_type == FUNCTION and (node.name, len(node.arguments)) in KEYWORD_FLUENTS:
                    yield from ((word, rule.line) for word, _ in parts_of(node.arguments[1]))


def test_keywords_in_rules_exist_and_every_keyword_has_a_rule():
    keywords, used = _named("keyword", 3), set()
    for file in all_files():
        for word, line in _keyword_uses(file):
            assert word in keywords, f"{file.name}:{line}: {word}"
            used.add(word)
    marks = {"stealth", "ward", "lance"}
    assert keywords - used == marks
