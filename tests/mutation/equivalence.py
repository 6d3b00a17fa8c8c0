"""Shows mutants equivalent over a scope: no state of it, whatever the next event, has the change derive anything new.

It holds of mutants that can only add (a condition less, a wider comparison): all states within the lemmas of asp/lemmas
are looked at, with every reading and edition, and one event of any kind, in one grounding for all of them.
"""

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import clingo

from solver_bridge.programs import scope_files
from solver_bridge.proving.claims import LEMMAS, shipped
from solver_bridge.proving.scope import Scope
from solver_bridge.resources import asp_dir
from tests.mutation.mutants import Mutant

__all__ = ["SCOPE", "alike"]

SCOPE = Scope(
    units=2,
    width=2,
    height=1,
    effects=1,
    cards=("Captain Baldassare", "Dodge Roll", "Dome of Osiros", "Sir Kay", "Wills-o'-the-Wisp"),
)
_FACTS = "allowed(departed).allowed(turns).plays(0).next(0,1).looked_at(0)._found."
_OPTIONS = ("--configuration=handy", "--sat-prepro=2", "--warn=none")


def alike(mutants: Sequence[Mutant], seconds: float = 10.0, scope: Scope = SCOPE) -> Iterator[tuple[Mutant, str]]:
    """Say of each mutant that only adds: `same` in the scope, `other`, `never fires` there, or `unknown` in that time."""
    adding = [mutant for mutant in mutants if mutant.adds and not mutant.removes]
    files = scope_files(scope.cards, "scope/under_way.lp", *dict.fromkeys(lemma.file for lemma in shipped(LEMMAS)))
    loaded = [mutant for mutant in adding if mutant.file in files]
    control = clingo.Control(list(_OPTIONS), logger=lambda *_: None)
    for file in files:
        control.load(str(Path(asp_dir()) / file))
    text = [scope.facts(), _FACTS]
    for number, mutant in enumerate(loaded):
        text += (f"_adds({number}) :- {body}." for body in mutant.adds)
        text += (f"_fires({number}) :- {body}." for body in mutant.fires)
    control.add("base", [], "\n".join(text))
    control.ground([("base", [])])
    for number, mutant in enumerate(loaded):
        adds, fires = (_possible(control, name, number, seconds) for name in ("_adds", "_fires"))
        if adds is None:
            yield mutant, "unknown"
        elif adds:
            yield mutant, "other"
        else:
            yield mutant, "same" if fires else "never fires"


def _possible(control: clingo.Control, name: str, number: int, seconds: float) -> bool | None:
    """Say whether an atom can hold in some state; nothing if time ran out."""
    atom = clingo.Function(name, [clingo.Number(number)])
    known = control.symbolic_atoms[atom]
    if known is None:
        return False
    if known.is_fact:
        return True
    until = time.monotonic() + seconds
    with control.solve(assumptions=[(atom, True)], async_=True) as handle:
        while not handle.wait(0.1):
            if time.monotonic() > until:
                handle.cancel()
                return None
        return bool(handle.get().satisfiable)
