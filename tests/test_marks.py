"""Marks that were lost stay lost, however a line of play is asked about (Stealth, Ward)."""

import json

import pytest

from solver_bridge import Position, check

LOST = {
    "stealth, silenced": (
        {"card": "Band of Thieves", "silenced": True},
        [{"effect": {"unit": "k", "lose": "silenced"}}],
    ),
    "stealth, on water": (
        {"abilities": ["stealth", "landbound"], "power": 3},
        [{"effect": {"site": 9, "terrain": "land"}}],
    ),
    "ward, disabled": (
        {"abilities": ["ward"], "power": 3, "disabled": True},
        [{"effect": {"unit": "k", "lose": "disabled"}}],
    ),
}
ATTACK = [
    {"move_and_attack": {"unit": "u", "path": []}},
    {"attack": {"unit": "u", "target": "k"}},
    {"pass": {"player": "north"}},
    {"strike": {"assign": {}}},
]


def position(unit):
    return {
        "active": "south",
        "sites": {9: {"terrain": "water", "controller": "south"}},
        "units": {
            "k": {"controller": "north", "at": "surface 9", **unit},
            "u": {"power": 1, "controller": "south", "at": "surface 9"},
        },
    }


@pytest.mark.parametrize("name", LOST)
def test_a_mark_that_was_lost_does_not_come_back_between_events(name, tmp_path):
    unit, before = LOST[name]
    files = []
    for events in ([*before, *ATTACK], [*before, *ATTACK[:2]]):
        files.append(tmp_path / f"{len(files)}.json")
        files[-1].write_text(json.dumps({"position": position(unit), "events": events}), encoding="utf-8")
    whole, supplied = map(check, files)
    step = Position.from_data(position(unit))
    for event in [*before, *ATTACK]:
        step = step.apply(event)
    assert whole.legal
    assert supplied.legal
    assert whole.result["dead"] == supplied.result["dead"] == ["u"]
    assert {line.position.units["k"].damage for line in (whole, supplied)} == {step.units["k"].damage} == {1}
    assert "u" not in step.units
