"""The cases that are kept, asked of both engines, and the tools that find them and show that a change is none."""

from solver_bridge.play import talk_all
from tests.mutation.cases import cases, many_together, wrong_with
from tests.mutation.corpus import corpus
from tests.mutation.hunting import checked, marked
from tests.mutation.killing import KILLED, tried
from tests.mutation.mutants import Mutant, mutants
from tests.mutation.twins import NARROW, Twins


def one(rule: str, new: str) -> Mutant:
    """Give the mutant that makes another rule of one."""
    (found,) = (mutant for mutant in mutants() if (mutant.old, mutant.new) == (rule, new))
    return found


def test_cases_have_names_of_their_own():
    assert len({case.name for case in cases()}) == len(cases())


def test_both_engines_say_the_same_of_every_case():
    with many_together():
        assert [text for text in talk_all([wrong_with(case) for case in cases()]) if text] == []


def test_a_hunt_finds_a_case_that_kills(tmp_path):
    mutant = one("initiated(tapped(U),T) :- occurs(move_and_attack(U),T).", "")
    wrong: list[str] = []
    items = [item for item in corpus(5, 2, 2, wrong) if len(item.case.events) < 2]
    found = marked(items, [mutant])
    ((_, verdict),) = tried([(mutant, checked(found[mutant.key], "seed"), 20.0)], tmp_path)
    assert verdict.outcome == KILLED
    assert "move_and_attack" in verdict.by


def test_a_change_that_is_none_is_shown_to_be_none():
    twins = Twins(NARROW)
    no_change = one("initiated(attack_at(L),T) :- declares(A,X,L,T).", "initiated(attack_at(L),T) :- declares(X,A,L,T).")
    assert twins.same_within(no_change) == 0
    unread = next(m for m in mutants("acting.lp") if m.old.startswith("usable(U,T)") and "ranging(U,T)" not in m.new and m.new)
    assert twins.same_within(unread) == 1
    assert twins.fires(unread)


def test_a_change_that_shows_is_never_taken_for_none():
    twins = Twins(NARROW)
    change = next(m for m in mutants("turn.lp") if m.operator == "drop rule" and m.old.startswith("initiated(active(P),T)"))
    assert twins.same_within(change, deepest=2, seconds=4.0) is None
