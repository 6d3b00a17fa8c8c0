"""The command that proves: verify; and what the commands about all positions of a scope have in common."""

import argparse
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from solver_bridge import shapes
from solver_bridge.commands.reply import ILLEGAL, LIMIT, OK, Reply
from solver_bridge.errors import Fault, UnusableInput, shown
from solver_bridge.nearest import instead, meant

if TYPE_CHECKING:
    from solver_bridge.commands.page import Page
    from solver_bridge.proving.claims import Claim
    from solver_bridge.proving.scope import Scope
    from solver_bridge.proving.workers import Workers
    from solver_bridge.sequence import Sequence as EventSequence

LONGEST = 600.0
"""How many seconds `verify` takes at the most unless another limit is given."""

__all__ = ["LONGEST", "scope_of", "tell", "verify", "workers_of", "write_sequence"]


def _fault(option: str, message: str) -> UnusableInput:
    return UnusableInput([Fault(option, 1, message)])


def _yaml(sequence: "EventSequence") -> str:
    import yaml

    return yaml.safe_dump(sequence.to_data(), sort_keys=False, width=110)


def scope_of(args: argparse.Namespace) -> "Scope":
    """Give the scope that the options name."""
    from solver_bridge.commands.given import check_options, under
    from solver_bridge.proving.scope import Scope, block

    check_options(args)
    squares = block(args.squares)
    if squares is None:
        raise _fault("--squares", f"{args.squares} is no block of squares up to 5x4: write, say, 3x2")
    for option, least, most in (("units", 1, 8), ("effects", 0, 4), ("power", 0, 9), ("jobs", 1, 256)):
        if not least <= getattr(args, option) <= most:
            raise _fault(f"--{option}", f"{getattr(args, option)} is not in {least} to {most}")
    return Scope(
        units=args.units,
        width=squares[0],
        height=squares[1],
        effects=args.effects,
        power=args.power,
        oversized=args.oversized,
        cards=_cards(args.card),
        **under(args),
    )


def _cards(names: Iterable[str]) -> tuple[str, ...]:
    """Give cards by their whole names; raise UnusableInput for one that no search could look at."""
    from solver_bridge.catalogue import load
    from solver_bridge.programs import card_files

    catalogue = load()
    found: list[str] = []
    for name in names:
        card = catalogue.find(name)
        if card is None:
            raise _fault("--card", f"there is no card {shown(name)}{meant(catalogue.nearest(name))}")
        if not card_files([card.name]):
            raise _fault("--card", f"no rules are about {card.name} in particular: choose a card whose text is encoded")
        found.append(card.name)
    return tuple(found)


def workers_of(args: argparse.Namespace, least: int = 2, longest: float | None = None) -> "Workers":
    """Give who carries the tasks out: processes beside this one from so many jobs on; no longer than some seconds."""
    from solver_bridge.proving.workers import Cluster, Here, Processes

    given = [seconds for seconds in (args.seconds, args.time_limit) if seconds is not None]
    seconds = min(given, default=longest)
    until = None if seconds is None else time.monotonic() + seconds
    if args.dask is not None:
        try:
            return Cluster(args.dask, until)
        except ImportError:
            raise _fault("--dask", "dask.distributed is not installed: install the extra [cluster]") from None
        except OSError as error:
            raise _fault("--dask", f"no scheduler answers at {args.dask}: {error}") from None
    return Processes(args.jobs, until) if args.jobs >= least else Here(until)


def _chosen(
    kind: str,
    names: Iterable[str],
    files: Iterable[str],
    option: str,
    wanted_all: bool,
    seconds: float | None,
) -> list["Claim"]:
    from solver_bridge.proving.claims import shipped
    from solver_bridge.proving.own_claims import own_properties
    from solver_bridge.proving.own_files import within_bounds

    known = {claim.name: claim for claim in shipped(kind)}
    chosen: list[Claim] = []
    for name in names:
        if name not in known:
            raise _fault(option, f"there is no {name}{instead(name, known)}")
        chosen.append(known[name])
    for file in files:
        chosen += within_bounds(own_properties, file, seconds)
    return chosen or (list(known.values()) if wanted_all else [])


def write_sequence(
    folder: str | None, name: str, sequence: "EventSequence", words: Sequence[str]
) -> str | None:
    """Write a sequence file into a folder, if one is given."""
    if folder is None:
        return None
    from solver_bridge.commands.files import write_new

    text = "".join(f"# {line}\n" for line in words) + _yaml(sequence)
    return write_new(folder, name, {".yaml": text})[".yaml"]


def verify(args: argparse.Namespace) -> Reply:
    """Prove or refute properties; a smallest counterexample is given and written.

    What is not known when the time is over, or at Ctrl-C, is unknown; the rest is answered.
    """
    from solver_bridge.commands.files import folder_of
    from solver_bridge.commands.proof_progress import ProofProgress
    from solver_bridge.engine import UNKNOWN
    from solver_bridge.proving.claims import PROPERTIES
    from solver_bridge.proving.verify import PROVED, REFUTED, Verdict, verdict_data
    from solver_bridge.proving.verify import verify as verified

    scope, folder = scope_of(args), folder_of(args)
    given = [limit for limit in (args.seconds, args.time_limit) if limit is not None]
    seconds = min(given, default=None)
    claims = _chosen(PROPERTIES, args.property, args.file, "--property", not args.file, seconds)
    workers = workers_of(args, least=1, longest=LONGEST)
    verdicts: list[Verdict] = []
    progress = ProofProgress(len(claims))
    workers.tick = progress.tick
    try:
        for verdict in verified(claims, scope, workers, progress):
            verdicts.append(verdict)
            progress.known += verdict.status != UNKNOWN
    except KeyboardInterrupt:
        pass
    finally:
        workers.close()
    for claim in claims[len(verdicts) :]:
        verdicts.append(Verdict(claim=claim, status=UNKNOWN, method="interrupted", scope=scope, seconds=0.0))
    written = {}
    for verdict in verdicts:
        if verdict.counterexample is not None:
            words = (f"{verdict.claim.name}: against {verdict.claim.source}.", verdict.claim.sentence)
            written[verdict.claim.name] = write_sequence(
                folder, verdict.claim.name, verdict.counterexample, words
            )
    statuses = {verdict.status for verdict in verdicts}
    status = ILLEGAL if REFUTED in statuses else OK if statuses <= {PROVED} else LIMIT
    data = shapes.document({"properties": [verdict_data(verdict) for verdict in verdicts]})

    def page() -> "Page":
        from solver_bridge.commands.page import Page

        found = Page()
        found.table(
            "property",
            "source",
            "status",
            "how",
            "seconds",
            rows=[(v.claim.name, v.claim.source, v.status, v.method, f"{v.seconds:.2f}") for v in verdicts],
        )
        for verdict in verdicts:
            if scope.oversized and not verdict.scope.oversized:
                found.say()
                found.say(f"{verdict.claim.name} is looked at without oversized units.")
        if UNKNOWN in statuses:
            unknown = sum(verdict.status == UNKNOWN for verdict in verdicts)
            found.say()
            found.say(f"{unknown} of {len(verdicts)} are not known: the time was over, or you interrupted.")
        for verdict in verdicts:
            if verdict.counterexample is not None:
                found.say()
                found.say(f"{verdict.claim.name} is refuted: {verdict.claim.sentence}")
                tell(found, verdict.counterexample, written.get(verdict.claim.name))
        return found

    return Reply(status, lambda: data, page)


def tell(page: "Page", sequence: "EventSequence", path: str | None) -> None:
    """Show a position and events, and where they were written."""
    if path is not None:
        page.say(f"written to {path}")
    for line in _yaml(sequence).splitlines():
        page.say(f"    {line}")
