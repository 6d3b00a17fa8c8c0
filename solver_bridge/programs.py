"""Which rules files answer which question: files by list, no web of includes."""

from functools import lru_cache
from os import listdir

from solver_bridge.resources import asp_dir

__all__ = ["EVENTS", "RANGE", "files_for"]

_STATE = ("vocabulary.lp", "realm.lp", "setup.lp", "units.lp", "movement.lp", "phases.lp")
_TARGETS = ("targeting.lp", "acting.lp")
_PLAY = (
    "events.lp",
    "attack.lp",
    "storyline.lp",
    "defend.lp",
    "intercept.lp",
    "fight.lp",
    "turn.lp",
    "effect.lp",
    "transition.lp",
    "inertia.lp",
)
RANGE = "range"
EVENTS = "events"


@lru_cache(maxsize=1)
def _cards() -> tuple[str, ...]:
    return tuple(f"cards/{name}" for name in sorted(listdir(f"{asp_dir()}/cards")) if name.endswith(".lp"))


@lru_cache(maxsize=64)
def files_for(programs: tuple[str, ...]) -> tuple[str, ...]:
    """Give the rules files for some shows: `play` for lines of play, and the names of files in show/."""
    files = [*_STATE, *_TARGETS, *_cards()]
    if "play" in programs:
        files += _PLAY
    files += (f"show/{name}.lp" for name in programs if name != "play")
    return (*files, "show/names.lp")
