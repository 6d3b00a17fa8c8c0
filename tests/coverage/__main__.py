"""Says what no test covers of the rules, and chooses the tests that show the rest: `python -m tests.coverage`."""

import sys

from solver_bridge.rule_coverage import Coverage
from tests.coverage.covering import WITNESSES, gaps, quickest_first, rules, witnessed


def main() -> int:
    """Run everything, write down the witnesses, and tell the gaps."""
    coverage = Coverage()
    witnesses = witnessed(coverage, quickest_first())
    WITNESSES.write_text("".join(f"{name}\n" for name in sorted(witnesses)), encoding="utf-8")
    open_gaps = gaps(coverage)
    for gap in gaps(coverage, all_of_them=True):
        print(gap if gap in open_gaps else f"{gap} (exempt)")
    stops = sum(len({mark.stop for mark in rule.stops}) for rule in rules())
    seen = sum(len(coverage.stopped(rule)) for rule in rules())
    print(
        f"{len(rules())} rules with a body: {sum(map(coverage.fired, rules()))} fired;"
        f" {sum(bool(rule.stops) for rule in rules())} can be blocked: {sum(map(coverage.blocked, rules()))} were;"
        f" of {stops} parts that could stop a rule {seen} did; {len(witnesses)} tests show it"
    )
    return 1 if open_gaps else 0


if __name__ == "__main__":
    sys.exit(main())
