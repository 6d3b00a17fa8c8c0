"""The command that writes a test suite for other engines: find --cover."""

import argparse
import json
import os
from typing import TYPE_CHECKING

import msgspec

from solver_bridge import shapes
from solver_bridge.commands.files import folder_of, write_new
from solver_bridge.commands.given import unusable
from solver_bridge.commands.proofs import scope_of, workers_of
from solver_bridge.commands.reply import LIMIT, OK, Reply
from solver_bridge.commands.searching import gathered, progress, seconds_of
from solver_bridge.errors import UnusableInput

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page
    from solver_bridge.proving.cover import Cover
    from solver_bridge.ruling import Ruling

__all__ = ["cover"]


def cover(args: argparse.Namespace) -> Reply:
    """Write cases that exercise the rules, none of which can be left out, and say what none exercises."""
    from solver_bridge.proving.cover import Covering, cover_data
    from solver_bridge.proving.pairs import wanted_cards

    folder = folder_of(args)
    if folder is None:
        raise unusable("--cover", "say with --out in which folder the rulings are to be written")
    if args.goals or args.games < 0:
        raise unusable("--cover", "takes no goals, and a number of games that is not below 0")
    scope = scope_of(args)
    scope = msgspec.structs.replace(scope, cards=tuple(sorted({*scope.cards, *wanted_cards()})))
    workers = workers_of(args)
    covering = Covering(scope, workers, progress(), games=args.games, rulings=_rulings(args.rulings))
    ended, complete = gathered(covering.run(), workers, seconds_of(args))
    found = covering.cover()
    complete = complete and all(ended)
    paths = write_new(folder, "cover", _texts(found))
    data = shapes.document({"complete": complete, "file": paths[".yaml"], **cover_data(found)})

    def page() -> "Page":
        from solver_bridge.commands.page import Page

        shown = Page()
        shown.say(
            f"{len(found.cases)} cases are written to {paths['.yaml']}; "
            f"{os.path.basename(paths['.json'])} says what each of them exercises."
        )
        if found.missing:
            shown.say(f"{len(found.missing)} rules, reasons or pairs of readings are exercised by none:")
            shown.table("what", "why", rows=[(" ".join(item), why) for item, why in found.missing.items()])
        if not complete:
            shown.say("The time was over before all had been looked for.")
        return shown

    return Reply(OK if complete else LIMIT, lambda: data, page)


def _rulings(path: str | None) -> "list[Ruling]":
    """Read the rulings that may be chosen, all of which must be readable."""
    from solver_bridge.judging import ruling_files
    from solver_bridge.ruling import UnreadableRuling, load_rulings

    found: list[Ruling] = []
    for file in ruling_files([path]) if path is not None else ():
        for ruling in load_rulings(file):
            if isinstance(ruling, UnreadableRuling):
                raise UnusableInput(ruling.faults)
            found.append(ruling)
    return found


def _texts(found: "Cover") -> dict[str, str]:
    import yaml

    from solver_bridge.proving.cover import cover_data

    rulings = yaml.safe_dump([case.ruling.to_data() for case in found.cases], sort_keys=False, width=110)
    return {
        ".yaml": f"# Cases that together exercise the rules: made by `arbiter find --cover`.\n{rulings}",
        ".json": json.dumps(cover_data(found), indent=2) + "\n",
    }
