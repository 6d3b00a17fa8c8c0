"""Every end of an attack against what a naive count finds, one event at a time."""

import json
import random
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from solver_bridge import Position
from solver_bridge.answers import LegalAttack, attacks
from solver_bridge.conversation import talk, talk_all
from solver_bridge.events import BeginTurn, Event, MoveAndAttack
from solver_bridge.outcomes import Outcomes, outcomes_talk
from solver_bridge.play import follow
from tests.outcomes import naive
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


class Explored(NamedTuple):
    """An attack in a position, and its ends as the program finds them."""

    position: Position
    attack: LegalAttack
    found: Outcomes


@pytest.fixture(scope="module", params=SCENES)
def explored(request: pytest.FixtureRequest) -> Explored:
    """A scene; its tests come one after another, so that it is explored once."""
    position, unit, target = SCENES[request.param]
    attack = next(a for a in attacks(position, unit).attacks if a.target == target)
    _, found = talk(outcomes_talk(position, attack.events))
    assert found is not None
    assert found.complete
    return Explored(position, attack, found)


class BruteForce:
    """Tries every legal event, and asks what `check` does for the result of each whole line."""

    def __init__(self, start: Position, attack: LegalAttack) -> None:
        self.positions: set[str] = set()
        ended: list[tuple[Event, ...]] = []
        now = start
        for event in attack.events:
            now = now.apply(event)
        reached: list[tuple[Position, tuple[Event, ...]]] = [(now, attack.events)]
        while reached:
            self.positions |= {json.dumps(now.to_data(), sort_keys=True) for now, _ in reached}
            ways = []
            for (now, taken), listed in zip(reached, naive.listed([now for now, _ in reached]), strict=True):
                events = [event for event in listed if not isinstance(event, BeginTurn | MoveAndAttack)]
                ways += [(now, (*taken, event)) for event in events]
                ended += [] if events else [taken]
            after = naive.applied([(now, taken[-1]) for now, taken in ways])
            reached = [(now, taken) for now, (_, taken) in zip(after, ways, strict=True)]
        self.lines = len(ended)
        checked = talk_all([follow(start, taken) for taken in ended])
        assert all(line.legal for line in checked)
        self.results = {json.dumps(line.result, sort_keys=True) for line in checked}


def test_counts_and_ends_are_those_of_a_naive_count(explored: Explored) -> None:
    found, tried = explored.found, BruteForce(explored.position, explored.attack)
    assert found.lines == tried.lines
    assert found.states == len(tried.positions)
    assert {json.dumps(o.result, sort_keys=True) for o in found.outcomes} == tried.results
    assert {json.dumps(p.to_data(), sort_keys=True) for p in found.positions()} == tried.positions


def test_each_line_leads_to_its_end(explored: Explored) -> None:
    ends = explored.found.outcomes
    assert len({json.dumps(o.result, sort_keys=True) for o in ends}) == len(ends)
    lines = talk_all([follow(explored.position, (*explored.attack.events, *outcome.line)) for outcome in ends])
    for outcome, line in zip(ends, lines, strict=True):
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
