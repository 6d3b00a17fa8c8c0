"""The command that looks for the strange: find, for goals and for pairs of reasons."""

import argparse
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from solver_bridge import shapes
from solver_bridge.commands.files import folder_of
from solver_bridge.commands.given import unusable
from solver_bridge.commands.proofs import scope_of, tell, workers_of, write_sequence
from solver_bridge.commands.reply import LIMIT, OK, Reply
from solver_bridge.commands.searching import gathered, progress, seconds_of
from solver_bridge.nearest import instead

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page
    from solver_bridge.proving.claims import Claim
    from solver_bridge.proving.pairs import Pair, PairFound
    from solver_bridge.sequence import Sequence as EventSequence

__all__ = ["find"]

_FOUND, _NONE, _UNKNOWN = "found", "none", "unknown"
_SAID = {_FOUND: "happens", _NONE: "never happens in this scope", _UNKNOWN: "not known"}


def find(args: argparse.Namespace) -> Reply:
    """Give the smallest position and line in which each goal happens."""
    from solver_bridge.proving.claims import GOALS, shipped

    if args.list:
        return _listed(shipped(GOALS))
    if args.cover:
        from solver_bridge.commands.covering import cover

        return cover(args)
    if args.rulings is not None:
        raise unusable("--rulings", "goes with --cover: without it nothing is chosen from rulings")
    if args.pairs or args.pair:
        return _find_pairs(args)
    return _find_goals(args)


def _find_goals(args: argparse.Namespace) -> Reply:
    from solver_bridge.proving.verify import smallest

    claims = _claims(args.goals, seconds_of(args))
    own = any(claim.file.startswith(os.sep) for claim in claims)
    scope, folder, workers = scope_of(args), folder_of(args), workers_of(args, least=1 if own else 2)
    search = smallest(claims, scope, workers, progress())
    found, complete = gathered(search, workers, seconds_of(args))
    rows: list[tuple[Claim, str, EventSequence | None]] = [
        *found,
        *((claim, _UNKNOWN, None) for claim in claims[len(found) :]),
    ]
    paths = {
        claim.name: write_sequence(
            folder, claim.name, sequence, (f"{claim.name} ({claim.source})", claim.sentence)
        )
        for claim, _, sequence in rows
        if sequence is not None
    }
    known = complete and all(status != _UNKNOWN for _, status, _ in rows)
    data = shapes.document(
        {
            "goals": [
                {"name": c.name, **_result(status, sequence), "source": c.source, "sentence": c.sentence}
                for c, status, sequence in rows
            ]
        }
    )

    def page() -> "Page":
        from solver_bridge.commands.page import Page

        shown = Page()
        for claim, status, sequence in rows:
            shown.say(f"{claim.name}: {_SAID[status]}. {claim.sentence}")
            if sequence is not None:
                tell(shown, sequence, paths.get(claim.name))
        return shown

    return Reply(OK if known else LIMIT, lambda: data, page)


def _result(status: str, sequence: "EventSequence | None") -> dict[str, Any]:
    found: dict[str, Any] = {"found": status == _FOUND, "status": status}
    if sequence is not None:
        found.update(sequence.to_data())
    return found


def _claims(goals: Iterable[str], seconds: float | None) -> list["Claim"]:
    """Give the goals that are named, and those of files, in that order; all that come with the rules if none is."""
    from solver_bridge.proving.claims import GOALS, shipped
    from solver_bridge.proving.own_claims import own_goals
    from solver_bridge.proving.own_files import within_bounds

    known = {claim.name: claim for claim in shipped(GOALS)}
    chosen: list[Claim] = []
    for goal in goals:
        if goal.endswith(".lp"):
            chosen += within_bounds(own_goals, goal, seconds)
        elif goal in known:
            chosen.append(known[goal])
        else:
            raise unusable("GOAL", f"there is no goal {goal}, and no file *.lp{instead(goal, known)}")
    return chosen or list(known.values())


def _listed(claims: Sequence["Claim"]) -> Reply:
    data = shapes.document(
        {"goals": [{"name": c.name, "source": c.source, "sentence": c.sentence} for c in claims]}
    )

    def page() -> "Page":
        from solver_bridge.commands.page import Page

        found = Page()
        found.table("goal", "source", "what happens", rows=[(c.name, c.source, c.sentence) for c in claims])
        return found

    return Reply(OK, lambda: data, page)


def _find_pairs(args: argparse.Namespace) -> Reply:
    from solver_bridge.proving.pairs import Pairs, all_pairs, wanted_cards

    scope = scope_of(args)
    scope = msgspec.structs.replace(scope, cards=tuple(sorted({*scope.cards, *wanted_cards()})))
    if args.goals:
        raise unusable("--pairs", "goals are looked for by another command than pairs of reasons")
    wanted = all_pairs(scope.cards) if args.pairs else [_pair(written, scope.cards) for written in args.pair]
    folder, workers = folder_of(args), workers_of(args)
    found, _ = gathered(Pairs(scope, workers, progress()).search(wanted), workers, seconds_of(args))
    known = {each.pair: each for each in found}
    rows = [known.get(pair) or _unknown(pair) for pair in wanted]
    paths = {
        each.pair: write_sequence(folder, _file_name(each.pair), each.sequence, (str(each.pair),))
        for each in rows
        if each.sequence is not None
    }
    data = shapes.document({"goals": [_pair_data(each) for each in rows]})

    def page() -> "Page":
        from solver_bridge.commands.page import Page

        shown = Page()
        if args.pairs:
            shown.table("event", "reason", "reason", "at once", rows=[_row(each) for each in rows])
            counts = {status: sum(each.status == status for each in rows) for status in _SAID}
            shown.say(
                f"{len(rows)} pairs: {counts[_FOUND]} at once somewhere, {counts[_NONE]} never,"
                f" {counts[_UNKNOWN]} not known"
            )
        for each in rows:
            if not args.pairs:
                shown.say(f"{each.pair}: {_SAID[each.status]}{f' ({each.method})' if each.method else ''}")
                if each.sequence is not None:
                    tell(shown, each.sequence, paths.get(each.pair))
        return shown

    return Reply(LIMIT if any(each.status == _UNKNOWN for each in rows) else OK, lambda: data, page)


def _unknown(pair: "Pair") -> "PairFound":
    from solver_bridge.proving.pairs import PairFound

    return PairFound(pair, _UNKNOWN)


def _pair(written: Sequence[str], cards: Sequence[str]) -> "Pair":
    from solver_bridge.proving.pairs import Pair, reasons_of_kinds

    kind, *reasons = written
    kinds = reasons_of_kinds(cards)
    if kind not in kinds:
        raise unusable("--pair", f"there is no kind of event {kind}{instead(kind, kinds)}")
    known = sorted({name for name, _ in kinds[kind]})
    for reason in reasons:
        if reason not in known:
            hint = instead(reason, known) or f"; it is one of {', '.join(known)}"
            raise unusable("--pair", f"{reason} is no reason against {kind}{hint}")
    first, second = sorted(reasons)
    return Pair(kind, first, second)


def _file_name(pair: "Pair") -> str:
    return f"{pair.kind}-{pair.first}-{pair.second}"


def _row(each: "PairFound") -> tuple[str, str, str, str]:
    said = each.method if each.status == _NONE else _SAID[_UNKNOWN]
    if each.sequence is not None and each.scope is not None:
        events = len(each.sequence.events)
        said = f"{each.scope.units} unit{'s' * (each.scope.units > 1)}, {each.scope.squares}, event {events}"
    elif each.status == _NONE:
        said = f"never ({said})"
    return each.pair.kind, each.pair.first, each.pair.second, said


def _pair_data(each: "PairFound") -> Mapping[str, Any]:
    data: dict[str, Any] = {
        "name": str(each.pair),
        "event": each.pair.kind,
        "reasons": [each.pair.first, each.pair.second],
        **_result(each.status, each.sequence),
    }
    if each.method:
        data["method"] = each.method
    return data
