"""Facts are told by their place in a position; terms are written as the rules write them."""

import pytest

from solver_bridge.facts import Names
from solver_bridge.model import Position
from solver_bridge.program_text import written


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("power", ("split", 3, 5), "units.knight.power: 3/5"),
        ("tapped", "true", "units.knight.tapped: true"),
        ("controller", "south", "units.knight.controller: south"),
    ],
)
def test_a_fact_about_a_unit(field, value, told):
    names = Names(Position.from_data({
        "active": "north",
        "units": {"knight": {"power": "3/5", "controller": "south", "at": "void 8", "abilities": ["voidwalk"]}},
    }))  # fmt: skip
    assert names.place_of("given", (field, "u1", value, 0)) == told


def test_terms_are_written_as_the_rules_write_them():
    assert written(("at", ("loc", "surface", 8), "Sir Kay")) == 'at(loc(surface,8),"Sir Kay")'
    assert written('a "b"\\\n') == '"a \\"b\\"\\\\\\n"'
