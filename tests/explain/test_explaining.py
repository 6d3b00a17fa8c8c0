"""Proofs as people read them, what if, and what an answer depends on."""

import pytest
from positions import AMBUSH, CARRIED, FLYERS, MOVED, position

from solver_bridge.alternatives import alternatives, attacks_and_dependences
from solver_bridge.depending import defenders_depend
from solver_bridge.errors import IllegalEvent, UnusableInput
from solver_bridge.events import parse_event
from solver_bridge.explaining import Explanation, explain
from solver_bridge.model import Position
from solver_bridge.telling import Step
from solver_bridge.vocabulary import load as load_vocabulary
from solver_bridge.whatif import turning_changes


def told(at: Position, *events: str, **options: bool) -> Explanation:
    return explain(at, [parse_event(event, position=at) for event in events], **options)


def steps(proof: tuple[Step, ...]) -> list[Step]:
    return [step for one in proof for step in (one, *steps(one.because))]


def texts(proof: tuple[Step, ...]) -> set[str]:
    return {step.text for step in steps(proof)}


def test_a_legal_event_is_proved_by_the_absence_of_every_reason():
    found = told(AMBUSH, "{move_and_attack: {unit: troll, path: []}}", what_if=False, readings=False)
    assert found.legal
    assert {"It is north's turn.", "troll is not tapped.", "Nothing is under way."} <= texts(found.proof)
    by_reason = {step.reason: step for step in found.proof}
    assert {"not_active", "tapped", "disabled", "summoning_sick", "storyline_busy"} <= by_reason.keys()
    assert by_reason["summoning_sick"].source == "Summoning Sickness / Charge"
    assert by_reason["summoning_sick"].file == "acting.lp"
    assert all(step.source and step.line for step in found.proof)
    assert "active: north" in {fact for step in found.proof for fact in step.facts}


def test_every_reason_against_an_event_has_its_own_proof():
    found = told(MOVED, "{attack: {unit: troll, target: bats}}", what_if=False, readings=False)
    assert not found.legal
    assert [one.reason.rule for one in found.reasons] == ["airborne", "stealth"]
    airborne, stealth = found.reasons
    assert "bats has a Stealth mark." in texts(stealth.proof)
    assert "bats has a Stealth mark." not in texts(airborne.proof)
    assert "At surface 8, no ability 'airborne' works for troll." in texts(airborne.proof)


def test_the_full_proof_goes_down_to_facts():
    brief = told(AMBUSH, "{move_and_attack: {unit: troll, path: []}}", what_if=False, readings=False)
    full = told(
        AMBUSH, "{move_and_attack: {unit: troll, path: []}}", full=True, what_if=False, readings=False
    )
    assert len(steps(full.proof)) > 3 * len(steps(brief.proof))
    assert {"fact", "derived", "absent", "refuted"} <= {step.kind for step in steps(full.proof)}
    assert all(not step.because for step in steps(full.proof) if step.kind == "fact")


def test_the_reach_of_a_defender_is_told_step_by_step():
    at = FLYERS.apply("{move_and_attack: {unit: troll, path: []}}")
    at = at.apply("{attack: {unit: troll, target: site 7}}")
    found = told(at, "{defend: {unit: nomads, path: [surface 7]}}", what_if=False, readings=False)
    assert found.legal
    assert "nomads may take a step from surface 8 to surface 7." in texts(found.proof)
    assert "surface 7 is in the range of motion of nomads." in texts(found.proof)


def test_only_the_last_event_is_explained_and_those_before_must_be_legal():
    first, second = "{move_and_attack: {unit: troll, path: []}}", "{attack: {unit: troll, target: bats}}"
    assert told(AMBUSH, first, second, what_if=False, readings=False).reasons
    with pytest.raises(IllegalEvent) as raised:
        told(AMBUSH, second, first)
    assert raised.value.event.word == "attack"


def test_forced_events_are_supplied_before_the_last():
    at = position(
        """
active: north
sites: {8: {terrain: land, controller: south}}
units:
  troll: {controller: north, at: surface 8, power: 3}
"""
    )
    events = ["{move_and_attack: {unit: troll, path: []}}", "{attack: {unit: troll, target: site 8}}"]
    assert told(at, *events, "{strike: {assign: {}}}", what_if=False, readings=False).legal


def test_an_unusable_position_is_unusable_input():
    at = position("{active: north, units: {troll: {controller: north, at: surface 8, power: 3}}}")
    with pytest.raises(UnusableInput):
        told(at, "{move_and_attack: {unit: troll, path: []}}")


# What if


def changes(at: Position, event: str, legal: bool) -> list[list[dict]]:
    return [found.to_data() for found in turning_changes(at, parse_event(event, position=at), legal).sets]


def test_two_reasons_need_two_changes():
    tired = position(
        """
active: north
sites: {8: {controller: south}}
units:
  troll: {controller: north, at: surface 8, power: 3, tapped: true, summoning_sick: true}
"""
    )
    found = changes(tired, "{move_and_attack: {unit: troll, path: []}}", False)
    assert [{"unit": "troll", "ready": True}, {"unit": "troll", "untap": True}] in found
    assert {len(one) for one in found} == {2}


def test_one_change_can_end_two_reasons():
    found = changes(MOVED, "{attack: {unit: troll, target: bats}}", False)
    assert found == [[{"unit": "bats", "gain": "waterbound"}]]


def test_one_change_bars_what_is_legal():
    found = changes(AMBUSH, "{move_and_attack: {unit: troll, path: []}}", True)
    assert [{"unit": "troll", "tap": True}] in found
    assert [{"active": "south"}] in found
    assert {len(one) for one in found} == {1}


def test_a_unit_too_far_away_is_moved_or_given_what_it_lacks():
    at = position(
        """
active: north
sites: {6: {controller: south}, 7: {controller: south}, 8: {controller: south}}
units:
  troll: {controller: north, at: surface 6, power: 3}
  nomads: {controller: south, at: surface 8, power: 2}
"""
    )
    at = at.apply("{move_and_attack: {unit: troll, path: []}}").apply(
        "{attack: {unit: troll, target: site 6}}"
    )
    found = changes(at, "{defend: {unit: nomads, path: [surface 7, surface 6]}}", False)
    assert [{"unit": "nomads", "gain": "movement 1"}] in found


def test_a_site_changes_hands():
    at = position(
        """
active: north
sites: {8: {controller: north}}
units: {troll: {controller: north, at: surface 8, power: 3}}
"""
    ).apply("{move_and_attack: {unit: troll, path: []}}")
    assert [{"site": 8, "controller": "south"}] in changes(
        at, "{attack: {unit: troll, target: site 8}}", False
    )


def test_nothing_is_shown_where_nothing_helps():
    assert changes(AMBUSH, "{attack: {unit: troll, target: bats}}", False) == []


def test_the_limit_is_kept_and_said():
    event = parse_event("{move_and_attack: {unit: troll, path: []}}", position=AMBUSH)
    everything = turning_changes(AMBUSH, event, True)
    assert everything.complete
    number = len(everything.sets)
    assert turning_changes(AMBUSH, event, True, limit=number) == everything
    fewer = turning_changes(AMBUSH, event, True, limit=number - 1)
    assert not fewer.complete
    assert len(fewer.sets) == number - 1
    assert set(fewer.sets) < set(everything.sets)


def test_what_was_not_looked_for_is_not_complete():
    move = "{move_and_attack: {unit: troll, path: []}}"
    assert told(AMBUSH, move, readings=False).complete
    assert not told(AMBUSH, move, readings=False, what_if=False).complete


def test_a_changed_position_differs_in_the_changes_alone():
    event = parse_event("{attack: {unit: troll, target: bats}}", position=MOVED)
    for found in turning_changes(MOVED, event, False).sets:
        changed = {change.thing for change in found.changes}
        for name, unit in found.position.units.items():
            assert (unit == MOVED.units[name]) == (name not in changed)


# What an answer depends on


def test_a_defender_depends_on_a_reading():
    at = CARRIED.apply("{move_and_attack: {unit: troll, path: []}}")
    at = at.apply("{attack: {unit: troll, target: site 7}}")
    event = "{defend: {unit: nomads, path: [surface 7]}}"
    found = [one.to_data() for one in told(at, event, what_if=False).depends_on]
    no = {"legal": False, "reasons": ["cannot_defend"]}
    assert found == [{"reading": "carried_defends", "value": "no", "answer": no}]
    line = ["{move_and_attack: {unit: troll, path: []}}", "{attack: {unit: troll, target: site 7}}", event]
    assert [one.to_data() for one in told(CARRIED, *line, what_if=False).depends_on] == found
    depends = defenders_depend(CARRIED, "troll", "site 7", ())
    assert [one.to_data()["value"] for one in depends["nomads"]] == ["no"]


def test_an_answer_that_depends_on_nothing_says_so():
    assert told(AMBUSH, "{move_and_attack: {unit: troll, path: []}}", what_if=False).depends_on == ()


def test_what_is_settled_is_never_asked():
    vocabulary = load_vocabulary()
    everything = (*vocabulary.readings, "edition")
    newest = {other.reading for other in alternatives(AMBUSH, everything)}
    oldest = {other.reading for other in alternatives(AMBUSH.under(edition="codex-2026-01"), everything)}
    settled = {str(args[0]) for args in vocabulary.facts["counterfactual"]}
    assert not settled & (newest | oldest)
    assert oldest - newest == {"zero_power_success", "defending_player"}


def test_a_given_reading_is_compared_with_its_default():
    at = CARRIED.under(readings={"carried_defends": "no"})
    found = defenders_depend(at, "troll", "site 7", ())
    assert [one.to_data() for one in found["nomads"]] == [
        {"reading": "carried_defends", "value": "yes", "answer": {"legal": True}}
    ]


def a_ghost_at(void: int) -> Position:
    return position(
        f"""
active: north
sites: {{8: {{terrain: land, controller: south}}}}
units:
  bat: {{controller: north, at: surface 8, power: 1, abilities: [airborne, voidwalk]}}
  ghost: {{controller: south, at: void {void}, power: 1, abilities: [voidwalk]}}
"""
    )


def test_attacks_that_a_reading_turns():
    _, none = attacks_and_dependences(a_ghost_at(13))
    assert none == {}
    attacks, found = attacks_and_dependences(a_ghost_at(14))
    assert ("bat", "void 14", "ghost") in {(one.unit, one.at, one.target) for one in attacks.attacks}
    (only,) = found[("bat", "void 14", "ghost")]
    assert only.to_data() == {"reading": "diagonal_into_void", "value": "no", "answer": {"legal": False}}


def test_positions_explain_events():
    found = MOVED.explain("{attack: {unit: troll, target: bats}}")
    assert not found.legal
    assert found.changes
    assert found.to_data()["reasons"][0]["rule"] == "airborne"


GOLEM = position(
    """
active: south
sites: {8: {controller: north}, 13: {controller: south}, 12: {controller: south}}
units:
  golem: {card: Crave Golem, controller: north, at: surface 8}
  wisp: {card: Wills-o'-the-Wisp, controller: south, at: surface 13}
  thief: {power: 1, abilities: [stealth], controller: south, at: surface 8}
"""
)
"""A golem that could attack a wisp, and may not attack the thief beside it."""


def sentences(start: Position, *events: str) -> set[str]:
    """Give everything that is told of the last of some legal events."""
    found = told(start, *events, what_if=False, readings=False)
    assert found.legal
    return texts(found.proof)


def test_a_legal_event_is_told_of_its_own_target_and_of_no_other():
    said = sentences(
        GOLEM,
        "{begin_turn: {player: north}}",
        "{resolve: {source: golem, choice: {target: wisp, path: [surface 13]}}}",
    )
    assert "wisp has no Stealth mark." in said
    assert "The ability of golem may resolve now." in said
    assert not [text for text in said if "thief" in text]
    for false in ("No ability of golem may resolve now.", "golem shares no location with it."):
        assert false not in said


def test_a_site_that_is_struck_is_not_told_to_be_away():
    said = sentences(
        position(
            """
active: north
sites: {13: {controller: south}}
units:
  a: {power: 3, controller: north, at: surface 13}
"""
        ),
        "{move_and_attack: {unit: a, path: []}}",
        "{attack: {unit: a, target: site 13}}",
        "{pass: {player: south}}",
        "{strike: {}}",
    )
    assert "site 13 is not in the realm." not in said


def sources(start: Position, *events: str) -> dict[str, str]:
    """Give what is told of the last of some events, each sentence with what it is cited to."""
    found = told(start, *events, what_if=False, readings=False)
    proofs = found.proof or tuple(step for reason in found.reasons for step in reason.proof)
    return {step.text: step.source for step in steps(proofs)}


MOVED_TO = position(
    """
active: north
sites: {7: {controller: south}, 8: {controller: south}}
units:
  a: {power: 3, controller: north, at: surface 8}
  nmv: {power: 4, abilities: ["can't move to defend"], controller: south, at: surface 7}
"""
).apply("{move_and_attack: {unit: a, path: []}}")


def test_what_the_position_says_is_cited_to_its_own_entry():
    domed = position(
        """
active: north
sites:
  7: {card: Dome of Osiros, controller: south}
units:
  a: {power: 3, controller: north, at: surface 7}
  t: {power: 1, controller: south, at: surface 7}
"""
    )
    moved = domed.apply("{move_and_attack: {unit: a, path: []}}")
    found = sources(moved, "{attack: {unit: a, target: t}}")
    assert "Active Player" not in found.values()
    assert found["site 7 is Dome of Osiros."] == "Site / Unit"
    attacked = MOVED_TO.apply("{attack: {unit: a, target: site 8}}")
    found = sources(attacked, "{defend: {unit: nmv, path: [surface 8]}}")
    assert found["nmv has the ability 'can't move to defend'."].startswith("Ability")


def reasons(start: Position, *events: str) -> set[tuple[str, str]]:
    """Give the reasons against the last of some events, each with its source."""
    found = told(start, *events, what_if=False, readings=False)
    return {(one.reason.rule, one.reason.source) for one in found.reasons}


DEFENDED = position(
    """
active: north
readings: {defend_twice: "no", carried_defends: "no", defend_after_target_left: "no"}
sites: {8: {controller: north}, 13: {controller: south}, 12: {controller: south}}
units:
  a: {power: 3, controller: north, at: surface 13}
  t: {power: 1, controller: south, at: surface 13}
  d: {power: 3, controller: south, at: surface 13}
  horse: {card: War Horse, controller: south, at: surface 12}
  rider: {power: 2, controller: south, at: surface 12, carried_by: horse}
"""
)
ATTACKED = ("{move_and_attack: {unit: a, path: []}}", "{attack: {unit: a, target: t}}")


def test_a_reason_that_a_reading_brings_is_cited_to_the_reading():
    again = ("{defend: {unit: d, path: [], original: stays}}", "{effect: {unit: d, untap: true}}")
    twice = reasons(DEFENDED, *ATTACKED, *again, "{defend: {unit: d, path: [], original: stays}}")
    assert twice == {("cannot_defend", "reading defend_twice")}
    carried = reasons(DEFENDED, *ATTACKED, "{defend: {unit: rider, path: [surface 13], original: stays}}")
    assert carried == {("cannot_defend", "reading carried_defends")}
    left = reasons(
        DEFENDED,
        *ATTACKED,
        "{effect: {unit: t, to: surface 8}}",
        "{defend: {unit: d, path: [], original: stays}}",
    )
    assert ("undefendable", "reading defend_after_target_left") in left


def test_places_that_cannot_be_moved_to_and_interceptors_elsewhere_are_cited_to_their_entries():
    start = position(
        """
active: north
sites: {8: {controller: north}, 13: {controller: south}}
units:
  a: {power: 3, controller: north, at: surface 8}
  t: {power: 1, controller: south, at: surface 13}
  sorcerer: {type: avatar, power: 1, life: 20, controller: south, at: surface 13}
hands: {south: [Dodge Roll, Dodge Roll]}
"""
    )
    assert reasons(start, "{effect: {unit: sorcerer, to: void 12}}") == {("no_place", "Characteristics")}
    attack = ("{move_and_attack: {unit: a, path: [surface 13]}}", "{attack: {unit: a, target: t}}")
    far = reasons(start, *attack, "{cast: {player: south, card: Dodge Roll, unit: t, to: void 1}}")
    assert far == {("no_place", "Adjacent")}
    on_avatar = ("{move_and_attack: {unit: a, path: [surface 13]}}", "{attack: {unit: a, target: sorcerer}}")
    void = reasons(
        start, *on_avatar, "{cast: {player: south, card: Dodge Roll, unit: sorcerer, to: void 12}}"
    )
    assert void == {("no_place", "Characteristics")}
    declined = ("{move_and_attack: {unit: a, path: []}}", "{decline_attack: {unit: a}}")
    assert ("elsewhere", "Intercept") in reasons(start, *declined, "{intercept: {unit: t}}")


def turned(start: Position, *events: str) -> list[list[dict]]:
    """Give the smallest changes that turn the answer to the last of some events."""
    return [changes.to_data() for changes in told(start, *events, readings=False).changes]


def test_a_site_that_is_destroyed_can_turn_an_answer():
    domed = position(
        """
active: north
sites: {7: {card: Dome of Osiros, controller: south}, 8: {controller: south}}
units:
  a: {power: 3, controller: north, at: surface 7}
  t: {power: 1, controller: south, at: surface 7}
"""
    )
    events = ("{move_and_attack: {unit: a, path: []}}", "{attack: {unit: a, target: t}}")
    assert turned(domed, *events) == [[{"site": 7, "destroy": True}]]
    broken = domed.apply(events[0]).apply("{effect: {site: 7, destroy: true}}")
    assert broken.is_legal(events[1])


def test_keywords_that_hinder_can_turn_an_answer():
    found = turned(MOVED_TO, "{attack: {unit: a, target: site 8}}", "{defend: {unit: nmv, path: [surface 8]}}")
    assert found
    waterbound = position(
        """
active: north
sites: {7: {terrain: water, controller: south}, 8: {controller: south}}
units:
  a: {power: 3, controller: north, at: surface 8}
  d: {power: 4, controller: south, at: surface 7}
"""
    ).apply("{move_and_attack: {unit: a, path: []}}")
    changes = turned(waterbound, "{attack: {unit: a, target: site 8}}", "{defend: {unit: d, path: [surface 8]}}")
    assert [{"unit": "d", "gain": "immobile"}] in changes
    assert [{"unit": "d", "gain": "landbound"}] in changes


def test_the_squares_near_a_chosen_location_are_looked_at():
    found = turned(
        GOLEM,
        "{begin_turn: {player: north}}",
        "{resolve: {source: golem, choice: {target: wisp, path: [surface 13]}}}",
        "{resolve: {source: wisp, choice: {to: void 3}}}",
    )
    assert [{"unit": "wisp", "to": "void 7"}] in found
