import json

import pytest

from solver_bridge import words
from solver_bridge.document import parse
from solver_bridge.errors import UnusableInput
from solver_bridge.frozen import thaw
from solver_bridge.ruling import Ask, Ruling, UnreadableRuling, load_rulings
from solver_bridge.ruling_reader import document_rulings

POSITION = """{active: north, sites: {8: {}, 9: {controller: south}}, units: {
    troll: {controller: north, at: surface 8}, nomads: {controller: south, at: surface 9}},
    artifacts: {helm: {carried_by: troll}}}"""

RULING = f"""\
- name: a-defender-steps
  source: Codex
  position: {POSITION}
"""


@pytest.fixture
def rulings(known):
    def rulings(text):
        return document_rulings(parse(text, "r.yaml"), **known)

    return rulings


@pytest.fixture
def ruling(rulings):
    def ruling(ask, expect):
        [read] = rulings(f"{RULING}  ask: {ask}\n  expect: {expect}\n")
        return read

    return ruling


@pytest.mark.parametrize(
    ("ask", "expect"),
    [
        ("{reach: {unit: troll}}", "{exactly: [surface 8], includes: [void 3], excludes: []}"),
        ("{targets: {unit: troll, path: [surface 9]}}", "{exactly: [nomads, site 9]}"),
        ("{targets: {unit: troll, path: []}}", "{reasons: {nomads: [stealth], site 9: []}}"),
        (
            "{defenders: {attacker: troll, target: site 8}}",
            "{exactly: [nomads], reasons: {nomads: [tapped]}}",
        ),
        ("{defenders: {attacker: troll, target: nomads, path: [[void 1, void 2]]}}", "{excludes: [nomads]}"),
        ("{interceptors: {unit: troll, path: [surface 9]}}", "{includes: [nomads]}"),
        ("{legal: [{pass: {player: north}}, {strike: {}}]}", "{legal: false, reasons: [tapped]}"),
        (
            "{check: [{pass: {player: north}}]}",
            "{legal: true, result: {attacked: site 9, defenders: [nomads]}}",
        ),
        ("{check: []}", "{result: {attacked: null, dead_includes: [helm], life: {north: 20}, lost: []}}"),
        ("{legal: [{strike: {}}]}", "{reasons_includes: [tapped, stealth]}"),
        ("{interceptors: {unit: troll}}", "{reasons: {nomads_includes: [tapped], troll: []}}"),
        ("{check: []}", "{result: null}"),
        ("{check: []}", "{result: {struck: [site 9], successful_attack: true, effects: [x]}}"),
        (
            "{check: []}",
            "{position: {units: {troll: null, nomads: {at: surface 9, tapped: true, damage: 3}}}}",
        ),
        ("{check: []}", "{position: {units: {nomads: {abilities_includes: [airborne], power: 3/5}}}}"),
        ("{check: []}", "{position: {active: south, attack: null, sites: {9: {controller: null}, 10: {}}}}"),
        ("{check: []}", "{position: {hands: {south_includes: [Dodge Roll]}, affinity: {south: {water: 2}}}}"),
        ("{check: []}", "{position: {artifacts: {helm: {carried_by: null, at: surface 8}}}}"),
        ("{check: []}", "{position: {attack: {defenders_includes: [nomads]}}}"),
        (
            "{outcomes: [{pass: {player: north}}]}",
            "{some: {dead: [troll]}, every: {lost: []}, none: {dead: []}}",
        ),
        ("{orders: [{pass: {player: north}}]}", "{exactly: [[troll, site 8], [spell Dodge Roll, helm]]}"),
    ],
)
def test_rulings_are_read_and_written(ask, expect, ruling, rulings, known):
    read = ruling(ask, expect)
    assert isinstance(read, Ruling), read
    assert read.place() == ("r.yaml", 1)
    assert read.place(("ask",)) == ("r.yaml", 6)
    assert read.position.place(("units", "nomads")) == ("r.yaml", 4)
    [again] = rulings(json.dumps([read.to_data()]))
    assert again == read
    assert hash(read)
    given = parse(expect).data
    assert thaw(read.expect) == given


def test_expectations_are_put_into_normal_form(ruling):
    read = ruling("{reach: {unit: troll}}", "{exactly: [Surface  08]}")
    assert read.expect == {"exactly": ("surface 8",)}
    read = ruling("{targets: {unit: troll}}", "{exactly: [Site 9]}")
    assert read.expect == {"exactly": ("site 9",)}
    assert read.ask == Ask(question="targets", unit="troll", path=None)
    read = ruling(
        "{check: []}", "{position: {units: {nomads: {at: [Void 2, Void 1], power: 3/3, lance: true}}}}"
    )
    assert thaw(read.expect["position"]["units"]["nomads"]) == {
        "at": ["void 1", "void 2"],
        "power": 3,
        "lance": 1,
    }
    read = ruling("{check: []}", "{result: {dead_includes: [troll], life: {north: null}}}")
    assert thaw(read.expect["result"]) == {"dead_includes": ["troll"], "life": {"north": None}}


@pytest.mark.parametrize(
    ("ask", "expect", "line", "part"),
    [
        ("{reach: {unit: trol}}", "{exactly: []}", 6, "did you mean 'troll'"),
        ("{reach: {}}", "{exactly: []}", 6, "reach must have the field 'unit'"),
        ("{reach: {unit: troll, path: []}}", "{exactly: []}", 6, "reach has no field 'path'"),
        ("{raech: {unit: troll}}", "{exactly: []}", 6, "there is no question 'raech'; did you mean 'reach'"),
        ("{}", "{exactly: []}", 6, "a mapping of one question"),
        ("reach", "{exactly: []}", 6, "ask is a mapping"),
        ("{legal: {pass: {player: north}}}", "{legal: true}", 6, "events is a list"),
        ("{legal: [{pass: {player: nobody}}]}", "{legal: true}", 6, "'north' or 'south'"),
        (
            "{reach: {unit: troll}}",
            "{}",
            7,
            "must expect something; it is one of exactly, includes, excludes",
        ),
        ("{reach: {unit: troll}}", "[void 1]", 7, "expect is a mapping"),
        ("{reach: {unit: troll}}", "", 7, "must have the field 'expect'"),
        ("{reach: {unit: troll}}", "{legal: true}", 7, "of reach there cannot be expected 'legal'"),
        ("{reach: {unit: troll}}", "{exactly: [8]}", 7, "8 is no location"),
        ("{reach: {unit: troll}}", "{exactly: }", 7, "is a list"),
        ("{targets: {unit: troll}}", "{exactly: [trol]}", 7, "did you mean 'troll'"),
        ("{targets: {unit: troll}}", "{exactly: [site 10]}", 7, "no site in square 10"),
        ("{targets: {unit: troll}}", "{reasons: {nomads: [steelth]}}", 7, "there is no reason 'steelth'; did you mean 'stealth'"),
        ("{targets: {unit: troll}}", "{reasons: [stealth]}", 7, "reasons is a mapping"),
        ("{defenders: {attacker: troll, target: nomads}}", "{exactly: [helm]}", 7, "stands under artifacts"),
        ("{check: []}", "{legal: yes}", 7, "true or false"),
        ("{check: []}", "{result: {succesful_attack: true}}", 7, "did you mean 'successful_attack'"),
        ("{check: []}", "{result: {attacked_includes: [nomads]}}", 7, "'attacked' is no list"),
        ("{check: []}", "{result: {life: {west: 3}}}", 7, "'life' has no field 'west'"),
        ("{check: []}", "{result: {dead: [nobody]}}", 7, "has no 'nobody'"),
        ("{check: []}", "{result: 3}", 7, "a result is a mapping"),
        ("{check: []}", "{position: {units: {nobody: {}}}}", 7, "the position has no 'nobody' under units"),
        ("{check: []}", "{position: {units: {nomads: {taped: true}}}}", 7, "did you mean 'tapped'"),
        ("{check: []}", "{position: {units: {nomads: 3}}}", 7, "'nomads' is a mapping"),
        ("{check: []}", "{position: {sites: {99: {}}}}", 7, "99 is no square"),
        ("{orders: []}", "{exactly: [[nobody]]}", 7, "has no 'nobody'"),
        ("{orders: []}", "{exactly: [troll]}", 7, "is a list"),
    ],
)
def test_unreadable_rulings(ask, expect, line, part, ruling):
    read = ruling(ask, expect)
    assert isinstance(read, UnreadableRuling)
    assert (read.name, read.file, read.line) == ("a-defender-steps", "r.yaml", 1)
    assert any(fault.line == line and part in fault.message for fault in read.faults), read.faults


def test_one_unreadable_ruling_does_not_spoil_the_others(rulings):
    good = RULING + "  ask: {reach: {unit: troll}}\n  expect: {exactly: []}\n"
    read = rulings(
        good
        + "- 3\n"
        + "- {name: x}\n"
        + good + "  colour: red\n"
        + good + "  name: twice\n"
        + good + "  note: !tag x\n"
        + good + "  note: .nan\n"
        + good + "  [1]: x\n"
        + good.replace("active: north", "active: east")
        + good + "  disputed: [one]\n  note: text\n"
    )  # fmt: skip
    kinds = [type(one).__name__ for one in read]
    assert kinds == ["Ruling", *["UnreadableRuling"] * 8, "Ruling"]
    names = [one.name for one in read]
    assert names == ["a-defender-steps", "ruling 2", "x", *["a-defender-steps"] * 7]
    assert [len(one.faults) for one in read[1:9]] == [1, 4, 1, 1, 1, 1, 1, 1]
    assert read[9].disputed == ("one",)
    assert read[9].note == "text"


def test_rulings_under_a_key_and_with_a_position_in_a_file(write, known):
    place = write(POSITION, "p.yaml")
    path = write(
        "rulings:\n- name: one\n  source: s\n  position: p.yaml\n  ask: {reach: {unit: troll}}\n"
        "  expect: {exactly: []}\n"
        "- name: two\n  source: s\n  position: q.yaml\n  ask: {reach: {unit: troll}}\n"
        "  expect: {exactly: []}\n",
        "r.yaml",
    )
    one, two = load_rulings(path, **known)
    assert one.position.place(("units", "nomads")) == (place, 2)
    assert one.place(("ask",)) == (path, 5)
    assert [(fault.file, fault.line) for fault in two.faults] == [(path, 9)]


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("{}", 1, "a file of rulings is a list"),
        ("rulings: 3", 1, "not 3"),
        ("x: 1\nrulings: []\n", 1, "beside rulings nothing else can stand here"),
        ("- a: [\n", 2, "not YAML"),
        ("", 1, "empty"),
        ("rulings: []\nrulings: []", 2, "stands twice"),
    ],
)
def test_files_without_rulings(text, line, part, rulings):
    with pytest.raises(UnusableInput) as caught:
        rulings(text)
    [fault] = caught.value.faults
    assert fault.line == line
    assert part in fault.message


def test_the_tables_of_questions_fit():
    assert set(words.ASKS) == set(words.EXPECTATIONS)
    fields = {name for table in words.ASKS.values() for name in table}
    assert fields == set(Ask.__struct_fields__) - {"question"}
    assert set(words.RULING) == set(Ruling.__struct_fields__)
