"""The commands that ask about a position: reach, attacks, defenders, interceptors."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from solver_bridge import answers, shapes
from solver_bridge.commands.given import of_attack, option, path_option, position_of
from solver_bridge.commands.reply import ILLEGAL, OK, Reply
from solver_bridge.errors import IllegalEvent
from solver_bridge.model import Position

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page

__all__ = ["attacks", "defenders", "interceptors", "reach"]


def reach(args: argparse.Namespace) -> Reply:
    """Answer with a unit's range of motion."""
    position = position_of(args)
    found = answers.reach(position, option(args, "unit", "unit", position))

    def page() -> "Page":
        from solver_bridge.commands.pages import reach_page

        return reach_page(found)

    return Reply(OK, lambda: shapes.reach_data(found), page)


def attacks(args: argparse.Namespace) -> Reply:
    """Answer with every legal attack, and if asked with the barred ones."""
    position = position_of(args)
    unit = option(args, "unit", "unit", position)
    turned: Mapping[Any, Any] = {}
    if args.no_readings:
        found = answers.attacks(position, unit, why_not=args.why_not)
    else:
        from solver_bridge.alternatives import attacks_and_dependences

        found, turned = attacks_and_dependences(position, unit, why_not=args.why_not)

    def page() -> "Page":
        from solver_bridge.commands.pages import attacks_page

        return attacks_page(position, found, args.why_not, turned)

    return Reply(OK, lambda: shapes.attacks_data(found, args.why_not, turned), page)


def defenders(args: argparse.Namespace) -> Reply:
    """Answer with who may defend against an attack, or against the one that is under way."""
    position = position_of(args)
    attacker = of_attack(args, "attacker", "unit", position)
    target = of_attack(args, "target", "target", position)
    path = path_option(args, position)
    at = option(args, "at", "location", position)
    try:
        found = answers.defenders(position, attacker, target, path, at)
    except IllegalEvent as error:
        return _cannot_be_asked("defenders", position, error)
    turned: Mapping[str, Any] = {}
    if not args.no_readings:
        from solver_bridge.depending import defenders_depend

        turned = defenders_depend(position, attacker, target, path, at)
    return _responders("defenders", f"{attacker} attacks {target}", position, found, turned)


def interceptors(args: argparse.Namespace) -> Reply:
    """Answer with who may intercept a unit after its movement."""
    position = position_of(args)
    unit = option(args, "unit", "unit", position)
    path = path_option(args, position) or ()
    try:
        found = answers.interceptors(position, unit, path)
    except IllegalEvent as error:
        return _cannot_be_asked("interceptors", position, error)
    return _responders("interceptors", f"{unit} has used Move and Attack and is", position, found)


def _responders(
    word: str,
    what: str,
    position: Position,
    found: answers.Responders,
    turned: Mapping[str, Any] | None = None,
) -> Reply:
    def page() -> "Page":
        from solver_bridge.commands.pages import responders_page

        return responders_page(position, word, what, found, turned)

    return Reply(OK, lambda: shapes.responders_data(word, found, turned), page)


def _cannot_be_asked(word: str, position: Position, error: IllegalEvent) -> Reply:
    def page() -> "Page":
        from solver_bridge.commands.pages import illegal_page

        return illegal_page(position, error)

    return Reply(ILLEGAL, lambda: shapes.unanswered_data(word, error), page)
