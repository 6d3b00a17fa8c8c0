"""Ctrl-C and death: the answer known so far comes at once, also while the solver grounds, and no child is left."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = """
import os, sys
from solver_bridge.errors import LimitReached
from solver_bridge.{module} import {function}
from tests.workers import questions
print("ready", flush=True)
try:
    {function}(questions.{question}, {arguments}seconds=60)
except LimitReached as limit:
    print(limit.known, flush=True)
    {leave}(3)
"""
ALL = """
import sys
from solver_bridge.errors import LimitReached
from solver_bridge.workers import map_chunks
from tests.workers import questions
print("ready", flush=True)
try:
    map_chunks(questions.doubles_or_sleep, [1, 0, 2, 0, 3], 1, jobs=2)
except LimitReached as limit:
    print(limit.known, flush=True)
    sys.exit(3)
"""


def script(module: str, function: str, leave: str) -> str:
    return SCRIPT.format(module=module, function=function, question="ground_forever", arguments='"so far", ', leave=leave)


def begin(code: str) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.6)
    return child


def members(group: int) -> list[int]:
    """Give the processes of a process group that still run."""
    found = []
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                state = Path(entry.path, "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(state[2]) == group and state[0] not in "ZX":
                found.append(int(entry.name))
    return found


def wait_for_none(group: int, seconds: float) -> list[int]:
    until = time.monotonic() + seconds
    while members(group) and time.monotonic() < until:
        time.sleep(0.02)
    return members(group)


@pytest.mark.parametrize("code", [script("workers", "limited", "sys.exit"), script("progress", "beside", "os._exit")], ids=["child", "thread"])
def test_interrupted_while_grounding(code: str) -> None:
    child = begin(code)
    started = time.monotonic()
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert (out, err, child.returncode) == ("so far\n", "", 3)
    assert time.monotonic() - started < 1.5
    assert wait_for_none(child.pid, 2) == []


def test_interrupted_between_chunks() -> None:
    child = begin(ALL)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert (err, child.returncode) == ("", 3)
    assert out == "[2, None, None, None, None]\n" or out.startswith("[2, None, 4, None")
    assert wait_for_none(child.pid, 2) == []


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="counts processes in /proc")
def test_children_do_not_outlive_a_parent_that_is_killed() -> None:
    child = begin(script("workers", "limited", "sys.exit"))
    assert len(members(child.pid)) >= 2
    child.kill()
    child.wait()
    assert wait_for_none(child.pid, 5) == []
