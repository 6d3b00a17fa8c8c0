"""Where the time of an answer goes: the steps that the bridge and the solver take, timed where they are called."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

import clingo

from solver_bridge import asking, engine, model, slices

__all__ = ["STEPS", "spent"]

STEPS: dict[str, tuple[tuple[object, str], ...]] = {
    "reading positions": ((model.Position, "from_data"),),
    "writing facts": ((asking, "request_facts"),),
    "cutting down the rules": ((slices.Slicer, "get"),),
    "parsing rules and facts": ((clingo.Control, "load"), (clingo.Control, "add")),
    "grounding": ((clingo.Control, "ground"),),
    "solving": ((clingo.SolveHandle, "model"), (clingo.SolveHandle, "resume"), (clingo.SolveHandle, "__exit__")),
    "reading atoms": ((engine, "_atoms"),),
    "freeing the solver": ((clingo.Control, "__del__"),),
}
"""What is timed of each step; steps do not contain each other."""
REST = "making answers, and all else"


@contextmanager
def _timed(taken: dict[str, float]) -> Iterator[None]:
    def around(step: str, function: Callable[..., object]) -> Callable[..., object]:
        def timed(*arguments: object, **named: object) -> object:
            started = time.process_time()
            try:
                return function(*arguments, **named)
            finally:
                taken[step] += time.process_time() - started

        return timed

    with ExitStack() as stack:
        for step, places in STEPS.items():
            for owner, name in places:
                stack.enter_context(patch.object(owner, name, around(step, getattr(owner, name))))
        yield


def spent(function: Callable[[], object]) -> dict[str, float]:
    """Give the share of each step in the processor time of a function that asks questions in this process."""
    taken = dict.fromkeys(STEPS, 0.0)
    with _timed(taken):
        started = time.process_time()
        function()
        whole = time.process_time() - started
    taken[REST] = whole - sum(taken.values())
    return {step: seconds / whole for step, seconds in taken.items()}
