"""Rule coverage: which rules some runs used, and which of their conditions stopped a rule by themselves.

A rule has *fired* if in some answer an instance of its whole body held. It was *blocked* if there was a near miss: an
instance of which every part of the body held but one, and that part alone stopped it. A part can be such a stop if
without it the rest of the body still says what the part is about: a variable that nothing else in the body names
means "any" there. Facts have nothing to fire; a rule no part of which can be a stop cannot be blocked.

Both are looked for by rules of their own that are grounded beside the program, and on which nothing in it rests.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from solver_bridge.engine import syntax, watched
from solver_bridge.resources import asp_dir

__all__ = ["Coverage", "CoveredRule", "Mark", "covered_rules", "rules_in"]

MARK = "_coverage_mark"
_OUTSIDE = re.compile(r"(show|scope|properties|goals|lemmas)/|(entries|sentences\w*|whatif)\.lp$")
"""Rules files that say nothing of the game: what is asked, shown, told or proved of it."""
_ANONYMOUS = "_"


class Mark(NamedTuple):
    """Something to be seen of a rule: that it fired, or that a part of its body (counted from 1) stopped it.

    `body` holds exactly where that is so; it has the rule's own variables, `T` being the moment in every rule with one.
    """

    rule: str
    stop: int
    part: str
    body: str


class CoveredRule(NamedTuple):
    """A rule as coverage sees it: its name (file:line), what it derives, and its marks.

    A rule with pools has several bodies, each with marks of its own.
    """

    rule: str
    file: str
    line: int
    head: str
    fires: tuple[Mark, ...]
    stops: tuple[Mark, ...]


class Coverage:
    """What was seen of the rules in the runs made `with coverage.recording():`."""

    def __init__(self, *, every_time: bool = False) -> None:
        """Begin with nothing seen; with `every_time` marks that were seen are looked for again in each run."""
        self.seen: set[Mark] = set()
        self._every_time = every_time
        self._kept: dict[tuple[str, ...], tuple[int, str]] = {}

    @contextmanager
    def recording(self) -> Iterator["Coverage"]:
        """Record what every answer that is given meanwhile shows of the rules."""
        with watched(self._rules, MARK, self._note):
            yield self

    def fired(self, rule: CoveredRule) -> bool:
        """Say whether a rule has fired."""
        return any(mark in self.seen for mark in rule.fires)

    def stopped(self, rule: CoveredRule) -> set[int]:
        """Give the parts of a rule's body, counted from 1, that have stopped it by themselves."""
        return {mark.stop for mark in rule.stops if mark in self.seen}

    def blocked(self, rule: CoveredRule) -> bool:
        """Say whether a rule has been blocked."""
        return bool(self.stopped(rule))

    def _rules(self, files: Sequence[str]) -> str:
        key = tuple(files)
        size, text = self._kept.get(key, (-1, ""))
        if size == len(self.seen) or (self._every_time and size >= 0):
            return text
        skipped: set[Mark] = set() if self._every_time else self.seen
        lines = [
            f"{MARK}({number}) :- {mark.body}."
            for number, mark in _numbered(asp_dir(), key).items()
            if mark not in skipped
        ]
        self._kept[key] = len(self.seen), "\n".join(lines)
        return self._kept[key][1]

    def _note(self, files: Sequence[str], numbers: Iterable[int]) -> None:
        marks = _numbered(asp_dir(), tuple(files))
        self.seen.update(marks[number] for number in numbers)


@lru_cache(maxsize=512)
def _numbered(_folder: str, files: tuple[str, ...]) -> Mapping[int, Mark]:
    marks = [mark for rule in covered_rules(files) for mark in (*rule.fires, *rule.stops)]
    return dict(enumerate(marks))


def covered_rules(files: Iterable[str]) -> tuple[CoveredRule, ...]:
    """Give the rules of some files (relative to asp/) that coverage looks at, in their order: those with a body."""
    folder = asp_dir()
    return tuple(rule for file in files if not _OUTSIDE.match(file) for rule in rules_in(folder, file))


@lru_cache(maxsize=512)
def rules_in(_folder: str, file: str) -> tuple[CoveredRule, ...]:
    """Give the rules of one file of a folder of rules, facts left out."""
    found: list[CoveredRule] = []
    names: dict[int, int] = {}
    for node in syntax([file]):
        if node.ast_type.name != "Rule" or not node.body:
            continue
        line = node.location.begin.line
        names[line] = names.get(line, 0) + 1
        name = f"{file}:{line}" + (f"#{names[line]}" if names[line] > 1 else "")
        fires: dict[str, Mark] = {}
        stops: dict[str, Mark] = {}
        for single in node.unpool():
            body = "; ".join(map(str, single.body))
            fires.setdefault(body, Mark(name, 0, "", body))
        parts = list(node.body)
        for index, part in enumerate(parts):
            rest = parts[:index] + parts[index + 1 :]
            stop = _stop(part, rest)
            if stop is not None:
                text = "; ".join([*map(str, rest), stop])
                stops.setdefault(text, Mark(name, index + 1, str(part), text))
        found.append(
            CoveredRule(name, file, line, str(node.head), tuple(fires.values()), tuple(stops.values()))
        )
    return tuple(found)


def _stop(part: Any, rest: Sequence[Any]) -> str | None:
    """Write that a part of a body does not hold where the rest does; nothing if the rest does not say of what."""
    known: set[str] = set().union(*map(_variables, rest))
    if not known or not all(known <= _bound(single) for single in _singles(rest)):
        return None
    if part.ast_type.name == "ConditionalLiteral":
        # All that meet a condition must hold: one that meets it and does not is a stop.
        if part.literal.ast_type.name != "Literal" or not part.condition:
            return None
        return "; ".join([*map(str, part.condition), str(_turned(part.literal))])
    # Of a pool every one must fail.
    stops = [_failed(single, known) for single in part.unpool()]
    return None if None in stops else "; ".join(map(str, stops))


def _singles(parts: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Give the bodies that a body with pools stands for."""
    return product(*(part.unpool() for part in parts))


def _failed(literal: Any, known: set[str]) -> str | None:
    kind = literal.atom.ast_type.name
    if kind == "BooleanConstant":
        return None
    if kind in ("Aggregate", "BodyAggregate"):
        return str(_turned(literal)) if _guarded(literal.atom) <= known else None
    if kind == "SymbolicAtom" and literal.sign == 0:
        return str(_turned(literal.update(atom=_anonymous(literal.atom, known))))
    if _variables(literal) <= known and not _nameless(literal):
        return str(_turned(literal))
    return f"#false : {literal}" if literal.sign == 0 and _variables(literal) & known else None


def _turned(literal: Any) -> Any:
    """Give the literal that holds where this one does not."""
    return literal.update(sign=0 if literal.sign else 1)


def _children(node: Any) -> Iterator[Any]:
    for key in node.child_keys:
        value = getattr(node, key)
        if hasattr(value, "ast_type"):
            yield value
        elif value is not None:
            yield from (item for item in value if hasattr(item, "ast_type"))


def _variables(node: Any) -> set[str]:
    """Give the names of the variables below a node."""
    if node.ast_type.name == "Variable":
        return set() if node.name == _ANONYMOUS else {node.name}
    return set().union(*map(_variables, _children(node)))


def _nameless(node: Any) -> bool:
    """Say whether an anonymous variable stands below a node."""
    if node.ast_type.name == "Variable":
        return bool(node.name == _ANONYMOUS)
    return any(map(_nameless, _children(node)))


def _guarded(aggregate: Any) -> set[str]:
    guards = (aggregate.left_guard, aggregate.right_guard)
    return set().union(*(_variables(guard) for guard in guards if guard is not None))


def _bound(parts: Sequence[Any]) -> set[str]:
    """Give the variables to which a body gives values."""
    found: set[str] = set()
    size = -1
    while size != len(found):
        size = len(found)
        for part in parts:
            if part.ast_type.name != "Literal" or part.sign != 0:
                continue
            kind = part.atom.ast_type.name
            if kind == "SymbolicAtom":
                found |= _matched(part.atom.symbol)
            elif kind == "Comparison" and len(part.atom.guards) == 1:
                found |= _equated(part.atom, found)
            elif kind in ("Aggregate", "BodyAggregate") and part.atom.left_guard is not None:
                guard = part.atom.left_guard
                if _equals(guard):
                    found |= _matched(guard.term)
    return found


def _equals(guard: Any) -> bool:
    return str(guard).split()[0] == "=" or str(guard).split()[-1] == "="


def _equated(comparison: Any, bound: set[str]) -> set[str]:
    (guard,) = comparison.guards
    if not _equals(guard):
        return set()
    left, right = comparison.term, guard.term
    found: set[str] = set()
    if _variables(right) <= bound and not _nameless(right):
        found |= _matched(left)
    if _variables(left) <= bound and not _nameless(left):
        found |= _matched(right)
    return found


def _matched(term: Any) -> set[str]:
    """Give the variables of a term that take their values from what the term is matched with."""
    kind = term.ast_type.name
    if kind == "BinaryOperation":
        inside = _variables(term)
        return inside if len(inside) == 1 and str(term.operator_type) not in ("\\", "/", "**") else set()
    if kind == "Interval":
        return set()
    if kind == "Variable":
        return _variables(term)
    return set().union(*map(_matched, _children(term)))


def _anonymous(node: Any, known: set[str]) -> Any:
    """Give an atom in which the variables that nothing else names mean "any"."""
    if node.ast_type.name == "Variable":
        return node if node.name in known else node.update(name=_ANONYMOUS)
    changed: dict[str, Any] = {}
    for key in node.child_keys:
        value = getattr(node, key)
        if hasattr(value, "ast_type"):
            changed[key] = _anonymous(value, known)
        elif value is not None:
            changed[key] = [_anonymous(item, known) if hasattr(item, "ast_type") else item for item in value]
    return node.update(**changed)
