"""Every command and every output that the README and the documents show."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from solver_bridge.cli import main

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _blocks(page: Path, language: str) -> list[str]:
    return [body for found, body in _FENCE.findall(page.read_text()) if found == language]


SHOWN = [(page.name, block) for page in PAGES for block in _blocks(page, "console")]


def _copy(to: Path) -> Path:
    """Make what a fresh clone would be."""
    ignored = shutil.ignore_patterns(
        ".git", ".venv", "build", "dist", "mutants", "*.egg-info", "__pycache__", ".*_cache", ".hypothesis"
    )
    return shutil.copytree(ROOT, to / "clone", ignore=ignored)


@pytest.mark.parametrize(("page", "block"), SHOWN, ids=lambda value: value.splitlines()[0][:60])
def test_shown_commands_give_the_shown_output(
    page: str, block: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    prompt, _, expected = block.partition("\n")
    assert prompt.startswith("$ arbiter ")
    main(shlex.split(prompt)[2:])
    captured = capsys.readouterr()
    assert captured.out + captured.err == expected


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_is_of_a_kind_that_is_tested(page: Path) -> None:
    known = {"sh", "console", "yaml", "python"}
    assert {language for language, _ in _FENCE.findall(page.read_text())} <= known
    if page.name != "README.md":
        assert not _blocks(page, "sh")
        assert not _blocks(page, "yaml")


def test_python_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for page in PAGES:
        assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_the_shown_position_is_the_example() -> None:
    (shown,) = _blocks(ROOT / "README.md", "yaml")
    assert (ROOT / "examples" / "ambush.yaml").read_text().endswith(shown)


def test_the_start_section_has_its_two_commands() -> None:
    text = (ROOT / "README.md").read_text()
    start = text.partition("\n## Start\n")[2].partition("\n## ")[0]
    assert [language for language, _ in _FENCE.findall(start)] == ["sh", "sh"]
    assert len(_blocks(ROOT / "README.md", "sh")) == 2


def test_the_commands_of_the_readme_are_those_of_the_program() -> None:
    from solver_bridge.commands.arguments import COMMANDS

    text = (ROOT / "README.md").read_text()
    table = text.partition("\n## Commands\n")[2].partition("\n\nA file named")[0]
    assert set(re.findall(r"`arbiter (\w+)", table)) == set(COMMANDS)


def test_the_first_start_command_works_in_a_fresh_clone(tmp_path: Path) -> None:
    clone = _copy(tmp_path)
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    script = _blocks(ROOT / "README.md", "sh")[0]
    done = subprocess.run(
        ["bash", "-e"], input=script, cwd=clone, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "thieves  surface 13  knight" in done.stdout
    empty = tmp_path / "empty"
    empty.mkdir()
    position = shutil.copy(ROOT / "examples" / "ambush.yaml", empty)
    shutil.rmtree(clone / "asp")
    shutil.rmtree(clone / "solver_bridge")
    installed = subprocess.run(
        [clone / ".venv" / "bin" / "arbiter", "attacks", position],
        cwd=empty,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert installed.returncode == 0, installed.stderr
    assert "2 legal attacks" in installed.stdout


def test_ci_runs_the_readmes_test_command() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert "README.md" in script
    assert "pytest" not in script.replace("# ", "")


def test_the_limitations_name_every_card_that_is_not_encoded() -> None:
    from solver_bridge.catalogue import load
    from solver_bridge.programs import card_files

    section = (ROOT / "docs" / "LIMITATIONS.md").read_text().partition("\n## By card\n")[2]
    lists = dict(re.findall(r"^### (\w+)s\n\n(.*?)\.\n(?=\n###|\Z)", section, re.MULTILINE | re.DOTALL))
    named = {kind.lower(): set(" ".join(names.split()).split("; ")) for kind, names in lists.items()}
    expected: dict[str, set[str]] = {}
    encoded = set()
    for card in load():
        if card_files([card.name]):
            encoded.add(card.name)
        elif card.rest:
            expected.setdefault(card.types[0], set()).add(card.name)
    assert named == expected
    introduction = section.partition("###")[0]
    assert all(name in " ".join(introduction.split()) for name in encoded)
