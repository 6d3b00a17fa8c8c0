"""The page of the answer that draws a position."""

from solver_bridge import words
from solver_bridge.answers import LegalAttack
from solver_bridge.commands.board import draw
from solver_bridge.commands.page import HEAD, Page
from solver_bridge.commands.wording import path_text, warn
from solver_bridge.play import Line

__all__ = ["position_page"]


def position_page(line: Line, attack: LegalAttack | None) -> Page:
    """Draw the board, and tell of the attack that is under way or is to be shown."""
    page = Page()
    draw(page, line.position)
    warn(page, line.unencoded, line.warnings)
    under_way = line.position.attack
    if under_way is not None:
        attacker, target = under_way.get("attacker"), under_way.get("target")
        page.say()
        if target is not None:
            page.say(f"{attacker} attacks {target} at {under_way.get(words.AT)}.", HEAD)
        page.say(f"Under way: {words.STEP_PHRASES[under_way[words.STEP]]}.")
    if attack is not None:
        page.say()
        page.say(f"{attack.unit} attacks {attack.target} at {attack.at}.", HEAD)
        page.say(f"Path: {path_text(attack.path)}.")
    return page
