"""A batch of questions against what else could answer: the second engine."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from benchmarks.measuring import Row, milliseconds, ratio, told
from benchmarks.positions import random_data
from benchmarks.spending import spent
from solver_bridge import answers
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.model import Position
from solver_bridge.workers import attacks_all

__all__ = ["against_reference", "plainly"]

Plain = dict[str, Any]

_ROUNDS = 3
_KNOWN_TO_BOTH = frozenset({"Captain Baldassare", "Sir Kay", "Wills-o'-the-Wisp"})


def plainly(data: Plain) -> Plain:
    """Give a position with power and keywords in the place of most cards: the second engine knows no catalogue."""
    catalogue = {card.name: card for card in load_catalogue()}
    units = {}
    for name, unit in data["units"].items():
        card = catalogue.get(unit.get("card"))
        if card is not None and card.name not in _KNOWN_TO_BOTH:
            unit = {key: value for key, value in unit.items() if key != "card"}
            unit |= {"power": f"{card.attack}/{card.defence}", "abilities": list(card.abilities)}
        units[name] = unit
    return {**data, "units": units}


def _seconds(function: Callable[[], object]) -> float:
    started = time.process_time()
    function()
    return time.process_time() - started


def against_reference(sizes: Sequence[int], batch: int) -> Iterator[Row]:
    """A batch of `attacks` on one core against the second engine, both from plain data; the answers are the same."""
    from tests.reference import answers as reference

    for units in sizes:
        count = max(3, 2 * batch // units)
        data = [plainly(random_data(5_000 + number, units)) for number in range(count)]

        def bridge(data: list[Plain] = data) -> list[answers.Attacks]:
            return attacks_all([Position.from_data(each) for each in data], jobs=1)

        def other(data: list[Plain] = data) -> list[Plain]:
            return [reference.attacks(each, why_not=False) for each in data]

        one = [_kept([row.to_data() for row in each.attacks]) for each in bridge()]
        assert one == [_kept(each["attacks"]) for each in other()], "the engines disagree"
        taken: dict[str, list[float]] = {"one of a batch": [], "the second engine": []}
        for _ in range(_ROUNDS):
            taken["one of a batch"].append(_seconds(bridge) / count)
            taken["the second engine"].append(_seconds(other) / count)
        each = milliseconds(taken)
        found, curve = ratio(taken, *taken), {"the second engine": each["the second engine"]}
        name = f"batch of {count} / the second engine"
        yield Row(name, f"{units} units", found, "x", 10, False, told(each), units, curve)
        for part, share in spent(bridge).items():
            yield Row(f"of the batch: {part}", f"{units} units", 100 * share, "%", None)


def _kept(rows: Sequence[Plain]) -> list[str]:
    return sorted(json.dumps([row[key] for key in ("unit", "path", "at", "target")]) for row in rows)
