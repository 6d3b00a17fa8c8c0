"""Random games, played by the rules programs and by the second engine: no answer may differ."""

import pytest

from tests.differential.comparing import games


@pytest.mark.parametrize("seed", range(100, 106))
def test_games(seed):
    found = games(seed, count=40, depth=10)
    assert not found, "\n\n".join(found[:3])
