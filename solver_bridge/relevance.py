"""Which readings an answer can hang on: those that some rule leading to it names, as far as the rules can tell.

Every rule that could lead to a goal is looked at, and what it names; a rule that cannot hold whatever the readings
say, because something in it does not hold and names none, is left out.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from solver_bridge.matching import UNBOUND, Bindings, Matcher, match_all, substituted, value
from solver_bridge.program_text import Aggregate, Condition, Literal, Part, Pattern, Program, Var
from solver_bridge.resources import asp_dir

__all__ = ["EDITION", "named_readings", "relevant"]

EDITION, READING = "edition", "reading"
_ARITIES = {EDITION: 2, READING: 3}
_MOST = 4_000
_NAMED = re.compile(rf"\b({READING}|{EDITION})\((\w+)")

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
                    found |= {name if word == READING else EDITION for word, name in _NAMED.findall(line)}
    return frozenset(found)


class _Use:
    """One rule used for a goal: the readings it names, and the literals that it looks at."""

    __slots__ = ("literals", "names")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.literals: list[tuple[_Goal, bool | None]] = []


def relevant(rules: Program, matcher: Matcher, goals: Iterable[tuple[str, Sequence[Pattern]]]) -> frozenset[str]:
    """Give the readings that could turn whether some goals hold, and EDITION if that could; a variable is anything."""
    everything = named_readings(rules.files)
    roots = [_goal(name, args) for name, args in goals]
    uses: dict[_Goal, list[_Use]] = {}
    pending = list(roots)
    while pending:
        goal = pending.pop()
        if goal in uses:
            continue
        if len(uses) > _MOST:
            return everything
        uses[goal] = _uses(rules, matcher, goal)
        pending += [literal for use in uses[goal] for literal, _ in use.literals]
    hanging = _closed(uses)
    found: set[str] = set()
    seen: set[_Goal] = set()
    pending = roots
    while pending:
        goal = pending.pop()
        if goal in seen:
            continue
        seen.add(goal)
        for use in uses[goal]:
            if all(goal in hanging or _may_hold(matcher, goal, positive) for goal, positive in use.literals):
                found |= use.names
                pending += [literal for literal, _ in use.literals if literal in hanging]
    return frozenset(found & everything)


def _goal(name: str, args: Sequence[Pattern]) -> _Goal:
    return name, tuple(_plain(arg) for arg in args)


_ANY = Var("")


def _plain(pattern: Pattern) -> Pattern:
    if isinstance(pattern, Var):
        return _ANY
    return tuple(_plain(item) for item in pattern) if isinstance(pattern, tuple) else pattern


def _fresh(pattern: Pattern) -> Pattern:
    """Give a pattern in which every variable is one of its own."""
    if isinstance(pattern, Var):
        return Var("")
    return tuple(_fresh(item) for item in pattern) if isinstance(pattern, tuple) else pattern


def _may_hold(matcher: Matcher, goal: _Goal, positive: bool | None) -> bool:
    """Say whether a literal that hangs on no reading holds, or, if it has open variables, may hold."""
    if positive is None:
        return True
    there = matcher.has(goal[0], _fresh(goal[1]))
    return there if positive else not there or value(goal[1], {}) is UNBOUND


def _uses(rules: Program, matcher: Matcher, goal: _Goal) -> list[_Use]:
    name, args = goal
    fresh = _fresh(args)
    found = []
    for rule in rules.rules((name, len(args))):
        bindings: Bindings = {}
        later: list[Part] = []
        if not match_all(rule.args, fresh, bindings, later):
            continue
        use = _Use()
        if all(_look(rules, matcher, part, bindings, use) for part in rule.body):
            found.append(use)
    return found


def _look(rules: Program, matcher: Matcher, part: Part, bindings: Bindings, use: _Use) -> bool:
    """Add what a part of a body looks at; say whether it could hold at all."""
    if isinstance(part, Literal):
        args = tuple(substituted(arg, bindings) for arg in part.args)
        if _ARITIES.get(part.name) == len(args):
            use.names.add(EDITION if part.name == EDITION else str(args[0]))
            return True
        goal = _goal(part.name, args)
        if rules.rules((part.name, len(args))):
            use.literals.append((goal, part.positive))
            return True
        return _may_hold(matcher, goal, part.positive)
    if isinstance(part, Condition):
        inner = _Use()
        for one in (part.literal, *part.condition):
            _look(rules, matcher, one, bindings, inner)
        _merge(use, inner)
    elif isinstance(part, Aggregate):
        inner = _Use()
        for _, condition in part.elements:
            for one in condition:
                _look(rules, matcher, one, bindings, inner)
        _merge(use, inner)
    return True


def _merge(use: _Use, inner: _Use) -> None:
    """Add what is looked at within a set: whether it holds there does not decide whether the rule does."""
    use.names |= inner.names
    use.literals += [(goal, None) for goal, _ in inner.literals]


def _closed(uses: dict[_Goal, list[_Use]]) -> set[_Goal]:
    """Give the goals that hang on some reading."""
    hanging = {goal for goal, found in uses.items() if any(use.names for use in found)}
    users: dict[_Goal, list[_Goal]] = {}
    for goal, found in uses.items():
        for use in found:
            for literal, _ in use.literals:
                users.setdefault(literal, []).append(goal)
    pending = list(hanging)
    while pending:
        for user in users.get(pending.pop(), ()):
            if user not in hanging:
                hanging.add(user)
                pending.append(user)
    return hanging
