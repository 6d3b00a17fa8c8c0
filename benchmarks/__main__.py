"""Measure everything side by side: `python -m benchmarks`, with `--quick` for a first look."""

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from pathlib import Path

import clingo

from benchmarks.cases import CASES, Setting
from benchmarks.measuring import Row
from solver_bridge.workers import cores

QUICK = Setting(rounds=9, batch=200, memory=1_000, positions=500)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for, print a table; status 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"what to measure: {', '.join(CASES)}; default all")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and smaller batches")
    parser.add_argument("--slack", type=float, default=1.0, metavar="X", help="count targets as met within X times")
    parser.add_argument("--json", metavar="FILE", help="also write the numbers to a file")
    for field, default in Setting._field_defaults.items():
        if isinstance(default, int):
            parser.add_argument(f"--{field}", type=int, metavar="N", help=f"default {default}")
    parser.add_argument("--sizes", type=int, nargs="+", metavar="N", help="numbers of units")
    args = parser.parse_args(arguments)
    unknown = set(args.cases) - set(CASES)
    if unknown:
        parser.error(f"there is no case {', '.join(sorted(unknown))}")
    given = {name: getattr(args, name) for name in Setting._fields if getattr(args, name) is not None}
    if "sizes" in given:
        given["sizes"] = tuple(given["sizes"])
    setting = (QUICK if args.quick else Setting())._replace(**given)
    rows: list[Row] = []
    versions = f"clingo {clingo.__version__}, Python {platform.python_version()}"
    print(f"{versions}, {cores()} cores; medians of ratios", flush=True)
    for name in args.cases or CASES:
        for row in CASES[name](setting):
            rows.append(row)
            print(line(row), flush=True)
    if args.json:
        data = {
            "schema_version": 1,
            "clingo": clingo.__version__,
            "python": platform.python_version(),
            "cores": cores(),
            "setting": setting._asdict(),
            "rows": [row.to_data() for row in rows],
        }
        Path(args.json).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return int(any(row.met is False and not _nearly(row, args.slack) for row in rows))


def _nearly(row: Row, slack: float) -> bool:
    target = row.target or 0
    return row.value * slack >= target if row.at_least else row.value <= target * slack


def line(row: Row) -> str:
    """Give a line of the table."""
    target = "" if row.target is None else f"{'>=' if row.at_least else '<='} {row.target:g}"
    verdict = {None: "", True: "ok", False: "MISSED"}[row.met]
    return f"{row.name:44} {row.setting:14} {row.value:8.2f} {row.unit:9} {target:8} {verdict:7} {row.detail}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
