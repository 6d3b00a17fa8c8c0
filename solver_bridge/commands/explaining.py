"""The command that explains an event: why it is legal or not, what would turn the answer, what it hangs on."""

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from solver_bridge import shapes
from solver_bridge.commands.given import position_of
from solver_bridge.commands.reply import ILLEGAL, OK, Reply
from solver_bridge.document import STANDARD_INPUT, Document, parse, read
from solver_bridge.errors import IllegalEvent
from solver_bridge.events import Event, event_from_data
from solver_bridge.model import Position

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page

__all__ = ["explain"]

_FILES = (".yaml", ".yml", ".json")


def explain(args: argparse.Namespace) -> Reply:
    """Answer why the last of some events is legal or not."""
    from solver_bridge.explaining import explain as explained

    position = position_of(args)
    events = [event for text in args.events for event in _events(text, position)]
    try:
        found = explained(
            position, events, full=args.full, what_if=not args.no_what_if, readings=not args.no_readings
        )
    except IllegalEvent as error:
        return _earlier_illegal(position, error)

    def page() -> "Page":
        from solver_bridge.commands.explaining_page import explanation_page

        return explanation_page(found, asked=not args.no_readings)

    return Reply(OK if found.legal else ILLEGAL, lambda: shapes.explanation_data(found), page)


def _events(text: str, position: Position) -> Sequence[Event]:
    """Read an event that is written on the command line, or the events of a file."""
    document = _document(text)
    several = document.data if isinstance(document.data, list) else None
    if several is None:
        return [event_from_data(document.data, document.lines, position=position)]
    return [
        event_from_data(data, document.lines.under(index), position=position)
        for index, data in enumerate(several)
    ]


def _document(text: str) -> Document:
    if text == STANDARD_INPUT or text.lower().endswith(_FILES) or os.path.isfile(text):
        return read(text).usable()
    return parse(text, "EVENT").usable()


def _earlier_illegal(position: Position, error: IllegalEvent) -> Reply:
    def page() -> "Page":
        from solver_bridge.commands.pages import illegal_page

        return illegal_page(position, error)

    def data() -> dict[str, Any]:
        return shapes.unexplained_data(error)

    return Reply(ILLEGAL, data, page)
