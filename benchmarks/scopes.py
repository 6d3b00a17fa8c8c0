"""Times of proofs by scope: python benchmarks/scopes.py 2x5x4 3x5x4 ... (units x width x height); processor seconds."""

import sys
import time

from solver_bridge.engine import NONE
from solver_bridge.proving.claims import LEMMAS, PROPERTIES, shipped
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import first_task, run, step_task
from solver_bridge.proving.verify import cubes

TWINS = ("mirror_images", "exchanged_players")


def measure(scope: Scope) -> None:
    total = 0.0
    for name, claims in [
        ("lemmas", shipped(LEMMAS)),
        *((claim.name, (claim,)) for claim in shipped(PROPERTIES) if claim.name not in TWINS),
    ]:
        cards = tuple(sorted({*scope.cards, *(card for claim in claims for card in claim.wants)}))
        wide = Scope(units=scope.units, width=scope.width, height=scope.height, cards=cards)
        start, statuses = time.process_time(), set()
        makes = (first_task, step_task) if name == "lemmas" else (step_task,)
        for make in makes:
            for cube in cubes(wide):
                statuses.add(run(make(claims, wide, cube), 600).status)
        spent = time.process_time() - start
        total += spent
        status = "proved" if statuses == {NONE} else statuses
        print(f"{scope.units} units {scope.squares} {name:24} {status} {spent:8.1f}")
    print(f"{scope.units} units {scope.squares} total {total:.1f}", flush=True)


for given in sys.argv[1:]:
    units, width, height = map(int, given.split("x"))
    measure(Scope(units=units, width=width, height=height))
