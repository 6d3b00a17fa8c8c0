"""Writes files that a command is asked for beside its answer."""

from solver_bridge.commands.given import unusable
from solver_bridge.errors import shown

__all__ = ["write"]


def write(option: str, file: str, text: str) -> None:
    """Write a file; one that cannot be written is an unusable option."""
    try:
        with open(file, "w", encoding="utf-8") as stream:
            stream.write(text)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise unusable(option, f"{shown(file)} cannot be written: {why}") from None
