"""The command that compares editions and readings: diff."""

import argparse
from typing import TYPE_CHECKING, Any

from solver_bridge import shapes
from solver_bridge.commands.files import folder_of
from solver_bridge.commands.proofs import scope_of, tell, workers_of, write_sequence
from solver_bridge.commands.reply import ILLEGAL, LIMIT, OK, Reply
from solver_bridge.commands.searching import gathered, progress, seconds_of
from solver_bridge.commands.wording import result_texts
from solver_bridge.errors import Fault, UnusableInput

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page
    from solver_bridge.proving.differences import Difference, Side
    from solver_bridge.proving.scope import Scope

__all__ = ["diff"]


def _side(option: str, written: str) -> "Side":
    from solver_bridge.nearest import instead
    from solver_bridge.proving.differences import Side
    from solver_bridge.vocabulary import load

    vocabulary = load()
    edition: str | None = None
    readings: dict[str, str] = {}
    for part in written.split(","):
        name, equals, value = part.strip().partition("=")
        if name in readings or (edition is not None and name in vocabulary.editions):
            raise UnusableInput([Fault(option, 1, f"{part} is not the first of its kind; choose one")])
        if equals and name in vocabulary.readings and value in vocabulary.readings[name].values:
            readings[name] = value
        elif not equals and name in vocabulary.editions:
            edition = name
        else:
            known = [
                *vocabulary.editions,
                *(f"{r.name}={v}" for r in vocabulary.readings.values() for v in r.values),
            ]
            raise UnusableInput(
                [Fault(option, 1, f"{part} is no edition and no reading{instead(part, known)}")]
            )
    return Side(edition, readings)


def diff(args: argparse.Namespace) -> Reply:
    """Give the smallest position and line of each independent difference."""
    import msgspec

    from solver_bridge.proving.differences import cards_wanted, differences

    one, two = _side("A", args.one), _side("B", args.two)
    scope, folder, workers = scope_of(args), folder_of(args), workers_of(args)
    cards = tuple(sorted({*scope.cards, *cards_wanted(one, two)}))
    scope = msgspec.structs.replace(scope, cards=cards)
    search = differences(one, two, scope, workers, progress())
    given, ended = gathered(search, workers, seconds_of(args))
    found: list[Difference] = [each for each in given if each is not None]
    complete = ended and None not in given
    paths = [
        write_sequence(folder, f"difference-{number}", difference.sequence, difference.words)
        for number, difference in enumerate(found, start=1)
    ]
    data = shapes.document(
        {"complete": complete, "differences": [_data(difference, one, two) for difference in found]}
    )

    def page() -> "Page":
        from solver_bridge.commands.page import Page

        shown = Page()
        for difference, path in zip(found, paths, strict=True):
            shown.say(f"They differ in {', '.join(difference.words)}:")
            for side in (one, two):
                shown.say(f"  {side}: {_answer(difference, side)}")
            tell(shown, difference.sequence, path)
            shown.say()
        several = "" if len(found) == 1 else "s"
        what = f"{len(found) or 'no'} independent difference{several}"
        shown.say(f"{what} in this scope" if complete else f"{what} so far; not all of the scope is known")
        if complete and not found:
            for line in _why_not((one, two), scope):
                shown.say(line)
        return shown

    return Reply(LIMIT if not complete else ILLEGAL if found else OK, lambda: data, page)


def _why_not(sides: "tuple[Side, Side]", scope: "Scope") -> list[str]:
    """Tell of each reading that is not the same on both sides for want of what it says nothing in a scope."""
    from solver_bridge.proving.unmet import unmet

    one, two = (set(side.readings.items()) for side in sides)
    told = []
    for reading in sorted({name for name, _ in one ^ two}):
        lacking = unmet(reading, scope)
        if lacking:
            told.append(f"{reading} says something only with {', '.join(lacking)}, which nothing in the scope has")
    return told


def _line(difference: "Difference", side: "Side") -> Any:
    from solver_bridge.play import follow, talk

    position = difference.sequence.position.under(edition=side.edition, readings=dict(side.readings))
    return talk(follow(position, difference.sequence.events, keep_going=True))


def _last(line: Any) -> Any:
    """Give the last of the events that were given: a declaration that failed before it stands in nobody's way."""
    return [judged for judged in line.events if not judged.supplied][-1]


def _answer(difference: "Difference", side: "Side") -> str:
    line = _line(difference, side)
    if not _last(line).legal:
        return "the last event is not legal: " + "; ".join(map(str, _last(line).reasons))
    return " ".join(result_texts(line.result)) if line.result else "it goes on"


def _data(difference: "Difference", one: "Side", two: "Side") -> dict[str, Any]:
    answers = {}
    for side in (one, two):
        line = _line(difference, side)
        answers[str(side)] = {"legal": _last(line).legal, "result": line.result}
    return {**difference.sequence.to_data(), "words": list(difference.words), "answers": answers}
