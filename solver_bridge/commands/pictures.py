"""The command that draws a position: show."""

import argparse
from typing import TYPE_CHECKING

import msgspec

from solver_bridge import answers, shapes
from solver_bridge.answers import LegalAttack
from solver_bridge.commands.given import option, path_option, position_of, unusable
from solver_bridge.commands.reply import OK, Reply
from solver_bridge.conversation import talk
from solver_bridge.errors import shown
from solver_bridge.model import Position

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page

__all__ = ["show"]


def show(args: argparse.Namespace) -> Reply:
    """Answer with a picture of a position, and of an attack in it if one is given."""
    from solver_bridge.play import follow

    position = position_of(args)
    attack = _attack(args, position)
    line = talk(follow(position, (), complete=False))
    if args.svg is not None:
        from solver_bridge.commands.files import write
        from solver_bridge.pictures import position_svg

        write("--svg", args.svg, position_svg(position, attack))

    def page() -> "Page":
        from solver_bridge.commands.picture_pages import position_page

        return position_page(line, attack)

    return Reply(OK, lambda: shapes.position_data(line), page)


def _attack(args: argparse.Namespace, position: Position) -> LegalAttack | None:
    """Read the attack that is to be shown, the one that the options name, with what bars it if it is not legal."""
    attacker = option(args, "attacker", "unit", position)
    target = option(args, "target", "target", position)
    path = path_option(args, position)
    if attacker is None and target is None and path is None:
        return None
    if attacker is None or target is None:
        missing = "--attacker" if attacker is None else "--target"
        raise unusable(missing, f"an attack has an attacker and a target: give {missing} too")
    found = answers.attacks(position, attacker, why_not=True)
    for attack in (*found.attacks, *found.barred):
        if attack.target == target:
            return attack if path is None else msgspec.structs.replace(attack, path=path)
    raise unusable("--target", f"{shown(attacker)} can reach no place where it could attack {shown(target)}")
