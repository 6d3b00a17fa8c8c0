"""Short games of both engines: each event costs a question of its own, as for whoever asks event by event."""

import random
from collections.abc import Iterable

from solver_bridge.conversation import Conversation, talk_all
from solver_bridge.errors import UnusableInput
from solver_bridge.events import event_from_data
from solver_bridge.model import Position
from solver_bridge.play import Line, follow, list_events
from tests.differential.comparing import (
    Plain,
    fitting,
    many_together,
    reference_state,
    same_events,
    same_state,
    same_verdict,
    teller,
)
from tests.differential.drawing import choose
from tests.differential.questions import Scene, first_questions, later_question
from tests.reference import answers as reference
from tests.reference.scenes import some_position

__all__ = ["games"]


def games(seeds: Iterable[int], count: int, depth: int) -> list[str]:
    """Play so many random games of each seed with both engines, all side by side; give every disagreement in words."""
    found: list[str] = []
    talks = []
    for rng in map(random.Random, seeds):
        scenes = [fitting(some_position(random.Random(rng.random()))) for _ in range(count)]
        talks += [_game(scene, random.Random(rng.random()), depth, found) for scene in scenes]
    with many_together():
        talk_all(talks)
    return found


def _game(scene: Plain, rng: random.Random, depth: int, found: list[str]) -> Conversation[None]:
    try:
        position = Position.from_data(scene)
        state = reference_state(scene)
    except UnusableInput:
        return
    trail: list[Plain] = []
    disagree = teller(scene, trail, found)
    try:
        yield from first_questions(Scene(position, state), rng, disagree)
        for _ in range(depth):
            listed = [event.to_data() for event in (yield from list_events(position))]
            if not same_events(listed, state, disagree):
                return
            event = choose(rng, state, listed)
            if event is None:
                return
            trail.append(event)
            line = yield from follow(position, (event_from_data(event, position=None),), supply=False)
            after = reference.apply(state, event)[0]
            if not same_verdict(line.legal, _why(line), after, disagree):
                return
            if isinstance(after, list):
                trail.pop()
                continue
            if not same_state(line.whole, line.result, after, disagree):
                return
            position, state = line.position, after
            if not state.units:
                return
            yield from later_question(Scene(position, state), rng, disagree)
    except UnusableInput:
        return


def _why(line: Line) -> list[str]:
    return [reason.rule for reason in line.events[-1].reasons] or ["legal"]
