"""Answers as the contract's JSON: the one place that knows these shapes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver_bridge.alternatives import Dependence
    from solver_bridge.answers import Attacks, Excluded, LegalAttack, Reach, Responders
    from solver_bridge.errors import IllegalEvent
    from solver_bridge.explaining import Explanation
    from solver_bridge.judging import RulingReport
    from solver_bridge.orders import Orders
    from solver_bridge.outcomes import Outcomes
    from solver_bridge.perft import Perft
    from solver_bridge.play import Judged, Line
    from solver_bridge.reasons import NotTaken

__all__ = [
    "SCHEMA_VERSION",
    "attacks_data",
    "document",
    "explanation_data",
    "judged_data",
    "line_data",
    "orders_data",
    "outcomes_data",
    "perft_data",
    "position_data",
    "reach_data",
    "responders_data",
    "rulings_data",
    "unanswered_data",
    "unexplained_data",
]

SCHEMA_VERSION = 1


def document(
    data: Mapping[str, Any], unencoded: Sequence[str] = (), warnings: Sequence[str] = ()
) -> dict[str, Any]:
    """Make a document of an answer: with its version, and with what it does not know where there is such."""
    found = {"schema_version": SCHEMA_VERSION, **data}
    if unencoded:
        found["unencoded"] = list(unencoded)
    if warnings:
        found["warnings"] = list(warnings)
    return found


def _path(path: Iterable[Sequence[str]]) -> list[Any]:
    return [_place(entry) for entry in path]


def _place(locations: Sequence[str]) -> Any:
    return locations[0] if len(locations) == 1 else list(locations)


def reach_data(reach: "Reach") -> dict[str, Any]:
    """Give a range of motion."""
    locations = [{"at": at, "path": _path(path)} for at, path in reach.locations]
    return document({"unit": reach.unit, "locations": locations}, reach.unencoded, reach.warnings)


def _marked(data: dict[str, Any], depends: "Iterable[Dependence] | None") -> dict[str, Any]:
    """Add to an entry the readings and editions under which it would be another one."""
    if depends:
        data["depends_on"] = [dependence.to_data() for dependence in depends]
    return data


def attacks_data(
    attacks: "Attacks", why_not: bool, depends: "Mapping[Any, Sequence[Dependence]] | None" = None
) -> dict[str, Any]:
    """Give the legal attacks, and the barred ones if they were asked for.

    Attacks that are in neither list, but would be legal under another reading, stand under depends_on.
    """
    turned = dict(depends or {})

    def entry(attack: "LegalAttack") -> dict[str, Any]:
        return _marked(attack.to_data(), turned.pop((attack.unit, attack.at, attack.target), None))

    data: dict[str, Any] = {
        "edition": attacks.edition,
        "active": attacks.active,
        "attacks": [entry(attack) for attack in attacks.attacks],
    }
    if why_not:
        data["barred"] = [entry(attack) for attack in attacks.barred]
    if turned:
        data["depends_on"] = [
            _marked({"unit": unit, "at": at, "target": target}, found)
            for (unit, at, target), found in turned.items()
        ]
    return document(data, attacks.unencoded, attacks.warnings)


def responders_data(
    word: str, found: "Responders", depends: "Mapping[str, Sequence[Dependence]] | None" = None
) -> dict[str, Any]:
    """Give who may defend or intercept, under that word, who may not, and the steps that were not taken."""
    turned = depends or {}
    able = [_marked({"unit": one.unit, "path": _path(one.path)}, turned.get(one.unit)) for one in found.able]
    data = {"at": _place(found.at), word: able, "excluded": _excluded(found.excluded, turned)}
    return document({**data, **_skipped(found.not_taken)}, found.unencoded, found.warnings)


def _skipped(not_taken: Iterable["NotTaken"]) -> dict[str, Any]:
    """Give the field of the steps that were not taken; none where all were."""
    steps = [skipped.to_data() for skipped in not_taken]
    return {"not_taken": steps} if steps else {}


def _excluded(excluded: Iterable["Excluded"], depends: "Mapping[str, Sequence[Dependence]]") -> list[Any]:
    return [
        _marked({"unit": one.unit, "reasons": [r.to_data() for r in one.reasons]}, depends.get(one.unit))
        for one in excluded
    ]


def unanswered_data(word: str, error: "IllegalEvent") -> dict[str, Any]:
    """Give the answer to a question about an attack or a movement that is not legal."""
    return document(
        {
            "at": None,
            word: [],
            "excluded": [],
            "legal": False,
            "event": error.event.to_data(),
            "reasons": [reason.to_data() for reason in error.reasons],
            **_skipped(error.not_taken),
        }
    )


def line_data(
    line: "Line", depends: "Mapping[int | None, Sequence[Dependence]] | None" = None
) -> dict[str, Any]:
    """Give a line of play, judged; what the result alone depends on stands beside it."""
    turned = depends or {}
    data: dict[str, Any] = {
        "legal": line.legal,
        "events": [_marked(judged.to_data(), turned.get(index)) for index, judged in enumerate(line.events)],
        "legal_instead": [event.to_data() for event in line.legal_instead],
        "position": line.position.to_data(),
        "result": None if line.result is None else dict(line.result),
    }
    _marked(data, turned.get(None))
    if not line.all_instead:
        data["legal_instead_complete"] = False
    return document(data, line.unencoded, line.warnings)


def judged_data(events: "Sequence[Judged]") -> dict[str, Any]:
    """Give the events of a line that were judged before a limit was reached."""
    return {"complete": False, "events": [judged.to_data() for judged in events]}


def explanation_data(found: "Explanation") -> dict[str, Any]:
    """Give an event explained."""
    return document(found.to_data(), found.unencoded, found.warnings)


def unexplained_data(error: "IllegalEvent") -> dict[str, Any]:
    """Say that an event before the one that is to be explained is not legal."""
    reasons = [reason.to_data() for reason in error.reasons]
    return document(
        {
            "event": error.event.to_data(),
            "legal": False,
            "reasons": reasons,
            "changes": [],
            "complete": False,
            "depends_on": [],
            "explained": False,
            **_skipped(error.not_taken),
        }
    )


def orders_data(line: "Line", orders: "Orders") -> dict[str, Any]:
    """Give the orders in which pending triggers may resolve; none, and the events judged, after an illegal one."""
    if line.legal:
        data: dict[str, Any] = {"orders": [list(order) for order in orders.listed]}
        if not orders.complete:
            data |= {"number": orders.number, "complete": False}
        return document(data, line.unencoded, line.warnings)
    events = [judged.to_data() for judged in line.events]
    return document({"orders": [], "legal": False, "events": events}, line.unencoded, line.warnings)


def outcomes_data(line: "Line", found: "Outcomes | None") -> dict[str, Any]:
    """Give every end of an attack, each with a line from the position on; none, and the events judged, if not legal."""
    before = [judged.to_data() for judged in line.events]
    if found is None:
        data: dict[str, Any] = {"states": 0, "lines": 0, "complete": True, "outcomes": []}
        return document({**data, "legal": False, "events": before}, line.unencoded, line.warnings)
    from solver_bridge.tallies import tally

    begun = [judged["event"] for judged in before]
    outcomes = [
        {
            "result": None if outcome.result is None else dict(outcome.result),
            "line": begun + [event.to_data() for event in outcome.line],
            "positions": outcome.positions,
        }
        for outcome in found.outcomes
    ]
    data = {"states": found.states, "lines": found.lines, "complete": found.complete, "outcomes": outcomes}
    return document({**data, "summary": tally(found).to_data()}, line.unencoded, line.warnings)


def position_data(line: "Line") -> dict[str, Any]:
    """Give a position."""
    return document({"position": line.position.to_data()}, line.unencoded, line.warnings)


def perft_data(found: "Perft") -> dict[str, Any]:
    """Give how many lines of play there are of each length."""
    return document({"depth": found.depth, "counts": list(found.counts), "complete": found.complete})


def rulings_data(reports: Sequence["RulingReport"]) -> dict[str, Any]:
    """Give how rulings went."""
    passed = sum(report.passed for report in reports)
    rulings = [
        {
            "name": report.name,
            "file": report.file,
            "passed": report.passed,
            "expected": report.expected,
            "got": report.got,
            "why": report.why,
        }
        for report in reports
    ]
    return document({"passed": passed, "failed": len(reports) - passed, "rulings": rulings})
