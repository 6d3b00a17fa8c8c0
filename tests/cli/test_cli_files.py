"""Files written beside an answer: nothing that somebody wrote is lost."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Example = Callable[[str], Path]
FIND = ("find", "later_stealth", "--units", "2", "--squares", "2x1", "--out")


@pytest.mark.parametrize(
    ("command", "option"), [("show", "--svg"), ("outcomes", "--svg"), ("outcomes", "--dot"), ("rulings", "--junit")]
)
def test_a_file_of_another_kind_is_left_alone(
    arbiter: Any, example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, option: str
) -> None:
    monkeypatch.chdir(tmp_path)
    given = Path("mine.yaml")
    text = "[]\n" if command == "rulings" else example("ambush").read_text(encoding="utf-8")
    given.write_text(text, encoding="utf-8")
    attack = ("--attacker", "thieves", "--target", "knight") if command == "outcomes" else ()
    done = arbiter(command, given, *attack, option, given)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"{option}: '{given}' is there already, and is something else: give another name\n"
    assert given.read_text(encoding="utf-8") == text


def test_an_older_picture_is_drawn_again(arbiter: Any, example: Example, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    sizes = []
    for name in ("ambush", "dodge-roll"):
        assert arbiter("show", example(name), "--svg", picture).status == 0
        sizes.append(picture.read_text(encoding="utf-8"))
    assert sizes[0] != sizes[1]


def test_what_is_found_goes_beside_what_was_there(arbiter: Any, tmp_path: Path) -> None:
    def run() -> str:
        done = arbiter(*FIND, tmp_path, "--json")
        assert done.status == 0, done.err
        return done.out

    def names() -> list[str]:
        return sorted(path.name for path in tmp_path.iterdir())

    run()
    assert names() == ["later_stealth.yaml"]
    run()
    assert names() == ["later_stealth.yaml"]
    first = tmp_path / "later_stealth.yaml"
    mine = first.read_text(encoding="utf-8") + "# and a word of mine\n"
    first.write_text(mine, encoding="utf-8")
    run()
    assert names() == ["later_stealth-2.yaml", "later_stealth.yaml"]
    assert first.read_text(encoding="utf-8") == mine
    done = arbiter("check", tmp_path / "later_stealth-2.yaml", "--json")
    assert done.status == 0, done.out
