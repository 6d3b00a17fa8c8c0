"""What an answer hangs on: the named readings and the editions under which it would be another one.

The same question is asked once more under each that could matter. Settled questions that are kept for comparing only
are never asked, nor those that the position's edition does not leave open.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from solver_bridge.alternatives import EDITION, Alternative, Dependence, alternatives, ask_under
from solver_bridge.answers import Responders, attack_line, defenders_talk
from solver_bridge.asking import Request, Whole, ask_whole
from solver_bridge.conversation import Conversation, talk
from solver_bridge.events import Event
from solver_bridge.model import Footprint, Position
from solver_bridge.play import Line, follow
from solver_bridge.programs import JUDGE, PLAY
from solver_bridge.reasons import Reason
from solver_bridge.relevance import turning
from solver_bridge.vocabulary import load as load_vocabulary

__all__ = [
    "defenders_depend",
    "line_depends",
    "verdict_depends",
    "verdict_talk",
    "verdicts_talk",
]


# An event


def verdict_depends(
    position: Position, events: Sequence[Event], whole: Whole | None = None
) -> tuple[Dependence, ...]:
    """Give the readings and editions under which the last event's verdict, or a reason against it, would be another.

    `whole`, if it is there, is all that the verdict on a single event rests on.
    """
    if whole is None or len(events) > 1:
        line = talk(follow(position, events, complete=False))
        whole = _whole_line(position, line)
    judge = verdict_talk if len(events) == 1 else _last_verdict
    usual, others = ask_under(position, _turning(position, [whole]), lambda one: judge(one, events))
    return tuple(Dependence(other, answer) for other, answer in others if answer != usual)


def verdict_talk(position: Position, events: Sequence[Event]) -> Conversation[dict[str, Any]]:
    """Judge one event as it is, with nothing supplied before it."""
    (verdict,) = yield from verdicts_talk([position], events)
    return verdict


def verdicts_talk(positions: Sequence[Position], events: Sequence[Event]) -> Conversation[list[dict[str, Any]]]:
    """Judge one event in each of some positions, side by side."""
    answers = yield [Request(position, tuple(events), (), (JUDGE, "verdict")) for position in positions]
    return [_told(("legal",) in answer.get("verdict"), answer.reasons("why")) for answer in answers]


def _last_verdict(position: Position, events: Sequence[Event]) -> Conversation[dict[str, Any]]:
    """Judge the last of several events; one before it that is not legal stands in for it, with its place."""
    line = yield from follow(position, events, complete=False)
    given = sum(not judged.supplied for judged in line.events)
    return {**_told(line.legal, line.events[-1].reasons), **({"at": given} if given < len(events) else {})}


def _told(legal: bool, reasons: Iterable[Reason]) -> dict[str, Any]:
    if legal:
        return {"legal": True}
    return {"legal": False, "reasons": sorted({reason.rule for reason in reasons})}


# Asking anew


def _turning(position: Position, wholes: Iterable[Whole]) -> tuple[Alternative, ...]:
    """Give the readings and editions that could turn something of what some answers rest on."""
    vocabulary = load_vocabulary()
    everything = alternatives(position, (*vocabulary.readings, EDITION))
    readings = {**vocabulary.defaults, **position.readings}
    edition = position.edition or vocabulary.editions[0]
    pairs = [(other.reading or EDITION, other.value) for other in everything]
    found: set[tuple[str, str]] = set()
    for whole in wholes:
        found.update(turning(whole.files, whole.model, pairs, readings, vocabulary.editions, edition))
    return tuple(other for other, pair in zip(everything, pairs, strict=True) if pair in found)


def _whole_line(position: Position, line: Line) -> Whole:
    """Give all that a line of play rests on, and all that could be done where something was supplied or illegal.

    What is not legal is left out of it, as it is where a line keeps going.
    """
    looked = {index for index, judged in enumerate(line.events) if judged.supplied or not judged.legal}
    looked.add(len(line.events))
    left_out = [index for index, judged in enumerate(line.events) if not judged.legal]
    return _whole(
        position,
        [judged.event for judged in line.events],
        *((moment, "events", ()) for moment in sorted(looked)),
        left_out=left_out,
    )


def _whole(
    position: Position,
    events: Sequence[Event],
    *asked: tuple[int, str, tuple[str, ...]],
    left_out: Iterable[int] = (),
) -> Whole:
    """Give all that some events, and what is asked of them, rest on; some events may be left out."""
    programs = (PLAY, "verdict", *sorted({word for _, word, _ in asked}), "position", "result")
    passed_over = ((moment, "keep_going", ()) for moment in left_out)
    return ask_whole(Request(position, tuple(events), (*asked, *passed_over), programs), ())


# Defenders


def defenders_depend(
    position: Position,
    attacker: str,
    target: str,
    path: tuple[Footprint, ...] | None = None,
    at: str | None = None,
) -> dict[str, tuple[Dependence, ...]]:
    """Give, for each unit whose defending some reading or edition turns, which ones do so."""
    line = talk(attack_line(position, attacker, target, path, at))
    wholes = [_whole(position, line, (len(line), "defenders", ()))]
    if path is None and position.attack is None:
        searched = Request(position, (), ((0, "attacks", ()), (0, "why_not", ())), ("attacks", "paths"))
        wholes.append(ask_whole(searched, ()))
    turned = _turning(position, wholes)
    usual, others = ask_under(position, turned, lambda one: defenders_talk(one, attacker, target, path, at))
    able = _able(usual)
    found: dict[str, list[Dependence]] = {}
    for other, answer in others:
        for unit in able ^ _able(answer):
            found.setdefault(unit, []).append(Dependence(other, {"legal": unit not in able}))
    return {unit: tuple(found[unit]) for unit in sorted(found)}


def _able(responders: Responders) -> set[str]:
    return {one.unit for one in responders.able}


# Lines of play


def line_depends(
    position: Position, events: Sequence[Event], line: Line, *, keep_going: bool = False
) -> dict[int | None, tuple[Dependence, ...]]:
    """Give what each verdict in a line of play hangs on, by the place of the event in it.

    Under None stands what the result alone hangs on. Supplied events have no verdict of their own.
    """
    turned = _turning(position, [_whole_line(position, line)])
    _, others = ask_under(position, turned, lambda one: follow(one, events, keep_going=keep_going), line)
    found: dict[int | None, list[Dependence]] = {}
    usual = _given(line)
    places = [index for index, judged in enumerate(line.events) if not judged.supplied]
    for other, answer in others:
        verdicts = _given(answer)
        differing = [i for i, verdict in enumerate(usual) if i < len(verdicts) and verdicts[i] != verdict]
        for index in differing:
            found.setdefault(places[index], []).append(Dependence(other, verdicts[index]))
        if not differing and answer.result != line.result:
            found.setdefault(None, []).append(Dependence(other, _changes(line.result, answer.result)))
    return {key: tuple(value) for key, value in found.items()}


def _given(line: Line) -> list[dict[str, Any]]:
    """Give the verdicts on the events that were given, not supplied."""
    return [{"legal": judged.legal} for judged in line.events if not judged.supplied]


def _changes(usual: Any, other: Any) -> Any:
    """Give what is different in another result."""
    if usual is None or other is None:
        return {"result": other}
    return {"result": {field: value for field, value in other.items() if value != usual.get(field)}}
