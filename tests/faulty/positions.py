"""Reads the positions beside it and asks what is wrong with them."""

from functools import cache
from pathlib import Path
from typing import Any

from solver_bridge import Position, answers
from solver_bridge.document import parse
from solver_bridge.errors import UnusableInput

CASES = Path(__file__).with_name("positions.yaml")


@cache
def positions() -> tuple[dict[str, Any], ...]:
    """Give the cases: a name, a source, a position, and what is to be said of it (`says`).

    Of a position that is given as `text` the line is said, too.
    """
    import yaml

    return tuple(yaml.safe_load(CASES.read_text(encoding="utf-8")))


def faults_of(case: dict[str, Any]) -> list[str]:
    """Give what is said of a case's position: what makes it unusable, or, if it is usable, what is strange about it."""
    text = case.get("text")
    try:
        position = Position.from_data(case["position"]) if text is None else Position.from_document(parse(text))
        found = answers.attacks(position)
        return sorted([*found.warnings, *(f"the text of {card} is not encoded" for card in found.unencoded)])
    except UnusableInput as error:
        return sorted(fault.message if text is None else f"{fault.line}: {fault.message}" for fault in error.faults)


__all__ = ["CASES", "faults_of", "positions"]
