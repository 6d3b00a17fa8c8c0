"""Cases: a position, the line of play that leads on from it, and what is asked of both engines there.

What is expected is never kept: the second engine (tests/reference) says it whenever a case is run.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from solver_bridge.asking import Request
from solver_bridge.changes import later_position, whole_position
from solver_bridge.conversation import Conversation, put
from solver_bridge.errors import UnusableInput
from solver_bridge.events import event_from_data
from solver_bridge.listing import legal_events
from solver_bridge.model import Position
from solver_bridge.play import result_of
from solver_bridge.programs import PLAY
from tests.differential import comparing, questions
from tests.differential.questions import Scene
from tests.reference import answers as reference
from tests.reference.position import State

__all__ = ["CASES", "Case", "Scene", "asked", "cases", "many_together", "replayed", "wrong_with"]

CASES = Path(__file__).with_name("cases.yaml")
Plain = dict[str, Any]
many_together = comparing.many_together

_JUDGE = (PLAY, "verdict", "position", "result")
_LIST = (PLAY, "events", "paths")
_AFTER = ((0, "position", ()), (1, "position", ()))


class Case(NamedTuple):
    """What is asked, {word: what of}, once the events have followed the position."""

    name: str
    position: Plain
    events: tuple[Plain, ...]
    ask: Plain


@cache
def cases() -> tuple[Case, ...]:
    """Give the cases that are kept."""
    found = yaml.safe_load(CASES.read_text(encoding="utf-8")) or []
    return tuple(Case(each["name"], each["position"], tuple(each["events"]), each["ask"]) for each in found)


def wrong_with(case: Case) -> Conversation[str]:
    """Ask both engines; say in what they disagree."""
    found: list[str] = []
    try:
        scene = yield from replayed(case, found)
        if scene is not None:
            yield from asked(scene, case.ask, teller(case, found))
    except UnusableInput as error:
        found.append(f"{case.name}: {error}")
    return "; ".join(found)


def teller(case: Case, found: list[str]) -> comparing.Disagree:
    """Give what keeps a disagreement in words."""
    return comparing.teller({"case": case.name, **case.position}, [*case.events, case.ask], found)


def replayed(case: Case, found: list[str]) -> Conversation[Scene | None]:
    """Follow the events of a case with both engines; nothing if they part on the way."""
    disagree = teller(case, found)
    scene: Scene | None = Scene(Position.from_data(case.position), comparing.reference_state(case.position))
    for event in case.events:
        assert scene is not None
        scene = yield from judged(scene, event, disagree)
        if scene is None:
            return None
    return scene


def judged(scene: Scene, event: Plain, disagree: comparing.Disagree) -> Conversation[Scene | None]:
    """Judge an event with both; give what follows if they agree that it is legal, and on what follows."""
    after, skipped = reference.apply(scene.state, event)
    answer = yield from put(Request(scene.position, (event_from_data(event, position=None),), _AFTER, _JUDGE))
    legal = ("legal",) in answer.get("verdict", 0)
    why = [reason.rule for reason in answer.reasons("why", 0)] or ["legal"]
    if not comparing.same_verdict(legal, why, after, disagree) or not isinstance(after, State):
        return None
    if len(answer.not_taken(0)) != len(skipped):
        disagree("steps that are not taken", [step.to_data() for step in answer.not_taken(0)], len(skipped))
        return None
    result = result_of(answer, 1) if answer.has("over", 1) else None
    if not comparing.same_state(whole_position(answer, 1), result, after, disagree):
        return None
    return Scene(later_position(answer, 1), after)


def _event(scene: Scene, event: Plain, disagree: comparing.Disagree) -> Conversation[None]:
    yield from judged(scene, event, disagree)


def _events(scene: Scene, _: Any, disagree: comparing.Disagree) -> Conversation[None]:
    answer = yield from put(Request(scene.position, (), ((0, "events", ()),), _LIST))
    listed = [event.to_data() for event in legal_events(answer)]
    twice = [event for number, event in enumerate(listed) if event in listed[:number]]
    if twice:
        disagree("listed twice", twice, [])
    comparing.same_events(listed, scene.state, disagree)


def asked(scene: Scene, ask: Plain, disagree: comparing.Disagree) -> Conversation[None]:
    """Ask both engines the same of a moment."""
    ((word, what),) = ask.items()
    yield from {**questions.QUESTIONS, "event": _event, "events": _events}[word](scene, what, disagree)
