"""Two sets of rules side by side over a scope: whether there is a state in which what they show differs.

What a change touches stands in one program twice, as it is and as it becomes, over the same freely chosen state, event
and question: the predicate that the changed rule derives, then those that rest on it, and so on, layer by layer. Where
nothing of what rests on a layer ever differs, nothing else does, and what is shown is the same in that scope, in both
directions: nobody can notice the change there.
"""

import time
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

import clingo
from clingo import ast

from solver_bridge import words
from solver_bridge.engine import syntax
from solver_bridge.programs import scope_files
from solver_bridge.proving.claims import LEMMAS, shipped
from solver_bridge.proving.scope import Scope
from solver_bridge.rule_syntax import children
from tests.mutation.mutants import Mutant

__all__ = ["GOLEM", "LARGE", "NARROW", "SCOPES", "Same", "Twins"]

CARDS = ("Captain Baldassare", "Dodge Roll", "Dome of Osiros", "Sir Kay", "Wills-o'-the-Wisp")
NARROW = Scope(units=2, width=2, height=1, effects=1, cards=CARDS)
LARGE = Scope(units=1, width=3, height=2, effects=1, oversized=True)
GOLEM = Scope(units=2, width=2, height=1, effects=1, cards=("Crave Golem",))
SCOPES = (NARROW, LARGE, GOLEM)
_OPTIONS = ("--configuration=handy", "--sat-prepro=2", "--warn=none")
_SHOWS = ("verdict", "events", "attacks", "reach", "targets", "defenders", "interceptors", "paths", "position", "result")
_OFTEN = 60
"""So many changes are looked at beside rules that were grounded once."""
_TWIN = "twin_"
_GIVEN = "given_"
_FREE = frozenset({("ask", 2), ("ranging", 2), ("seeks", 3), ("asked_about", 3)})
_LATER = frozenset({("holds", 2), ("time", 1), ("initiated", 2), ("terminated", 2), ("occurs", 2)})
"""Predicates through which one moment leads to the next: what rests on itself only through them is no loop."""
_QUESTIONS = """
1 { question(event;state) } 1.
asked(0) :- question(event).
ask(position, (0;1)).
{ ask((events;attacks;why_not;targets;defenders;interceptors;orders), 0) } :- question(state).
{ ask((reach(U);attacks(U)), 0) : member(U) } :- question(state).
{ ranging(U, 0) : member(U) } :- question(state).
{ seeks(U, P, 0) : member(U), player(P) } :- question(state).
{ asked_about(U, X, 0) : member(X) } :- question(state), holds(attacker(U), 0).
{ arg(target, (1, U), 0) : member(U) } 1 :- event(resolve, 0).
1 { _way(0..2) } 1 :- event(resolve, 0).
1 { arg(path, (I, 1, Name), 0) : named(Name, L, 0) } 1 :- _way(N), I = 1..N.
allowed(departed). allowed(turns). next(0, 1). looked_at(0). _found.
"""
"""An event of any kind, or what may be asked of a state; whatever a question asks for is chosen freely."""


Signature = tuple[str, int]


class _Renamed(ast.Transformer):
    """Gives the predicates of some signatures other names."""

    def __init__(self, prefix: str, signatures: Iterable[Signature]) -> None:
        self.prefix = prefix
        self.signatures = frozenset(signatures)

    def visit_SymbolicAtom(self, node: Any) -> Any:
        return node.update(symbol=self._symbol(node.symbol))

    def _symbol(self, symbol: Any) -> Any:
        if symbol.ast_type == ast.ASTType.Pool:
            return symbol.update(arguments=[self._symbol(each) for each in symbol.arguments])
        if symbol.ast_type == ast.ASTType.Function and (symbol.name, len(symbol.arguments)) in self.signatures:
            return symbol.update(name=self.prefix + symbol.name)
        return symbol


def _heads(node: Any) -> Iterator[Any]:
    """Give the atoms that a rule derives."""
    head = node.head
    if head.ast_type == ast.ASTType.Literal:
        yield head.atom
    elif head.ast_type == ast.ASTType.Aggregate:
        for element in head.elements:
            yield element.literal.atom


def _signatures(rules: Iterable[Any]) -> set[Signature]:
    found = set()
    for rule in rules:
        for atom in _heads(rule):
            if atom.ast_type == ast.ASTType.SymbolicAtom:
                for single in atom.symbol.unpool():
                    found.add((single.name, len(single.arguments)))
    return found


def _with_other_heads(rule: Any, names: _Renamed) -> Any:
    head = rule.head
    if head.ast_type == ast.ASTType.Literal:
        return rule.update(head=names.visit(head))
    if head.ast_type == ast.ASTType.Aggregate:
        elements = [element.update(literal=names.visit(element.literal)) for element in head.elements]
        return rule.update(head=head.update(elements=elements))
    return rule


def _rules(nodes: Iterable[Any]) -> list[Any]:
    return [node for node in nodes if node.ast_type == ast.ASTType.Rule]


def _read(text: str) -> list[Any]:
    found: list[Any] = []
    ast.parse_string(text, found.append)
    return _rules(found)


class _Program(NamedTuple):
    """The rules by file, what the scope gives as text, and what both sets of rules share."""

    rules: dict[str, list[Any]]
    own: frozenset[Signature]
    both: frozenset[Signature]
    shown: frozenset[Signature]
    uses: dict[Signature, frozenset[Signature]]
    text: str


@cache
def _program(scope: Scope) -> _Program:
    lemmas = dict.fromkeys(lemma.file for lemma in shipped(LEMMAS))
    show_files = [f"show/{name}.lp" for name in _SHOWS]
    files = dict.fromkeys((*scope_files(scope.cards, "scope/under_way.lp", "scope/asked.lp", *lemmas), *show_files))
    apart = [file for file in files if file.startswith(("scope/", "lemmas/"))]
    rules = {file: _rules(syntax([file])) for file in files if file not in (*apart, *show_files)}
    core = _signatures(rule for some in rules.values() for rule in some)
    for file in show_files:
        # What a question asks for is chosen freely, so that nothing rests on itself by way of a question.
        rules[file] = [rule for rule in _rules(syntax([file])) if not _signatures([rule]) & (core | _FREE)]
    own = frozenset(_signatures(rule for some in rules.values() for rule in some))
    showing = syntax(show_files)
    shown = frozenset((node.name, node.arity) for node in showing if node.ast_type == ast.ASTType.ShowSignature)
    given = [*_rules(syntax(apart)), *_read(_QUESTIONS)]
    both = _signatures(given) & own
    names = _Renamed(_GIVEN, both)
    lines = [str(_with_other_heads(rule, names)) for rule in given]
    for name, arity in sorted(both):
        arguments = ",".join(f"X{number}" for number in range(arity))
        atom = f"({arguments})" if arity else ""
        lines.append(f"{name}{atom} :- {_GIVEN}{name}{atom}.")
    lines += (str(rule) for some in rules.values() for rule in some)
    lines += (f"askable({word})." for word in words.EVENTS)
    lines += (f"#defined {name}/{arity}." for name, arity in own)
    uses: dict[Signature, set[Signature]] = {}
    for some in rules.values():
        for rule in some:
            used = frozenset(_used(rule.body)) | frozenset(_used([rule.head])) - frozenset(_signatures([rule]))
            for head in _signatures([rule]):
                uses.setdefault(head, set()).update(used & own)
    closed = {head: frozenset(used) for head, used in uses.items()}
    return _Program(rules, own, frozenset(both), shown, closed, "\n".join([*lines, scope.facts()]))


def _used(nodes: Iterable[Any]) -> Iterator[Signature]:
    for node in nodes:
        if node.ast_type == ast.ASTType.SymbolicAtom:
            yield from ((single.name, len(single.arguments)) for single in node.symbol.unpool())
        else:
            yield from _used(children(node))


def _loops(program: _Program, start: Signature) -> frozenset[Signature]:
    """Give the predicates that rest on one and on which it rests within a moment."""
    def below(one: Signature) -> set[Signature]:
        found: set[Signature] = set()
        todo = [one]
        while todo:
            for used in program.uses.get(todo.pop(), ()):
                if used not in found and used not in _LATER:
                    found.add(used)
                    todo.append(used)
        return found

    return frozenset(one for one in below(start) | {start} if start in below(one))


class Layer(NamedTuple):
    """The predicates that stand there twice, those of them of which the copied rules speak, and those compared."""

    twice: frozenset[Signature]
    spoken: frozenset[Signature]
    compared: frozenset[Signature]


def layers(program: _Program, mutant: Mutant) -> Iterator[Layer]:
    """Give layer by layer what rests on a change.

    What rests on itself within a moment is spoken of as it becomes: else it could hold itself up.
    """
    inner: frozenset[Signature] = frozenset()
    outer = frozenset(_signatures(_read(mutant.old)) | _signatures(_read(mutant.new)))
    while True:
        loops = frozenset(loop for one in outer - inner for loop in _loops(program, one))
        outer |= loops
        yield Layer(outer, inner | loops, outer - inner | (inner & program.shown))
        further = outer | frozenset(head for head, used in program.uses.items() if used & outer)
        if further == outer:
            return
        inner, outer = outer, further


def _twin(program: _Program, mutant: Mutant, layer: Layer, prefix: str) -> str:
    """Write the predicates that stand twice once more, and what is compared."""
    heads, bodies = _Renamed(prefix, layer.twice), _Renamed(prefix, layer.spoken)
    changed = _read(mutant.new) if mutant.new else []
    found: list[str] = []
    for file, rules in program.rules.items():
        for rule in rules:
            if not _signatures([rule]) & layer.twice:
                continue
            mutated = file == mutant.file and rule.location.begin.line == mutant.line and str(rule) == mutant.old
            for each in changed if mutated else [rule]:
                body = [bodies.visit(part) for part in each.body]
                found.append(str(_with_other_heads(each.update(body=body), heads)))
    for name, arity in sorted(layer.twice):
        atom = "(" + ",".join(f"X{number}" for number in range(arity)) + ")" if arity else ""
        if (name, arity) in program.both:
            found.append(f"{prefix}{name}{atom} :- {_GIVEN}{name}{atom}.")
        if (name, arity) in layer.compared:
            found.append(f"{prefix} :- {name}{atom}, not {prefix}{name}{atom}.")
            found.append(f"{prefix} :- {prefix}{name}{atom}, not {name}{atom}.")
        found.append(f"#defined {prefix}{name}/{arity}.")
    return "\n".join(found)


class Twins:
    """The rules over a scope, grounded once, beside which one change after another is looked at."""

    def __init__(self, scope: Scope) -> None:
        """Ground the rules as they are."""
        self.program = _program(scope)
        self.number = 0
        self.control = clingo.Control([*_OPTIONS, "1"], logger=lambda *_: None)
        self.control.add("base", [], self.program.text)
        self.control.ground([("base", [])])

    def _beside(self, mutant: Mutant, layer: Layer) -> clingo.Symbol | None:
        """Ground what a change makes of a layer; give the atom that says that something differs, if it can."""
        self.number += 1
        name = f"{_TWIN}{self.number}_"
        self.control.add(name, [], _twin(self.program, mutant, layer, name))
        self.control.ground([(name, [])])
        differs = clingo.Function(name)
        return differs if differs in self.control.symbolic_atoms else None

    def same_within(self, mutant: Mutant, deepest: int = 2, seconds: float = 10.0) -> int | None:
        """Give the layer at which a change is seen to make no difference; nothing if it is none of the first ones."""
        until = time.process_time() + seconds
        for depth, layer in enumerate(layers(self.program, mutant)):
            if depth > deepest or time.process_time() > until:
                break
            differs = self._beside(mutant, layer)
            if differs is None or self._model(differs, until) is None:
                return depth
        return None

    def fires(self, mutant: Mutant, seconds: float = 5.0) -> bool:
        """Say whether the rule that is changed, or what becomes of it, is ever used in the scope."""
        self.number += 1
        name = f"fires_{self.number}"
        bodies = [*mutant.fires, *(added for added in mutant.adds if added not in mutant.fires)]
        self.control.add(name, [], "\n".join(f"{name} :- {body}." for body in bodies))
        self.control.ground([(name, [])])
        fires = clingo.Function(name)
        found = self.control.symbolic_atoms[fires] is not None and self._model(fires, time.process_time() + seconds)
        return bool(found)

    def _model(self, differs: clingo.Symbol, until: float) -> list[clingo.Symbol] | None:
        """Give the atoms of a model in which something differs, nothing if there is none, no atoms if time runs out."""
        with self.control.solve([(differs, True)], yield_=True, async_=True) as handle:
            while not handle.wait(0.05):
                if time.process_time() > until:
                    handle.cancel()
                    return []
            model = handle.model()
            return None if model is None else list(model.symbols(atoms=True))


class Same:
    """Scopes, each grounded once it is needed, in which changes are looked at."""

    def __init__(self) -> None:
        """Begin with none grounded."""
        self._twins: dict[Scope, Twins] = {}

    def same(self, mutant: Mutant, seconds: float = 10.0) -> bool:
        """Say whether a change makes no difference in the scopes in which its rule is there, and is used in one of them.

        Crave Golem's scope is for its own rules only.
        """
        fires = False
        for scope in SCOPES:
            own = mutant.file.startswith("cards/")
            if mutant.file not in _program(scope).rules or (scope == GOLEM and not own):
                continue
            twins = self._twins.get(scope)
            if twins is None or twins.number > _OFTEN:
                twins = self._twins[scope] = Twins(scope)
            if twins.same_within(mutant, seconds=seconds) is None:
                return False
            fires = fires or twins.fires(mutant)
        return fires
