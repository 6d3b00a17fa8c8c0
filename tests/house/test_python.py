"""The bridge keeps to the house: it knows no rule, keyword, reading or card, and its modules stay small and in layers."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import networkx
import pytest
from rules_files import ASP, all_files, facts, text_of

import solver_bridge
from solver_bridge import words

PACKAGE = Path(solver_bridge.__file__).parent
MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
WORDS = "words.py"
EVERYDAY = {"yes", "no", "none", "never"}
"""Values of readings that are no words of the rules."""


def each_module(function):
    return pytest.mark.parametrize("name", MODULES)(function)


@cache
def tree(name: str) -> ast.Module:
    return ast.parse((PACKAGE / name).read_text(encoding="utf-8"))


def module_name(name: str) -> str:
    stem = name.removesuffix(".py").replace("/", ".").removesuffix("__init__").strip(".")
    return f"solver_bridge.{stem}".rstrip(".")


@cache
def firsts(predicate: str, arity: int, *places: int) -> frozenset[str]:
    found = (text_of(arguments[place]) for _, _, arguments in facts(predicate, arity) for place in places or (0,))
    return frozenset(map(str, found))


def fields_of_the_contract() -> set[str]:
    """Give the contract's field and event names, and the values that it lists for a field."""
    tables = [
        words.POSITION,
        *words.ENTITIES.values(),
        words.CHOICE,
        *words.EVENTS.values(),
        *words.ASKS.values(),
        *words.EXPECTATIONS.values(),
        words.RULING,
        words.RESULT,
        words.SEQUENCE,
        words.PRINTED,
        words.ATTACK,
        *words.RECORDS.values(),
    ]
    values = {choice for table in tables for field in table.values() for choice in field.choices}
    return {field for table in tables for field in table} | set(words.EVENTS) | set(words.ASKS) | values


@cache
def cards() -> frozenset[str]:
    lines = (ASP / "catalogue.jsonl").read_text(encoding="utf-8").splitlines()
    return frozenset(json.loads(line)["name"] for line in lines)


@cache
def words_of_the_rules() -> frozenset[str]:
    """Give the words that only the rules know: keywords, readings and values, editions, reasons, phases, effects."""
    found = firsts("keyword", 3, 0, 1) | firsts("reading", 2) | firsts("reading_value", 3, 1) | firsts("edition", 2)
    found |= firsts("reason", 3) | firsts("clause", 2) | firsts("optional", 1)
    found |= firsts("has_options", 1) | firsts("effect_text", 2) | firsts("problem_text", 2)
    found |= set(words.STEPS) | {"idle", "strikes"}
    return frozenset(found) - EVERYDAY


def constants(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Give each text in a module with its line, those of f-strings included."""
    for child in ast.walk(node):
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value, child.lineno


def identifiers(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Give each name that a module makes or uses, with its line."""
    for child in ast.walk(node):
        line = getattr(child, "lineno", 0)
        match child:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name, line
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, line
            case ast.keyword(arg=str(name)):
                yield name, line


def plain(identifier: str) -> str:
    """Give an identifier in small letters and underscores."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", identifier).strip("_").casefold()


@cache
def no_texts() -> frozenset[str]:
    """Give what no text of the bridge is; names of predicates that are shown are the bridge's own affair."""
    shown = {entry.name for file in all_files() for entry in file.shown}
    return words_of_the_rules() - shown | cards()


@cache
def no_names() -> frozenset[str]:
    found = (firsts("keyword", 3) | firsts("reading", 2)) - fields_of_the_contract()
    return found | {re.sub(r"\W+", "_", card).casefold() for card in cards() if " " in card}


@cache
def of_several_words() -> frozenset[str]:
    """Give the names of several words, which nobody writes by chance."""
    found = {word for word in cards() | firsts("keyword", 3, 1) if " " in word or "-" in word}
    return frozenset(found | {word for word in firsts("reading", 2) | firsts("reading_value", 3, 1) if "_" in word})


@pytest.mark.parametrize("name", [name for name in MODULES if name != WORDS])
def test_no_text_is_a_word_of_the_rules(name):
    assert [(line, text) for text, line in constants(tree(name)) if text.strip() in no_texts()] == []


@pytest.mark.parametrize("name", [name for name in MODULES if name != WORDS])
def test_no_name_is_a_keyword_a_reading_or_a_card(name):
    assert [(line, each) for each, line in identifiers(tree(name)) if plain(each) in no_names()] == []


@each_module
def test_no_text_speaks_of_cards_and_readings(name):
    """Within longer texts, comments included."""
    source = (PACKAGE / name).read_text(encoding="utf-8")
    written = {word for word in of_several_words() if word in source}
    assert {word for word in written if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", source)} == set()


def test_words_has_only_what_the_contract_names():
    found = {text for text, _ in constants(tree(WORDS))}
    assert found & cards() == set()
    known = fields_of_the_contract() | set(words.STEPS)
    assert found & words_of_the_rules() - known == set()


def imports(name: str, *, everywhere: bool) -> set[str]:
    """Give the modules that a module imports when it is loaded, or anywhere in it."""
    body = list(tree(name).body)
    found: set[str] = set()
    for node in ast.walk(tree(name)) if everywhere else body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: imports are absolute"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def test_only_the_engine_imports_clingo():
    users = {name for name in MODULES for each in imports(name, everywhere=True) if each.split(".")[0] == "clingo"}
    assert users == {"engine.py"}


def graph() -> "networkx.DiGraph[str]":
    known = {module_name(name) for name in MODULES}
    found: networkx.DiGraph[str] = networkx.DiGraph()
    for name in MODULES:
        for other in imports(name, everywhere=False) & known - {module_name(name)}:
            found.add_edge(module_name(name), other)
    return found


def test_no_module_imports_itself_through_others():
    assert list(networkx.simple_cycles(graph())) == []


def test_layers_are_kept():
    """Each of these reaches only those after it: cli, answers, engine; the facts know the model, not the other way."""
    reached = {node: networkx.descendants(graph(), node) for node in graph()}
    layers = ["cli", "answers", "asking", "facts", "model"]
    for number, upper in enumerate(layers):
        for lower in layers[number + 1 :]:
            assert f"solver_bridge.{upper}" not in reached[f"solver_bridge.{lower}"], (lower, upper)
    assert not {"solver_bridge.facts", "solver_bridge.model"} & reached["solver_bridge.engine"]


@each_module
def test_modules_are_small_and_say_what_they_offer(name):
    text = (PACKAGE / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400
    assert ast.get_docstring(tree(name))
    offered = [
        ast.literal_eval(node.value)
        for node in tree(name).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and getattr(node.target if isinstance(node, ast.AnnAssign) else node.targets[0], "id", "") == "__all__"
    ]
    assert len(offered) == 1
    made = {node.name for node in tree(name).body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    assert {each for each in made if not each.startswith("_")} <= set(offered[0])
