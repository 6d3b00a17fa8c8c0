"""Every end of an attack with six possible defenders: time, memory, and counts that share no code with it."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import Row

__all__ = ["every_end"]

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "six-defenders.yaml"
BEGUN = (
    {"move_and_attack": {"unit": "kay", "path": []}},
    {"attack": {"unit": "kay", "target": "page"}},
)

# In a process of its own, so that its memory is that of this work alone.
_MEASURE = """
import json, statistics, sys, time
from solver_bridge import Position
from solver_bridge.children import peak_memory
from solver_bridge.events import event_from_data
from solver_bridge.outcomes import outcomes

position = Position.load(sys.argv[1])
events = [event_from_data(event, position=position) for event in json.loads(sys.argv[2])]
limit = int(sys.argv[3])

def seconds(function):
    begun = time.process_time()
    function()
    return time.process_time() - begun

def asked(positions):
    return [seconds(each.legal_attacks) for each in positions]

asked([position] * 3)
found = []
begun = asked([position] * 9)
took = seconds(lambda: found.append(outcomes(position, events, limit=limit)))
(found,) = found
megabytes = peak_memory() / 2**20
begun += asked([position] * 9)
reached = asked([found.make_position(number) for number in range(0, found.states, max(1, found.states // 100))])
print(json.dumps({
    "each": took / found.states, "start": statistics.median(begun), "reached": statistics.median(reached),
    "megabytes": megabytes, "states": found.states, "lines": found.lines, "complete": found.complete,
    "results": [outcome.result for outcome in found.outcomes],
}))
"""


def every_end(limit: int) -> Iterator[Row]:
    """`outcomes` for each distinct position against one `attacks`, its memory, and how far its counts are off.

    With a limit that is reached nothing is counted by the other engine.
    """
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, str(EXAMPLE), json.dumps(BEGUN), str(limit)],
        cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    found = json.loads(done.stdout)
    setting = f"{found['states']} positions"
    for name in ("start", "reached"):
        detail = f"{1000 * found['each']:.1f} ms a position, an attacks call {1000 * found[name]:.1f} ms"
        where = "of the start" if name == "start" else "of one reached"
        yield Row(f"outcomes / attacks {where}", setting, found["each"] / found[name], "x", 1.5, False, detail)
    yield Row("memory of outcomes", setting, found["megabytes"], "MiB", 500)
    if not found["complete"]:
        return
    from solver_bridge import Position
    from tests.outcomes import otherwise

    other = otherwise.ends(Position.load(EXAMPLE), list(BEGUN))
    results = {otherwise.plain_result(result) for result in found["results"]}
    off = abs(found["states"] - other.states) + abs(found["lines"] - other.lines) + len(results ^ other.results)
    detail = f"{other.states} positions, {other.lines} lines, {len(other.results)} ends"
    yield Row("outcomes: counts off the brute force", setting, off, "", 0, False, detail)
