"""Runs all rulings and faulty cases and says what they leave uncovered of the rules: `python -m tests.coverage`.

What is seen is written to seen.json beside it, from which the atlas takes its figures; with `--check` it is compared.
"""

import argparse
import sys

from tests.coverage.covering import SEEN, exempt, gaps, parts_of, rules, run_all, text_of, written


def main() -> int:
    """Run everything, and tell the gaps."""
    parser = argparse.ArgumentParser(prog="python -m tests.coverage")
    parser.add_argument("--check", action="store_true", help="fail if what is seen is not what was written down")
    check = parser.parse_args().check
    known, wrong = run_all()
    print(*wrong, sep="\n", end="\n" if wrong else "")
    missing = {key: rule for key, rule in gaps(known).items() if key not in exempt()}
    for (text, what), rule in missing.items():
        print(f"asp/{rule.file}:{rule.line}: never {what}: {text.partition(': ')[2]}")
    stale = check and SEEN.read_text(encoding="utf-8") != written(known)
    if stale:
        print(f"{SEEN.name} is not up to date: run `python -m tests.coverage`")
    elif not check:
        SEEN.write_text(written(known), encoding="utf-8")
    stoppable = [rule for rule in rules() if rule.stops]
    parts = sum(len(parts_of(rule)) for rule in rules())
    print(
        f"{len(rules())} rules with a body, {sum(was.fired for was in known.values())} fired;"
        f" {len(stoppable)} can be blocked, {sum(bool(known[text_of(rule)].stopped) for rule in stoppable)} were;"
        f" {sum(len(was.stopped) for was in known.values())} of {parts} parts stopped a rule by themselves"
    )
    return 1 if missing or wrong or stale else 0


if __name__ == "__main__":
    sys.exit(main())
