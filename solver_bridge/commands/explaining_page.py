"""The page of an explanation: reasons and proofs as indented lines, then what if, then readings."""

from collections.abc import Mapping, Sequence
from typing import Any

from solver_bridge.commands.board import draw
from solver_bridge.commands.page import BAD, DIM, GOOD, HEAD, PLAIN, Page
from solver_bridge.commands.pages import skipped_steps
from solver_bridge.commands.picture_pages import under_way
from solver_bridge.commands.wording import dependence_text, event_text, listed, warn
from solver_bridge.explaining import Explanation
from solver_bridge.telling import Step
from solver_bridge.whatif import MOST_CHANGES

__all__ = ["change_text", "explanation_page"]


def explanation_page(found: Explanation, asked: bool = True) -> Page:
    """Give an explanation below the board of the position in which the event is judged.

    `asked` says whether the readings were asked for.
    """
    page = Page()
    draw(page, found.position)
    under_way(page, found.position)
    warn(page, found.unencoded, found.warnings)
    page.say()
    verdict, style = ("legal", GOOD) if found.legal else ("ILLEGAL", BAD)
    page.line((verdict.ljust(10), style), (event_text(found.event), PLAIN))
    skipped_steps(page, found.not_taken)
    if found.legal:
        _steps(page, found.proof, 1)
    for reason in found.reasons:
        page.line(("  because ", HEAD), (str(reason.reason), PLAIN))
        _steps(page, reason.proof, 2)
    page.say()
    _changes(page, found)
    if asked:
        _dependences(page, found)
    return page


def _steps(page: Page, steps: Sequence[Step], depth: int) -> None:
    for step in steps:
        about = f"no reason {step.reason}: " if step.reason else ""
        source = f"  ({step.source})" if step.source else ""
        page.line(("  " * depth + "- ", DIM), (about, DIM), (step.text, PLAIN), (source, DIM))
        for fact in step.facts:
            page.say("  " * depth + f"    {fact}", DIM)
        _steps(page, step.because, depth + 1)


def _changes(page: Page, found: Explanation) -> None:
    turned = "illegal" if found.legal else "legal"
    if not found.changes:
        if found.complete:
            page.say(
                f"No set of up to {MOST_CHANGES} changes, of those that are looked at, would make it {turned}.", HEAD
            )
        return
    several = len(found.changes[0].changes) > 1
    page.say(f"It would be {turned} with {'these changes' if several else 'one change'}:", HEAD)
    for changes in found.changes:
        page.say("  - " + listed(change_text(change) for change in changes.to_data()))
    if not found.complete:
        page.say(f"  (not complete: there are more, equally few; {len(found.changes)} are shown)", DIM)


def change_text(change: Mapping[str, Any]) -> str:
    """Give a change in words."""
    *thing, (word, value) = change.items()
    name = " ".join(str(item) if kind in _NAMELESS else f"{kind} {item}" for kind, item in thing)
    return _SAID[word].format(name, value)


_NAMELESS = ("unit", "artifact", "aura")
_SAID = {
    "active": "{1}'s turn",
    "controller": "{0} controlled by {1}",
    "destroy": "{0} destroyed",
    "enable": "{0} no longer disabled",
    "gain": "{0} with {1}",
    "lose": "{0} without {1}",
    "ready": "{0} without summoning sickness",
    "release": "{0} no longer Immobile",
    "remove": "{0} not there",
    "tap": "{0} tapped",
    "terrain": "{0} as {1}",
    "to": "{0} at {1}",
    "unsilence": "{0} no longer silenced",
    "untap": "{0} untapped",
}


def _dependences(page: Page, found: Explanation) -> None:
    if not found.depends_on:
        page.say("The answer depends on no reading and no edition.", DIM)
        return
    page.say("The answer would be another one under", HEAD)
    for dependence in found.depends_on:
        page.say(f"  - {dependence_text(dependence.to_data())}")
