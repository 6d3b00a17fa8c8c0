"""Which readings an answer can hang on: those that some rule names whose other conditions all hold in the answer.

If no rule that names a reading holds but for what it says of that reading, then under another value the same rules
hold as before, and the answer is the same, atom by atom.
"""

import re
from functools import lru_cache

from solver_bridge.engine import Model
from solver_bridge.matching import Matcher
from solver_bridge.program_text import Literal, Part, Program, Rule, needs_of, program
from solver_bridge.resources import asp_dir

__all__ = ["EDITION", "named_readings", "touched_readings"]

EDITION = "edition"
"""Stands for the edition among the names of readings."""

_READING, _SINCE, _ASKED_UNDER = "reading", "since", "asked_under"
_PRIMITIVE = {(_READING, 3), (_SINCE, 2), (_ASKED_UNDER, 2)}
_NAMED = re.compile(rf"\b(?:{_READING}\((\w+)|{_SINCE}\(\")")


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


def touched_readings(files: tuple[str, ...], model: Model) -> frozenset[str]:
    """Give the readings that could turn an answer, and EDITION if another one could."""
    found: set[str] = set()
    matcher = Matcher(model)
    for rule in _naming(program(files)):
        names = _names(rule)
        if not names <= found and _holds_otherwise(rule, matcher):
            found |= names
    return frozenset(found & named_readings(files))


@lru_cache(maxsize=8)
def _naming(rules: Program) -> tuple[Rule, ...]:
    """Give the rules that look at a reading or at the edition."""
    words = tuple(f"{name}(" for name, _ in _PRIMITIVE)
    return tuple(
        rule for rule in rules.mentioning(words) if rule.signature not in _PRIMITIVE and _names(rule)
    )


def _names(rule: Rule) -> set[str]:
    named = [part for part in rule.body if isinstance(part, Literal) and _is_primitive(part)]
    return {str(part.args[0]) if part.name == _READING else EDITION for part in named}


def _is_primitive(part: Part) -> bool:
    return isinstance(part, Literal) and (part.name, len(part.args)) in _PRIMITIVE


def _holds_otherwise(rule: Rule, matcher: Matcher) -> bool:
    """Say whether everything else in the body of a rule holds."""
    parts = [part for part in rule.body if not _is_primitive(part)]
    try:
        return next(matcher.solutions(parts, needs_of((), parts), {}), None) is not None
    except NotImplementedError:
        return True
