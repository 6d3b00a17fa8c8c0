"""Whole answers that are kept as they should be: `python -m tests.cli.kept_answers` asks anew, to be read before it is kept.

A file tests/cli/kept/*.txt has commands as a terminal shows them, after `$ `, each with all that it writes; what goes to
standard error is marked `2> `. They run in a copy of tests/cli/kept/inputs. To keep another answer, write its command.
"""

import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from solver_bridge import cli
from solver_bridge.commands import page, proof_progress, searching
from solver_bridge.commands.reply import Reply
from solver_bridge.proving import own_files, workers

HERE = Path(__file__).parent / "kept"
INPUTS = HERE / "inputs"
PROMPT = "$ "
_SHOW = "cat "
_BOTH = "  # and with --json"
"""After a command that takes long: its page and its document, of one and the same answer."""
_STYLED = "  # in its styles"
"""After a command: its page with the style of each piece of a line, which a terminal shows as colours."""
_CHANGING = re.compile(r'(?<="seconds": )\d+\.\d+|(?<="line": )\d+|(?<=  )\d+\.\d+$', re.MULTILINE)
"""How long a proof took is different every time, and where a rule stands in its file whenever something is added."""


class Kept(NamedTuple):
    """A command, and after it the files that it writes, with all that is shown of them."""

    session: str
    commands: tuple[str, ...]
    text: str


def kept() -> Iterator[Kept]:
    """Give all that is kept; the files that are shown belong to the command before them."""
    for path in sorted(HERE.glob("*.txt")):
        commands: list[str] = []
        lines: list[str] = []
        for line in path.read_text(encoding="utf-8").splitlines():
            command = line.removeprefix(PROMPT) if line.startswith(PROMPT) else None
            if command is not None and not command.startswith(_SHOW):
                if commands:
                    yield Kept(path.stem, tuple(commands), _joined(lines))
                commands, lines = [], []
            if command is not None:
                commands.append(command)
            lines.append(line)
        yield Kept(path.stem, tuple(commands), _joined(lines))


def _joined(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def answered(commands: tuple[str, ...], folder: Path) -> str:
    """Run some commands in a copy of the inputs, and give what a terminal would show."""
    shutil.copytree(INPUTS, folder, dirs_exist_ok=True)
    before = os.getcwd()
    os.chdir(folder)
    try:
        return _joined([line for command in commands for line in _run(command)])
    finally:
        os.chdir(before)


def _run(command: str) -> Iterator[str]:
    yield PROMPT + command
    if command.startswith(_SHOW):
        path = Path(command.removeprefix(_SHOW))
        text = path.read_text(encoding="utf-8") if path.exists() else "(no such file)"
        yield from text.replace("><", ">\n<").splitlines()
        return
    out, err = io.StringIO(), io.StringIO()
    text = cli._text

    def both(reply: Reply, as_json: bool) -> str:
        return text(reply, as_json=False) + text(reply, as_json=True)

    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        if command.endswith(_BOTH):
            patch.setattr(cli, "_text", both)
        if command.endswith(_STYLED):
            patch.setattr(page, "show", lambda shown, _: "".join(map(_styled, shown.blocks)))
        # On a slow machine it would be said how far it is.
        patch.setattr(proof_progress, "EVERY", float("inf"))
        patch.setattr(searching, "_PATIENCE", float("inf"))
        # A child process may stand in a folder of an earlier command, and is not seen when it is tried what tests notice.
        patch.setattr(own_files, "within_bounds", lambda read, file, _seconds: read(file))
        patch.setattr(workers, "Processes", lambda _jobs, until: workers.Here(until))
        status = cli.main(shlex.split(command.removesuffix(_BOTH).removesuffix(_STYLED))[1:])
    yield from _CHANGING.sub("...", out.getvalue()).splitlines()
    yield from (f"2> {line}" for line in err.getvalue().splitlines())
    if status != 0:
        yield f"(exit status {status})"


def _styled(block: page.Line | page.Table) -> str:
    if isinstance(block, page.Table):
        return f"a table of {len(block.rows)} rows under {', '.join(block.columns)}\n"
    return "".join(f"<{style}>{text}" for text, style in block) + "\n"


def renew() -> None:
    """Ask anew; the order of the commands stays."""
    texts: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, each in enumerate(kept()):
            texts.setdefault(each.session, []).append(answered(each.commands, Path(folder) / str(number)))
    for session, found in texts.items():
        (HERE / f"{session}.txt").write_text("".join(found), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(renew())
