"""What the verdicts on many events rest on, out of few groundings: each as if it had been asked for by itself.

The moments of each event are numbers that nothing else in the rules comes near, so an atom tells whose it is.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from solver_bridge import facts
from solver_bridge.asking import Answer, Request, Whole, request_facts
from solver_bridge.engine import Model, whole_model
from solver_bridge.events import Event
from solver_bridge.explaining import PROGRAMS, SHOWN
from solver_bridge.facts import Names
from solver_bridge.model import Position
from solver_bridge.programs import files_for
from solver_bridge.terms import Term

_FAR, _APART, _TOGETHER = 1_000_000, 10, 24

Asked = tuple[Position, Event]
_Atom = tuple[Term, ...]


class _Shared:
    """The atoms of one model, sorted by the event that they are about; under None those that are about none."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self._sorted: dict[tuple[str, int], dict[int | None, list[_Atom]]] = {}

    def atoms(self, name: str, arity: int) -> dict[int | None, list[_Atom]]:
        found = self._sorted.get((name, arity))
        if found is None:
            found = self._sorted[name, arity] = {}
            for atom in self.model.atoms(name, arity):
                far = {number // _APART for number in _far(atom)}
                assert len(far) <= 1, (name, atom)
                found.setdefault(min(far, default=None), []).append(_brought_home(atom) if far else atom)
        return found


class _Part(Model):
    """The model of one event: what is about it, its moments counted from 0, and what is about none."""

    __slots__ = ("_number", "_shared")

    def __init__(self, shared: _Shared, number: int) -> None:
        super().__init__(())
        self._shared = shared
        self._number = number

    def atoms(self, name: str, arity: int) -> tuple[_Atom, ...]:
        found = self._atoms.get((name, arity))
        if found is None:
            atoms = self._shared.atoms(name, arity)
            own = [*atoms.get(None, ()), *atoms.get((_FAR // _APART) + self._number, ())]
            found = self._atoms[name, arity] = tuple(own)
        return found


def _far(term: Any) -> Iterator[int]:
    if isinstance(term, int):
        if term >= _FAR:
            yield term
    elif isinstance(term, tuple):
        for item in term:
            yield from _far(item)


def _brought_home(term: Any) -> Any:
    if isinstance(term, int):
        return term % _APART if term >= _FAR else term
    return tuple(map(_brought_home, term)) if isinstance(term, tuple) else term


def wholes(asked: Sequence[Asked]) -> Iterator[Whole]:
    """Give what the verdict on each event rests on, in their order; those of the same cards share groundings."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for index, (position, _) in enumerate(asked):
        groups.setdefault(tuple(sorted(facts.cards_named(position))), []).append(index)
    found: dict[int, Whole] = {}
    for cards, members in groups.items():
        for start in range(0, len(members), _TOGETHER):
            part = members[start : start + _TOGETHER]
            found |= zip(part, _grounded(cards, [asked[index] for index in part]), strict=True)
    return (found[index] for index in range(len(asked)))


def _grounded(cards: tuple[str, ...], asked: Sequence[Asked]) -> list[Whole]:
    files, printed = files_for(PROGRAMS, cards), facts.card_facts(set(cards))
    requests = [Request(position, (event,), (), PROGRAMS) for position, event in asked]
    names = [Names(request.position) for request in requests]
    far = [request_facts(*each, _FAR + _APART * i) for i, each in enumerate(zip(requests, names, strict=True))]
    shared = _Shared(whole_model(files, "\n".join([*far, printed])))
    found = []
    for number, (request, named) in enumerate(zip(requests, names, strict=True)):
        answer, model = Answer(request, named), _Part(shared, number)
        answer.read(model, SHOWN)
        text = "\n".join([request_facts(request, named, 0), printed])
        found.append(Whole(answer, files, text, model))
    return found
