"""diff: each reading that can make a difference in a scope makes it in play, too, on a position as small as is told."""

import json
from itertools import chain

import pytest

from benchmarks.readings import first, sides_of
from solver_bridge.cli import main
from solver_bridge.engine import FOUND
from solver_bridge.play import follow, talk
from solver_bridge.proving.decode import decode
from solver_bridge.proving.differences import cards_wanted
from solver_bridge.proving.parting import ANY, Parting, Way
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.unmet import unmet
from solver_bridge.proving.workers import Here

SMALLEST = {
    ("attack_location", "follows_target"): (3, 1, 1, 4),
    ("defend_after_target_left", "no"): (2, 1, 1, 4),
    ("stay_choice", "last_join"): (3, 1, 1, 7),
    ("attacker_gone", "ends_at_once"): (1, 1, 1, 4),
    ("stealth_when", "at_declaration"): (2, 1, 1, 4),
    ("site_changed", "still_struck"): (1, 1, 1, 4),
    ("target_changed_sides", "still_legal"): (2, 1, 1, 4),
    ("defender_changed_sides", "out"): (2, 1, 1, 5),
    ("disabled_on_arrival", "not_completed"): (2, 2, 1, 3),
    ("interceptor_gone", "out"): (2, 1, 1, 5),
    ("attacker_disabled", "still_legal"): (1, 1, 1, 4),
    ("retry_declaration", "yes"): (1, 1, 1, 4),
    ("lethal_region_step", "where_an_ability_steps"): (1, 2, 1, 1),
    ("diagonal_into_void", "no"): (1, 2, 2, 1),
    ("range_without_use", "none"): (2, 1, 1, 2),
    ("defend_twice", "no"): (2, 1, 1, 5),
    ("prevented_site_strike", "yes"): (1, 1, 1, 4),
    ("zero_power_success", "yes"): (1, 1, 1, 4),
    ("defending_player", "controls_the_attacked_unit"): (3, 1, 1, 5),
    ("dodge_roll_window", "all_of_step_2"): (2, 1, 1, 3),
    ("dodge_roll_movement", "forced"): (2, 2, 1, 3),
    ("lance_split", "on_each"): (3, 1, 1, 6),
    ("golem_closest", "any_minion"): (2, 1, 1, 2),
    ("golem_allied_stealth", "only_from_opponents"): (2, 1, 1, 2),
    ("ward_against_card_attack", "breaks_instead"): (2, 1, 1, 2),
}
QUICK = {"defender_changed_sides", "diagonal_into_void", "disabled_on_arrival", "interceptor_gone", "lethal_region_step"}


def in_play(position, events, side):
    line = talk(follow(position.under(edition=side.edition, readings=dict(side.readings)), events, keep_going=True))
    asked = [event.legal for event in line.events if not event.supplied]
    return asked, line.result, line.position.under(edition=position.edition, readings=dict(position.readings)).to_data()


def found_in(reading, value, units, width, height, events):
    """Give where the sides part at the last of so many events, with either side leading."""
    sides = sides_of(reading, value)
    part = Scope(units=units, width=width, height=height, cards=cards_wanted(*sides))
    partings = [Parting(Way(*order), part, Here()) for order in (sides, sides[::-1])]
    for parting, (_, lines) in chain.from_iterable(((p, each) for each in p.lines(events)) for p in partings):
        if parting.find(lines, ANY) == FOUND:
            return decode(parting.plainest(lines, ANY).atoms, units)
    return None


@pytest.mark.parametrize(
    ("reading", "value"),
    [pytest.param(*key, marks=[] if key[0] in QUICK else [pytest.mark.long]) for key in SMALLEST],
)
def test_a_reading_makes_a_difference_in_play(reading, value):
    found = found_in(reading, value, *SMALLEST[reading, value])
    assert found is not None
    position, events = found
    assert len(events) == SMALLEST[reading, value][-1]
    one, two = (in_play(position, events, side) for side in sides_of(reading, value))
    assert one != two


@pytest.mark.parametrize(("reading", "value"), [("stealth_when", "at_declaration"), ("zero_power_success", "yes")])
def test_one_event_less_is_not_enough(reading, value):
    *part, events = SMALLEST[reading, value]
    assert found_in(reading, value, *part, events - 1) is None


@pytest.mark.long
@pytest.mark.parametrize(("reading", "value"), SMALLEST)
def test_no_smaller_position_will_do(reading, value):
    found, none = first(reading, value, float("inf"))
    assert found is not None
    assert not none
    *part, events = SMALLEST[reading, value]
    assert [found.part.units, found.part.width, found.part.height] == part
    assert len(found.sequence.events) == events


def test_a_reading_about_what_no_scope_has(capsys):
    assert unmet("carried_defends", Scope(units=2, width=1, height=1)) == ("carried/3",)
    assert unmet("defend_twice", Scope(units=2, width=1, height=1)) == ()
    sides = ["carried_defends=yes", "carried_defends=no"]
    assert main(["diff", *sides, "--units", "2", "--squares", "1x1"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "no independent differences in this scope",
        "carried_defends says something only with carried/3, which nothing in the scope has",
    ]


def test_the_cards_of_a_reading_come_with_it(capsys):
    sides = ["dodge_roll_movement=own_step", "dodge_roll_movement=forced"]
    assert main(["diff", *sides, "--units", "2", "--squares", "2x1", "--effects", "0", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["complete"]
    (difference,) = answer["differences"]
    assert difference["position"]["hands"] == {"south": ["Dodge Roll"]}
    assert difference["words"] == ["who stands where"]
