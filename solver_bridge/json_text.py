"""Reads JSON text and keeps the lines; a text that is not strict JSON is left to the YAML reader."""

import re
from json.decoder import scanstring  # type: ignore[attr-defined]

from solver_bridge.tree import MAX_INTEGER, Tree

__all__ = ["NotJson", "read_json"]

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_SURROGATE = re.compile("[\ud800-\udfff]")


class NotJson(ValueError):
    """The text is not JSON; says where and why."""

    def __init__(self, line: int, message: str) -> None:
        """Keep the line and what was expected there."""
        super().__init__(message)
        self.line = line


class _Reader:
    """Reads from left to right, counting lines."""

    def __init__(self, text: str, tree: Tree) -> None:
        self.text = text
        self.tree = tree
        self.at = 0
        self.line = 1

    def _move(self, to: int) -> None:
        self.line += self.text.count("\n", self.at, to)
        self.at = to

    def _next(self) -> str:
        """Step over blank space and give the character that stands there."""
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self._move(found.end())
        return self.text[self.at : self.at + 1]

    def _expect(self, expected: str) -> str:
        char = self._next()
        if not char or char not in expected:
            wanted = " or ".join(repr(c) for c in expected)
            raise NotJson(self.line, f"not JSON: {wanted} is expected here")
        self.at += 1
        return char

    def document(self) -> None:
        self._value()
        if self._next():
            raise NotJson(self.line, "not JSON: there is something after the end")

    def _value(self) -> None:
        char = self._next()
        if char == "{":
            self._mapping()
        elif char == "[":
            self._list()
        elif char == '"':
            self._string()
        elif char in _WORDS and self.text.startswith(_WORDS[char][0], self.at):
            word, value = _WORDS[char]
            self.tree.scalar(value, self.line)
            self.at += len(word)
        else:
            self._number()

    def _mapping(self) -> None:
        self.tree.start({}, self.line)
        self.at += 1
        if self._next() == "}":
            self.at += 1
        else:
            while True:
                if self._next() != '"':
                    raise NotJson(self.line, "not JSON: a name in double quotes is expected here")
                self._string()
                self._expect(":")
                self._value()
                if self._expect(",}") == "}":
                    break
        self.tree.end()

    def _list(self) -> None:
        self.tree.start([], self.line)
        self.at += 1
        if self._next() == "]":
            self.at += 1
        else:
            while True:
                self._value()
                if self._expect(",]") == "]":
                    break
        self.tree.end()

    def _string(self) -> None:
        try:
            value, end = scanstring(self.text, self.at + 1, True)
        except ValueError as error:
            raise NotJson(self.line, f"not JSON: {error}") from None
        if _SURROGATE.search(value):
            self.tree.fault(self.line, "half of a surrogate pair is no character; write the character itself")
            value = _SURROGATE.sub("\ufffd", value)
        self.tree.scalar(value, self.line)
        self._move(end)

    def _number(self) -> None:
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            raise NotJson(self.line, "not JSON: a value is expected here")
        whole, fraction, exponent = found.groups()
        value: int | float
        if fraction or exponent:
            value = float(found[0])
            if value in (float("inf"), float("-inf")):
                self.tree.fault(self.line, "this number is too large")
                value = 0
        elif len(whole) > 11 or abs(int(whole)) > MAX_INTEGER:
            self.tree.fault(self.line, "this number is too large")
            value = 0
        else:
            value = int(whole)
        self.tree.scalar(value, self.line)
        self.at = found.end()


def read_json(text: str, tree: Tree) -> None:
    """Build the document in a tree; raise NotJson if the text is not strict JSON."""
    _Reader(text, tree).document()
