"""The second engine against the examples of the Codex, and against itself on random positions."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
import reference as R

Plain = dict[str, Any]
LAND = dict.fromkeys(range(1, 21))


def realm(units: Plain, sites: Any = None, active: str = "north", **more: Any) -> Plain:
    """A position full of land sites of nobody, some of them told otherwise."""
    squares: Plain = {s: {} for s in LAND}
    for square, site in (sites or {}).items():
        if site is None:
            del squares[square]
        else:
            squares[square] = site
    return {"active": active, "sites": squares, "units": units, **more}


def unit(controller: str, at: Any, power: Any = 3, *abilities: str, **more: Any) -> Plain:
    where = f"surface {at}" if isinstance(at, int) else at
    return {"controller": controller, "at": where, "power": power, "abilities": list(abilities), **more}


def north(at: Any, power: Any = 3, *abilities: str, **more: Any) -> Plain:
    return unit("north", at, power, *abilities, **more)


def south(at: Any, power: Any = 3, *abilities: str, **more: Any) -> Plain:
    return unit("south", at, power, *abilities, **more)


def avatar(controller: str, at: Any, power: int = 1, life: int = 20, **more: Any) -> Plain:
    return unit(controller, at, power, type="avatar", life=life, **more)


def places(position: Plain, name: str) -> set[str]:
    return {row["at"] for row in R.reach(position, name)["locations"]}


def surfaces(*squares: int) -> set[str]:
    return {f"surface {s}" for s in squares}


def moved(name: str, *path: Any) -> Plain:
    return {"move_and_attack": {"unit": name, "path": list(path)}}


def attack(name: str, target: str, **more: Any) -> Plain:
    return {"attack": {"unit": name, "target": target, **more}}


def defend(name: str, *path: Any, **more: Any) -> Plain:
    return {"defend": {"unit": name, "path": list(path), **more}}


def passes(player: str) -> Plain:
    return {"pass": {"player": player}}


def result(position: Plain, *events: Plain) -> Plain:
    answer = R.check(position, list(events))
    assert answer["legal"], answer["events"][-1]
    return answer["result"]


def illegal(position: Plain, *events: Plain) -> list[str]:
    answer = R.check(position, list(events))
    assert not answer["legal"]
    return sorted(answer["events"][-1]["reasons"])


def able(position: Plain, attacker: str, target: str, *path: Any) -> tuple[set[str], dict[str, list[str]]]:
    answer = R.defenders(position, attacker, target, list(path))
    return (
        {row["unit"] for row in answer["defenders"]},
        {row["unit"]: sorted(row["reasons"]) for row in answer["excluded"]},
    )


def test_airborne_steps_diagonally() -> None:
    assert places(realm({"u": north(7, 3, "airborne")}), "u") == surfaces(7, 1, 2, 3, 6, 8, 11, 12, 13)
    assert places(realm({"u": north(7)}), "u") == surfaces(7, 2, 6, 8, 12)


def test_a_burrower_changes_level_or_goes_sideways() -> None:
    position = realm({"u": north("underground 7", 3, "burrowing")}, {8: {"terrain": "water"}})
    assert places(position, "u") == {"surface 7", *(f"underground {s}" for s in (2, 6, 7, 12))}
    both = realm({"u": north("underground 7", 3, "burrowing", "submerge")}, {8: {"terrain": "water"}})
    assert "underwater 8" in places(both, "u")


def test_voidwalk() -> None:
    position = realm({"u": north("void 7", 4, "voidwalk", "burrowing")}, {7: None, 6: None})
    around = {f"{r} {s}" for r in ("surface", "underground") for s in (2, 8, 12)}
    assert places(position, "u") == {"void 7", "void 6", *around}
    plain = realm({"u": north("void 7", 4, "voidwalk")}, {7: None, 6: None})
    assert places(plain, "u") == {"void 7", "void 6", *surfaces(2, 8, 12)}
    letter = {**plain, "readings": {"lethal_region_step": "where_an_ability_steps"}}
    assert "underground 8" in places(letter, "u")


def test_diagonal_into_the_void_is_a_reading() -> None:
    position = realm({"u": north(7, 3, "airborne", "voidwalk")}, {13: None})
    assert "void 13" in places(position, "u")
    assert "void 13" not in places({**position, "readings": {"diagonal_into_void": "no"}}, "u")


def test_moves_freely_between_water_locations() -> None:
    words = ("submerge", "moves freely between water locations")
    sites: Plain = {s: {"terrain": "water"} for s in (1, 2, 3)}
    position = realm({"u": north("underwater 1", 3, *words)}, sites)
    events = [moved("u", "surface 1", "surface 2", "surface 7")]
    assert R.check(position, events)["position"]["units"]["u"]["at"] == "surface 7"
    assert R.check(position, [moved("u", "surface 1", "surface 6", "surface 7")])["events"][0]["not_taken"] == [
        {"step": "surface 7", "reasons": ["out_of_steps"]}
    ]


def test_a_path_repeats_no_step() -> None:
    position = realm({"u": north(7, 3, "movement 2")})
    assert illegal(position, moved("u", *surfaces_of(8, 7, 8))) == ["repeated_step"]
    assert R.check(position, [moved("u", *surfaces_of(8, 7))])["position"]["units"]["u"]["at"] == "surface 7"


def surfaces_of(*squares: int) -> list[str]:
    return [f"surface {s}" for s in squares]


def test_the_immobile_stay_and_the_disabled_have_no_range() -> None:
    assert places(realm({"u": north(7, immobile=True)}), "u") == {"surface 7"}
    assert places(realm({"u": north(7, disabled=True)}), "u") == set()
    assert places(realm({"u": north(7, 3, "waterbound")}), "u") == set()


def test_range_of_what_cannot_be_used_now_is_a_reading() -> None:
    position = realm({"u": south(7, tapped=True)})
    assert "surface 8" in places(position, "u")
    assert places({**position, "readings": {"range_without_use": "none"}}, "u") == set()


def test_an_oversized_unit_moves_as_one() -> None:
    giant = north([f"surface {s}" for s in (7, 8, 12, 13)], 8)
    position = realm({"g": giant}, {4: None})
    assert places(position, "g") == surfaces(*(s for s in (7, 8, 12, 13, 2, 3, 6, 11, 9, 14, 17, 18)))
    blocked = realm({"g": giant}, {3: None})
    assert "surface 2" not in places(blocked, "g")


def test_a_giant_attacks_at_one_location() -> None:
    units = {
        "g": north([f"surface {s}" for s in (7, 8, 12, 13)], 8), "foot": south(7, 1), "troll": south(13),
        "far": south(9, 5), "nomads": south(14, 2, "movement 1"), "side": south(6, 1),
    }  # fmt: skip
    owned: Plain = {s: {"controller": "south"} for s in (9, 12, 13)}
    position = realm(units, {7: {"controller": "north"}, 8: {"controller": "north"}, **owned})
    assert R.targets(position, "g")["targets"] == ["foot", "site 12", "site 13", "troll"]
    assert able(position, "g", "troll")[0] == {"nomads"}
    assert able(position, "g", "foot")[0] == {"side"}


def test_targets_and_reasons() -> None:
    units = {
        "a": north(8), "flyer": south(8, 3, "airborne"), "thief": south(8, 3, "stealth"), "ally": north(8),
        "below": south("underground 8", 3, "burrowing"), "king": avatar("south", 8),
    }  # fmt: skip
    position = realm(units, {8: {"card": "Dome of Osiros", "controller": "south"}, 9: {"controller": "south"}})
    answer = R.targets(position, "a")
    assert answer["targets"] == ["king"]
    assert answer["reasons"]["flyer"] == ["airborne", "protected"]
    assert answer["reasons"]["thief"] == ["stealth", "protected"]
    assert answer["reasons"]["site 8"] == ["protected"]
    assert answer["reasons"]["site 9"] == ["elsewhere"]
    assert answer["reasons"]["site 1"] == ["uncontrolled", "elsewhere"]
    assert answer["reasons"]["ally"] == ["not_enemy", "protected"]
    assert answer["reasons"]["below"] == ["elsewhere", "protected"]


def test_a_subsurface_is_no_target() -> None:
    position = realm({"a": north("underground 8", 3, "burrowing")}, {8: {"controller": "south"}})
    assert R.targets(position, "a")["reasons"]["site 8"] == ["subsurface"]


def test_acting() -> None:
    position = realm({"a": north(8, tapped=True, summoning_sick=True), "b": south(8)})
    assert illegal(position, moved("a")) == ["summoning_sick", "tapped"]
    assert illegal(position, moved("b")) == ["not_active"]
    assert R.check(realm({"a": north(8, 3, "charge", summoning_sick=True)}), [moved("a")])["legal"]


def test_defending() -> None:
    units = {
        "a": north(8), "b": south(8), "tapped": south(8, tapped=True), "far": south(6), "fast": south(6, 2, "movement 1"),
        "still": south(9, immobile=True), "here": south(8, immobile=True), "no": south(8, 3, "can't defend"),
        "mine": north(8), "sick": south(9, summoning_sick=True), "out": south(8, disabled=True),
        "silent": south(6, 2, "movement 1", silenced=True),
    }  # fmt: skip
    yes, no = able(realm(units), "a", "b")
    assert yes == {"fast", "here"}
    assert no == {
        "b": ["is_target"], "tapped": ["tapped"], "far": ["out_of_range"], "still": ["out_of_range"],
        "no": ["cannot_defend"], "mine": ["not_enemy"], "sick": ["summoning_sick"],
        "out": ["disabled", "out_of_range"], "silent": ["out_of_range"],
    }  # fmt: skip


def test_stealth_forbids_defending() -> None:
    units = {"a": north(8, 3, "stealth"), "b": south(8), "c": south(8)}
    assert able(realm(units), "a", "b")[1]["c"] == ["stealth"]
    found = result(realm(units), moved("a"), attack("a", "b"))
    assert found["dead"] == ["a", "b"]


def test_a_defender_underground() -> None:
    units = {"a": north("underground 8", 1, "burrowing"), "b": south("underground 8", 3, "burrowing"),
             "c": south("underground 9", 3, "burrowing"), "d": south(8, 5)}  # fmt: skip
    assert able(realm(units), "a", "b")[0] == {"c"}


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
    assert R.check(realm(units), [*go, defend("c", "surface 8"), {"original": {"unit": "b", "choice": "stays"}}])["legal"]


def test_a_defended_site_leaves_the_attack() -> None:
    units = {"a": north(8, 3, "strikes first"), "c": south(9), "s": avatar("south", 18), "d": south(8)}
    position = realm(units, {8: {"controller": "south"}})
    go = [moved("a"), attack("a", "site 8")]
    found = result(position, *go, defend("c", "surface 8"), passes("south"))
    assert (found["struck"], found["dead"], found["life"], found["successful_attack"]) == (["c"], ["c"], {"south": 20}, False)
    struck = result(position, *go, passes("south"))
    assert (struck["life"], struck["successful_attack"], struck["struck"]) == ({"south": 17}, True, ["site 8"])
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
    assert away == {"attacked": "w", "defenders": [], "struck": [], "dead": [], "life": {}, "effects": [],
                    "successful_attack": False, "lost": []}  # fmt: skip
    assert illegal(position, *go, {"resolve": {"source": "w", "choice": {"to": "void 20"}}}) == ["bad_choice"]
    stay = result(position, *go, {"decline": {"source": "w"}})
    assert stay["dead"] == ["w"]


def test_kay_and_baldassare() -> None:
    units = {"k": {"card": "Sir Kay", "controller": "north", "at": "surface 8"}, "b": south(8, "3/5"),
             "c": south(8, "4/5"), "s": avatar("south", 8)}  # fmt: skip
    position = realm(units)

    def tapped(target: str) -> bool:
        return bool(R.check(position, [moved("k"), attack("k", target)])["position"]["units"]["k"].get("tapped"))

    assert [tapped(t) for t in ("b", "c", "s")] == [True, True, True]
    weak = realm({**units, "w": south(8, "1/6")})
    assert "tapped" not in R.check(weak, [moved("k"), attack("k", "w")])["position"]["units"]["k"]
    captain = realm({"c": {"card": "Captain Baldassare", "controller": "north", "at": "surface 8"}, "b": south(8)})
    assert result(captain, moved("c"), attack("c", "b"))["effects"] == ["c"]


def test_orders() -> None:
    units = {"c": {"card": "Captain Baldassare", "controller": "north", "at": "surface 8"},
             "w": {"card": "Wills-o'-the-Wisp", "controller": "south", "at": "surface 8"}}  # fmt: skip
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
    assert illegal(pinned, *go, {"cast": {**roll, "to": "surface 9"}}) == ["bad_choice"]
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
    assert result(realm({"a": north(8, "1/9", "lethal"), "b": south(8, 5)}), moved("a"), attack("a", "b"))["dead"] == ["b"]
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
    units = {"a": north(8, 3, "airborne"), "b": south(9), "bow": south(9, 2, "ranged 1"), "c": south(10),
             "bird": south(9, 1, "airborne"), "t": south(9, tapped=True)}  # fmt: skip
    answer = R.interceptors(realm(units), "a", ["surface 9"])
    assert [row["unit"] for row in answer["interceptors"]] == ["bird", "bow"]
    assert {row["unit"]: row["reasons"] for row in answer["excluded"]} == {
        "b": ["airborne"], "c": ["elsewhere", "airborne"], "t": ["tapped", "airborne"],
    }  # fmt: skip
    go = [moved("a", "surface 9"), {"decline_attack": {"unit": "a"}}]
    found = result(realm(units), *go, {"intercept": {"unit": "bow"}}, {"intercept": {"unit": "bird"}},
                   passes("south"), {"strike": {"assign": {"a": {"bow": 2, "bird": 1}}}})  # fmt: skip
    assert (found["attacked"], found["defenders"], found["dead"]) == (None, ["bird", "bow"], ["a", "bird", "bow"])


def test_editions_and_a_defender_that_left() -> None:
    units = {"a": north(8), "b": south(8, 1), "c": south(8, 2)}
    go = [moved("a"), attack("a", "b"), defend("c", original="leaves"), {"effect": {"unit": "c", "to": "surface 9"}},
          passes("south")]  # fmt: skip
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
    again = [moved("a"), attack("a", "b"), defend("c", original="leaves"), {"effect": {"unit": "c", "untap": True}}]
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
    there = realm({**units, "steed": north("void 8", 3, "voidwalk"), "troll": north("void 8", carried_by="steed")},
                  {8: None, 9: None})  # fmt: skip
    assert places(there, "troll") == {"void 8", *surfaces(3, 7, 13)}
    off = R.check(there, [moved("troll", "surface 7")])["position"]["units"]
    assert "carried_by" not in off["troll"]
    dead = realm({**units, "troll": north("void 8", carried_by="steed"), "steed": north("void 8", 3)}, {8: None})
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
    for broken in ({"active": "west"}, {"active": "north", "edition": "x"}, {"active": "north", "readings": {"x": "y"}}):
        with pytest.raises(R.Unusable):
            R.legal_events(broken)
    with pytest.raises(R.Unusable):
        R.step(realm({}), moved("nobody"))


WORDS = [
    "airborne", "burrowing", "submerge", "voidwalk", "stealth", "ward", "lance", "immobile", "charge", "lethal",
    "ranged 1", "movement 1", "landbound", "waterbound", "moves freely between water locations", "can't defend",
    "can't attack sites", "can't be attacked", "strikes first", "attacks can't be defended", "can't move to defend",
]  # fmt: skip
CARDS = ["Captain Baldassare", "Sir Kay", "Wills-o'-the-Wisp", "Crave Golem"]


def some_position(rng: random.Random) -> Plain:
    """A small random position."""
    squares = rng.sample([2, 3, 4, 7, 8, 9, 12, 13, 14], 6)
    sites: Plain = {}
    for s in squares:
        sites[s] = {"terrain": rng.choice(["land", "land", "water"])}
        if rng.random() < 0.8:
            sites[s]["controller"] = rng.choice(["north", "south"])
        sites[s]["ward"] = rng.random() < 0.1
    sites[squares[0]]["card"] = rng.choice(["Dome of Osiros", "Field"])
    units: Plain = {}
    for i in range(rng.randint(2, 6)):
        words = rng.sample(WORDS, rng.randint(0, 3))
        u = unit(rng.choice(["north", "south"]), rng.choice(squares), rng.randint(0, 4), *words)
        if rng.random() < 0.35:
            u["card"] = rng.choice(CARDS)
        for flag in ("tapped", "disabled", "silenced", "summoning_sick"):
            u.update({flag: True} if rng.random() < 0.1 else {})
        units[f"u{i}"] = u
    if rng.random() < 0.3:
        units["u0"]["at"] = [f"surface {s}" for s in sorted(squares[:2])]
    if rng.random() < 0.4:
        units["u1"].update(carried_by="u0", at=f"surface {min(squares[:2])}")
        units["u0"]["at"] = units["u1"]["at"]
    for player in ("north", "south"):
        if rng.random() < 0.6:
            units[player] = avatar(player, rng.choice(squares), 1, rng.choice([0, 1, 20]))
    readings = {n: rng.choice(values) for n, values in R.READINGS.items() if rng.random() < 0.3}
    return {
        "active": rng.choice(["north", "south"]), "edition": rng.choice(R.EDITIONS), "readings": readings,
        "sites": sites, "units": units, "hands": {rng.choice(["north", "south"]): ["Dodge Roll"]},
    }  # fmt: skip


def some_effect(rng: random.Random, state: R.State) -> Plain:
    name = rng.choice([*state.units])
    where = f"{rng.choice(['surface', 'void', 'underground'])} {rng.choice([2, 3, 7, 8, 9, 13])}"
    kinds = [{"to": where}, {"tap": True}, {"untap": True}, {"kill": True}, {"gain": rng.choice(WORDS)},
             {"lose": rng.choice(WORDS)}, {"controller": rng.choice(["north", "south"])}, {"gain": "disabled"}]  # fmt: skip
    if rng.random() < 0.2:
        return {"effect": {"site": rng.choice([*state.sites]), "destroy": True}}
    return {"effect": {"unit": name, **rng.choice(kinds)}}


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
