"""Which readings an answer can hang on: those that some rule leading to it names, as far as the rules can tell."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from solver_bridge.matching import Bindings, match_all, substituted
from solver_bridge.program_text import (
    Aggregate,
    Condition,
    Literal,
    Part,
    Pattern,
    Program,
    Rule,
    Var,
    program,
)
from solver_bridge.resources import asp_dir

__all__ = ["EDITION", "named_readings", "question_readings", "verdict_readings"]

EDITION = "edition"
"""Stands for the edition among the names of readings."""

_READING, _ASKED_UNDER, _SINCE = "reading", "asked_under", "since"
_ARITIES = {_ASKED_UNDER: 2, _READING: 3}
_EVENT, _GIVEN = ("event", 2), ("given", 2)
_MOST = 5_000
_NAMED = re.compile(rf"\b(?:{_READING}\((\w+)|{_SINCE}\(\")")

_Goal = tuple[str, tuple[Pattern, ...]]


@lru_cache(maxsize=64)
def named_readings(files: tuple[str, ...]) -> frozenset[str]:
    """Give the readings that some files name, and EDITION if they name one."""
    found = set()
    folder = asp_dir()
    for file in files:
        with open(f"{folder}/{file}", encoding="utf-8") as text:
            for line in text:
                if not line.startswith("%"):
                    found |= {name or EDITION for name in _NAMED.findall(line)}
    return frozenset(found)


@lru_cache(maxsize=256)
def verdict_readings(files: tuple[str, ...], word: str) -> frozenset[str]:
    """Give what could turn the verdict on an event of a kind, by the rules of some files."""
    rules = program(files)
    goals: list[_Goal] = [(_GIVEN[0], (Var(""), 0))]
    for rule in rules.rules(_GIVEN):
        bindings: Bindings = {}
        if _of_kind(rule, word):
            event = substituted(rule.args[0], bindings)
            goals += [("legal", (event, 0)), ("barred", (event, Var(""), 0))]
    return _relevant(rules, goals, word)


@lru_cache(maxsize=256)
def question_readings(files: tuple[str, ...], name: str, arity: int) -> frozenset[str]:
    """Give what could turn the answers that a predicate gives, by the rules of some files."""
    return _relevant(program(files), [(name, tuple(Var("") for _ in range(arity)))], None)


def _of_kind(rule: Rule, word: str | None) -> bool:
    """Say whether a rule does not ask for another kind of event."""
    asked = [part.args[0] for part in _literals(rule.body) if (part.name, len(part.args)) == _EVENT]
    return word is None or all(isinstance(kind, Var) or kind == word for kind in asked)


def _literals(parts: Iterable[Part]) -> Iterator[Literal]:
    for part in parts:
        if isinstance(part, Literal) and part.positive:
            yield part


def _relevant(rules: Program, goals: Sequence[_Goal], word: str | None) -> frozenset[str]:
    everything = named_readings(rules.files)
    found: set[str] = set()
    pending = [_plain_goal(name, args) for name, args in goals]
    seen = set(pending)
    while pending:
        name, args = pending.pop()
        fresh = _fresh(args)
        for rule in rules.rules((name, len(args))):
            bindings: Bindings = {}
            later: list[Part] = []
            if not _of_kind(rule, word) or not match_all(rule.args, fresh, bindings, later):
                continue
            for literal in _looked_at(rule.body):
                asked = tuple(substituted(arg, bindings) for arg in literal.args)
                if _ARITIES.get(literal.name) == len(asked):
                    found.add(EDITION if literal.name == _ASKED_UNDER else str(asked[0]))
                    continue
                goal = _plain_goal(literal.name, asked)
                if goal not in seen:
                    seen.add(goal)
                    pending.append(goal)
        if len(seen) > _MOST:
            return everything
    return frozenset(found & everything)


def _looked_at(parts: Iterable[Part]) -> Iterator[Literal]:
    """Give all literals of a body, those within sets included."""
    for part in parts:
        if isinstance(part, Literal):
            yield part
        elif isinstance(part, Condition):
            yield from _looked_at((part.literal, *part.condition))
        elif isinstance(part, Aggregate):
            for _, condition in part.elements:
                yield from _looked_at(condition)


_ANY = Var("")


def _plain_goal(name: str, args: Sequence[Pattern]) -> _Goal:
    return name, tuple(_plain(arg) for arg in args)


def _plain(pattern: Pattern) -> Pattern:
    """Give a pattern in which all variables are the same one, so that equal ones can be told."""
    if isinstance(pattern, Var):
        return _ANY
    return tuple(_plain(item) for item in pattern) if isinstance(pattern, tuple) else pattern


def _fresh(pattern: Pattern) -> Pattern:
    """Give a pattern in which every variable is one of its own."""
    if isinstance(pattern, Var):
        return Var("")
    return tuple(_fresh(item) for item in pattern) if isinstance(pattern, tuple) else pattern
