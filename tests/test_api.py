"""The Python front door."""

import pickle
from pathlib import Path

import pytest

import solver_bridge
from solver_bridge import IllegalEvent, LegalAttack, Position, Sequence, UnusableInput, check, parse_event

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def ambush() -> Position:
    return Position.load(EXAMPLES / "ambush.yaml")


def test_every_public_name_is_there_and_documented() -> None:
    for name in solver_bridge.__all__:
        assert getattr(solver_bridge, name) is not None
    assert set(solver_bridge.__all__) <= set(dir(solver_bridge))
    assert all(
        getattr(solver_bridge, name).__doc__ for name in solver_bridge.__all__ if name != "__version__"
    )
    with pytest.raises(AttributeError):
        _ = solver_bridge.nonsense


def test_importing_the_package_is_cheap() -> None:
    import subprocess
    import sys

    code = "import sys, solver_bridge; sys.exit(any(m in sys.modules for m in ('clingo', 'yaml', 'msgspec')))"
    assert subprocess.run([sys.executable, "-c", code], cwd=EXAMPLES.parent, check=False).returncode == 0


def test_legal_attacks(ambush: Position) -> None:
    found = ambush.legal_attacks()
    assert all(isinstance(attack, LegalAttack) for attack in found)
    assert [(attack.unit, attack.target) for attack in found] == [
        ("thieves", "knight"),
        ("thieves", "site 13"),
    ]
    assert ambush.legal_attacks("squire") == ()


def test_an_enemy_that_the_attacker_carries_is_attacked_wherever_it_comes() -> None:
    """Carrying Units: it comes along, so it shares every location that the attacker can come to."""
    position = Position.from_data(
        {
            "active": "north",
            "sites": {8: {"terrain": "land", "controller": "north"}, 9: {"terrain": "land", "controller": "north"}},
            "units": {
                "ogre": {"power": 3, "controller": "north", "at": "surface 8"},
                "page": {"power": 1, "controller": "south", "carried_by": "ogre"},
            },
        }
    )
    assert [(attack.target, attack.at) for attack in position.legal_attacks()] == [
        ("page", "surface 8"),
        ("page", "surface 9"),
    ]


def test_legal_defenders() -> None:
    position = Sequence.load(EXAMPLES / "site-saved.yaml").position
    (attack,) = (attack for attack in position.legal_attacks() if attack.target == "site 13")
    (defender,) = position.legal_defenders(attack)
    assert (defender.unit, defender.path) == ("guard", (("surface 13",),))


def test_an_attack_that_is_not_legal_has_no_defenders(ambush: Position) -> None:
    with pytest.raises(IllegalEvent) as error:
        ambush.legal_defenders(LegalAttack(unit="squire", path=(), at="surface 8", target="knight"))
    assert "tapped" in {reason.rule for reason in error.value.reasons}


def test_legal_events_are_legal_and_apply(ambush: Position) -> None:
    events = ambush.legal_events()
    assert events
    for event in events:
        assert ambush.is_legal(event)
        assert ambush.is_legal(event.to_data())
        assert ambush.is_legal(str(event))
        assert ambush.apply(event) != ambush


def test_a_position_does_not_change(ambush: Position) -> None:
    before = ambush.to_data()
    later = ambush.apply({"move_and_attack": {"unit": "thieves", "path": ["surface 13"]}})
    assert ambush.to_data() == before
    assert later.units["thieves"].at == ("surface 13",)
    assert Position.from_data(later.to_data()) == later
    assert {ambush: 1}[Position.load(EXAMPLES / "ambush.yaml")] == 1
    assert pickle.loads(pickle.dumps(later)) == later


def test_an_illegal_event_says_every_reason_and_what_is_legal(ambush: Position) -> None:
    event = parse_event("{move_and_attack: {unit: squire, path: []}}", position=ambush)
    assert not ambush.is_legal(event)
    with pytest.raises(IllegalEvent) as error:
        ambush.apply(event)
    assert error.value.event == event
    assert [reason.rule for reason in error.value.reasons] == ["tapped"]
    assert set(error.value.legal_instead) == set(ambush.legal_events())
    assert "squire is tapped. (Tap)" in str(error.value)


def test_nothing_is_supplied_before_an_event_that_is_applied() -> None:
    position = Sequence.load(EXAMPLES / "site-lost.yaml").position
    for event in Sequence.load(EXAMPLES / "site-lost.yaml").events[:2]:
        position = position.apply(event)
    assert not position.is_legal("{strike: {}}")
    with pytest.raises(IllegalEvent) as error:
        position.apply("{strike: {}}")
    assert [reason.rule for reason in error.value.reasons] == ["not_now"]


def test_a_name_that_is_not_there_is_unusable(ambush: Position) -> None:
    with pytest.raises(UnusableInput, match="did you mean 'thieves'"):
        ambush.is_legal({"move_and_attack": {"unit": "theives", "path": []}})


def test_check_takes_a_sequence_or_a_path() -> None:
    path = EXAMPLES / "site-lost.yaml"
    lines = [check(path), check(str(path)), check(Sequence.load(path))]
    assert lines[0] == lines[1] == lines[2]
    assert lines[0].legal
    assert lines[0].result is not None
    assert lines[0].result["life"] == {"south": 16}


def test_check_may_keep_going() -> None:
    sequence = Sequence.load(EXAMPLES / "dodge-roll-too-late.yaml")
    assert len(check(sequence).events) == 4
    line = check(sequence, keep_going=True)
    assert not line.legal
    assert line.result is not None
    assert line.result["dead"] == ["knight"]


def test_the_docstring_of_the_package() -> None:
    import doctest

    assert doctest.testmod(solver_bridge).failed == 0
