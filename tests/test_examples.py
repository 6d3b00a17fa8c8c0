"""Every example, with the outcome that its comment promises."""

from pathlib import Path
from typing import Any

import pytest

from solver_bridge import Position, check
from solver_bridge.answers import attacks, defenders
from solver_bridge.conversation import talk
from solver_bridge.orders import orders_talk
from solver_bridge.sequence import Sequence

EXAMPLES = Path(__file__).parent.parent / "examples"

POSITIONS: dict[str, list[tuple[str, str, str]]] = {
    "ambush": [("thieves", "surface 13", "knight"), ("thieves", "surface 13", "site 13")],
    "six-defenders": [("kay", "surface 8", name) for name in ("page", "archer", "brute", "knight")]
    + [("kay", "surface 7", name) for name in ("nurse", "ogre", "site 7")],
    "dodge-roll": [("raider", "surface 13", "knight"), ("raider", "surface 13", "site 13")],
}

LEGAL: dict[str, dict[str, Any]] = {
    "ambush-carried-out": {
        "attacked": "knight",
        "defenders": [],
        "struck": ["knight", "thieves"],
        "dead": ["knight"],
    },
    "flyer": {
        "attacked": "site 19",
        "defenders": [],
        "struck": ["site 19"],
        "dead": [],
        "life": {"south": 18},
        "successful_attack": True,
    },
    "site-saved": {
        "attacked": "site 13",
        "defenders": ["guard"],
        "struck": ["guard", "raider"],
        "dead": ["guard"],
        "life": {"south": 20},
        "successful_attack": False,
    },
    "site-lost": {
        "attacked": "site 13",
        "defenders": [],
        "struck": ["site 13"],
        "dead": [],
        "life": {"south": 16},
        "successful_attack": True,
    },
    "dodge-roll-in-time": {"attacked": "knight", "struck": [], "dead": [], "life": {"south": 20}},
    "wisp-escape": {"attacked": "wisp", "struck": [], "dead": []},
    "kay-again": {"attacked": "wisp", "struck": ["kay", "wisp"], "dead": ["wisp"]},
    "oversized-defender": {"attacked": "site 8", "defenders": ["giant"], "dead": ["raider"]},
}

ILLEGAL: dict[str, tuple[list[str], list[str]]] = {
    "ambush-defended": (["stealth"], ['{"pass":{"player":"south"}}']),
    "burrowers": (
        ["subsurface"],
        ['{"attack":{"unit":"trolls","target":"mole"}}', '{"decline_attack":{"unit":"trolls"}}'],
    ),
    "dodge-roll-too-late": (["not_castable"], ['{"pass":{"player":"south"}}']),
}

UNFINISHED = ["two-triggers"]


def _path(name: str) -> Path:
    return EXAMPLES / f"{name}.yaml"


def test_every_example_is_tested() -> None:
    names = {path.stem for path in EXAMPLES.iterdir()}
    assert names == {*POSITIONS, *LEGAL, *ILLEGAL, *UNFINISHED}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_an_example_begins_with_what_it_shows(path: Path) -> None:
    assert path.read_text().startswith("# ")


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_have_their_attacks(name: str) -> None:
    found = attacks(Position.load(_path(name)))
    assert [(attack.unit, attack.at, attack.target) for attack in found.attacks] == POSITIONS[name]
    assert found.unencoded == ()
    assert found.warnings == ()


@pytest.mark.parametrize("name", LEGAL)
def test_legal_sequences_have_their_result(name: str) -> None:
    line = check(_path(name))
    assert line.legal
    assert not any(judged.supplied for judged in line.events)
    assert line.result is not None
    assert {key: line.result[key] for key in LEGAL[name]} == LEGAL[name]
    assert line.unencoded == ()


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_sequences_have_their_reasons(name: str) -> None:
    line = check(_path(name))
    reasons, instead = ILLEGAL[name]
    assert not line.legal
    assert [judged.legal for judged in line.events] == [True] * (len(line.events) - 1) + [False]
    assert [reason.rule for reason in line.events[-1].reasons] == reasons
    assert [str(event) for event in line.legal_instead] == instead


def test_nobody_may_defend_against_the_ambush() -> None:
    found = defenders(Position.load(_path("ambush")), "thieves", "knight")
    assert found.able == ()
    assert {one.unit: [reason.rule for reason in one.reasons] for one in found.excluded}["guard"] == [
        "stealth"
    ]


def test_the_ambush_costs_the_thieves_their_stealth() -> None:
    line = check(_path("ambush-carried-out"))
    assert line.position.units["thieves"].stealth is False


def test_the_flyer_could_be_defended_against_by_an_untapped_neighbour() -> None:
    sequence = Sequence.load(_path("flyer"))
    position = sequence.position
    for event in sequence.events[:2]:
        position = position.apply(event)
    found = defenders(position, "drake", "site 19")
    excluded = {one.unit: [reason.rule for reason in one.reasons] for one in found.excluded}
    assert found.able == ()
    assert excluded["right"] == ["tapped"]
    assert excluded["middle"] == ["out_of_range"]


def test_the_discard_stands_though_the_wisp_is_gone() -> None:
    result = check(_path("wisp-escape")).result
    assert result is not None
    assert [(effect["source"], effect["player"]) for effect in result["effects"]] == [("captain", "south")]


def test_the_other_players_trigger_resolves_first() -> None:
    sequence = Sequence.load(_path("two-triggers"))
    line, orders = talk(orders_talk(sequence.position, sequence.events))
    assert line.legal
    assert orders.listed == (("wisp", "kay"),)
