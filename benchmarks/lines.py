"""Random lines of play, the same for the same seed."""

import random
from functools import lru_cache

from benchmarks.positions import random_position
from solver_bridge.answers import apply, legal_events
from solver_bridge.events import Event
from solver_bridge.model import Position

__all__ = ["random_line"]

_LIKELY = {"attack": 6, "defend": 3, "intercept": 3, "cast": 3, "resolve": 3, "strike": 3}


@lru_cache(maxsize=8)
def random_line(seed: int, units: int, length: int) -> tuple[Position, tuple[Event, ...]]:
    """Give a position and a line of legal events from there, attacks and fights among them."""
    chance = random.Random(f"arbiter line {seed}")
    start = position = random_position(seed, units)
    line: list[Event] = []
    while len(line) < length:
        listed = legal_events(position)
        if position.attack is None:
            listed = tuple(event for event in listed if event.word == "move_and_attack") or listed
        by_word: dict[str, list[Event]] = {}
        for event in listed:
            by_word.setdefault(event.word, []).append(event)
        word = chance.choices(list(by_word), [_LIKELY.get(word, 1) for word in by_word])[0]
        line.append(chance.choice(by_word[word]))
        position = apply(position, line[-1])
    return start, tuple(line)
