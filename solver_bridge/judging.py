"""Runs rulings: asks each question and compares the answer with the official one."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from solver_bridge import answers, words
from solver_bridge.errors import IllegalEvent, UnusableInput
from solver_bridge.frozen import EMPTY, thaw
from solver_bridge.orders import orders_talk
from solver_bridge.outcomes import outcomes_talk
from solver_bridge.play import Conversation, follow, talk_all
from solver_bridge.progress import listening, note
from solver_bridge.ruling import Ruling, UnreadableRuling, load_rulings

__all__ = ["RulingReport", "differences", "judged", "ruling_files", "run_rulings"]


class RulingReport(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a ruling passed; `why` says in words what differs."""

    name: str
    file: str
    passed: bool
    expected: Any = None
    got: Any = None
    why: str = ""


def ruling_files(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """Give the ruling files of some paths; a folder means every *.yaml below it."""
    found: list[str] = []
    for path in (os.fspath(given) for given in paths):
        if os.path.isdir(path):
            for folder, folders, files in os.walk(path):
                folders.sort()
                found += (os.path.join(folder, name) for name in sorted(files) if name.endswith(".yaml"))
        else:
            found.append(path)
    return found


def run_rulings(
    paths: Iterable[str | os.PathLike[str]], *, under: Mapping[str, Any] | None = None
) -> list[RulingReport]:
    """Run every ruling of some files and folders; raise UnusableInput for a file that has none to read.

    `under` is the edition and the readings that replace those of the rulings.
    """
    reports: list[RulingReport | None] = []
    pending: list[tuple[int, str, Ruling]] = []
    for file in ruling_files(paths):
        for ruling in load_rulings(file):
            if isinstance(ruling, UnreadableRuling):
                why = "; ".join(map(str, ruling.faults))
                reports.append(RulingReport(name=ruling.name, file=file, passed=False, why=why))
            else:
                pending.append((len(reports), file, ruling))
                reports.append(None)
    start, together = 0, _TOGETHER
    while start < len(pending):
        part = pending[start : start + together]
        start, together = start + together, min(2 * together, _MOST_TOGETHER)
        with listening(_nothing):
            found = talk_all([judged(ruling, file, under or {}) for _, file, ruling in part])
        for (index, _, _), report in zip(part, found, strict=True):
            reports[index] = report
        note([each for each in reports if each is not None])
    return [report for report in reports if report is not None]


_TOGETHER, _MOST_TOGETHER = 40, 320
"""How many rulings are run side by side, at first and at most: few are soon known, many share their groundings."""


def _nothing(known: Any) -> None:
    """Let what is known within one ruling pass."""


def judged(ruling: Ruling, file: str = "", under: Mapping[str, Any] = EMPTY) -> Conversation[RulingReport]:
    """Ask the question of one ruling and compare the answer; `under` replaces its edition and readings."""
    position = ruling.position.under(**under) if under else ruling.position
    ruling = msgspec.structs.replace(ruling, position=position)
    try:
        got, unencoded, failures = yield from _QUESTIONS[ruling.ask.question](ruling)
    except UnusableInput as error:
        got, unencoded, failures = None, (), [str(fault) for fault in error.faults]
    if unencoded:
        failures = [f"the text of {', '.join(unencoded)} is not encoded", *failures]
    return RulingReport(
        name=ruling.name,
        file=file,
        passed=not failures,
        expected=thaw(ruling.expect),
        got=got,
        why="; ".join(failures),
    )


_Found = tuple[Any, Sequence[str], list[str]]


def _lists(expect: Mapping[str, Any], got: Iterable[Any]) -> list[str]:
    """Compare a list of names or locations with exactly, includes and excludes."""
    names = set(got)
    failures: list[str] = []
    if "exactly" in expect and set(expect["exactly"]) != names:
        failures.append(f"exactly {_said(expect['exactly'])} expected, got {_said(names)}")
    missing = set(expect.get("includes", ())) - names
    if missing:
        failures.append(f"{_said(missing)} expected, but not in {_said(names)}")
    extra = set(expect.get("excludes", ())) & names
    if extra:
        failures.append(f"{_said(extra)} not expected, but there")
    return failures


def _said(names: Iterable[Any]) -> str:
    return ", ".join(sorted(map(str, names))) or "nothing"


def _reasons(expect: Mapping[str, Any], got: Mapping[str, Sequence[Any]]) -> list[str]:
    failures = []
    for name, wanted in expect.get("reasons", {}).items():
        found = {reason.rule for reason in got.get(name, ())}
        if found != set(wanted):
            failures.append(f"{name}: reasons {_said(wanted)} expected, got {_said(found)}")
    return failures


def _reach(ruling: Ruling) -> Conversation[_Found]:
    found = yield from answers.reach_talk(ruling.position, str(ruling.ask.unit))
    places = [location for location, _ in found.locations]
    return places, found.unencoded, _lists(ruling.expect, places)


def _targets(ruling: Ruling) -> Conversation[_Found]:
    found = yield from answers.targets_talk(ruling.position, str(ruling.ask.unit), ruling.ask.path or ())
    barred = {one.unit: one.reasons for one in found.barred}
    failures = _lists(ruling.expect, found.legal) + _reasons(ruling.expect, barred)
    return _with_reasons(found.legal, barred), found.unencoded, failures


def _with_reasons(legal: Sequence[str], barred: Mapping[str, Sequence[Any]]) -> Any:
    return {
        "legal": list(legal),
        "reasons": {name: [r.rule for r in reasons] for name, reasons in barred.items()},
    }


def _responders(ruling: Ruling) -> Conversation[_Found]:
    ask = ruling.ask
    try:
        if ask.question == "defenders":
            found = yield from answers.defenders_talk(
                ruling.position, str(ask.attacker), str(ask.target), ask.path
            )
        else:
            found = yield from answers.interceptors_talk(ruling.position, str(ask.unit), ask.path or ())
    except IllegalEvent as error:
        return None, (), [f"cannot be asked: {error}"]
    able = [one.unit for one in found.able]
    barred = {one.unit: one.reasons for one in found.excluded}
    failures = _lists(ruling.expect, able) + _reasons(ruling.expect, barred)
    return _with_reasons(able, barred), found.unencoded, failures


def _legal(ruling: Ruling) -> Conversation[_Found]:
    line = yield from follow(ruling.position, ruling.ask.events, complete=False)
    last = line.events[-1]
    got = {"legal": line.legal, "reasons": [reason.rule for reason in last.reasons]}
    if not line.legal and last.event != ruling.ask.events[-1]:
        return got, line.unencoded, [f"{last.event} is not legal: {_said(last.reasons)}"]
    return got, line.unencoded, differences(ruling.expect, got)


def _check(ruling: Ruling) -> Conversation[_Found]:
    line = yield from follow(ruling.position, ruling.ask.events)
    got = {"legal": line.legal, "result": line.result, "position": line.whole}
    expect = dict(ruling.expect)
    failures = differences(expect, got)
    if failures and not line.legal:
        failures.insert(0, f"{line.events[-1].event} is not legal: {_said(line.events[-1].reasons)}")
    return got, line.unencoded, failures


def _outcomes(ruling: Ruling) -> Conversation[_Found]:
    line, found = yield from outcomes_talk(ruling.position, ruling.ask.events)
    if found is None:
        return (
            None,
            line.unencoded,
            [f"{line.events[-1].event} is not legal: {_said(line.events[-1].reasons)}"],
        )
    results = [outcome.result for outcome in found.outcomes]
    fits = {key: [not differences(ruling.expect[key], result) for result in results] for key in ruling.expect}
    failures = []
    if "some" in fits and not any(fits["some"]):
        failures.append("no line ends as some line should")
    if "every" in fits and not all(fits["every"]):
        failures.append("not every line ends as expected")
    if "none" in fits and any(fits["none"]):
        failures.append("some line ends as none should")
    return results, line.unencoded, failures


def _orders(ruling: Ruling) -> Conversation[_Found]:
    line, found = yield from orders_talk(ruling.position, ruling.ask.events)
    orders = [list(order) for order in found.listed]
    if not line.legal:
        return (
            orders,
            line.unencoded,
            [f"{line.events[-1].event} is not legal: {_said(line.events[-1].reasons)}"],
        )
    wanted = sorted(list(order) for order in ruling.expect.get("exactly", ()))
    return orders, line.unencoded, [] if wanted == sorted(orders) else [f"orders {wanted} expected, got {orders}"]


_QUESTIONS: Mapping[str, Callable[[Ruling], Conversation[_Found]]] = {
    "reach": _reach,
    "targets": _targets,
    "defenders": _responders,
    "interceptors": _responders,
    "legal": _legal,
    "check": _check,
    "outcomes": _outcomes,
    "orders": _orders,
}


def differences(expected: Any, got: Any, path: str = "") -> list[str]:
    """Say where an answer is not as expected: mappings key by key, lists as sets; what is not expected is free."""
    if isinstance(expected, Mapping):
        if not isinstance(got, Mapping):
            return [f"{path or 'this'}: {thaw(expected)} expected, got {got}"]
        return [text for key, value in expected.items() for text in _difference(key, value, got, path)]
    if isinstance(expected, list | tuple):
        same = isinstance(got, list | tuple) and _as_set(expected) == _as_set(got)
    else:
        same = expected == got and type(expected) is type(got)
    return [] if same else [f"{path}: {_shown(expected)} expected, got {_shown(got)}"]


def _difference(key: Any, value: Any, got: Mapping[Any, Any], path: str) -> list[str]:
    place = f"{path}.{key}" if path else str(key)
    base = str(key).removesuffix(words.INCLUDES)
    if base != key and key not in got:
        missing = [item for item in value if _plain(item) not in _as_set(got.get(base) or ())]
        return [f"{place}: {_shown(missing)} missing in {_shown(got.get(base))}"] if missing else []
    return differences(value, got.get(key), place)


def _plain(item: Any) -> str:
    return msgspec.json.encode(item, order="sorted").decode()


def _as_set(items: Iterable[Any]) -> set[str]:
    return {_plain(item) for item in items}


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()
