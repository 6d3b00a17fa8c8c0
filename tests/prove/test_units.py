"""What proofs are made of, piece by piece: scopes, tasks, claims, families of reasons."""


import pytest

from solver_bridge.engine import FOUND, NONE, UNKNOWN, Found, Grounded
from solver_bridge.errors import UnusableInput
from solver_bridge.proving import families
from solver_bridge.proving.claims import GOALS, PROPERTIES, Claim, claims_in, shipped
from solver_bridge.proving.ground import facts_of, settled
from solver_bridge.proving.own_files import readable
from solver_bridge.proving.pairs import ABSENT, INDUCTION, Pair, all_pairs, reasons_of_kinds, wanted_cards
from solver_bridge.proving.parting import Side, cards_wanted, sentences, words_in
from solver_bridge.proving.scope import Scope, block
from solver_bridge.proving.tasks import (
    FAST,
    PLAIN,
    PROVING,
    Task,
    first_task,
    image_task,
    line_task,
    run,
    step_task,
)
from solver_bridge.proving.unmet import unmet
from solver_bridge.proving.verify import (
    Verdict,
    cubes,
    lemma_tasks,
    parts,
    proof_tasks,
    verdict_data,
    widened,
)

CLAIM = Claim("mine", "Attack", "A sentence.", "/there/own.lp", loads=("more.lp",))


# Scopes


def test_a_scope_is_told_whole():
    scope = Scope(
        units=3, width=2, height=4, effects=0, power=5, edition="codex-2026-05", readings={"stay_choice": "last_join"},
        cards=("Sir Kay",), allowed=("mirrored", "shorter"),
    )  # fmt: skip
    assert scope.squares == "2x4"
    assert scope.to_data() == {
        "units": 3,
        "squares": "2x4",
        "effects": 0,
        "power": 5,
        "cards": ["Sir Kay"],
        "edition": "codex-2026-05",
        "readings": {"stay_choice": "last_join"},
    }
    facts = (
        "scoped(width,2).scoped(height,4).scoped(power,5).scoped(damage,10).scoped(strike,6).scoped(life,2).scoped(steps,1)."
        "scoped(lances,1).scoped(effects,0).member(u1).member(u2).member(u3)."
        'fixed(edition,"codex-2026-05").fixed(reading(stay_choice),last_join).allowed(mirrored).allowed(shorter).'
        'carded("Sir Kay").'
    )
    assert all(f"{fact}." in scope.facts() for fact in facts.removesuffix(".").split("."))
    assert 'card("Sir Kay"' in scope.facts() or "Sir Kay" in scope.facts().partition('carded("Sir Kay").')[2]


def test_a_scope_has_its_usual_bounds():
    assert Scope().to_data() == {"units": 2, "squares": "3x2", "effects": 1, "power": 1}
    assert Scope().facts().startswith("scoped(width,3).scoped(height,2).scoped(power,1).scoped(damage,2).")


@pytest.mark.parametrize(
    ("written", "expected"),
    [("5x4", (5, 4)), (" 1x1\n", (1, 1)), ("3X2", (3, 2)), ("6x1", None), ("1x5", None), ("0x1", None), ("10x1", None), ("x", None)],
)
def test_blocks_of_squares(written, expected):
    assert block(written) == expected


def test_the_parts_of_a_scope_come_smallest_first():
    told = [(part.units, part.squares, part.effects) for part in parts(Scope(units=2, width=3, height=2, effects=3))]
    blocks = ["1x1", "2x1", "1x2", "3x1", "2x2", "3x2"]
    assert told == [(units, squares, 3) for units in (1, 2) for squares in blocks]


def test_large_scopes_are_divided_by_where_the_attacker_stands():
    def places(**bounds):
        return cubes(Scope(**bounds))

    assert places(units=4, width=5, height=4) == places(units=5, width=5, height=2) == (None,)
    assert places(units=5, width=4, height=3) == (1, 2, 6, 7)
    assert places(units=5, width=4, height=3, allowed=("mirrored",)) == (1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14)
    assert places(units=6, width=5, height=4) == (1, 2, 3, 6, 7, 8)


def test_a_scope_in_which_less_is_left_out():
    scope = Scope(allowed=("turns",))
    assert widened(scope, ()) is scope
    assert widened(scope, ("turns",)) is scope
    assert widened(scope, {"mirrored", "any_active"}).allowed == ("turns", "any_active", "mirrored")


# Claims


def test_claims_are_read_with_all_that_they_ask_for(tmp_path):
    file = tmp_path / "own.lp"
    file.write_text(
        'property(b, "Two", "Second.").\nproperty(a, "One", "First.").\ngoal(c, "Three", "Third.").\n'
        'wants(a, "Sir Kay").\nwants(a, "Dodge Roll").\nloads(a, "x.lp").\nneeds_next(a).\nby_image(a, east_west).\n'
        'in_parts(a, 12).\n',
        encoding="utf-8",
    )
    assert list(claims_in(PROPERTIES, str(file))) == [
        Claim("b", "Two", "Second.", str(file)),
        Claim(
            "a", "One", "First.", str(file), wants=("Sir Kay", "Dodge Roll"), loads=("x.lp",), next=True,
            images=("east_west",), parts=12,
        ),
    ]  # fmt: skip
    assert [claim.name for claim in claims_in(GOALS, str(file))] == ["c"]


def test_what_comes_with_the_rules_is_in_the_order_of_its_files():
    files = [claim.file for claim in shipped(PROPERTIES)]
    assert files == sorted(files)
    assert all(file.startswith("properties/") and file.endswith(".lp") for file in files)
    assert all(claim.source and claim.sentence.endswith(".") for kind in (PROPERTIES, GOALS) for claim in shipped(kind))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a.\n\xff", "2: the file is not a text in UTF-8"),
        (b"a.\n\nb\x00.", "3: the file is not a text: it has a character of number 0"),
        ("a.\n% é\nb(é).".encode(), "3: 'é' can stand in a text or in a comment only"),
        ('a("é").\n%* é\n *%\n\u2028.'.encode(), "4: '\\u2028' can stand in a text or in a comment only"),
        (b"a" * (10**7), "1: the file is larger than "),
    ],
)
def test_what_is_no_file_of_rules(content, said, tmp_path):
    file = tmp_path / "own.lp"
    file.write_bytes(content)
    with pytest.raises(UnusableInput) as raised:
        readable(str(file))
    (fault,) = raised.value.faults
    assert str(fault).startswith(f"{file}:{said}")
    file.write_text('a("é", "\\"é").\n%* é\n *% b. % é\n', encoding="utf-8")
    assert readable(str(file)) == str(file)


# Tasks


def test_a_task_for_lines():
    scope = Scope(units=1, width=1, height=1)
    task = line_task(CLAIM, scope, 2)
    assert task.facts == (
        f"{scope.facts()}sought(mine).begun.ask(position,0).plays(0).next(0,1).plays(1).next(1,2)."
        "looked_at(1).looked_at(2).#show odd/1."
    )
    assert task.files[-3:] == ("/there/own.lp", "more.lp", "show/position.lp")
    assert (task.options, task.images) == (FAST, None)
    assert {"field", "told", "arg", "asked_under", "reading"} == task.names
    assert "looked_at(0).looked_at(1).looked_at(2).allowed(shorter)." in line_task(CLAIM, scope, 2, shorter=True).facts
    assert line_task(CLAIM, scope, 2, plain=True).options == (*FAST, *PLAIN)
    assert "sought(lasts)." in line_task(None, scope, 2).facts
    assert "looked_at(0).#show" in line_task(None, scope, 0).facts


def test_a_task_for_states():
    scope = Scope(units=1, width=1, height=1)
    task = step_task([CLAIM, CLAIM._replace(name="other", file="other.lp")], scope)
    assert task.facts == f"{scope.facts()}sought(mine).sought(other).allowed(departed).allowed(turns).plays(0).looked_at(0)."
    assert task.files[-3:] == ("/there/own.lp", "more.lp", "other.lp")
    assert task.options == PROVING
    later = step_task([CLAIM._replace(next=True)], scope, 3, 4)
    assert later.facts.endswith("plays(0).next(0,1).looked_at((0;1)).cube(3).part(4).")
    lemma = shipped("lemmas")[0]
    assert step_task([lemma], scope).facts.endswith("plays(0).next(0,1).looked_at(1).")
    first = first_task([CLAIM], scope, 7)
    assert first.facts == f"{scope.facts()}sought(mine).looked_at(0).cube(7)."
    assert (first.options, first.files[-2:]) == (PROVING, ("/there/own.lp", "more.lp"))


def test_a_task_for_images():
    scope = Scope(units=1, width=1, height=1)
    freed = "allowed(mirrored).allowed(any_active).allowed(any_attacker)."
    task = image_task(first_task([CLAIM], scope), scope, ("east_west",))
    assert task.facts == f"{scope.facts()}sought(mine).looked_at(0).{freed}"
    assert (task.files[-1], task.images) == ("scope/images.lp", ("east_west",))
    alone = image_task(None, scope)
    assert alone.facts == f"{scope.facts()}allowed(departed).allowed(turns).plays(0).looked_at(0).ask(events,0).{freed}"
    assert ("scope/sought.lp" in alone.files, "show/events.lp" in alone.files, alone.images) == (False, True, ())


def test_the_searches_of_a_proof():
    scope = Scope(units=5, width=4, height=3)
    assert proof_tasks(CLAIM, scope) == [step_task([CLAIM], scope, cube) for cube in (1, 2, 6, 7)]
    divided = CLAIM._replace(parts=2)
    assert proof_tasks(divided, scope) == [step_task([divided], scope, None, part) for part in (1, 2)]
    lemmas = shipped("lemmas")
    small = Scope(units=1, width=1, height=1)
    assert lemma_tasks(small) == [first_task(lemmas, small, None), step_task(lemmas, small, None)]


def rules(text):
    return Task((), text)


def test_a_task_is_carried_out():
    done = run(rules("{a(1..2)}. :- not a(2)."), 30.0)
    assert (done.status, done.atoms) == (FOUND, ())
    assert 0 <= done.seconds < 30
    assert run(rules("a. :- a.")).status == NONE
    assert run(Task((), "a(1). b(2). {c}.", names=frozenset({"a", "b"}))).atoms == (("a", 1), ("b", 2))
    mirrored = "squares_in(top,1,1). square_image(turned,1,2). square_image(turned,2,1). frees(turned,mirrored)."
    assert run(Task((), f"{mirrored}{{at(top(1));at(top(2))}}.", images=())).status == NONE
    assert run(Task((), f"{mirrored}{{at(top(1))}}.", images=())).status == FOUND
    assert run(Task((), f"{mirrored}{{at(top(1))}}.", images=()), 0.0).status == UNKNOWN


# What is told


def test_a_verdict_is_told_whole():
    scope = Scope(units=1, width=1, height=1)
    verdict = Verdict(claim=CLAIM, status="proved", method="how", scope=scope, seconds=1.5)
    assert verdict_data(verdict) == {
        "name": "mine",
        "source": "Attack",
        "sentence": "A sentence.",
        "status": "proved",
        "method": "how",
        "scope": scope.to_data(),
        "seconds": 1.5,
    }


def test_sides_are_written_as_on_the_command_line():
    assert str(Side("codex-2026-05", {"a": "b", "c": "d"})) == "codex-2026-05,a=b,c=d"
    assert str(Side(None, {"a": "b"})) == "a=b"
    assert str(Side("codex-2026-05")) == "codex-2026-05"
    assert cards_wanted(Side(None, {"dodge_roll_window": "x"}), Side("codex-2026-05")) == ("Dodge Roll", "Sir Kay")
    assert cards_wanted(Side(None, {"stay_choice": "x"})) == ()


def test_in_what_sides_part():
    said = sentences()
    assert "process" not in said
    assert all(word == word.strip() and text for word, text in said.items())
    word, other = list(said)[:2]
    found = Found(FOUND, (*(("parts_in", name) for name in (word, "process", "any", "more")), ("field", other)))
    assert words_in(found) == {word}
    assert words_in(Found(FOUND, (("parts_in", ("field", "tapped")),))) == {"field(tapped)"}


def test_pairs_of_reasons_are_told():
    assert str(Pair("attack", "airborne", "stealth")) == "attack: airborne and stealth"
    assert str(Pair("attack", "stealth", "stealth")) == "attack: stealth"
    assert Pair("attack", "airborne", "stealth").atom == "together(attack,airborne,stealth)"
    assert (ABSENT, INDUCTION) == ("a reason of them is never there", "induction: lines of any length")
    pairs = [pair for pair in all_pairs(()) if pair.kind == "defend"]
    names = sorted({name for name, _ in reasons_of_kinds(())["defend"]})
    assert pairs == [Pair("defend", one, two) for at, one in enumerate(names) for two in names[at + 1 :]]
    assert list(wanted_cards()) == sorted(wanted_cards())
    assert set(wanted_cards()) <= {"Captain Baldassare", "Dodge Roll", "Sir Kay", "Wills-o'-the-Wisp", "Crave Golem", "Dome of Osiros"}


def test_rules_that_call_reasons_by_their_names():
    assert families.against_rules([("tapped", 1), ("gone", 0), ("split", 3), ("tapped", 1)]) == (
        "against(gone,T) :- asked(T), given(E,T), barred(E,gone,T)."
        "against(split,T) :- asked(T), given(E,T), barred(E,split(_,_,_),T)."
        "against(tapped,T) :- asked(T), given(E,T), barred(E,tapped(_),T)."
    )
    kinds = reasons_of_kinds(())
    assert list(kinds) == sorted(kinds)
    assert all(list(shapes) == sorted(set(shapes)) for shapes in kinds.values())
    assert {("airborne", 2), ("cannot_attack", 1), ("cannot_attack", 2), ("declaration_failed", 0), ("gone", 1)} <= set(kinds["attack"])
    assert kinds["decline_attack"] == (("not_moved", 1),)


def test_why_a_reading_says_nothing():
    small = Scope(units=1, width=1, height=1)
    assert unmet("carried_defends", small) == ("carried/3",)
    assert unmet("zero_power_success", small) == ()


# Ground rules


def test_what_is_settled_goes_until_nothing_more_is():
    a, b, c, d, e = range(1, 6)
    rules_of = [
        (False, (a,), (), None),
        (True, (b,), (a,), None),
        (False, (c,), (a, b), None),
        (False, (c,), (d,), None),
        (False, (e,), (-d, a), None),
        (False, (d,), (-a,), None),
        (False, (c,), (e, b), (1, (1, 1))),
    ]
    left = settled(Grounded({}, rules_of))
    assert facts_of(left) == {a, e}
    assert [(choice, tuple(head), tuple(body), weights) for choice, head, body, weights in left.rules] == [
        (False, (a,), (), None),
        (False, (e,), (), None),
        (True, (b,), (), None),
        (False, (c,), (b,), None),
        (False, (c,), (e, b), (1, (1, 1))),
    ]
