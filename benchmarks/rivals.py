"""Batches, ends of attacks and explanations against what else could answer: the second engine, one plain question."""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from benchmarks.explaining import measured
from benchmarks.measuring import Row, milliseconds, ratio, told
from benchmarks.positions import random_data
from benchmarks.spending import spent
from solver_bridge import answers
from solver_bridge.catalogue import load as load_catalogue
from solver_bridge.model import Position
from solver_bridge.outcomes import outcomes
from solver_bridge.workers import attacks_all

__all__ = ["against_reference", "ends", "explanations", "plainly"]

Plain = dict[str, Any]

EXAMPLE = Path(__file__).parents[1] / "examples" / "six-defenders.yaml"
_LEFT_OUT = ("hound", "knight", "nurse", "ogre")
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


def ends(rounds: int) -> Iterator[Row]:
    """Every end of an attack with two possible defenders: for each position that is met, against one plain question."""
    from tests.reference import answers as reference

    data = yaml.safe_load(EXAMPLE.read_text(encoding="utf-8"))
    for unit in _LEFT_OUT:
        del data["units"][unit]
    position = Position.from_data(data)
    (attack,) = (found for found in position.legal_attacks("kay") if found.target == "page")
    events = [event.to_data() for event in attack.events]
    taken: dict[str, list[float]] = {"outcomes": [], "the second engine": [], "one question": []}
    for _ in range(rounds):
        taken["one question"].append(_seconds(lambda: answers.attacks(position)))
        taken["outcomes"].append(_seconds(lambda: outcomes(position, attack.events)))
        taken["the second engine"].append(_seconds(lambda: reference.all_outcomes(data, events)))
    found, other = outcomes(position, attack.events), reference.all_outcomes(data, events)
    assert found.lines == other["lines"], "the engines disagree"
    each = {name: sum(times) / rounds for name, times in taken.items()}
    detail = f"{found.states} positions, {found.lines} lines: " + ", ".join(
        f"{name} {seconds:.2f} s" for name, seconds in each.items() if name != "one question"
    )
    setting = f"{len(position.units)} units"
    state = each["outcomes"] / found.states
    yield Row("outcomes, a position / one question", setting, state / each["one question"], "x", 1.5, False, detail)
    yield Row("outcomes / the second engine", setting, ratio(taken, "outcomes", "the second engine"), "x", None)


def explanations(sizes: Sequence[int], times: int) -> Iterator[Row]:
    """An explanation of a legal event against its bare verdict."""
    for units in sizes:
        each = measured(units, times)
        curve = {"explain": each["explain"]}
        found = each["explain"] / each["verdict"]
        yield Row("explain / the verdict", f"{units} units", found, "x", 20, False, told(each), units, curve)
