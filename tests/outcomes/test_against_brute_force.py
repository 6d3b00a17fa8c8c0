"""Every end of an attack against what a naive count finds, one event at a time."""

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

from solver_bridge import Position, check
from solver_bridge.answers import LegalAttack, attacks
from solver_bridge.conversation import talk
from solver_bridge.events import BeginTurn, MoveAndAttack
from solver_bridge.outcomes import Outcomes, outcomes_talk
from solver_bridge.sequence import Sequence
from tests.reference import answers as reference
from tests.reference.scenes import some_position

LAND = {3: {"controller": "north"}, 7: {"controller": "south"}, 8: {"controller": "south"}, 9: {}}


def scene(units: Mapping[str, Any], **more: Any) -> Position:
    return Position.from_data({"active": "north", "sites": LAND, **more, "units": dict(units)})


def unit(player: str, at: int, power: Any, *abilities: str, **more: Any) -> dict[str, Any]:
    return {"controller": player, "at": f"surface {at}", "power": power, "abilities": list(abilities), **more}


SCENES = {
    "an undefended site": (scene({"troll": unit("north", 3, 3)}), "troll", "site 8"),
    "a site and one defender": (
        scene(
            {
                "troll": unit("north", 3, 3),
                "scout": unit("south", 7, 1),
                "king": unit("south", 3, 1, type="avatar", life=2),
            }
        ),
        "troll",
        "site 8",
    ),
    "two defenders and a split": (
        scene({"troll": unit("north", 3, 3), "page": unit("south", 8, 2), "scout": unit("south", 7, 1)}),
        "troll",
        "page",
    ),
    "first strikes and a ward": (
        scene(
            {
                "knight": unit("north", 8, 2, "lance"),
                "page": unit("south", 8, 2, "ward"),
                "scout": unit("south", 8, 1, "strikes first"),
            }
        ),
        "knight",
        "page",
    ),
    "a wisp and Sir Kay": (
        scene(
            {
                "kay": unit("north", 8, 4, card="Sir Kay"),
                "wisp": unit("south", 8, 1, "voidwalk", card="Wills-o'-the-Wisp"),
            },
            sites={8: {"controller": "south"}, 9: {}},
        ),
        "kay",
        "wisp",
    ),
    "a Dodge Roll": (
        scene(
            {"captain": unit("north", 8, 3, card="Captain Baldassare"), "page": unit("south", 8, 1)},
            hands={"south": ["Dodge Roll"]},
        ),
        "captain",
        "page",
    ),
}


def explored(position: Position, unit: str, target: str) -> Outcomes:
    attack = next(a for a in attacks(position, unit).attacks if a.target == target)
    _, found = talk(outcomes_talk(position, attack.events))
    assert found is not None
    assert found.complete
    return found


class BruteForce:
    """Tries every legal event with Position.apply, and asks `check` for the result of each whole line."""

    def __init__(self, position: Position, attack: LegalAttack) -> None:
        self.start = position
        self.before = attack.events
        self.results: set[str] = set()
        self.positions: dict[str, int] = {}
        now = position
        for event in attack.events:
            now = now.apply(event)
        self.lines = self.count(now, ())

    def count(self, now: Position, taken: tuple[Any, ...]) -> int:
        key = json.dumps(now.to_data(), sort_keys=True)
        self.positions[key] = self.positions.get(key, 0) + 1
        events = [e for e in now.legal_events() if not isinstance(e, BeginTurn | MoveAndAttack)]
        if events:
            return sum(self.count(now.apply(event), (*taken, event)) for event in events)
        line = check(Sequence(position=self.start, events=(*self.before, *taken)))
        assert line.legal
        self.results.add(json.dumps(line.result, sort_keys=True))
        return 1


@pytest.mark.parametrize("name", SCENES)
def test_counts_and_ends_are_those_of_a_naive_count(name: str) -> None:
    position, unit, target = SCENES[name]
    found = explored(position, unit, target)
    attack = next(a for a in attacks(position, unit).attacks if a.target == target)
    naive = BruteForce(position, attack)
    assert found.lines == naive.lines
    assert found.states == len(naive.positions)
    assert {json.dumps(o.result, sort_keys=True) for o in found.outcomes} == naive.results
    assert {json.dumps(p.to_data(), sort_keys=True) for p in found.positions()} == set(naive.positions)


@pytest.mark.parametrize("name", SCENES)
def test_each_line_leads_to_its_end(name: str) -> None:
    position, unit, target = SCENES[name]
    attack = next(a for a in attacks(position, unit).attacks if a.target == target)
    found = explored(position, unit, target)
    assert len({json.dumps(o.result, sort_keys=True) for o in found.outcomes}) == len(found.outcomes)
    for outcome in found.outcomes:
        line = check(Sequence(position=position, events=(*attack.events, *outcome.line)))
        assert line.legal
        assert not any(judged.supplied for judged in line.events)
        assert line.result == outcome.result


@pytest.mark.parametrize("seed", range(6))
def test_ends_and_lines_are_those_of_the_second_engine(seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    while compared < 3:
        data = some_position(rng)
        data["readings"] = {}
        for one in data["units"].values():
            one.pop("carried_by", None)
        data["sites"] = {n: {k: v for k, v in s.items() if v != "Field"} for n, s in data["sites"].items()}
        position = Position.from_data(data)
        known = attacks(position).attacks
        if not known:
            continue
        attack = rng.choice(known)
        _, found = talk(outcomes_talk(position, attack.events, limit=200))
        assert found is not None
        if not found.complete:
            continue
        events = [event.to_data() for event in attack.events]
        other = reference.all_outcomes(json.loads(json.dumps(data), object_hook=_numbers), events)
        assert found.lines == other["lines"], (data, events)
        mine = {_plain(outcome.result) for outcome in found.outcomes}
        assert mine == {_plain(outcome["result"]) for outcome in other["outcomes"]}, (data, events)
        compared += 1


def _plain(result: Any) -> str:
    if result is not None:
        result = {**result, "effects": [e if isinstance(e, str) else e["source"] for e in result["effects"]]}
        result = {key: sorted(value) if isinstance(value, list) else value for key, value in result.items()}
    return json.dumps(result, sort_keys=True)


def _numbers(data: dict[str, Any]) -> dict[Any, Any]:
    return {int(key) if key.isdigit() else key: value for key, value in data.items()}
