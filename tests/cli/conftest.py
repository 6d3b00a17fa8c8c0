"""Runs commands as a user would, in this process."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from solver_bridge.cli import main

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


class Run(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Give the one JSON document on standard output."""
        return json.loads(self.out)


Arbiter = Callable[..., Run]


@pytest.fixture
def arbiter(capsys: pytest.CaptureFixture[str]) -> Arbiter:
    """Give a function that runs a command."""

    def run(*arguments: object) -> Run:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Run(status, captured.out, captured.err)

    return run


@pytest.fixture
def example() -> Callable[[str], Path]:
    """Give a function that finds an example."""
    return lambda name: EXAMPLES / f"{name}.yaml"


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Give a function that writes a file."""

    def write(text: str, name: str = "given.yaml") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write
