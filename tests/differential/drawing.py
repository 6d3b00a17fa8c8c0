"""Events drawn by chance: mostly listed ones, sometimes effects, sometimes such as may not be legal."""

import json
import random
from typing import Any

from tests.reference import attack as attacking
from tests.reference.ongoing import below, top
from tests.reference.position import State
from tests.reference.realm import ORDER, REGION_OF, REGIONS, SQUARE_OF, shifted
from tests.reference.scenes import some_effect

__all__ = ["choose", "some_path"]

Plain = dict[str, Any]


def choose(rng: random.Random, state: State, listed: list[Plain]) -> Plain | None:
    """Choose an event: mostly a listed one, sometimes an effect, sometimes one that may not be legal."""
    if not state.units:
        return None
    dice = rng.random()
    if dice < 0.15:
        return some_effect(rng, state)
    if dice < 0.35 or not listed:
        return _wild(rng, state)
    event = json.loads(json.dumps(rng.choice(listed)))
    fields = event.get("defend")
    if fields is not None and attacking.asks(state):
        for given in ("original", "by"):
            fields.pop(given, None)
        if rng.random() < 0.7:
            fields["original"] = rng.choice(["stays", "leaves"])
    return event


def some_path(rng: random.Random, state: State, unit: str) -> list[Any]:
    """Draw a path of up to four entries: most are next to the one before, some are it, or anywhere."""
    at = [*state.units[unit].at]
    path: list[Any] = []
    while rng.random() < 0.6 and len(path) < 4:
        dice = rng.random()
        if dice < 0.85:
            at = _next_to(rng, state, at)
        elif dice < 0.95:
            at = [_somewhere(rng, state)]
        path.append(at[0] if len(at) == 1 else sorted(at, key=ORDER.__getitem__))
    return path


def _next_to(rng: random.Random, state: State, at: list[str]) -> list[str]:
    ways = [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (0, -1), (0, 1), (-1, 1), (1, -1), (1, 1), (-1, -1)]
    down, right = rng.choice(ways)
    squares = [shifted(SQUARE_OF[place], down, right) for place in at]
    if None in squares:
        return at
    under = (REGION_OF[at[0]] in ("underground", "underwater")) != (
        rng.random() < (0.15 if (down, right) != (0, 0) else 0.9)
    )
    return [(below if under else top)(state, square) for square in squares if square is not None]


def _somewhere(rng: random.Random, state: State) -> str:
    square = rng.choice([*state.sites, *range(1, 21)] if rng.random() < 0.5 else [*state.sites] or [8])
    return (
        rng.choice([top, top, below])(state, square)
        if rng.random() < 0.9
        else f"{rng.choice(REGIONS)} {square}"
    )


def _wild(rng: random.Random, state: State) -> Plain:
    """Draw an event that may not be legal; half of them are of a kind that is due."""
    units = [*state.units]
    unit = rng.choice(units)
    if (
        state.attack is not None
        and state.attack.unit in units
        and state.phase == "moved"
        and rng.random() < 0.7
    ):
        unit = state.attack.unit
    other = rng.choice([*units, f"site {rng.choice([*state.sites] or [8])}"])
    player = rng.choice(["north", "south"])
    place = _somewhere(rng, state)
    named = [*state.units[unit].at, *(state.units[other].at if other in units else ()), place]
    events: list[Plain] = [
        {"move_and_attack": {"unit": unit, "path": some_path(rng, state, unit)}},
        {"attack": {"unit": unit, "target": other}},
        {"attack": {"unit": unit, "target": other, "at": rng.choice(named)}},
        {"defend": {"unit": unit, "path": some_path(rng, state, unit)}},
        {"original": {"unit": unit, "choice": rng.choice(["stays", "leaves"])}},
        {"intercept": {"unit": unit}},
        {"pass": {"player": player}},
        {"decline_attack": {"unit": unit}},
        {"resolve": {"source": unit, "choice": {"to": place}}},
        {
            "resolve": {
                "source": unit,
                "choice": {"target": rng.choice(units), "path": some_path(rng, state, unit)},
            }
        },
        {"decline": {"source": unit}},
        {"cast": {"player": player, "card": "Dodge Roll", "unit": unit, "to": place}},
        {"begin_turn": {"player": player}},
        {
            "strike": {
                "assign": {
                    unit: {
                        name: rng.randint(0, 4)
                        for name in rng.sample(units, rng.randint(1, min(3, len(units))))
                    }
                }
            }
        },
    ]
    due = _DUE.get(state.phase, ())
    if rng.random() < 0.5:
        events = [event for event in events if not due or next(iter(event)) in due]
    return rng.choice(events)


_DUE = {
    "idle": ("move_and_attack",),
    "moved": ("attack",),
    "triggers": ("resolve", "decline", "cast"),
    "defend": ("defend",),
    "original": ("original",),
    "intercept": ("intercept",),
    "fight": ("strike",),
    "golem": ("resolve",),
}
"""What kinds of events the second engine's phases ask for."""
