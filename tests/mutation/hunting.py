"""Looks for cases that kill: `python -m tests.mutation.hunting --work DIR --sample N --seed S [--games G] [--minutes M]`.

Random games are played, and all that can be asked on their ways is asked with marks beside the rules for what each
mutant would add, and where the rule that it changes fires. Only what a mark was seen in is asked again with the
mutant: where the engines then disagree is a case that kills it. Cases found are kept in the work folder, a line each.
"""

import argparse
import json
import pickle
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solver_bridge import asking, engine
from solver_bridge.asking import Request
from solver_bridge.conversation import Conversation, talk_all
from solver_bridge.engine import watched
from tests.mutation.cases import Case, asked, many_together, teller
from tests.mutation.corpus import Item, corpus
from tests.mutation.journal import Journal
from tests.mutation.killing import KILLED, Check, Checked, tried
from tests.mutation.mutants import Mutant, mutants, sampled
from tests.mutation.results import argued, known

__all__ = ["Marks", "checked", "hunted"]

_MARK = "_mutation_mark"
_MOMENTS = 4096
_EACH = 14
"""How many items of each kind of question are asked of a mutant at the most: half of them the smallest."""
_MOMENT = re.compile(r"\bT\b")


class Marks:
    """Sees in which items a mutant would derive something else."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        """Look for some mutants."""
        self.mutants = mutants
        self.seen: dict[str, set[int]] = defaultdict(set)
        self._owners: dict[int, int] = {}
        self._moments: list[int] = []

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what is asked meanwhile."""
        ground = asking._ground

        def grounded(programs: Any, verbatim: Any, requests: Sequence[Request]) -> Any:
            self._moments = [self._owners.get(id(r), -1) for r in requests for _ in range(r.last + 1)]
            return ground(programs, verbatim, requests)

        asking._ground = grounded
        try:
            with watched(self._rules, _MARK, self._note):
                yield
        finally:
            asking._ground = ground

    def owned(self, number: int, conversation: Conversation[Any]) -> Conversation[Any]:
        """Carry a conversation, knowing of which item its requests are."""
        requests = next(conversation)
        while True:
            self._owners.update((id(request), number) for request in requests)
            answers = yield requests
            for request in requests:
                self._owners.pop(id(request), None)
            try:
                requests = conversation.send(answers)
            except StopIteration as end:
                return end.value

    def _rules(self, files: Sequence[str]) -> str:
        lines = []
        for number, mutant in enumerate(self.mutants):
            if mutant.file not in files:
                continue
            for body in dict.fromkeys((*mutant.adds, *mutant.removes)):
                moment = "T" if _MOMENT.search(body) else str(_MOMENTS - 1)
                lines.append(f"{_MARK}({number * _MOMENTS}+{moment}) :- {body}.")
        return "\n".join(lines)

    def _note(self, _: Sequence[str], numbers: Iterable[int]) -> None:
        for number in numbers:
            which, moment = divmod(number, _MOMENTS)
            owners = set(self._moments) if moment == _MOMENTS - 1 else {self._moments[moment]}
            self.seen[self.mutants[which].key] |= owners - {-1}


def marked(items: Sequence[Item], left: Sequence[Mutant]) -> dict[str, list[Item]]:
    """Give for each mutant the items in whose answers it derives something else, the smallest first."""
    marks = Marks(left)

    def one(number: int, item: Item) -> Conversation[None]:
        yield from marks.owned(number, asked(item.scene, item.case.ask, lambda *_: None))

    with marks.watching(), many_together():
        talk_all([one(number, item) for number, item in enumerate(items)])
    return {
        key: sorted((items[number] for number in numbers), key=lambda item: _size(item.case))
        for key, numbers in marks.seen.items()
    }


def _size(case: Case) -> int:
    return len(json.dumps([case.position, case.events, case.ask])) + 200 * len(case.events)


def disagreeing(items: Sequence[Item]) -> list[Case]:
    """Give the cases of some items in which the engines disagree."""
    found: list[Case] = []

    def one(item: Item) -> Conversation[None]:
        wrong: list[str] = []
        try:
            yield from asked(item.scene, item.case.ask, teller(item.case, wrong))
        except Exception as error:
            wrong.append(str(error))
        if wrong:
            found.append(item.case)

    with many_together():
        talk_all([one(item) for item in items])
    return found


def checked(items: Sequence[Item], seed: str) -> Check:
    """Give a check by some items, kind by kind, the smallest ones and others at random."""
    kinds: dict[str, list[Item]] = defaultdict(list)
    for item in items:
        kinds[next(iter(item.case.ask))].append(item)
    chunks = []
    for some in kinds.values():
        rest = some[_EACH // 2 :]
        chunks.append([*some[: _EACH // 2], *random.Random(seed).sample(rest, min(len(rest), _EACH // 2))])

    def check(_: Mutant) -> Checked:
        engine._slicer._asked = -1_000_000  # rules that are asked a few times only need no slices
        for chunk in chunks:
            found = disagreeing(chunk)
            if found:
                return Checked(True, json.dumps(min(found, key=_size)))
        return Checked(False, f"{len(items)} items")

    return check


def hunted(
    found: dict[str, list[Item]], left: Sequence[Mutant], folder: Path
) -> Iterator[tuple[Mutant, str]]:
    """Give the mutants that some items kill, each with its case as JSON, or with how it ends."""
    began = time.monotonic()
    tasks = [(mutant, checked(found[mutant.key], mutant.key), 20.0) for mutant in left if mutant.key in found]
    for mutant, verdict in tried(tasks, folder):
        if verdict.outcome == KILLED:
            yield mutant, verdict.by
    print(f"tried {len(tasks)}, {time.monotonic() - began:.0f} s", flush=True)


def main() -> int:
    """Hunt."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.hunting")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play", type=int, default=1, help="the seed of the games")
    parser.add_argument("--games", type=int, default=100, help="how many are played together")
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=5)
    given = parser.parse_args()
    began = time.monotonic()
    journal = Journal(given.work / "journal.jsonl")
    kept = given.work / "cases.jsonl"
    done = {json.loads(line)[0] for line in kept.read_text().splitlines()} if kept.exists() else set()
    left = [
        mutant
        for mutant in sampled(mutants(), given.seed, given.sample)
        if not journal.killed(mutant.key) and mutant.key not in done | known().same | set(argued())
    ]
    play = given.play
    while left and time.monotonic() - began < 60 * given.minutes:
        pickled = given.work / f"corpus-{play}.pickle"
        if pickled.exists():
            found = pickle.loads(pickled.read_bytes())
        else:
            wrong: list[str] = []
            items = list(corpus(play, given.games, given.depth, wrong))
            print(f"play {play}: {len(items)} items, {len(wrong)} disagreements, {time.monotonic() - began:.0f} s", flush=True)
            with (given.work / "disagreements.txt").open("a") as file:
                file.writelines(f"{text}\n\n" for text in wrong)
            found = marked(items, left)
            pickled.write_bytes(pickle.dumps(found))
        print(f"play {play}: marked {len(found)}, {time.monotonic() - began:.0f} s", flush=True)
        for mutant, case in hunted(found, left, given.work / "rules"):
            if not case.startswith("["):
                print(mutant.key, case, flush=True)
                continue
            done.add(mutant.key)
            with kept.open("a") as file:
                file.write(json.dumps([mutant.key, case]) + "\n")
        left = [mutant for mutant in left if mutant.key not in done]
        print(f"play {play}: {len(left)} left, {time.monotonic() - began:.0f} s", flush=True)
        play += 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
