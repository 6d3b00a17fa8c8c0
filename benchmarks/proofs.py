"""Proofs against enumeration: the bridge or the reference engine asked about each position of a scope, one by one."""

import math
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.enumerating import Bounds, count, drawn, rules_of_a_position
from benchmarks.measuring import Row
from solver_bridge.answers import attacks
from solver_bridge.engine import NONE
from solver_bridge.model import Position
from solver_bridge.proving.claims import LEMMAS, PROPERTIES, shipped
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import Task, first_task
from solver_bridge.proving.verify import PROVED, lemma_tasks, proof_tasks, verify
from solver_bridge.proving.workers import Here, Processes

__all__ = ["against_enumeration", "two_jobs"]

PROPERTY, PARTED = "reasons_complete", "range_agrees"
SMALL = Scope(units=2, width=3, height=2)
JOBS = ((9, Scope(units=2, width=5, height=4)), (0, SMALL))
"""With at least so many rounds, the scope of the proof that one and two processes carry out."""


def _timed(ask: Callable[[dict[str, Any]], object], positions: list[dict[str, Any]]) -> float:
    """Give the median seconds of a question."""
    taken = []
    for position in positions:
        started = time.perf_counter()
        ask(position)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def _bridge(position: dict[str, Any]) -> object:
    return attacks(Position.from_data(position), why_not=True)


def _reference(position: dict[str, Any]) -> object:
    from tests.reference import attacks as other

    return other(position)


def against_enumeration(rounds: int) -> Iterator[Row]:
    """One proof, with its lemmas, and a seeded sample of the positions that it covers, each asked for its attacks.

    The seconds of all positions are the median of the sample times their exact number; lines of play, which the proof
    covers, too, are not even counted.
    """
    (claim,) = (claim for claim in shipped(PROPERTIES) if claim.name == PROPERTY)
    started = time.perf_counter()
    (verdict,) = verify([claim], SMALL, Here())
    proof = time.perf_counter() - started
    assert verdict.status == PROVED
    bounds = Bounds(units=SMALL.units, width=SMALL.width, height=SMALL.height)
    number = count(bounds, rules_of_a_position())
    positions = [drawn(bounds, seed) for seed in range(10 * rounds)]
    for name, ask in (("the bridge", _bridge), ("the reference engine", _reference)):
        each = _timed(ask, positions)
        powers = math.log10(number) + math.log10(each) - math.log10(proof)
        detail = (
            f"proof of {PROPERTY} {proof:.2f} s; {1000 * each:.2f} ms a position (of {len(positions)} drawn),"
            f" {number:.2e} positions: extrapolated"
        )
        setting = f"{SMALL.units} units {SMALL.squares}"
        yield Row(f"enumeration by {name} / one proof", setting, powers, "powers 10", 3, True, detail)


def _tasks(scope: Scope) -> list[Task]:
    (claim,) = (claim for claim in shipped(PROPERTIES) if claim.name == PARTED)
    return [*proof_tasks(claim, scope), *lemma_tasks(scope)]


def two_jobs(rounds: int) -> Iterator[Row]:
    """One process against two on the tasks of a proof that takes minutes; the processes are warm."""
    wide = next(scope for least, scope in JOBS if rounds >= least)
    tasks = _tasks(wide)
    taken = {}
    for jobs in (1, 2):
        workers = Processes(jobs)
        try:
            warm = first_task(shipped(LEMMAS), Scope(units=1, width=1, height=1))
            assert [done.status for _, done in workers.results([warm] * jobs)] == [NONE] * jobs
            started = time.perf_counter()
            assert all(done.status == NONE for _, done in workers.results(tasks))
            taken[jobs] = time.perf_counter() - started
        finally:
            workers.close()
    detail = ", ".join(f"{jobs} jobs {seconds:.1f} s" for jobs, seconds in taken.items())
    setting = f"{wide.units} units {wide.squares}"
    yield Row("two jobs / one, a proof", setting, taken[1] / taken[2], "x", 1.7, True, detail)
