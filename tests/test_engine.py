"""The solver, asked with small programs: what is read, what is shown, what is said against a program, what is searched."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver_bridge import engine
from solver_bridge.engine import (
    FOUND,
    NONE,
    UNKNOWN,
    EngineError,
    Found,
    Searcher,
    complaints,
    derived,
    ground_rules,
    read_facts,
    smallest,
    solve,
    syntax,
    watched,
    whole_model,
)
from solver_bridge.resources import asp_dir


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder of rules that is empty, of which nothing has been asked yet, so that nothing is cut."""
    monkeypatch.setattr(engine, "_slicer", engine.Slicer(syntax))
    monkeypatch.setenv("ARBITER_RULES", str(tmp_path))
    asp_dir.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    asp_dir.cache_clear()


def write(folder: Path, text: str, name: str = "own.lp") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return name


def test_only_what_is_shown_is_given(folder: Path) -> None:
    file = write(folder, "#show s/2. s(X, f(X)) :- a(X). t(X) :- a(X).")
    assert sorted(solve([file], "a(1). a(2).")) == [("s", 1, ("f", 1)), ("s", 2, ("f", 2))]


def test_a_verbatim_predicate_stays_text_but_for_its_last_argument(folder: Path) -> None:
    file = write(folder, '#show s/3. #show t/1. s(f(1,"a,b"), g, 7). t(f(1)).')
    assert sorted(solve([file], "", frozenset({"s"}))) == [("s", 'f(1,"a,b"),g', 7), ("t", ("f", 1))]


@pytest.mark.parametrize(("text", "number"), [("a. :- a.", 0), ("{a}.", 2)])
def test_there_must_be_one_model(folder: Path, text: str, number: int) -> None:
    file = write(folder, text)
    for ask in (solve, whole_model):
        with pytest.raises(EngineError, match=f"^{number} models instead of one$"):
            ask([file], "")


def test_a_model_has_all_atoms_by_predicate(folder: Path) -> None:
    file = write(folder, '#show. a(1). a(2). a(1, "x"). b.')
    model = whole_model([file], "c(-3).")
    assert sorted(model.atoms("a", 1)) == [(1,), (2,)]
    assert (model.atoms("a", 2), model.atoms("b", 0), model.atoms("c", 1)) == (((1, "x"),), ((),), ((-3,),))
    assert (model.atoms("a", 3), model.atoms("d", 1)) == ((), ())
    assert set(model.signatures) == {("a", 1), ("a", 2), ("b", 0), ("c", 1)}


def test_a_long_symbol_is_read_whole(folder: Path) -> None:
    long = "x" * 10_000
    assert solve([write(folder, "#show a/1.")], f'a("{long}").') == [("a", long)]
    assert whole_model(["own.lp"], f'a("{long}").').atoms("a", 1) == ((long,),)


def test_what_is_wrong_with_a_program_is_said_where_it_is(folder: Path) -> None:
    file = write(folder, "a(X) :- b.\n")
    with pytest.raises(EngineError) as raised:
        solve([file], "")
    first, *others = str(raised.value).split("\n")
    assert first == f"{folder / file}:1:1-11: error: unsafe variables in:"
    assert others[-1] == "grounding stopped because of errors"
    with pytest.raises(EngineError, match=r"nowhere\.lp"):
        solve(["nowhere.lp"], "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a.\n", []),
        ("a(X) :- b(X).\n", [(1, "atom does not occur in any rule head: b(X)")]),
        ("a.\nb(X) :- a.\n", [(2, "unsafe variables in: b(X):-[#inc_base];a. 'X' is unsafe")]),
        ("a(.\n", [(1, "syntax error, unexpected ., expecting ) or ;")]),
        ("a.\na :- c(1).\na :- d.\n", [(2, "atom does not occur in any rule head: c(1)"), (3, "atom does not occur in any rule head: d")]),
        ("a :- 1 + b > 2.\n", [(1, "operation undefined: (1+b)")]),
    ],
)
def test_complaints_have_their_lines(folder: Path, text: str, said: list[tuple[int, str]]) -> None:
    file = write(folder, text)
    assert complaints([file]) == [(str(folder / file), line, words) for line, words in said]
    assert complaints([file], "b(1). c(1). d.") == [
        (str(folder / file), line, words) for line, words in said if "any rule head" not in words
    ]


def test_facts_of_files_are_read_in_their_order(folder: Path) -> None:
    one, two = write(folder, 'a(1, "x y"). b.'), write(folder, "a(2, f(g, 3)).", "two.lp")
    assert sorted(read_facts([one, two]), key=str) == [("a", (1, "x y")), ("a", (2, ("f", "g", 3))), ("b", ())]


def test_what_rules_derive_from_facts() -> None:
    assert derived("b(X) :- a(X), not c(X). {d}. e :- d.", "a(1). a(2). c(2).") == {
        ("a", 1), ("a", 2), ("c", 2), ("b", 1),
    }  # fmt: skip


def test_the_best_models_that_show_something_else(folder: Path) -> None:
    file = write(folder, "#show s/1. 1 {s(1..4)} 2. {hidden}. :~ s(X). [1,X]")
    found = smallest([file], "", 10)
    assert sorted(found) == [[("s", number)] for number in range(1, 5)]
    assert len(smallest([file], "", 3)) == 3
    assert smallest([file], ":- s(_).", 3) == []


def test_syntax_trees_come_in_order(folder: Path) -> None:
    files = [write(folder, "a. b :- a."), write(folder, "c.", "two.lp")]
    assert [str(tree) for tree in syntax(files)] == ["#program base.", "a.", "b :- a.", "#program base.", "c."]


def test_ground_rules_are_numbers_with_names(folder: Path) -> None:
    file = write(folder, "{a(1..2)}. b(X) :- a(X), not c. {c}. d :- 2 <= #sum { 3 : a(1); 1 : a(2) }. e.")
    ground = ground_rules([file], "f(g(1), 2).")
    number = {atom: literal for literal, atom in ground.atoms.items()}
    assert set(number) == {("a", "1"), ("a", "2"), ("b", "1"), ("b", "2"), ("c",), ("d",), ("e",), ("f", "g(1)", "2")}
    told = [(choice, list(head), list(body), weights) for choice, head, body, weights in ground.rules]
    assert (True, [number["a", "1"]], [], None) in told
    assert (False, [number["b", "2"]], [number["a", "2"], -number["c",]], None) in told or (
        False, [number["b", "2"]], [-number["c",], number["a", "2"]], None,
    ) in told  # fmt: skip
    assert (False, [number["e",]], [], None) in told
    weighed = [(bound, sorted(weights)) for _, _, _, found in told if found is not None for bound, weights in [found]]
    assert weighed == [(2, [1, 2])] or weighed == [(2, [1, 3])]


def test_a_search_is_asked_again_and_again(folder: Path) -> None:
    searcher = Searcher([write(folder, "1 {a(1..3)} 1. b(X) :- a(X). :- a(3).")], "c.")
    assert searcher.find(["a(1)"], names=("a", "b")) == Found(FOUND, (("a", 1), ("b", 1)))
    assert searcher.find(["a(1)"], names=("b",)).atoms == (("b", 1),)
    assert searcher.find(["a(1)"]) == Found(FOUND, ())
    assert searcher.find([], ["a(1)"], names=("a",)).atoms == (("a", 2),)
    assert searcher.find(["a(3)"]) == Found(NONE)
    assert searcher.find(["a(1)", "a(2)"]).status == NONE
    assert searcher.find(["a(2)"], until=time.monotonic() + 60).status == FOUND


def test_the_plainest_model_lacks_all_that_it_can(folder: Path) -> None:
    file = write(folder, "{a(1..4)}. :- a(1), not a(2). :- goal, not a(1), not a(3). {goal}. odd(a(X)) :- a(X). #show odd/1.")
    searcher = Searcher([file], "")
    assert searcher.plainest([], odd="odd", names=("a",)) == Found(FOUND, ())
    plain = searcher.plainest(["goal"], odd="odd", names=("a",)).atoms
    assert sorted(plain) in ([("a", 3)], [("a", 1), ("a", 2)])
    assert {("a", 1), ("a", 2)} == set(searcher.plainest(["a(1)"], odd="odd", names=("a",)).atoms)
    assert Searcher([file], ":- goal.").plainest(["goal"], odd="odd") == Found(NONE)


def test_a_search_gives_up(folder: Path) -> None:
    pigeons = "hole(1..11). pigeon(1..12). 1 {in(P, H) : hole(H)} 1 :- pigeon(P). :- in(P, H), in(Q, H), P < Q."
    searcher = Searcher([write(folder, pigeons)], "", options=("--configuration=crafty",))
    start = time.monotonic()
    assert searcher.find(until=start + 0.1) == Found(UNKNOWN)
    assert time.monotonic() - start < 10


def test_who_watches_is_told_what_holds_beside_each_answer(folder: Path) -> None:
    file = write(folder, "#show a/1. a(1..3).")
    seen: list[tuple[tuple[str, ...], list[int]]] = []
    asked: list[tuple[str, ...]] = []

    def rules(files: list[str]) -> str:
        asked.append(tuple(files))
        return "mark(X) :- a(X), X > 1. mark(9) :- b."

    with watched(rules, "mark", lambda files, numbers: seen.append((tuple(files), sorted(numbers)))):
        assert sorted(solve([file], "")) == [("a", 1), ("a", 2), ("a", 3)]
        whole_model([file], "b.")
    solve([file], "")
    assert (seen, asked) == ([((file,), [2, 3]), ((file,), [2, 3, 9])], [(file,), (file,)])


def test_rules_that_are_asked_often_are_cut(folder: Path) -> None:
    file = write(folder, "#show s/1. s(X) :- a(X). s(X) :- b(X), c(X).")
    assert [sorted(solve([file], "a(1). a(2).")) for _ in range(10)] == [[("s", 1), ("s", 2)]] * 10
    assert sorted(solve([file], "b(1). c(1).")) == [("s", 1)]
    assert [text for _, text in engine._slicer._slices.values()] != []
