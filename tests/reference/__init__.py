"""The independent second engine: the rules read a second time, in plain Python.

It shares nothing with the program that it checks. Positions, events and answers are plain data in the
contract's shapes; reasons are lists of names. ``read`` gives a state, which every function accepts instead
of plain data; ``apply`` gives the next state, or the list of reasons, without copying plain data.
"""

from .answers import all_outcomes as outcomes
from .answers import (
    attacks,
    check,
    defenders,
    interceptors,
    legal_events,
    observed,
    orders,
    perft,
    reach,
    read,
    step,
    targets,
)
from .dumping import dump, observe
from .events import apply
from .position import EDITIONS, READINGS, State
from .realm import Unusable

__all__ = [
    "EDITIONS", "READINGS", "State", "Unusable", "apply", "attacks", "check", "defenders", "dump",
    "interceptors", "legal_events", "observe", "observed", "orders", "outcomes", "perft", "reach", "read",
    "step", "targets",
]  # fmt: skip
