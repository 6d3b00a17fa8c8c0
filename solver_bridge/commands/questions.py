"""The commands that ask about a position: reach, attacks, defenders, interceptors."""

import argparse
from typing import TYPE_CHECKING

from solver_bridge import answers, shapes
from solver_bridge.commands.given import option, path_option, position_of, unusable
from solver_bridge.commands.reply import ILLEGAL, OK, Reply
from solver_bridge.errors import IllegalEvent, shown
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

    return Reply(OK, shapes.reach_data(found), page)


def attacks(args: argparse.Namespace) -> Reply:
    """Answer with every legal attack, and if asked with the barred ones."""
    position = position_of(args)
    found = answers.attacks(position, option(args, "unit", "unit", position), why_not=args.why_not)

    def page() -> "Page":
        from solver_bridge.commands.pages import attacks_page

        return attacks_page(position, found, args.why_not)

    return Reply(OK, shapes.attacks_data(found, args.why_not), page)


def defenders(args: argparse.Namespace) -> Reply:
    """Answer with who may defend against an attack, or against the one that is under way."""
    position = position_of(args)
    attacker = _of_attack(args, "attacker", "unit", position)
    target = _of_attack(args, "target", "target", position)
    path = path_option(args, position)
    at = option(args, "at", "location", position)
    try:
        found = answers.defenders(position, attacker, target, path, at)
    except IllegalEvent as error:
        return _cannot_be_asked("defenders", position, error)
    return _responders("defenders", f"{attacker} attacks {target}", position, found)


def interceptors(args: argparse.Namespace) -> Reply:
    """Answer with who may intercept a unit after its movement."""
    position = position_of(args)
    unit = option(args, "unit", "unit", position)
    path = path_option(args, position) or ()
    try:
        found = answers.interceptors(position, unit, path)
    except IllegalEvent as error:
        return _cannot_be_asked("interceptors", position, error)
    return _responders("interceptors", f"{unit} has moved", position, found)


def _of_attack(args: argparse.Namespace, name: str, kind: str, position: Position) -> str:
    """Read who attacks, or what is attacked; in an attack under way that is known already."""
    given: str | None = option(args, name, kind, position)
    known = None if position.attack is None else position.attack.get(name)
    if given is None and known is None:
        raise unusable(
            f"--{name}", f"who or what is it? give --{name}, as no attack is under way in the position"
        )
    if given is not None and known is not None and given != known:
        raise unusable(
            f"--{name}", f"an attack is under way, and its {name} is {shown(known)}, not {shown(given)}"
        )
    return str(known if given is None else given)


def _responders(word: str, what: str, position: Position, found: answers.Responders) -> Reply:
    def page() -> "Page":
        from solver_bridge.commands.pages import responders_page

        return responders_page(position, word, what, found)

    return Reply(OK, shapes.responders_data(word, found), page)


def _cannot_be_asked(word: str, position: Position, error: IllegalEvent) -> Reply:
    def page() -> "Page":
        from solver_bridge.commands.pages import illegal_page

        return illegal_page(position, error)

    return Reply(ILLEGAL, shapes.unanswered_data(word, error), page)
