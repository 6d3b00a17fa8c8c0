"""The second engine: readings that nothing else in its tests tells apart, both values each."""

from __future__ import annotations

from typing import Any

import reference as R
from reference.scenes import Plain, attack, defend, illegal, moved, north, passes, realm, result, south


def both(position: Plain, reading: str, ask: Any) -> list[Any]:
    """The answers under every value of a reading, the default first."""
    return [ask({**position, "readings": {reading: value}}) for value in R.READINGS[reading]]


def effect(name: str, **what: Any) -> Plain:
    return {"effect": {"unit": name, **what}}


def test_stay_choice() -> None:
    position = realm({"a": north(8, 1), "b": south(8), "c": south(8), "d": south(8)})
    go = [moved("a"), attack("a", "b"), defend("c", original="leaves")]
    again = [*go, defend("d", original="stays")]
    assert both(position, "stay_choice", lambda p: R.check(p, again)["legal"]) == [False, True]
    assert illegal(position, *again) == ["no_original"]
    last = {**position, "readings": {"stay_choice": "last_join"}}
    strike = {"strike": {"assign": {"a": {"b": 1}}}}
    assert result(last, *again, passes("south"), strike)["struck"] == ["a", "b", "c", "d"]


def test_stealth_when() -> None:
    position = realm({"a": north(8, 3, "stealth"), "b": south(8), "c": south(8)})
    go = [moved("a"), attack("a", "b"), effect("a", lose="stealth"), defend("c", original="leaves")]
    assert both(position, "stealth_when", lambda p: R.check(p, go)["legal"]) == [True, False]


def test_who_changed_sides() -> None:
    position = realm({"a": north(8, 1), "b": south(8), "c": south(8)})
    turned = [moved("a"), attack("a", "b"), effect("b", controller="north"), passes("south")]
    assert both(position, "target_changed_sides", lambda p: result(p, *turned)["struck"]) == [[], ["a", "b"]]
    go = [moved("a"), attack("a", "b"), defend("c", original="leaves"), effect("c", controller="north")]
    ask = [*go, passes("south")]
    assert both(position, "defender_changed_sides", lambda p: result(p, *ask)["struck"]) == [["a", "c"], []]


def test_disabled_on_arrival() -> None:
    units = {"a": north(8, 1), "b": south(8), "c": south(9, 3, "waterbound")}
    position = realm(units, {9: {"terrain": "water"}})
    go = [moved("a"), attack("a", "b"), defend("c", "surface 8", original="leaves"), passes("south")]
    assert both(position, "disabled_on_arrival", lambda p: result(p, *go)["struck"]) == [["c"], ["a", "b"]]


def test_carried_defends() -> None:
    units = {"a": north(8), "b": south(8), "steed": south(9), "c": south(9, carried_by="steed")}
    go = [moved("a"), attack("a", "b"), defend("c", "surface 8", original="leaves")]
    assert both(realm(units), "carried_defends", lambda p: R.check(p, go)["legal"]) == [True, False]


def test_prevented_site_strike() -> None:
    position = realm({"a": north(8, 2)}, {8: {"controller": "south", "ward": True}})
    go = [moved("a"), attack("a", "site 8")]
    ask = both(position, "prevented_site_strike", lambda p: result(p, *go)["successful_attack"])
    assert ask == [False, True]


def test_defending_player() -> None:
    position = {**realm({"a": north(8), "b": south(8), "c": south(8)}), "edition": "codex-2026-01"}
    go = [moved("a"), attack("a", "b"), effect("b", controller="north"), defend("c")]
    chosen = [*go, {"original": {"unit": "b", "choice": "stays", "by": "south"}}]
    assert both(position, "defending_player", lambda p: R.check(p, chosen)["legal"]) == [True, False]
    newest = {**position, "edition": "codex-2026-07"}
    assert both(newest, "defending_player", lambda p: R.check(p, chosen)["legal"]) == [True, True]


def test_dodge_roll_window() -> None:
    units: Plain = {"k": {"card": "Sir Kay", "controller": "north", "at": "surface 8"}, "b": south(8, 2)}
    position = realm(units, hands={"south": ["Dodge Roll"]})
    roll = {"cast": {"player": "south", "card": "Dodge Roll", "unit": "b", "to": "surface 9"}}
    kay: Plain = {"resolve": {"source": "k", "choice": {}}}
    go = [moved("k"), attack("k", "b")]
    late = [*go, kay, roll]
    assert both(position, "dodge_roll_window", lambda p: R.check(p, late)["legal"]) == [False, True]
    assert both(position, "dodge_roll_window", lambda p: R.check(p, [*go, roll])["legal"]) == [True, True]
    assert R.check(position, [*go, passes("south"), kay])["legal"]


def golem(at: int, **units: Plain) -> Plain:
    start: Plain = {"g": {"card": "Crave Golem", "controller": "north", "at": f"surface {at}"}, **units}
    return realm(start, active="south")


def choices(position: Plain) -> list[Plain]:
    begun = R.step(position, {"begin_turn": {"player": "north"}})
    assert isinstance(begun, dict)
    return [event["resolve"]["choice"] for event in R.legal_events(begun)]


def test_golem_closest() -> None:
    position = golem(1, near=south(3, 1, "airborne"), far=south(16, 1))
    assert both(position, "golem_closest", choices) == [[{"path": ["surface 6"]}], [{"path": ["surface 2"]}]]


def test_golem_allied_stealth() -> None:
    position = golem(8, own=north(8, 1, "stealth"))
    attackable = {"target": "own", "path": []}
    found = both(position, "golem_allied_stealth", choices)
    assert found[0] == [{}]
    assert attackable in found[1]
    assert all(c["target"] == "own" for c in found[1])


def test_ward_against_card_attack() -> None:
    position = golem(8, b=south(8, 1, "ward"))
    go: list[Plain] = [
        {"begin_turn": {"player": "north"}},
        {"resolve": {"source": "g", "choice": {"target": "b", "path": []}}},
    ]

    def struck(p: Plain) -> Any:
        return R.check(p, go).get("result", {}).get("struck")

    assert both(position, "ward_against_card_attack", struck) == [["b", "g"], None]


def test_the_two_counterfactuals() -> None:
    position = realm({"a": north(8), "b": south(8), "c": south(8)}, {8: {"controller": "south"}})
    gone = [moved("a"), attack("a", "b"), effect("b", to="surface 9"), passes("south")]
    assert both(position, "target_left", lambda p: result(p, *gone)["struck"]) == [[], ["site 8"]]
    go = [
        moved("a"),
        attack("a", "b"),
        defend("c", original="leaves"),
        effect("c", kill=True),
        passes("south"),
    ]
    assert both(position, "removed_target", lambda p: result(p, *go)["struck"]) == [[], ["a", "b"]]
