"""Slices of rules programs show what the whole programs show (The Golden Rule: a rule that is left out would be a lie)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import clingo
import pytest
from clingo import ast
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.positions import random_positions
from solver_bridge import answers, engine, slices
from solver_bridge.events import MoveAndAttack
from solver_bridge.judging import run_rulings
from solver_bridge.whatif import turning_changes

RULINGS = Path(__file__).parent / "rulings"
_LAYERS = 5


def _read(text: str) -> list[slices.Statement]:
    trees: list[ast.AST] = []
    ast.parse_string(text, trees.append)
    return [each for each in map(slices.read, trees) if each is not None]


def _sliced(text: str, facts: str = "") -> list[str]:
    cut = slices.sliced(_read(text), slices.given(facts))
    return [line.replace(" ", "") for line in cut.split("\n")]


def _shown(text: str, facts: str = "") -> list[str]:
    control = clingo.Control(["2"], logger=lambda *_: None)
    control.add("base", [], f"{text}\n{facts}")
    control.ground([("base", [])])
    models: list[list[str]] = []
    control.solve(on_model=lambda model: models.append(sorted(map(str, model.symbols(shown=True)))))
    (shown,) = models
    return shown


def test_what_cannot_fire_is_left_out() -> None:
    assert _sliced("#show s/1. s(X) :- a(X). s(X) :- b(X), c(X).", "a(1). b(2).") == [
        "#shows/1.",
        "s(X):-a(X).",
    ]


def test_what_is_not_shown_nor_needed_is_left_out() -> None:
    assert _sliced("#show s/1. s(X) :- a(X). t(X) :- a(X). u(X) :- t(X).", "a(1).") == [
        "#shows/1.",
        "s(X):-a(X).",
    ]


def test_first_arguments_tell_atoms_apart() -> None:
    text = "#show s/1. s(X) :- h(f(X)). h(f(X)) :- a(X). h(g(X)) :- a(X)."
    assert _sliced(text, "a(1).") == ["#shows/1.", "s(X):-h'f(X).", "h'f(X):-a(X)."]


def test_a_variable_may_be_any_of_them() -> None:
    text = "#show s/1. s(X) :- h(X), a(X). h(f(X)) :- a(X). h(g(X)) :- a(X)."
    assert "h(g(X)):-a(X)." in _sliced(text, "a(1).")


def test_another_name_is_left_out() -> None:
    assert _sliced("#show s/2. s(X,Y) :- r(X,Y). r(X,X) :- a(X).", "a(1).") == ["#shows/2.", "s(X,X):-a(X)."]


@pytest.mark.parametrize("more", ["#show r/2.", "t(X) :- r(X,X). #show t/1.", "{ r(X,X) } :- b(X)."])
def test_another_name_stays_where_it_is_of_use(more: str) -> None:
    cut = _sliced(f"#show s/2. s(X,Y) :- r(X,Y). r(X,X) :- a(X). {more}", "a(1). b(2).")
    assert "s(X,Y):-r(X,Y)." in cut


def test_two_names_for_each_other_are_no_trouble() -> None:
    text = "#show s/1. s(X) :- a(X). q(X) :- r(X). r(X) :- q(X)."
    assert _shown("\n".join(_sliced(text, "a(1).")), "a(1).") == _shown(text, "a(1).") == ["s(1)"]


def test_what_is_given_keeps_its_name() -> None:
    cut = _sliced("#show s/2. s(X,Y) :- r(X,Y). r(X,X) :- a(X).", "a(1). r(1,2).")
    assert "s(X,Y):-r(X,Y)." in cut


def test_what_never_holds_need_not_be_denied() -> None:
    assert (
        _sliced("#show s/1. s(X) :- a(X), not b(X), not c(X). c(X) :- d(X).", "a(1). d(1).")[1]
        == "s(X):-a(X);notc(X)."
    )


def test_constraints_stay_with_all_that_they_need() -> None:
    assert ":-t(X)." in "".join(_sliced("#show s/1. s(X) :- a(X). t(X) :- a(X). :- t(X).", "a(1)."))


def test_words_beside_a_comparison_are_no_atoms() -> None:
    text = "#show s/1. s(X) :- a(X), F = h(f(X)), F != h(g(1)). h(f(X)) :- a(X). s(X) :- h(f(X))."
    assert _shown("\n".join(_sliced(text, "a(1).")), "a(1).") == _shown(text, "a(1).")


@pytest.mark.parametrize("compared", ["F = h(f(X))", "h(f(X)) = F", "not F != h(f(X))"])
def test_a_compared_word_is_written_as_elsewhere(compared: str) -> None:
    text = f"#show s/1. s(X) :- a(X), b(F), {compared}. b(h(f(1))). h(f(X)) :- a(X). s(X) :- h(f(X)), c(X)."
    assert _shown("\n".join(_sliced(text, "a(1).")), "a(1).") == _shown(text, "a(1).") == ["s(1)"]


def test_pools_and_aggregates_are_read() -> None:
    text = """#show s/1. h(f(1;2)). h((g(1);k(2))). m(a;b).
    s(N) :- N = #sum { X : h(f(X)); 5, Y : h(g(Y)), m(a) }. s(X) :- m(X), 1 #count { Z : h(k(Z)) }. s(X) :- h(X) : m(c); X = 7."""
    assert _shown("\n".join(_sliced(text))) == _shown(text)


@st.composite
def _programs(draw: st.DrawFn) -> tuple[str, str]:
    """Give a stratified program and facts: what a layer derives hangs on lower layers, and on itself without negation."""
    word = st.sampled_from(["f", "g", "k"])

    def atom(layer: int) -> str:
        first = draw(st.sampled_from(["X", "f(X)", "g(X)", "k", "f(Y)"]))
        return f"p{layer}({first},{draw(st.sampled_from(['X', 'Y', '1']))})"

    lines = [f"#show p{layer}/2." for layer in draw(st.sets(st.integers(1, _LAYERS), min_size=1))]
    for layer in range(1, _LAYERS + 1):
        for _ in range(draw(st.integers(0, 3))):
            if draw(st.integers(0, 3)) == 0:
                lines.append(f"p{layer}(X,Y) :- p{draw(st.integers(0, layer - 1))}(X,Y).")
                continue
            lower = st.integers(0, layer - 1)
            body = [
                f"p{draw(lower)}(V,X)" if draw(st.booleans()) else f"p{draw(lower)}({draw(word)}(X),Z)",
                "n(X)",
                "n(Y)",
            ]
            body += [
                f"{draw(st.sampled_from(['', 'not ']))}{atom(draw(lower))}"
                for _ in range(draw(st.integers(0, 2)))
            ]
            lines.append(f"{atom(layer)} :- {', '.join(body)}.")
    facts = [
        f"p0({draw(word)}({draw(st.integers(1, 3))}),{draw(st.integers(1, 3))})."
        for _ in range(draw(st.integers(0, 4)))
    ]
    return "\n".join(lines), " ".join([*facts, "n(1..3)."])


@settings(max_examples=150, deadline=None, derandomize=True)
@given(_programs())
def test_a_slice_shows_the_same(program: tuple[str, str]) -> None:
    text, facts = program
    cut = slices.sliced(_read(text), slices.given(facts))
    assert _shown(cut, facts) == _shown(text, facts)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Compare every question asked meanwhile with the same question put to the whole program."""
    sliced, asked = slices.Slicer(engine.syntax), []
    monkeypatch.setattr(sliced, "_WORTH", 0)
    whole = slices.Slicer(engine.syntax)
    monkeypatch.setattr(whole, "get", lambda *_: None)

    def both(question: Callable[..., list[Any]]) -> Callable[..., list[Any]]:
        def ask(*arguments: Any) -> list[Any]:
            monkeypatch.setattr(engine, "_slicer", whole)
            expected = question(*arguments)
            monkeypatch.setattr(engine, "_slicer", sliced)
            found = question(*arguments)
            assert _in_order(found) == _in_order(expected)
            asked.append(len(found))
            return found

        return ask

    monkeypatch.setattr("solver_bridge.asking.solve", both(engine.solve))
    monkeypatch.setattr("solver_bridge.whatif.smallest", both(engine.smallest))
    return asked


def _in_order(atoms: Any) -> list[str]:
    """Write atoms, or models, whatever their order."""
    return sorted(repr(_in_order(each)) if isinstance(each, list) else repr(each) for each in atoms)


@pytest.mark.parametrize("units", [8, 20])
def test_attacks_of_random_positions(compared: list[int], units: int) -> None:
    for position in random_positions(12, units, seed=units):
        answers.attacks(position, why_not=units == 8)
    assert len(compared) == 12


def test_changes_that_turn_an_answer(compared: list[int]) -> None:
    for position in random_positions(4, 8, seed=7):
        unit = next(name for name in position.units if position.units[name].controller == position.active)
        turning_changes(position, MoveAndAttack(unit=unit, path=()), True, limit=1_000)
    assert max(compared) > 1


@pytest.mark.parametrize("file", ["carrying", "storyline", "cards/dodge-roll"])
def test_rulings(compared: list[int], file: str) -> None:
    reports = list(run_rulings([RULINGS / f"{file}.yaml"]))
    assert all(report.passed for report in reports)
    assert compared


def test_only_the_last_slices_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many sets of rules are asked about, a few slices are kept, and one that is gone is made again."""
    made: list[str] = []
    real = slices.sliced
    monkeypatch.setattr(slices, "sliced", lambda *given: made.append("") or real(*given))
    monkeypatch.setattr(slices.Slicer, "_WORTH", 0)
    monkeypatch.setattr(slices.Slicer, "_MOST", 2)
    slicer = slices.Slicer(engine.syntax)
    one, two, three = (("realm.lp",), ("realm.lp", "units.lp"), ("units.lp",))
    first = {files: slicer.get(files, "object(unit,u,0).") for files in (one, two, one, three)}
    assert len(made) == 3
    assert slicer.get(one, "object(unit,u,0).") == first[one]
    assert len(made) == 3
    assert slicer.get(two, "object(unit,u,0).") == first[two]
    assert len(made) == 4


def test_a_slice_is_written_whole() -> None:
    text = """#show s/2. #show t/1.
    s(X, Y) :- h(f(X), Y), not never(X), m(a).
    s(X, 9) :- near(X, Z), Z = #sum { 1, Y : h(g(Y), X); 2, Y : k(Y) }.
    h(f(X), Y) :- a(X, Y). h(g(X), Y) :- a(Y, X), X != Y. h(z, 1) :- a(1, 1).
    near(X, Y) :- beside(X, Y). beside(X, Y) :- a(X, Y), n((a; b)).
    t("text (a, b)") :- k(X), not h(f(X), 1). t(Y) :- 1 { h(g(X), Y) : a(X, Y) } 2, k(Y). { u(X) } :- k(X). t(X) :- u(X).
    m(a) :- k(1). m(b) :- k(2). n(a). idle(X) :- b(X). s(X, X) :- idle(X). other(X) :- a(X, X).
    :- t(1), not u(2). k(7)."""
    assert _sliced(text, "a(1,2). a(2,2). k(1).") == [
        "#shows/2.",
        "#showt/1.",
        "s(X,Y):-h'f(X,Y);m'a.",
        "s(X,9):-near(X,Z);Z=#sum{1,Y:h'g(Y,X);2,Y:k(Y)}.",
        "h'f(X,Y):-a(X,Y).",
        "h'g(X,Y):-a(Y,X);X!=Y.",
        "near(X,Y):-a(X,Y);n((a;b)).",
        "t(\"text(a,b)\"):-k(X);noth'f(X,1).",
        "t(Y):-1<={h'g(X,Y):a(X,Y)}<=2;k(Y).",
        "{u(X)}:-k(X).",
        "t(X):-u(X).",
        "m'a:-k(1).",
        "n(a).",
        "#false:-t(1);notu(2).",
        "k(7).",
    ]


@pytest.mark.parametrize(
    ("text", "kind", "derives", "needs", "names", "renames"),
    [
        ("#show.", "", (), (), (), None),
        ("#show s/2.", "", (), (), (("s", 2, None),), None),
        ("#show t : a(X).", "", (), (), (("t", 0, None), ("a", 1, None)), None),
        (
            "s(X, Y) :- h(f(X), Y), not never(X), m(a), p, X < Y.",
            "plain",
            (("s", 2, None),),
            (("h", 2, "f"), ("m", 1, "a")),
            (("h", 2, "f"), ("never", 1, None), ("m", 1, "a"), ("p", 0, None)),
            None,
        ),
        (
            '{ u(X); v } :- k(X, (a; b), "c").',
            "rule",
            (("u", 1, None), ("v", 0, None)),
            (("k", 3, None),),
            (("u", 1, None), ("v", 0, None), ("k", 3, None)),
            None,
        ),
        (":- a(g(X), -1).", "rule", (), (("a", 2, "g"),), (("a", 2, "g"),), None),
        ("p :- q.", "plain", (("p", 0, None),), (), (("q", 0, None),), None),
        ("r(X, Y) :- s(X, Y).", "plain", (("r", 2, None),), (("s", 2, None),), (("s", 2, None),), (("s", 2), ("r", 2))),
        ("r(X, y) :- s(X, y).", "plain", (("r", 2, None),), (("s", 2, None),), (("s", 2, None),), None),
        ("r(X) :- r(X).", "plain", (("r", 1, None),), (("r", 1, None),), (("r", 1, None),), None),
        ("s(1..3, X) :- X = #count { Y : m(Y) }.", "plain", (("s", 2, None),), (), (("m", 1, None),), None),
        ("t :- not not a, -b(c).", "plain", (("t", 0, None),), (), (("a", 0, None), ("b", 1, "c")), None),
        ("#minimize { 1, X : k(X) }.", "", (), (), (("k", 1, None),), None),
    ],
)
def test_what_is_read_of_a_statement(
    text: str, kind: str, derives: Any, needs: Any, names: Any, renames: Any
) -> None:
    (found,) = _read(text)
    assert (found.is_rule, found.is_plain) == (kind in ("rule", "plain"), kind == "plain")
    assert (found.derives, found.needs, found.names, found.renames) == (derives, needs, names, renames)


@pytest.mark.parametrize("text", ["% a comment\n", "#defined z/1."])
def test_what_says_nothing_is_left_out(text: str) -> None:
    assert _read(text) == []


def test_the_kinds_of_facts() -> None:
    assert slices.given('a(1). b(f(2),x).c(_x). d. e("t").') == {("a", "1"), ("b", "f"), ("c", "_x"), ("e", "")}
    assert slices.given("") == set()


def test_slices_are_kept_and_the_longest_unasked_go_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(slices, "asp_dir", lambda: str(tmp_path))
    monkeypatch.setattr(slices.Slicer, "_MOST", 2)
    for name in "abc":
        (tmp_path / name).write_text(f"#show s/1. s(X) :- {name}(X). s(X) :- d(X).", encoding="utf-8")
    read: list[str] = []

    def syntax(files: Any) -> list[Any]:
        read.extend(files)
        trees: list[Any] = []
        ast.parse_string((tmp_path / files[0]).read_text(encoding="utf-8"), trees.append)
        return trees

    slicer = slices.Slicer(syntax)
    assert [slicer.get(["a"], "a(1).") for _ in range(7)] == [None] * 7
    cut = "#show s / 1 .\ns ( X ) :- a ( X ) ."
    assert [slicer.get(["a"], "a(1).") for _ in range(2)] == [cut] * 2
    assert slicer.get(["a"], "d(1).") == f"{cut}\ns ( X ) :- d ( X ) ."
    assert slicer.get(["a"], "a(2).") == f"{cut}\ns ( X ) :- d ( X ) ."
    assert read == ["a"]
    slicer.get(["b"], "b(1).")
    slicer.get(["a"], "a(1).")
    slicer.get(["c"], "c(1).")
    assert [key[0][0].rpartition("/")[2] for key in slicer._slices] == ["a", "c"]
    assert read == ["a", "b", "c"]
    slicer.get(["b"], "b(1).")
    assert read == ["a", "b", "c"]
