"""Which rules files answer which question: files by list, no web of includes."""

import os
import re
from collections.abc import Iterable
from functools import lru_cache

from solver_bridge.resources import asp_dir

__all__ = ["JUDGE", "PLAY", "RESUME", "WHATIF", "card_files", "files_for", "scope_files"]

PLAY = "play"
JUDGE = "judge"
RESUME = "resume"
WHATIF = "whatif"

_BASE = (
    "vocabulary.lp",
    "readings.lp",
    "realm.lp",
    "setup.lp",
    "setup_attack.lp",
    "problems.lp",
    "units.lp",
    "movement.lp",
    "phases.lp",
    "targeting.lp",
    "acting.lp",
    "texts.lp",
)
_PLAY = (
    "events.lp",
    "path.lp",
    "attack.lp",
    "storyline.lp",
    "casting.lp",
    "defend.lp",
    "intercept.lp",
    "fight.lp",
    "turn.lp",
    "effect.lp",
    "transition.lp",
)
_LATER = ("lasting.lp", "inertia.lp")
_NAMES = ("show/names.lp",)
_PROBLEMS = ("show/problems.lp",)
_WRITTEN = ("setup.lp", "setup_attack.lp", "problems.lp")
_WORD = re.compile(r"[a-z0-9]+")


@lru_cache(maxsize=1)
def _encoded() -> dict[str, str]:
    """Give the file of each card that has rules of its own, by the file's name."""
    found: dict[str, str] = {}
    for folder in sorted(os.scandir(os.path.join(asp_dir(), "cards")), key=lambda entry: entry.name):
        for name in sorted(os.listdir(folder.path)):
            stem, ending = os.path.splitext(name)
            if ending == ".lp":
                found[stem] = f"cards/{folder.name}/{name}"
    return found


def card_files(cards: Iterable[str]) -> tuple[str, ...]:
    """Give the rules files of those cards that have one: its name is the card's, in small letters and underscores."""
    stems = {"_".join(_WORD.findall(card.casefold())) for card in cards}
    encoded = _encoded()
    return tuple(encoded[stem] for stem in sorted(stems & encoded.keys()))


def files_for(programs: tuple[str, ...], cards: Iterable[str]) -> tuple[str, ...]:
    """Give the rules files for some shows (names of files in show/).

    With PLAY these are for lines of play, with JUDGE for one event, with WHATIF on top for changes to a position. With
    RESUME the moments are not given as positions but as what was remembered of earlier ones, each by itself.
    """
    resumed = RESUME in programs
    base = ("resume.lp", *(file for file in _BASE if file not in _WRITTEN)) if resumed else _BASE
    play: tuple[str, ...] = _PLAY if PLAY in programs or JUDGE in programs else ()
    later = _LATER if PLAY in programs and not resumed else ()
    changes = (f"{WHATIF}.lp", f"show/{WHATIF}.lp") if WHATIF in programs else ()
    shows = [f"show/{name}.lp" for name in programs if name not in (PLAY, JUDGE, RESUME, WHATIF)]
    always = _NAMES if resumed else (*_NAMES, *_PROBLEMS)
    named = (name for name in always if name not in shows)
    return (*base, *play, *later, *changes, *card_files(cards), *shows, *named)


_SCOPE_CARDS = ("scope/cards.lp",)
_SCOPE = ("scope/positions.lp", "scope/line.lp", "scope/sought.lp")


def scope_files(cards: Iterable[str], *claims: str) -> tuple[str, ...]:
    """Give the rules files for all positions of a scope, in the place of one that is written, and for claims."""
    base = (name for name in _BASE if name not in _WRITTEN)
    own = card_files(cards)
    return (*base, *_PLAY, *_LATER, *own, *_SCOPE, *(_SCOPE_CARDS if own else ()), *claims)
