"""What every ruling asks is proved, told without contradiction, and turned by the smallest changes.

By default the events that the rulings are about; the long run proves those before them, too.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest
from judged_events import FILES, FOLDER, JudgedEvent, asked_events, distinct, judged_events
from told import absences, contradicted
from wholes import wholes

from solver_bridge.asking import Request, ask_whole
from solver_bridge.conversation import Conversation, talk_all
from solver_bridge.explaining import PROGRAMS, SHOWN, prove_whole, teller
from solver_bridge.matching import Matcher
from solver_bridge.model import Position
from solver_bridge.program_text import program
from solver_bridge.proof import ABSENT, COMPUTED, DERIVED, FACT, REFUTED, Proof
from solver_bridge.proof_check import check_proof
from solver_bridge.ruling import load_rulings
from solver_bridge.whatif import MOST_SETS, Turning, turning_talk


@pytest.fixture(scope="module", params=FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def file(request: pytest.FixtureRequest) -> Path:
    """A file of rulings; its tests come one after another, so that its events are judged once."""
    found: Path = request.param
    return found


def test_no_ruling_is_left_out(file: Path) -> None:
    asked = {one.name for one in asked_events(file)}
    assert [ruling.name for ruling in load_rulings(file) if ruling.name not in asked] == []


def test_verdicts_asked_for_together_rest_on_what_each_rests_on_by_itself(file: Path) -> None:
    asked = [(one.position, one.event) for one in distinct(asked_events(file))]
    some = asked[:: max(1, len(asked) // 6)]
    *_, whole = wholes(some)
    position, event = some[-1]
    alone = ask_whole(Request(position, (event,), (), PROGRAMS), SHOWN)
    assert (whole.files, whole.facts, whole.answer.texts) == (alone.files, alone.facts, alone.answer.texts)
    for name, arity in {*alone.model.signatures, *program(whole.files).signatures}:
        assert sorted(whole.model.atoms(name, arity), key=str) == sorted(alone.model.atoms(name, arity), key=str), name
    assert whole.answer.places() == alone.answer.places()
    for name, _ in SHOWN:
        assert sorted(whole.answer.get(name), key=str) == sorted(alone.answer.get(name), key=str)


def test_every_verdict_is_proved(file: Path) -> None:
    _prove(distinct(asked_events(file)))


@pytest.mark.long
def test_every_verdict_before_it_is_proved(file: Path) -> None:
    _prove(distinct(one for one in judged_events(file) if not one.last))


def _prove(events: Iterable[JudgedEvent]) -> None:
    """See that a legal event has a proof, an illegal one a proof of every reason, down to facts of the position."""
    asked = [*events]
    for one, whole in zip(asked, wholes([(one.position, one.event) for one in asked]), strict=True):
        proved = prove_whole(whole)
        proofs = [*proved.legal, *(proof for _, proof in proved.against)]
        assert bool(proved.legal) == one.legal, one
        assert proofs, one
        rules, matcher = program(proved.whole.files), Matcher(proved.whole.model)
        for proof in proofs:
            assert check_proof(proof, rules, matcher, proved.whole.facts) == [], one
            for step in proof.steps():
                assert step.because or _ends_well(step), f"{one.name}: {step.kind} {step.name}{step.args}"
        tell = teller(proved.whole)
        false = contradicted(proved, tell.wording)
        for proof in proofs:
            told = tell.tell(proof)
            assert told, one
            assert false.isdisjoint(absences(told)), f"{one.name}: {false & set(absences(told))}"


def _ends_well(step: Proof) -> bool:
    """Say whether a step needs nothing below it: a fact, its absence, or what terms alone decide."""
    if step.kind in (FACT, ABSENT, COMPUTED):
        return True
    if step.rule is None:
        return False
    by_comparing = not any(hasattr(part, "positive") for part in step.rule.body)
    return not step.rule.body or (step.kind in (REFUTED, DERIVED) and by_comparing)


def test_the_smallest_changes_turn_the_answer(file: Path) -> None:
    events = distinct(asked_events(file))
    replayed: list[dict[Position, bool]] = [{} for _ in events]
    searches = [turning_talk(one.position, one.event, one.legal) for one in events]
    turnings = talk_all([_noted(search, verdicts) for search, verdicts in zip(searches, replayed, strict=True)])
    for one, turning, verdicts in zip(events, turnings, replayed, strict=True):
        found = turning.sets
        # Every set that the solver found was confirmed: fewer than the limit are all.
        assert turning.complete or len(found) == MOST_SETS, one
        assert len({len(changes.changes) for changes in found}) <= 1, one
        assert len({changes.changes for changes in found}) == len(found), one
        read_back = [Position.from_data(changes.position.to_data()) for changes in found]
        assert [verdicts[position] for position in read_back] == [not one.legal] * len(found), one


def _noted(search: Conversation[Turning], verdicts: dict[Position, bool]) -> Conversation[Turning]:
    """Carry on a search, and note the ordinary answer on each position that it replays."""
    try:
        requests = next(search)
        while True:
            answers = yield requests
            for request, answer in zip(requests, answers, strict=True):
                verdicts[request.position] = ("legal",) in answer.get("verdict")
            requests = search.send(answers)
    except StopIteration as end:
        turning: Turning = end.value
        return turning
