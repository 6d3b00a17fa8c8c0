"""The pages of the answers about positions and about lines of play."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from solver_bridge import words
from solver_bridge.answers import Attacks, LegalAttack, Reach, Responders
from solver_bridge.commands.board import draw
from solver_bridge.commands.page import BAD, DIM, GOOD, HEAD, Page
from solver_bridge.commands.wording import (
    count,
    depends,
    event_text,
    listed,
    path_text,
    place_text,
    reason_texts,
    result_texts,
    warn,
)
from solver_bridge.errors import IllegalEvent
from solver_bridge.model import Position
from solver_bridge.reasons import NotTaken, Reason

if TYPE_CHECKING:
    from solver_bridge.alternatives import Dependence
    from solver_bridge.orders import Orders
    from solver_bridge.play import Judged, Line

_Turned = Mapping[Any, "Sequence[Dependence]"]

__all__ = [
    "attacks_page", "illegal_page", "judged_page", "line_page", "orders_page", "reach_page", "responders_page",
    "skipped_steps", "unanswered_page",
]

_MARGIN = " " * 10
_MARK = " *"
_MOST_INSTEAD = 20


def reach_page(found: Reach) -> Page:
    """Give a range of motion as a table."""
    page = Page()
    warn(page, found.unencoded, found.warnings)
    if found.locations:
        page.table("location", "path", rows=[(at, path_text(path)) for at, path in found.locations])
        page.say()
        page.say(f"{found.unit} can reach {count(len(found.locations), 'location')}, its own included.")
    else:
        page.say(f"{found.unit} has no range of motion.")
    return page


def attacks_page(position: Position, found: Attacks, why_not: bool, turned: "_Turned | None" = None) -> Page:
    """Give attacks as tables, below the board; those that another reading turns are marked."""
    page = _begun(position, found.unencoded, found.warnings)
    turned = turned or {}

    def name(attack: LegalAttack) -> str:
        return attack.unit + (_MARK if (attack.unit, attack.at, attack.target) in turned else "")

    if found.attacks:
        page.table(
            "unit",
            "path",
            "attacks",
            "at",
            rows=[
                (name(attack), path_text(attack.path), attack.target, attack.at) for attack in found.attacks
            ],
        )
        page.say()
    if why_not and found.barred:
        page.table(
            "unit",
            "path",
            "cannot attack",
            "because",
            rows=[
                (name(attack), path_text(attack.path), attack.target, reason_texts(attack.reasons))
                for attack in found.barred
            ],
        )
        page.say()
    for (unit, at, target), dependences in turned.items():
        depends(page, f"{unit} attacks {target} at {at}", dependences)
    page.say(
        f"{count(len(found.attacks), 'legal attack').capitalize()} for {found.active} ({found.edition}).",
        GOOD if found.attacks else BAD,
    )
    return page


def responders_page(
    position: Position, word: str, what: str, found: Responders, turned: "_Turned | None" = None
) -> Page:
    """Give who may defend or intercept and who may not, below the board; whom another reading turns is marked."""
    turned = turned or {}

    def name(unit: str) -> str:
        return unit + (_MARK if unit in turned else "")

    page = _begun(position, found.unencoded, found.warnings)
    page.say(f"{what} at {place_text(found.at)}.", HEAD)
    skipped_steps(page, found.not_taken)
    page.say()
    rows: list[Sequence[str | Sequence[str]]] = [
        (name(one.unit), "yes", path_text(one.path)) for one in found.able
    ]
    rows += [(name(one.unit), "no", reason_texts(one.reasons)) for one in found.excluded]
    if rows:
        page.table("unit", word, "path, or why not", rows=rows)
        page.say()
    for unit, dependences in turned.items():
        depends(page, unit, dependences)
    verb = words.RESPONSES[word]
    if found.able:
        page.say(f"{listed(one.unit for one in found.able)} may {verb}.", GOOD)
    else:
        page.say(f"Nobody may {verb}.", BAD)
    return page


def illegal_page(position: Position, error: IllegalEvent) -> Page:
    """Say that a question cannot be answered, as what it asks about is not legal."""
    page = _begun(position)
    skipped_steps(page, error.not_taken)
    _judgement(page, "ILLEGAL", BAD, event_text(error.event))
    _reasons(page, error.reasons)
    page.say()
    page.say("There is no answer, as this is not legal.", BAD)
    return page


def line_page(start: Position, line: "Line", turned: "_Turned | None" = None) -> Page:
    """Give a line of play event by event, then the position that it leads to, and the result in words."""
    page = _begun(start, line.unencoded, line.warnings)
    first = True
    turned = turned or {}
    for index, judged in enumerate(line.events):
        _judged(page, judged, _MARK if index in turned else "")
        if not judged.legal and first:
            first = False
            _instead(page, [event_text(event) for event in line.legal_instead])
    page.say()
    if line.position != start:
        page.say("The position then:", HEAD)
        draw(page, line.position)
        page.say()
    if line.result is not None:
        for text in result_texts(line.result):
            page.say(text)
    _under_way(page, line)
    for place, dependences in turned.items():
        name = "the result" if place is None else event_text(line.events[place].event)
        depends(page, name, dependences)
    bad = sum(not judged.legal for judged in line.events)
    if line.legal:
        page.say("Legal.", GOOD)
    else:
        page.say(f"Not legal: {count(bad, 'event')}.", BAD)
    return page


def _under_way(page: Page, line: "Line") -> None:
    """Say what is under way at the end of a line; the result before it, if there is one, is of what is over."""
    attack = line.position.attack
    if attack is None:
        return
    step = attack[words.STEP]
    phrase = words.STEP_PHRASES[step]
    if step == words.OVER:
        if line.result is None:
            page.say(f"{phrase.capitalize()}.")
        return
    if attack.get(words.FAILED) and step == words.MOVED:
        phrase = words.FAILED_PHRASE
    page.say(f"{'Not over' if line.result is None else 'That is over; begun since'}: {phrase}.")


def unanswered_page(start: Position, line: "Line") -> Page:
    """Give a line of play that is not legal, so that what was asked of it has no answer."""
    page = line_page(start, line)
    page.say("There is no answer, as this is not legal.", BAD)
    return page


def judged_page(events: "Sequence[Judged]") -> Page:
    """Give the events of a line that were judged before a limit was reached."""
    page = Page()
    for judged in events:
        _judged(page, judged)
    page.say(f"Not complete: {count(len(events), 'event')} judged.", BAD)
    return page


def orders_page(start: Position, line: "Line", orders: "Orders") -> Page:
    """Give the orders of pending triggers, each on a line; or the line of play, if it is not legal."""
    if not line.legal:
        return unanswered_page(start, line)
    page = Page()
    warn(page, line.unencoded, line.warnings)
    if orders.listed == ((),):
        page.say("Nothing is pending.")
        return page
    page.table(
        "order", "resolves first to last", rows=[(str(i), ", ".join(o)) for i, o in enumerate(orders.listed, 1)]
    )
    page.say()
    page.say(f"The pending triggers may resolve in {count(orders.number, 'order')}.")
    if not orders.complete:
        page.say(f"Not complete: only {len(orders.listed)} of them are listed.", BAD)
    return page


def _begun(position: Position, unencoded: Sequence[str] = (), warnings: Sequence[str] = ()) -> Page:
    page = Page()
    draw(page, position)
    warn(page, unencoded, warnings)
    page.say()
    return page


def _judgement(page: Page, verdict: str, style: str, text: str) -> None:
    page.line((verdict.ljust(len(_MARGIN)), style), (text, "none"))


def _judged(page: Page, judged: "Judged", mark: str = "") -> None:
    verdict, style = ("supplied", DIM) if judged.supplied else ("ok", GOOD)
    if not judged.legal:
        verdict, style = "ILLEGAL", BAD
    data = judged.event.to_data()
    _judgement(
        page, verdict, style, event_text(data) + (f"  (chosen by {judged.by})" if judged.by else "") + mark
    )
    skipped_steps(page, judged.not_taken)
    for each in judged.left_out:
        page.say(f"{_MARGIN}{each.who} is left out of the fight:")
        _reasons(page, each.reasons)
    _reasons(page, judged.reasons)


def skipped_steps(page: Page, not_taken: "Iterable[NotTaken]") -> None:
    """Say which steps of a path are not taken, each with every reason."""
    for skipped in not_taken:
        page.say(f"{_MARGIN}step {skipped.step} is not taken:")
        _reasons(page, skipped.reasons)


def _reasons(page: Page, reasons: Iterable[Reason]) -> None:
    for reason in reasons:
        page.say(f"{_MARGIN}- {reason}")


def _instead(page: Page, events: Sequence[str]) -> None:
    page.say(f"{_MARGIN}legal instead:" if events else f"{_MARGIN}nothing is legal instead")
    for text in events[:_MOST_INSTEAD]:
        page.say(f"{_MARGIN}  {text}", GOOD)
    if len(events) > _MOST_INSTEAD:
        page.say(f"{_MARGIN}  and {len(events) - _MOST_INSTEAD} more (--json lists all)")
