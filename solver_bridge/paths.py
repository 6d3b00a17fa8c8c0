"""Shortest paths in the graph of steps that the rules give."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from solver_bridge.asking import Answer
from solver_bridge.model import Footprint
from solver_bridge.terms import Term

__all__ = ["Paths", "path_rank"]

_Node = tuple[Term, int]


def path_rank(path: tuple[Footprint, ...]) -> tuple[Any, ...]:
    """Give what paths are compared by: the shortest comes first, then the one over the lowest squares."""
    return len(path), [[_square(location) for location in step] for step in path], path


class Paths:
    """The shortest path of each unit to wherever it can stand; of equally short ones the lowest squares."""

    def __init__(self, answer: Answer, moment: int = 0) -> None:
        """Read the graph that show/paths.lp shows of a moment."""
        self._answer = answer
        self._moment = moment
        self._edges: dict[Term, dict[_Node, list[_Node]]] = {}
        for unit, at, paid, to, after in answer.get("edge", moment):
            self._edges.setdefault(unit, {}).setdefault((at, int(paid)), []).append((to, int(after)))  # type: ignore[arg-type]
        self._starts: Mapping[Term, Term] = dict(answer.get("start", moment))  # type: ignore[arg-type]
        self._spread: dict[Term, dict[Term, list[str]]] = {}
        for unit, node, location in answer.get("spread", moment):
            self._spread.setdefault(unit, {}).setdefault(node, []).append(answer.value(location, moment))
        self._found: dict[Term, Mapping[Term, tuple[Term, ...]]] = {}
        self._known: dict[tuple[Term, Term], tuple[Footprint, ...] | None] = {}

    def locations(self, unit: Term, node: Term) -> Footprint:
        """Give the locations that the unit occupies when it stands at a node."""
        spread = self._spread.get(unit, {}).get(node)
        if spread is None:
            return (self._answer.value(node, self._moment),)
        return tuple(sorted(spread, key=_square))

    def to(self, unit: Term, node: Term) -> tuple[Footprint, ...] | None:
        """Give the shortest path to a node, without its start, or nothing where none leads there."""
        key = unit, node
        if key not in self._known:
            path = self._nodes_to(unit).get(node)
            self._known[key] = None if path is None else tuple(self.locations(unit, step) for step in path)
        return self._known[key]

    def nodes(self, unit: Term) -> Iterable[Term]:
        """Give every node that the unit can reach."""
        return self._nodes_to(unit)

    def _nodes_to(self, unit: Term) -> Mapping[Term, tuple[Term, ...]]:
        """Give the nodes of a shortest path to each node."""
        if unit not in self._found:
            self._found[unit] = self._search(unit)
        return self._found[unit]

    def _search(self, unit: Term) -> Mapping[Term, tuple[Term, ...]]:
        start = self._starts.get(unit)
        if start is None:
            return {}
        edges = self._edges.get(unit, {})

        @cache
        def rank(step: _Node) -> tuple[Any, ...]:
            at = self.locations(unit, step[0])
            return [_square(location) for location in at], at, step[1]

        found: dict[Term, tuple[Term, ...]] = {start: ()}
        layer: list[tuple[_Node, tuple[Term, ...]]] = [((start, 0), ())]
        seen: set[_Node] = {(start, 0)}
        while layer:
            following: list[tuple[_Node, tuple[Term, ...]]] = []
            for node, path in layer:
                for step in sorted(edges.get(node, ()), key=rank):
                    if step not in seen:
                        seen.add(step)
                        longer = (*path, step[0])
                        found.setdefault(step[0], longer)
                        following.append((step, longer))
            layer = following
        return found


def _square(location: Any) -> int:
    return int(str(location).rpartition(" ")[2])
