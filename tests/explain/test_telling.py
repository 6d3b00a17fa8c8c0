"""Proofs of a small program as they are told: what is passed over, what is said once, and everything, with its atoms."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver_bridge.engine import whole_model
from solver_bridge.facts import Names
from solver_bridge.matching import Matcher
from solver_bridge.model import Position
from solver_bridge.program_text import Var, program, written
from solver_bridge.proof import Proof, Prover
from solver_bridge.resources import asp_dir
from solver_bridge.telling import Step, Teller, _said_once

HERE = Path(__file__).parent / "small"
RULES = """%%% Start: who may begin
legal(U) :- fit(U), not barred(U, _).
fit(U) :- able(U), given(strength, U, P, 0), P > 1.
able(U) :- object(unit, U, 0), awake(U).
awake(U) :- object(unit, U, 0), not given(tapped, U, true, 0).
%%% Barred: who may not
barred(U, heavy(P)) :- given(strength, U, P, 0), P > 5.
barred(U, alone) :- object(unit, U, 0), not near(U, _).
%%% Near
near(U, V) :- beside(U, V).
near(U, V) :- beside(V, U).
beside(U, V) :- given(at, U, L, 0), given(at, V, L, 0), U < V.
crowd(N) :- N = #count { U : object(unit, U, 0) }, N > 3.
"""
FACTS = (
    "object(unit,u1,0). object(unit,u2,0). object(unit,u3,0). given(strength,u1,3,0). given(strength,u2,7,0). given(strength,u3,1,0)."
    "given(at,u1,8,0). given(at,u2,8,0). given(at,u3,9,0). given(tapped,u3,true,0)."
)
ANY = Var("")
POSITION = Position.from_data({
    "active": "north",
    "units": {name: {"controller": "north", "at": "void 8", "power": 1} for name in ("ann", "ben", "cid")},
})  # fmt: skip


class Words:
    """Sentences for some atoms."""

    SAID = {
        "fit": "{} is fit.", "able": "{} is able.", "near": "{} is near {}.", "beside": "{} is beside {}.", "object": "{1} is a unit.",
    }  # fmt: skip
    DENIED = {"near": "{} is near nobody.", "given": "{1} is not {0}.", "barred": "Nothing bars {}."}

    def __init__(self, plain: str = "", obvious: str = "") -> None:
        self.plain, self.obvious = plain.split(), obvious.split()

    def sentence(self, name: str, args: tuple[object, ...]) -> str | None:
        return self.SAID[name].format(*args) if name in self.SAID else None

    def denial(self, name: str, args: tuple[object, ...]) -> str | None:
        return self.DENIED[name].format(*args) if name in self.DENIED else None

    def is_plain(self, name: str, args: tuple[object, ...]) -> bool:
        return name in self.plain

    def is_obvious(self, name: str, args: tuple[object, ...]) -> bool:
        return name in self.obvious

    def reason(self, name: str, args: tuple[object, ...]) -> str | None:
        return written(args[1]).partition("(")[0] if name == "barred" and not isinstance(args[1], Var) else None

    def words(self, clause: object) -> str:
        return f"words of {clause.sources}"  # type: ignore[attr-defined]


@pytest.fixture
def prover(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Prover]:
    """Give a prover of the small program."""
    shutil.copytree(HERE, tmp_path / "asp")
    (tmp_path / "asp" / "told.lp").write_text(RULES, encoding="utf-8")
    monkeypatch.setenv("ARBITER_RULES", str(tmp_path / "asp"))
    asp_dir.cache_clear()
    yield Prover(program(("told.lp",)), Matcher(whole_model(("told.lp",), FACTS)))
    monkeypatch.undo()
    asp_dir.cache_clear()


def told(proof: Proof, full: bool = False, **words: str) -> list[str]:
    """Tell a proof, each step on a line."""
    teller = Teller(Words(**words), Names(POSITION), full)  # type: ignore[arg-type]

    def lines(steps: tuple[Step, ...], depth: int) -> Iterator[str]:
        for step in steps:
            reason = f"[{step.reason}] " if step.reason else ""
            facts = f" <{'; '.join(step.facts)}>" if step.facts else ""
            yield f"{'  ' * depth}{reason}{step.text} ({step.kind}, {step.source}:{step.line}){facts}"
            yield from lines(step.because, depth + 1)

    return list(lines(teller.tell(proof), 0))


@pytest.mark.parametrize("name", ["legal", "barred", "near", "crowd", "plain", "full"])
def test_what_is_told_is_as_it_is_kept(prover: Prover, name: str) -> None:
    found = {
        "legal": lambda: told(prover.prove("legal", ("u1",))),
        "barred": lambda: [*told(prover.prove("barred", ("u2", ("heavy", 7)))), *told(prover.absence("legal", ("u3",)))],
        "near": lambda: [*told(prover.absence("near", ("u3", ANY))), *told(prover.prove("near", ("u2", "u1")), obvious="given")],
        "crowd": lambda: [*told(prover.absence("crowd", (3,))), *told(prover.absence("crowd", (ANY,)))],
        "plain": lambda: told(prover.prove("legal", ("u1",)), plain="fit"),
        "full": lambda: [*told(prover.prove("legal", ("u1",)), full=True), *told(prover.absence("crowd", (3,)), full=True)],
    }[name]()
    kept = (HERE / "told.txt").read_text(encoding="utf-8").partition(f"# {name}\n")[2].partition("\n# ")[0]
    assert found == kept.splitlines()


def test_a_step_as_plain_data() -> None:
    inner = Step(text="b", kind="fact")
    whole = Step(
        text="a", kind="derived", source="Attack", words="w", file="f.lp", line=3, reason="tapped", facts=("x", "y"), because=(inner,)
    )
    assert inner.to_data() == {"text": "b", "kind": "fact"}
    assert whole.to_data() == {
        "text": "a", "kind": "derived", "source": "Attack", "words": "w", "file": "f.lp", "line": 3, "reason": "tapped",
        "facts": ["x", "y"], "because": [{"text": "b", "kind": "fact"}],
    }  # fmt: skip


def test_what_would_be_said_again_is_taken_in() -> None:
    deep = Step(text="c", kind="fact")
    same = Step(text="a", kind="derived", facts=("2", "3"), because=(deep,))
    other = Step(text="b", kind="fact")
    step = Step(text="a", kind="derived", facts=("1", "2"), because=(same, other))
    assert _said_once(step) == Step(text="a", kind="derived", facts=("1", "2", "3"), because=(other, deep))
    assert _said_once(other) is other
    many = Step(text="a", kind="x", facts=tuple("12345"), because=(Step(text="a", kind="x", facts=tuple("6789")),))
    assert _said_once(many).facts == tuple("123456")
