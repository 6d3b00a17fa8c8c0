"""Questions put to the rules: several positions, and lines of play, in one grounding.

A request has moments of its own: its position holds at the first, and each of its events is judged at one and leads
to the next. What the rules show is sorted by moment, so that requests never mix.
"""

from collections.abc import Sequence
from typing import NamedTuple

from solver_bridge import facts
from solver_bridge.engine import Atom, Term, solve
from solver_bridge.events import Event
from solver_bridge.facts import Names
from solver_bridge.model import Position
from solver_bridge.programs import files_for

__all__ = ["Answer", "Request", "ask", "ask_all"]


class Request(NamedTuple):
    """A position, the events that follow it, and what is asked, as (word, argument names) of each moment."""

    position: Position
    events: tuple[Event, ...] = ()
    asked: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    programs: tuple[str, ...] = ()

    @property
    def last(self) -> int:
        """Give the number of the last moment, counted from 0."""
        return len(self.events)


class Answer:
    """What the rules show for one request, by moment and predicate; the moment itself is left out of the atoms."""

    __slots__ = ("_atoms", "names", "request")

    def __init__(self, request: Request, names: Names) -> None:
        """Begin with nothing shown."""
        self.request = request
        self.names = names
        self._atoms: dict[tuple[int, str], list[tuple[Term, ...]]] = {}

    def add(self, moment: int, atom: Atom) -> None:
        """Add an atom shown of a moment."""
        self._atoms.setdefault((moment, atom[0]), []).append(atom[1:-1])

    def get(self, name: str, moment: int = 0) -> list[tuple[Term, ...]]:
        """Give the arguments of every atom of a predicate at a moment, in no special order."""
        return self._atoms.get((moment, name), [])

    def has(self, name: str, moment: int = 0) -> bool:
        """Say whether there is such an atom."""
        return (moment, name) in self._atoms


def ask_all(requests: Sequence[Request]) -> list[Answer]:
    """Answer requests in one grounding for each set of programs that is needed."""
    answers: list[Answer | None] = [None] * len(requests)
    groups: dict[tuple[str, ...], list[int]] = {}
    for index, request in enumerate(requests):
        groups.setdefault(request.programs, []).append(index)
    for programs, members in groups.items():
        for index, answer in zip(members, _ground(programs, [requests[i] for i in members]), strict=True):
            answers[index] = answer
    return [answer for answer in answers if answer is not None]


def ask(request: Request) -> Answer:
    """Answer one request."""
    return ask_all([request])[0]


def _ground(programs: tuple[str, ...], requests: Sequence[Request]) -> list[Answer]:
    base = 0
    text: list[str] = []
    owners: list[tuple[Answer, int]] = []
    answers: list[Answer] = []
    cards: set[str] = set()
    for request in requests:
        answer = Answer(request, Names(request.position))
        answers.append(answer)
        cards |= facts.cards_named(request.position)
        text.append(_request_facts(request, answer.names, base))
        owners += [(answer, moment) for moment in range(request.last + 1)]
        base += request.last + 1
    text.append(facts.card_facts(cards))
    for atom in solve(files_for(programs), "\n".join(text)):
        answer, moment = owners[atom[-1]]
        if atom[0] == "called":
            answer.names.places[atom[1]] = f"{atom[2]} {_square(atom[1])}"
        else:
            answer.add(moment, atom)
    return answers


def _square(location: Term) -> Term:
    return location[1] if isinstance(location, tuple) else location


def _request_facts(request: Request, names: Names, base: int) -> str:
    text = [facts.position_facts(request.position, names, base)]
    for offset, event in enumerate(request.events):
        text.append(f"next({base + offset},{base + offset + 1}).")
        text.append(facts.event_facts(event, names, base + offset))
    for moment, word, arguments in request.asked:
        terms = ",".join(names.term(argument) for argument in arguments)
        text.append(f"ask({word}({terms}),{base + moment})." if terms else f"ask({word},{base + moment}).")
    return "\n".join(text)


