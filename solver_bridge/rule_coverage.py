"""Rule coverage: which rules some runs used, and which of their conditions stopped a rule by themselves.

A rule has *fired* if in some answer an instance of its whole body held. It was *blocked* if there was a near miss: an
instance of which every part of the body held but one, and that part alone stopped it. A part can be such a stop if
without it the rest of the body still says what the part is about: a variable that nothing else in the body names
means "any" there. Facts have nothing to fire; a rule no part of which can be a stop cannot be blocked.

Both are looked for by rules of their own that are grounded beside the program, and on which nothing in it rests.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from solver_bridge.engine import syntax, watched
from solver_bridge.resources import asp_dir
from solver_bridge.rule_syntax import anonymous, bound, guarded, nameless, turned, variables

__all__ = ["Coverage", "CoveredRule", "Mark", "covered_files", "covered_rules", "marks_of", "rules_in"]

MARK = "_coverage_mark"
_OUTSIDE = re.compile(r"(show|scope|properties|goals|lemmas)/|(entries|sentences\w*|whatif)\.lp$")
"""Rules files that say nothing of the game: what is asked, shown, told or proved of it."""


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

    def __init__(
        self, marks: "Callable[[Sequence[str]], Sequence[Mark]] | None" = None, *, every_time: bool = False
    ) -> None:
        """Begin with nothing seen.

        `marks` gives what is looked for in a program of some files, if not what all its rules have. With `every_time`,
        what was seen is looked for again in each run.
        """
        self.seen: set[Mark] = set()
        self._every_time = every_time
        self._marks = marks or marks_of
        self._numbered: dict[tuple[str, ...], Sequence[Mark]] = {}
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
        marks = self._numbered.setdefault(key, self._marks(key))
        lines = [
            f"{MARK}({number}) :- {mark.body}."
            for number, mark in enumerate(marks)
            if self._every_time or mark not in self.seen
        ]
        self._kept[key] = len(self.seen), "\n".join(lines)
        return self._kept[key][1]

    def _note(self, files: Sequence[str], numbers: Iterable[int]) -> None:
        marks = self._numbered[tuple(files)]
        self.seen.update(marks[number] for number in numbers)


def marks_of(files: Sequence[str]) -> Sequence[Mark]:
    """Give the marks of all rules of some files."""
    return [mark for rule in covered_rules(files) for mark in (*rule.fires, *rule.stops)]


def covered_files() -> tuple[str, ...]:
    """Give the rules files that coverage looks at."""
    folder = asp_dir()
    files = (
        os.path.relpath(os.path.join(path, name), folder).replace(os.sep, "/")
        for path, _, names in os.walk(folder)
        for name in names
        if name.endswith(".lp")
    )
    return tuple(sorted(file for file in files if not _OUTSIDE.match(file)))


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
    known: set[str] = set().union(*map(variables, rest))
    if not known or not all(known <= bound(single) for single in _singles(rest)):
        return None
    if part.ast_type.name == "ConditionalLiteral":
        # All that meet a condition must hold: one that meets it and does not is a stop.
        if part.literal.ast_type.name != "Literal" or not part.condition:
            return None
        return "; ".join([*map(str, part.condition), str(turned(part.literal))])
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
        return str(turned(literal)) if guarded(literal.atom) <= known else None
    if kind == "SymbolicAtom" and literal.sign == 0:
        return str(turned(literal.update(atom=anonymous(literal.atom, known))))
    if variables(literal) <= known and not nameless(literal):
        return str(turned(literal))
    return f"#false : {literal}" if literal.sign == 0 and variables(literal) & known else None
