"""What a command gives back: an exit status, a JSON document, and a page for people, made only if wanted."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page

__all__ = ["ILLEGAL", "LIMIT", "OK", "UNUSABLE", "Reply"]

OK, ILLEGAL, UNUSABLE, LIMIT = range(4)
"""Exit statuses: nothing wrong, something illegal or failed, unusable input, a limit was reached."""


class Reply(NamedTuple):
    """The answer of a command."""

    status: int
    data: Mapping[str, Any]
    page: "Callable[[], Page]"
