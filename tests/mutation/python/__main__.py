"""The sample: `python -m tests.mutation.python --sample N --seed S`, then `--again` after tests were written, and `--report`.

What mutmut finds is kept under mutants/, so that a run that was stopped goes on where it was. Needs the extra `mutation`.
"""

import argparse
import os
import sys
from collections import Counter
from typing import Any

from tests.mutation.python.results import ALIVE, GONE, PAGE, RESULTS, known, page, written
from tests.mutation.python.sampling import NOT_TRIED, ROOT, Mutant, change, generate, mutants, run, sampled


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.python")
    parser.add_argument("--sample", type=int, help="try so many mutants, chosen by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="try again what was not noticed in earlier samples")
    parser.add_argument("--seconds", type=float, help="stop after so long; what is known by then is kept")
    parser.add_argument("--report", action="store_true", help="write docs/MUTATION_PYTHON.md")
    return parser.parse_args()


def try_sample(seed: int, size: int, seconds: float | None) -> dict[str, Any]:
    """Try a sample; give what is kept of it."""
    generate()
    names = {mutant.name for mutant in sampled(mutants(), seed, size)}
    run((mutant.name for mutant in mutants() if mutant.name in names and mutant.outcome == NOT_TRIED), seconds)
    tried = [mutant for mutant in mutants() if mutant.name in names]
    if any(mutant.outcome == NOT_TRIED for mutant in tried):
        raise SystemExit("not all of the sample were tried: the same command goes on")
    outcomes: dict[str, Counter[str]] = {}
    for mutant in tried:
        outcomes.setdefault(mutant.module, Counter())[mutant.outcome] += 1
    alive = [
        {"function": mutant.function, "change": change(mutant), "then": mutant.outcome, "now": mutant.outcome}
        for mutant in tried
        if mutant.outcome in ALIVE
    ]
    return {"seed": seed, "outcomes": outcomes, "alive": alive}


def try_again(found: dict[str, Any], seconds: float | None) -> None:
    """Try again what was not noticed; what is not there any more is gone."""
    generate()
    wanted = {each["function"] for sample in found["samples"] for each in sample["alive"]}
    names: dict[tuple[str, str], list[str]] = {}
    for mutant in mutants():
        if mutant.function in wanted:
            names.setdefault((mutant.function, change(mutant)), []).append(mutant.name)
    asked = [each for sample in found["samples"] for each in sample["alive"] if each["now"] in ALIVE]
    run(sorted({name for each in asked for name in names.get((each["function"], each["change"]), ())}), seconds)
    after: dict[str, Mutant] = {mutant.name: mutant for mutant in mutants()}
    for each in asked:
        outcomes = [after[name].outcome for name in names.get((each["function"], each["change"]), ())]
        if NOT_TRIED not in outcomes:
            each["now"] = next((outcome for outcome in outcomes if outcome in ALIVE), outcomes[0] if outcomes else GONE)


def main() -> int:
    """Do what is asked for."""
    given = _arguments()
    os.chdir(ROOT)
    found = known() if RESULTS.exists() else {"mutants": 0, "samples": []}
    if given.sample is not None:
        sample = try_sample(given.seed, given.sample, given.seconds)
        found["samples"] = [*(each for each in found["samples"] if each["seed"] != given.seed), sample]
    if given.again:
        try_again(found, given.seconds)
    if given.sample is not None or given.again:
        found["mutants"] = len(mutants())
        RESULTS.write_text(written(found), encoding="utf-8")
    if given.report:
        PAGE.write_text(page(found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
