"""Ground rules as the grounder writes them: read, and rid of what is settled already."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

__all__ = ["Ground", "Rule", "brace", "conditions", "read", "simplified", "split"]

_DELAYED = "#delayed("
_MEANS = " <=> "
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


class Rule(NamedTuple):
    """A head, empty in a constraint, and the literals of a body."""

    head: str
    body: tuple[str, ...]


class Ground(NamedTuple):
    """A ground program: its facts and its other rules."""

    facts: frozenset[str]
    rules: tuple[Rule, ...]


def split(text: str, separator: str) -> list[str]:
    """Split a text at a separator that stands in no brackets and no string."""
    if separator not in text:
        return [text]
    found: list[str] = []
    depth, quoted, start = 0, False, 0
    for place, letter in enumerate(text):
        if quoted:
            quoted = letter != '"' or text[place - 1] == "\\"
        elif letter == '"':
            quoted = True
        elif letter in "({":
            depth += 1
        elif letter in ")}":
            depth -= 1
        elif letter == separator and not depth:
            found.append(text[start:place])
            start = place + 1
    found.append(text[start:])
    return found


def brace(text: str) -> int:
    """Give where the first brace is that stands in no string, or -1."""
    if '"' in text:
        text = _STRING.sub(lambda found: " " * len(found[0]), text)
    return text.find("{")


def read(lines: Iterable[str]) -> Ground:
    """Read the rules that the grounder has written, one on each line."""
    lines = [line for line in lines if line and not line.startswith("#show")]
    meant = dict(line.split(_MEANS, 1) for line in lines if line.startswith(_DELAYED) and _MEANS in line)
    facts: set[str] = set()
    rules: list[Rule] = []
    for line in lines:
        if line.startswith(_DELAYED) and _MEANS in line:
            continue
        head, arrow, body = line[:-1].partition(":-")
        if not arrow and brace(head) < 0 and not head.startswith(_DELAYED):
            facts.add(head)
        else:
            rules.append(
                Rule(meant.get(head, head), tuple(_in_full(literal, meant) for literal in _literals(body)))
            )
    return Ground(frozenset(facts), tuple(rules))


def _in_full(literal: str, meant: dict[str, str]) -> str:
    negation, literal = ("not ", literal[4:]) if literal.startswith("not ") else ("", literal)
    return negation + meant.get(literal, literal)


def _literals(body: str) -> Iterator[str]:
    """Give the literals of a body; one with a condition goes on up to the next semicolon."""
    for part in split(body, ";") if body else ():
        pieces = split(part, ",")
        for number, piece in enumerate(pieces):
            if len(split(piece, ":")) > 1:
                yield ",".join(pieces[number:])
                break
            yield piece


def conditions(element: str) -> tuple[str, list[str]]:
    """Give what stands before the first colon of an element of braces, and the literals after it."""
    first, *rest = split(element, ":")
    return first, [literal for part in rest for literal in split(part, ",")]


def _heads(head: str) -> Iterator[str]:
    """Give the atoms that a head can make hold."""
    start = brace(head)
    if start < 0:
        yield head
        return
    counted = "#" in head[:start]
    for element in filter(None, split(head[start + 1 : head.rindex("}")], ";")):
        first, rest = conditions(element)
        yield rest[0] if counted else first


def _is_plain(literal: str) -> bool:
    return brace(literal) < 0 and not literal.startswith("not ") and len(split(literal, ":")) == 1


def simplified(ground: Ground) -> Ground:
    """Leave out what is settled: facts in bodies, rules for facts, and what never holds; the models stay the same."""
    facts, rules = set(ground.facts), list(ground.rules)
    while True:
        possible = facts.union(*(_heads(rule.head) for rule in rules))
        left: list[Rule] = []
        for rule in rules:
            body = _body(rule, facts, possible)
            if body is None or rule.head in facts:
                continue
            if not body and rule.head and brace(rule.head) < 0:
                facts.add(rule.head)
            else:
                left.append(Rule(rule.head, body))
        if left == rules:
            return Ground(frozenset(facts), tuple(rules))
        rules = left


def _body(rule: Rule, facts: set[str], possible: set[str]) -> tuple[str, ...] | None:
    """Give what is left of a body, or nothing if it can never hold."""
    found: list[str] = []
    for literal in rule.body:
        if _is_plain(literal):
            if literal not in possible:
                return None
            if literal not in facts:
                found.append(literal)
        elif literal.startswith("not ") and _is_plain(literal[4:]):
            if literal[4:] in facts:
                return None
            if literal[4:] in possible:
                found.append(literal)
        else:
            found.append(literal)
    return tuple(found)
