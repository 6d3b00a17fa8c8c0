"""What an explanation costs against the plain verdict on the same event."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from benchmarks.measuring import Row, in_turns, milliseconds, ratio, told
from benchmarks.positions import random_positions
from solver_bridge.answers import attacks
from solver_bridge.conversation import talk
from solver_bridge.depending import verdict_talk
from solver_bridge.events import Event, parse_event
from solver_bridge.explaining import explain
from solver_bridge.model import Position

__all__ = ["explanations"]

EXAMPLE = Path(__file__).parents[1] / "examples" / "six-defenders.yaml"
_TARGET = 20

Judged = tuple[Position, Event]

_LINE = (
    "{move_and_attack: {unit: kay, path: []}}",
    "{attack: {unit: kay, target: page}}",
    "{resolve: {source: kay, choice: {}}}",
    "{defend: {unit: ogre, path: [surface 8], original: stays}}",
    "{pass: {player: south}}",
    "{strike: {assign: {kay: {page: 1, ogre: 2}}}}",
)
_ILLEGAL = (
    "{attack: {unit: kay, target: hound}}",
    "{defend: {unit: page, path: []}}",
    "{strike: {assign: {kay: {page: 3, ogre: 3}}}}",
)


def explanations(rounds: int, sizes: Sequence[int]) -> Iterator[Row]:
    """The explanation of an event without what if, readings included, against its verdict; then what if alone."""
    for units in sizes:
        found = []
        for position in random_positions(rounds + 3, units, seed=6):
            known = attacks(position).attacks
            if known:
                found.append((position, known[-1].events[0]))
        yield from _rows(f"{units} units", found)
    legal, illegal = _of_the_example()
    for setting, judged in (("an attack", legal), ("illegal events", illegal)):
        yield from _rows(setting, (judged * max(1, rounds // len(judged)))[:rounds])


def _of_the_example() -> tuple[list[Judged], list[Judged]]:
    """Give the events of an attack, and some that are illegal at moments of it."""
    position = Position.load(EXAMPLE)
    legal, illegal = [], []
    for text in _LINE:
        for other in _ILLEGAL:
            event = parse_event(other, position=position)
            if not position.is_legal(event):
                illegal.append((position, event))
        event = parse_event(text, position=position)
        for before in _forced(position, event):
            position = position.apply(before)
        legal.append((position, event))
        position = position.apply(event)
    return legal, illegal


def _forced(position: Position, event: Event) -> list[Event]:
    """Give a pass that is due before an event, if one is."""
    if position.is_legal(event):
        return []
    return [one for one in position.legal_events() if "pass" in one.to_data()][:1]


def _rows(setting: str, judged: Sequence[Judged]) -> Iterator[Row]:
    explain(*_asked(judged[0]))
    functions: dict[str, list[Callable[[], object]]] = {
        "verdict": [partial(_verdict, one) for one in judged],
        "explain": [partial(explain, *_asked(one), what_if=False) for one in judged],
        "what if": [partial(explain, *_asked(one), readings=False) for one in judged],
    }
    taken = {name: times[min(3, len(times) // 3) :] for name, times in in_turns(functions).items()}
    found, detail = ratio(taken, "explain", "verdict"), told(milliseconds(taken))
    yield Row("explain / the verdict", setting, found, "x", _TARGET, False, detail)


def _asked(judged: Judged) -> tuple[Position, tuple[Event, ...]]:
    position, event = judged
    return position, (event,)


def _verdict(judged: Judged) -> object:
    return talk(verdict_talk(*_asked(judged)))
