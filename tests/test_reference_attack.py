"""The second engine against the sources, from joining an attack to its end."""

from __future__ import annotations

import pytest
import reference as R
from reference.scenes import (
    Plain,
    attack,
    avatar,
    defend,
    illegal,
    moved,
    north,
    passes,
    places,
    realm,
    result,
    south,
    surfaces,
)


def test_joining() -> None:
    units = {"a": north(8, 5), "b": south(8, 2), "c": south(9, 4)}
    go = [moved("a"), attack("a", "b")]
    left = result(realm(units), *go, defend("c", "surface 8", original="leaves"))
    assert (left["defenders"], left["struck"], left["dead"]) == (["c"], ["a", "c"], ["c"])
    both = [*go, defend("c", "surface 8", original="stays")]
    killed = result(realm(units), *both, {"strike": {"assign": {"a": {"b": 1, "c": 4}}}})
    assert killed["dead"] == ["a", "c"]
    too_much = {"strike": {"assign": {"a": {"b": 2, "c": 4}}}}
    assert illegal(realm(units), *both, passes("south"), too_much) == ["bad_split"]
    assert R.check(
        realm(units), [*go, defend("c", "surface 8"), {"original": {"unit": "b", "choice": "stays"}}]
    )["legal"]


def test_a_defended_site_leaves_the_attack() -> None:
    units = {"a": north(8, 3, "strikes first"), "c": south(9), "s": avatar("south", 18), "d": south(8)}
    position = realm(units, {8: {"controller": "south"}})
    go = [moved("a"), attack("a", "site 8")]
    found = result(position, *go, defend("c", "surface 8"), passes("south"))
    assert (found["struck"], found["dead"], found["life"], found["successful_attack"]) == (
        ["c"],
        ["c"],
        {"south": 20},
        False,
    )
    struck = result(position, *go, passes("south"))
    assert (struck["life"], struck["successful_attack"], struck["struck"]) == (
        {"south": 17},
        True,
        ["site 8"],
    )
    assert illegal(position, *go, defend("c", "surface 8", original="stays")) == ["no_original"]


def test_zero_power_and_wards_at_a_site() -> None:
    base = {"s": avatar("south", 18)}
    site: Plain = {8: {"controller": "south"}}
    zero = realm({"a": north(8, 0), **base}, site)
    go = [moved("a"), attack("a", "site 8")]
    assert result(zero, *go)["successful_attack"]
    assert not result({**zero, "edition": "codex-2026-05"}, *go)["successful_attack"]
    old = {**zero, "edition": "codex-2026-01", "readings": {"zero_power_success": "yes"}}
    assert result(old, *go)["successful_attack"]
    warded = realm({"a": north(8, 2), **base}, {8: {"controller": "south", "ward": True}})
    found = R.check(warded, go)
    assert not found["result"]["successful_attack"]
    assert found["result"]["life"] == {"south": 20}
    assert "ward" not in found["position"]["sites"][8]


def test_the_wisp_evades() -> None:
    units = {"a": north(8), "w": {"card": "Wills-o'-the-Wisp", "controller": "south", "at": "surface 8"}}
    position = realm(units, {7: {"controller": "south"}, 20: None, 14: None})
    go = [moved("a"), attack("a", "w")]
    away = result(position, *go, {"resolve": {"source": "w", "choice": {"to": "void 14"}}})
    assert away == {
        "attacked": "w",
        "defenders": [],
        "struck": [],
        "dead": [],
        "life": {},
        "effects": [],
        "successful_attack": False,
        "lost": [],
    }
    assert illegal(position, *go, {"resolve": {"source": "w", "choice": {"to": "void 20"}}}) == ["bad_choice"]
    stay = result(position, *go, {"decline": {"source": "w"}})
    assert stay["dead"] == ["w"]


def test_kay_and_baldassare() -> None:
    units = {
        "k": {"card": "Sir Kay", "controller": "north", "at": "surface 8"},
        "b": south(8, "3/5"),
        "c": south(8, "4/5"),
        "s": avatar("south", 8),
    }
    position = realm(units)

    def tapped(target: str) -> bool:
        return bool(
            R.check(position, [moved("k"), attack("k", target)])["position"]["units"]["k"].get("tapped")
        )

    assert [tapped(t) for t in ("b", "c", "s")] == [True, True, True]
    weak = realm({**units, "w": south(8, "1/6")})
    assert "tapped" not in R.check(weak, [moved("k"), attack("k", "w")])["position"]["units"]["k"]
    captain = realm(
        {"c": {"card": "Captain Baldassare", "controller": "north", "at": "surface 8"}, "b": south(8)}
    )
    assert result(captain, moved("c"), attack("c", "b"))["effects"] == ["c"]


def test_orders() -> None:
    units = {
        "c": {"card": "Captain Baldassare", "controller": "north", "at": "surface 8"},
        "w": {"card": "Wills-o'-the-Wisp", "controller": "south", "at": "surface 8"},
    }
    reached = R.check(realm(units), [moved("c"), attack("c", "w")])["position"]
    assert R.orders(reached) == [["w", "c"]]
    south_turn = R.check(realm(units, active="south"), [{"begin_turn": {"player": "north"}}])
    assert south_turn["legal"]


def test_dodge_roll() -> None:
    units = {"a": north(8), "b": south(8, 2), "s": avatar("south", 18)}
    position = realm(units, {3: None, 9: {}}, hands={"south": ["Dodge Roll"]})
    go = [moved("a"), attack("a", "b")]
    roll = {"player": "south", "card": "Dodge Roll", "unit": "b"}
    found = R.check(position, [*go, {"cast": {**roll, "to": "surface 9"}}])
    assert found["result"]["struck"] == []
    assert found["position"]["units"]["b"]["at"] == "surface 9"
    for to in ("void 3", "surface 14", "surface 8"):
        assert illegal(position, *go, {"cast": {**roll, "to": to}}) == ["bad_choice"]
    poor = {**position, "affinity": {"south": {"water": 1}}}
    assert illegal(poor, *go, {"cast": {**roll, "to": "surface 9"}}) == ["not_now"]
    pinned = realm({**units, "b": south(8, 2, immobile=True)}, hands={"south": ["Dodge Roll"]})
    stays = R.check(pinned, [*go, {"cast": {**roll, "to": "surface 9"}}])
    assert (stays["legal"], stays["result"]["struck"]) == (True, ["a", "b"])
    assert illegal(pinned, *go, {"cast": {**roll, "to": "void 3"}}) == ["bad_choice"]
    forced = {**pinned, "readings": {"dodge_roll_movement": "forced"}}
    assert R.check(forced, [*go, {"cast": {**roll, "to": "surface 9"}}])["legal"]


def test_lance() -> None:
    units = {"a": north(8), "b": south(8, 2, lance=True)}
    found = R.check(realm(units), [moved("a"), attack("a", "b")])
    assert (found["result"]["dead"], found["position"]["units"]["b"]["lance"]) == (["a"], 0)
    many = {"a": north(8, "3/5", lance=1), "b": south(8), "c": south(8, 1)}
    go = [moved("a"), attack("a", "b"), defend("c", original="stays"), passes("south")]
    done = result(realm(many), *go, {"strike": {"assign": {"a": {"b": 3, "c": 1}}}})
    assert done["dead"] == ["b", "c"]
    assert done["struck"] == ["b", "c"]
    each = {**realm(many), "readings": {"lance_split": "on_each"}}
    assert result(each, *go, {"strike": {"assign": {"a": {"b": 3, "c": 0}}}})["dead"] == ["b", "c"]


def test_ward_lethal_and_zero() -> None:
    warded = realm({"a": north(8, 1, "lethal"), "b": south(8, 5, "ward")})
    found = R.check(warded, [moved("a"), attack("a", "b")])
    assert (found["result"]["dead"], found["position"]["units"]["b"]["ward"]) == (["a"], False)
    assert result(realm({"a": north(8, "1/9", "lethal"), "b": south(8, 5)}), moved("a"), attack("a", "b"))[
        "dead"
    ] == ["b"]
    assert result(realm({"a": north(8, 0), "b": south(8, 0)}), moved("a"), attack("a", "b"))["dead"] == []


def test_deaths_door() -> None:
    units = {"a": avatar("north", 8, 1, 0), "b": avatar("south", 8, 1, 0)}
    found = result(realm(units), moved("a"), attack("a", "b"))
    assert (found["lost"], found["dead"]) == (["north", "south"], ["a", "b"])
    units["b"]["deaths_door"] = "this_turn"
    assert result(realm(units), moved("a"), attack("a", "b"))["lost"] == ["north"]
    site = realm({"a": north(8), "b": avatar("south", 9, 1, 0)}, {8: {"controller": "south"}})
    assert result(site, moved("a"), attack("a", "site 8"), passes("south"))["lost"] == []


def test_intercepting() -> None:
    units = {
        "a": north(8, 3, "airborne"),
        "b": south(9),
        "bow": south(9, 2, "ranged 1"),
        "c": south(10),
        "bird": south(9, 1, "airborne"),
        "t": south(9, tapped=True),
    }
    answer = R.interceptors(realm(units), "a", ["surface 9"])
    assert [row["unit"] for row in answer["interceptors"]] == ["bird", "bow"]
    assert {row["unit"]: row["reasons"] for row in answer["excluded"]} == {
        "b": ["airborne"],
        "c": ["elsewhere", "airborne"],
        "t": ["tapped", "airborne"],
    }
    go = [moved("a", "surface 9"), {"decline_attack": {"unit": "a"}}]
    found = result(
        realm(units),
        *go,
        {"intercept": {"unit": "bow"}},
        {"intercept": {"unit": "bird"}},
        passes("south"),
        {"strike": {"assign": {"a": {"bow": 2, "bird": 1}}}},
    )
    assert (found["attacked"], found["defenders"], found["dead"]) == (
        None,
        ["bird", "bow"],
        ["a", "bird", "bow"],
    )


def test_editions_and_a_defender_that_left() -> None:
    units = {"a": north(8), "b": south(8, 1), "c": south(8, 2)}
    go = [
        moved("a"),
        attack("a", "b"),
        defend("c", original="leaves"),
        {"effect": {"unit": "c", "to": "surface 9"}},
        passes("south"),
    ]
    assert result(realm(units), *go)["struck"] == []
    assert result({**realm(units), "edition": "codex-2026-01"}, *go)["struck"] == ["a", "c"]


def test_readings_of_the_attack() -> None:
    units = {"a": north(8), "b": south(8, 2), "c": south(8, 2)}
    go = [moved("a"), attack("a", "b"), {"effect": {"unit": "b", "to": "surface 9"}}]

    def under(reading: str, value: str) -> Plain:
        return {**realm(units), "readings": {reading: value}}

    assert R.check(realm(units), [*go, defend("c", original="leaves")])["legal"]
    assert illegal(under("defend_after_target_left", "no"), *go, defend("c")) == ["undefendable"]
    follows = under("attack_location", "follows_target")
    assert R.check(follows, [*go, defend("c", "surface 9", original="stays")])["legal"]
    assert illegal(follows, *go, defend("c")) == ["out_of_range"]
    killed = [moved("a"), attack("a", "b"), {"effect": {"unit": "a", "kill": True}}]
    assert result(realm(units), *killed, passes("south"))["struck"] == []
    assert result(under("attacker_gone", "ends_at_once"), *killed)["dead"] == ["a"]
    assert illegal(under("attacker_gone", "ends_at_once"), *killed, passes("south")) == ["not_now"]
    again = [
        moved("a"),
        attack("a", "b"),
        defend("c", original="leaves"),
        {"effect": {"unit": "c", "untap": True}},
    ]
    assert R.check(realm(units), [*again, defend("c")])["legal"]
    assert illegal(under("defend_twice", "no"), *again, defend("c")) == ["cannot_defend"]


def test_a_site_that_changed() -> None:
    units = {"a": north(8), "s": avatar("south", 18)}
    position = realm(units, {8: {"controller": "south"}})
    go = [moved("a"), attack("a", "site 8"), {"effect": {"site": 8, "destroy": True}}, passes("south")]
    assert result(position, *go)["struck"] == []
    still = {**position, "readings": {"site_changed": "still_struck"}}
    assert result(still, *go)["struck"] == ["site 8"]


def test_carrying() -> None:
    units = {"steed": north(7, 3, "voidwalk", "movement 1"), "troll": north(7, carried_by="steed")}
    position = realm(units, {8: None, 9: None})
    gone = R.check(position, [moved("steed", "void 8")])["position"]["units"]
    assert gone["troll"]["at"] == "void 8"
    there = realm(
        {**units, "steed": north("void 8", 3, "voidwalk"), "troll": north("void 8", carried_by="steed")},
        {8: None, 9: None},
    )
    assert places(there, "troll") == {"void 8", *surfaces(3, 7, 13)}
    off = R.check(there, [moved("troll", "surface 7")])["position"]["units"]
    assert "carried_by" not in off["troll"]
    dead = realm(
        {**units, "troll": north("void 8", carried_by="steed"), "steed": north("void 8", 3)}, {8: None}
    )
    assert R.check(dead, [])["position"]["gone"] == ["steed", "troll"]


def test_crave_golem() -> None:
    golem = {"card": "Crave Golem", "controller": "north", "at": "surface 8", "tapped": True}
    units = {"g": golem, "own": north(9, 1), "foe": south(3, 1), "s": avatar("south", 8)}
    position = realm(units)
    events = R.check(position, [{"begin_turn": {"player": "south"}}])
    reached = events["position"]
    choices = [e["resolve"]["choice"] for e in R.legal_events(reached)]
    assert choices == [{"target": "foe", "path": ["surface 3"]}, {"target": "own", "path": ["surface 9"]}]
    go = [{"begin_turn": {"player": "south"}}, {"resolve": {"source": "g", "choice": choices[1]}}]
    found = R.check(position, [*go, defend("s", "surface 9", original="leaves"), passes("south")])
    assert found["result"]["struck"] == ["g", "s"]
    far = realm({"g": {**golem, "at": "surface 1"}, "foe": south(13, 1)})
    step = R.legal_events(R.check(far, [{"begin_turn": {"player": "south"}}])["position"])
    assert [e["resolve"]["choice"] for e in step] == [{"path": ["surface 2"]}, {"path": ["surface 6"]}]


def test_marks_are_lost_for_good() -> None:
    position = realm({"u": north(8, 3, "stealth", "waterbound", "movement 1")}, {8: {"terrain": "water"}})
    found = R.check(position, [moved("u", "surface 9", "surface 8")])
    assert found["events"][0]["not_taken"] == [{"step": "surface 8", "reasons": ["disabled", "out_of_steps"]}]
    assert found["position"]["units"]["u"]["stealth"] is False


def test_supplied_events_are_only_forced_ones() -> None:
    position = realm({"a": north(8), "b": south(8), "c": south(8)})
    answer = R.check(position, [moved("a"), attack("a", "b")])
    assert answer["position"]["attack"]["phase"] == "defend"
    assert "result" not in answer
    alone = R.check(realm({"a": north(8), "b": south(8)}), [moved("a"), attack("a", "b")])
    assert [next(iter(e["event"])) for e in alone["events"] if e["supplied"]] == ["pass", "strike"]


def test_unusable() -> None:
    for broken in (
        {"active": "west"},
        {"active": "north", "edition": "x"},
        {"active": "north", "readings": {"x": "y"}},
    ):
        with pytest.raises(R.Unusable):
            R.legal_events(broken)
    with pytest.raises(R.Unusable):
        R.step(realm({}), moved("nobody"))
