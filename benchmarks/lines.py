"""Random lines of play, the same for the same seed."""

import random
from collections.abc import Iterable
from functools import lru_cache

from benchmarks.positions import random_position
from solver_bridge.conversation import Conversation, talk, talk_all
from solver_bridge.events import Event
from solver_bridge.model import Position
from solver_bridge.play import follow, list_events

__all__ = ["random_line", "random_lines"]

_LIKELY = {"attack": 6, "defend": 3, "intercept": 3, "cast": 3, "resolve": 3, "strike": 3}

_Line = tuple[Position, tuple[Event, ...]]


@lru_cache(maxsize=8)
def random_line(seed: int, units: int, length: int) -> _Line:
    """Give a position and a line of legal events from there, attacks and fights among them."""
    return talk(_line(seed, units, length))


def random_lines(seeds: Iterable[int], units: int, length: int) -> list[_Line]:
    """Give the lines of several seeds, made side by side."""
    return talk_all([_line(seed, units, length) for seed in seeds])


def _line(seed: int, units: int, length: int) -> Conversation[_Line]:
    chance = random.Random(f"arbiter line {seed}")
    start = position = random_position(seed, units)
    line: list[Event] = []
    while len(line) < length:
        listed = yield from list_events(position)
        if position.attack is None:
            listed = tuple(event for event in listed if event.word == "move_and_attack") or listed
        by_word: dict[str, list[Event]] = {}
        for event in listed:
            by_word.setdefault(event.word, []).append(event)
        word = chance.choices(list(by_word), [_LIKELY.get(word, 1) for word in by_word])[0]
        line.append(chance.choice(by_word[word]))
        judged = yield from follow(position, line[-1:], complete=False, supply=False)
        position = judged.position
    return start, tuple(line)
