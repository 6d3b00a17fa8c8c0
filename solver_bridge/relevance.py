"""Which readings an answer can hang on: those that make some rule hold, or no longer hold, in the answer itself.

A rule that names a reading holds or not by what the rest of its body says. Under another value of the reading some
such rules begin to hold and others cease to. If what the first would derive is in the answer already, and what the
others derive is still derived, then the answer under the other value is the same one, atom by atom.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from solver_bridge.alternatives import EDITION
from solver_bridge.engine import Model
from solver_bridge.matching import Matcher
from solver_bridge.program_text import Literal, Part, Program, Rule, needs_of, program
from solver_bridge.terms import Term
from solver_bridge.unify import UNBOUND, Bindings, match_all, value

__all__ = ["turning"]

_READING, _SINCE, _ASKED_UNDER = "reading", "since", "asked_under"
_PRIMITIVE = {(_READING, 3), (_SINCE, 2), (_ASKED_UNDER, 2)}

_Head = tuple[str, tuple[Term, ...]]


def turning(
    files: tuple[str, ...],
    model: Model,
    others: Iterable[tuple[str, str]],
    readings: Mapping[str, str],
    editions: Sequence[str],
    edition: str,
) -> list[tuple[str, str]]:
    """Give which of some other values, as (reading, value) or (EDITION, edition), could turn an answer.

    `readings` are the values that the answer was given under, `editions` all editions, the newest first.
    """
    rules = program(files)
    naming = rules.mentioning(tuple(f"{name}(" for name, _ in _PRIMITIVE))
    judge = _Judge(rules, [rule for rule in naming if rule.signature not in _PRIMITIVE], Matcher(model))
    usual = {**readings, EDITION: edition}
    return [
        other for other in others if judge.turns(usual, {**usual, other[0]: other[1]}, other[0], editions)
    ]


class _Judge:
    """Compares what rules say under one value of a reading and under another, in one model."""

    def __init__(self, rules: Program, naming: Sequence[Rule], matcher: Matcher) -> None:
        self._rules = rules
        self._naming = naming
        self._matcher = matcher
        self._heads: dict[int, frozenset[_Head] | None] = {}

    def turns(
        self, usual: Mapping[str, str], other: Mapping[str, str], name: str, editions: Sequence[str]
    ) -> bool:
        """Say whether something could be derived, or not be derived, that is otherwise."""
        gained: set[_Head] = set()
        lost: set[_Head] = set()
        for index, rule in enumerate(self._naming):
            named = [part for part in rule.body if isinstance(part, Literal) and _is_primitive(part)]
            if not any((part.args[0] if part.name == _READING else EDITION) == name for part in named):
                continue
            before = all(_says(part, usual, editions) for part in named)
            after = all(_says(part, other, editions) for part in named)
            if before == after:
                continue
            heads = self._derived(index, rule)
            if heads is None:
                return True
            if after:
                gained |= heads
            else:
                lost |= heads
        if any(not self._matcher.has(head, args) for head, args in gained):
            return True
        return any(not self._still(head, args) for head, args in lost - gained)

    def _derived(self, index: int, rule: Rule) -> frozenset[_Head] | None:
        """Give what a rule would derive if it were not for the readings; nothing where that cannot be said."""
        if index not in self._heads:
            parts = [part for part in rule.body if not _is_primitive(part)]
            try:
                found = self._matcher.solutions(parts, needs_of(rule.args, parts), {})
                heads = {(rule.name, value(rule.args, bindings)) for bindings in found}
                known = all(args is not UNBOUND for _, args in heads)
                self._heads[index] = frozenset(heads) if known else None
            except NotImplementedError:
                self._heads[index] = None
        return self._heads[index]

    def _still(self, name: str, args: tuple[Term, ...]) -> bool:
        """Say whether a rule that names no reading derives an atom."""
        for rule in self._rules.rules((name, len(args))):
            if any(_is_primitive(part) for part in rule.body):
                continue
            bindings: Bindings = {}
            later: list[Part] = []
            if match_all(rule.args, args, bindings, later):
                parts = [*rule.body, *later]
                if next(self._solved(rule, parts, bindings), None) is not None:
                    return True
        return False

    def _solved(self, rule: Rule, parts: Sequence[Part], bindings: Bindings) -> Iterator[Bindings]:
        return self._matcher.solutions(parts, needs_of(rule.args, parts), bindings)


def _is_primitive(part: Part) -> bool:
    return isinstance(part, Literal) and (part.name, len(part.args)) in _PRIMITIVE


def _says(part: Literal, under: Mapping[str, str], editions: Sequence[str]) -> bool:
    """Say whether what a rule says of a reading or of the edition is so."""
    if part.name == _READING:
        holds = under.get(str(part.args[0])) == str(part.args[1])
    elif part.name == _SINCE and part.args[0] in editions:
        holds = editions.index(under[EDITION]) <= editions.index(str(part.args[0]))
    else:
        holds = under[EDITION] == str(part.args[0])
    return holds == part.positive
