"""What a search found, written as a position and its events: every field, and every change from outside."""

import pytest

from solver_bridge import words
from solver_bridge.proving.decode import _UNITS, _value, decode
from solver_bridge.vocabulary import load

MOVED = ("told", ("move_and_attack", "u1", ("top", 1)), 0)
UNIT = (
    ("field", "active", "game", "north", 0),
    ("field", "abilities", "u1", ("", "voidwalk", 0), 0),
    ("field", "at", "u1", ("loc", "void", 1), 0),
    ("field", "controller", "u1", "north", 0),
    ("field", "power", "u1", ("", 0, 2), 0),
    ("field", "present", "u1", "true", 0),
    ("field", "type", "u1", "minion", 0),
)
SITE = (
    ("field", "present", ("site", 2), "true", 0),
    ("field", "controller", ("site", 2), "south", 0),
    ("field", "terrain", ("site", 2), "water", 0),
)


def decoded(*atoms, edition="codex-2026-07", units=1):
    position, events = decode([("asked_under", edition, 0), ("asked_under", "codex-2025", 1), *UNIT, *SITE, *atoms], units)
    return position.to_data(), [event.to_data() for event in events]


def test_a_position_is_written_with_its_edition_and_readings():
    first, *_ = load().readings["stay_choice"].values
    last = load().readings["attack_location"].values[-1]
    usual, events = decoded(("reading", "stay_choice", first, 0), ("reading", "stay_choice", "last_join", 1), ("reading", "x", "y"))
    assert events == []
    assert usual == {
        "active": "north",
        "sites": {2: {"terrain": "water", "controller": "south"}},
        "units": {
            "alpha": {"type": "minion", "controller": "north", "at": "void 1", "power": "0/2", "abilities": ["voidwalk"]},
        },
    }  # fmt: skip
    other, _ = decoded(
        ("reading", "stay_choice", "last_join", 0), ("reading", "attack_location", last, 0), edition="codex-2026-01"
    )
    assert other == {
        **usual,
        "edition": "codex-2026-01",
        "readings": {"attack_location": last, "stay_choice": "last_join"},
    }
    assert list(other["readings"]) == ["attack_location", "stay_choice"]


def test_units_have_names_of_their_own():
    more = tuple(
        ("field", field, f"u{n}", value, 0)
        for n in range(2, 9)
        for field, value in (("present", "true"), ("controller", "south"), ("at", ("loc", "surface", 2)), ("power", ("", 1, 1)))
    )
    position, _ = decoded(*more, units=8)
    assert tuple(position["units"]) == _UNITS
    assert position["units"]["beta"] == {"controller": "south", "at": "surface 2", "power": 1}


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("to", ("", 1, ("loc", "void", 6)), {"to": "void 6"}),
        ("to", ("", 1, ("loc", "underwater", 2)), {"to": "underwater 2"}),
        ("kill", "true", {"kill": True}),
        ("tap", "true", {"tap": True}),
        ("gain", "airborne", {"gain": "airborne"}),
        ("lose", "voidwalk", {"lose": "voidwalk"}),
        ("controller", "south", {"controller": "south"}),
    ],
)
def test_what_happens_to_a_unit_from_outside(field, value, told):
    _, events = decoded(MOVED, ("told", ("effect", "u1"), 1), ("arg", field, value, 1))
    assert events == [
        {"move_and_attack": {"unit": "alpha", "path": []}},
        {"effect": {"unit": "alpha", **told}},
    ]


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("controller", "north", {"controller": "north"}),
        ("terrain", "land", {"terrain": "land"}),
        ("destroy", "true", {"destroy": True}),
    ],
)
def test_what_happens_to_a_site_from_outside(field, value, told):
    _, events = decoded(MOVED, ("told", ("effect", ("site", 2)), 1), ("arg", field, value, 1))
    assert events[1] == {"effect": {"site": 2, **told}}


def test_an_event_that_is_asked_about_stands_last():
    asked = (("asked", 1), ("event", "attack", 1), ("event", "pass", 0), ("event", "together", 1))
    _, events = decoded(MOVED, *asked, ("arg", "unit", "u1", 1), ("arg", "target", ("site", 2), 1))
    assert events == [
        {"move_and_attack": {"unit": "alpha", "path": []}},
        {"attack": {"unit": "alpha", "target": "site 2"}},
    ]
    _, events = decoded(("asked", 0), ("event", "resolve", 0), ("arg", "source", "u1", 0), ("arg", "to", ("", 1, ("loc", "void", 6)), 0))
    assert [*events[0]["resolve"]] == ["source", "choice"]


def test_values_of_an_event_that_is_asked_about():
    from solver_bridge.facts import Names
    from solver_bridge.model import Position

    names = Names(Position.from_data({
        "active": "north",
        "units": {"ann": {"controller": "north", "at": "void 1"}, "ben": {"controller": "south", "at": "void 1"}},
    }))  # fmt: skip
    assert _value("done", ["x"], names) is True
    assert _value("ability", ["airborne"], names) == "airborne"
    assert _value("player", ["north"], names) == "north"
    assert _value("unit", ["u2"], names) == "ben"
    shares = [("", "u1", "u2", 3), ("", "u1", "u1", 1), ("", "u2", "u1", 2)]
    assert _value("assign", shares, names) == {"ann": {"ben": 3, "ann": 1}, "ben": {"ann": 2}}
    steps = [("", 2, 1, ("loc", "void", 8)), ("", 1, 1, ("loc", "void", 6)), ("", 1, 2, ("loc", "void", 7))]
    assert _value("path", steps, names) == [["void 6", "void 7"], "void 8"]
    assert words.EFFECT == "effect"
