"""The commands that follow every way on: outcomes, perft."""

import argparse
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from solver_bridge import answers, shapes
from solver_bridge.commands.given import of_attack, option, path_option, position_of
from solver_bridge.commands.reply import ILLEGAL, LIMIT, OK, Reply
from solver_bridge.conversation import Conversation, carry
from solver_bridge.events import Event
from solver_bridge.model import Position
from solver_bridge.outcomes import LIMIT as MOST
from solver_bridge.outcomes import Outcomes, outcomes_talk
from solver_bridge.play import Line

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page

__all__ = ["outcomes", "perft"]

_PATIENCE = 10.0
"""After so many seconds, and then as often, it is said how far the answer has come."""


def outcomes(args: argparse.Namespace) -> Reply:
    """Answer with every end of an attack, or of the one that is under way."""
    position = position_of(args)
    attacker = of_attack(args, "attacker", "unit", position)
    target = of_attack(args, "target", "target", position)
    path = path_option(args, position)
    at = option(args, "at", "location", position)

    def whole() -> Conversation[tuple[Line, Outcomes | None]]:
        events: tuple[Event, ...] = yield from answers.attack_line(position, attacker, target, path, at)
        return (
            yield from outcomes_talk(
                position, events, limit=args.limit or MOST, seconds=args.time_limit, progress=_progress()
            )
        )

    line, found = carry(whole())
    if found is not None:
        _drawn(args, found)

    def page() -> "Page":
        from solver_bridge.commands.ends_pages import outcomes_page
        from solver_bridge.commands.pages import unanswered_page

        return unanswered_page(position, line) if found is None else outcomes_page(position, line, found)

    status = ILLEGAL if found is None else OK if found.complete else LIMIT
    return Reply(status, lambda: shapes.outcomes_data(line, found), page)


def _drawn(args: argparse.Namespace, found: Outcomes) -> None:
    if args.svg is None and args.dot is None:
        return
    from solver_bridge.commands.files import write
    from solver_bridge.graphs import graph_dot, graph_svg

    if args.svg is not None:
        write("--svg", args.svg, graph_svg(found))
    if args.dot is not None:
        write("--dot", args.dot, graph_dot(found))


def perft(args: argparse.Namespace) -> Reply:
    """Answer with the numbers of lines of play by their length."""
    from solver_bridge.perft import perft as counted

    position: Position = position_of(args)
    found = counted(
        position, args.depth, limit=args.limit or MOST, seconds=args.time_limit, progress=_progress()
    )

    def page() -> "Page":
        from solver_bridge.commands.ends_pages import perft_page

        return perft_page(found)

    return Reply(OK if found.complete else LIMIT, lambda: shapes.perft_data(found), page)


def _progress() -> Callable[[int, int], None]:
    """Give what says on standard error how far a long answer has come."""
    last = time.monotonic()

    def say(positions: int, waiting: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _PATIENCE and sys.stderr is not None:
            last = now
            sys.stderr.write(f"{positions} positions so far, {waiting} events to follow\n")
            sys.stderr.flush()

    return say
