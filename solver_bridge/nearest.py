"""What somebody may have meant: the names nearest to one that is not known."""

from collections.abc import Iterable

from solver_bridge.errors import quoted

__all__ = ["instead", "meant", "nearest"]

_LONGEST = 80
_FEW = 12
_SAMPLE = 3


def nearest(word: str, options: Iterable[str], most: int = 3) -> list[str]:
    """Give up to `most` options that look like the word, the nearest first."""
    from difflib import get_close_matches

    if len(word) > _LONGEST:
        return []
    folded: dict[str, str] = {}
    for option in options:
        if len(option) <= _LONGEST:
            folded.setdefault(option.casefold(), option)
    return [folded[match] for match in get_close_matches(word.casefold(), folded, most)]


def meant(close: Iterable[str]) -> str:
    """Ask whether one of some options was meant, if there are any."""
    asked = " or ".join(map(quoted, close))
    return f"; did you mean {asked}?" if asked else ""


def instead(word: str, options: Iterable[str]) -> str:
    """Say what would be right: the nearest options, else all of them if they are few, else the first of them."""
    known = list(options)
    close = nearest(word, known)
    if close:
        return meant(close)
    if known and len(known) <= _FEW and all(len(option) <= _LONGEST for option in known):
        return ("; it can be " if len(known) == 1 else "; it is one of ") + ", ".join(map(quoted, known))
    short = [option for option in known if len(option) <= _LONGEST]
    return f"; it is one of {len(known)}, such as " + ", ".join(map(quoted, short[:_SAMPLE])) if short else ""
