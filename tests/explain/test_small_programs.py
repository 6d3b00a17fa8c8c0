"""Proofs of small programs, whole: what holds, what does not, and what the checker says of a proof that is wrong."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver_bridge.engine import whole_model
from solver_bridge.matching import Matcher
from solver_bridge.program_text import Program, Var, program, written
from solver_bridge.proof import ABSENT, CASE, FACT, Proof, Prover
from solver_bridge.proof_check import check_proof
from solver_bridge.relevance import turning
from solver_bridge.resources import asp_dir

HERE = Path(__file__).parent / "small"
FACTS = (
    "edge(a,b). edge(b,c). edge(c,d). node(a). node(b). node(c). node(d). start(a). gate(c). gate(d). key(k)."
    "fits(k,c). fits(l,d). load(a,3). load(b,1). load(c,4). load(d,8). step(1). step(2). step(3)."
)
ANY = Var("")
HOLD = [
    ("reach", ("b", 1)), ("many", ("b",)), ("weight", ("b", 7)), ("top", (8,)), ("even", (2,)), ("on", ("d",)),
    ("named", ("a b", ("f", "a", ("g", 3)))), ("twice", (8, 16, 2, -4)), ("closed", ("d",)), ("far", ("d",)), ("row", ("a",)),
]  # fmt: skip
ABSENT_ONES = [
    ("reach", ("d", ANY)), ("closed", ("c",)), ("many", ("a",)), ("low", (1,)), ("odd", (2,)), ("far", ("b",)),
    ("named", ("a b", ("f", "b", ANY))), ("nothing", ()), ("weight", ("b", 8)), ("near", ("a", "c")), ("twice", (5, ANY, ANY, ANY)),
    ("wide", ("a",)),
]  # fmt: skip


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the folder of the rules be one with a small program."""
    shutil.copytree(HERE, tmp_path / "asp")
    monkeypatch.setenv("ARBITER_RULES", str(tmp_path / "asp"))
    asp_dir.cache_clear()
    yield
    monkeypatch.undo()
    asp_dir.cache_clear()


def read(file: str, facts: str) -> tuple[Program, Matcher]:
    return program((file,)), Matcher(whole_model((file,), facts))


def told(proof: Proof, depth: int = 0) -> Iterator[str]:
    """Write a proof, each step on a line: its kind and atom, the rule's line and clause, and what its variables are."""
    text = "  " * depth + f"{proof.kind} {written((proof.name, *proof.args)) if proof.args else proof.name}".rstrip()
    if proof.rule is not None:
        text += f" by line {proof.rule.clause.line} ({proof.rule.clause.sources}: {proof.rule.clause.words})"
    if proof.part is not None:
        text += f" {type(proof.part).__name__}"
    named = sorted((str(variable), term) for variable, term in proof.bindings.items() if variable.name)
    yield text + "".join(f", {name} = {written(term)}" for name, term in named) + (" again" if proof.again else "")
    for below in proof.because:
        yield from told(below, depth + 1)


def test_proofs_are_as_they_are_kept(rules: None) -> None:
    known, matcher = read("rules.lp", FACTS)
    prover = Prover(known, matcher)
    proofs = [prover.prove(*atom) for atom in HOLD] + [prover.absence(*atom) for atom in ABSENT_ONES]
    lines = [line for proof in proofs for line in told(proof)]
    assert "\n".join(lines) + "\n" == (HERE / "proofs.txt").read_text(encoding="utf-8")
    assert [fault for proof in proofs for fault in check_proof(proof, known, matcher, FACTS)] == []


def test_a_proof_counts_its_steps(rules: None) -> None:
    known, matcher = read("rules.lp", FACTS)
    proof = Prover(known, matcher).prove("reach", ("b", 1))
    assert (proof.size, [step.name for step in proof.steps()]) == (
        8,
        ["reach", "closed", "closed", "gate", "near", "edge", "reach", "start"],
    )


def test_what_rests_on_itself_by_many_ways_is_proved_by_another(rules: None) -> None:
    facts = "place(1..30). entry(30)."
    known, matcher = read("round.lp", facts)
    prover = Prover(known, matcher)
    proofs = [prover.prove("reached", (place,)) for place in range(1, 31)]
    assert [proof.because[0].name for proof in proofs] == ["place"] * 29 + ["entry"]
    assert [fault for proof in proofs for fault in check_proof(proof, known, matcher, facts)] == []


def test_what_has_no_proof_is_no_atom(rules: None) -> None:
    known, matcher = read("rules.lp", FACTS)
    with pytest.raises(LookupError, match=r"no proof of reach\('d', 0\)"):
        Prover(known, matcher).prove("reach", ("d", 0))
    with pytest.raises(LookupError, match="everything holds"):
        Prover(known, matcher).absence("reach", ("b", 1))


def test_among_absences_the_speaking_one_is_shown(rules: None) -> None:
    known, matcher = read("rules.lp", "p(1). q(2).")
    for speaking, name in ((("dumb", 1), "dumb"), (("loud", 1), "loud")):
        (refuted,) = Prover(known, matcher, frozenset({speaking})).absence("said", (1,)).because
        assert [step.name for step in refuted.because] == [name]


def test_faults_of_a_proof_are_told_word_for_word(rules: None) -> None:
    known, matcher = read("rules.lp", FACTS)
    prover = Prover(known, matcher)

    def faults(proof: Proof) -> list[str]:
        return check_proof(proof, known, matcher, FACTS)

    def changed(proof: Proof, because: list[Proof] | None = None, **more: object) -> Proof:
        fields = {"kind": proof.kind, "name": proof.name, "args": proof.args, "rule": proof.rule, "bindings": dict(proof.bindings)}
        return Proof(**{**fields, "because": list(proof.because) if because is None else because, **more})  # type: ignore[arg-type]

    reach, closed = prover.prove("reach", ("b", 1)), prover.prove("closed", ("d",))
    start, near, absent = reach.because
    assert faults(Proof(FACT, "load", ("a", 4))) == ["fact load('a', 4): the atom is not in the answer"]
    assert faults(Proof(FACT, "near", ("a", "b"))) == ["fact near('a', 'b'): this is no fact that was given"]
    assert faults(Proof(FACT, "load", ("a", ANY))) == ["fact load('a', _): the atom is not in the answer"]
    assert faults(Proof(ABSENT, "load", ("a", ANY))) == ["absent load('a', _): there is such an atom"]
    assert faults(Proof(ABSENT, "reach", ("a", 1), again=True)) == []
    assert faults(Proof(ABSENT, "reach", ("d", 0))) == [
        "absent reach('d', 0): the rule at rules.lp:5 is not looked at",
        "absent reach('d', 0): the rule at rules.lp:6 is not looked at",
    ]
    assert faults(changed(reach, [start, absent])) == ["derived reach('b', 1): its rule does not derive it from reach(a,0)."]
    assert faults(changed(reach, [start, near])) == [
        "derived reach('b', 1): nothing shows that Literal(name='closed', args=(Y,), positive=False) is absent"
    ]
    rested = faults(changed(reach, [*reach.because, reach]))
    assert rested == ["derived reach('b', 1): it rests on itself"]
    assert faults(changed(closed, [closed.because[0]])) == []  # what a condition asks for is looked at by the solver
    shut = prover.absence("far", ("b",))
    (refuted,) = shut.because
    assert faults(changed(refuted, [])) == ["refuted far('b',): nothing is said"]
    (said,) = faults(changed(refuted, [Proof(FACT, "node", ("b",))]))
    assert said == "refuted far('b',): no part of the rule fails as is said, with {X: 'b'}"
    (refuted,) = prover.absence("named", ("a b", ("f", "b", ANY))).because
    case = Proof(CASE, "load", ("c", 4), refuted.because[0].because)
    assert faults(changed(refuted, [case])) == ["refuted named('a b', ('f', 'b', _)): these are not all the cases"]


def test_rules_are_read_as_they_stand(rules: None) -> None:
    known = program(("rules.lp",))
    assert sorted(known.signatures) == [
        ("closed", 1), ("even", 1), ("far", 1), ("low", 1), ("many", 1), ("named", 2), ("near", 2), ("odd", 1), ("on", 1),
        ("reach", 2), ("row", 1), ("said", 1), ("top", 1), ("twice", 4), ("weight", 2), ("wide", 1),
    ]  # fmt: skip
    first, second = known.rules(("near", 2))
    assert (known.text(first), known.text(second)) == ("near(X, Y) :- edge(X, Y).", "near(X, Y) :- edge(Y, X).")
    assert [rule.args for rule in known.rules(("on", 1))] == [("b",), ("d",)] or len(known.rules(("on", 1))) == 2
    assert {rule.name for rule in known.mentioning(("gate(", "key("))} == {"closed"}
    assert known.rules(("nothing", 0)) == ()
    (many,) = known.rules(("many", 1))
    assert [sorted(map(str, need)) for need in many.needs] == [[], ["X"]]


@pytest.mark.parametrize(
    ("reading", "turns"),
    [
        (("manner", "loud"), True),
        (("manner", "same"), False),
        (("manner", "slow"), True),
        (("other", "no"), False),
        (("edition", "old"), True),
    ],
)
def test_a_reading_turns_what_its_rules_make_hold_or_not(rules: None, reading: tuple[str, str], turns: bool) -> None:
    facts = "p(1). p(2). done(2). reading(manner,usual,0). reading(other,yes,0). asked_under(new,0). since(new,0). since(old,0)."
    model = whole_model(("readings.lp",), facts)
    found = turning(
        ("readings.lp",), model, [reading], {"manner": "usual", "other": "yes"}, ("new", "old"), "new"
    )
    assert found == ([reading] if turns else [])
