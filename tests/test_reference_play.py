"""The second engine against itself on random positions."""

from __future__ import annotations

import json
import random

import pytest
import reference as R
from reference.movement import repeats, steps, take_path, walk
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


def all_paths(
    state: R.State, name: str, so_far: tuple[tuple[str, ...], ...] = ()
) -> list[tuple[tuple[str, ...], ...]]:
    """Every path whose steps are all taken, by trying each possible next location."""
    found = [so_far]
    after, _ = take_path(state, name, so_far)
    if name not in after.units or len(so_far) > 3:
        return found
    for there in steps(after, name):
        longer = (*so_far, there)
        if not repeats(state.units[name].at, longer) and not take_path(state, name, longer)[1]:
            found += all_paths(state, name, longer)
    return found


@pytest.mark.parametrize("seed", range(60))
def test_walking_finds_every_end(seed: int) -> None:
    """The search for ends of a movement agrees with trying every path."""
    state = R.read(some_position(random.Random(seed)))
    for name, u in state.units.items():
        if any(word.startswith("moves freely") for word in u.abilities):
            continue
        tried: dict[object, int] = {}
        for path in all_paths(state, name):
            after, _ = take_path(state, name, path)
            end = (path[-1] if path else u.at, after.key())
            tried[end] = min(len(path), tried.get(end, 99))
        assert tried == {(end.at, end.state.key()): len(end.path) for end in walk(state, name)}


@pytest.mark.parametrize("seed", range(150))
def test_answers_agree_with_events(seed: int) -> None:
    """An attack that is listed can be made; one that is barred cannot, for the same reasons."""
    state = R.read(some_position(random.Random(seed)))
    answer = R.attacks(state)
    for row in answer["attacks"] + answer["barred"]:
        go = {"move_and_attack": {"unit": row["unit"], "path": row["path"]}}
        now, skipped = R.apply(state, go)
        if isinstance(now, list):
            assert set(now) <= set(row["reasons"])
            continue
        assert not skipped
        fields = {"unit": row["unit"], "target": row["target"], "at": row["at"]}
        after, _ = R.apply(now, {"attack": fields})
        assert row.get("reasons", []) == (after if isinstance(after, list) else [])
        if isinstance(after, R.State) and after.phase == "defend":
            asked = R.defenders(state, row["unit"], row["target"], row["path"], row["at"])
            able = {next(iter(e.values()))["unit"] for e in R.legal_events(after) if "defend" in e}
            assert able == {d["unit"] for d in asked["defenders"]}
            for excluded in asked["excluded"]:
                event = {"defend": {"unit": excluded["unit"], "path": []}}
                why, _ = R.apply(after, event)
                assert isinstance(why, list)
                assert set(why) - {"out_of_range"} == set(excluded["reasons"]) - {"out_of_range"}


@pytest.mark.parametrize("seed", range(40))
def test_outcomes_end(seed: int) -> None:
    """Every line that outcomes prints can be played, and ends as it says."""
    state = R.read(some_position(random.Random(seed)))
    for row in R.attacks(state)["attacks"][:2]:
        fields = {"unit": row["unit"], "target": row["target"], "at": row["at"]}
        events = [{"move_and_attack": {"unit": row["unit"], "path": row["path"]}}, {"attack": fields}]
        found = R.outcomes(state, events, limit=3000)
        assert found["outcomes"] or not found["complete"]
        for end in found["outcomes"]:
            now = state
            for event in [*events, *end["line"]]:
                after, _ = R.apply(now, event)
                assert isinstance(after, R.State), (event, after)
                now = after
            assert now.result == end["result"]
