"""The checker of proofs finds what is wrong with one."""

from typing import Any

import pytest
from positions import AMBUSH, MOVED

from solver_bridge.events import parse_event
from solver_bridge.explaining import Proved, prove_event
from solver_bridge.matching import Matcher
from solver_bridge.program_text import program
from solver_bridge.proof import ABSENT, CASE, DERIVED, FACT, REFUTED, Proof
from solver_bridge.proof_check import check_proof


@pytest.fixture
def legal() -> Proved:
    return prove_event(AMBUSH, parse_event("{move_and_attack: {unit: troll, path: []}}", position=AMBUSH))


@pytest.fixture
def barred() -> Proved:
    return prove_event(MOVED, parse_event("{attack: {unit: troll, target: bats}}", position=MOVED))


def faults(proved: Proved, proof: Proof) -> list[str]:
    rules, matcher = program(proved.whole.files), Matcher(proved.whole.model)
    return check_proof(proof, rules, matcher, proved.whole.facts)


def copied(proof: Proof, **changes: Any) -> Proof:
    fields = {
        "kind": proof.kind,
        "name": proof.name,
        "args": proof.args,
        "because": proof.because,
        "rule": proof.rule,
        "bindings": dict(proof.bindings),
        "part": proof.part,
        "again": proof.again,
    }
    return Proof(**{**fields, **changes})


def some(proof: Proof, kind: str, needed: int = 1) -> Proof:
    return next(step for step in proof.steps() if step.kind == kind and len(step.because) >= needed)


def test_real_proofs_are_without_fault(legal: Proved, barred: Proved):
    assert faults(legal, legal.legal[0]) == []
    assert [faults(barred, proof) for _, proof in barred.against] == [[], []]


def test_a_premise_left_out(legal: Proved):
    step = some(legal.legal[0], DERIVED, 2)
    assert faults(legal, copied(step, because=step.because[1:]))
    assert faults(legal, copied(step, because=step.because[:-1]))


def test_an_atom_that_does_not_hold(legal: Proved):
    assert faults(legal, Proof(FACT, "holds", (("tapped", "u1"), 0)))
    assert faults(legal, Proof(FACT, "unit", ("u1", 0)))
    step = some(legal.legal[0], DERIVED)
    assert faults(legal, copied(step, name="no_such_predicate"))


def test_an_absence_of_what_is_there(legal: Proved):
    assert faults(legal, Proof(ABSENT, "unit", ("u1", 0)))


def test_a_rule_that_is_not_looked_at(legal: Proved):
    step = some(legal.legal[0], ABSENT, 2)
    assert faults(legal, copied(step, because=step.because[1:]))


def test_a_refutation_that_says_something_else(legal: Proved, barred: Proved):
    step = some(legal.legal[0], REFUTED)
    assert faults(legal, copied(step, because=()))
    assert faults(legal, copied(step, because=[Proof(FACT, "given", ("active", "game", "north", 0))]))


def test_a_case_left_out(legal: Proved):
    step = next(one for one in legal.legal[0].steps() if any(below.kind == CASE for below in one.because))
    assert faults(legal, copied(step, because=()))


def test_a_proof_that_rests_on_itself(legal: Proved):
    step = some(legal.legal[0], DERIVED)
    assert any("itself" in fault for fault in faults(legal, copied(step, because=[*step.because, step])))
