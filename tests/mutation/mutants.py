"""Mutants: every change of one thing in one rule, made on its syntax tree.

A mutant is known by a key of its file, the rule as it stands and what becomes of it; other rules may move around it.
"""

import contextlib
import hashlib
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import clingo
from clingo import ast

from solver_bridge.engine import syntax
from solver_bridge.resources import asp_dir
from solver_bridge.rule_coverage import covered_files
from solver_bridge.rule_syntax import children

__all__ = ["OPERATORS", "Mutant", "mutants"]

DROP_RULE, DROP_LITERAL, NEGATE, FLIP = "drop rule", "drop literal", "negate literal", "flip comparison"
CONSTANT, SWAP, BOUND, POOL, SIGN = "change constant", "swap arguments", "drop bound", "drop alternative", "flip sign"
OPERATORS = (DROP_RULE, DROP_LITERAL, NEGATE, FLIP, CONSTANT, SWAP, BOUND, POOL, SIGN)

_SORTS = ("UAXGS", "LW", "P", "NMIJDRC", "T")
"""Letters of variables, by the kind of thing: two variables of one kind can be mistaken for one another."""
_FLIPPED = {">": ">=", ">=": ">", "<": "<=", "<=": "<"}
_OPERATORS = (">", "<", "<=", ">=", "!=", "=")
_WIDER = {">": True, "<": True, ">=": False, "<=": False}


class Mutant(NamedTuple):
    """A change: the rule at a line of a file becomes another one, or nothing.

    `adds` and `removes` are bodies that hold where the changed rule derives what nothing derived, or where the rule
    derived something that it may derive no more: without either of them in an answer the answer is the same.
    """

    key: str
    file: str
    line: int
    operator: str
    old: str
    new: str
    span: tuple[int, int, int, int]
    adds: tuple[str, ...]
    removes: tuple[str, ...]
    fires: tuple[str, ...]

    def applied(self, text: str) -> str:
        """Give a file's text with the change made."""
        first, column, last, end = self.span
        lines = text.encode().split(b"\n")
        before = [*lines[:first - 1], lines[first - 1][:column - 1]]
        after = [lines[last - 1][end - 1 :], *lines[last:]]
        new = self.new.encode()
        return (b"\n".join(before) + new + b"\n".join(after)).decode()


@cache
def mutants(file: str | None = None) -> tuple[Mutant, ...]:
    """Give all mutants of the rules files that coverage looks at, or of one file, in their order."""
    files = covered_files() if file is None else [file]
    return tuple(mutant for name in files for mutant in _of_file(name))


def _of_file(file: str) -> Iterator[Mutant]:
    found: dict[str, tuple[Any, str, Any, tuple[str, ...] | None]] = {}
    for node in syntax([file]):
        if node.ast_type != ast.ASTType.Rule or _sentence(node):
            continue
        old = str(node)
        for operator, new, removes in _changes(node):
            text = "" if new is None else str(new)
            key = f"{Path(file).stem}-{hashlib.sha256(f'{file}|{old}|{text}'.encode()).hexdigest()[:10]}"
            if text != old:
                found.setdefault(key, (node, operator, new, removes))
    unsafe = _unsafe(["" if new is None else str(new) for _, _, new, _ in found.values()])
    for number, (key, (node, operator, new, removes)) in enumerate(found.items()):
        if number in unsafe:
            continue
        begin, end = node.location.begin, node.location.end
        fires = tuple(_bodies(node))
        yield Mutant(
            key,
            file,
            begin.line,
            operator,
            str(node),
            "" if new is None else str(new),
            (begin.line, begin.column, end.line, end.column),
            () if new is None else tuple(_added(new)),
            fires if removes is None else removes,
            fires,
        )


def _sentence(node: Any) -> bool:
    """Say whether a rule only tells how something is worded; tests/house sees that there are words, and for what."""
    return not node.body and any(text.endswith((".", "?")) for text in _strings(node))


def _bodies(node: Any) -> Iterator[str]:
    if not node.body:
        yield "#true"
        return
    for single in node.unpool():
        yield "; ".join(map(str, single.body))


def _added(node: Any) -> Iterator[str]:
    """Give bodies that hold where a changed rule derives what nothing derives in the answer."""
    for single in node.unpool():
        if single.head.ast_type != ast.ASTType.Literal:
            yield from _bodies(single)
            continue
        yield "; ".join([*map(str, single.body), f"not {single.head}"])


def _unsafe(rules: Sequence[str]) -> set[int]:
    """Give the numbers of the rules some variable of which has no value; clingo says so before it grounds anything."""
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, text: messages.append(text), message_limit=1_000_000)
    # The last rule is unsafe for sure, so that nothing is ever grounded.
    control.add("base", [], "\n".join([*rules, "_stop(X)."]))
    with contextlib.suppress(RuntimeError):
        control.ground([("base", [])])
    lines = re.findall(r"^<block>:(\d+):.*: (?:error|note): ", "\n".join(messages), re.MULTILINE)
    found = {int(line) - 1 for line in lines}
    assert len(rules) in found
    return found


def _changes(rule: Any) -> Iterator[tuple[str, Any, tuple[str, ...] | None]]:
    """Give every change of a rule: the operator, what becomes of it, and where it derives less (None: where it fires)."""
    yield DROP_RULE, None, None
    body = list(rule.body)
    for index, part in enumerate(body):
        rest = body[:index] + body[index + 1 :]
        yield DROP_LITERAL, rule.update(body=rest), ()
        if part.ast_type == ast.ASTType.Literal and part.atom.ast_type != ast.ASTType.BooleanConstant:
            if part.atom.ast_type == ast.ASTType.Comparison:
                for new, wider in _flips(part):
                    yield FLIP, rule.update(body=[*body[:index], new, *body[index + 1 :]]), () if wider else None
            for turned in _negated(part):
                yield NEGATE, rule.update(body=[*body[:index], *turned, *body[index + 1 :]]), None
    for new in _rewritten(rule, _less):
        yield new[0], new[1], () if new[0] == BOUND else None
    if body or not any(_strings(rule)):
        for operator, new in _rewritten(rule, _other):
            yield operator, new, None


def _negated(literal: Any) -> Iterator[list[Any]]:
    turned = [one.update(sign=0 if one.sign else 1) for one in literal.unpool()]
    if len(turned) == 1 or not literal.sign:
        yield turned


def _flips(literal: Any) -> Iterator[tuple[Any, bool]]:
    comparison = literal.atom
    if len(comparison.guards) != 1:
        return
    (guard,) = comparison.guards
    operator = _OPERATORS[guard.comparison]
    if operator in _FLIPPED:
        new = guard.update(comparison=_OPERATORS.index(_FLIPPED[operator]))
        yield literal.update(atom=comparison.update(guards=[new])), _WIDER[operator] == (literal.sign == 0)


def _rewritten(node: Any, change: Any) -> Iterator[tuple[str, Any]]:
    """Give a tree with each node below it changed in each way that there is for it, one at a time."""
    yield from change(node)
    for key in node.child_keys:
        value = getattr(node, key)
        if isinstance(value, ast.AST):
            for operator, new in _rewritten(value, change):
                yield operator, node.update(**{key: new})
        elif value is not None:
            items = list(value)
            for index, item in enumerate(items):
                if isinstance(item, ast.AST):
                    for operator, new in _rewritten(item, change):
                        yield operator, node.update(**{key: [*items[:index], new, *items[index + 1 :]]})


def _less(node: Any) -> Iterator[tuple[str, Any]]:
    """Drop one alternative of a pool, one bound of an aggregate."""
    kind = node.ast_type
    if kind == ast.ASTType.Pool and len(node.arguments) > 1:
        for index in range(len(node.arguments)):
            kept = [argument for at, argument in enumerate(node.arguments) if at != index]
            yield POOL, kept[0] if len(kept) == 1 else node.update(arguments=kept)
    if kind in (ast.ASTType.Aggregate, ast.ASTType.BodyAggregate) and node.right_guard is not None and node.left_guard is not None:
        yield BOUND, node.update(left_guard=None)
        yield BOUND, node.update(right_guard=None)


def _other(node: Any) -> Iterator[tuple[str, Any]]:
    """Put another constant, another sign, or two arguments of one kind the other way round."""
    kind = node.ast_type
    if kind == ast.ASTType.SymbolicTerm:
        for symbol in _instead(node.symbol):
            yield CONSTANT, node.update(symbol=symbol)
    elif kind == ast.ASTType.BinaryOperation and node.operator_type in (3, 4):
        yield SIGN, node.update(operator_type=7 - node.operator_type)
    elif kind == ast.ASTType.Function:
        arguments = list(node.arguments)
        for first in range(len(arguments)):
            for second in range(first + 1, len(arguments)):
                if _alike(arguments[first], arguments[second]):
                    swapped = list(arguments)
                    swapped[first], swapped[second] = swapped[second], swapped[first]
                    yield SWAP, node.update(arguments=swapped)


def _alike(one: Any, two: Any) -> bool:
    if one.ast_type != ast.ASTType.Variable or two.ast_type != ast.ASTType.Variable or one.name == two.name:
        return False
    return any(one.name[0] in letters and two.name[0] in letters for letters in _SORTS)


def _strings(node: Any) -> Iterator[str]:
    if node.ast_type == ast.ASTType.SymbolicTerm and node.symbol.type == clingo.SymbolType.String:
        yield node.symbol.string
    for child in children(node):
        yield from _strings(child)


@cache
def _sorts() -> dict[str, tuple[Any, ...]]:
    """Give for each constant those that stand in the same places somewhere in the rules."""
    places: dict[tuple[str, int, int], set[Any]] = defaultdict(set)

    def look(node: Any) -> None:
        if node.ast_type == ast.ASTType.Function:
            for index, argument in enumerate(node.arguments):
                for one in argument.arguments if argument.ast_type == ast.ASTType.Pool else (argument,):
                    if one.ast_type == ast.ASTType.SymbolicTerm and one.symbol.type != clingo.SymbolType.Number:
                        places[node.name, len(node.arguments), index].add(one.symbol)
        for child in children(node):
            look(child)

    for node in syntax(covered_files()):
        look(node)
    found: dict[str, set[Any]] = defaultdict(set)
    for symbols in sorted(places.values(), key=len, reverse=True):
        for symbol in symbols:
            # The smallest place that it shares with others tells best what it is.
            if len(symbols) > 1:
                found[str(symbol)] = symbols
    return {name: tuple(sorted(symbols, key=str)) for name, symbols in found.items()}


_CODED = re.compile(r"codex-|[A-Z]")


def _instead(symbol: Any) -> Iterator[Any]:
    if symbol.type == clingo.SymbolType.Number:
        yield clingo.Number(symbol.number + 1)
        return
    if symbol.type == clingo.SymbolType.String and not _CODED.match(symbol.string):
        return
    others = _sorts().get(str(symbol), ())
    if len(others) > 1:
        yield others[(others.index(symbol) + 1) % len(others)]


def rules_text(file: str) -> str:
    """Give the text of a rules file."""
    return (Path(asp_dir()) / file).read_text(encoding="utf-8")
