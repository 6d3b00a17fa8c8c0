"""Proofs as people read them: what is routine is passed over, down to the facts of the position."""

from collections.abc import Iterator
from typing import Any

import msgspec

from solver_bridge.facts import Names
from solver_bridge.program_text import Clause, Comparison, Pattern, written
from solver_bridge.proof import ABSENT, CASE, COMPUTED, DERIVED, FACT, REFUTED, Proof
from solver_bridge.unify import substituted
from solver_bridge.wording import Wording

__all__ = ["Step", "Teller"]

_MOST_FACTS = 6


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a proof as it is told: a sentence, its source, the facts of the position, and what is below it."""

    text: str
    kind: str
    source: str = ""
    words: str = ""
    file: str = ""
    line: int = 0
    reason: str | None = None
    facts: tuple[str, ...] = ()
    because: tuple["Step", ...] = ()

    def to_data(self) -> dict[str, Any]:
        """Give the step as plain data; what it does not have is left out."""
        found: dict[str, Any] = {"text": self.text, "kind": self.kind}
        for field in ("source", "words", "file", "line", "reason"):
            value = getattr(self, field)
            if value:
                found[field] = value
        if self.facts:
            found["facts"] = list(self.facts)
        if self.because:
            found["because"] = [step.to_data() for step in self.because]
        return found


class Teller:
    """Tells the proofs of one position, each step once."""

    def __init__(self, wording: Wording, names: Names, full: bool = False) -> None:
        """Tell what a person wants to know, or everything."""
        self.wording = wording
        self._names = names
        self._full = full
        self._told: set[int] = set()

    def tell(self, proof: Proof) -> tuple[Step, ...]:
        """Tell a proof: what its first step rests on."""
        self._told = set()
        clause = proof.rule.clause if proof.rule else None
        if self._full:
            return tuple(self._everything(proof, clause, None))
        found = tuple(_once(step for below in proof.because for step in self._lines(below, clause, None)))
        return found or tuple(self._step(below, self._atom(below), clause, None, ()) for below in proof.because)

    def _lines(self, proof: Proof, clause: Clause | None, reason: str | None) -> Iterator[Step]:
        """Give the steps that a person wants to see; `clause` and `reason` are what they are looked at for."""
        kind = proof.kind
        if kind == REFUTED and proof.rule is not None:
            clause = proof.rule.clause
            reason = self.wording.reason(proof.rule.name, proof.rule.args) or reason
        text = self._text(proof)
        if text is None:
            if kind == DERIVED and proof.rule is not None:
                clause = proof.rule.clause
            for below in proof.because:
                yield from self._lines(below, clause, reason)
            return
        plain = kind == ABSENT or self.wording.is_plain(proof.name, proof.args)
        because: tuple[Step, ...] = ()
        if kind == CASE:
            if not self.wording.is_obvious(proof.name, proof.args):
                yield self._step(proof, text, clause, reason, ())
            for below in proof.because:
                yield from self._lines(below, clause, reason)
            return
        if kind == DERIVED and proof.rule is not None:
            under = self._under(proof)
            if under is not None and under.sources and reason is None:
                clause = under
            if not plain and id(proof) not in self._told:
                self._told.add(id(proof))
                inner = proof.rule.clause
                because = tuple(
                    _once(step for below in proof.because for step in self._lines(below, inner, None))
                )
        yield _said_once(self._step(proof, text, clause, reason, because))

    def _everything(self, proof: Proof, clause: Clause | None, reason: str | None) -> Iterator[Step]:
        """Give every step, with its atom where there is no sentence for it."""
        if proof.rule is not None:
            clause = proof.rule.clause
        if proof.kind == REFUTED and proof.rule is not None:
            reason = self.wording.reason(proof.rule.name, proof.rule.args)
        text = self._text(proof) or self._atom(proof)
        because: tuple[Step, ...] = ()
        if id(proof) not in self._told:
            self._told.add(id(proof))
            because = tuple(step for below in proof.because for step in self._everything(below, clause, None))
        elif proof.because:
            text += " (shown above)"
        yield self._step(proof, text, clause, reason, because)

    @staticmethod
    def _under(proof: Proof) -> Clause | None:
        """Give the clause that an atom stands under: where its rule only passes it on, that of what it passes on."""
        while proof.rule is not None and len(proof.rule.body) == 1 and len(proof.because) == 1:
            (below,) = proof.because
            if below.rule is None or below.kind != DERIVED or below.args != proof.args:
                break
            proof = below
        return proof.rule.clause if proof.rule else None

    def _step(
        self, proof: Proof, text: str, clause: Clause | None, reason: str | None, because: tuple[Step, ...]
    ) -> Step:
        return Step(
            text=text,
            kind=proof.kind,
            source=clause.sources if clause else "",
            words=self.wording.words(clause) if clause else "",
            file=clause.file if clause else "",
            line=clause.line if clause else 0,
            reason=reason,
            facts=tuple(dict.fromkeys(self._facts(proof)))[:_MOST_FACTS],
            because=because,
        )

    def _text(self, proof: Proof) -> str | None:
        if proof.kind in (REFUTED, COMPUTED):
            return None
        if proof.kind == ABSENT:
            return self.wording.denial(proof.name, proof.args)
        return self.wording.sentence(proof.name, proof.args)

    def _atom(self, proof: Proof) -> str:
        if proof.kind == COMPUTED:
            return _untrue(proof) if self._full else "As computed, this does not hold."
        atom = written((proof.name, *proof.args)) if proof.args else proof.name
        if proof.kind == ABSENT:
            return f"no {atom}" + (" (as is being shown)" if proof.again else "")
        return f"no {atom} by this rule" if proof.kind == REFUTED else atom

    def _facts(self, proof: Proof) -> Iterator[str]:
        """Give the facts of the position that a step comes down to without another one between that is told."""
        if proof.kind == FACT:
            found = self._names.place_of(proof.name, proof.args)
            if found is not None:
                yield found
        elif proof.kind == DERIVED:
            plain = self.wording.is_plain(proof.name, proof.args)
            about = set(_words(proof.args[:-1]))
            for below in proof.because:
                if below.kind == FACT and about.isdisjoint(_words(below.args[:-1])):
                    continue
                if plain or self.wording.sentence(below.name, below.args) is None:
                    yield from self._facts(below)


def _untrue(proof: Proof) -> str:
    """Write a comparison that does not hold, with what its variables stand for; of a count only that it fails."""
    if not isinstance(proof.part, Comparison):
        return "the count is another one"
    bindings = dict(proof.bindings)
    first, *others = (written(substituted(term, bindings)) for term in proof.part.terms)
    compared = (f" {operator} {term}" for operator, term in zip(proof.part.operators, others, strict=True))
    return f"not {first}{''.join(compared)}"


def _said_once(step: Step) -> Step:
    """Take into a step what would only say the same once more below it: its facts and what it rests on."""
    same = [one for one in step.because if one.text == step.text]
    if not same:
        return step
    others = [one for one in step.because if one.text != step.text]
    facts = dict.fromkeys((*step.facts, *(fact for one in same for fact in one.facts)))
    because = (*others, *(below for one in same for below in one.because))
    return msgspec.structs.replace(step, facts=tuple(facts)[:_MOST_FACTS], because=because)


def _words(pattern: Pattern) -> Iterator[Pattern]:
    """Give what stands in a term: words and numbers."""
    if isinstance(pattern, tuple):
        for item in pattern:
            yield from _words(item)
    else:
        yield pattern


def _once(steps: Iterator[Step]) -> Iterator[Step]:
    """Leave out what has just been said."""
    seen: set[tuple[str, str | None]] = set()
    texts: set[str] = set()
    for step in steps:
        if (step.text, step.reason) in seen or (step.reason is None and step.text in texts):
            continue
        seen.add((step.text, step.reason))
        texts.add(step.text)
        yield step
