"""The second engine against itself on random positions."""

from __future__ import annotations

import json
import random

import pytest
import reference as R
from reference.scenes import some_effect, some_position


@pytest.mark.parametrize("seed", range(150))
def test_random_play(seed: int) -> None:
    """Listed events are legal, plain data reads back, and nobody stands where it cannot live."""
    rng = random.Random(seed)
    state = R.read(some_position(rng))
    for _ in range(25):
        if rng.random() < 0.1 and state.units:
            event = some_effect(rng, state)
        else:
            events = R.legal_events(state)
            if not events:
                break
            event = rng.choice(events)
        after, skipped = R.apply(state, event)
        if isinstance(after, list):
            assert "effect" in event, (event, after)
            continue
        assert not skipped, event
        again = R.read(json.loads(json.dumps(R.dump(after))))
        assert R.observe(again) == R.observe(after), event
        assert again.key() == after.key()
        assert R.legal_events(again) == R.legal_events(after)
        state = after
