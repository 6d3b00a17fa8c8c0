"""Rules as they are written: each with its file, its line and the clause it stands under, as plain values.

What the rules files say is read once and taken apart only where it is asked for; nothing here knows what it means.
"""

import atexit
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple, TypeAlias
from weakref import WeakSet

from solver_bridge.engine import syntax
from solver_bridge.resources import asp_dir
from solver_bridge.rule_syntax import BINARY
from solver_bridge.terms import Term

__all__ = [
    "Aggregate",
    "Arithmetic",
    "Clause",
    "Comparison",
    "Condition",
    "Interval",
    "Literal",
    "Part",
    "Pattern",
    "Program",
    "Rule",
    "Signature",
    "Var",
    "needs_of",
    "program",
    "variables",
    "written",
]

Signature: TypeAlias = tuple[str, int]
"""A predicate's name and its number of arguments."""

_CLAUSE = "%%%"
_OPERATORS = (">", "<", "<=", ">=", "!=", "=")
_UNARY = ("-", "~", "|")
_FUNCTIONS = ("count", "sum", "sum+", "min", "max")


class Var:
    """A variable of a rule; an anonymous one has no name and is like no other."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        """Keep the name."""
        self.name = name

    def __repr__(self) -> str:
        """Give the variable as a rule writes it."""
        return self.name or "_"


class Arithmetic(NamedTuple):
    """A sum, a difference ...: an operator and what it is applied to."""

    operator: str
    operands: tuple["Pattern", ...]


class Interval(NamedTuple):
    """All numbers from one to another."""

    low: "Pattern"
    high: "Pattern"


Pattern: TypeAlias = Any
"""A term that may hold variables: a ground term, a Var, an Arithmetic, an Interval, or a tuple as of a ground term."""


class Literal(NamedTuple):
    """An atom that must hold, or must not."""

    name: str
    args: tuple[Pattern, ...]
    positive: bool


class Comparison(NamedTuple):
    """Terms compared with one another, each pair of neighbours by its operator."""

    terms: tuple[Pattern, ...]
    operators: tuple[str, ...]


class Condition(NamedTuple):
    """Something that must hold wherever some literals do."""

    literal: "Part"
    condition: tuple["Part", ...]


class Aggregate(NamedTuple):
    """A number, a sum ... of tuples of terms, each with its condition, compared with the guards' terms."""

    function: str
    elements: tuple[tuple[tuple[Pattern, ...], tuple["Part", ...]], ...]
    guards: tuple[tuple[str, Pattern], ...]


Part: TypeAlias = Literal | Comparison | Condition | Aggregate


class Clause(NamedTuple):
    """Where a rule stands: its file and line, the sources it is written under, and their words."""

    file: str
    line: int
    sources: str
    words: str


class Rule(NamedTuple):
    """A rule: what it derives, from what, and where it stands; `number` tells it from all others.

    `needs` are, for each part of the body, the variables that must be bound before it can be looked at.
    """

    number: int
    name: str
    args: tuple[Pattern, ...]
    body: tuple[Part, ...]
    needs: tuple[frozenset[Var], ...]
    clause: Clause

    @property
    def signature(self) -> Signature:
        """Give the predicate that is derived."""
        return self.name, len(self.args)


class _Reader:
    """Takes one rule's syntax apart; its variables are those of that rule."""

    def __init__(self) -> None:
        self.variables: dict[str, Var] = {}

    def term(self, node: Any) -> Pattern:
        kind = node.ast_type.name
        if kind == "Variable":
            return Var("") if node.name == "_" else self.variables.setdefault(node.name, Var(node.name))
        if kind == "SymbolicTerm":
            return _constant(node.symbol)
        if kind == "Function":
            arguments = tuple(self.term(argument) for argument in node.arguments)
            return (node.name, *arguments) if arguments else node.name
        if kind == "BinaryOperation":
            return Arithmetic(BINARY[node.operator_type], (self.term(node.left), self.term(node.right)))
        if kind == "UnaryOperation":
            return Arithmetic(_UNARY[node.operator_type], (self.term(node.argument),))
        if kind == "Interval":
            return Interval(self.term(node.left), self.term(node.right))
        raise NotImplementedError(f"{node.location}: {kind}")

    def atom(self, symbol: Any) -> tuple[str, tuple[Pattern, ...]]:
        term = self.term(symbol)
        return (term[0], term[1:]) if isinstance(term, tuple) else (term, ())

    def part(self, node: Any) -> Part:
        kind = node.ast_type.name
        if kind == "ConditionalLiteral":
            return Condition(self.part(node.literal), tuple(self.part(part) for part in node.condition))
        atom = node.atom
        kind = atom.ast_type.name
        if kind == "SymbolicAtom":
            return Literal(*self.atom(atom.symbol), positive=node.sign == 0)
        if node.sign == 0 and kind == "Comparison":
            terms = (self.term(atom.term), *(self.term(guard.term) for guard in atom.guards))
            return Comparison(terms, tuple(_OPERATORS[guard.comparison] for guard in atom.guards))
        if node.sign == 0 and kind in ("Aggregate", "BodyAggregate"):
            return self.aggregate(atom)
        raise NotImplementedError(f"{node.location}: {kind}")

    def aggregate(self, node: Any) -> Aggregate:
        elements: list[tuple[tuple[Pattern, ...], tuple[Part, ...]]] = []
        counts = node.ast_type.name == "Aggregate"
        for element in node.elements:
            condition = tuple(self.part(part) for part in element.condition)
            if counts:
                literal = self.part(element.literal)
                terms: tuple[Pattern, ...] = (
                    (literal.name, *literal.args) if isinstance(literal, Literal) else ()
                )
                elements.append((terms, (literal, *condition)))
            else:
                elements.append((tuple(self.term(term) for term in element.terms), condition))
        guards = []
        if node.left_guard is not None:
            guards.append((_turned(_OPERATORS[node.left_guard.comparison]), self.term(node.left_guard.term)))
        if node.right_guard is not None:
            guards.append((_OPERATORS[node.right_guard.comparison], self.term(node.right_guard.term)))
        return Aggregate("count" if counts else _FUNCTIONS[node.function], tuple(elements), tuple(guards))


def _turned(operator: str) -> str:
    """Give the operator as it reads from the other side."""
    return operator.translate(str.maketrans("<>", "><"))


def _constant(symbol: Any) -> Term:
    kind = symbol.type.name
    if kind == "Number":
        return int(symbol.number)
    return str(symbol.string) if kind == "String" else str(symbol.name)


class _Written:
    """A rule as it stands in its file; it is taken apart when it is asked for, once for all programs that have it."""

    __slots__ = ("_clause", "_node", "_path", "_place", "_rules", "number", "signature")

    def __init__(self, number: int, node: Any, file: str, path: str) -> None:
        self.number = number
        self.signature = _signature(node.head.atom.symbol)
        self._node = node
        begin, end = node.location.begin, node.location.end
        self._path = path
        self._place = begin.line - 1, begin.column - 1, end.line, end.column - 1
        self._clause = _clause(file, path, begin.line)
        self._rules: tuple[Rule, ...] | None = None

    def text(self) -> str:
        """Give it as it stands there."""
        first, begin, last, end = self._place
        lines = list(_lines(self._path)[first:last])
        lines[-1] = lines[-1][:end]
        lines[0] = lines[0][begin:]
        return "\n".join(lines)

    def rules(self) -> tuple[Rule, ...]:
        """Take it apart; one with pools is several rules."""
        if self._rules is None:
            self._rules = tuple(self._taken(single) for single in self._node.unpool())
        return self._rules

    def _taken(self, node: Any) -> Rule:
        reader = _Reader()
        name, args = reader.atom(node.head.atom.symbol)
        body = tuple(reader.part(part) for part in node.body)
        return Rule(self.number, name, args, body, needs_of(args, body), self._clause)


_programs: "WeakSet[Program]" = WeakSet()


@atexit.register
def _forget_all() -> None:
    """Let go of all syntax trees: those that outlive the library which made them complain as they go."""
    _written.cache_clear()
    for rules in list(_programs):
        rules.forget()


class Program:
    """The rules of some files, by what they derive."""

    def __init__(self, files: Sequence[str]) -> None:
        """Read the files; the rules are taken apart later."""
        self.files = tuple(files)
        self._written: dict[Signature, list[_Written]] = {}
        self._rules: dict[Signature, tuple[Rule, ...]] = {}
        self._mentioning: dict[tuple[str, ...], tuple[Rule, ...]] = {}
        _programs.add(self)
        folder = asp_dir()
        for file in self.files:
            for rule in _written(file, folder):
                self._written.setdefault(rule.signature, []).append(rule)

    @property
    def signatures(self) -> Iterable[Signature]:
        """Give every predicate that some rule derives."""
        return self._written.keys()

    def rules(self, signature: Signature) -> tuple[Rule, ...]:
        """Give the rules that derive a predicate, in the order of the files."""
        if signature not in self._rules:
            written = self._written.get(signature, ())
            self._rules[signature] = tuple(rule for each in written for rule in each.rules())
        return self._rules[signature]

    def mentioning(self, words: tuple[str, ...]) -> tuple[Rule, ...]:
        """Give the rules in whose text one of some words stands."""
        if words not in self._mentioning:
            self._mentioning[words] = tuple(
                rule
                for written in self._written.values()
                for each in written
                if any(map(each.text().__contains__, words))
                for rule in each.rules()
            )
        return self._mentioning[words]

    def forget(self) -> None:
        """Let go of what has not been taken apart yet."""
        self._written.clear()

    def text(self, rule: Rule) -> str:
        """Give a rule as it stands in its file."""
        for written in self._written[rule.signature]:
            if written.number == rule.number:
                return written.text()
        raise LookupError(rule)


def variables(pattern: Any) -> Iterator[Var]:
    """Give the variables of a pattern, or of a part of a body, that have a name."""
    if isinstance(pattern, Var):
        if pattern.name:
            yield pattern
    elif isinstance(pattern, tuple):
        for item in pattern:
            yield from variables(item)


def needs_of(args: Sequence[Pattern], body: Sequence[Part]) -> tuple[frozenset[Var], ...]:
    """Give what must be bound before each part: all of a negated literal, and of a set what others also name."""
    names = [frozenset(variables(part)) for part in body]
    found = []
    for index, part in enumerate(body):
        if isinstance(part, Condition | Aggregate):
            elsewhere = frozenset(variables(tuple(args))).union(
                *(names[i] for i in range(len(body)) if i != index)
            )
            inside: Any = part.elements if isinstance(part, Aggregate) else part
            found.append(frozenset(variables(inside)) & elsewhere)
        elif isinstance(part, Literal) and part.positive:
            found.append(frozenset())
        else:
            found.append(names[index])
    return tuple(found)


def _signature(symbol: Any) -> Signature:
    kind = symbol.ast_type.name
    if kind == "Pool":
        return _signature(symbol.arguments[0])
    return (symbol.name, len(symbol.arguments)) if kind == "Function" else (symbol.symbol.name, 0)


_numbers = count()


@lru_cache(maxsize=512)
def _written(file: str, folder: str) -> tuple[_Written, ...]:
    """Read the rules of a file in the folder of the rules; each has a number that no other rule has."""
    nodes = [node for node in syntax([file]) if node.ast_type.name == "Rule"]
    return tuple(_Written(next(_numbers), node, file, f"{folder}/{file}") for node in nodes)


def _clause(file: str, path: str, line: int) -> Clause:
    above = [text for at, text in _clauses(path) if at < line]
    sources, _, words = (above[-1] if above else "").partition(":")
    return Clause(file, line, sources.strip(), words.strip())


@lru_cache(maxsize=256)
def _lines(path: str) -> tuple[str, ...]:
    with open(path, encoding="utf-8") as file:
        return tuple(file.read().splitlines())


@lru_cache(maxsize=256)
def _clauses(path: str) -> tuple[tuple[int, str], ...]:
    """Give the line and the text of every heading of a file."""
    return tuple(
        (number, line.removeprefix(_CLAUSE).strip())
        for number, line in enumerate(_lines(path), start=1)
        if line.startswith(_CLAUSE)
    )


@lru_cache(maxsize=8)
def program(files: tuple[str, ...]) -> Program:
    """Give the program that some files make; it is kept."""
    return Program(files)


_NAME = re.compile(r"_*[a-z][A-Za-z0-9_']*")


def written(term: Pattern) -> str:
    """Write a term as the rules do."""
    if isinstance(term, Var):
        return "_"
    if isinstance(term, tuple):
        functor, *arguments = term
        return f"{functor}({','.join(written(argument) for argument in arguments)})"
    if isinstance(term, str) and not _NAME.fullmatch(term):
        escaped = term.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
        return f'"{escaped}"'
    return str(term)
