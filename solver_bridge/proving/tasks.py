"""One search over a scope, as plain data that any process can carry out."""

import time
from collections.abc import Sequence
from typing import NamedTuple

from solver_bridge.engine import FOUND, NONE, UNKNOWN, Found, Searcher, ground_rules
from solver_bridge.programs import scope_files
from solver_bridge.proving.claims import LEMMAS, Claim, shipped
from solver_bridge.proving.decode import NAMES
from solver_bridge.proving.images import missing
from solver_bridge.proving.scope import Scope
from solver_bridge.terms import Atom

__all__ = [
    "FAST", "FREED", "PLAIN", "PROVING", "Done", "Task", "first_task", "image_task", "line_task", "run", "step_task",
]  # fmt: skip

FAST = ("--configuration=handy", "--sat-prepro=2")
PROVING = ("--configuration=frumpy", "--heuristic=Vsids")
"""Berkmin's heuristic, frumpy's own, can come near to no conflict at all in these searches."""
PLAIN = ("--heuristic=Domain", "--dom-mod=5,16")
_SHOW = "#show odd/1."
_POSITION = ("show/position.lp",)
_UNDER_WAY = ("scope/under_way.lp",)
_IMAGES = ("scope/images.lp",)
_EVENTS = ("show/events.lp",)
_SOUGHT = ("scope/sought.lp",)
FREED = ("mirrored", "any_active", "any_attacker")
"""What is allowed to a search that leans on no image."""


class Task(NamedTuple):
    """Rules files, facts and options of a search; `names` are the atoms to give back if something is found.

    With `images` nothing is searched: it is looked whether every ground rule has its images among the rules, under
    the images named or, if none is, under every one.
    """

    files: tuple[str, ...]
    facts: str
    options: tuple[str, ...] = FAST
    names: frozenset[str] = frozenset()
    images: tuple[str, ...] | None = None


class Done(NamedTuple):
    """How a task ended, and how long it took."""

    status: str
    atoms: tuple[Atom, ...]
    seconds: float


def run(task: Task, seconds: float | None = None) -> Done:
    """Carry out a task, within a time if one is given."""
    start = time.monotonic()
    until = None if seconds is None else start + seconds
    if task.images is not None:
        lacking = missing(ground_rules(task.files, task.facts), task.images, until)
        status = UNKNOWN if lacking is None else FOUND if lacking else NONE
        return Done(status, lacking or (), time.monotonic() - start)
    found: Found = Searcher(task.files, task.facts, options=task.options).find(names=task.names, until=until)
    return Done(found.status, found.atoms, time.monotonic() - start)


def _lemma_files() -> tuple[str, ...]:
    return tuple(dict.fromkeys(lemma.file for lemma in shipped(LEMMAS)))


def step_task(
    claims: Sequence[Claim], scope: Scope, cube: int | None = None, part: int | None = None
) -> Task:
    """Look for a state under way, within the lemmas, in which one event, or the state itself, is against a claim.

    Lemmas are looked at after that event.
    """
    facts = [scope.facts(), _sought(claims), "allowed(departed).allowed(turns).plays(0)."]
    later = claims[0] in shipped(LEMMAS)
    facts.append("next(0,1)." if later or any(claim.next for claim in claims) else "looked_at(0).")
    facts.append(
        "looked_at(1)." if later else "looked_at((0;1))." if any(claim.next for claim in claims) else ""
    )
    if cube is not None:
        facts.append(f"cube({cube}).")
    if part is not None:
        facts.append(f"part({part}).")
    files = dict.fromkeys((*_UNDER_WAY, *_lemma_files(), *_files(claims)))
    return Task(scope_files(scope.cards, *files), "".join(facts), PROVING)


def first_task(claims: Sequence[Claim], scope: Scope, cube: int | None = None) -> Task:
    """Look for a position before any attack that is against a claim."""
    facts = [scope.facts(), _sought(claims), "looked_at(0)."]
    if cube is not None:
        facts.append(f"cube({cube}).")
    return Task(scope_files(scope.cards, *_files(claims)), "".join(facts), PROVING)


def line_task(
    claim: Claim | None, scope: Scope, events: int, *, shorter: bool = False, plain: bool = False
) -> Task:
    """Look for a position before an attack, and a line of so many events, against a claim or to a goal.

    Without a claim any line of that length will do; with `shorter`, one of fewer events, too; with `plain`, the
    position lacks all that it can.
    """
    facts = [
        scope.facts(),
        "sought(lasts)." if claim is None else _sought([claim]),
        "begun.ask(position,0).",
    ]
    facts += (f"plays({moment}).next({moment},{moment + 1})." for moment in range(events))
    facts += (f"looked_at({moment})." for moment in range(0 if shorter else max(0, events - 1), events + 1))
    if shorter:
        facts.append("allowed(shorter).")
    files = scope_files(scope.cards, *(() if claim is None else _files([claim])), *_POSITION)
    return Task(files, "".join(facts) + _SHOW, (*FAST, *PLAIN) if plain else FAST, NAMES)


def image_task(task: Task | None, scope: Scope, images: tuple[str, ...] = ()) -> Task:
    """Look whether a search may lean on images of its rules; without one, of what is legal and what follows.

    What a search leaves out because it is the image of something else is not left out here.
    """
    if task is None:
        facts = f"{scope.facts()}allowed(departed).allowed(turns).plays(0).looked_at(0).ask(events,0)."
        files = (name for name in scope_files(scope.cards, *_UNDER_WAY, *_EVENTS) if name not in _SOUGHT)
        task = Task(tuple(files), facts)
    freed = "".join(f"allowed({word})." for word in FREED)
    return Task((*task.files, *_IMAGES), task.facts + freed, images=images)


def _files(claims: Sequence[Claim]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(file for claim in claims for file in (claim.file, *claim.loads)))


def _sought(claims: Sequence[Claim]) -> str:
    return "".join(f"sought({claim.name})." for claim in claims)
