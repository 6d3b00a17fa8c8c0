"""Files that commands write: over what, beside what, and what is said where that cannot be."""

import argparse
import os
from pathlib import Path

import pytest

from solver_bridge.commands.files import folder_of, write, write_new
from solver_bridge.errors import UnusableInput


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in the folder: long names are cut where they are said."""
    monkeypatch.chdir(tmp_path)


def said(error: pytest.ExceptionInfo[UnusableInput]) -> str:
    (fault,) = error.value.faults
    return f"{fault.file}: {fault.message}"


def test_only_what_begins_alike_is_written_over() -> None:
    file = Path("a.svg")
    for content in (None, "", "<svg old", "<svg"):
        if content is not None:
            file.write_text(content, encoding="utf-8")
        write("--svg", str(file), "<svg new> é")
        assert file.read_text(encoding="utf-8") == "<svg new> é"
    for content in ("<sv", "digraph", " <svg"):
        file.write_text(content, encoding="utf-8")
        with pytest.raises(UnusableInput) as error:
            write("--svg", str(file), "<svg new>")
        assert said(error) == f"--svg: '{file}' is there already, and is something else: give another name"
        assert file.read_text(encoding="utf-8") == content


def test_what_cannot_be_written_is_said() -> None:
    Path("folder").mkdir()
    for file, why in (("no/a.svg", "No such file or directory"), ("folder", "Is a directory")):
        with pytest.raises(UnusableInput) as error:
            write("--dot", str(file), "digraph")
        assert said(error) == f"--dot: '{file}' cannot be written: {why}"
    with pytest.raises(UnusableInput) as error:
        write("--dot", "a\0b", "digraph")
    assert said(error).startswith("--dot: 'a\\x00b' cannot be written: ")


def test_a_folder_is_made_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path("a/b")
    assert folder_of(argparse.Namespace(out=None)) is None
    for _ in range(2):
        assert folder_of(argparse.Namespace(out=str(folder))) == str(folder)
        assert folder.is_dir()
    monkeypatch.setattr(os, "access", lambda path, mode: not (path == str(folder) and mode == os.W_OK))
    with pytest.raises(UnusableInput) as error:
        folder_of(argparse.Namespace(out=str(folder)))
    assert said(error) == f"--out: nothing can be written in '{folder}'"
    file = Path("file")
    file.write_text("", encoding="utf-8")
    with pytest.raises(UnusableInput) as error:
        folder_of(argparse.Namespace(out=str(file)))
    assert said(error) == f"--out: '{file}' cannot be made: File exists"


def test_new_files_have_a_free_name(tmp_path: Path) -> None:
    texts = {".yaml": "a\n", ".json": "{}\n"}

    def names(paths: dict[str, str]) -> list[str]:
        return [os.path.relpath(path, tmp_path) for path in paths.values()]

    for _ in range(2):
        assert names(write_new(str(tmp_path), "x", texts)) == ["x.yaml", "x.json"]
    (tmp_path / "x.json").write_text("[]", encoding="utf-8")
    assert names(write_new(str(tmp_path), "x", texts)) == ["x-2.yaml", "x-2.json"]
    (tmp_path / "x-2.yaml").write_bytes(b"\xff")
    (tmp_path / "x-3.json").symlink_to(tmp_path / "nowhere")
    assert names(write_new(str(tmp_path), "x", texts)) == ["x-4.yaml", "x-4.json"]
    assert (tmp_path / "x-4.yaml").read_text(encoding="utf-8") == "a\n"
    assert (tmp_path / "x-2.yaml").read_bytes() == b"\xff"
