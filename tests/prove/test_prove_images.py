"""Images of ground rules: what is one is seen, what is none is said, and no proof leans on one that is none."""

import json

import pytest

from solver_bridge.cli import main
from solver_bridge.engine import FOUND, NONE, Grounded, ground_rules
from solver_bridge.proving.claims import LEMMAS, PROPERTIES, claims_in, shipped
from solver_bridge.proving.ground import facts_of, settled
from solver_bridge.proving.images import images_in, missing
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import first_task, image_task, line_task, run, step_task
from solver_bridge.proving.verify import IMAGES, PROVED, REFUTED, cubes, verify
from solver_bridge.proving.workers import Here

SCOPE = Scope(units=2, width=3, height=2)
TOLD = (
    "squares_in(top,1,1).",
    "square_image(turned,1,2).",
    "square_image(turned,2,1).",
    "frees(turned,mirrored).",
)
SAME = (
    "{at(top(1));at(top(2))}.",
    "near(top(1)):-at(top(1)),not at(top(2)).",
    "near(top(2)):-not at(top(1)),at(top(2)).",
    "many:-2<=#count{top(1):at(top(1));top(2):at(top(2))}.",
)


def ground(*rules):
    return ground_rules((), "\n".join(rules))


def lacking(*rules):
    return [found.image for found in missing(ground(*TOLD, *rules))]


def test_rules_that_are_images_of_one_another():
    assert lacking(*SAME) == []


@pytest.mark.parametrize("number", range(len(SAME)))
@pytest.mark.parametrize(
    "change", [("top(1)", "top(2)"), ("top(2)", "top(3)"), ("at(", "on("), (":-", ":-on,")]
)
def test_one_changed_rule_is_found(number, change):
    changed = SAME[number].replace(*change, 1)
    if changed == SAME[number] or (number == 0 and change[0] == ":-"):
        pytest.skip("nothing is changed")
    holds = ("{on}.", "{on(top(1));on(top(2))}.", "{at(top(3))}.")
    # What is counted may have any words that differ; with the same ones there are never two.
    symmetric = number == 3 and change[0] != "at("
    assert (lacking(*SAME[:number], changed, *SAME[number + 1 :], *holds) == []) is symmetric


def test_a_fact_without_its_image_is_found():
    assert lacking(*SAME, "way(top(1)).") == ["turned"]
    assert lacking(*SAME, "way(top(1)).", "way(top(2)).") == []


def test_an_image_that_moves_nothing_or_is_not_one_to_one_is_none():
    assert [found.rule for found in missing(ground(*TOLD, "a:-not b.", "b:-not a."))] == ["no rule is moved"]
    assert [found.rule for found in missing(ground(*TOLD, "square_image(turned,3,1).", *SAME))] == [
        "the image is not one to one"
    ]
    assert [found.rule for found in missing(ground(*TOLD, *SAME), ("upside_down",))] == ["there is no such image"]


def test_settled_literals_are_left_out_and_nothing_else():
    a, b, c, d, e, f, g, h, i = range(1, 10)
    rules = [
        (False, [a], [], None),
        (True, [b], [], None),
        (False, [c], [a, b, -d], None),
        (False, [e], [-d], None),
        (False, [f], [b, -a], None),
        (False, [g], [-a], None),
        (False, [h], [-g, b], None),
        (False, [i], [b, -c], None),
        (False, [i], [a, b, c], (2, (1, 1, 1))),
    ]
    left = settled(Grounded({}, rules))
    assert facts_of(left) == {a, e}
    assert [(head, body) for _, (head,), body, _ in left.rules if head not in (a, e)] == [
        (b, []),
        (c, [b]),
        (h, [b]),
        (i, [b, -c]),
        (i, [a, b, c]),
    ]


CONDITIONS = (
    "{at(top(1..2))}.",
    "{on(top(1..2))}.",
    "all:-at(X):on(X),X=top(1..2).",
    "some(top(1)):-1<=#sum{2,X:at(X);1,X:on(X)},at(top(1)).",
    "some(top(2)):-1<=#sum{2,X:at(X);1,X:on(X)},at(top(2)).",
    ":-not all,not some(top(1)),not some(top(2)).",
)


def test_what_the_grounder_puts_in_is_known_by_its_rules():
    assert lacking(*CONDITIONS) == []


@pytest.mark.parametrize(
    ("number", "change"),
    [
        (2, ("X=top(1..2)", "X=top(1)")),
        (2, ("at(X):on(X)", "at(X):on(X),at(top(1))")),
        (3, ("2,X:at", "3,X:at")),
        (3, ("1<=", "2<=")),
        (4, ("1,X:on(X)", "1,X:on(X),at(top(1))")),
        (5, (",not some(top(2))", "")),
    ],
)
def test_a_change_within_a_condition_or_a_count_is_found(number, change):
    changed = CONDITIONS[number].replace(*change, 1)
    assert changed != CONDITIONS[number]
    assert lacking(*CONDITIONS[:number], changed, *CONDITIONS[number + 1 :]) == ["turned"]


def test_images_are_what_their_names_say():
    task = image_task(None, SCOPE)
    images = images_in(ground_rules(task.files, task.facts))
    position = "holds(at(u1,below(1)),0)"
    assert {name: image.of(position) for name, (image, _) in images.items()} == {
        "east_west": "holds(at(u1,below(3)),0)",
        "north_south": "holds(at(u1,below(6)),0)",
        "players": position,
        "units(u1, u2)": "holds(at(u2,below(1)),0)",
    }
    event = "can(attack(u1,site(2),top(2)),0)"
    assert images["north_south"][0].of(event) == "can(attack(u1,site(7),top(7)),0)"
    assert (
        images["players"][0].of("not holds(controller(site(1),north),0)")
        == "not holds(controller(site(1),south),0)"
    )


def test_every_search_may_leave_out_images():
    claims = [claim for claim in shipped(PROPERTIES) if not claim.images and not claim.wants]
    lemmas = shipped(LEMMAS)
    small = Scope(units=2, width=2, height=1)
    searches = (
        step_task(claims, SCOPE),
        step_task(lemmas, small),
        first_task(lemmas, small),
        line_task(claims[0], small, 3, shorter=True),
    )
    for search in searches:
        assert run(image_task(search, SCOPE))[:2] == (NONE, ())


@pytest.mark.parametrize("claim", [claim for claim in shipped(PROPERTIES) if claim.wants], ids=lambda c: c.name)
def test_searches_with_cards_may_leave_out_images_too(claim):
    scope = Scope(units=3, width=2, height=1, cards=claim.wants)
    assert run(image_task(step_task([claim], scope), scope))[:2] == (NONE, ())


def test_images_hold_with_every_card():
    cards = ("Captain Baldassare", "Dodge Roll", "Dome of Osiros", "Sir Kay", "Wills-o'-the-Wisp")
    assert run(image_task(None, Scope(units=2, width=2, height=1, cards=cards)))[:2] == (NONE, ())


def test_the_properties_about_images_need_no_search():
    claims = [claim for claim in shipped(PROPERTIES) if claim.images]
    found = verify(claims, Scope(units=2, width=2, height=2), Here())
    assert [(verdict.status, verdict.method) for verdict in found] == [(PROVED, IMAGES)] * len(claims)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("occurs(attack(A, X, top(2)), T)", ("mirrored",)),
        ("occurs(attack(A, X, L), T), controls(south, A, T)", ("any_active",)),
        ("occurs(attack(u2, X, L), T)", ("any_attacker",)),
    ],
)
def test_a_property_that_is_not_its_own_image_is_looked_at_everywhere(rule, words, tmp_path):
    file = tmp_path / "own.lp"
    file.write_text(
        'property(own, "Attack", "Something of one square, player or unit.").\n'
        f"violated(own, T) :- {rule}.\n",
        encoding="utf-8",
    )
    (claim,) = claims_in(PROPERTIES, str(file))
    small = Scope(units=2, width=2, height=1)
    done = run(image_task(step_task([claim], small), small))
    assert done.status == FOUND
    assert {frees for _, frees, _ in done.atoms} == set(words)
    if "any_attacker" not in words:  # what is written and read back has no names such as u2
        (found,) = verify([claim], small, Here())
        assert found.status == REFUTED


def test_cubes_cover_every_square_without_mirror_images():
    whole = Scope(units=5, width=5, height=4, allowed=("mirrored",))
    assert cubes(whole) == tuple(range(1, 21))
    assert len(cubes(Scope(units=5, width=5, height=4))) == 6


def test_how_it_was_shown_is_told(capsys):
    assert main(["verify", "--property", "mirror_images", "--squares", "2x1", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["properties"]
    assert found["method"] == IMAGES


DENIED = (
    "{at(top(1..2))}.",
    "{on(top(1..2))}.",
    "lone(top(1)):-at(top(1)),not 2<=#sum{1,X:at(X);1,X:on(X),at(top(1)),at(top(2))}.",
    "lone(top(2)):-at(top(2)),not 2<=#sum{1,X:at(X);1,X:on(X),at(top(1)),at(top(2))}.",
    "odd:-not lone(top(1)),lone(top(2)).",
    "odd:-lone(top(1)),not lone(top(2)).",
)


def test_what_is_denied_is_the_image_of_what_is_denied():
    assert lacking(*DENIED) == []
    assert lacking(*DENIED[:2], DENIED[2].replace("not 2<=", "2<="), *DENIED[3:]) == ["turned"]
    assert lacking(*DENIED[:4], DENIED[4]) == ["turned"]
    assert lacking(*DENIED[:4], DENIED[4], DENIED[5].replace("not ", "")) == ["turned"]
