"""Every property over two whole scopes: the full realm with two units, and six squares with three."""

import pytest

from solver_bridge.proving.claims import PROPERTIES, shipped
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.verify import IMAGES, INDUCTION, PROVED, verify
from solver_bridge.proving.workers import Here

SCOPES = (Scope(units=2, width=5, height=4), Scope(units=3, width=3, height=2))
APART = ("range_agrees", "golem_attacks")
"""Properties that take long, each in a test of its own, so that tests beside one another take about as long."""

CLAIMS = {claim.name: [claim] for claim in shipped(PROPERTIES) if claim.name in APART}
CLAIMS["the rest"] = [claim for claim in shipped(PROPERTIES) if claim.name not in APART]


@pytest.mark.parametrize("name", CLAIMS)
@pytest.mark.parametrize("scope", SCOPES, ids=lambda scope: f"{scope.units} units {scope.squares}")
def test_every_property_is_proved_over_the_whole_scope(scope, name):
    found = {verdict.claim: (verdict.status, verdict.method) for verdict in verify(CLAIMS[name], scope, Here())}
    assert found == {claim: (PROVED, IMAGES if claim.images else INDUCTION) for claim in CLAIMS[name]}


def test_nothing_is_left_out():
    assert sum(map(len, CLAIMS.values())) == len(shipped(PROPERTIES))
    assert all(scope.effects == 1 and not scope.allowed for scope in SCOPES)
