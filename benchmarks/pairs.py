"""Writes docs/PAIRS.md, the table of pairs of reasons: python -m benchmarks.pairs > docs/PAIRS.md."""

import sys
from collections.abc import Sequence

from solver_bridge.engine import FOUND, NONE
from solver_bridge.proving.pairs import (
    ABSENT,
    Pair,
    PairFound,
    Pairs,
    all_pairs,
    reasons_of_kinds,
    wanted_cards,
)
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.workers import Here

SCOPE = Scope(units=3, width=3, height=2, cards=wanted_cards())

HEAD = """# Two reasons at once

Made by `python -m benchmarks.pairs`. For each two reasons that the rules can have against one kind of event: in which
position and line both are against it, or that they never are. Asked of every position of up to {units} units on
{squares} squares, with up to {effects} outside effect in a line, under every reading and edition, with {cards}.

A number such as 2.3 says: {both} pairs are found, this one with 2 units, and the third event has both reasons
against it. `-` stands for {never} pairs that are impossible, in lines of any length (by induction, see
[PROOFS.md](PROOFS.md)); a reason that is not there at all in this scope is named below its table.
`arbiter find --pair KIND REASON REASON` shows the smallest position and line of one pair, or that it is impossible.
"""


def cell(found: PairFound) -> str:
    if found.sequence is None or found.scope is None:
        return {NONE: "-"}.get(found.status, "?")
    return f"{found.scope.units}.{len(found.sequence.events)}"


def table(kind: str, names: Sequence[str], known: dict[Pair, PairFound]) -> list[str]:
    """Give the table of one kind of event: below the diagonal, as both ways round are the same."""
    absent = {
        name
        for name in names
        if all(
            found.method == ABSENT
            for pair, found in known.items()
            if pair.kind == kind and name in (pair.first, pair.second)
        )
    }
    names = [name for name in names if name not in absent]
    lines = [f"## {kind}", "", "| | " + " | ".join(names[:-1]) + " |", "|---" * len(names) + "|"]
    for row, name in enumerate(names[1:], start=1):
        cells = [cell(known[Pair(kind, other, name)]) for other in names[:row]]
        lines.append(f"| {name} | " + " | ".join(cells + [""] * (len(names) - 1 - row)) + " |")
    if absent:
        lines += ["", f"Never there in this scope: {', '.join(sorted(absent))}."]
    return [*lines, ""]


def document(found: Sequence[PairFound], scope: Scope = SCOPE) -> str:
    """Give the whole page."""
    known = {each.pair: each for each in found}
    counts = {status: sum(each.status == status for each in found) for status in (FOUND, NONE)}
    cards = scope.cards
    head = HEAD.format(
        units=scope.units,
        squares=scope.squares,
        effects=scope.effects,
        cards=f"{', '.join(cards[:-1])} and {cards[-1]}",
        both=counts[FOUND],
        never=counts[NONE],
    )
    lines = [head]
    for kind, shapes in reasons_of_kinds(scope.cards).items():
        names = sorted({name for name, _ in shapes})
        if len(names) > 1:
            lines += table(kind, names, known)
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    pairs = Pairs(SCOPE, Here(), lambda name, done, every: print(name, done, every, file=sys.stderr))
    print(document(list(pairs.search(all_pairs(SCOPE.cards)))), end="")


if __name__ == "__main__":
    main()
