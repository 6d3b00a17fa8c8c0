"""Reads YAML 1.2 text (core schema) and keeps the lines, event by event, so that nothing can blow up."""

import re
from typing import Any

import yaml

from solver_bridge.tree import MAX_INTEGER, Tree

__all__ = ["read_yaml"]

_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_NUMERIC = frozenset("+-.0123456789")
_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(text: str, tree: Tree) -> None:
    """Build the document in a tree; raise UnusableInput if the text is not YAML."""
    found = _UNPRINTABLE.search(text)
    if found is not None:
        line = text.count("\n", 0, found.start()) + 1
        tree.fail(
            line,
            f"the character U+{ord(found[0]):04X} cannot stand in YAML; write it escaped in double quotes",
        )
    try:
        _read_events(text, tree)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else 1
        tree.fail(min(line, text.count("\n") + 1), f"this is not YAML: {_problem(error)}{_hint(text, line)}")
    except (yaml.YAMLError, UnicodeError) as error:
        tree.fail(1, f"this is not YAML: {error}")


def _problem(error: yaml.MarkedYAMLError) -> str:
    begun = error.context_mark.line + 1 if error.context_mark is not None else None
    since = f" that begins in line {begun}" if error.context and begun is not None else ""
    context = f" {error.context}{since}" if error.context else ""
    return f"{error.problem or 'unreadable'}{context}"


def _hint(text: str, line: int) -> str:
    lines = text.split("\n")
    here = lines[line - 1] if line <= len(lines) else ""
    return "; indent with spaces, not with tabs" if "\t" in here else ""


def _read_events(text: str, tree: Tree) -> None:
    documents = 0
    event: Any
    for event in yaml.parse(text, Loader=_LOADER):
        kind = type(event)
        if kind is yaml.ScalarEvent:
            line = event.start_mark.line + 1
            tree.scalar(_scalar(event, tree, line), line, event.anchor)
        elif kind is yaml.MappingStartEvent:
            _refuse_tag(event, tree)
            tree.start({}, event.start_mark.line + 1, event.anchor)
        elif kind is yaml.SequenceStartEvent:
            _refuse_tag(event, tree)
            tree.start([], event.start_mark.line + 1, event.anchor)
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            tree.end()
        elif kind is yaml.AliasEvent:
            tree.alias(event.anchor, event.start_mark.line + 1)
        elif kind is yaml.DocumentStartEvent:
            documents += 1
            if documents > 1:
                tree.fail(event.start_mark.line + 1, "a second document begins here; a file holds one")


def _refuse_tag(event: Any, tree: Tree) -> None:
    if event.tag is not None:
        tree.fault(event.start_mark.line + 1, f"tags such as {event.tag} are not read; leave it out")


def _scalar(event: Any, tree: Tree, line: int) -> Any:
    value: str = event.value
    _refuse_tag(event, tree)
    if not event.implicit[0] or event.style not in (None, ""):
        return value
    if value in _WORDS:
        return _WORDS[value]
    if value[0] in _NUMERIC:
        return _number(value, tree, line)
    return value


def _number(value: str, tree: Tree, line: int) -> Any:
    digits = 10
    if _DECIMAL.fullmatch(value):
        base = 10
    elif _OCTAL.fullmatch(value):
        base, digits = 8, 11
    elif _HEXADECIMAL.fullmatch(value):
        base, digits = 16, 8
    elif _NOT_FINITE.fullmatch(value):
        tree.fault(line, f"{value} is no number that can be used; write a whole number")
        return 0
    elif _FLOAT.fullmatch(value):
        finite = float(value)
        if finite in (float("inf"), float("-inf")):
            tree.fault(line, "this number is too large")
            return 0
        return finite
    else:
        return value
    if len(value.lstrip("+-0ox")) <= digits:
        number = int(value, base if base == 10 else 0)
        if abs(number) <= MAX_INTEGER:
            return number
    tree.fault(line, "this number is too large")
    return 0
