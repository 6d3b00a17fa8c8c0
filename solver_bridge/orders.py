"""The orders in which pending triggers may resolve."""

from collections.abc import Sequence
from itertools import chain, islice, permutations, product
from math import factorial, prod

import msgspec

from solver_bridge.asking import Request
from solver_bridge.conversation import Conversation, put
from solver_bridge.events import Event
from solver_bridge.model import Position
from solver_bridge.play import Line, follow
from solver_bridge.programs import PLAY

__all__ = ["MOST", "Orders", "orders_talk"]

MOST = 10_000
"""How many orders are listed at most: ten triggers of one player have more than three million."""


class Orders(msgspec.Struct, frozen=True):
    """The first of the orders, each the sources in turn, and how many orders there are."""

    listed: tuple[tuple[str, ...], ...]
    number: int

    @property
    def complete(self) -> bool:
        """Say whether all are listed."""
        return len(self.listed) == self.number


def orders_talk(position: Position, events: Sequence[Event]) -> Conversation[tuple[Line, Orders]]:
    """Follow some events, then give the orders in which the pending triggers may resolve (Storyline)."""
    line = yield from follow(position, events, complete=False)
    answer = yield from put(Request(line.position, (), ((0, "orders", ()),), (PLAY, "orders")))
    groups: dict[tuple[int, str], list[str]] = {}
    for source, _, _, turn, depth in answer.get("queued"):
        groups.setdefault((-int(depth), str(turn)), []).append(answer.value(source))  # type: ignore[arg-type]
    sources = [sorted(groups[key]) for key in sorted(groups)]
    # The ways of each group come one by one: all of them are never made.
    orders = product(*(_ways(group) for group in sources))
    listed = tuple(tuple(chain.from_iterable(order)) for order in islice(orders, MOST))
    return line, Orders(listed, prod(factorial(len(group)) for group in sources))


def _ways(group: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(islice(permutations(group), MOST))
