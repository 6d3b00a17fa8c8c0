"""The commands outcomes, orders and perft as a user runs them, and the same from Python."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx
import pytest

from solver_bridge import IllegalEvent, Position, check
from solver_bridge.conversation import carry
from solver_bridge.exploring import Walk
from solver_bridge.orders import MOST
from solver_bridge.outcomes import explore, outcomes
from solver_bridge.perft import perft
from solver_bridge.sequence import Sequence
from solver_bridge.tallies import EVERY, NEVER, SOME, tally
from tests.outcomes import naive

PAGE = ("--attacker", "kay", "--target", "page")


def six() -> Position:
    return Position.load(Path(__file__).parent.parent.parent / "examples" / "six-defenders.yaml")


def fewer(*left_out: str) -> Position:
    data = six().to_data()
    for name in left_out:
        del data["units"][name]
    return Position.from_data(data)


def duel(**more: Any) -> Position:
    return Position.from_data(
        {
            "active": "north",
            "sites": {8: {"controller": "south"}},
            "units": {
                "troll": {"power": 3, "controller": "north", "at": "surface 8"},
                "page": {"power": 1, "controller": "south", "at": "surface 8"},
                "king": {"type": "avatar", "life": 5, "controller": "south", "at": "void 18"},
            },
            **more,
        }
    )


def attack(position: Position, unit: str, target: str) -> Any:
    return next(a for a in position.legal_attacks(unit) if a.target == target)


def test_every_end_can_be_replayed_from_the_position(arbiter: Any, example: Callable[[str], Path]) -> None:
    file = example("dodge-roll")
    done = arbiter("outcomes", file, "--attacker", "raider", "--target", "knight", "--json")
    assert done.status == 0
    assert done.data["complete"] is True
    assert (done.data["states"], done.data["lines"]) == (13, 5)
    assert len(done.data["outcomes"]) == 2
    for outcome in done.data["outcomes"]:
        line = check(
            Sequence.from_data({"position": Position.load(file).to_data(), "events": outcome["line"]})
        )
        assert line.legal
        assert line.result == outcome["result"]
    assert done.data["summary"]["dies"] == {"raider": "never", "knight": "some"}
    assert done.data["summary"]["loses_life"] == {"south": {"when": "never", "least": 0, "most": 0}}


def test_printed_events_say_who_chooses(arbiter: Any, written: Callable[..., Path]) -> None:
    data = json.dumps(fewer("brute", "knight", "hound", "nurse", "ogre").to_data())
    done = arbiter("outcomes", written(data), *PAGE, "--json")
    choices = [e["original"] for o in done.data["outcomes"] for e in o["line"] if "original" in e]
    assert choices
    assert {choice["by"] for choice in choices} == {"south"}


def test_the_page_for_people(arbiter: Any, example: Callable[[str], Path]) -> None:
    out = arbiter("outcomes", example("dodge-roll"), "--attacker", "raider", "--target", "knight").out
    assert "From there 13 positions, 5 lines of play and 2 ends." in out
    assert "knight dies       in some lines" in out
    assert "End 2: Attacked: knight." in out


def test_a_limit_is_told_and_what_is_known_is_given(arbiter: Any, example: Callable[[str], Path]) -> None:
    done = arbiter("outcomes", example("six-defenders"), *PAGE, "--limit", "40", "--json")
    assert done.status == 3
    assert done.data["complete"] is False
    assert done.data["states"] == 40
    assert done.data["outcomes"]
    done = arbiter("outcomes", example("six-defenders"), *PAGE, "--limit", "40")
    assert done.status == 3
    assert "This is not complete" in done.out
    assert "in no line so far" in done.out
    assert "never" not in done.out


def test_a_time_limit_too(arbiter: Any, example: Callable[[str], Path]) -> None:
    done = arbiter("outcomes", example("six-defenders"), *PAGE, "--time-limit", "1", "--json")
    assert done.status == 3
    assert done.data["complete"] is False
    assert arbiter("perft", example("six-defenders"), "--depth", "30", "--time-limit", "1").status == 3


def test_an_attack_that_is_not_legal(arbiter: Any, example: Callable[[str], Path]) -> None:
    done = arbiter("outcomes", example("six-defenders"), "--attacker", "page", "--target", "kay", "--json")
    assert done.status == 1
    assert done.data["outcomes"] == []
    assert done.data["legal"] is False
    assert any(event["reasons"] for event in done.data["events"])
    assert arbiter("outcomes", example("six-defenders"), "--attacker", "page", "--target", "kay").status == 1
    with pytest.raises(IllegalEvent):
        outcomes(six(), attack(six(), "kay", "page").events[1:])


def test_unknown_names_and_numbers(arbiter: Any, example: Callable[[str], Path]) -> None:
    for arguments in (
        ("--attacker", "nobody", "--target", "page"),
        ("--attacker", "kay"),
        (*PAGE, "--limit", "0"),
        (*PAGE, "--limit", "many"),
        (*PAGE, "--svg", "/no/such/folder/f.svg"),
    ):
        done = arbiter("outcomes", example("six-defenders"), "--time-limit", "1", *arguments)
        assert done.status == 2, arguments
        assert done.out == ""
        assert done.err


def test_an_attack_under_way_goes_on_from_there(arbiter: Any, written: Callable[..., Path]) -> None:
    position = duel()
    for event in attack(position, "troll", "page").events:
        position = position.apply(event)
    done = arbiter("outcomes", written(json.dumps(position.to_data())), "--json")
    assert done.status == 0
    assert [o["result"]["dead"] for o in done.data["outcomes"]] == [["page"]]
    assert [next(iter(e)) for e in done.data["outcomes"][0]["line"]] == ["pass", "strike"]


def test_the_graph() -> None:
    position = duel()
    graph = position.outcomes(attack(position, "troll", "page"))
    assert isinstance(graph, networkx.DiGraph)
    assert networkx.is_directed_acyclic_graph(graph)
    ends = [node for node in graph if graph.nodes[node]["results"]]
    assert ends == [node for node in graph if graph.out_degree(node) == 0]
    assert graph.graph["complete"] is True
    for one, other, events in graph.edges(data="events"):
        for event in events:
            assert one.apply(event) == other


def test_equal_positions_are_one_whatever_led_there() -> None:
    found = outcomes(fewer("hound", "nurse", "ogre"), attack(six(), "kay", "page").events)
    positions = list(found.positions())
    assert len(set(positions)) == len(positions) == found.states
    # The archer dies of one damage and of two alike: splits that lead to the same position are one position.
    ways: dict[tuple[int, int], int] = {}
    for step in found.steps:
        ways[step.before, step.after] = ways.get((step.before, step.after), 0) + 1
    assert max(ways.values()) > 1


def test_an_undefended_site() -> None:
    position = duel()
    found = outcomes(position, attack(position, "troll", "site 8").events)
    known = tally(found)
    assert known.struck == {"site 8": SOME}
    assert known.dies == {"troll": NEVER, "page": SOME}
    assert (known.loses_life["south"].when, known.loses_life["south"].most) == (SOME, 3)
    assert known.successful_attack == SOME
    page = outcomes(position, attack(position, "troll", "page").events)
    assert tally(page).dies == {"troll": NEVER, "page": EVERY}


def test_an_attack_that_is_over_is_one_end() -> None:
    position = duel()
    events = attack(position, "troll", "page").events
    whole = (*events, "{pass: {player: south}}", "{strike: {}}")
    line = check(Sequence.from_data({"position": position.to_data(), "events": [_plain(e) for e in whole]}))
    found = outcomes(position, [judged.event for judged in line.events])
    assert (found.states, found.lines, len(found.outcomes)) == (1, 1, 1)
    assert found.outcomes[0].result == line.result


def _plain(event: Any) -> Any:
    import yaml

    return yaml.safe_load(event) if isinstance(event, str) else event.to_data()


def test_no_attack_is_an_end_without_a_result() -> None:
    position = duel()
    found = outcomes(position, [attack(position, "troll", "page").events[0]])
    assert None in [outcome.result for outcome in found.outcomes]
    assert {o.result["attacked"] for o in found.outcomes if o.result} == {"page", "site 8", None}


def test_ctrl_c_leaves_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    position = six()
    for event in attack(position, "kay", "page").events:
        position = position.apply(event)
    looks = 0
    look = Walk.look

    def interrupted(self: Walk, memories: Any) -> Any:
        nonlocal looks
        looks += 1
        if looks == 3:
            raise KeyboardInterrupt
        return look(self, memories)

    monkeypatch.setattr(Walk, "look", interrupted)
    found = carry(explore(position))
    assert not found.complete
    assert found.states > 3
    looks = 1
    counted = perft(six(), 9)
    assert not counted.complete
    assert counted.counts[:2] == (3, 24)


def test_ctrl_c_while_the_rules_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    from solver_bridge import conversation

    asked = 0
    ask_all = conversation.ask_all

    def interrupted(requests: Any) -> Any:
        nonlocal asked
        asked += 1
        if asked == 6:
            raise KeyboardInterrupt
        return ask_all(requests)

    monkeypatch.setattr(conversation, "ask_all", interrupted)
    found = outcomes(six(), attack(six(), "kay", "page").events)
    assert not found.complete
    assert found.states > 1


def test_perft_is_a_naive_count(arbiter: Any, example: Callable[[str], Path]) -> None:
    for name in ("ambush", "dodge-roll"):
        done = arbiter("perft", example(name), "--depth", "3", "--json")
        assert done.status == 0
        counts = naive.perft(Position.load(example(name)), 3)
        assert done.data == {"schema_version": 1, "depth": 3, "counts": counts, "complete": True}
        assert str(counts[2]) in arbiter("perft", example(name), "--depth", "3").out


def test_perft_of_a_turn_with_golems() -> None:
    position = Position.from_data(
        {
            "active": "south",
            "sites": {7: {"controller": "north"}, 8: {"controller": "north"}},
            "units": {
                "golem": {"card": "Crave Golem", "controller": "north", "at": "surface 7"},
                "page": {"power": 1, "controller": "south", "at": "surface 8", "tapped": True},
            },
        }
    )
    assert list(perft(position, 4).counts) == naive.perft(position, 4)


def golems_at_once(number: int) -> str:
    golems = {
        f"g{n}": {"card": "Crave Golem", "controller": "north", "at": "surface 8"} for n in range(number)
    }
    sequence = {
        "position": {"active": "south", "sites": {8: {"controller": "north"}}, "units": golems},
        "events": [{"begin_turn": {"player": "north"}}],
    }
    return json.dumps(sequence)


def test_many_triggers_of_one_player_have_many_orders(arbiter: Any, written: Callable[..., Path]) -> None:
    orders = arbiter("orders", written(golems_at_once(4)), "--json").data["orders"]
    assert len(orders) == 24
    assert len({tuple(order) for order in orders}) == 24


def test_of_very_many_orders_some_are_listed(arbiter: Any, written: Callable[..., Path]) -> None:
    file = written(golems_at_once(12))
    found = arbiter("orders", file, "--json")
    assert found.status == 3
    assert found.data["number"] == math.factorial(12)
    assert found.data["complete"] is False
    assert len({tuple(order) for order in found.data["orders"]}) == MOST
    assert arbiter("orders", file).out.endswith("Not complete: only 10000 of them are listed.\n")
