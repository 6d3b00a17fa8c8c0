"""Listed paths: where they lead, and which of equally short ones is told (Path, Range of Motion)."""

import pytest

from solver_bridge import Position
from solver_bridge.answers import attacks, reach


def test_of_the_ways_of_an_oversized_unit_the_lowest_squares_come_first() -> None:
    position = Position.from_data(
        {
            "active": "north",
            "sites": {number: {"terrain": "land", "controller": "north"} for number in (2, 7, 8, 9, 12, 13)},
            "units": {
                "worm": {
                    "power": 5,
                    "abilities": ["voidwalk"],
                    "controller": "north",
                    "at": ["surface 2", "void 3", "surface 8"],
                }
            },
        }
    )
    paths = dict(reach(position, "worm").locations)
    assert paths["surface 7"] == (("void 1", "surface 2", "surface 7"),)


@pytest.mark.parametrize(
    ("abilities", "targets"),
    [(["voidwalk"], {"nomads", "site 8"}), (["voidwalk", "burrowing"], {"nomads", "site 8", "mole"})],
)
def test_no_attack_is_listed_where_the_attacker_would_have_died(abilities: list[str], targets: set[str]) -> None:
    """Voidwalk by its letter leads below, where a minion without Burrowing dies (reading lethal_region_step)."""
    position = Position.from_data(
        {
            "active": "north",
            "readings": {"lethal_region_step": "where_an_ability_steps"},
            "sites": {8: {"terrain": "land", "controller": "south"}},
            "units": {
                "hound": {"power": 2, "abilities": abilities, "controller": "north", "at": "void 7"},
                "mole": {"power": 1, "abilities": ["burrowing"], "controller": "south", "at": "underground 8"},
                "nomads": {"power": 1, "controller": "south", "at": "surface 8"},
            },
        }
    )
    assert {attack.target for attack in attacks(position).attacks} == targets


def test_the_step_of_an_oversized_golem_is_listed_by_its_locations() -> None:
    """It takes that step tapped, too, when by the reading it has no range of motion to list."""
    position = Position.from_data(
        {
            "active": "north",
            "readings": {"range_without_use": "none"},
            "sites": {number: {"terrain": "land", "controller": "south"} for number in range(1, 6)},
            "units": {
                "golem": {
                    "card": "Crave Golem",
                    "controller": "north",
                    "at": ["surface 1", "surface 2"],
                    "tapped": True,
                },
                "imp": {"power": 1, "controller": "south", "at": "surface 5"},
            },
        }
    )
    begun = position.apply({"begin_turn": {"player": "south"}})
    assert [event.to_data() for event in begun.legal_events()] == [
        {"resolve": {"source": "golem", "choice": {"path": [["surface 2", "surface 3"]]}}}
    ]
