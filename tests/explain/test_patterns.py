"""Patterns, their values and their order; terms as the solver writes them."""

import pytest

from solver_bridge import terms
from solver_bridge.program_text import Arithmetic, Comparison, Interval, Var
from solver_bridge.terms import read_atom, read_term
from solver_bridge.unify import (
    COMPARE,
    UNBOUND,
    Open,
    bound,
    match,
    match_all,
    rank,
    renamed,
    substituted,
    value,
)

X, Y, Z = Var("X"), Var("Y"), Var("Z")


def sum_of(*operands):
    return Arithmetic("+", operands)


@pytest.mark.parametrize(
    ("operator", "operands", "expected"),
    [
        ("+", (7, 3), 10),
        ("-", (7, 3), 4),
        ("*", (7, 3), 21),
        ("/", (7, 2), 3),
        ("/", (-7, 2), -3),
        ("/", (7, 0), UNBOUND),
        ("\\", (7, 3), 1),
        ("\\", (-7, 3), -1),
        ("\\", (7, 0), UNBOUND),
        ("**", (2, 5), 32),
        ("-", (7,), -7),
        ("|", (-7,), 7),
        ("+", (7, "a"), UNBOUND),
        ("+", (7, X), UNBOUND),
        ("+", (7, Y), 11),
    ],
)
def test_arithmetic_is_the_solvers(operator, operands, expected):
    assert value(Arithmetic(operator, operands), {Y: 4}) == expected


def test_the_value_of_a_pattern():
    bindings = {X: 4, Y: ("f", 1), Z: Open(("g", X))}
    assert value(X, bindings) == 4
    assert value(Var("W"), bindings) is UNBOUND
    assert value(Z, bindings) == ("g", 4)
    assert value(Z, {Z: Open(("g", X))}) is UNBOUND
    assert value(("h", X, Y, "a", 2), bindings) == ("h", 4, ("f", 1), "a", 2)
    assert value(("h", X, Var("W")), bindings) is UNBOUND
    assert value(Interval(1, 3), bindings) is UNBOUND


def test_what_is_bound():
    assert bound(frozenset(), {})
    assert bound(frozenset({X}), {X: 0})
    assert not bound(frozenset({X, Y}), {X: 0})
    assert bound(frozenset({Z}), {Z: Open(("g", X)), X: 1})
    assert not bound(frozenset({Z}), {Z: Open(("g", X))})


def test_terms_are_ordered_as_the_solver_orders_them():
    ordered = [-3, 2, "a", "b", ("f", 9), ("g", 1), ("g", 2), ("g", "a"), ("f", 1, 1)]
    assert sorted([*ordered[4:], *ordered[:4]], key=rank) == ordered
    assert [rank(5), rank("a"), rank(("f", 1, "a"))] == [(1, 5), (2, "a"), (3, 3, "f", ((1, 1), (2, "a")))]


@pytest.mark.parametrize(
    ("operator", "below", "same", "above"),
    [
        ("=", False, True, False),
        ("!=", True, False, True),
        ("<", True, False, False),
        (">", False, False, True),
        ("<=", True, True, False),
        (">=", False, True, True),
    ],
)
def test_comparisons(operator, below, same, above):
    compare = COMPARE[operator]
    assert [compare(1, "a"), compare("a", "a"), compare(("f", 1), 7)] == [below, same, above]


def test_what_is_put_in():
    bindings = {X: 4, Z: Open(("g", Y))}
    assert substituted(("f", X, Y), bindings) == ("f", 4, Y)
    assert substituted(Z, bindings) == ("g", Y)
    assert substituted(sum_of(X, 1), bindings) == 5
    left = substituted(("f", sum_of(Y, 1), Interval(1, X)), bindings)
    assert left[0] == "f"
    assert [repr(item) for item in left[1:]] == ["_", "_"]


def test_new_variables_for_old():
    names = {}
    first, second, third = renamed(("f", X, (X, Y), 3), names)[1], *renamed(("f", X, (X, Y), 3), names)[2]
    assert first is second
    assert first is not third
    assert (set(names), first.name) == ({X, Y}, "")
    assert renamed("a", names) == "a"


@pytest.mark.parametrize(
    ("pattern", "term", "found"),
    [
        ("a", "a", {}),
        ("a", "b", None),
        (3, 3, {}),
        (X, 3, {X: 3}),
        (("f", X, X), ("f", 1, 1), {X: 1}),
        (("f", X, X), ("f", 1, 2), None),
        (("f", X), ("g", 1), None),
        (("f", X), ("f", 1, 2), None),
        (("f", X), "f", None),
        (sum_of(X, 2), 5, {X: 3}),
        (sum_of(2, X), 5, {X: 3}),
        (Arithmetic("-", (X, 2)), 5, {X: 7}),
        (Arithmetic("-", (9, X)), 5, {X: 4}),
        (sum_of(1, 4), 5, {}),
        (sum_of(1, 3), 5, None),
        (sum_of(X, 2), "a", None),
        (Arithmetic("*", (X, 2)), "a", None),
        (Interval(1, 3), "a", None),
    ],
)
def test_matching(pattern, term, found):
    bindings, later = {}, []
    assert match(pattern, term, bindings, later) is (found is not None)
    assert later == []
    if found is not None:
        assert bindings == found


def test_what_cannot_be_solved_yet_is_left_for_later():
    for pattern in (Arithmetic("*", (X, 2)), Arithmetic("-", (X,)), sum_of(X, Y), Interval(X, 3)):
        bindings, later = {}, []
        assert match(pattern, 6, bindings, later)
        assert (bindings, later) == ({}, [Comparison((6, pattern), ("=",))])


def test_a_variable_in_the_term_stands_for_anything():
    assert match("a", Y, {}, [])
    bindings = {}
    assert match(("f", X, "a"), ("f", Y, Z), bindings, [])
    assert (bindings[X].pattern, bindings[Z]) == (Y, "a")
    assert not match(("f", X, X), ("f", 1, Y), {Y: 2}, [])
    assert match(("f", X, X), ("f", 1, Y), bindings := {}, [])
    assert bindings == {X: 1, Y: 1}
    bindings = {}
    assert match(X, ("f", Y), bindings, [])
    assert bindings[X].pattern == ("f", Y)
    assert match(X, ("f", 3), bindings, [])
    assert bindings[Y] == 3
    assert match(X, X, bindings := {}, [])
    assert bindings == {}


def test_several_patterns_have_the_same_variables():
    bindings = {}
    assert match_all((X, sum_of(X, 1)), (2, 3), bindings, [])
    assert bindings == {X: 2}
    assert not match_all((X, sum_of(X, 1)), (2, 4), {}, [])
    with pytest.raises(ValueError, match="argument 2 is shorter"):
        match_all((X, Y), (2,), {}, [])


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("7", 7),
        ("-7", -7),
        ("a", "a"),
        ("u1", "u1"),
        ("_p'", "_p'"),
        ('"Sir Kay"', "Sir Kay"),
        ('"a \\"b\\" \\\\ \\n(,)"', 'a "b" \\ \n(,)'),
        ('""', ""),
        ("f(a)", ("f", "a")),
        ("f(g(1,-2),h(x))", ("f", ("g", 1, -2), ("h", "x"))),
        ("(a,b)", ("", "a", "b")),
        ("(a,)", ("", "a")),
        ("f((1,2),\"a,b\")", ("f", ("", 1, 2), "a,b")),
    ],
)
def test_terms_are_read(text, term):
    assert read_term(text) == term


@pytest.mark.parametrize(
    ("text", "atom"),
    [
        ("done", ("done",)),
        ("p(1)", ("p", 1)),
        ("p(f(1,2),a)", ("p", ("f", 1, 2), "a")),
        ("p(f(g(1,2),3),h((4,5)),-6)", ("p", ("f", ("g", 1, 2), 3), ("h", ("", 4, 5)), -6)),
        ('p("a,(b",f(2))', ("p", "a,(b", ("f", 2))),
    ],
)
def test_atoms_are_read_the_same_the_first_time_and_later(text, atom):
    terms._known.clear()
    assert [read_atom(text) for _ in range(3)] == [atom] * 3


def test_only_so_much_is_remembered(monkeypatch):
    terms._known.clear()
    monkeypatch.setattr(terms, "_MOST_KNOWN", 4)
    assert [read_atom(f"p({n})") for n in range(9)] == [("p", n) for n in range(9)]
    assert len(terms._known) <= 5
