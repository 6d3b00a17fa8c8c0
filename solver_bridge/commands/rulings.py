"""The command that runs rulings, like a test runner."""

import argparse
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from solver_bridge import shapes
from solver_bridge.commands.given import check_options, under
from solver_bridge.commands.reply import ILLEGAL, LIMIT, OK, Reply
from solver_bridge.judging import RulingReport, run_rulings

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page

__all__ = ["rulings", "run_so_far"]

_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def rulings(args: argparse.Namespace) -> Reply:
    """Answer which rulings pass and which fail."""
    check_options(args)
    reports = run_rulings(args.paths, under=under(args))
    if args.junit is not None:
        from solver_bridge.commands.files import write

        write("--junit", args.junit, _junit(reports))
    passed = all(report.passed for report in reports)
    return Reply(OK if passed else ILLEGAL, lambda: shapes.rulings_data(reports), lambda: _page(reports))


def run_so_far(reports: Sequence[RulingReport]) -> Reply:
    """Answer with the rulings that were run before a limit was reached."""
    return Reply(
        LIMIT, lambda: {"complete": False, **shapes.rulings_data(reports)}, lambda: _page(reports, "; not complete")
    )


def _page(reports: Sequence[RulingReport], end: str = "") -> "Page":
    from solver_bridge.commands.page import BAD, DIM, GOOD, Page

    page = Page()
    for report in reports:
        if not report.passed:
            page.line(("FAILED ", BAD), (f"{report.file}: {report.name}: {report.why}", "none"))
            if report.expected is not None:
                page.say(f"  expected {_said(report.expected)}; got {_said(report.got)}", DIM)
    failed = sum(not report.passed for report in reports)
    page.say(f"{len(reports) - failed} passed, {failed} failed{end}", BAD if failed else GOOD)
    return page


def _said(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _junit(reports: Sequence[RulingReport]) -> str:
    from xml.sax.saxutils import escape, quoteattr

    def clean(text: str) -> str:
        return _NOT_XML.sub("?", text)

    failed = sum(not report.passed for report in reports)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<testsuites><testsuite name="rulings" tests="{len(reports)}" failures="{failed}">',
    ]
    for report in reports:
        names = f"classname={quoteattr(clean(report.file))} name={quoteattr(clean(report.name))}"
        if report.passed:
            lines.append(f"<testcase {names}/>")
            continue
        details = f"expected: {_said(report.expected)}\ngot: {_said(report.got)}"
        message = f"message={quoteattr(clean(report.why))}"
        lines.append(f"<testcase {names}><failure {message}>{escape(clean(details))}</failure></testcase>")
    return "\n".join([*lines, "</testsuite></testsuites>"]) + "\n"
