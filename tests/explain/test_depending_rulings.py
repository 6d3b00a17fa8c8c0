"""Asking only under what could turn an answer finds what asking under everything finds."""

from pathlib import Path

import pytest
from judged_events import FILES, FOLDER, asked_events

from solver_bridge import depending
from solver_bridge.alternatives import alternatives
from solver_bridge.conversation import talk
from solver_bridge.depending import line_depends, verdict_depends
from solver_bridge.play import follow
from solver_bridge.sequence import Sequence
from solver_bridge.vocabulary import load as load_vocabulary

EXAMPLES = FOLDER.parent.parent / "examples"
SOME = [file for file in FILES if file.name.startswith(("readings", "editions", "stealth", "crave", "dodge"))]


@pytest.fixture
def everything(monkeypatch):
    def ask(answer):
        usual = answer()
        with monkeypatch.context() as patched:
            named = (*load_vocabulary().readings, "edition")
            patched.setattr(depending, "_turning", lambda position, _: alternatives(position, named))
            return usual, answer()

    return ask


@pytest.mark.parametrize("file", SOME, ids=lambda file: str(file.relative_to(FOLDER)))
def test_verdicts_of_rulings(file: Path, everything):
    for one in asked_events(file):
        some, of_all = everything(lambda one=one: verdict_depends(one.position, [one.event]))
        assert some == of_all, one


@pytest.mark.parametrize("name", ["site-saved", "dodge-roll-in-time"])
def test_lines_of_play(name: str, everything):
    sequence = Sequence.load(EXAMPLES / f"{name}.yaml")
    line = talk(follow(sequence.position, sequence.events))
    some, of_all = everything(lambda: line_depends(sequence.position, sequence.events, line))
    assert some == of_all
