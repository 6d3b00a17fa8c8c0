"""Files of rules that users write: whether one can be read at all, and reading it within bounds."""

import os
import re
from collections.abc import Callable
from typing import TypeVar

from solver_bridge.document import MAX_BYTES
from solver_bridge.errors import Fault, LimitReached, UnusableInput, shown
from solver_bridge.workers import limited

__all__ = ["PATIENCE", "readable", "within_bounds"]

_TEXT_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|%\*.*?\*%|%[^\n]*', re.DOTALL)
_FOREIGN = re.compile(r"[^\t\n\r -~]")

T = TypeVar("T")

PATIENCE = 20.0
"""How many seconds a file's rules may take to be ground on the smallest scope: rules may go on without an end."""


def readable(file: str) -> str:
    """Give the whole path of a file of rules; raise UnusableInput where that is no text that can be read."""
    path = os.path.abspath(file)
    if not os.path.isfile(path) or not os.access(path, os.R_OK):
        raise UnusableInput([Fault(file, 1, "there is no such file that can be read")])
    with open(path, "rb") as opened:
        content = opened.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise UnusableInput([Fault(file, 1, f"the file is larger than {MAX_BYTES} bytes")])
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnusableInput([Fault(file, line, "the file is not a text in UTF-8")]) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise UnusableInput([Fault(file, line, "the file is not a text: it has a character of number 0")])
    _only_in_texts(file, text)
    return path


def _only_in_texts(file: str, text: str) -> None:
    """See that foreign characters stand in texts and comments only: elsewhere they end the solver's own reader."""
    rest = _TEXT_OR_COMMENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    wrong = _FOREIGN.search(rest)
    if wrong is not None:
        line = rest.count("\n", 0, wrong.start()) + 1
        raise UnusableInput([Fault(file, line, f"{shown(wrong[0])} can stand in a text or in a comment only")])


def within_bounds(read: Callable[[str], T], file: str, seconds: float | None = None) -> T:
    """Read a file of rules in a child process that is ended when it takes too long; raise UnusableInput then."""
    patience = PATIENCE if seconds is None else min(PATIENCE, seconds)
    try:
        return limited(read, file, seconds=patience)
    except LimitReached as limit:
        if limit.interrupted or patience < PATIENCE:
            raise
        what = f"its rules come to too much, or have no end: they are not ground after {PATIENCE:.0f} seconds"
        raise UnusableInput([Fault(file, 1, what)]) from None
