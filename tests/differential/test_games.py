"""Random games, played by the rules programs and by the second engine: no answer may differ."""

import pytest

from tests.differential.games import games
from tests.differential.walking import walks


def test_games():
    found = games(range(100, 104), count=16, depth=10)
    assert not found, "\n\n".join(found[:3])


@pytest.mark.parametrize("seed", range(200, 202))
def test_walks(seed):
    compared = walks(seed, count=40, depth=10)
    assert compared.lines > 30
    assert compared.positions > 5 * compared.lines
    assert not compared.found, "\n\n".join(compared.found[:3])
