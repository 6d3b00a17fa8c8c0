"""What a judge reads: messages say who, what and what is awaited."""

import json
from typing import Any

import pytest

REALM = {
    "active": "north",
    "sites": {"8": {"controller": "north"}, "13": {"controller": "south"}, "14": {"controller": "south"}},
    "units": {
        "a": {"power": 3, "controller": "north", "at": "surface 13"},
        "b": {"power": 1, "controller": "north", "at": "surface 13"},
        "bird": {"power": 1, "abilities": ["airborne"], "controller": "north", "at": "surface 13"},
        "pacifist": {"power": 1, "abilities": ["can't attack units"], "controller": "north", "at": "surface 13"},
        "t": {"power": 1, "controller": "south", "at": "surface 13"},
        "hawk": {"power": 1, "abilities": ["airborne"], "controller": "south", "at": "surface 13"},
        "saint": {"power": 1, "abilities": ["can't be attacked"], "controller": "south", "at": "surface 13"},
        "slow": {"power": 1, "abilities": ["can't move to defend"], "controller": "south", "at": "surface 14"},
        "d": {"power": 1, "controller": "south", "at": "surface 14"},
    },
}
MOVED = [{"move_and_attack": {"unit": "a", "path": []}}]
ATTACKED = [*MOVED, {"attack": {"unit": "a", "target": "t"}}]
JOINED = [*ATTACKED, {"defend": {"unit": "d", "path": ["surface 13"]}}]
SLOW = {"defend": {"unit": "slow", "path": ["surface 13"], "original": "stays"}}


def _said(arbiter: Any, written: Any, events: list[Any], **more: Any) -> list[str]:
    file = written(json.dumps({"position": {**REALM, **more}, "events": events}), "line.json")
    found = arbiter("check", file, "--no-readings", "--json").data
    assert found["legal"] is False
    assert len(found["events"]) == len(events)
    return [reason["text"] for reason in found["events"][-1]["reasons"]]


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([*MOVED, SLOW], "This is not the moment for it: the unit that has moved is to declare its attack, or to"),
        ([*MOVED, {"pass": {"player": "south"}}], "This is not the moment for it: the unit that has moved is to"),
        ([*ATTACKED, {"strike": {}}], "This is not the moment for it: the other side is to defend, or to pass."),
        ([*ATTACKED, {"pass": {"player": "north"}}], "It is the other player who may pass now, not north."),
        ([*JOINED, {"pass": {"player": "south"}}], "This is not the moment for it: it is to be chosen whether"),
        ([*JOINED, {"original": {"unit": "d", "choice": "stays"}}], "d is not the attacked unit, whose staying"),
        ([*ATTACKED, {"begin_turn": {"player": "south"}}], "Something is under way: the other side is to defend"),
        ([*MOVED, {"attack": {"unit": "a", "target": "b"}}], "b is no enemy of a."),
        ([*MOVED, {"attack": {"unit": "a", "target": "hawk"}}], "hawk is Airborne on the surface, and a is not."),
        ([*MOVED, {"attack": {"unit": "a", "target": "saint"}}], "saint can't be attacked, because of an ability of"),
        ([*ATTACKED, SLOW], "slow can't move to defend."),
    ],
)
def test_a_reason_says_who_and_what_is_awaited(arbiter: Any, written: Any, events: list[Any], text: str) -> None:
    (said,) = _said(arbiter, written, events)
    assert said.startswith(text)


def test_a_card_that_cannot_attack_says_what(arbiter: Any, written: Any) -> None:
    events = [
        {"move_and_attack": {"unit": "pacifist", "path": []}},
        {"attack": {"unit": "pacifist", "target": "t"}},
    ]
    assert _said(arbiter, written, events) == ["pacifist can't attack units."]


def test_an_interceptor_that_cannot_reach_up_is_told_of_ranged(arbiter: Any, written: Any) -> None:
    page = arbiter("interceptors", written(json.dumps(REALM), "realm.json"), "--unit", "bird").out
    assert "bird has used Move and Attack and is at surface 13." in page
    assert "bird is Airborne on the surface, and t is neither Airborne nor Ranged. (Airborne)" in page
    assert "a is no enemy of bird. (Enemy)" in page


def test_once_the_game_is_over_nothing_is_awaited(arbiter: Any, written: Any) -> None:
    king = {"type": "avatar", "power": 1, "life": 0, "controller": "south", "at": "surface 13"}
    events = [
        *MOVED,
        {"attack": {"unit": "a", "target": "king"}},
        {"pass": {"player": "south"}},
        {"strike": {}},
        {"begin_turn": {"player": "south"}},
    ]
    file = written(json.dumps({"position": {**REALM, "units": {**REALM["units"], "king": king}}, "events": events}))
    page = arbiter("check", file, "--no-readings").out
    assert "South has lost the game." in page
    assert "Not over" not in page
    assert "Events are pending" not in page


def test_what_has_begun_after_a_result_is_told(arbiter: Any, written: Any) -> None:
    over = [*ATTACKED, {"pass": {"player": "south"}}, {"strike": {}}]
    again = [*over, {"move_and_attack": {"unit": "b", "path": []}}]
    pages = [
        arbiter("check", written(json.dumps({"position": REALM, "events": events})), "--no-readings").out
        for events in (over, again)
    ]
    assert all("Attacked: t. Nobody joined as a defender." in page for page in pages)
    assert ["That is over; begun since: the unit has moved" in page for page in pages] == [False, True]


def test_after_a_failed_declaration_no_attack_is_offered(arbiter: Any, written: Any) -> None:
    events = [*MOVED, {"attack": {"unit": "a", "target": "hawk"}}]
    file = written(json.dumps({"position": REALM, "events": events}), "failed.json")
    page = arbiter("check", "--keep-going", file, "--no-readings").out
    assert "Not over: a declaration has failed, and the unit that has moved has not declined its attack yet." in page


@pytest.mark.parametrize("command", ["orders", "outcomes"])
def test_what_is_not_legal_has_no_answer(arbiter: Any, written: Any, command: str) -> None:
    if command == "orders":
        line = {"position": REALM, "events": [*MOVED, {"attack": {"unit": "a", "target": "hawk"}}]}
        done = arbiter("orders", written(json.dumps(line), "line.json"))
    else:
        file = written(json.dumps(REALM), "realm.json")
        done = arbiter("outcomes", file, "--attacker", "a", "--target", "hawk", "--path")
    assert done.status == 1
    assert done.out.endswith("There is no answer, as this is not legal.\n")
