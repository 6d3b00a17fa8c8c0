"""Texts of YAML and JSON, value by value: what each is read as, where it stands, and each fault with its line."""

import pytest

from solver_bridge.document import beside, parse, read
from solver_bridge.errors import UnusableInput
from solver_bridge.tree import MAX_DEPTH, Lines, Tree

LARGE = "this number is too large"


def faults(text, name="f.yaml"):
    try:
        return [f"{fault.line}: {fault.message}" for _, fault in parse(text, name).faults]
    except UnusableInput as error:
        return [f"{fault.line}: {fault.message}" for fault in error.faults]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("~", None), ("null", None), ("Null", None), ("NULL", None), ("nUll", "nUll"), ("", None),
        ("true", True), ("True", True), ("TRUE", True), ("tRue", "tRue"), ("false", False), ("False", False), ("FALSE", False),
        ("no", "no"), ("on", "on"), ("y", "y"), ("0", 0), ("-0", 0), ("+7", 7), ("007", 7), ("0o17", 15), ("0o18", "0o18"),
        ("0xfF", 255), ("0xg", "0xg"), ("2147483647", 2147483647), ("-2147483647", -2147483647), ("0x7fffffff", 2147483647),
        ("0o17777777777", 2147483647), ("1.5", 1.5), ("-.5", -0.5), ("5.", 5.0), ("1e3", 1000.0), ("1.5E-1", 0.15), ("1e", "1e"),
        ("1_000", "1_000"), ("+", "+"), (".", "."), ("'7'", "7"), ('"true"', "true"), ("1-2", "1-2"), ("surface 8", "surface 8"),
        ('"a\\nb\\u00e9"', "a\nbé"), ("'it''s'", "it's"),
    ],
)  # fmt: skip
def test_scalars_of_yaml(text, value):
    document = parse(f"a: {text}\n", "f.yaml")
    assert (document.data, document.faults) == ({"a": value}, [])
    assert type(document.data["a"]) is type(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2147483648", LARGE), ("-2147483648", LARGE), ("99999999999999999999", LARGE), ("0x80000000", LARGE),
        ("0o20000000000", LARGE), ("0x123456789", LARGE), ("0o123456701234", LARGE), ("1e999", LARGE), ("-1e999", LARGE),
        (".inf", ".inf is no number that can be used; write a whole number"),
        ("-.INF", "-.INF is no number that can be used; write a whole number"),
        (".nan", ".nan is no number that can be used; write a whole number"),
        ("!!int 7", "tags such as tag:yaml.org,2002:int are not read; leave it out"),
        ("!mine 7", "tags such as !mine are not read; leave it out"),
        ("!mine [1]", "tags such as !mine are not read; leave it out"),
        ("!mine {b: 1}", "tags such as !mine are not read; leave it out"),
    ],
)  # fmt: skip
def test_faults_of_values_of_yaml(text, said):
    assert faults(f"x: 1\na: {text}\n") == [f"2: {said}"]
    document = parse(f"x: 1\na: {text}\n", "f.yaml")
    assert [path for path, _ in document.faults] == [("a",)]
    assert document.data["x"] == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1: the file is empty"),
        (" \n\t\n", "1: the file is empty"),
        ("# nothing\n", "1: the file is empty"),
        ("~\n", "1: the file is empty"),
        ("a: 1\n---\nb: 2\n", "2: a second document begins here; a file holds one"),
        ("a: 1\n\x07", "2: the character U+0007 cannot stand in YAML; write it escaped in double quotes"),
        ("a: [1\n", "2: this is not YAML: did not find expected ',' or ']' while parsing a flow sequence that begins in line 1"),
        ("a:\n\tb: 1\n", "2: this is not YAML: found character that cannot start any token while scanning for the next token "
            "that begins in line 2; indent with spaces, not with tabs"),
        ("a: *b\n", "1: *b stands for nothing: no &b ends before it"),
        ("a: &b [*b]\n", "1: *b stands for nothing: no &b ends before it"),
        ("a: 1\na: 2\n", "2: 'a' stands twice here (first in line 1); give it once"),
        ("true: 1\n", "1: true is no text here; put the name in quotes"),
        ("1.5: 1\n", "1: 1.5 is no text here; put the name in quotes"),
        ("? [1]\n: 2\n", "1: a list cannot be a name; a name is text"),
        ("[" * (MAX_DEPTH + 1), f"1: nested too deeply; at most {MAX_DEPTH} levels are read"),
        (b"a: 1\n\xff", "2: this is not UTF-8 text; save the file as UTF-8"),
        ("a: 1\n\ud800", "2: this is not UTF-8 text; save the file as UTF-8"),
        ("a" * (2**20 + 1), "1: too large; a file may have at most 1 MiB"),
    ],
)  # fmt: skip
def test_texts_that_are_not_read(text, said):
    assert faults(text)[:1] == [said]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True), ("false", False), ("null", None), ("0", 0), ("-7", -7), ("2147483647", 2147483647), ("1.5", 1.5),
        ("-1e2", -100.0), ("1E+2", 100.0), ('"a\\n\\u00e9\\ud83d\\ude00"', "a\né😀"), ("[]", []), ("{}", {}), ("[1, [2], {}]", [1, [2], {}]),
        ('{"b": 1, "c": {"d": null}}', {"b": 1, "c": {"d": None}}),
    ],
)  # fmt: skip
def test_values_of_json(text, value):
    document = parse(f'{{"a": {text}}}', "f.json")
    assert (document.data, document.faults) == ({"a": value}, [])
    assert type(document.data["a"]) is type(value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": 1', "1: not JSON: ',' or '}' is expected here"),
        ('{"a"\n: 1,}', "2: not JSON: a name in double quotes is expected here"),
        ('{"a" 1}', "1: not JSON: ':' is expected here"),
        ("[1\n\n2]", "3: not JSON: ',' or ']' is expected here"),
        ("[1,]", "1: not JSON: a value is expected here"),
        ("[tru]", "1: not JSON: a value is expected here"),
        ("[01]", "1: not JSON: ',' or ']' is expected here"),
        ("[]\n[]", "2: not JSON: there is something after the end"),
        ('["a\n"]', "1: not JSON: Invalid control character at: line 1 column 4 (char 3)"),
        ('["a', "1: not JSON: Unterminated string starting at: line 1 column 2 (char 1)"),
        ('["\\ud800"]', "1: half of a surrogate pair is no character; write the character itself"),
        ("[2147483648]", f"1: {LARGE}"),
        ("[123456789012]", f"1: {LARGE}"),
        ("[1e999]", f"1: {LARGE}"),
        ("[-1e999]", f"1: {LARGE}"),
        ('{"a": 1,\n "a": 2}', "2: 'a' stands twice here (first in line 1); give it once"),
    ],
)
def test_faults_of_json(text, said):
    assert faults(text, "f.JSON") == [said]


def test_what_is_no_json_is_read_as_yaml_unless_its_name_says_so():
    assert parse("{a: 1}", "f.yaml").data == {"a": 1}
    assert parse('\ufeff{"a": 1}', "f.json").data == {"a": 1}
    assert parse('["\\ud800"]', "f.json").data == ["\ufffd"]
    assert parse("[2147483648, 1e999, 7]", "f.json").data == [0, 0, 7]
    assert faults("{a: 1}", "f.json") == ["1: not JSON: a name in double quotes is expected here"]


def test_every_value_has_its_line():
    text = "a:\n  b: 1\n  c: [2,\n    3]\n8: &x\n  - {d: 4,\n     e: 5}\nf: *x\n"
    for name, written in (("f.yaml", text), ("g.json", '{"a":\n{"b": 1,\n"c": [2,\n3]},\n"8": [{"d": 4,\n"e": 5}],\n"f": 0}')):
        lines = parse(written, name).lines
        table = {path: lines.place(path) for path in ((), ("a",), ("a", "b"), ("a", "c", 0), ("a", "c", 1), (8, 0, "e"), ("a", "x", 1), ("z",))}
        assert {file for file, _ in table.values()} == {name}
        expected = (1, 1, 2, 3, 4, 7, 1, 1) if name == "f.yaml" else (1, 1, 2, 3, 4, 6, 1, 1)
        assert tuple(line for _, line in table.values()) == expected
    lines = parse(text, "f.yaml").lines
    assert lines.place(("f", 0, "e")) == ("f.yaml", 7)
    assert lines.under("a").place(("c", 1)) == ("f.yaml", 4)
    assert lines.under("a", "c").under(1).place() == ("f.yaml", 4)
    fault = lines.under("a").fault(("b",), "wrong")
    assert (fault.file, fault.line, fault.message) == ("f.yaml", 2, "wrong")
    assert Lines("nothing").place(("a", 1)) == ("nothing", 1)


def test_faults_know_where_they_are():
    document = parse("a: {b: .inf}\nc: [1e999]\n", "f.yaml")
    assert [path for path, _ in document.faults] == [("a", "b"), ("c", "0")]
    assert len(document.faults_under(("a",))) == len(document.faults_under(("c", 0))) == 1
    assert document.faults_under(("a", "x")) == []
    assert len(document.faults_under(())) == 2
    assert document.file == "f.yaml"
    with pytest.raises(UnusableInput) as raised:
        document.usable()
    assert [fault.line for fault in raised.value.faults] == [1, 2]
    assert parse("a: 1", "f").usable().data == {"a": 1}


def test_a_name_that_stands_twice_keeps_its_first_value():
    document = parse("a: 1\na: {b: 2}\nc: 3\n", "f.yaml")
    assert document.data == {"a": 1, "c": 3}
    assert [path for path, _ in document.faults] == [()]


def test_a_tree_is_built_call_by_call():
    tree = Tree("t")
    tree.start({}, 1)
    tree.scalar("a", 1)
    tree.start([], 2, "x")
    tree.scalar(1, 2)
    tree.scalar(2, 3, "y")
    tree.end()
    tree.scalar("b", 4)
    tree.alias("x", 4)
    tree.scalar("c", 5)
    tree.alias("y", 5)
    tree.end()
    assert tree.root == {"a": [1, 2], "b": [1, 2], "c": 2}
    assert tree.lines == {(): 1, ("a",): 1, ("a", "0"): 2, ("a", "1"): 3, ("b",): 4, ("c",): 5}
    assert tree.aliases == {("b",): ("a",), ("c",): ("a", "1")}
    plain = Tree("t")
    plain.scalar("only", 3)
    assert (plain.root, plain.lines) == ("only", {(): 3})


def test_where_a_file_beside_another_is(tmp_path):
    assert beside("folder/line.yaml", "realm.yaml") == "folder/realm.yaml"
    assert beside("line.yaml", "realm.yaml") == "realm.yaml"
    assert beside("-", "realm.yaml") == "realm.yaml"
    assert beside("line.yaml", "-") == "./-"
    assert beside("folder/line.yaml", "/realm.yaml") == "/realm.yaml"
    for path, said in ((tmp_path, "this is a folder; name a file"), (tmp_path / "none", "there is no such file")):
        with pytest.raises(UnusableInput) as raised:
            read(path)
        assert [(fault.file, fault.line, fault.message) for fault in raised.value.faults] == [(str(path), 1, said)]
