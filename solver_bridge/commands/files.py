"""Writes files that a command is asked for beside its answer; what somebody else wrote is left alone."""

import argparse
import contextlib
import itertools
import os
from collections.abc import Iterator, Mapping

from solver_bridge.commands.given import unusable
from solver_bridge.errors import shown

__all__ = ["folder_of", "write", "write_new"]


@contextlib.contextmanager
def _can_fail(option: str, file: str, done: str) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise unusable(option, f"{shown(file)} cannot be {done}: {why}") from None


def write(option: str, file: str, text: str) -> None:
    """Write the file that an option names, over none but an older one of the same kind.

    Raises UnusableInput if it cannot be written, or is there and something else.
    """
    with _can_fail(option, file, "written"):
        other = os.path.exists(file) and not _begins_alike(file, text)
    if other:
        raise unusable(option, f"{shown(file)} is there already, and is something else: give another name")
    with _can_fail(option, file, "written"), open(file, "w", encoding="utf-8") as stream:
        stream.write(text)


def _begins_alike(file: str, text: str) -> bool:
    if not os.path.isfile(file):
        return True
    word = text.split(maxsplit=1)[0].encode()
    with open(file, "rb") as stream:
        return stream.read(len(word)) in (b"", word)


def folder_of(args: argparse.Namespace) -> str | None:
    """Give the folder in which files are to be written, which is made if it is not there.

    Raises UnusableInput if it cannot be made, or nothing can be written in it.
    """
    folder: str | None = args.out
    if folder is not None:
        with _can_fail("--out", folder, "made"):
            os.makedirs(folder, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise unusable("--out", f"nothing can be written in {shown(folder)}")
    return folder


def write_new(folder: str, name: str, texts: Mapping[str, str]) -> dict[str, str]:
    """Write texts, by suffix, into a folder as files of one name, or of name-2, name-3, ... whichever is free.

    A name is free if each file of it is not there or says the same. The paths are given, by suffix.
    """
    for stem in itertools.chain((name,), (f"{name}-{number}" for number in itertools.count(2))):
        paths = {suffix: os.path.join(folder, stem + suffix) for suffix in texts}
        if all(_is_free(path, texts[suffix]) for suffix, path in paths.items()):
            break
    for suffix, path in paths.items():
        with _can_fail("--out", path, "written"), open(path, "w", encoding="utf-8") as stream:
            stream.write(texts[suffix])
    return paths


def _is_free(path: str, text: str) -> bool:
    if not os.path.lexists(path):
        return True
    try:
        with open(path, encoding="utf-8") as stream:
            return stream.read() == text
    except (OSError, ValueError):
        return False
