"""What is kept of a mutation run beside the tests: how each mutant was killed, or why it need not be; and the page of it."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.mutation.mutants import OPERATORS, Mutant, mutants, sampled

__all__ = ["KILLED", "LEFT", "RESULTS", "Known", "argued", "known", "page", "written"]

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
ARGUED = HERE / "equivalent.yaml"
PAGE = HERE.parents[1] / "docs" / "MUTATION.md"
KILLED, SAME, EQUIVALENT, LEFT = "killed", "same in the scope", "argued to be equivalent", "left"


class Known(NamedTuple):
    """What a run came to: how large its sample was, what killed mutants (others among them), and what did not.

    Mutants of the sample that are in none of the three have not been tried to the end.
    """

    seed: int
    sample: int
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
        data["sample"],
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
        f'{{\n"seed": {found.seed},\n"sample": {found.sample},\n"seconds": {found.seconds:.0f},\n'
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
    if mutant.key not in found.left:
        return None
    return EQUIVALENT if mutant.key in argued() else LEFT


def page(found: Known) -> str:
    """Give the page of the report."""
    all_of_them = mutants()
    chosen = sampled(all_of_them, found.seed, found.sample)
    tried = [(m, what) for m in chosen if (what := outcome(m, found)) is not None]
    unfinished = len(chosen) - len(tried)
    counts = Counter(what for _, what in tried)
    counted = counts[KILLED] + counts[LEFT]
    share = "not known" if unfinished else f"{100 * counts[KILLED] / max(1, counted):.1f} %"
    by = Counter(_kind(found.killed[m.key]) for m, what in tried if what == KILLED)
    lines = [
        "# Mutation testing of the rules",
        "",
        "Made by `python -m tests.mutation --report`. One thing at a time is changed in a copy of asp/, through clingo's syntax",
        "trees: a rule or a literal is dropped, a literal negated, a comparison flipped, a constant or a sign changed, two",
        "arguments of one sort are swapped, an alternative of a pool or a bound of a count is dropped. A change that leaves a",
        "variable without a value is no mutant. The rulings, the faulty positions and lines, and cases and random games that",
        "both engines are asked of then have to notice, each mutant being tried only by those in whose answers it derives",
        "something else (`tests/mutation/telling.py`), the most promising first. What needs too much memory or time, or makes",
        "the rules give no single answer, is noticed.",
        "",
        "The cases (`tests/mutation/cases.yaml`) are positions, lines and questions without answers: the second engine says",
        "what is right. Further ones are found by `python -m tests.mutation.hunting`: of what is asked on the way of random",
        "games it asks again, of a mutant, only where that derives something else.",
        "",
        "What is not noticed is shown to be the same by the solver (`--same`): the changed predicate, and layer by layer what",
        "rests on it, is derived twice in one program, and in no state and for no event or question does anything that rests",
        "on a layer differ, neither by what is derived nor by what is not. The states are all within the lemmas, with every",
        "edition and reading, of two units on 2x1 squares with the attack's cards but Crave Golem, for Crave Golem's rules",
        "of two units on 2x1 squares with that card, and of one unit, two by two squares large or not, on 3x2 squares; the",
        "changed rule is used in one of them. Or it is argued to be equivalent below, or else left.",
        "",
        f"{len(all_of_them)} mutants there are. This is of a sample of {len(chosen)}, chosen by seed {found.seed}, of which"
        f" {unfinished} have not been tried by all that could tell them: nothing is known of those, and no share of all"
        f" is. It took {found.seconds:.0f} processor seconds, {found.seconds / max(1, len(chosen)):.2f} for each. Others are"
        f" known to be killed, too: {len(set(found.killed) & {m.key for m in all_of_them})} in all.",
        "",
        "| sample | killed | the same in the scope | argued | left | not finished | killed of those not shown or argued equivalent |",
        "|---|---|---|---|---|---|---|",
        f"| {len(chosen)} | {counts[KILLED]} | {counts[SAME]} | {counts[EQUIVALENT]} | {counts[LEFT]} | {unfinished} |"
        f" {share} |",
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
