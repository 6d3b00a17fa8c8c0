"""Asking only under what could turn an answer finds what asking under everything finds.

By default of a third of what the rulings ask; the long run asks the rest.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from judged_events import FILES, FOLDER, JudgedEvent, asked_events

from solver_bridge import depending
from solver_bridge.alternatives import EDITION, Alternative, Dependence, alternatives
from solver_bridge.asking import Whole
from solver_bridge.conversation import talk
from solver_bridge.depending import line_depends, verdict_depends
from solver_bridge.model import Position
from solver_bridge.play import follow
from solver_bridge.sequence import Sequence
from solver_bridge.vocabulary import load as load_vocabulary

T = TypeVar("T")

EXAMPLES = FOLDER.parent.parent / "examples"
SOME = [file for file in FILES if file.name.startswith(("readings", "editions", "stealth", "crave", "dodge"))]


Everything = Callable[[Callable[[], T]], tuple[set[Alternative], T]]


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> Everything[Any]:
    """Give a function that answers under all readings and editions, and says under which it would have been asked.

    Under each the answer is by itself: so it would be the same, were it asked under these, if all that turn it are
    among them.
    """

    def ask(answer: Callable[[], T]) -> tuple[set[Alternative], T]:
        chosen: set[Alternative] = set()
        usual = depending._turning

        def all_of_them(position: Position, wholes: Iterable[Whole]) -> tuple[Alternative, ...]:
            chosen.update(usual(position, wholes))
            return alternatives(position, (*load_vocabulary().readings, EDITION))

        with monkeypatch.context() as patched:
            patched.setattr(depending, "_turning", all_of_them)
            return chosen, answer()

    return ask


@pytest.mark.parametrize("file", SOME, ids=lambda file: str(file.relative_to(FOLDER)))
def test_verdicts_of_rulings(file: Path, everything: Everything[tuple[Dependence, ...]]) -> None:
    _compare([*asked_events(file)][::3], everything)


@pytest.mark.long
@pytest.mark.parametrize("file", SOME, ids=lambda file: str(file.relative_to(FOLDER)))
def test_verdicts_of_the_other_rulings(file: Path, everything: Everything[tuple[Dependence, ...]]) -> None:
    events = [*asked_events(file)]
    del events[::3]
    _compare(events, everything)


def _compare(events: Iterable[JudgedEvent], everything: Everything[tuple[Dependence, ...]]) -> None:
    for one in events:
        asked, found = everything(lambda one=one: verdict_depends(one.position, [one.event]))
        assert {dependence.alternative for dependence in found} <= asked, one


@pytest.mark.parametrize("name", ["site-saved", "dodge-roll-in-time"])
def test_lines_of_play(name: str, everything: Everything[dict[int | None, tuple[Dependence, ...]]]) -> None:
    sequence = Sequence.load(EXAMPLES / f"{name}.yaml")
    line = talk(follow(sequence.position, sequence.events))
    asked, found = everything(lambda: line_depends(sequence.position, sequence.events, line))
    assert {dependence.alternative for each in found.values() for dependence in each} <= asked
    assert line_depends(sequence.position, sequence.events, line) == found
