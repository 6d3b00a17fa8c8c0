"""What a command gives back: an exit status, and a JSON document or a page for people, whichever is wanted."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page

__all__ = ["ILLEGAL", "LIMIT", "OK", "UNUSABLE", "Reply"]

OK, ILLEGAL, UNUSABLE, LIMIT = range(4)
"""Exit statuses: nothing wrong, something illegal or failed, unusable input, a limit was reached."""


class Reply(msgspec.Struct, frozen=True):
    """The answer of a command."""

    status: int
    data: Callable[[], Mapping[str, Any]]
    page: "Callable[[], Page]"
