"""What is kept of the samples beside the tests, and the page of it."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tests.mutation.python.sampling import KILLED, NO_TESTS, SURVIVED, TIMED_OUT

__all__ = ["ALIVE", "GONE", "PAGE", "RESULTS", "argued", "known", "page", "share", "written"]

HERE = Path(__file__).parent
RESULTS = HERE / "results.json"
ARGUED = HERE / "equivalent.yaml"
PAGE = HERE.parents[2] / "docs" / "MUTATION_PYTHON.md"
ALIVE = (SURVIVED, NO_TESTS)
GONE = "gone"
"""What became of a survivor whose code is not there any more."""
_COLUMNS = (KILLED, TIMED_OUT, SURVIVED, NO_TESTS)


def known() -> dict[str, Any]:
    """Read what is kept: a list of samples, each with the outcomes by module, and those that were not noticed."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def written(found: dict[str, Any]) -> str:
    """Write what is to be kept."""
    return json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


@cache
def argued() -> dict[tuple[str, str], str]:
    """Give what is argued to make no difference that matters: function, change and why."""
    items: list[dict[str, str]] = yaml.safe_load(ARGUED.read_text(encoding="utf-8")) or []
    return {(item["function"], item["change"]): item["because"] for item in items}


def share(counts: Counter[str], without: int = 0) -> str:
    """Give the share that was noticed, of all but some."""
    return f"{100 * (counts[KILLED] + counts[TIMED_OUT]) / max(1, counts.total() - without):.1f} %"


def page(found: dict[str, Any]) -> str:
    """Give the page."""
    samples = found["samples"]
    lines = [
        "# Mutation testing of the Python package",
        "",
        "Made by `python -m tests.mutation.python --report`. mutmut changes one thing at a time in solver_bridge/: an operator, a",
        "number, a text, an argument, a condition, a case. The quick tests that pyproject.toml names under `[tool.mutmut]` then have",
        "to notice, each mutant being tried by those that reach its function. Of the mutants a sample is drawn by a seed, as all of",
        "them would take days. What is left out of the quick tests (several processes, interrupts, long proofs) may notice more.",
        "",
        f"{found['mutants']} mutants there are. Each sample was tried by the tests as they were before its own survivors were looked",
        "at. Afterwards they were: a test was written, code deleted, or it is argued below that nothing that matters is different.",
        "After seed 2 tests were written for all of the package, whether a sample had a survivor there or not.",
        "",
        "| sample | tried | killed | timed out | survived | reached by no quick test | noticed | of those not argued |",
        "|---|---|---|---|---|---|---|---|",
        *(_sample(sample) for sample in samples),
        "",
        "| survivors of | noticed since | code gone | argued | left |",
        "|---|---|---|---|---|",
        *(_afterwards(sample) for sample in samples),
        "",
        f"Of the last, seed {samples[-1]['seed']}, as it was drawn:",
        "",
        "| module | tried | killed | timed out | survived | reached by no quick test |",
        "|---|---|---|---|---|---|",
        *_modules(samples[-1:]),
        "",
        "## Argued to make no difference that matters",
        "",
        *(f"- {argued()[key]}\n  {_told(each)}" for each, key in _each(samples) if _fate(each) == "argued"),
        "",
        "## Left",
        "",
        *([f"- {_told(each)}" for each, _ in _each(samples) if _fate(each) == "left"] or ["None."]),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _key(each: dict[str, str]) -> tuple[str, str]:
    return each["function"], each["change"]


def _each(samples: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, str], tuple[str, str]]]:
    told = {_key(each): each for sample in samples for each in sample["alive"]}
    for key in sorted(told):
        yield told[key], key


def _fate(each: dict[str, str]) -> str:
    if each["now"] == GONE:
        return "gone"
    if each["now"] not in ALIVE:
        return "noticed"
    return "argued" if _key(each) in argued() else "left"


def _told(each: dict[str, str]) -> str:
    text = each["change"].replace("`", "'")
    return f"`{each['function']}` `{text}`"


def _counts(sample: dict[str, Any]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for outcomes in sample["outcomes"].values():
        counts.update(outcomes)
    return counts


def _sample(sample: dict[str, Any]) -> str:
    counts = _counts(sample)
    reasoned = sum(_fate(each) == "argued" for each in sample["alive"])
    row = [counts.total(), *(counts[column] for column in _COLUMNS), share(counts), share(counts, reasoned)]
    return f"| seed {sample['seed']} | " + " | ".join(map(str, row)) + " |"


def _afterwards(sample: dict[str, Any]) -> str:
    fates = Counter(_fate(each) for each in sample["alive"])
    return f"| seed {sample['seed']} | {fates['noticed']} | {fates['gone']} | {fates['argued']} | {fates['left']} |"


def _modules(samples: Iterable[dict[str, Any]]) -> Iterator[str]:
    together: dict[str, Counter[str]] = {}
    for sample in samples:
        for module, outcomes in sample["outcomes"].items():
            together.setdefault(module, Counter()).update(outcomes)
    for module, counts in sorted(together.items()):
        yield f"| {module} | {counts.total()} | " + " | ".join(str(counts[column]) for column in _COLUMNS) + " |"
