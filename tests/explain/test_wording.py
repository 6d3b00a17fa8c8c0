"""Sentences out of a small file of them: which is chosen, what stands in its holes, what is denied; and the syntax of rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from clingo import ast

from solver_bridge import engine
from solver_bridge.facts import Names
from solver_bridge.model import Position
from solver_bridge.program_text import Clause, Var
from solver_bridge.resources import asp_dir
from solver_bridge.rule_syntax import anonymous, bound, guarded, nameless, turned, variables
from solver_bridge.wording import Speech, Wording, speech

SENTENCES = """
sentence(p, 2, "{0} is at {1}.").
sentence(p, 2, "Something is.").
sentence(holds(at), 2, "{0} stands at {1}.").
sentence(holds(at), 2, "{0} stands.").
sentence(kind(on), 2, "It is on at {0}.").
denial(p, 2, "{0} is not at {1}.").
denial(p, 2, "{0} is nowhere.").
denial(holds(at), 2, "{0} stands nowhere.").
plain(q, 1).
plain(holds(unit), 2).
obvious(kind(on), 2).
names_reason(barred, 3, 2).
names_reason(r, 1, 1).
clause("Attack", "An attack.").
clause("Defend", "A defence.").
"""
POSITION = Position.from_data({
    "active": "north",
    "sites": {8: {"controller": "south"}},
    "units": {"ann": {"power": 1, "controller": "north", "at": "surface 8"}, "ben": {"power": 1, "controller": "south", "at": "surface 8"}},
})  # fmt: skip
ANY = Var("")


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, tuple[object, ...]]]]:
    """Let there be few sentences; give what is asked for while something is denied."""
    for name, text in (("sentences.lp", SENTENCES), ("sentences_attack.lp", ""), ("entries.lp", "")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("ARBITER_RULES", str(tmp_path))
    for cache in (asp_dir, speech, engine._read):
        cache.cache_clear()
    yield []
    monkeypatch.undo()
    for cache in (asp_dir, speech, engine._read):
        cache.cache_clear()


def wording(asked: list[tuple[str, tuple[object, ...]]], holds: bool = False) -> Wording:
    def has(name: str, args: tuple[object, ...]) -> bool:
        asked.append((name, args))
        return holds

    return Wording(Names(POSITION), {("top", 8): "surface 8"}, {"airborne": "Airborne"}, has)


def test_sentences_are_read(words: list[tuple[str, tuple[object, ...]]]) -> None:
    found = speech()
    assert isinstance(found, Speech)
    assert found.sentences == {
        ("p", 2): ("{0} is at {1}.", "Something is."),
        (("holds", "at"), 2): ("{0} stands at {1}.", "{0} stands."),
        (("kind", "on"), 2): ("It is on at {0}.",),
    }
    assert found.denials == {
        ("p", 2): ("{0} is not at {1}.", "{0} is nowhere."),
        (("holds", "at"), 2): ("{0} stands nowhere.",),
    }
    assert (found.plain, found.obvious) == ({("q", 1), (("holds", "unit"), 2)}, {(("kind", "on"), 2)})
    assert found.speaking() == {("p", 2), ("holds", 2)}
    assert found.reasons == {("barred", 3): 1, ("r", 1): 0}
    assert found.clauses == {"Attack": "An attack.", "Defend": "A defence."}


def test_what_is_called_how(words: list[tuple[str, tuple[object, ...]]]) -> None:
    say = wording(words).term
    assert [say(term) for term in ("u1", "u2", ("top", 8), "airborne", 7, ANY, ("site", 8), "word")] == [
        "ann", "ben", "surface 8", "Airborne", "7", "anything", "site 8", "word",
    ]  # fmt: skip
    assert say(("f", ANY, "u1")) == "f(anything, ann)"


def test_the_sentence_with_most_holes_that_are_known_is_chosen(words: list[tuple[str, tuple[object, ...]]]) -> None:
    told = wording(words)
    assert told.sentence("p", ("u1", ("top", 8))) == "ann is at surface 8."
    assert told.sentence("p", ("u1", ANY)) == "Something is."
    assert told.sentence("p", ("u1",)) is None
    assert told.sentence("holds", (("at", "u1", ("top", 8)), 0)) == "ann stands at surface 8."
    assert told.sentence("holds", (("at", "u1", ANY), 0)) == "ann stands."
    assert told.sentence("holds", (("unit", "u1"), 0)) is None
    assert told.sentence("kind", ("on", 3)) == "It is on at 3."
    assert told.sentence("kind", ("off", 3)) is None
    assert told.sentence("q", ("u1",)) is None
    assert told.sentence("nothing", ()) is None


def test_what_is_denied_must_be_so_of_everything_it_leaves_out(words: list[tuple[str, tuple[object, ...]]]) -> None:
    told = wording(words)
    assert told.denial("p", ("u1", ("top", 8))) == "ann is not at surface 8."
    assert words == [("p", ("u1", ("top", 8)))]
    words.clear()
    assert told.denial("p", ("u1", ANY)) == "ann is nowhere."
    assert words == [("p", ("u1", ANY))]
    words.clear()
    assert wording(words, holds=True).denial("p", ("u1", ("top", 8))) is None
    assert len(words) == 2
    assert told.denial("q", ("u1",)) is None
    words.clear()
    assert told.denial("holds", (("at", "u1", ("top", 8)), 0)) == "ann stands nowhere."
    ((name, (at, moment)),) = words
    assert (name, at[:2], moment) == ("holds", ("at", "u1"), 0)
    assert isinstance(at[2], Var)


def test_what_needs_not_be_told(words: list[tuple[str, tuple[object, ...]]]) -> None:
    told = wording(words)
    assert told.is_plain("q", ("u1",))
    assert not told.is_plain("q", ("u1", 0))
    assert not told.is_plain("p", ("u1", 0))
    assert told.is_plain("holds", (("unit", "u1"), 0))
    assert not told.is_plain("holds", (("at", "u1"), 0))
    assert not told.is_plain("holds", (ANY, 0))
    assert told.is_obvious("kind", ("on", 0))
    assert not told.is_obvious("kind", ("off", 0))
    assert not told.is_obvious("q", ("u1",))
    assert not told.is_plain("nothing", ())


def test_reasons_and_clauses(words: list[tuple[str, tuple[object, ...]]]) -> None:
    told = wording(words)
    assert told.reason("barred", (("attack", "u1"), ("stealth", "u2"), 0)) == "stealth"
    assert told.reason("barred", ("pass", "gone", 0)) == "gone"
    assert told.reason("barred", ("pass", ANY, 0)) is None
    assert told.reason("r", ("tapped",)) == "tapped"
    assert told.reason("p", ("u1", 0)) is None
    assert told.words(Clause("f", 1, "Attack / Defend", "")) == "An attack. A defence."
    assert told.words(Clause("f", 1, "Attack / Nothing", "")) == "An attack."
    assert told.words(Clause("f", 1, "Attack", "own words")) == "own words"
    assert told.words(Clause("f", 1, "", "")) == ""


# The syntax of rules


def body(text: str) -> list[ast.AST]:
    found: list[ast.AST] = []
    ast.parse_string(f"h :- {text}.", found.append)
    return list(found[-1].body)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("p(X, f(Y)), not q(Z)", "XY"),
        ("p(X + 1), q(2 * Y), r(X + Z, 1)", "XY"),
        ("p(X / 2), q(X \\ 2), r(X ** 2)", ""),
        ("p(X), Y = X + 1", "XY"),
        ("Y = X + 1, p(X)", "XY"),
        ("p(X), X + 1 = Y", "XY"),
        ("p(X), Y < X", "X"),
        ("p(X), Y != X", "X"),
        ("p(X), Y = Z", "X"),
        ("p(X), Y = f(_)", "X"),
        ("p(X), Y = 1..X", "XY"),
        ("N = #count { X : p(X) }", "N"),
        ("N = { p(X) }", "N"),
        ("N < #count { X : p(X) }", ""),
        ("#count { X : p(X) } = N, q(Y)", "NY"),
        ("p(_)", ""),
        ("1 < X, X < 3", ""),
    ],
)
def test_which_variables_a_body_gives_values(text: str, names: str) -> None:
    assert bound(body(text)) == set(names)


def test_variables_of_a_part() -> None:
    (part,) = body("p(X, f(_, Y), 3)")
    assert variables(part) == {"X", "Y"}
    assert nameless(part)
    assert not nameless(body("p(X)")[0])
    assert [str(turned(each)) for each in body("p(X), not q(X), X < 3")] == ["not p(X)", "q(X)", "not X < 3"]
    assert str(anonymous(part.atom, {"Y"})) == "p(_,f(_,Y),3)"
    assert guarded(body("X < #sum { Y : p(Y) } < Z")[0].atom) == {"X", "Z"}
    assert guarded(body("#sum { Y : p(Y) } < Z")[0].atom) == {"Z"}
