"""Reasons: why something is not legal, each with its source and an English sentence out of the rules."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from solver_bridge.engine import read_facts

__all__ = ["LeftOut", "NotTaken", "Reason", "reason_of", "reasons_of"]

_BASIS = "by"
_HOLE = re.compile(r"\{(\d)\}")


class Reason(msgspec.Struct, frozen=True, order=True):
    """A reason: its name, the entry, card or reading that it rests on, one sentence, the entry's public address."""

    rule: str
    source: str
    text: str
    link: str | None = None

    def __str__(self) -> str:
        """Give the sentence and its source."""
        return f"{self.text} ({self.source})"

    def to_data(self) -> dict[str, Any]:
        """Give the reason as plain data."""
        return {"rule": self.rule, "source": self.source, "text": self.text, "link": self.link}


class NotTaken(msgspec.Struct, frozen=True):
    """A step of a declared path that was not legal when it was about to be taken."""

    step: int
    reasons: tuple[Reason, ...]

    def to_data(self) -> dict[str, Any]:
        """Give the step and the reasons as plain data."""
        return {"step": self.step, "reasons": [reason.to_data() for reason in self.reasons]}


class LeftOut(msgspec.Struct, frozen=True):
    """Who attacks, was attacked or has defended, and is left out of the fight as the window closes (Attack 4)."""

    who: str
    reasons: tuple[Reason, ...]

    def to_data(self) -> dict[str, Any]:
        """Give who it is and the reasons as plain data."""
        return {"who": self.who, "reasons": [reason.to_data() for reason in self.reasons]}


@lru_cache(maxsize=1)
def _links() -> Mapping[str, str]:
    return {str(args[0]): str(args[1]) for name, args in read_facts(("entries.lp",)) if name == "entry"}


def reason_of(term: Any, meaning: Any, texts: Mapping[tuple[str, Any], tuple[Any, ...]]) -> Reason:
    """Make a reason of its term; `meaning` gives what each of its arguments is called.

    A last argument by(Basis) names another sentence and source: that on which a reason of this name rests here.
    """
    name, *arguments = term if isinstance(term, tuple) else (term,)
    key = "reason", name
    if arguments and isinstance(arguments[-1], tuple) and arguments[-1][0] == _BASIS:
        key = "basis", arguments.pop()[1]
    source, sentence = texts.get(key, ("", name))
    words = [str(meaning(argument)) for argument in arguments]
    text = _HOLE.sub(lambda hole: words[int(hole[1])] if int(hole[1]) < len(words) else "it", sentence)
    return Reason(name, source, text, _links().get(source))


def reasons_of(
    terms: Iterable[Any], meaning: Any, texts: Mapping[tuple[str, Any], tuple[Any, ...]]
) -> tuple[Reason, ...]:
    """Make reasons of terms, each once, in the order of their names."""
    return tuple(sorted({reason_of(term, meaning, texts) for term in terms}))
