"""The bridge between people's files and the rules programs under asp/.

>>> from solver_bridge import Position
>>> position = Position.from_data(
...     {
...         "active": "north",
...         "sites": {8: {"controller": "south"}},
...         "units": {"scout": {"power": 2, "controller": "north", "at": "surface 8"}},
...     }
... )
>>> [attack.target for attack in position.legal_attacks()]
['site 8']
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver_bridge.answers import LegalAttack
    from solver_bridge.checking import check
    from solver_bridge.errors import IllegalEvent, LimitReached, UnusableInput
    from solver_bridge.events import Event, parse_event
    from solver_bridge.model import Position
    from solver_bridge.play import Line
    from solver_bridge.sequence import Sequence

__all__ = [
    "Event",
    "IllegalEvent",
    "LegalAttack",
    "LimitReached",
    "Line",
    "Position",
    "Sequence",
    "UnusableInput",
    "__version__",
    "check",
    "parse_event",
]

__version__ = "0.1.0"

_HOMES = {
    "Event": "events",
    "IllegalEvent": "errors",
    "LegalAttack": "answers",
    "LimitReached": "errors",
    "Line": "play",
    "Position": "model",
    "Sequence": "sequence",
    "UnusableInput": "errors",
    "check": "checking",
    "parse_event": "events",
}


def __getattr__(name: str) -> Any:
    """Find a public name where it is defined, the first time it is asked for."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Give the public names."""
    return sorted(__all__)
