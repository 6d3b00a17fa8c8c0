"""Why an event is legal, or not: proofs out of the rules, told to people, and what the answer hangs on."""

from collections.abc import Sequence
from typing import Any

import msgspec

from solver_bridge.alternatives import Dependence
from solver_bridge.asking import Request, Whole, ask_whole
from solver_bridge.conversation import talk
from solver_bridge.depending import verdict_depends
from solver_bridge.errors import IllegalEvent, UnusableInput
from solver_bridge.events import Event
from solver_bridge.matching import Matcher
from solver_bridge.model import Position
from solver_bridge.play import follow
from solver_bridge.program_text import program
from solver_bridge.programs import JUDGE
from solver_bridge.proof import Proof, Prover
from solver_bridge.reasons import NotTaken, Reason
from solver_bridge.telling import Step, Teller
from solver_bridge.vocabulary import load as load_vocabulary
from solver_bridge.whatif import Changes, Turning, turning_changes
from solver_bridge.wording import Wording, speech

__all__ = [
    "PROGRAMS",
    "SHOWN",
    "Explanation",
    "Proved",
    "WhyNot",
    "explain",
    "moment_before",
    "prove_event",
    "prove_whole",
    "teller",
]

PROGRAMS = (JUDGE, "verdict", "explain")
"""The programs of an explanation ..."""

SHOWN = (
    ("called", 3),
    ("explained", 2),
    ("against", 3),
    ("basis", 3),
    ("problem", 4),
    ("problem_text", 2),
    ("reason", 3),
    ("unencoded", 2),
    ("verdict", 2),
    ("warning", 2),
    ("warning_text", 2),
)
"""... and the predicates of its model that are read into the answer."""


class WhyNot(msgspec.Struct, frozen=True):
    """A reason against an event, and the proof that it holds."""

    reason: Reason
    proof: tuple[Step, ...]

    def to_data(self) -> dict[str, Any]:
        """Give the reason and its proof as plain data."""
        return {**self.reason.to_data(), "proof": [step.to_data() for step in self.proof]}


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """An event explained: the proof that it is legal, or every reason why it is not; and what the answer hangs on.

    `changes` are the smallest sets of changes to the position that turn the answer, `complete` says whether these are
    all (they are not where a limit was reached, or none were looked for), `depends_on` the readings and editions under
    which it would be another one. `position` is the one in which the event is judged: facts and changes are of it.
    `not_taken` are the steps of a legal event's path that are not legal when they are about to be taken.
    """

    event: Event
    legal: bool
    position: Position
    not_taken: tuple[NotTaken, ...] = ()
    proof: tuple[Step, ...] = ()
    reasons: tuple[WhyNot, ...] = ()
    changes: tuple[Changes, ...] = ()
    complete: bool = False
    depends_on: tuple[Dependence, ...] = ()
    unencoded: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """Give the explanation as plain data."""
        found: dict[str, Any] = {"event": self.event.to_data(), "legal": self.legal}
        if self.legal:
            found["proof"] = [step.to_data() for step in self.proof]
        else:
            found["reasons"] = [reason.to_data() for reason in self.reasons]
        found["changes"] = [changes.to_data() for changes in self.changes]
        found["complete"] = self.complete
        found["depends_on"] = [dependence.to_data() for dependence in self.depends_on]
        found["position"] = self.position.to_data()
        if self.not_taken:
            found["not_taken"] = [skipped.to_data() for skipped in self.not_taken]
        return found


class Proved(msgspec.Struct, frozen=True, kw_only=True):
    """The proofs of a verdict, with what they rest on."""

    whole: Whole
    legal: tuple[Proof, ...]
    against: tuple[tuple[Any, Proof], ...]


def prove_event(position: Position, event: Event) -> Proved:
    """Prove the verdict on an event; raise UnusableInput if the position is unusable."""
    return prove_whole(ask_whole(Request(position, (event,), (), PROGRAMS), SHOWN))


def prove_whole(whole: Whole) -> Proved:
    """Prove the verdict on an event out of all that it rests on; raise UnusableInput if the position is unusable."""
    faults = whole.answer.problems()
    if faults:
        raise UnusableInput(faults)
    prover = Prover(program(whole.files), Matcher(whole.model), speech().speaking())
    legal = [prover.prove(goal[0], goal[1:]) for (goal,) in _goals(whole, "explained")]
    against = [(reason, prover.prove(goal[0], goal[1:])) for reason, goal in _goals(whole, "against")]
    return Proved(whole=whole, legal=tuple(legal), against=tuple(against))


def _goals(whole: Whole, name: str) -> list[Any]:
    return sorted(whole.answer.get(name), key=str)


def teller(whole: Whole, full: bool = False) -> Teller:
    """Make the teller of what was proved of a position."""
    answer = whole.answer
    places: dict[Any, str] = dict(answer.places())
    spread: dict[Any, list[str]] = {}
    for node, location, _ in whole.model.atoms("spread_over", 3):
        spread.setdefault(node, []).append(places[location])
    places.update((node, " + ".join(sorted(set(at)))) for node, at in spread.items())
    abilities = {keyword.constant: keyword.text for keyword in load_vocabulary().keywords.values()}
    return Teller(Wording(answer.names, places, abilities, Matcher(whole.model).has), answer.names, full)


def moment_before(position: Position, events: Sequence[Event]) -> Position:
    """Give the position in which the last of some events is judged, forced events before it supplied.

    Raises IllegalEvent if one before it is not legal.
    """
    line = talk(follow(position, events, complete=False))
    last = line.events[-1]
    given = [judged for judged in line.events if not judged.supplied]
    if len(given) < len(events):
        raise IllegalEvent(last.event, last.reasons, line.legal_instead)
    before = [judged.event for judged in line.events[:-1]]
    return talk(follow(position, before, complete=False)).position if before else position


def explain(
    position: Position,
    events: Sequence[Event],
    *,
    full: bool = False,
    what_if: bool = True,
    readings: bool = True,
) -> Explanation:
    """Explain the last of some events; raise IllegalEvent if one before it is not legal.

    With `full` the proofs hold every step, down to the facts of the position; without, what a person wants to know.
    """
    *_, event = events
    before = position
    proved = prove_event(position, event) if len(events) == 1 else None
    if proved is None or not proved.legal:
        before = moment_before(position, events)
        if proved is None or before is not position:
            proved = prove_event(before, event)
    tell = teller(proved.whole, full)
    answer = proved.whole.answer
    reasons = []
    for term, proof in proved.against:
        (reason,) = answer.make_reasons([term])
        reasons.append(WhyNot(reason, tell.tell(proof)))
    legal = bool(proved.legal)
    doomed = [what[1] for (what,) in answer.get("warning") if isinstance(what, tuple) and what[1] in answer.names.names]
    turning = turning_changes(before, event, legal, doomed) if what_if else Turning()
    return Explanation(
        event=event,
        legal=legal,
        position=before,
        not_taken=talk(follow(before, (event,), supply=False, complete=False)).events[-1].not_taken if legal else (),
        proof=tuple(step for proof in proved.legal for step in tell.tell(proof)),
        reasons=tuple(sorted(reasons, key=lambda one: one.reason)),
        changes=turning.sets,
        complete=turning.complete,
        depends_on=verdict_depends(position, events, proved.whole if before is position else None)
        if readings
        else (),
        unencoded=tuple(sorted({str(card) for (card,) in answer.get("unencoded")})),
        warnings=answer.warnings(),
    )
