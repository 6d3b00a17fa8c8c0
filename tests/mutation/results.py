"""What is kept of a mutation run beside the tests: how each mutant was killed, or why it need not be; and the page of it."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.mutation.mutants import OPERATORS, Mutant, mutants

__all__ = ["KILLED", "LEFT", "RESULTS", "Known", "argued", "known", "page", "written"]

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
ARGUED = HERE / "equivalent.yaml"
PAGE = HERE.parents[1] / "docs" / "MUTATION.md"
KILLED, SAME, EQUIVALENT, LEFT = "killed", "same in the scope", "argued to be equivalent", "left"


class Known(NamedTuple):
    """What a run came to: the mutants that were tried, what killed them, and those that the solver showed to be the same."""

    seed: int
    tried: int
    seconds: float
    killed: dict[str, str]
    same: frozenset[str]
    left: frozenset[str]


@cache
def known() -> Known:
    """Read what is kept."""
    data = json.loads(RESULTS.read_text(encoding="utf-8"))
    return Known(
        data["seed"],
        data["tried"],
        data["seconds"],
        data["killed"],
        frozenset(data["same"]),
        frozenset(data["left"]),
    )


def written(found: Known) -> str:
    """Write what is to be kept, a line for each mutant."""
    killed = ",\n".join(f"  {json.dumps(key)}: {json.dumps(by)}" for key, by in sorted(found.killed.items()))
    lists = [",\n".join(f"  {json.dumps(key)}" for key in sorted(keys)) for keys in (found.same, found.left)]
    return (
        f'{{\n"seed": {found.seed},\n"tried": {found.tried},\n"seconds": {found.seconds:.0f},\n'
        f'"killed": {{\n{killed}\n}},\n"same": [\n{lists[0]}\n],\n"left": [\n{lists[1]}\n]\n}}\n'
    )


@cache
def argued() -> dict[str, str]:
    """Give the mutants that are argued to be equivalent, each with the reason."""
    items: list[dict[str, Any]] = yaml.safe_load(ARGUED.read_text(encoding="utf-8")) or []
    return {item["key"]: item["because"] for item in items}


def outcome(mutant: Mutant, found: Known) -> str | None:
    """Give what became of a mutant; nothing if it was not tried."""
    if mutant.key in found.killed:
        return KILLED
    if mutant.key in found.same:
        return SAME
    if mutant.key in argued():
        return EQUIVALENT
    return LEFT if mutant.key in found.left else None


def page(found: Known) -> str:
    """Give the page of the report."""
    all_of_them = mutants()
    tried = [(m, what) for m in all_of_them if (what := outcome(m, found)) is not None]
    counts = Counter(what for _, what in tried)
    counted = counts[KILLED] + counts[LEFT]
    by = Counter(_kind(found.killed[m.key]) for m, what in tried if what == KILLED)
    lines = [
        "# Mutation testing of the rules",
        "",
        "Made by `python -m tests.mutation --report`. One thing at a time is changed in a copy of asp/, through clingo's syntax",
        "trees: a rule or a literal is dropped, a literal negated, a comparison flipped, a constant or a sign changed, two",
        "arguments of one sort are swapped, an alternative of a pool or a bound of a count is dropped. A change that leaves a",
        "variable without a value is no mutant. The rulings, the faulty positions and lines, and random games against the",
        "second engine then have to notice, each mutant being tried only by those in whose answers it derives something else",
        "(`tests/mutation/telling.py`), the most promising first. What needs too much memory or time, or makes the rules",
        "give no single answer, is noticed.",
        "",
        "What is not noticed is shown to be the same by the solver (in all states within the lemmas of two units on 2x1",
        "squares, with every edition and reading and one event of any kind, nothing is derived that was not) or argued to be",
        "equivalent below, or else left.",
        "",
        f"{len(all_of_them)} mutants there are; {len(tried)} were tried, chosen by seed {found.seed}: "
        f"{found.seconds:.0f} processor seconds, {found.seconds / max(1, len(tried)):.2f} for each.",
        "",
        "| tried | killed | the same in the scope | argued | left | killed of those not shown or argued equivalent |",
        "|---|---|---|---|---|---|",
        f"| {len(tried)} | {counts[KILLED]} | {counts[SAME]} | {counts[EQUIVALENT]} | {counts[LEFT]} |"
        f" {100 * counts[KILLED] / max(1, counted):.1f} % |",
        "",
        "Killed by: " + ", ".join(f"{kind} {number}" for kind, number in by.most_common()) + ".",
        "",
        *_table("operator", OPERATORS, [(m.operator, what) for m, what in tried]),
        *_table("file", sorted({m.file for m in all_of_them}), [(m.file, what) for m, what in tried]),
        "## Argued to be equivalent",
        "",
        *(f"- `{m.key}` ({m.file}, {m.operator}): {argued()[m.key]}\n  {_change(m)}" for m, w in tried if w == EQUIVALENT),
        "",
        "## Left",
        "",
        *([f"- `{m.key}` ({m.file}, {m.operator})\n  {_change(m)}" for m, what in tried if what == LEFT] or ["None."]),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _kind(by: str) -> str:
    return re.split(r"[ :]", by, maxsplit=1)[0] + "s"


def _change(mutant: Mutant) -> str:
    return f"`{mutant.old}` became `{mutant.new or 'nothing'}`"


def _table(title: str, names: Sequence[str], tried: Iterable[tuple[str, str]]) -> Iterator[str]:
    numbers = Counter(tried)
    yield f"| {title} | tried | killed | the same | argued | left |"
    yield "|---|---|---|---|---|---|"
    for name in names:
        row = [numbers[name, what] for what in (KILLED, SAME, EQUIVALENT, LEFT)]
        yield f"| {name} | {sum(row)} | " + " | ".join(map(str, row)) + " |"
    yield ""
