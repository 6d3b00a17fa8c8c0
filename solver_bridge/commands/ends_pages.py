"""The pages of the answers that follow every way on."""

from collections.abc import Mapping

from solver_bridge.commands.board import draw
from solver_bridge.commands.page import BAD, DIM, HEAD, Page
from solver_bridge.commands.pages import skipped_steps
from solver_bridge.commands.wording import count, event_text, result_texts, warn
from solver_bridge.model import Position
from solver_bridge.outcomes import Outcome, Outcomes
from solver_bridge.perft import Perft
from solver_bridge.play import Line
from solver_bridge.tallies import Tally, phrases, tally

__all__ = ["outcomes_page", "perft_page"]

_MOST = 12


def outcomes_page(position: Position, line: Line, found: Outcomes) -> Page:
    """Give what all ends have in common, and the ends themselves, each with a line that leads there."""
    page = Page()
    draw(page, position)
    warn(page, line.unencoded, line.warnings)
    page.say()
    for judged in line.events:
        page.say(event_text(judged.event))
        skipped_steps(page, judged.not_taken)
    page.say(
        f"From there {count(found.states, 'position')}, {count(found.lines, 'line')} of play and"
        f" {count(len(found.outcomes), 'end')}."
    )
    if not found.complete:
        page.say(
            "This is not complete: a limit was reached, and what follows is true of what was looked at.", BAD
        )
    page.say()
    _tally(page, tally(found), phrases(found.complete))
    for number, outcome in enumerate(found.outcomes[:_MOST], 1):
        page.say()
        _outcome(page, number, outcome)
    if len(found.outcomes) > _MOST:
        page.say()
        page.say(f"And {len(found.outcomes) - _MOST} more ends (--json lists all).")
    return page


def _outcome(page: Page, number: int, outcome: Outcome) -> None:
    texts = ["No attack, and nobody intercepted."] if outcome.result is None else result_texts(outcome.result)
    page.say(f"End {number}: " + " ".join(texts), HEAD)
    if outcome.positions > 1:
        page.say(f"  in {outcome.positions} different positions, the first of them after:", DIM)
    for event in outcome.line:
        page.say(f"  {event_text(event.to_data())}")
    if not outcome.line:
        page.say("  at once")


def _tally(page: Page, known: Tally, said: Mapping[str, str]) -> None:
    rows = [(f"{name} dies", said[when]) for name, when in known.dies.items()]
    rows += [(f"{name} is struck", said[when]) for name, when in known.struck.items()]
    for player, loss in known.loses_life.items():
        amount = str(loss.most) if loss.least == loss.most else f"{loss.least} to {loss.most}"
        rows.append((f"{player} loses life", said[loss.when] + (f": {amount}" if loss.most else "")))
    rows += [(f"{player} loses the game", said[when]) for player, when in known.loses_game.items()]
    page.table("what", "when", rows=rows)


def perft_page(found: Perft) -> Page:
    """Give the numbers of lines by their length as a table."""
    page = Page()
    rows = [(str(depth), str(lines)) for depth, lines in enumerate(found.counts, 1)]
    page.table("events", "lines of play", rows=rows)
    if not found.complete:
        page.say()
        page.say(f"This is not complete: a limit was reached before depth {found.depth}.", BAD)
    return page
