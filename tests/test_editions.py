"""Exactly one edition counts at every moment of a line of play."""

from pathlib import Path

import pytest

from solver_bridge.answers import attacks, attacks_all
from solver_bridge.asking import Request, ask
from solver_bridge.checking import check
from solver_bridge.model import Position
from solver_bridge.programs import PLAY
from solver_bridge.sequence import Sequence
from solver_bridge.vocabulary import load

EDITIONS = load().editions
EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("edition", EDITIONS)
def test_one_edition_counts_at_every_moment(edition: str) -> None:
    sequence = Sequence.load(EXAMPLES / "site-saved.yaml")
    position = sequence.position.under(edition)
    moments = range(len(sequence.events) + 1)
    asked = tuple((moment, "attacks", ()) for moment in moments)
    answer = ask(Request(position, sequence.events, asked, (PLAY, "verdict", "attacks")))
    for moment in moments:
        assert answer.get("under_edition", moment) == [(edition,)]


def test_the_newest_edition_is_the_default() -> None:
    assert attacks(Position.load(EXAMPLES / "ambush.yaml")).edition == EDITIONS[0]


def test_editions_do_not_mix_in_one_grounding() -> None:
    position = Position.load(EXAMPLES / "ambush.yaml")
    asked = [position.under(edition) for edition in (*EDITIONS, *EDITIONS)]
    assert [found.edition for found in attacks_all(asked)] == [*EDITIONS, *EDITIONS]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_defence_says_who_chooses_in_every_edition(edition: str) -> None:
    sequence = Sequence.from_data(
        {
            "position": {
                "active": "north",
                "edition": edition,
                "sites": {8: {"controller": "south"}},
                "units": {
                    "raider": {"power": 2, "controller": "north", "at": "surface 8"},
                    "knight": {"power": 3, "controller": "south", "at": "surface 8"},
                    "guard": {"power": 3, "controller": "south", "at": "surface 8"},
                },
            },
            "events": [
                {"move_and_attack": {"unit": "raider", "path": []}},
                {"attack": {"unit": "raider", "target": "knight"}},
                {"defend": {"unit": "guard", "path": [], "original": "leaves"}},
            ],
        }
    )
    assert check(sequence).events[2].by == "south"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_strike_for_nothing_is_a_success_in_the_newest_edition_only(edition: str) -> None:
    sequence = Sequence.from_data(
        {
            "position": {
                "active": "north",
                "edition": edition,
                "sites": {8: {"controller": "south"}},
                "units": {"frog": {"power": 0, "controller": "north", "at": "surface 8"}},
            },
            "events": [
                {"move_and_attack": {"unit": "frog", "path": []}},
                {"attack": {"unit": "frog", "target": "site 8"}},
                {"pass": {"player": "south"}},
                {"strike": {}},
            ],
        }
    )
    result = check(sequence).result
    assert result is not None
    assert result["successful_attack"] is (edition == EDITIONS[0])
