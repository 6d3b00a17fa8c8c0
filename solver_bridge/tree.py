"""What a parser of files builds: plain data, the line of every value, and the faults met on the way."""

from typing import Any, NoReturn

from solver_bridge.errors import Fault, UnusableInput, quoted, shown

__all__ = ["MAX_DEPTH", "MAX_INTEGER", "MAX_NODES", "Lines", "Path", "Tree"]

MAX_DEPTH = 64
MAX_NODES = 300_000
MAX_INTEGER = 2**31 - 1

Path = tuple[str | int, ...]

_DROP = object()
_KEY = "?"


class Lines:
    """The line of every value of a file, found by its path of keys and indices.

    A mapping's item stands where its key stands. A path that is not there stands where the
    nearest thing around it does. Keys are compared as text: square 8 and "8" are one key.
    """

    __slots__ = ("aliases", "file", "prefix", "table")

    def __init__(
        self,
        file: str,
        table: dict[Path, int] | None = None,
        aliases: dict[Path, Path] | None = None,
        prefix: Path = (),
    ) -> None:
        """Keep the file's name and its table of lines; `prefix` is where the data begin in the file."""
        self.file = file
        self.table: dict[Path, int] = {} if table is None else table
        self.aliases: dict[Path, Path] = {} if aliases is None else aliases
        self.prefix = prefix

    def place(self, path: Path = ()) -> tuple[str, int]:
        """Give the file and the line of what stands at a path."""
        full: Path = tuple(map(str, self.prefix + path))
        end, redirections = len(full), 0
        while end >= 0:
            part = full[:end]
            if end < len(full) and part in self.aliases and redirections < MAX_DEPTH:
                full = self.aliases[part] + full[end:]
                end, redirections = len(full), redirections + 1
            elif part in self.table:
                return self.file, self.table[part]
            else:
                end -= 1
        return self.file, 1

    def under(self, *keys: str | int) -> "Lines":
        """Give the lines of a part of the file, with paths that begin there."""
        return Lines(self.file, self.table, self.aliases, self.prefix + keys)

    def fault(self, path: Path, message: str) -> Fault:
        """Make a fault that stands at a path."""
        return Fault(*self.place(path), message)


class _Frame:
    """A mapping or list that is being read."""

    __slots__ = ("anchor", "index", "items", "key", "keyed", "line", "nodes", "path")

    def __init__(self, items: Any, path: Path, line: int, nodes: int, anchor: str | None) -> None:
        self.items = items
        self.path = path
        self.line = line
        self.nodes = nodes
        self.anchor = anchor
        self.index = 0
        self.keyed = False
        self.key: Any = None


class _Anchored:
    """What an anchor stands for, where it stands and how many values it holds."""

    __slots__ = ("nodes", "path", "value")

    def __init__(self, value: Any, path: Path, nodes: int) -> None:
        self.value = value
        self.path = path
        self.nodes = nodes


class Tree:
    """Builds the data of one document out of a parser's calls, within limits.

    A fault that leaves the rest readable is kept with its path; one that does not is raised.
    """

    def __init__(self, file: str) -> None:
        """Begin an empty document."""
        self.file = file
        self.root: Any = None
        self.lines: dict[Path, int] = {}
        self.aliases: dict[Path, Path] = {}
        self.faults: list[tuple[Path, Fault]] = []
        self._frames: list[_Frame] = []
        self._anchors: dict[str, _Anchored] = {}
        self._nodes = 0

    def fail(self, line: int, message: str) -> NoReturn:
        """Give up: raise all faults so far and this one."""
        raise UnusableInput([fault for _, fault in self.faults] + [Fault(self.file, line, message)])

    def fault(self, line: int, message: str) -> None:
        """Keep a fault of the value that comes next."""
        self.faults.append((self._next_path(), Fault(self.file, line, message)))

    def scalar(self, value: Any, line: int, anchor: str | None = None) -> None:
        """Add a text, a number, a truth value or nothing."""
        self._count(1, line)
        if anchor is not None:
            self._anchors[anchor] = _Anchored(value, self._next_path(), 1)
        self._attach(value, line)

    def start(self, items: Any, line: int, anchor: str | None = None) -> None:
        """Begin a mapping (`{}`) or a list (`[]`)."""
        if len(self._frames) >= MAX_DEPTH:
            self.fail(line, f"nested too deeply; at most {MAX_DEPTH} levels are read")
        nodes = self._nodes
        self._count(1, line)
        path = self._next_path()
        self.lines.setdefault(path, line)
        self._frames.append(_Frame(items, path, line, nodes, anchor))

    def end(self) -> None:
        """End the mapping or list that was begun last."""
        frame = self._frames.pop()
        if frame.anchor is not None:
            self._anchors[frame.anchor] = _Anchored(frame.items, frame.path, self._nodes - frame.nodes)
        self._attach(frame.items, frame.line)

    def alias(self, anchor: str, line: int) -> None:
        """Add what an anchor stands for."""
        anchored = self._anchors.get(anchor)
        if anchored is None:
            self.fail(line, f"*{anchor} stands for nothing: no &{anchor} ends before it")
        self._count(anchored.nodes, line)
        path = self._next_path()
        if path[-1:] != (_KEY,):
            self.aliases[path] = anchored.path
        self._attach(anchored.value, line)

    def _count(self, nodes: int, line: int) -> None:
        self._nodes += nodes
        if self._nodes > MAX_NODES:
            self.fail(line, f"too much: a file may hold at most {MAX_NODES} values, aliases written out")

    def _next_path(self) -> Path:
        if not self._frames:
            return ()
        frame = self._frames[-1]
        if type(frame.items) is list:
            return (*frame.path, str(frame.index))
        return (*frame.path, str(frame.key) if frame.keyed and frame.key is not _DROP else _KEY)

    def _attach(self, value: Any, line: int) -> None:
        if not self._frames:
            self.root = value
            self.lines.setdefault((), line)
            return
        frame = self._frames[-1]
        if type(frame.items) is list:
            self.lines.setdefault(self._next_path(), line)
            frame.items.append(value)
            frame.index += 1
        elif not frame.keyed:
            frame.key = self._checked_key(value, frame, line)
            frame.keyed = True
            if frame.key is not _DROP:
                self.lines[(*frame.path, str(value))] = line
        else:
            if frame.key is not _DROP:
                frame.items[frame.key] = value
            frame.keyed = False

    def _checked_key(self, key: Any, frame: _Frame, line: int) -> Any:
        if type(key) is int or isinstance(key, str):
            if key not in frame.items:
                return key
            first = self.lines.get((*frame.path, str(key)), frame.line)
            message = f"{quoted(str(key))} stands twice here (first in line {first}); give it once"
        elif isinstance(key, dict | list):
            message = f"{shown(key)} cannot be a name; a name is text"
        else:
            message = f"{shown(key)} is no text here; put the name in quotes"
        self.faults.append((frame.path, Fault(self.file, line, message)))
        return _DROP
