"""Reads a file, or standard input, of YAML 1.2 or JSON: plain data with the line of every value."""

import os
import sys
from typing import Any

from solver_bridge.errors import Fault, UnusableInput
from solver_bridge.tree import Lines, Path, Tree

__all__ = ["MAX_BYTES", "STANDARD_INPUT", "Document", "Unreadable", "beside", "parse", "read"]

MAX_BYTES = 2**20
STANDARD_INPUT = "-"


class Unreadable(UnusableInput):
    """There is no such file, or it cannot be read at all."""


class Document:
    """What stands in a file: its data, where everything stands, and the faults that leave it readable."""

    __slots__ = ("data", "faults", "lines")

    def __init__(self, data: Any, lines: Lines, faults: list[tuple[Path, Fault]]) -> None:
        """Keep the parts; a fault comes with the path of the value it spoils."""
        self.data = data
        self.lines = lines
        self.faults = faults

    @property
    def file(self) -> str:
        """Give the file's name as it was asked for."""
        return self.lines.file

    def faults_under(self, path: Path) -> list[Fault]:
        """Give the faults of what stands at a path and below."""
        keys = tuple(map(str, path))
        return [fault for where, fault in self.faults if where[: len(keys)] == keys]

    def usable(self) -> "Document":
        """Give itself, or raise the faults it has."""
        if self.faults:
            raise UnusableInput(fault for _, fault in self.faults)
        return self


def read(source: str | os.PathLike[str]) -> Document:
    """Read a file; `-` is standard input. Raise UnusableInput if it holds no document."""
    name = os.fspath(source)
    return parse(_content(name), name)


def beside(file: str, path: str) -> str:
    """Give the place of a file named within another one, relative to that."""
    folder = "" if file == STANDARD_INPUT else os.path.dirname(file)
    place = os.path.join(folder, path)
    return os.path.join(os.curdir, place) if place == STANDARD_INPUT else place


def parse(text: str | bytes, name: str = "<text>") -> Document:
    """Read a text, whose faults are placed in a file of that name."""
    tree = Tree(name)
    text = _decoded(text, tree)
    content = text.lstrip()
    if not content:
        tree.fail(1, "the file is empty")
    read_as_json = content[0] in "{[" and _read_json(text, tree, name)
    if not read_as_json:
        from solver_bridge.yaml_text import read_yaml

        tree = Tree(name)
        read_yaml(text, tree)
    if tree.root is None:
        tree.fail(1, "the file is empty")
    return Document(tree.root, Lines(name, tree.lines, tree.aliases), tree.faults)


def _read_json(text: str, tree: Tree, name: str) -> bool:
    from solver_bridge.json_text import NotJson, read_json

    try:
        read_json(text, tree)
    except NotJson as error:
        if name.lower().endswith(".json"):
            tree.fail(error.line, str(error))
        return False
    return True


def _decoded(text: str | bytes, tree: Tree) -> str:
    try:
        content = text.encode() if isinstance(text, str) else text
        if len(content) > MAX_BYTES:
            tree.fail(1, "too large; a file may have at most 1 MiB")
        return (content.decode() if isinstance(text, bytes) else text).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        tree.fail(line, "this is not UTF-8 text; save the file as UTF-8")
    except UnicodeEncodeError as error:
        line = error.object.count("\n", 0, error.start) + 1
        tree.fail(line, "this is not UTF-8 text; save the file as UTF-8")


def _content(name: str) -> str | bytes:
    try:
        if name == STANDARD_INPUT:
            stream: Any = getattr(sys.stdin, "buffer", sys.stdin)
            if stream is None:
                raise OSError("there is no standard input")
            found: str | bytes = stream.read(MAX_BYTES + 1)
            return found
        with open(name, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        message = "there is no such file"
    except IsADirectoryError:
        message = "this is a folder; name a file"
    except PermissionError:
        message = "this file may not be read; check its permissions"
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"this file cannot be read: {reason}"
    raise Unreadable([Fault(name, 1, message)])
