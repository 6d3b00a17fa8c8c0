"""What a proof is compared with: the positions of a scope are counted as the solver enumerates them, and drawn fairly."""

import os
from collections import Counter

import clingo
import pytest

from benchmarks import proofs
from benchmarks.enumerating import Bounds, count, drawn, rules_of_a_position
from benchmarks.measuring import Row
from solver_bridge.model import Position
from solver_bridge.proving.scope import Scope
from solver_bridge.resources import asp_dir
from solver_bridge.vocabulary import load


def enumerated(bounds):
    """Let the solver enumerate the positions of a scope under one edition and one set of readings."""
    numbers = ("width", "height", "power", "damage", "life", "steps", "lances")
    facts = "".join(f"scoped({name},{getattr(bounds, name)})." for name in numbers)
    facts += "".join(f"member(u{number})." for number in range(1, bounds.units + 1))
    facts += "".join(
        f"left_out({word.constant})."
        for word in load().keywords.values()
        if word.constant not in bounds.abilities
    )
    facts += 'fixed(edition,"codex-2026-07").fixed(readings,default).'
    control = clingo.Control(["0"])
    for file in ("vocabulary.lp", "readings.lp", "realm.lp", "scope/positions.lp"):
        control.load(os.path.join(asp_dir(), file))
    control.add("base", [], facts)
    control.ground([("base", [])])
    found = 0
    with control.solve(yield_=True) as models:
        for _ in models:
            found += 1
    return found


@pytest.mark.parametrize(
    "bounds",
    [
        Bounds(1, 1, 1, abilities=("airborne",)),
        Bounds(1, 2, 1, power=0, damage=1, life=1, steps=0, lances=0, abilities=()),
        Bounds(1, 1, 1, power=0, damage=0, life=0, steps=2, lances=2, abilities=("airborne", "voidwalk")),
    ],
)
def test_positions_are_counted_as_the_solver_enumerates_them(bounds):
    assert count(bounds, 1) == enumerated(bounds)


@pytest.mark.long
def test_two_units_are_counted_with_at_most_one_avatar_a_player():
    bounds = Bounds(2, 1, 1, power=0, damage=0, life=0, steps=0, lances=0, abilities=())
    assert count(bounds, 1) == enumerated(bounds)


def test_rules_are_editions_times_readings():
    vocabulary = load()
    assert rules_of_a_position() % len(vocabulary.editions) == 0
    assert rules_of_a_position() >= len(vocabulary.editions) * 2 ** (len(vocabulary.readings) - 3)


def test_positions_are_drawn_within_the_bounds_and_the_same_for_the_same_seed():
    bounds = Bounds(2, 3, 2)
    assert drawn(bounds, 1) == drawn(bounds, 1) != drawn(bounds, 2)
    positions = [Position.from_data(drawn(bounds, seed)) for seed in range(200)]
    assert all(set(position.sites) <= {1, 2, 3, 6, 7, 8} for position in positions)
    kinds = Counter(unit.type for position in positions for unit in position.units.values())
    assert kinds["avatar"] > 20
    for position in positions:
        avatars = [unit.controller for unit in position.units.values() if unit.type == "avatar"]
        assert len(avatars) == len(set(avatars))


def test_the_comparison_runs(monkeypatch):
    monkeypatch.setattr(proofs, "SMALL", Scope(units=1, width=2, height=1))
    monkeypatch.setattr(proofs, "JOBS", ((0, Scope(units=1, width=2, height=1)),))
    rows = [*proofs.against_enumeration(1), *proofs.two_jobs(1)]
    assert all(isinstance(row, Row) and row.value > 0 for row in rows)
    assert [row.met for row in rows[:2]] == [True, True]
