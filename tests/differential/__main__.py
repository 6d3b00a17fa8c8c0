"""The long comparison: `python -m tests.differential --long --jobs 2 --seed 1`.

Each game is a random position, of which every attack, every reason and every range of motion is compared, and then a
line of play: of each position in it the whole position and the list of its legal events, of each event the verdict and
every reason. `--long` goes on until 100,000 positions have been compared. With `--file` each part's figures and
disagreements are written as they come, and what stands there already is not compared again.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from tests.differential.walking import walks

_TOGETHER = 100
_LONG = 100_000

Part = dict[str, Any]


def _part(seed: int, depth: int) -> Part:
    began = time.process_time()
    compared = walks(seed, _TOGETHER, depth)
    return {"seed": seed, "depth": depth, "seconds": time.process_time() - began, **compared._asdict()}


def _parts(seeds: Iterator[int], depth: int, jobs: int) -> Iterator[Part]:
    """Compare part after part; nothing says when to stop."""
    if jobs == 1:
        yield from (_part(seed, depth) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        running = {pool.submit(_part, next(seeds), depth) for _ in range(jobs)}
        try:
            while True:
                done = next(as_completed(running))
                running.remove(done)
                running.add(pool.submit(_part, next(seeds), depth))
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _known(file: Path | None) -> list[Part]:
    if file is None or not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _told(parts: list[Part], depth: int) -> str:
    """Say what was compared, in one line."""
    lines, positions, events = (sum(part[key] for part in parts) for key in ("lines", "positions", "events"))
    found = sum(len(part["found"]) for part in parts)
    seconds = sum(part["seconds"] for part in parts)
    seeds = [part["seed"] for part in parts] or [0]
    return (
        f"{positions} positions in {lines} lines of play of up to {depth} events, {events} events judged; "
        f"{len(parts)} seeds, {min(seeds)} to {max(seeds)}: {found} disagreements, {seconds:.0f} s of processor time"
    )


def main() -> int:
    """Compare, print every disagreement, and what was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential")
    parser.add_argument("--positions", type=int, default=5000, help="how many positions, at the least")
    parser.add_argument("--long", action="store_const", dest="positions", const=_LONG, help=f"{_LONG} of them")
    parser.add_argument("--depth", type=int, default=12, help="how many events in a line of play, at the most")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, help="what has been compared, a part on each line")
    given = parser.parse_args()
    parts = [part for part in _known(given.file) if part["depth"] == given.depth]
    seen = {part["seed"] for part in parts}
    seeds = (seed for seed in count(given.seed * 1_000_000) if seed not in seen)
    running = _parts(seeds, given.depth, given.jobs)
    with suppress(KeyboardInterrupt):
        while sum(part["positions"] for part in parts) < given.positions:
            part = next(running)
            parts.append(part)
            if given.file is not None:
                with given.file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(part) + "\n")
            for text in part["found"]:
                print(f"seed {part['seed']}: {text}\n", flush=True)
    running.close()
    print(_told(parts, given.depth))
    return 1 if any(part["found"] for part in parts) else 0


if __name__ == "__main__":
    sys.exit(main())
