"""What is run against a mutant, the cheapest first."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from solver_bridge import vocabulary
from solver_bridge.engine import FOUND
from solver_bridge.proving.claims import LEMMAS, PROPERTIES, shipped
from solver_bridge.proving.scope import Scope
from solver_bridge.proving.tasks import first_task, run, step_task
from tests.mutation.killing import KILLED, Check, Checked, Verdict
from tests.mutation.mutants import Mutant
from tests.mutation.runs import RULING, Run, all_runs, together
from tests.mutation.telling import ENOUGH, Telling, short

__all__ = ["PROVED", "Runs", "by_properties"]

MOST = 5
"""By how many runs a mutant is tried at a time."""
_READ = vocabulary.FILES
"""Rules files of which positions and rulings are read by."""


class Runs:
    """The runs, and what is known of which can tell a mutant."""

    def __init__(self, runs: Sequence[Run], tellings: Mapping[str, Telling], games: int) -> None:
        """Sort the runs by what they can tell, the quickest first."""
        self.games = games
        self._tried: Counter[str] = Counter()
        self._noticed: Counter[str] = Counter()
        self._of_a_rule: Counter[tuple[str, str, int]] = Counter()
        self.by_key = {run.key: run for run in runs}
        self.seconds = {telling.run: telling.seconds for telling in tellings.values() if telling.run in self.by_key}
        self.tell: dict[str, list[str]] = {}
        for key in sorted(self.seconds, key=self.seconds.__getitem__):
            for body in tellings[key].held:
                self.tell.setdefault(body, []).append(key)

    @classmethod
    def of_seconds(cls, runs: Sequence[Run], seconds: Mapping[str, float], games: int) -> "Runs":
        """Give runs of which it is known only how long they take."""
        tellings = {run.key: Telling(run.key, "", seconds[run.key], frozenset()) for run in runs}
        return cls(runs, tellings, games)

    def telling(self, mutant: Mutant) -> list[str]:
        """Give the runs that can tell a mutant, the most promising first for their cost."""
        more = dict.fromkeys(key for body in mutant.adds for key in self.tell.get(short(body), ()))
        less = dict.fromkeys(key for body in mutant.removes for key in self.tell.get(short(body), ()))
        return sorted({**more, **less}, key=lambda key: (self._price(key, mutant) * (1 if key in more else 1.5), key))

    def any_run(self, mutant: Mutant) -> list[str]:
        """Give all runs: of what is in most of them only the quickest, which notice little, are known to tell it.

        What has noticed a change of the rule comes first; the rest stands in no special order.
        """
        rule = mutant.file, mutant.line
        return sorted(self.seconds, key=lambda key: (-self._of_a_rule[key, *rule], short(f"{mutant.key} {key}")))

    def common(self, mutant: Mutant) -> bool:
        """Say whether runs were found in plenty that can tell a mutant, so that further ones were not looked for."""
        return any(len(self.tell.get(short(body), ())) >= ENOUGH for body in (*mutant.adds, *mutant.removes))

    def _price(self, key: str, mutant: Mutant) -> float:
        """Give the seconds of a run for each mutant that it is likely to notice, by what it has noticed so far.

        What has noticed a change of a rule is likely to notice another change of it.
        """
        by_now = (self._tried[key] + 2) / (self._noticed[key] + 1)
        return float(self.seconds[key] * by_now / 4 ** self._of_a_rule[key, mutant.file, mutant.line])

    def learn(self, mutant: Mutant, verdict: Verdict) -> None:
        """Remember what a run has noticed, and what it has not."""
        for key in verdict.by.split("\n"):
            self._tried[key] += 1
            self._noticed[key] += verdict.outcome == KILLED
            self._of_a_rule[key, mutant.file, mutant.line] += 1 if verdict.outcome == KILLED else -1

    def check(self, mutant: Mutant, keys: Sequence[str]) -> tuple[Check, float]:
        """Give a check of a mutant by some runs, and the seconds that it may take."""
        promising = self.telling(mutant)
        ordered = sorted(keys, key=lambda key: promising.index(key) if key in promising else 0)[:MOST]

        def check(mutant: Mutant) -> Checked:
            runs = self.by_key
            if mutant.file in _READ:
                anew = all_runs(self.games)
                unreadable = next((run.key for run in anew if run.kind == RULING and run.talk is None), None)
                if unreadable is not None:
                    return Checked(True, unreadable)
                runs = {run.key: run for run in together(anew)}
            for key in ordered:
                if key not in runs or runs[key].ask():
                    return Checked(True, key)
            return Checked(False, "\n".join(ordered))

        return check, 4 + 4 * sum(self.seconds[key] for key in ordered)


PROVED = "properties and lemmas"
_SCOPE = Scope(units=2, width=2, height=1, effects=1)


def by_properties(_mutant: Mutant) -> Checked:
    """Check a mutant by the proofs: whether every lemma and property still holds by induction on a small scope."""
    lemmas = shipped(LEMMAS)
    claims = [claim for claim in shipped(PROPERTIES) if not claim.images and not claim.parts]
    cards = tuple(sorted({card for claim in claims for card in claim.wants}))
    with_cards = msgspec.structs.replace(_SCOPE, cards=cards)
    if run(step_task(lemmas, _SCOPE)).status == FOUND or run(first_task(lemmas, _SCOPE)).status == FOUND:
        return Checked(True, "lemmas")
    for some in ([claim for claim in claims if claim.wants], [claim for claim in claims if not claim.wants]):
        if run(step_task(some, with_cards if some[0].wants else _SCOPE)).status == FOUND:
            return Checked(True, "properties")
    return Checked(False, PROVED)
