"""What is told, and what would be false to tell of an answer."""

from collections.abc import Iterator

from solver_bridge.explaining import Proved
from solver_bridge.telling import Step
from solver_bridge.wording import Wording, speech


def contradicted(proved: Proved, wording: Wording) -> set[str]:
    """Give every sentence that denies an atom of the answer, whichever predicate it stands beside."""
    found = set()
    for (key, arity), texts in speech().denials.items():
        name, functor = key if isinstance(key, tuple) else (key, None)
        for atom in proved.whole.model.atoms(name, arity):
            first = atom[0] if atom else None
            if functor is None:
                holes = atom
            elif first == functor:
                holes = atom[1:]
            elif isinstance(first, tuple) and first[0] == functor:
                holes = (*first[1:], *atom[1:])
            else:
                continue
            if functor is None and special(name, first, arity):
                continue
            for text in texts:
                found.add(text.format(*map(wording.term, holes)))
    return found


def special(name: str, first: object, arity: int) -> bool:
    """Say whether an atom has sentences of its own functor."""
    functor = first[0] if isinstance(first, tuple) else first
    return ((name, functor), arity) in speech().denials


def absences(steps: tuple[Step, ...]) -> Iterator[str]:
    """Give what is told not to be."""
    for step in steps:
        if step.kind == "absent":
            yield step.text
        yield from absences(step.because)
