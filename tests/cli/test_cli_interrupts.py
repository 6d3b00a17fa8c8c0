"""Ctrl-C at random moments of a command: it ends soon, in its own words, with what is known or with its answer."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import clingo
import pytest

from solver_bridge.interrupts import is_unsafe

ROOT = Path(__file__).parents[2]
BEGUN = """
import sys
from solver_bridge.cli import run
from solver_bridge.interrupts import heed
heed()
print("begun", file=sys.stderr, flush=True)
sys.exit(run())
"""
SMALL = ("--units", "1", "--squares", "1x1")
COMMANDS = {
    "attacks": ("examples/ambush.yaml",),
    "check": ("examples/kay-again.yaml", "--json"),
    "explain": ("examples/ambush.yaml", "{move_and_attack: {unit: thieves, path: []}}"),
    "outcomes": ("examples/ambush.yaml", "--attacker", "thieves", "--target", "knight"),
    "rulings": ("tests/rulings/ward.yaml",),
    "verify": ("--property", "site_defended", *SMALL),
    "find": ("later_stealth", *SMALL),
}
NOISE = ("Traceback", "PANIC", "ignored", "Fatal")


def _interrupted(seconds: float, *arguments: str) -> tuple[int, str]:
    """Interrupt a command so many seconds after it has begun; give its status, and what it says of itself."""
    child = subprocess.Popen(
        [sys.executable, "-c", BEGUN, *arguments],
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert child.stderr is not None
    assert child.stderr.readline() == "begun\n"
    time.sleep(seconds)
    os.killpg(child.pid, signal.SIGINT)
    _, said = child.communicate(timeout=20)
    return child.returncode, said


@pytest.mark.parametrize("command", COMMANDS)
def test_any_moment_will_do(command: str) -> None:
    chance = random.Random(command)
    for _ in range(4):
        seconds = chance.choice([0.1, 0.5]) * chance.random()
        status, said = _interrupted(seconds, command, *COMMANDS[command])
        assert status in (0, 3), (seconds, status, said)
        assert not any(word in said for word in NOISE), (seconds, said)


@pytest.mark.long
@pytest.mark.parametrize("command", COMMANDS)
def test_hundreds_of_moments(command: str) -> None:
    chance = random.Random(f"many {command}")
    for _ in range(200):
        seconds = 0.8 * chance.random()
        status, said = _interrupted(seconds, command, *COMMANDS[command])
        assert status in (0, 3), (seconds, status, said)
        assert not any(word in said for word in NOISE), (seconds, said)


def test_where_it_is_put_off() -> None:
    seen: list[bool] = []

    class Finalized:
        def __del__(self) -> None:
            seen.append(is_unsafe(sys._getframe()))

    Finalized()
    code = compile("look()", "<frozen importlib._bootstrap>", "exec")
    exec(code, {"look": lambda: seen.append(is_unsafe(sys._getframe()))})
    # The solver's logger speaks while it grounds.
    control = clingo.Control(logger=lambda *_: seen.append(is_unsafe(sys._getframe())))
    control.add("base", [], "a :- b.")
    control.ground([("base", [])])
    assert seen == [True, True, True]
    assert not is_unsafe(sys._getframe().f_back)

