"""What a model tells is written as events: whatever an effect that is asked about may change."""

import pytest

from solver_bridge.engine import FOUND, Searcher
from solver_bridge.programs import scope_files
from solver_bridge.proving.decode import NAMES, decode
from solver_bridge.proving.scope import Scope

SCOPE = Scope(units=1, width=1, height=1)
_FACTS = "opening(u1).asked(0).askable(effect).ask(position,0).looked_at(0).sought(any).happens(any,0).#show."


@pytest.fixture(scope="module")
def asked():
    files = scope_files((), "scope/asked.lp", "show/position.lp")
    return Searcher(files, f"{SCOPE.facts()}{_FACTS}")


@pytest.mark.parametrize(
    ("atom", "told"),
    [
        ("arg(tap,true,0)", {"unit": "alpha", "tap": True}),
        ("arg(gain,strikes_first,0)", {"unit": "alpha", "gain": "strikes first"}),
        ("arg(lose,airborne,0)", {"unit": "alpha", "lose": "airborne"}),
        ("arg(gain,disabled,0)", {"unit": "alpha", "gain": "disabled"}),
        ("arg(controller,south,0)", {"unit": "alpha", "controller": "south"}),
        ("arg(to,(1,loc(void,1)),0)", {"unit": "alpha", "to": "void 1"}),
        ("arg(terrain,water,0)", {"site": 1, "terrain": "water"}),
        ("arg(destroy,true,0)", {"site": 1, "destroy": True}),
    ],
)
def test_an_effect_that_is_asked_about_is_written_as_an_event(asked, atom, told):
    found = asked.find([atom], names=NAMES | {"event", "asked"})
    assert found.status == FOUND
    _, (event,) = decode(found.atoms, SCOPE.units)
    assert event.to_data() == {"effect": told}
