import ast
import subprocess
import sys
import time
from pathlib import Path

import pytest

import solver_bridge
from solver_bridge import kinds, position_reader, ruling_reader, words
from solver_bridge.document import parse
from solver_bridge.model import Position

PACKAGE = Path(solver_bridge.__file__).parent
MODULES = [
    "catalogue",
    "document",
    "errors",
    "event_reader",
    "events",
    "expectation",
    "frozen",
    "json_text",
    "kinds",
    "model",
    "nearest",
    "options",
    "placed",
    "places",
    "position_checks",
    "position_reader",
    "reader",
    "references",
    "resources",
    "ruling",
    "ruling_reader",
    "schema",
    "sequence",
    "sequence_reader",
    "tree",
    "vocabulary",
    "words",
    "writer",
    "yaml_text",
]


def test_importing_the_model_brings_nothing_heavy():
    heavy = ["yaml", "clingo", "networkx", "json", "difflib", "pathlib", "dataclasses", "unicodedata"]
    code = (
        "import sys; before = set(sys.modules); import solver_bridge.model;"
        f" print([m for m in {heavy} if m in sys.modules and m not in before])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    )
    assert done.stdout.strip() == "[]"


def test_reading_a_large_position_is_fast(known):
    text = "active: north\nunits:\n" + "".join(
        f"  unit {n}: {{card: Band of Thieves, controller: south, at: surface {n % 20 + 1}, damage: 1, "
        f"abilities: [airborne], tapped: true}}\n"
        for n in range(40)
    )
    Position.from_document(parse(text), **known)
    best = min(_seconds(lambda: Position.from_document(parse(text), **known)) for _ in range(5))
    assert best < 0.05


def _seconds(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


@pytest.mark.parametrize("name", MODULES)
def test_modules_are_small_and_say_what_they_offer(name):
    text = (PACKAGE / f"{name}.py").read_text()
    assert name == "words" or len(text.splitlines()) <= 250
    tree = ast.parse(text)
    assert ast.get_docstring(tree)
    offered = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__"
    )
    defined = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    public = {name for name in defined if not name.startswith("_")}
    assert public <= set(offered)


FIELDS = {
    name
    for table in (
        words.POSITION,
        *words.ENTITIES.values(),
        words.CHOICE,
        *words.EVENTS.values(),
        *words.ASKS.values(),
        words.RULING,
        words.RESULT,
    )
    for name in table
} | set(words.EVENTS)


@pytest.mark.parametrize("name", [name for name in MODULES if name != "words"])
def test_only_one_module_names_the_contracts_fields(name):
    tree = ast.parse((PACKAGE / f"{name}.py").read_text())
    allowed = set(position_reader.POSITION_KINDS) | set(ruling_reader.RULING_KINDS)
    allowed |= {"position", "type"} if name == "schema" else set()
    named = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in FIELDS
    }
    assert named - allowed == set()


def test_every_kind_of_field_can_be_read():
    tables = [
        words.POSITION,
        *words.ENTITIES.values(),
        words.CHOICE,
        *words.EVENTS.values(),
        words.PRINTED,
        *words.ASKS.values(),
        words.RULING,
        words.RESULT,
        *words.EXPECTATIONS.values(),
        words.HANDS,
        words.AFFINITY,
        words.ELEMENTS,
        words.LIFE,
    ]
    used = {field.kind for table in tables for field in table.values()}
    parts = {"lives"}
    assert used - parts <= set(ruling_reader.RULING_KINDS)
    assert set(kinds.WORD_KINDS) <= set(ruling_reader.RULING_KINDS)
