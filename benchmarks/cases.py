"""What is measured: the bridge against the solver alone, batches, cores, growth, lines of play, memory, limits."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks import bare
from benchmarks.ends import every_end
from benchmarks.explaining import explanations
from benchmarks.lines import random_line
from benchmarks.measuring import Row, exponent, in_turns, milliseconds, ratio, told
from benchmarks.positions import random_positions
from benchmarks.proofs import against_enumeration, two_jobs
from benchmarks.rivals import against_reference
from solver_bridge.answers import attacks
from solver_bridge.errors import LimitReached
from solver_bridge.model import Position
from solver_bridge.play import follow, talk
from solver_bridge.workers import Pool, attacks_all, cores

__all__ = ["CASES", "Setting"]

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "ambush.yaml"
_BATCH_TARGETS = {8: 0.5, 40: 0.9}
_LARGEST_EXPLAINED = 40


class Setting(NamedTuple):
    """How much is measured."""

    sizes: tuple[int, ...] = (8, 20, 40, 80)
    rounds: int = 31
    batch: int = 1_000
    events: int = 20
    memory: int = 10_000
    positions: int = 100_000


def _each(function: Callable[..., object], things: list[object]) -> list[Callable[[], object]]:
    return [partial(function, thing) for thing in things]


def one_question(setting: Setting) -> Iterator[Row]:
    """`attacks` against a bare Control, and how its time grows with the units."""
    medians = []
    for units in setting.sizes:
        positions = random_positions(setting.rounds + 3, units)
        programs = [bare.program(position) for position in positions]
        functions = {"bridge": _each(attacks, [*positions]), "bare": _each(bare.control, [*programs])}
        taken = {name: times[3:] for name, times in in_turns(functions).items()}
        medians.append(statistics.median(taken["bridge"]))
        each = milliseconds({"one question": taken["bridge"], "bare Control": taken["bare"]})
        found = ratio(taken, "bridge", "bare")
        name = "one question / bare Control"
        yield Row(name, f"{units} units", found, "x", 1.3, False, told(each), units, each)
    if len(medians) > 1:
        setting_text = f"{setting.sizes[0]} to {setting.sizes[-1]} units"
        yield Row("growth with the units", setting_text, exponent(setting.sizes, medians), "exponent", 1.3)


def batches(setting: Setting) -> Iterator[Row]:
    """Many positions on one core and on two, for each position, against a bare Control for each."""
    for units in setting.sizes:
        positions = random_positions(setting.batch, units, seed=2)
        programs = [bare.program(position) for position in positions[: setting.rounds]]
        attacks_all(positions[: 2 * cores()], jobs=2)
        taken = _batch_in_turns(positions, programs)
        each = milliseconds(taken)
        curve = {"one of a batch": each["one core"]}
        name, target = f"batch of {len(positions)} / bare Control", _BATCH_TARGETS.get(units)
        found = ratio(taken, "one core", "bare")
        yield Row(name, f"{units} units", found, "x", target, False, told(each), units, curve)
        if cores() > 1:
            faster = ratio(taken, "one core", "two cores")
            yield Row("two cores / one core", f"{units} units", faster, "times", 1.8, True)


def _batch_in_turns(positions: list[Position], programs: list[bare.Program]) -> dict[str, list[float]]:
    """Give the seconds for each position, three times in turns: by bare Controls, and in batches."""
    taken: dict[str, list[float]] = {"bare": [], "one core": [], "two cores": []}
    part = max(1, len(programs) // 3)
    for start in range(0, 3 * part, part):
        some = programs[start : start + part]
        taken["bare"].append(_seconds(lambda some=some: [bare.control(each) for each in some]) / len(some))
        taken["one core"].append(_seconds(lambda: attacks_all(positions, jobs=1)) / len(positions))
        if cores() > 1:
            taken["two cores"].append(_seconds(lambda: attacks_all(positions, jobs=2)) / len(positions))
    return taken


def _seconds(function: Callable[[], object]) -> float:
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


def processes(setting: Setting) -> Iterator[Row]:
    """One question, and one of a batch, against a fresh process of the solver for each position."""
    command = "clingo" if len(bare.clingo_command()) == 1 else "python -m clingo"
    for units in setting.sizes:
        positions = random_positions(max(3, setting.rounds // 3), units, seed=3)
        batch = random_positions(min(setting.batch, 200), units, seed=4)
        attacks(positions[0])
        with bare.written([bare.program(position) for position in positions]) as files:
            taken = in_turns({"bridge": _each(attacks, [*positions]), "process": _each(bare.process, [*files])})
        each = _seconds(lambda batch=batch: attacks_all(batch)) / len(batch)
        fresh = statistics.median(taken["process"])
        detail = f"a process {1000 * fresh:.1f} ms"
        alone = ratio(taken, "bridge", "process")
        curve = {"a fresh process of clingo": 1000 * fresh}
        yield Row(f"one question / {command}", f"{units} units", alone, "x", 0.5, False, detail, units, curve)
        yield Row(f"one of a batch / {command}", f"{units} units", each / fresh, "x", 0.1)


def lines(setting: Setting) -> Iterator[Row]:
    """A known line of play against its first event, and whether later events cost more."""
    position, events = random_line(1, 20, setting.events)
    half = max(2, setting.events // 2)

    def line_of(count: int) -> Callable[[], object]:
        return lambda: talk(follow(position, events[:count], complete=False))

    rounds = max(3, setting.rounds // 3)
    taken = in_turns({str(n): [line_of(n)] * rounds for n in (1, half, len(events))})
    first, middle, whole = (statistics.median(taken[str(n)]) for n in (1, half, len(events)))
    name = f"a line of {len(events)} events / of one"
    detail = f"one {1000 * first:.0f} ms, {half} {1000 * middle:.0f} ms, {len(events)} {1000 * whole:.0f} ms"
    yield Row(name, "20 units", ratio(taken, str(len(events)), "1"), "x", 6, False, detail)
    later = (whole - middle) / (len(events) - half)
    yield Row("a later event / the first", "20 units", later / first, "x", 1)


def memory(setting: Setting) -> Iterator[Row]:
    """How much a process grows from a tenth of many different positions to all of them."""
    if not os.path.exists("/proc/self/statm"):
        return
    for units, alone in ((8, True), (8, False)):
        script = "from benchmarks.cases import grow; print(grow({}, {}, {}))"
        done = subprocess.run(
            [sys.executable, "-c", script.format(setting.memory, units, alone)],
            cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        before, after = done.stdout.strip().strip("()").split(",")
        how = "one by one" if alone else "in batches"
        name = f"memory over {setting.memory} positions {how}"
        detail = f"{int(before) >> 20} MiB after a tenth, {int(after) >> 20} MiB at the end"
        yield Row(name, f"{units} units", (int(after) - int(before)) / 2**20, "MiB more", 16, False, detail)


def grow(count: int, units: int, alone: bool) -> tuple[int, int]:
    """Answer for many different positions; give the memory held after a tenth, and at the end."""
    tenth = count // 10
    sizes = []
    for start in range(0, count, tenth):
        positions = random_positions(tenth, units, seed=100 + start)
        if alone:
            for position in positions:
                attacks(position)
        else:
            attacks_all(positions, jobs=1)
        sizes.append(int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
    return sizes[0], sizes[-1]


def limits(setting: Setting) -> Iterator[Row]:
    """How late a hard limit is while the solver grounds, and what a warm child costs."""
    rounds = max(3, setting.rounds // 3)
    limit = 0.3
    with Pool(1) as pool:
        pool.call(_nothing)
        warm = [_seconds(lambda: pool.call(_nothing)) for _ in range(rounds)]
        late = []
        for _ in range(rounds):
            pool.call(_nothing)
            late.append(_seconds(lambda: _until_the_limit(pool, limit)) - limit)
    yield Row("handing over to a warm child", "", 1000 * statistics.median(warm), "ms", None)
    yield Row("a limit while grounding comes late by", "", 1000 * statistics.median(late), "ms", 200)


def _until_the_limit(pool: Pool, seconds: float) -> None:
    try:
        pool.call(_ground, seconds=seconds)
    except LimitReached:
        return


def _nothing() -> None:
    pass


def _ground() -> None:
    bare.control(bare.Program((), "n(1..400). p(X,Y,Z) :- n(X), n(Y), n(Z), X+Y+Z > 100000."))


def command(setting: Setting) -> Iterator[Row]:
    """The whole command on an example against importing the solver: compiled as once installed, and never compiled."""
    run = "import sys; from solver_bridge.cli import run; sys.exit(run())"
    rounds = max(3, setting.rounds // 3)
    with tempfile.TemporaryDirectory() as folder:
        for how, change in (
            ("compiled", {"PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}),
            ("not compiled", {"PYTHONPYCACHEPREFIX": "", "PYTHONDONTWRITEBYTECODE": "1"}),
        ):
            whole = partial(_run, {**os.environ, **change}, run, "attacks", str(EXAMPLE))
            alone = partial(_run, {**os.environ, **change}, "import clingo")
            found = in_turns({"whole": [whole] * (rounds + 1), "alone": [alone] * (rounds + 1)})
            taken = {name: times[1:] for name, times in found.items()}
            detail = f"{1000 * statistics.median(taken['whole']):.0f} ms"
            name = "arbiter attacks / import clingo"
            target = 4 if how == "compiled" else None
            yield Row(name, how, ratio(taken, "whole", "alone"), "x", target, False, detail)


def proof(setting: Setting) -> Iterator[Row]:
    """One proof against asking about each position that it covers."""
    yield from against_enumeration(setting.rounds)


def jobs(setting: Setting) -> Iterator[Row]:
    """A proof in two processes against one."""
    yield from two_jobs(setting.rounds)


def reference(setting: Setting) -> Iterator[Row]:
    """A batch against the second engine on the same positions, and where its time goes."""
    yield from against_reference(setting.sizes, setting.batch)


def explaining(setting: Setting) -> Iterator[Row]:
    """An explanation against the plain verdict."""
    yield from explanations(setting.rounds, [size for size in setting.sizes if size <= _LARGEST_EXPLAINED])


def ends(setting: Setting) -> Iterator[Row]:
    """Every end of an attack with six possible defenders."""
    yield from every_end(setting.positions)


def _run(environment: dict[str, str], *arguments: str) -> None:
    everything = [sys.executable, "-c", *arguments]
    subprocess.run(everything, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env=environment)


CASES: dict[str, Callable[[Setting], Iterator[Row]]] = {
    "question": one_question,
    "batch": batches,
    "process": processes,
    "reference": reference,
    "line": lines,
    "limit": limits,
    "command": command,
    "memory": memory,
    "explain": explaining,
    "outcomes": ends,
    "proof": proof,
    "jobs": jobs,
}
"""Each group of measurements by its name."""
