"""Questions put to the rules: several positions, and lines of play, in one grounding.

A request has moments of its own: its position holds at the first, and each of its events is judged at one and leads
to the next. What the rules show is sorted by moment, so that requests never mix.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from solver_bridge import facts
from solver_bridge.engine import Model, solve, whole_model
from solver_bridge.errors import Fault
from solver_bridge.facts import Names
from solver_bridge.frozen import EMPTY
from solver_bridge.model import Position
from solver_bridge.programs import files_for
from solver_bridge.reasons import LeftOut, NotTaken, Reason, reasons_of
from solver_bridge.terms import Atom, Term

if TYPE_CHECKING:
    from solver_bridge.events import Event

__all__ = ["LOAD", "TOGETHER", "Answer", "Memory", "Request", "Whole", "ask", "ask_all", "ask_whole", "request_facts"]

TOGETHER = 64
"""How many moments are grounded together at most: more share the cost of the rules ..."""

LOAD = 2400
"""... and how many units stand in them at most: fewer keep the solver's memory small, which never forgets a term."""

_TEXTS = frozenset({"basis", "reason", "effect_text", "problem_text", "warning_text"})


class Memory(NamedTuple):
    """What was remembered of a moment (show/state.lp), and the names by which the rules spoke of it."""

    names: Names
    fluents: Iterable[str]


class Request(NamedTuple):
    """A position, the events that follow it, and what is asked, as (word, argument names) of each moment.

    With a memory, it is of a moment that followed the position. Of `verbatim` predicates the arguments but the moment
    are given as one text.
    """

    position: Position
    events: "tuple[Event, ...]" = ()
    asked: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    programs: tuple[str, ...] = ()
    memory: Memory | None = None
    verbatim: frozenset[str] = frozenset()

    @property
    def last(self) -> int:
        """Give the number of the last moment, counted from 0."""
        return len(self.events)


class Answer:
    """What the rules show for one request, by moment and predicate; the moment itself is left out of the atoms."""

    __slots__ = ("_atoms", "_meant", "_places", "names", "request", "texts")

    def __init__(self, request: Request, names: Names) -> None:
        """Begin with nothing shown."""
        self.request = request
        self.names = names
        self._atoms: dict[tuple[int, str], list[tuple[Term, ...]]] = {}
        self._places: dict[int, dict[Term, str]] = {}
        self._meant: dict[tuple[Term, int], Any] = {}
        self.texts: dict[tuple[str, Any], tuple[Any, ...]] = {}

    def add(self, moment: int, atom: Atom) -> None:
        """Add an atom shown of a moment."""
        if atom[0] == "called":
            location, region = atom[1], atom[2]
            self._places.setdefault(moment, {})[location] = f"{region} {location[1]}"
            return
        self._atoms.setdefault((moment, atom[0]), []).append(atom[1:-1])

    def read(self, model: Model, shown: Iterable[tuple[str, int]]) -> None:
        """Add the atoms that a model has of some predicates, given with their number of arguments."""
        for name, arity in shown:
            for terms in model.atoms(name, arity):
                if name in _TEXTS:
                    self.texts[name, terms[0]] = terms[1:]
                else:
                    self.add(terms[-1], (name, *terms))  # type: ignore[arg-type]

    def get(self, name: str, moment: int = 0) -> list[tuple[Term, ...]]:
        """Give the arguments of every atom of a predicate at a moment, in no special order."""
        return self._atoms.get((moment, name), [])

    def value(self, term: Term, moment: int = 0) -> Any:
        """Give what a term means at a moment: a name, a location, a number, a word."""
        key = term, moment
        meant = self._meant.get(key, self)
        if meant is self:
            meant = self._meant[key] = self.names.value(term, self._places.get(moment, EMPTY))
        return meant

    def values(self, name: str, moment: int = 0) -> list[tuple[Any, ...]]:
        """Give what the arguments of every atom of a predicate mean."""
        return [tuple(self.value(term, moment) for term in terms) for terms in self.get(name, moment)]

    def reasons(self, name: str, moment: int = 0) -> tuple[Reason, ...]:
        """Give the reasons that are the last arguments of a predicate's atoms."""
        return self.make_reasons((terms[-1] for terms in self.get(name, moment)), moment)

    def make_reasons(self, terms: Iterable[Term], moment: int = 0) -> tuple[Reason, ...]:
        """Make reasons of terms as they are meant at a moment."""
        return reasons_of(terms, lambda term: self.value(term, moment), self.texts)

    def not_taken(self, moment: int = 0) -> tuple[NotTaken, ...]:
        """Give the steps of the path declared at a moment that are not taken, in their order."""
        skipped: dict[int, list[Term]] = {}
        for step, reason in self.get("not_taken", moment):
            skipped.setdefault(int(step), []).append(reason)  # type: ignore[arg-type]
        return tuple(NotTaken(step, self.make_reasons(skipped[step], moment)) for step in sorted(skipped))

    def left_out(self, moment: int = 0) -> tuple[LeftOut, ...]:
        """Give who is left out of the fight that begins at a moment, by name."""
        found: dict[str, list[Term]] = {}
        for who, reason in self.get("left_out", moment):
            found.setdefault(str(self.value(who, moment)), []).append(reason)
        return tuple(LeftOut(who, self.make_reasons(found[who], moment)) for who in sorted(found))

    def happening(self, term: Any, moment: int = 0) -> dict[str, Any]:
        """Give what an ability did outside the realm, as plain data."""
        _, source, player, effect = term
        (sentence,) = self.texts.get(("effect_text", effect), (effect,))
        return {
            "source": self.value(source, moment),
            "player": player,
            "effect": effect,
            "text": sentence.replace("{0}", player),
        }

    def problems(self) -> list[Fault]:
        """Give everything that makes the position unusable, each at its place in the file."""
        faults = []
        for thing, field, what in self.get("problem"):
            file, line = self.request.position.place((*self._section(thing), str(field)))
            faults.append(Fault(file, line, self._sentence("problem_text", what)))
        return faults

    def warnings(self) -> tuple[str, ...]:
        """Give what is strange in the position, in sentences."""
        return tuple(sorted(self._sentence("warning_text", what) for (what,) in self.get("warning")))

    def _section(self, thing: Term) -> tuple[str | int, ...]:
        if isinstance(thing, tuple):
            return ("sites", str(thing[1]))
        if thing not in self.names.names:
            return (str(thing),)
        name = self.names.names[str(thing)]
        return (self.request.position.names[name], name)

    def _sentence(self, kind: str, what: Any) -> str:
        name, *arguments = what if isinstance(what, tuple) else (what,)
        (sentence,) = self.texts[kind, name]
        for index, argument in enumerate(arguments):
            sentence = sentence.replace(f"{{{index}}}", str(self.value(argument)))
        return str(sentence)

    def places(self, moment: int = 0) -> Mapping[Term, str]:
        """Give how the locations are called at a moment."""
        places: Mapping[Term, str] = self._places.get(moment, EMPTY)
        return places

    def has(self, name: str, moment: int = 0) -> bool:
        """Say whether there is such an atom."""
        return (moment, name) in self._atoms


def ask_all(requests: Sequence[Request]) -> list[Answer]:
    """Answer requests in one grounding for each set of programs that is needed."""
    answers: list[Answer | None] = [None] * len(requests)
    groups: dict[tuple[tuple[str, ...], frozenset[str]], list[int]] = {}
    for index, request in enumerate(requests):
        groups.setdefault((request.programs, request.verbatim), []).append(index)
    for kind, members in groups.items():
        for together in _portions(members, requests):
            for index, answer in zip(together, _ground(*kind, [requests[i] for i in together]), strict=True):
                answers[index] = answer
    return [answer for answer in answers if answer is not None]


def _portions(members: Sequence[int], requests: Sequence[Request]) -> Iterator[list[int]]:
    """Give portions of requests that are grounded together."""
    portion: list[int] = []
    moments = load = 0
    for index in members:
        more = requests[index].last + 1
        heavier = more * len(requests[index].position.units)
        if portion and (moments + more > TOGETHER or load + heavier > LOAD):
            yield portion
            portion, moments, load = [], 0, 0
        portion.append(index)
        moments += more
        load += heavier
    if portion:
        yield portion


def ask(request: Request) -> Answer:
    """Answer one request."""
    return ask_all([request])[0]


def _ground(
    programs: tuple[str, ...], verbatim: frozenset[str], requests: Sequence[Request]
) -> list[Answer]:
    base = 0
    text: list[str] = []
    owners: list[tuple[Answer, int]] = []
    answers: list[Answer] = []
    cards: set[str] = set()
    for request in requests:
        answer = Answer(request, request.memory.names if request.memory else Names(request.position))
        answers.append(answer)
        cards |= facts.cards_named(request.position)
        text.append(request_facts(request, answer.names, base))
        owners += [(answer, moment) for moment in range(request.last + 1)]
        base += request.last + 1
    text.append(facts.card_facts(cards))
    texts: dict[tuple[str, Any], tuple[Any, ...]] = {}
    for answer in answers:
        answer.texts = texts
    for atom in solve(files_for(programs, cards), "\n".join(text), verbatim):
        if atom[0] in _TEXTS:
            texts[atom[:2]] = atom[2:]
            continue
        answer, moment = owners[atom[-1]]
        answer.add(moment, atom)
    return answers


class Whole(NamedTuple):
    """An answer with everything that it rests on: the rules files, the facts, and all atoms of the model."""

    answer: Answer
    files: tuple[str, ...]
    facts: str
    model: Model


def ask_whole(request: Request, shown: Iterable[tuple[str, int]]) -> Whole:
    """Answer one request, keeping the whole model; of its predicates some are read into the answer."""
    names = Names(request.position)
    answer = Answer(request, names)
    cards = facts.cards_named(request.position)
    text = "\n".join([request_facts(request, names, 0), facts.card_facts(cards)])
    files = files_for(request.programs, cards)
    model = whole_model(files, text)
    answer.read(model, shown)
    return Whole(answer, files, text, model)


def request_facts(request: Request, names: Names, base: int) -> str:
    """Write a request as facts, its moments counted from a base."""
    if request.memory is None:
        text = [facts.position_facts(request.position, names, base)]
    else:
        text = ["".join(f"remembered({fluent},{base})." for fluent in request.memory.fluents)]
    for offset, event in enumerate(request.events):
        text.append(f"next({base + offset},{base + offset + 1}).")
        text.append(facts.event_facts(event, names, base + offset))
    for moment, word, arguments in request.asked:
        terms = ",".join(names.term(argument) for argument in arguments)
        text.append(f"ask({word}({terms}),{base + moment})." if terms else f"ask({word},{base + moment}).")
    return "\n".join(text)
