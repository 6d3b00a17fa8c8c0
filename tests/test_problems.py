"""What the rules find impossible or strange in a position: each at its line, in words."""

import re
from pathlib import Path

import pytest

from solver_bridge import Position, Sequence
from solver_bridge.answers import attacks
from solver_bridge.checking import check
from solver_bridge.document import parse
from solver_bridge.errors import UnusableInput

HEAD = """\
active: north
sites: {1: {terrain: land}, 2: {terrain: land}, 7: {terrain: water}, 8: {terrain: land, controller: south}}
units:
  horse: {card: War Horse, controller: north, at: surface 8}
"""

IMPOSSIBLE = {
    "no_surface": ("a: {power: 1, controller: north, at: surface 9}", "square 9 has no site, so no surface"),
    "no_void": ("a: {power: 1, controller: north, at: void 8}", "square 8 has a site, so it is no void"),
    "no_subsurface": ("a: {power: 1, controller: north, at: underground 9}", "square 9 has no site, so nothing is"),
    "other_terrain": ("a: {power: 1, controller: north, at: underground 7}", "below site 7 it is underwater"),
    "avatar_below": (
        "a: {type: avatar, power: 1, controller: north, at: underwater 7}",
        "a is an avatar, and those are never below",
    ),
    "two_levels": (
        "a: {power: 1, controller: north, at: [surface 7, underground 8]}",
        "a cannot be on a surface and below one",
    ),
    "mark_lost": (
        "a: {power: 1, controller: north, at: surface 8, stealth: true, silenced: true}",
        "a disabled or silenced unit has no stealth mark",
    ),
    "no_minion": (
        "a: {type: avatar, power: 1, controller: north, at: surface 8, stealth: true}",
        "a is no minion, and only minions have Stealth",
    ),
    "evil": (
        "a: {card: Abaddon Succubus, controller: north, at: surface 8, ward: true}",
        "a is Evil and cannot be warded",
    ),
    "no_border": ("auras: {b: {card: Wall of Fire, at: border 1-8}}", "squares 1 and 8 share no border"),
    "minion_card": (
        "artifacts: {g: {card: Crave Golem, carried_by: horse}}",
        "g is a minion, and no unit can carry it",
    ),
    "monument": (
        "artifacts: {t: {card: The Immortal Throne, carried_by: horse}}",
        "t is a Monument, and nobody can carry it",
    ),
    "attack_lacks": ("attack: {step: moved}", "an attack at this step has its attacker"),
    "no_such_location": (
        "attack: {step: window, attacker: horse, target: horse, at: surface 20}",
        "there is no surface at square 20 now",
    ),
}


def written(line: str) -> str:
    """Give a position with one more unit, or with one more section."""
    return HEAD + ("" if re.match("auras|artifacts|attack", line) else "  ") + line + "\n"


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_position_is_told_with_its_line(name: str) -> None:
    line, message = IMPOSSIBLE[name]
    with pytest.raises(UnusableInput) as caught:
        attacks(Position.from_document(parse(written(line))))
    faults = [fault for fault in caught.value.faults if message in fault.message]
    assert [fault.line for fault in faults] == [5]


def test_every_problem_has_such_a_test() -> None:
    rules = Path(__file__).parents[1].joinpath("asp", "problems.lp").read_text(encoding="utf-8")
    assert set(re.findall(r"^problem_text\((\w+),", rules, re.MULTILINE)) == IMPOSSIBLE.keys()


def test_a_minion_that_cannot_live_is_a_warning() -> None:
    position = Position.from_document(parse(written("a: {power: 1, controller: north, at: underground 8}")))
    (warning,) = attacks(position).warnings
    assert warning.startswith("a stands where it cannot live")


CARRIED = """\
position:
  active: north
  sites: {8: {controller: north}, 13: {controller: north}, 18: {controller: north}}
  units:
    horse: {card: War Horse, controller: north, at: surface 8SILENCED}
    rider: {power: 2, controller: north, at: surface WHERE, carried_by: horse}
events:
- effect: {unit: horse, to: surface 18}
"""


@pytest.mark.parametrize(("where", "silenced"), [("13", ""), ("8", ", silenced: true")])
def test_who_is_not_carried_is_not_said_to_be(where: str, silenced: str) -> None:
    """What is printed reads back to the same course (Carrying Units)."""
    sequence = Sequence.from_document(parse(CARRIED.replace("WHERE", where).replace("SILENCED", silenced)))
    found = check(sequence)
    assert found.warnings == (
        "rider is not carried: horse is somewhere else, or has no abilities to carry it with.",
    )
    assert found.position.units["rider"].carried_by is None
    assert found.position.units["rider"].at == (f"surface {where}",)


def test_who_is_carried_stays_so() -> None:
    found = check(Sequence.from_document(parse(CARRIED.replace("WHERE", "8").replace("SILENCED", ""))))
    assert found.warnings == ()
    assert found.position.units["rider"].carried_by == "horse"
    assert found.position.units["rider"].at == ("surface 18",)
