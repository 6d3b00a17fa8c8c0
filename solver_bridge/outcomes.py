"""Every end of an attack, over all choices of both players: a graph of positions, equal ones merged."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from solver_bridge import words
from solver_bridge.conversation import Conversation, carry
from solver_bridge.errors import IllegalEvent
from solver_bridge.events import Event
from solver_bridge.exploring import TOGETHER, Seen, Walk, Way
from solver_bridge.model import Position
from solver_bridge.play import Line, follow

if TYPE_CHECKING:
    from networkx import DiGraph

__all__ = [
    "LIMIT",
    "Outcome",
    "Outcomes",
    "Step",
    "explore",
    "outcomes",
    "outcomes_talk",
]

LIMIT = 100_000
"""How many positions are met at most, unless another limit is given."""

Progress = Callable[[int, int], None]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One end of an attack: its result, a shortest line of play to it, and in how many positions it leaves the realm.

    There is no result where the unit that moved did not attack and nobody intercepted it.
    """

    result: Mapping[str, Any] | None
    line: tuple[Event, ...]
    positions: int


class Step(msgspec.Struct, frozen=True):
    """An event that leads from one position to another, both by their numbers."""

    before: int
    event: Event
    after: int


class Outcomes(msgspec.Struct, frozen=True, kw_only=True):
    """All ends of an attack, with the numbers of distinct positions and of lines of play.

    `results` has the outcomes, by their numbers, of each position in which an end was reached; `lives` is the life of
    the players at the start, `stages` what is next in each position, by the word for it in an attack under way. Where
    `complete` is false a limit was reached: the rest is true of what was looked at, and more may be there.
    """

    states: int
    lines: int
    complete: bool
    outcomes: tuple[Outcome, ...]
    steps: tuple[Step, ...]
    results: Mapping[int, tuple[int, ...]]
    start: Position
    lives: Mapping[str, int]
    stages: tuple[str | None, ...]
    make_position: Callable[[int], Position]

    def positions(self) -> Iterator[Position]:
        """Give every distinct position, in the order of their numbers; the first is the start."""
        return map(self.make_position, range(self.states))

    def graph(self) -> "DiGraph[Position]":
        """Give the graph: positions, joined by the events that lead from one to another.

        An edge has `events`, all events that lead there; a position in which the attack has ended has `results`.
        """
        from networkx import DiGraph

        graph: DiGraph[Position] = DiGraph(
            states=self.states, lines=self.lines, complete=self.complete, outcomes=self.outcomes
        )
        positions = list(self.positions())
        for number, position in enumerate(positions):
            found = [self.outcomes[index].result for index in self.results.get(number, ())]
            graph.add_node(position, number=number, results=tuple(found))
        for step in self.steps:
            before, after = positions[step.before], positions[step.after]
            known = graph.edges[before, after]["events"] if graph.has_edge(before, after) else ()
            graph.add_edge(before, after, events=(*known, step.event))
        return graph


class _Explorer:
    """What is known while an attack is explored."""

    def __init__(self, walk: Walk, limit: int) -> None:
        self.walk = walk
        self.limit = limit
        self.complete = True
        self.numbers: dict[frozenset[Any], int] = {}
        self.reached_by: list[int] = []
        self.steps: list[Step] = []
        self.outcomes: dict[str, tuple[Mapping[str, Any] | None, int, int]] = {}
        self.results: dict[int, dict[int, None]] = {}
        self.met: dict[frozenset[str], Seen] = {}

    def meet(self, seen: Seen, step: tuple[int, Event] | None) -> bool:
        """Note what an event leads to; say whether the position is a new one with a way on."""
        number = self.numbers.get(seen.fields)
        new = number is None
        if number is None:
            if len(self.numbers) >= self.limit:
                self.complete = False
                return False
            number = self.numbers[seen.fields] = len(self.numbers)
            self.reached_by.append(len(self.steps))
        if step is not None:
            self.steps.append(Step(*step, number))
        if seen.events:
            return new
        order = self.outcomes.setdefault(
            repr(seen.result), (seen.result, len(self.outcomes), len(self.steps) - 1)
        )[1]
        self.results.setdefault(number, {})[order] = None
        return False

    def line(self, last: int) -> tuple[Event, ...]:
        """Give a shortest line whose last step is this one."""
        found: list[Event] = []
        while last >= 0:
            step = self.steps[last]
            found.append(step.event)
            last = self.reached_by[step.before] if step.before else -1
        return tuple(reversed(found))

    def lives(self) -> Mapping[str, int]:
        """Give the life of each player who has an avatar at the start."""
        units = self.walk.start.units
        found = {
            units[name].controller: life for name, life in self.walk.start_values(words.LIFE_LEFT).items()
        }
        return dict(sorted(found.items()))

    def found(self) -> Outcomes:
        """Give all that is known."""
        places = [0] * len(self.outcomes)
        for numbers in self.results.values():
            for order in numbers:
                places[order] += 1
        fields = list(self.numbers)
        return Outcomes(
            states=len(fields),
            lines=_count_lines(len(fields), self.steps, self.results),
            complete=self.complete,
            outcomes=tuple(
                Outcome(result=result, line=self.line(last), positions=places[order])
                for result, order, last in self.outcomes.values()
            ),
            steps=tuple(self.steps),
            results={number: tuple(sorted(orders)) for number, orders in self.results.items()},
            start=self.walk.start,
            lives=self.lives(),
            stages=tuple(self.walk.value(seen, words.STEP) for seen in fields),
            make_position=lambda number: self.walk.position(fields[number]),
        )


def explore(
    start: Position, *, limit: int = LIMIT, seconds: float | None = None, progress: Progress | None = None
) -> Conversation[Outcomes]:
    """Follow every legal event from a position on, until the attack is over, or until a limit is reached.

    A KeyboardInterrupt thrown into the conversation is such a limit. `progress` is told, now and then, how many
    positions are known and how many events wait to be taken.
    """
    until = None if seconds is None else time.monotonic() + seconds
    walk = Walk(start, under_way=True)
    explorer = _Explorer(walk, limit)
    try:
        seen = yield from walk.begin()
        explorer.meet(seen, None)
        layer = [(0, Way(event, frozenset())) for event in seen.events]
        while layer and explorer.complete:
            following: list[tuple[int, Way]] = []
            for first in range(0, len(layer), TOGETHER):
                if until is not None and time.monotonic() >= until:
                    explorer.complete = False
                    break
                following += yield from _advance(explorer, layer[first : first + TOGETHER])
                if progress is not None:
                    progress(len(explorer.numbers), max(0, len(layer) - first - TOGETHER) + len(following))
            layer = following
    except KeyboardInterrupt:
        explorer.complete = False
    return explorer.found()


def _advance(explorer: _Explorer, tries: Sequence[tuple[int, Way]]) -> Conversation[list[tuple[int, Way]]]:
    """Take some events; give those that can be taken in the positions which are new."""
    walk = explorer.walk
    taken = yield from walk.take([way for _, way in tries])
    unseen = [memory for memory in dict.fromkeys(way.memory for way in taken) if memory not in explorer.met]
    looked = yield from walk.look(unseen)
    explorer.met.update(zip(unseen, looked, strict=True))
    found: list[tuple[int, Way]] = []
    for (number, _), way in zip(tries, taken, strict=True):
        seen = explorer.met[way.memory]
        if explorer.meet(seen, (number, way.event)):
            here = explorer.numbers[seen.fields]
            found += ((here, Way(event, way.memory)) for event in seen.events)
    return found


def _count_lines(states: int, steps: Sequence[Step], ends: Mapping[int, object]) -> int:
    """Count the lines of play: events lead from each position to later ones only."""
    following: dict[int, list[int]] = {}
    for step in steps:
        following.setdefault(step.before, []).append(step.after)
    counts: dict[int, int] = {}
    pending = [0]
    while pending:
        number = pending[-1]
        ways = following.get(number, ())
        waiting = [after for after in ways if after not in counts]
        if waiting:
            pending += waiting
            continue
        pending.pop()
        counts[number] = 1 if number in ends else sum(counts[after] for after in ways)
    return counts[0]


def outcomes_talk(
    position: Position,
    events: Sequence[Event],
    *,
    limit: int = LIMIT,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Conversation[tuple[Line, Outcomes | None]]:
    """Follow some events, then explore every way on; nothing is explored if an event is not legal."""
    line = yield from follow(position, events, complete=False)
    if not line.legal:
        return line, None
    if line.position.attack is None and line.result is not None:
        return line, _ended(line)
    return line, (yield from explore(line.position, limit=limit, seconds=seconds, progress=progress))


def outcomes(
    position: Position,
    events: Sequence[Event],
    *,
    limit: int = LIMIT,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Outcomes:
    """Follow some events, then explore every way on; raise IllegalEvent if one of them is not legal.

    A limit, or Ctrl-C, leaves the answer incomplete.
    """
    line, found = carry(outcomes_talk(position, events, limit=limit, seconds=seconds, progress=progress))
    if found is None:
        raise IllegalEvent(line.events[-1].event, line.events[-1].reasons, line.legal_instead)
    return found


def _ended(line: Line) -> Outcomes:
    only = Outcome(result=line.result, line=(), positions=1)
    return Outcomes(
        states=1,
        lines=1,
        complete=True,
        outcomes=(only,),
        steps=(),
        results={0: (0,)},
        start=line.position,
        lives=(line.result or {}).get(words.LIFE_LEFT, {}),
        stages=(None,),
        make_position=lambda _: line.position,
    )
