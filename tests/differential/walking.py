"""The long comparison's games: each event costs one small grounding, as in the walks of `outcomes`.

The second engine plays ahead; of each position the rules program then tells, in one question, what it is, which events
are legal in it, and whether the event that comes next is. Between two questions stands what the rules remember.
"""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from solver_bridge.asking import Answer, Memory, Request
from solver_bridge.changes import reached_position, whole_position
from solver_bridge.conversation import Conversation, put, talk_all
from solver_bridge.errors import UnusableInput
from solver_bridge.events import event_from_data
from solver_bridge.listing import legal_events
from solver_bridge.model import Position
from solver_bridge.play import result_of
from solver_bridge.programs import PLAY, RESUME
from tests.differential import comparing
from tests.differential.drawing import choose
from tests.differential.questions import Scene, first_questions, later_question
from tests.reference import answers as reference
from tests.reference.position import State
from tests.reference.scenes import some_position

__all__ = ["Compared", "walks"]

Plain = dict[str, Any]

_LOOK = (RESUME, PLAY, "verdict", "state", "position", "result", "events", "paths")
_KEPT = frozenset({"state", "ended", "begun"})
_CHOOSING = frozenset({"resolve", "cast", "strike"})
_ASKED = 0.1
"""Of how many positions under way a question of its own is asked."""
_SEEN = ((0, "position", ()), (0, "events", ()))


class Compared(NamedTuple):
    """What was compared, and every disagreement in words.

    Of each of the `positions` all of it was, with the list of its legal events; each of the `events` was judged by
    both, with every reason where it is illegal; `lines` are the games that had a usable position to begin with.
    """

    positions: int
    events: int
    lines: int
    found: tuple[str, ...]


class _Tally:
    def __init__(self) -> None:
        self.positions = self.events = self.lines = 0
        self.found: list[str] = []


def walks(seed: int, count: int, depth: int) -> Compared:
    """Play random games of up to so many events with both engines."""
    tally = _Tally()
    rng = random.Random(seed)
    scenes = [comparing.fitting(some_position(random.Random(rng.random()))) for _ in range(count)]
    with comparing.many_together():
        talk_all([_walk(scene, random.Random(rng.random()), depth, tally) for scene in scenes])
    return Compared(tally.positions, tally.events, tally.lines, tuple(tally.found))


def _walk(scene: Plain, rng: random.Random, depth: int, tally: _Tally) -> Conversation[None]:
    trail: list[Plain] = []
    disagree = comparing.teller(scene, trail, tally.found)
    try:
        start = Position.from_data(scene)
        state = comparing.reference_state(scene)
        first = yield from put(Request(start, (), ((0, "state", ()),), (PLAY, "state"), verbatim=_KEPT))
    except UnusableInput:
        return
    tally.lines += 1
    yield from first_questions(Scene(start, state), rng, disagree)
    memory, fresh = frozenset(_texts(first, "state")), True
    seen: Answer | None = None
    for left in range(depth, -1, -1):
        event = choose(rng, state, reference.legal_events(state)) if left else None
        if event is None and not fresh:
            return
        after, skipped = (state, []) if event is None else reference.apply(state, event)
        known = Memory(first.names, memory)
        trail += [] if event is None else [event]
        # What is wrong with an event, or chosen in it, would bar others of its kind from being listed beside it.
        alone = event is None or (fresh and (isinstance(after, list) or not _CHOOSING.isdisjoint(event)))
        answer = yield from put(_look(start, known, None if alone else event, fresh))
        if fresh:
            tally.positions += 1
            if not _same(answer, state, disagree):
                return
            seen = seen or answer
            if trail and rng.random() < _ASKED:
                yield from _question(
                    reached_position(start, first.names, seen.get("field"), answer.get("field")), state, rng, disagree
                )
        if event is None:
            return
        if alone:
            answer = yield from put(_look(start, known, event, False))
        tally.events += 1
        if not _judged_alike(answer, after, len(skipped), disagree):
            return
        fresh = isinstance(after, State)
        if isinstance(after, State):
            memory = memory.difference(_texts(answer, "ended")).union(_texts(answer, "begun"))
            state = after
        else:
            trail.pop()


def _question(position: Position, state: State, rng: random.Random, disagree: comparing.Disagree) -> Conversation[None]:
    """Ask about a position under way as it is printed, read back for it."""
    printed = position.to_data()
    try:
        yield from later_question(Scene(Position.from_data(printed), state), rng, disagree)
    except UnusableInput as error:
        disagree("whether a printed position can be read", str(error), printed)


def _look(start: Position, memory: Memory, event: Plain | None, fresh: bool) -> Request:
    """Ask about a remembered moment: what it is, unless that is known, and about an event at it."""
    events = () if event is None else (event_from_data(event, position=None),)
    asked = (*(_SEEN if fresh else ()), *(((0, "next", ()),) if events else ()))
    return Request(start, events, asked, _LOOK, memory, _KEPT)


def _texts(answer: Answer, name: str) -> Iterator[str]:
    return (str(text) for (text,) in answer.get(name))


def _same(answer: Answer, state: State, disagree: comparing.Disagree) -> bool:
    """Compare a position, the result so far and the list of the legal events."""
    result = result_of(answer, 0) if answer.has("over") else None
    events = [event.to_data() for event in legal_events(answer)]
    return comparing.same_state(whole_position(answer, 0), result, state, disagree) and comparing.same_events(
        events, state, disagree
    )


def _judged_alike(
    answer: Answer, after: State | list[str], skipped: int, disagree: comparing.Disagree
) -> bool:
    """Compare whether an event is legal and why not, and how many steps of its path were not taken."""
    why = [reason.rule for reason in answer.reasons("why")] or ["legal"]
    if not comparing.same_verdict(("legal",) in answer.get("verdict"), why, after, disagree):
        return False
    if isinstance(after, State) and len(answer.not_taken()) != skipped:
        disagree("steps that are not taken", [step.to_data() for step in answer.not_taken()], skipped)
        return False
    return True
