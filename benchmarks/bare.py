"""The solver by itself, on the same rules files and the same facts: what the bridge is measured against."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import clingo

from solver_bridge import facts
from solver_bridge.answers import attacks_talk
from solver_bridge.asking import request_facts
from solver_bridge.facts import Names
from solver_bridge.model import Position
from solver_bridge.programs import files_for
from solver_bridge.resources import asp_dir

__all__ = ["Program", "clingo_command", "control", "process", "program", "written"]


_ANSWERED = b"\nSATISFIABLE"
"""What the solver's command says at the end of an answer; its exit status does not tell in the Python package's."""


class Program(NamedTuple):
    """The files and the facts with which the bridge asks for the attacks of a position."""

    files: tuple[str, ...]
    facts: str


def program(position: Position) -> Program:
    """Give what the bridge hands to the solver for the attacks of a position."""
    (request,) = next(attacks_talk(position, None, False))
    cards = facts.cards_named(position)
    text = "\n".join([request_facts(request, Names(position), 0), facts.card_facts(cards)])
    return Program(tuple(f"{asp_dir()}/{file}" for file in files_for(request.programs, cards)), text)


def control(program: Program) -> list[clingo.Symbol]:
    """Load, ground and solve with a fresh Control; give the shown symbols."""
    fresh = clingo.Control(["2"], logger=lambda *_: None)
    for file in program.files:
        fresh.load(file)
    fresh.add("base", [], program.facts)
    fresh.ground([("base", [])])
    with fresh.solve(yield_=True) as handle:
        (shown,) = [model.symbols(shown=True) for model in handle]
    return list(shown)


def clingo_command() -> list[str]:
    """Give the command of the solver: `clingo` where there is one, else the one that comes with its Python package."""
    places = [os.path.dirname(sys.executable), os.environ.get("PATH", "")]
    found = shutil.which("clingo", path=os.pathsep.join(places))
    return [found] if found else [sys.executable, "-m", "clingo"]


@contextmanager
def written(programs: list[Program]) -> Iterator[list[list[str]]]:
    """Write the facts of programs into files; give what follows the command for each."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for number, each in enumerate(programs):
            file = Path(folder, f"{number}.lp")
            file.write_text(each.facts, encoding="utf-8")
            found.append([*each.files, str(file)])
        yield found


def process(files: list[str]) -> None:
    """Answer a program in a fresh process of the solver's own command; one that does not answer is an error."""
    done = subprocess.run([*clingo_command(), "2", "-Wnone", *files], capture_output=True, check=False)
    if _ANSWERED not in done.stdout:
        raise RuntimeError(f"{clingo_command()} gives no answer, so that there is nothing to measure: {done.stderr!r}")
