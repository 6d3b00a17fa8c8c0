"""The one place that speaks to clingo: loads rules programs, grounds them with facts, gives back atoms."""

import os
import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import clingo
from clingo._internal import _ffi, _lib  # type: ignore[attr-defined]

from solver_bridge.resources import asp_dir
from solver_bridge.slices import Slicer
from solver_bridge.terms import Atom, Term, read_atom, read_term

__all__ = [
    "FOUND",
    "NONE",
    "UNKNOWN",
    "EngineError",
    "Found",
    "GroundRule",
    "Grounded",
    "Model",
    "Searcher",
    "complaints",
    "derived",
    "ground_rules",
    "read_facts",
    "smallest",
    "solve",
    "syntax",
    "watched",
    "whole_model",
]

GroundRule: TypeAlias = tuple[bool, Sequence[int], Sequence[int], tuple[int, tuple[int, ...]] | None]
"""Whether it is a choice, its head, its body, and if that is weighed its lower bound and its weights."""

_ROOM = 4096
"""So many bytes are written of a symbol in one go."""

_SLICED = "-Wno-atom-undefined"
"""In a slice of rules it is no news that something has no rule."""


class EngineError(RuntimeError):
    """The rules programs themselves are at fault: they do not load, or have not exactly one model."""


def _texts(symbols: Iterable[clingo.Symbol]) -> list[str]:
    """Write symbols into one room, where they fit: `str` makes one for each, after it has asked how large.

    Written all at once, as a term of terms, they would never be forgotten.
    """
    room = _ffi.new("char[]", _ROOM)
    write, read = _lib.clingo_symbol_to_string, _ffi.string
    return [read(room).decode() if write(each._rep, room, _ROOM) else str(each) for each in symbols]


def _control(files: Sequence[str], options: Sequence[str] = ()) -> tuple[clingo.Control, list[str]]:
    messages: list[str] = []
    control = clingo.Control(list(options), logger=lambda _, text: messages.append(text), message_limit=200)
    folder = asp_dir()
    for file in files:
        try:
            control.load(os.path.join(folder, file))
        except RuntimeError as error:
            raise EngineError("\n".join([*messages, str(error)])) from None
    return control, messages


def _atoms(symbols: Iterable[clingo.Symbol], verbatim: frozenset[str] = frozenset()) -> list[Atom]:
    texts = _texts(symbols)
    if not verbatim:
        return [read_atom(text) for text in texts]
    found: list[Atom] = []
    for text in texts:
        name, _, rest = text.partition("(")
        if name in verbatim:
            kept, _, moment = rest[:-1].rpartition(",")
            found.append((name, kept, int(moment)))
        else:
            found.append(read_atom(text))
    return found


class _Watch(NamedTuple):
    rules: Callable[[Sequence[str]], str]
    name: str
    seen: Callable[[Sequence[str], list[int]], None]


_watches: list[_Watch] = []


@contextmanager
def watched(
    rules: Callable[[Sequence[str]], str], name: str, seen: Callable[[Sequence[str], list[int]], None]
) -> Iterator[None]:
    """Ground further rules beside every program that is asked meanwhile in this process, and tell what they derive.

    `rules` gives their text for the files of a program, `seen` is told the numbers of the atoms name(Number) that hold
    in an answer. They must derive nothing but those.
    """
    watch = _Watch(rules, name, seen)
    _watches.append(watch)
    try:
        yield
    finally:
        _watches.remove(watch)


def _grounded(
    files: Sequence[str],
    facts: str,
    options: Sequence[str],
    observer: clingo.Observer | None = None,
    *,
    cut: bool = False,
) -> clingo.Control:
    text = _slicer.get(files, facts) if cut and not _watches else None
    if text is None:
        control, messages = _control(files, options)
    else:
        control, messages = _control((), [*options, _SLICED])
        control.add("base", [], text)
    if observer is not None:
        control.register_observer(observer)
    control.add("base", [], facts)
    for watch in _watches:
        control.add("base", [], watch.rules(files))
    try:
        control.ground([("base", [])])
    except RuntimeError as error:
        raise EngineError("\n".join([*messages, str(error)])) from None
    return control


def _tell(files: Sequence[str], control: clingo.Control, model: clingo.Model) -> None:
    """Tell who watches what holds in a model of what they added."""
    for watch in _watches:
        marks = control.symbolic_atoms.by_signature(watch.name, 1)
        numbers = [mark.symbol.arguments[0].number for mark in marks if model.is_true(mark.literal)]
        watch.seen(files, numbers)


def syntax(files: Iterable[str]) -> list[Any]:
    """Give the syntax trees of everything that stands in some rules files, in their order."""
    from clingo import ast

    folder = asp_dir()
    found: list[Any] = []
    for file in files:  # given together, the last would come first
        ast.parse_files([os.path.join(folder, file)], found.append)
    return found


_slicer = Slicer(syntax)


def solve(files: Sequence[str], facts: str, verbatim: frozenset[str] = frozenset()) -> list[Atom]:
    """Give the shown atoms of the one model of some rules files (relative to asp/) with facts.

    The arguments of a `verbatim` predicate but its last, a number, stay one text, as the rules write them.
    Raises EngineError where there is none or more than one: the rules decide every question.
    """
    control = _grounded(files, facts, ["2"], cut=True)
    found: list[list[Atom]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            found.append(_atoms(model.symbols(shown=True), verbatim))
            _tell(files, control, model)
    if len(found) != 1:
        raise EngineError(f"{len(found)} models instead of one")
    return found[0]


class Model:
    """Every atom of a model, by predicate; terms are made only of the predicates that are asked for."""

    __slots__ = ("_atoms", "_symbols")

    def __init__(self, symbols: Iterable[clingo.Symbol]) -> None:
        """Sort the atoms by predicate."""
        self._symbols: dict[tuple[str, int], list[list[clingo.Symbol]]] = {}
        self._atoms: dict[tuple[str, int], tuple[tuple[Term, ...], ...]] = {}
        for symbol in symbols:
            arguments = symbol.arguments
            self._symbols.setdefault((symbol.name, len(arguments)), []).append(arguments)

    def atoms(self, name: str, arity: int) -> tuple[tuple[Term, ...], ...]:
        """Give the arguments of every atom of a predicate."""
        key = name, arity
        found = self._atoms.get(key)
        if found is None:
            symbols = self._symbols.get(key, ())
            found = self._atoms[key] = tuple(tuple(map(read_term, _texts(each))) for each in symbols)
        return found

    @property
    def signatures(self) -> Iterable[tuple[str, int]]:
        """Give the predicates that have atoms."""
        return self._symbols.keys()


def whole_model(files: Sequence[str], facts: str) -> Model:
    """Give all atoms of the one model of some rules files with facts, those that nothing shows included."""
    control = _grounded(files, facts, ["2"])
    found: list[Model] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            found.append(Model(model.symbols(atoms=True)))
            _tell(files, control, model)
    if len(found) != 1:
        raise EngineError(f"{len(found)} models instead of one")
    return found[0]


def derived(rules: str, facts: str) -> set[Atom]:
    """Give every atom that some rules, given as text, derive from some facts; those are among them."""
    control = clingo.Control(["2"], logger=lambda *_: None)
    control.add("base", [], f"{rules}\n{facts}")
    control.ground([("base", [])])
    return set(_atoms(atom.symbol for atom in control.symbolic_atoms if atom.is_fact))


def smallest(files: Sequence[str], facts: str, limit: int) -> list[list[Atom]]:
    """Give the shown atoms of the best models of rules files with facts, at most so many; none where there is no model.

    Models that show the same are one.
    """
    control = _grounded(files, facts, ["0", "--opt-mode=optN", "--project=show"], cut=True)
    found: list[list[Atom]] = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            if model.optimality_proven:
                found.append(_atoms(model.symbols(shown=True)))
                if len(found) == limit:
                    break
    return found


_MESSAGE = re.compile(r"^(.+?):(\d+):[^ ]* (error|info|note): (.*)$", re.DOTALL)


def complaints(files: Sequence[str], facts: str = "") -> list[tuple[str, int, str]]:
    """Give what the grounder says against rules files: the file, the line, and what is wrong, on one line."""
    try:
        control, messages = _control(files)
        control.add("base", [], facts)
        control.ground([("base", [])])
    except EngineError as error:
        messages = str(error).split("\n")
    except RuntimeError:
        pass
    found: list[tuple[str, int, str]] = []
    for line in "\n".join(messages).split("\n"):
        match = _MESSAGE.match(line)
        if match is None:
            if found and line.startswith(" "):
                file, number, text = found[-1]
                found[-1] = file, number, f"{text} {line.strip()}"
        elif match[3] != "note":
            found.append((match[1], int(match[2]), match[4]))
        elif found and match[1] == found[-1][0]:
            file, number, text = found[-1]
            found[-1] = file, number, f"{text} {match[4]}"
    return found


@lru_cache(maxsize=16)
def _read(files: tuple[str, ...]) -> tuple[Atom, ...]:
    control, _ = _control(files)
    control.ground([("base", [])])
    return tuple(_atoms(atom.symbol for atom in control.symbolic_atoms))


def read_facts(files: Iterable[str]) -> list[tuple[str, tuple[Any, ...]]]:
    """Give the facts of some rules files as (name, arguments)."""
    return [(atom[0], atom[1:]) for atom in _read(tuple(files))]


class Grounded(NamedTuple):
    """A ground program as the solver gets it: atoms are numbers, negative where they are negated.

    `atoms` gives the names and arguments, as text, of those that the rules name. A rule says whether it is a choice,
    its head, its body, and the weights of the body with their lower bound, if it has them.
    """

    atoms: dict[int, tuple[str, ...]]
    rules: list[GroundRule]


class _Rules(clingo.Observer):
    def __init__(self) -> None:
        self.rules: list[GroundRule] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self.rules.append((choice, head, body, None))

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]
    ) -> None:
        weights = tuple(weight for _, weight in body)
        self.rules.append((choice, head, [literal for literal, _ in body], (lower_bound, weights)))


def ground_rules(files: Sequence[str], facts: str) -> Grounded:
    """Give the ground rules of rules files with facts; grounding is not interrupted."""
    rules = _Rules()
    control = _grounded(files, facts, (), rules)
    return Grounded(
        {a.literal: (a.symbol.name, *map(str, a.symbol.arguments)) for a in control.symbolic_atoms}, rules.rules
    )


FOUND, NONE, UNKNOWN = "found", "none", "unknown"


class Found(NamedTuple):
    """What a search came to: a model's atoms if there is one, else that there is none, or that time ran out."""

    status: str
    atoms: tuple[Atom, ...] = ()


class Searcher:
    """Rules files that leave choices open, grounded once, and searched for one thing or for one after another."""

    def __init__(self, files: Sequence[str], facts: str, *, options: Sequence[str] = ()) -> None:
        """Ground; that is not interrupted."""
        self._control = _grounded(files, facts, options)

    def find(
        self, assumed: Sequence[str] = (), denied: Sequence[str] = (), *,
        names: Collection[str] = (), until: float | None = None,
    ) -> Found:  # fmt: skip
        """Look for one model in which some atoms, given as text, hold and some do not; give its atoms of some names.

        `until` is the moment (of time.monotonic) at which the search gives up.
        """
        said = [*((atom, True) for atom in assumed), *((atom, False) for atom in denied)]
        found = self._symbols([(clingo.parse_term(atom), holds) for atom, holds in said], until)
        return found if isinstance(found, Found) else Found(FOUND, tuple(_atoms(s for s in found if s.name in names)))

    def plainest(
        self, assumed: Sequence[str] = (), *, odd: str, names: Collection[str] = (), until: float | None = None
    ) -> Found:
        """Look for one model as find does, of whose atoms `odd`(F) none can be spared: none has only some of them.

        A model is made plainer atom by atom, as one close to a model that is known is found at once. At the moment
        `until` the plainest that is known is given.
        """
        wanted = [(clingo.parse_term(atom), True) for atom in assumed]
        symbols = sorted((a.symbol for a in self._control.symbolic_atoms.by_signature(odd, 1)), key=str)
        best = self._symbols(wanted, until)
        if isinstance(best, Found):
            return best
        needed: set[clingo.Symbol] = set()
        while True:
            there = set(best)
            spare = next((symbol for symbol in symbols if symbol in there and symbol not in needed), None)
            if spare is None:
                break
            lacking = [(symbol, False) for symbol in symbols if symbol not in there or symbol == spare]
            plainer = self._symbols([*wanted, *lacking], until)
            if isinstance(plainer, Found):
                if plainer.status == UNKNOWN:
                    break
                needed.add(spare)
            else:
                best = plainer
        return Found(FOUND, tuple(_atoms(s for s in best if s.name in names)))

    def _symbols(
        self, literals: Sequence[tuple[clingo.Symbol, bool]], until: float | None
    ) -> list[clingo.Symbol] | Found:
        with self._control.solve(literals, yield_=True, async_=True) as handle:
            while not handle.wait(0.25):
                if until is not None and time.monotonic() > until:
                    handle.cancel()
                    return Found(UNKNOWN)
            model = handle.model()
            if model is None:
                return Found(NONE if handle.get().unsatisfiable else UNKNOWN)
            return list(model.symbols(atoms=True))
