import io
import os
import sys
import textwrap

import pytest

from solver_bridge.document import MAX_BYTES, Document, Unreadable, beside, parse, read
from solver_bridge.errors import UnusableInput
from solver_bridge.tree import MAX_DEPTH


def faults(text, name="f.yaml"):
    with pytest.raises(UnusableInput) as caught:
        parse(text, name).usable()
    return [(fault.line, fault.message) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("[no, on, y, yes, off, n]", ["no", "on", "y", "yes", "off", "n"]),
        ("[true, True, TRUE, false]", [True, True, True, False]),
        ("[null, ~, Null, ]", [None, None, None]),
        ("a:", {"a": None}),
        ("[1, -1, +3, 0o17, 0x1F, 017, 1_000, 1:30]", [1, -1, 3, 15, 31, 17, "1_000", "1:30"]),
        ("[1.5, .5, 1e3, 1., 0.0]", [1.5, 0.5, 1000.0, 1.0, 0.0]),
        ("['1', \"true\", '~', 2026-07-21, 3/5, =, <<]", ["1", "true", "~", "2026-07-21", "3/5", "=", "<<"]),
        ("8: x\n'9': y", {8: "x", "9": "y"}),
        ("a: &x {b: 1}\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}),
        ("a: &x b\n*x : c", {"a": "b", "b": "c"}),
        ("a: |\n  b\n  c\n", {"a": "b\nc\n"}),
        ("--- # begin\na: 1\n...\n", {"a": 1}),
        ("%YAML 1.2\n---\na: 1\n", {"a": 1}),
        ("text", "text"),
    ],
)
def test_yaml_is_read_by_the_core_schema(text, data):
    assert parse(text).usable().data == data


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ('{"a": [1, -2, 0, 2.5, 1e2, true, false, null]}', {"a": [1, -2, 0, 2.5, 100.0, True, False, None]}),
        ('{\t"a"\t:\n"\\ud83d\\ude00 \\/ \\u00e9"}', {"a": "\U0001f600 / \u00e9"}),
        ("[]", []),
        ("{}", {}),
        ('{"' + "k" * 5000 + '": {}}', {"k" * 5000: {}}),
        ('\ufeff{"a": "\x7f\\u0000"}', {"a": "\x7f\0"}),
        ('{"a": "1\u20282"}', {"a": "1\u20282"}),
    ],
)
def test_json_is_read_as_json(text, data):
    assert parse(text).usable().data == data


def test_flow_yaml_that_is_not_json_is_read_as_yaml():
    assert parse("{a: [b, c,], d: 'e'}").data == {"a": ["b", "c"], "d": "e"}


def test_the_line_of_everything_is_known():
    text = textwrap.dedent("""\
        units:
          scout:
            at: surface 8
          "x y": {power: 1,
            at: [surface 1,
                 surface 2]}
        events:
        - pass:
            player: south
        - strike
        8:
          card: Rubble
        """)
    lines = parse(text, "f").lines
    expected = {
        (): 1,
        ("units",): 1,
        ("units", "scout"): 2,
        ("units", "scout", "at"): 3,
        ("units", "scout", "power"): 2,
        ("units", "x y"): 4,
        ("units", "x y", "power"): 4,
        ("units", "x y", "at"): 5,
        ("units", "x y", "at", 0): 5,
        ("units", "x y", "at", 1): 6,
        ("units", "nobody", "at"): 1,
        ("events",): 7,
        ("events", 0): 8,
        ("events", 0, "pass", "player"): 9,
        ("events", 1): 10,
        (8, "card"): 12,
        ("8", "card"): 12,
        ("elsewhere",): 1,
    }
    assert {path: lines.place(path)[1] for path in expected} == expected
    assert lines.under("units", "scout").place(("at",)) == ("f", 3)


def test_json_lines():
    text = '{\n"a": [\n1,\n{"b":\n2}\n],\n"c": "x"}'
    lines = parse(text).lines
    assert [lines.place(path)[1] for path in [("a",), ("a", 0), ("a", 1), ("a", 1, "b"), ("c",)]] == [
        2,
        3,
        4,
        4,
        7,
    ]


def test_an_alias_leads_to_its_anchor():
    text = "base: &x\n  at:\n  - one\n  - two\nother: *x\nthird: {deep: *x}\n"
    lines = parse(text).lines
    assert lines.place(("other",))[1] == 5
    assert lines.place(("other", "at"))[1] == 2
    assert lines.place(("other", "at", 1))[1] == 4
    assert lines.place(("third", "deep", "at", 0))[1] == 3


def test_a_key_that_is_an_alias_does_not_hang():
    document = parse("? &x a\n: {b: 1}\n? *x\n: 2\n")
    assert document.lines.place(("?", "b", "c"))[1] == 1
    assert len(document.faults) == 1


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", 1, "empty"),
        ("  \n\n", 1, "empty"),
        ("# nothing\n", 1, "empty"),
        ("---\n...\n", 1, "empty"),
        ("~", 1, "empty"),
        (b"\xef\xbb\xbf", 1, "empty"),
        (b"a: 1\nb: \xff\n", 2, "not UTF-8"),
        ("a: 1".encode("utf-16"), 1, "not UTF-8"),
        ("a: \udcff", 1, "not UTF-8"),
        ("a: 1\n\tb: 2\n", 2, "not YAML"),
        ("a: 1\n\tb: 2\n", 2, "not with tabs"),
        ("a: [1, 2\nb: 3\n", 2, "not YAML"),
        ("a: 'x\n", 2, "a quoted scalar that begins in line 1"),
        ("a: b: c\n", 1, "not YAML"),
        ("a: \x07", 1, "U+0007"),
        ("a: 1\nb: \x00", 2, "U+0000"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("a: *b\n", 1, "*b stands for nothing"),
        ("a: &a [*a]\n", 1, "*a stands for nothing"),
        ("a: 1\nb: 2\na: 3\n", 3, "'a' stands twice here (first in line 1)"),
        ("8: 1\n8: 3\n", 2, "'8' stands twice"),
        ('{"a": 1,\n"a": 2}', 2, "'a' stands twice"),
        ("a: 1\n[b]: 2\n", 2, "a list cannot be a name"),
        ("? {b: c}\n: 2\n", 1, "a mapping cannot be a name"),
        ("a: {true: 1}", 1, "put the name in quotes"),
        ("a: {1.5: 1}", 1, "put the name in quotes"),
        ("a: {~: 1}", 1, "put the name in quotes"),
        ("a: .nan", 1, "no number"),
        ("a: -.inf", 1, "no number"),
        ("a: 1e999", 1, "too large"),
        ('{"a": 1e999}', 1, "too large"),
        ("a: 2147483648", 1, "too large"),
        ("a: " + "9" * 5000, 1, "too large"),
        ('{"a": ' + "9" * 5000 + "}", 1, "too large"),
        ("a: 0x" + "F" * 5000, 1, "too large"),
        ("a: 0o" + "7" * 5000, 1, "too large"),
        ('{"a": "\\ud800"}', 1, "surrogate"),
        ("a: !!str 1", 1, "tags"),
        ("a: !<tag:example> [1]", 1, "tags"),
        ("!!python/object:os.system {a: 1}", 1, "tags"),
        ("a: ! x", 1, "tags"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), 1, "nested too deeply"),
        ("[" * 500_000, 1, "nested too deeply"),
        ('{"a":' * 100_000, 1, "nested too deeply"),
        ("- " * 100_000 + "a", 1, "nested too deeply"),
        ("a: " + "x" * MAX_BYTES, 1, "at most 1 MiB"),
        ("[" + "1," * 400_000 + "]", 1, "too much"),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, str | bytes) else None,
)
def test_what_cannot_be_read_is_a_fault_with_its_line(text, line, part):
    found = faults(text)
    assert any(at == line and part in message for at, message in found), found


def test_an_alias_bomb_is_a_fault_at_once():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    [(line, message)] = faults("\n".join(lines))
    assert "too much" in message
    assert line == 6


def test_all_readable_faults_are_given_together():
    found = faults("a: 1\na: 2\nb: !t x\nc: .nan\nd: 99999999999\n[e]: 1\n")
    assert [line for line, _ in found] == [2, 3, 4, 5, 6]


def test_faults_know_what_they_spoil():
    document = parse("- a: 1\n- a: 1\n  a: 2\n- b: .nan\n")
    assert [len(document.faults_under((index,))) for index in range(3)] == [0, 1, 1]


def test_broken_json_is_reported_as_json_by_its_name():
    assert faults('{"a": 1,\n"b" 2}', "f.json") == [(2, "not JSON: ':' is expected here")]
    assert faults('{"a": 1}\n x', "f.json") == [(2, "not JSON: there is something after the end")]
    assert faults('{"a": nul}', "f.json") == [(1, "not JSON: a value is expected here")]
    assert faults("{1: 2}", "f.json") == [(1, "not JSON: a name in double quotes is expected here")]
    assert "not JSON" in faults('["a\n"]', "f.json")[0][1]
    assert "not JSON" in faults('["a"', "f.json")[0][1]


def test_files_are_read(write):
    assert read(write("a: 1")).data == {"a": 1}
    assert isinstance(read(write("a: 1")), Document)


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("missing.yaml", "there is no such file"),
        (".", "this is a folder"),
        ("file.yaml/x", "cannot be read"),
        ("nul\0.yaml", "cannot be read"),
        ("x" * 5000, "cannot be read"),
    ],
)
def test_files_that_cannot_be_read(name, part, tmp_path):
    (tmp_path / "file.yaml").write_text("a: 1")
    place = os.path.join(tmp_path, name)
    with pytest.raises(Unreadable) as caught:
        read(place)
    [fault] = caught.value.faults
    assert fault.file == place
    assert fault.line == 1
    assert part in fault.message
    assert "\n" not in str(caught.value)


def test_a_file_without_permission(write, monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(Unreadable, match="may not be read"):
        read("secret.yaml")


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("a: \u00e9".encode()), "ascii"))
    assert read("-").data == {"a": "\u00e9"}
    monkeypatch.setattr(sys, "stdin", io.StringIO("a: ["))
    with pytest.raises(UnusableInput, match=r"^-:1: "):
        read("-")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(Unreadable, match="there is no standard input"):
        read("-")


def test_an_endless_file_is_too_large():
    with pytest.raises(UnusableInput, match="at most 1 MiB"):
        read("/dev/zero")


def test_a_file_beside_another():
    assert beside("a/b.yaml", "c.yaml") == os.path.join("a", "c.yaml")
    assert beside("b.yaml", "c.yaml") == "c.yaml"
    assert beside("-", "c.yaml") == "c.yaml"
    assert beside("a/b.yaml", "/c.yaml") == "/c.yaml"
    assert beside("b.yaml", "-") != "-"
