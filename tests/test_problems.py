"""What the rules find strange in a position, but not impossible (tests/faulty has what is impossible)."""

import pytest

from solver_bridge import Position, Sequence
from solver_bridge.answers import attacks
from solver_bridge.checking import check
from solver_bridge.document import parse

HEAD = """\
active: north
sites: {1: {terrain: land}, 2: {terrain: land}, 7: {terrain: water}, 8: {terrain: land, controller: south}}
units:
  horse: {card: War Horse, controller: north, at: surface 8}
"""

def test_a_minion_that_cannot_live_is_a_warning() -> None:
    position = Position.from_document(parse(HEAD + "  a: {power: 1, controller: north, at: underground 8}\n"))
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


def test_a_card_that_occupies_several_locations_is_listed_at_all_of_them() -> None:
    giant = {"card": "Mountain Giant", "controller": "north"}
    sites = {square: {"controller": "north"} for square in (7, 8, 12, 13)}
    wide = [f"surface {square}" for square in sites]
    small = Position.from_data({"active": "north", "sites": sites, "units": {"giant": {**giant, "at": "surface 8"}}})
    whole = Position.from_data({"active": "north", "sites": sites, "units": {"giant": {**giant, "at": wide}}})
    assert attacks(small).warnings == (
        "giant occupies 4 locations by its card: it is taken for a unit of those that are listed.",
    )
    assert attacks(whole).warnings == ()
