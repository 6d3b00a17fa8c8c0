"""Times of proofs by scope: python benchmarks/scopes.py [--seconds S] [--oversized] 2x5x4 3x5x4 ...

A scope is units x width x height. Processor seconds of each property, of the lemmas, and of seeing that searches may
lean on images, and of each part of them; after S seconds by the clock for one search (default 600) it is given up.
"""

import argparse
import os
import sys

import msgspec

from solver_bridge.proving.claims import LEMMAS, PROPERTIES, shipped
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import Task, first_task, image_task, run, step_task
from solver_bridge.proving.verify import lemma_tasks, proof_tasks


def spent() -> float:
    """Give the processor seconds of this process."""
    return sum(os.times()[:2])


def tasks(scope: Scope) -> dict[str, list[Task]]:
    """Give the tasks of a scope by name: as `verify` has them, the images of all properties together."""
    claims = [claim for claim in shipped(PROPERTIES) if not claim.images]
    lemmas = shipped(LEMMAS)
    found: dict[str, list[Task]] = {}
    for name, images in ((claim.name, claim.images) for claim in shipped(PROPERTIES) if claim.images):
        found[name] = [image_task(None, msgspec.structs.replace(scope, oversized=False), images)]
    for cards in sorted({claim.wants for claim in claims}):
        wide = msgspec.structs.replace(scope, cards=tuple(sorted(cards)))
        with_cards = f" with {len(cards)} cards" if cards else ""
        ours = [claim for claim in claims if claim.wants == cards]
        searches = (step_task(ours, wide), step_task(lemmas, wide), first_task(lemmas, wide))
        found[f"images{with_cards}"] = [image_task(search, wide) for search in searches]
        found[f"lemmas{with_cards}"] = lemma_tasks(wide)
        for claim in ours:
            found[claim.name] = proof_tasks(claim, wide)
    return found


def measure(scope: Scope, seconds: float) -> None:
    """Print a line for each property, and the sum."""
    total, unknown = 0.0, 0
    for name, todo in tasks(scope).items():
        statuses: set[str] = set()
        each: list[float] = []
        for task in todo:
            before = spent()
            statuses.add(run(task, seconds).status)
            each.append(spent() - before)
        taken = sum(each)
        total += taken
        unknown += statuses != {"none"}
        told = "proved" if statuses == {"none"} else ", ".join(sorted(statuses))
        parts = " ".join(f"{part:.1f}" for part in each) if len(each) > 1 else ""
        print(f"{scope.units} units {scope.squares} {name:24} {told} {taken:8.1f}  {parts}".rstrip(), flush=True)
    print(f"{scope.units} units {scope.squares} total {total:.1f}; not proved: {unknown}", flush=True)


def main(arguments: list[str]) -> None:
    """Measure scope after scope."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--oversized", action="store_true")
    parser.add_argument("scopes", nargs="+")
    given = parser.parse_args(arguments)
    for each in given.scopes:
        units, width, height = map(int, each.split("x"))
        measure(Scope(units=units, width=width, height=height, oversized=given.oversized), given.seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
