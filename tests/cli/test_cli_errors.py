"""Whatever is wrong ends in one line for each fault and in the right exit status, never in a traceback."""

import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solver_bridge import judging
from solver_bridge.errors import LimitReached

Example = Callable[[str], Path]
ROOT = Path(__file__).parents[2]


def _start(*arguments: object, **options: Any) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "solver_bridge", *map(str, arguments)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen(command, cwd=ROOT, **streams)


def test_an_unknown_unit(arbiter: Any, example: Example) -> None:
    for command in ("attacks", "reach", "interceptors"):
        done = arbiter(command, example("ambush"), "--unit", "theives")
        assert done.status == 2
        assert done.out == ""
        assert done.err == (
            "--unit: the position has no 'theives'; the name of a unit is expected; did you mean 'thieves'?\n"
        )


def test_a_unit_must_be_a_unit(arbiter: Any, example: Example) -> None:
    assert arbiter("reach", example("ambush"), "--unit", "site 8").status == 2
    done = arbiter("defenders", example("ambush"), "--attacker", "thieves", "--target", "site 9")
    assert done.status == 2
    assert done.err == "--target: there is no site in square 9 of the position; there are sites in 8, 12, 13\n"


def test_a_path_must_be_of_locations(arbiter: Any, example: Example) -> None:
    done = arbiter(
        "interceptors", example("ambush"), "--unit", "thieves", "--path", "surfice 13", "surface 99"
    )
    assert done.status == 2
    assert [line.partition(":")[0] for line in done.err.splitlines()] == ["--path", "--path"]


def test_every_fault_of_a_file_has_its_line(arbiter: Any, written: Any) -> None:
    file = written(
        "active: nroth\nsites: {8: {controller: south}}\nunits:\n  a: {power: x, controller: south}\n"
    )
    done = arbiter("attacks", file, "--json")
    assert done.status == 2
    assert done.out == ""
    assert len(done.err.splitlines()) >= 2
    assert all(line.startswith(f"{file}:") for line in done.err.splitlines())
    assert done.err.startswith(f"{file}:1: ")


def test_a_position_that_cannot_be(arbiter: Any, written: Any) -> None:
    file = written("active: north\nunits:\n  a: {power: 1, controller: south,\n    at: surface 8}\n")
    done = arbiter("attacks", file)
    assert done.status == 2
    assert done.err.startswith(f"{file}:4: ")


@pytest.mark.parametrize("command", ["attacks", "check", "rulings"])
def test_files_that_are_not_there(arbiter: Any, command: str) -> None:
    done = arbiter(command, "no\nsuch.yaml")
    assert done.status == 2
    assert done.err == "no\\nsuch.yaml:1: there is no such file\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "arbiter: no command is given; see arbiter --help\n"),
        (["atacks"], "arbiter: there is no command 'atacks'; did you mean 'attacks'?; see arbiter --help\n"),
        (
            ["attacks"],
            "arbiter attacks: the following arguments are required: POSITION; see arbiter attacks --help\n",
        ),
        (
            ["editions", "--js"],
            "arbiter editions: unrecognized arguments: --js; see arbiter editions --help\n",
        ),
        (
            ["editions", "a\nb"],
            "arbiter editions: unrecognized arguments: a\\nb; see arbiter editions --help\n",
        ),
        (
            ["editions", "--reading", "stay_choice"],
            "--reading: 'stay_choice' is no reading; write NAME=VALUE, as `arbiter readings` lists them\n",
        ),
    ],
)
def test_command_lines_that_cannot_be_understood(arbiter: Any, arguments: list[str], said: str) -> None:
    done = arbiter(*arguments)
    assert (done.status, done.out, done.err) == (2, "", said)


@pytest.mark.parametrize(
    ("command", "again"),
    [
        ("reach", ("--unit", "knight")),
        ("interceptors", ("--path", "surface 13", "--path", "surface 8")),
        ("interceptors", ("--path", "--path=surface 8")),
        ("reach", ("--edition", "codex-2026-05", "--edition", "codex-2026-01")),
        ("reach", ("--time-limit", "5", "--time-limit=6")),
        ("reach", ("--reading", "stay_choice=each_join", "--reading", "stay_choice=last_join")),
    ],
)
def test_what_counts_once_is_not_given_twice(
    arbiter: Any, example: Example, command: str, again: tuple[str, ...]
) -> None:
    done = arbiter(command, example("ambush"), "--unit", "thieves", *again)
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "more than once" in done.err


def test_flags_and_readings_may_be_repeated(arbiter: Any, example: Example) -> None:
    readings = ("--reading", "stay_choice=last_join", "--reading", "defend_twice=no")
    done = arbiter("reach", example("ambush"), "--unit", "thieves", "--json", "--json", *readings)
    assert done.status == 0
    both = arbiter("diff", "codex-2026-05,codex-2026-01", "codex-2026-07")
    assert both.status == 2
    assert "choose one" in both.err


@pytest.mark.parametrize(
    "text", ["", "[", "a: &a [*a]", "{'active': 1}", "\0", "- 1\n" * 50, "!!python/none x"]
)
@pytest.mark.parametrize("command", ["attacks", "check", "rulings", "orders"])
def test_nonsense_is_unusable(arbiter: Any, written: Any, command: str, text: str) -> None:
    done = arbiter(command, written(text))
    assert done.status in (1, 2) if command == "rulings" else done.status == 2
    assert done.status == 1 or done.out == ""


def test_a_limit_has_its_status(arbiter: Any, example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object, **__: object) -> None:
        raise LimitReached

    monkeypatch.setattr("solver_bridge.alternatives.attacks_and_dependences", too_much)
    done = arbiter("attacks", example("ambush"))
    assert done.status == 3
    assert done.err == "arbiter: a limit was reached before the answer was complete\n"


def test_a_time_limit_ends_a_command() -> None:
    process = _start("attacks", "-", "--time-limit", "0.2", stdin=subprocess.PIPE)
    time.sleep(3)
    assert process.poll() == 3
    out, err = process.communicate(timeout=20)
    assert out == b""
    assert err == b"arbiter: a limit was reached before the answer was complete\n"


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_at_a_limit_what_is_known_is_told(
    arbiter: Any, example: Example, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    monkeypatch.setattr("solver_bridge.depending.line_depends", lambda *_, **__: time.sleep(60))
    done = arbiter("check", example("wisp-escape"), "--time-limit", "2", *options)
    assert done.status == 3
    assert done.err == "arbiter: a limit was reached before the answer was complete\n"
    if options:
        assert done.data["complete"] is False
        assert [event["legal"] for event in done.data["events"]] == [True] * 5
    else:
        assert done.out.count("\nok ") + done.out.startswith("ok ") == 5
        assert done.out.endswith("\nNot complete: 5 events judged.\n")


def test_at_a_limit_the_rulings_that_were_run_are_told(
    arbiter: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruling = {
        "source": "Tap",
        "position": {"active": "north", "sites": {8: {"controller": "south"}}, "units": {}},
        "ask": {"reach": {"unit": "a"}},
        "expect": {"exactly": ["surface 8"]},
    }
    ruling["position"]["units"] = {"a": {"power": 1, "controller": "north", "at": "surface 8"}}  # type: ignore[index]
    many = [{"name": f"stays-{number}", **ruling} for number in range(60)]
    file = tmp_path / "many.yaml"
    file.write_text(json.dumps(many))
    together = judging.talk_all

    def slow(talks: Any) -> Any:
        return together(talks) if len(talks) == 40 else time.sleep(60)

    monkeypatch.setattr("solver_bridge.judging.talk_all", slow)
    done = arbiter("rulings", file, "--time-limit", "3")
    assert (done.status, done.out) == (3, "40 passed, 0 failed; not complete\n")


def test_a_time_limit_that_is_long_enough_changes_nothing(arbiter: Any, example: Example) -> None:
    limited = arbiter("attacks", example("ambush"), "--time-limit", "60", "--json")
    assert limited == arbiter("attacks", example("ambush"), "--json")
    faulty = arbiter("attacks", example("ambush"), "--time-limit", "60", "--unit", "theives")
    assert faulty.status == 2


@pytest.mark.parametrize("limit", ["soon", "0", "-1", "nan", "inf"])
def test_a_time_limit_is_a_number_of_seconds(arbiter: Any, limit: str) -> None:
    done = arbiter("editions", "--time-limit", limit)
    assert done.status == 2
    assert "--time-limit: invalid number of seconds value" in done.err or "expected one argument" in done.err


def test_a_fault_of_the_program_is_no_verdict(
    arbiter: Any, example: Example, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise IndexError("nothing there")

    monkeypatch.setattr("solver_bridge.alternatives.attacks_and_dependences", broken)
    done = arbiter("attacks", example("ambush"))
    assert done.status == 3
    assert done.out == ""
    assert done.err.startswith(
        "arbiter: this is a fault of the program itself, please report it: IndexError at test_"
    )


def test_an_interrupt_has_its_status(arbiter: Any, example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver_bridge.alternatives.attacks_and_dependences", interrupted)
    done = arbiter("attacks", example("ambush"))
    assert done.status == 3
    assert done.err == "arbiter: interrupted; no answer is known yet\n"


def test_the_interrupt_key_while_waiting_for_input() -> None:
    process = _start("attacks", "-", stdin=subprocess.PIPE)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 3
    assert out == b""
    assert err == b"arbiter: interrupted; no answer is known yet\n"


def test_a_reader_who_leaves_is_no_fault() -> None:
    process = _start("cards")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait(timeout=20) == 0
    assert said == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device to write to")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_full_disk_loses_the_answer(form: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        process = _start("editions", *form, stdout=full)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 3
    assert err == b"arbiter: the answer cannot be written: No space left on device\n"


ANSWERED = (
    ("attacks", "examples/ambush.yaml"),
    ("check", "examples/kay-again.yaml", "--json"),
    ("verify", "--property", "site_defended", "--units", "1", "--squares", "1x1"),
    ("find", "later_stealth", "--units", "2", "--squares", "2x1"),
)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device to write to")
@pytest.mark.parametrize("arguments", ANSWERED, ids=lambda arguments: arguments[0])
def test_a_full_disk_a_reader_who_leaves_and_nowhere_to_complain(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        process = _start(*arguments, stdout=full)
        assert process.communicate(timeout=30)[1] == b"arbiter: the answer cannot be written: No space left on device\n"
        assert process.returncode == 3
        process = _start(*arguments, "--edition", "none", stderr=full)
        assert process.communicate(timeout=30)[0] == b""
        assert process.returncode == 2
    process = _start(*arguments)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=30), said) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device to write to")
def test_a_full_disk_beside_the_answer(arbiter: Any, example: Example) -> None:
    for command, option in (("show", "--svg"), ("outcomes", "--dot"), ("rulings", "--junit")):
        attack = ("--attacker", "thieves", "--target", "knight") if command == "outcomes" else ()
        file = ROOT / "tests" / "rulings" / "ward.yaml" if command == "rulings" else example("ambush")
        done = arbiter(command, file, *attack, option, "/dev/full")
        assert (done.status, done.out) == (2, "")
        assert done.err == f"{option}: '/dev/full' cannot be written: No space left on device\n"


@pytest.mark.long
def test_too_little_memory_is_said(tmp_path: Path) -> None:
    file = tmp_path / "many.yaml"
    units = "".join(f"  u{n}: {{power: 1, controller: {'north' if n % 2 else 'south'}, at: surface 8}}\n" for n in range(3000))
    file.write_text(f"active: north\nsites: {{8: {{controller: south}}}}\nunits:\n{units}")
    script = f"ulimit -v 1500000; {sys.executable} -m solver_bridge attacks {file}"
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, b"", b"arbiter: there is not enough memory for an answer\n")


def test_closed_streams_are_no_fault(example: Example) -> None:
    script = f"{sys.executable} -m solver_bridge editions >&- 2>&-"
    assert subprocess.run(["bash", "-c", script], cwd=ROOT, check=False).returncode == 3
    script = f"{sys.executable} -m solver_bridge attacks - <&-"
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"-:1: ")


def test_any_locale_will_do(written: Any) -> None:
    file = written(
        "active: north\nsites: {8: {card: Maelstr\u00f6m, controller: south}}\n"
        "units: {\u4e2d: {power: 1, controller: north, at: surface 8}}\n"
    )
    for form in ([], ["--json"]):
        environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        process = _start("attacks", file, *form, env=environment)
        out, err = process.communicate(timeout=20)
        assert process.returncode == 0, err
        assert b"\\u4e2d" in out


def test_the_hash_seed_changes_nothing(example: Example) -> None:
    found = set()
    for seed in "123":
        process = _start("check", example("kay-again"), "--json", env={**os.environ, "PYTHONHASHSEED": seed})
        found.add(process.communicate(timeout=30)[0])
    assert len(found) == 1


def test_a_command_is_over_at_once(example: Example, tmp_path: Path) -> None:
    """A command takes no more than four times what importing the solver alone takes (of the processor's time).

    Both are compiled already, as they are once they are installed.
    """
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def seconds(*arguments: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env=environment
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    command = "import sys; from solver_bridge.cli import run; sys.exit(run())"
    seconds("-c", command, "attacks", str(example("ambush")))
    pairs = [
        (seconds("-c", "import clingo"), seconds("-c", command, "attacks", str(example("ambush"))))
        for _ in range(9)
    ]
    alone, whole = map(statistics.median, zip(*pairs, strict=True))
    assert whole <= 4 * alone
