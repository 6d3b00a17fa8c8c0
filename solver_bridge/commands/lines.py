"""The commands that follow a sequence of events: check, orders."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from solver_bridge import shapes
from solver_bridge.commands.given import sequence_of
from solver_bridge.commands.reply import ILLEGAL, LIMIT, OK, Reply
from solver_bridge.progress import note

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page
    from solver_bridge.play import Judged

__all__ = ["check", "checked_so_far", "orders"]


def check(args: argparse.Namespace) -> Reply:
    """Answer whether each event is legal, and with the result."""
    from solver_bridge.checking import check as checked

    sequence = sequence_of(args)
    line = checked(sequence, keep_going=args.keep_going)
    note(line.events)
    turned: Mapping[Any, Any] = {}
    if not args.no_readings:
        from solver_bridge.depending import line_depends

        turned = line_depends(sequence.position, sequence.events, line, keep_going=args.keep_going)

    def page() -> "Page":
        from solver_bridge.commands.pages import line_page

        return line_page(sequence.position, line, turned)

    return Reply(OK if line.legal else ILLEGAL, lambda: shapes.line_data(line, turned), page)


def checked_so_far(events: "tuple[Judged, ...]") -> Reply:
    """Answer with the events that were judged before a limit was reached."""

    def page() -> "Page":
        from solver_bridge.commands.pages import judged_page

        return judged_page(events)

    return Reply(LIMIT, lambda: shapes.judged_data(events), page)


def orders(args: argparse.Namespace) -> Reply:
    """Answer with the orders in which the triggers that are then pending may resolve."""
    from solver_bridge.conversation import talk
    from solver_bridge.orders import orders_talk

    sequence = sequence_of(args)
    line, found = talk(orders_talk(sequence.position, sequence.events))

    def page() -> "Page":
        from solver_bridge.commands.pages import orders_page

        return orders_page(sequence.position, line, found)

    status = ILLEGAL if not line.legal else OK if found.complete else LIMIT
    return Reply(status, lambda: shapes.orders_data(line, found), page)
