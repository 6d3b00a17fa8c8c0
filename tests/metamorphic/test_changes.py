"""A position mirrored, renamed, written in another order or with something irrelevant in it has the same answers."""

import json
import random
from collections.abc import Iterable

from solver_bridge.conversation import talk_all
from tests.differential.comparing import many_together
from tests.metamorphic.asking import ask, rows
from tests.metamorphic.changing import Plain, changes, east_west, north_south, shifted
from tests.reference.scenes import some_position

POSITIONS, DEPTH = 5, 4


def scene(rng: random.Random) -> Plain:
    """Give a random position in which no name is that of a player, and the golem, if any, has one location."""
    made = shifted(rng)(some_position(rng))
    made["units"] = {f"avatar {name[0]}" if name in ("north", "south") else name: unit for name, unit in made["units"].items()}
    for unit in made["units"].values():
        if unit.get("card") == "Crave Golem" and isinstance(unit["at"], list):
            del unit["card"]
        if "carried_by" in unit:
            unit["controller"] = made["units"][unit["carried_by"]]["controller"]
    if rng.random() < 0.5:
        _gather(made["units"], rng)
    return made


def _gather(units: Plain, rng: random.Random) -> None:
    """Let most units meet, and some of them have something to say about an attack."""
    small = [unit for unit in units.values() if isinstance(unit["at"], str) and "carried_by" not in unit]
    for unit in small:
        if rng.random() < 0.8:
            unit["at"] = small[0]["at"]
        if unit.get("type") != "avatar":
            unit["card"] = rng.choice(["Sir Kay", "Wills-o'-the-Wisp"])
            unit["abilities"] = [word for word in unit["abilities"] if word not in ("stealth", "landbound", "waterbound")]


def disagreements(seeds: Iterable[int]) -> list[str]:
    """Give what differs, of positions of some seeds, all asked about side by side."""
    scenes: list[Plain] = []
    given: list[random.Random | list[Plain]] = []
    chances: list[random.Random] = []
    for seed in seeds:
        rng = random.Random(seed)
        scenes += [scene(rng) for _ in range(POSITIONS)]
        given += [random.Random(f"{seed} {number}") for number in range(POSITIONS)]
        chances += [rng] * POSITIONS
    return compared(scenes, given, chances)


def compared(scenes: list[Plain], given: list[random.Random | list[Plain]], chances: list[random.Random]) -> list[str]:
    with many_together():
        first = talk_all([ask(each, DEPTH, line) for each, line in zip(scenes, given, strict=True)])
    asked = [
        (title, change, other, trail, found)
        for each, rng, answer in zip(scenes, chances, first, strict=True)
        if answer is not None
        for trail, found in [answer]
        for title, (change, other) in changes(each, rng).items()
    ]
    assert len(asked) >= 5 * len(scenes)
    with many_together():
        second = talk_all([ask(other, DEPTH, change(trail)) for _, change, other, trail, _ in asked])
    said = []
    for (title, change, other, trail, found), answer in zip(asked, second, strict=True):
        if answer is None:
            said.append(f"{title}: unusable: {json.dumps(other)}")
            continue
        for key in found:
            one, two = rows(change(found), change(key)), rows(answer[1], key, change.added)
            if one != two:
                left, right = ([row for row in some if row not in others] for some, others in ((one, two), (two, one)))
                said.append(
                    f"{title}, {key}\n  before, changed: {left}\n  of the changed:  {right}\n"
                    f"  after {json.dumps(change(trail))}\n  of {json.dumps(other)}"
                )
                break
    return said


def test_changes_change_answers_accordingly():
    said = disagreements(range(3))
    assert not said, "\n\n".join(said[:3])


def test_triggers_of_both_players():
    units = {
        "knight": {"card": "Sir Kay", "controller": "north", "at": "surface 8"},
        "lights": {"card": "Wills-o'-the-Wisp", "controller": "south", "at": "surface 8"},
    }
    line: list[Plain] = [
        {"move_and_attack": {"unit": "knight", "path": []}},
        {"attack": {"unit": "knight", "target": "lights"}},
        {"decline": {"source": "lights"}},
        {"resolve": {"source": "knight"}},
    ]
    both = {"active": "north", "sites": {8: {"terrain": "land"}, 9: {"terrain": "land"}}, "units": units}
    assert compared([both], [line], [random.Random(1)]) == []


def test_mirrors():
    assert [east_west(square) for square in (1, 5, 8, 13, 16)] == [5, 1, 8, 13, 20]
    assert [north_south(square) for square in (1, 6, 13, 20)] == [16, 11, 8, 5]
    assert all(north_south(east_west(square)) == 21 - square for square in range(1, 21))
