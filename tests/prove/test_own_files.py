"""A user's own goals and properties: what is read, and every fault with its line, word for word."""

from pathlib import Path

import pytest

from solver_bridge.errors import UnusableInput
from solver_bridge.proving.own_claims import own_goals, own_properties

GOAL = 'goal(a, "Attack", "A.").\nhappens(a, T) :- occurs(strike, T).\n'
WRITTEN = 'a goal is written goal(name, "Source", "A sentence.").'


def goals(tmp_path: Path, text: str, read=own_goals):
    file = tmp_path / "own.lp"
    file.write_text(text, encoding="utf-8")
    return read(str(file))


def faults(tmp_path: Path, text: str, read=own_goals):
    with pytest.raises(UnusableInput) as error:
        goals(tmp_path, text, read)
    assert {fault.file for fault in error.value.faults} == {str(tmp_path / "own.lp")}
    return [str(fault).removeprefix(f"{tmp_path / 'own.lp'}:") for fault in error.value.faults]


def test_goals_are_read(tmp_path):
    other = GOAL.replace("(a,", "(b,").replace("A.", "B.")
    found = goals(tmp_path, f'{GOAL}{other}wants(b, "Sir Kay").\nin_parts(b, 3).\n')
    assert [(one.name, one.source, one.sentence, one.wants, one.parts) for one in found] == [
        ("a", "Attack", "A.", (), 0),
        ("b", "Attack", "B.", ("Sir Kay",), 3),
    ]


def test_properties_are_read(tmp_path):
    text = 'property(p, "Attack", "P.").\nviolated(p, T) :- occurs(strike, T).\n'
    assert [one.name for one in goals(tmp_path, text, own_properties)] == ["p"]
    said = 'no rule says when p is violated: write violated(p, T) :- ...'  # fmt: skip
    assert faults(tmp_path, 'property(p, "Attack", "P.").\n', own_properties) == [f"1: {said}"]


def test_helpers_without_arguments_are_no_trouble(tmp_path):
    text = 'goal(a, "Attack", "A.").\nhappens(a, T) :- occurs(strike, T), _possible.\n_possible :- time(_).\n'
    assert [one.name for one in goals(tmp_path, text)] == ["a"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("goal(strange T).\n", ["1: syntax error, unexpected <VARIABLE>, expecting ) or ;"]),
        (
            'goal(a, "Attack", "A.").\nhappens(a, T) :- occurs(strike, T), X > 1.\n',
            ["2: unsafe variables in: happens(a,T):-occurs(strike,T);X>1. 'X' is unsafe"],
        ),
        ('goal(a, "Attack", "A.").\n', ["1: no rule says when a happens: write happens(a, T) :- ..."]),
        ('goal(a, "Attack").\nhappens(a, T) :- occurs(strike, T).\n', [f"1: {WRITTEN}"]),
        ('goal(A, "Attack", "A.") :- A = 1.\n', [f"1: {WRITTEN}"]),
        ('goal("x", "Attack", "A.").\nhappens("x", T) :- occurs(strike, T).\n', [f"1: {WRITTEN}"]),
        ('goal(a, attack, "A.").\nhappens(a, T) :- occurs(strike, T).\n', [f"1: {WRITTEN}"]),
        (
            'goal(a, "Attack", "A.").\n\nhappens(a, T) :- occurs(strik, T, T).\n',
            ["3: nothing in the rules says occurs(strik,T,T): a name, or the number of its arguments, is wrong"],
        ),
        (
            'goal(a, "Attack", "A.").\nhappens(a) :- occurs(strike, _).\n',
            [
                "1: no rule says when a happens: write happens(a, T) :- ...",
                "2: happens has two arguments: the name of a goal, and the moment",
            ],
        ),
        (f"{GOAL}holds(F, 0) :- F = 1.\n", ["3: holds is told by the rules themselves: give it another name here"]),
        (f'{GOAL}wants(a, "Sir Key").\n', ["1: a wants Sir Key, and there is no such card"]),
        (f'{GOAL}wants(a, "Rustic Village").\n', ["1: a wants Rustic Village, whose text is not encoded"]),
        (f'{GOAL}wants(b, "Sir Kay").\n', ["3: there is no goal b here; it can be 'a'"]),
        (f'{GOAL}loads(a, "no.lp").\n', ["1: a loads no.lp, and there is no such file in asp/"]),
        (f"{GOAL}wants.\n", ["3: wants has arguments: the name of a goal first"]),
        (f"{GOAL}in_parts(a, x).\n", ["3: in_parts has two arguments: a name, and a number of parts"]),
        (f"{GOAL}in_parts(a).\n", ["3: in_parts has two arguments: a name, and a number of parts"]),
        ("% nothing\n", ['1: there is no goal here: write goal(name, "Source", "A sentence."). and rules for happens(name, T)']),
    ],
)  # fmt: skip
def test_every_fault_is_told_with_its_line(text, said, tmp_path):
    assert faults(tmp_path, text) == said
