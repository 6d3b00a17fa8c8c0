"""The page of the answer that draws a position."""

from solver_bridge import words
from solver_bridge.answers import BarredAttack, LegalAttack
from solver_bridge.commands.board import draw
from solver_bridge.commands.page import BAD, HEAD, Page
from solver_bridge.commands.wording import path_text, reason_texts, warn
from solver_bridge.model import Position
from solver_bridge.play import Line

__all__ = ["position_page", "under_way"]


def position_page(line: Line, attack: LegalAttack | None) -> Page:
    """Draw the board, and tell of the attack that is under way or is to be shown."""
    page = Page()
    draw(page, line.position)
    warn(page, line.unencoded, line.warnings)
    under_way(page, line.position)
    if attack is not None:
        page.say()
        page.say(f"{attack.unit} attacks {attack.target} at {attack.at}.", HEAD)
        page.say(f"Path: {path_text(attack.path)}.")
        if isinstance(attack, BarredAttack):
            page.say("This is not legal:", BAD)
            for text in reason_texts(attack.reasons):
                page.say(f"- {text}")
    return page


def under_way(page: Page, position: Position) -> None:
    """Tell of the attack that is under way in a position, if one is."""
    attack = position.attack
    if attack is None:
        return
    attacker, target = attack.get("attacker"), attack.get("target")
    page.say()
    if target is not None:
        page.say(f"{attacker} attacks {target} at {attack.get(words.AT)}.", HEAD)
    page.say(f"Under way: {words.STEP_PHRASES[attack[words.STEP]]}.")
