"""Every event of every ruling is proved, told without contradiction, and turned by the smallest changes."""

from pathlib import Path

import pytest
from judged_events import FILES, FOLDER, judged_events
from told import absences, contradicted

from solver_bridge.conversation import talk_all
from solver_bridge.depending import verdict_talk
from solver_bridge.explaining import prove_event, teller
from solver_bridge.matching import Matcher
from solver_bridge.program_text import program
from solver_bridge.proof import ABSENT, COMPUTED, DERIVED, FACT, REFUTED
from solver_bridge.proof_check import check_proof
from solver_bridge.whatif import turning_changes

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))


@each_file
def test_every_verdict_is_proved(file: Path) -> None:
    for one in judged_events(file):
        proved = prove_event(one.position, one.event)
        proofs = [*proved.legal, *(proof for _, proof in proved.against)]
        assert bool(proved.legal) == one.legal, one
        assert proofs, one
        rules, matcher = program(proved.whole.files), Matcher(proved.whole.model)
        for proof in proofs:
            assert check_proof(proof, rules, matcher, proved.whole.facts) == [], one
            for step in proof.steps():
                if not step.because:
                    alone = step.kind in (FACT, ABSENT, COMPUTED) or (
                        step.rule is not None and not step.rule.body
                    )
                    alone |= step.kind in (REFUTED, DERIVED) and _by_comparing(step)
                    assert alone, f"{one.name}: {step.kind} {step.name}{step.args}"
        tell = teller(proved.whole)
        false = contradicted(proved, tell.wording)
        for proof in proofs:
            told = tell.tell(proof)
            assert told, one
            assert false.isdisjoint(absences(told)), f"{one.name}: {false & set(absences(told))}"


def _by_comparing(step) -> bool:
    """Say whether a step rests on nothing but the order or equality of terms."""
    return not any(hasattr(part, "positive") for part in step.rule.body)


@each_file
def test_the_smallest_changes_turn_the_answer(file: Path) -> None:
    for one in judged_events(file):
        if not one.last:
            continue
        found = turning_changes(one.position, one.event, one.legal)
        assert len({len(changes.changes) for changes in found}) <= 1, one
        assert len({changes.changes for changes in found}) == len(found), one
        verdicts = talk_all([verdict_talk(changes.position, (one.event,)) for changes in found])
        assert [verdict["legal"] for verdict in verdicts] == [not one.legal] * len(found), one
