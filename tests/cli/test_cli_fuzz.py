"""Whatever stands on the command line or in a file of rules: one line for each fault and status 2, or an answer."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as hypothesis_given
from hypothesis import strategies as st

from solver_bridge.cli import main
from solver_bridge.commands.arguments import COMMANDS
from solver_bridge.errors import UnusableInput
from solver_bridge.proving import own_files
from solver_bridge.proving.own_claims import own_goals, own_properties

AMBUSH = str(Path(__file__).parents[2] / "examples" / "ambush.yaml")
SMALL = ("--units", "1", "--squares", "1x1")
SETTINGS = settings(
    derandomize=True,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

WORDS = st.sampled_from(
    ["thieves", "knight", "site 13", "surface 13", "codex-2026-05", "stay_choice=each_join", "north", "0", "-1", "9" * 9, "", "-", "\n"]
)
OPTIONS = st.sampled_from(
    sorted(
        {argument.name for command in COMMANDS.values() for argument in command.arguments}
        | {"--json", "--edition", "--reading", "--time-limit=5", "--", "--nothing"}
    )
)
EVENTS = st.sampled_from(
    ["{", "}", "[", "]", ":", ",", " ", "attack", "defend", "unit", "thieves", "target", "knight", "path", "surface 13", "move_and_attack", "to", "8", "~"]
)
RULES = st.sampled_from(
    'goal( property( a , ) . :- "S" happens( violated( T time(T) phase(window,T) not X = 1/0 #sum{ } : | % _ -1 wants( loads( '
    '"Sir Kay" "x.lp" #show #const #include #external n=1 @f() &x{} \\ ;'.split(" ")
)


def given(**strategies: Any) -> Any:
    """Draw the same examples each time."""
    return lambda test: SETTINGS(hypothesis_given(**strategies)(test))


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> int:
    """Run a command; see that what it says is as it should be."""
    capsys.readouterr()
    status = main(list(arguments))
    said = capsys.readouterr()
    assert status in (0, 1, 2, 3), arguments
    assert "fault of the program" not in said.err, (arguments, said.err)
    assert (status == 2) == (said.err != "" and said.out == ""), (arguments, status, said)
    assert all(line.isprintable() for line in said.err.splitlines())
    return status


@given(text=st.lists(EVENTS, max_size=14).map("".join) | st.text(max_size=20))
def test_any_event_on_the_command_line(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "explain", AMBUSH, "--no-what-if", "--no-readings", "--", text)


@given(
    command=st.sampled_from(["reach", "attacks", "defenders", "interceptors", "show", "editions", "cards"]),
    rest=st.lists(OPTIONS | WORDS, max_size=5),
)
def test_any_options(command: str, rest: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", None)
    position = () if command in ("editions", "cards") else (AMBUSH,)
    run(capsys, command, *position, *rest)


@given(text=st.lists(RULES, max_size=16).map(" ".join) | st.text(max_size=40), content=st.none() | st.binary(max_size=20))
def test_any_file_of_rules(text: str, content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "own.lp"
    file.write_bytes(text.encode("utf-8", "surrogatepass") if content is None else content)
    for read in (own_goals, own_properties):
        try:
            said = "" if read(str(file)) else "nothing"
        except UnusableInput as error:
            said = str(error)
        assert all(line.isprintable() and line.startswith(f"{file}:") for line in said.splitlines())


ENDLESS = "n(0). n(X+1) :- n(X), time(_)."


@pytest.mark.parametrize(("command", "kind", "told"), [("find", "goal", "happens"), ("verify", "property", "violated")])
def test_rules_without_an_end(
    arbiter: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, kind: str, told: str
) -> None:
    file = tmp_path / "endless.lp"
    file.write_text(f'{kind}(a, "S", "T."). {told}(a, T) :- time(T). {ENDLESS}')
    arguments = (file,) if command == "find" else ("--file", file)
    done = arbiter(command, *arguments, *SMALL, "--seconds", "0.5")
    assert (done.status, done.err) == (3, "arbiter: a limit was reached before the answer was complete\n")
    monkeypatch.setattr(own_files, "PATIENCE", 1.0)
    done = arbiter(command, *arguments, *SMALL)
    said = "its rules come to too much, or have no end: they are not ground after 1 seconds"
    assert (done.status, done.err) == (2, f"{file}:1: {said}\n")


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("", 1, "there is no property here"),
        ('property(a, "S").', 1, "a property is written"),
        ('\nproperty(a, "S", "T.").', 2, "no rule says when a is violated"),
        ('property(a, "S", "T.").\nviolated(a, T) :- time(T), nothing(T).', 2, "nothing in the rules says nothing(T)"),
        ('property(a, "S", "T.").\nviolated(a, T) :- time(T).\nloads(a, "none.lp").', 1, "no such file in asp/"),
        ('property(a, "S", "T.").\nviolated(a, T) :- time(T).\nin_parts(a, x).', 3, "a number of parts"),
        ('property(a, "S", "T.").\nviolated(a, T) :- time(T).\nwants.', 3, "wants has arguments"),
        ('property(a, "S", "T.").\nviolated(a, T) :- time(T).\nholds(x, T) :- time(T).', 3, "told by the rules themselves"),
        ("property(a, \0).", 1, "character of number 0"),
        ("% \udcff", 1, "not a text in UTF-8"),
        ('% über\nproperty(a, "Ä", "T.").\nviolated(ä, T).', 3, "'ä' can stand in a text or in a comment only"),
        ("%" * 2**21, 1, "larger than"),
    ],
)
def test_what_is_wrong_with_a_property(arbiter: Any, tmp_path: Path, text: str, line: int, part: str) -> None:
    file = tmp_path / "own.lp"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    done = arbiter("verify", "--file", file, *SMALL)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"{file}:{line}: ")
    assert part in done.err


def test_a_folder_is_no_file_of_rules(arbiter: Any, tmp_path: Path) -> None:
    done = arbiter("verify", "--file", tmp_path, *SMALL)
    assert (done.status, done.err) == (2, f"{tmp_path}:1: there is no such file that can be read\n")
