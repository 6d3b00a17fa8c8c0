"""Where an exploration stops, what it says on its way, and the graph of all that it has found."""

from functools import cache
from typing import Any

import pytest

from solver_bridge import outcomes as exploring
from solver_bridge import perft as counting
from solver_bridge.events import Event
from solver_bridge.model import Position
from solver_bridge.outcomes import Outcome, Outcomes, Step, _count_lines, explore, outcomes
from solver_bridge.perft import perft
from solver_bridge.tallies import EVERY, NEVER, SOME, Loss, phrases, tally

DUEL = Position.from_data({
    "active": "north",
    "sites": {8: {"controller": "south"}},
    "units": {
        "troll": {"power": 3, "controller": "north", "at": "surface 8"},
        "page": {"power": 1, "controller": "south", "at": "surface 8"},
        "king": {"type": "avatar", "life": 5, "controller": "south", "at": "surface 8", "tapped": True},
    },
})  # fmt: skip
EVENTS = [DUEL._event({"move_and_attack": {"unit": "troll", "path": []}}), DUEL._event({"attack": {"unit": "troll", "target": "king"}})]


class Clock:
    """A clock that goes on by some seconds whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 100.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now


def found(**options: Any) -> Outcomes:
    return outcomes(DUEL, EVENTS, **options)


@cache
def explored() -> tuple[Outcomes, list[tuple[int, int]]]:
    heard: list[tuple[int, int]] = []
    return found(progress=lambda *told: heard.append(told)), heard


def whole_attack() -> Outcomes:
    return explored()[0]


def test_an_attack_is_explored_to_its_ends() -> None:
    whole, heard = explored()
    assert (whole.complete, whole.lives) == (True, {"south": 5})
    assert [step.before for step in whole.steps] == sorted(step.before for step in whole.steps)
    assert heard[0] == (3, 3)
    assert heard[-1] == (whole.states, 0)
    assert next(whole.positions()) == whole.start
    assert len(list(whole.positions())) == whole.states
    assert whole.stages[0] == "window"
    ended = set(whole.results)
    assert all(whole.stages[number] in (None, "over") for number in ended)
    for outcome in whole.outcomes[:2]:
        at = whole.start
        for event in outcome.line:
            at = at.apply(event)
        assert outcome.positions >= 1
    assert sum(outcome.positions for outcome in whole.outcomes) == sum(map(len, whole.results.values()))


def test_a_graph_has_every_position_and_every_event() -> None:
    whole = whole_attack()
    graph = whole.graph()
    positions = list(whole.positions())
    assert graph.graph == {"states": whole.states, "lines": whole.lines, "complete": True, "outcomes": whole.outcomes}
    assert {graph.nodes[position]["number"]: position for position in graph} == dict(enumerate(positions))
    for number, position in enumerate(positions):
        results = tuple(whole.outcomes[index].result for index in whole.results.get(number, ()))
        assert graph.nodes[position]["results"] == results
    edges: dict[tuple[int, int], list[Event]] = {}
    for step in whole.steps:
        edges.setdefault((step.before, step.after), []).append(step.event)
    told = {
        (graph.nodes[one]["number"], graph.nodes[other]["number"]): list(events)
        for one, other, events in graph.edges(data="events")
    }
    assert told == edges


@pytest.mark.parametrize("limit", [1, 3])
def test_no_more_positions_are_met_than_are_allowed(limit: int) -> None:
    cut = found(limit=limit)
    assert (cut.states, cut.complete) == (limit, False)


def test_one_position_less_than_there_are_is_not_all() -> None:
    assert not found(limit=whole_attack().states - 1).complete


def test_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "time", Clock(0.0))
    monkeypatch.setattr(exploring, "time", Clock(1.0))
    cut = found(seconds=0.5)
    assert (cut.states, cut.complete) == (1, False)
    monkeypatch.setattr(exploring, "time", Clock(1.0))
    assert found(seconds=1.5).states == 3
    monkeypatch.setattr(counting, "time", Clock(1.0))
    assert perft(DUEL, 3, seconds=1.0).counts == (2,)
    monkeypatch.setattr(counting, "time", Clock(0.0))
    assert len(perft(DUEL, 2, seconds=1.0).counts) == 2


def test_ctrl_c_leaves_what_is_known() -> None:
    talk = explore(DUEL.apply(EVENTS[0]))
    next(talk)
    with pytest.raises(StopIteration) as stopped:
        talk.throw(KeyboardInterrupt)
    assert not stopped.value.value.complete


def test_lines_are_counted_by_length() -> None:
    heard: list[tuple[int, int]] = []
    count = perft(DUEL, 3, progress=lambda *told: heard.append(told))
    assert (count.depth, count.complete, len(count.counts), len(count.positions)) == (3, True, 3, 3)
    assert count.positions[0] == 1
    assert count.counts[0] == len(DUEL.legal_events())
    assert heard[0] == (1 + count.positions[1], 0)
    cut = perft(DUEL, 3, limit=1)
    assert (cut.counts, cut.complete) == (count.counts[:2], False)


def test_lines_of_a_graph_are_counted() -> None:
    event = EVENTS[0]

    def steps(*pairs: tuple[int, int]) -> list[Step]:
        return [Step(one, event, other) for one, other in pairs]

    assert _count_lines(1, [], {0: ()}) == 1
    assert _count_lines(1, [], {}) == 0
    assert _count_lines(4, steps((0, 1), (0, 2), (1, 3), (2, 3), (2, 3)), {3: ()}) == 3
    assert _count_lines(4, steps((0, 1), (1, 2), (1, 3)), {2: (), 3: (), 1: ()}) == 1


def told(*results: dict[str, Any] | None, complete: bool = True) -> Outcomes:
    return Outcomes(
        states=len(results), lines=1, complete=complete, steps=(), results={}, start=DUEL, lives={"north": 9, "south": 5},
        outcomes=tuple(Outcome(result=result, line=(), positions=1) for result in results),
        stages=(), make_position=lambda _: DUEL,
    )  # fmt: skip


def result(**more: Any) -> dict[str, Any]:
    usual = {
        "attacked": "page", "defenders": [], "struck": [], "dead": [], "life": {"south": 5, "north": 9},
        "successful_attack": False, "effects": [], "lost": [],
    }  # fmt: skip
    return {**usual, **more}


def test_what_ends_have_in_common() -> None:
    one = result(dead=["page"], struck=["page", "site 8"], life={"north": 9, "south": 3}, successful_attack=True)
    two = result(dead=["page", "troll"], struck=["page", "troll"], lost=["south"], life={"north": 9, "south": 0})
    known = tally(told(one, two))
    assert (known.dies["page"], known.dies["troll"]) == (EVERY, SOME)
    assert known.struck["site 8"] == SOME
    assert known.successful_attack == SOME
    assert known.loses_life == {"north": Loss(NEVER, 0, 0), "south": Loss(EVERY, 2, 5)}
    assert known.loses_game == {"south": SOME}
    data = known.to_data()
    assert data["loses_life"]["south"] == {"when": EVERY, "least": 2, "most": 5}
    assert tally(told(one, None)).dies["page"] == SOME
    assert tally(told(one)).successful_attack == EVERY
    assert tally(told(two)).successful_attack == NEVER


def test_phrases() -> None:
    assert phrases(True) == {EVERY: "in every line", SOME: "in some lines", NEVER: "never"}
    assert phrases(False) == {EVERY: "in every line so far", SOME: "in some lines", NEVER: "in no line so far"}
