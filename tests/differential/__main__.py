"""The long comparison: `python -m tests.differential --games 20000 --jobs 2 --seed 1`.

Each game is a random position, of which every attack, every reason and every range of motion is compared, and then a
line of play, of which every list of legal events, every verdict with its reasons and every position is.
"""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.differential.comparing import games

_TOGETHER = 100


def _part(task: tuple[int, int]) -> list[str]:
    seed, depth = task
    return games(seed, _TOGETHER, depth)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tasks = [(given.seed * 1_000_000 + part, given.depth) for part in range(-(-given.games // _TOGETHER))]
    began, found = time.monotonic(), 0
    with ProcessPoolExecutor(given.jobs) as pool:
        for (seed, _), differences in zip(tasks, pool.map(_part, tasks), strict=True):
            for text in differences:
                print(f"seed {seed}: {text}\n")
            found += len(differences)
    seconds = time.monotonic() - began
    played = f"{len(tasks) * _TOGETHER} games of up to {given.depth} events, seed {given.seed}"
    print(f"{played}: {found} disagreements, {seconds:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
