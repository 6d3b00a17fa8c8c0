"""What all ends of an attack have in common: what happens in every line of play, in some of them, or never."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from solver_bridge import words
from solver_bridge.outcomes import Outcomes

__all__ = ["EVERY", "NEVER", "SOME", "Loss", "Tally", "phrases", "tally"]

EVERY, SOME, NEVER = "every", "some", "never"
"""In every line of play, in some but not all of them, in none."""

_PHRASES = {EVERY: "in every line", SOME: "in some lines", NEVER: "never"}
_SO_FAR = {**_PHRASES, EVERY: "in every line so far", NEVER: "in no line so far"}


def phrases(complete: bool) -> Mapping[str, str]:
    """Give EVERY, SOME and NEVER in words, for an exploration that is complete or that a limit has cut."""
    return _PHRASES if complete else _SO_FAR


class Loss(msgspec.Struct, frozen=True):
    """Whether a player loses life, and how much at least and at most."""

    when: str
    least: int
    most: int

    def to_data(self) -> dict[str, Any]:
        """Give it as plain data."""
        return {"when": self.when, "least": self.least, "most": self.most}


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """When each unit that has a part in the attack dies, each site in it is struck, each player loses life.

    Of an incomplete exploration it is true of the lines that were followed to their end.
    """

    dies: Mapping[str, str]
    struck: Mapping[str, str]
    successful_attack: str
    loses_life: Mapping[str, Loss]
    loses_game: Mapping[str, str]

    def to_data(self) -> dict[str, Any]:
        """Give the tally as plain data."""
        return {
            "dies": dict(self.dies),
            "site_struck": dict(self.struck),
            "successful_attack": self.successful_attack,
            "loses_life": {player: loss.to_data() for player, loss in self.loses_life.items()},
            "loses_game": dict(self.loses_game),
        }


def tally(found: Outcomes) -> Tally:
    """Give what all ends that were found have in common."""
    results = [outcome.result or {} for outcome in found.outcomes]
    attack = found.start.attack or {}
    involved = [attack.get("attacker"), attack.get("target")]
    for result in results:
        involved += [result.get("attacked"), *result.get("defenders", ()), *result.get("struck", ())]
        involved += result.get("dead", ())
    names = [name for name in dict.fromkeys(involved) if name is not None]
    sites = [name for name in names if name.startswith(words.SITE_REFERENCE + " ")]
    losses = {
        player: [life - result[words.LIFE_LEFT].get(player, 0) if result else 0 for result in results]
        for player, life in found.lives.items()
    }
    return Tally(
        dies={name: _when(results, "dead", name) for name in names if name not in sites},
        struck={name: _when(results, "struck", name) for name in sites},
        successful_attack=_said(bool(result.get("successful_attack")) for result in results),
        loses_life={
            player: Loss(_said(map(bool, lost)), min(lost, default=0), max(lost, default=0))
            for player, lost in losses.items()
        },
        loses_game={
            player: _when(results, "lost", player)
            for player in words.PLAYERS
            if any(player in result.get("lost", ()) for result in results)
        },
    )


def _when(results: Iterable[Mapping[str, Any]], field: str, name: str) -> str:
    return _said(name in result.get(field, ()) for result in results)


def _said(holds: Iterable[bool]) -> str:
    known = set(holds)
    return EVERY if known == {True} else SOME if True in known else NEVER
