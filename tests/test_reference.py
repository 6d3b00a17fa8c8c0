"""The second engine against the examples of the Codex."""

from __future__ import annotations

import reference as R
from reference.scenes import (
    Plain,
    able,
    attack,
    avatar,
    illegal,
    moved,
    north,
    places,
    realm,
    result,
    south,
    surfaces,
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
    assert R.check(position, [moved("u", "surface 1", "surface 6", "surface 7")])["events"][0][
        "not_taken"
    ] == [{"step": "surface 7", "reasons": ["out_of_steps"]}]


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
        "g": north([f"surface {s}" for s in (7, 8, 12, 13)], 8),
        "foot": south(7, 1),
        "troll": south(13),
        "far": south(9, 5),
        "nomads": south(14, 2, "movement 1"),
        "side": south(6, 1),
    }
    owned: Plain = {s: {"controller": "south"} for s in (9, 12, 13)}
    position = realm(units, {7: {"controller": "north"}, 8: {"controller": "north"}, **owned})
    assert R.targets(position, "g")["targets"] == ["foot", "site 12", "site 13", "troll"]
    assert able(position, "g", "troll")[0] == {"nomads"}
    assert able(position, "g", "foot")[0] == {"side"}


def test_targets_and_reasons() -> None:
    units = {
        "a": north(8),
        "flyer": south(8, 3, "airborne"),
        "thief": south(8, 3, "stealth"),
        "ally": north(8),
        "below": south("underground 8", 3, "burrowing"),
        "king": avatar("south", 8),
    }
    position = realm(
        units, {8: {"card": "Dome of Osiros", "controller": "south"}, 9: {"controller": "south"}}
    )
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
        "a": north(8),
        "b": south(8),
        "tapped": south(8, tapped=True),
        "far": south(6),
        "fast": south(6, 2, "movement 1"),
        "still": south(9, immobile=True),
        "here": south(8, immobile=True),
        "no": south(8, 3, "can't defend"),
        "mine": north(8),
        "sick": south(9, summoning_sick=True),
        "out": south(8, disabled=True),
        "silent": south(6, 2, "movement 1", silenced=True),
    }
    yes, no = able(realm(units), "a", "b")
    assert yes == {"fast", "here"}
    assert no == {
        "b": ["is_target"],
        "tapped": ["tapped"],
        "far": ["out_of_range"],
        "still": ["out_of_range"],
        "no": ["cannot_defend"],
        "mine": ["not_enemy"],
        "sick": ["summoning_sick"],
        "out": ["disabled", "out_of_range"],
        "silent": ["out_of_range"],
    }


def test_stealth_forbids_defending() -> None:
    units = {"a": north(8, 3, "stealth"), "b": south(8), "c": south(8)}
    assert able(realm(units), "a", "b")[1]["c"] == ["stealth"]
    found = result(realm(units), moved("a"), attack("a", "b"))
    assert found["dead"] == ["a", "b"]


def test_a_defender_underground() -> None:
    units = {
        "a": north("underground 8", 1, "burrowing"),
        "b": south("underground 8", 3, "burrowing"),
        "c": south("underground 9", 3, "burrowing"),
        "d": south(8, 5),
    }
    assert able(realm(units), "a", "b")[0] == {"c"}
