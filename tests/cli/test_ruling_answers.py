"""Each kind of question that a ruling may ask: what the answer is, and what is said of one that is not as expected."""

from typing import Any

import pytest
import yaml

from solver_bridge.judging import run_rulings

POSITION = """\
active: north
sites: {8: {controller: south}, 18: {controller: south}}
units:
  raider: {power: 2, controller: north, at: surface 8}
  knight: {power: 2, controller: south, at: surface 8}
  squire: {power: 1, controller: south, at: surface 8, tapped: true}
  lord: {type: avatar, life: 20, power: 1, controller: south, at: surface 18}
"""
MOVE = {"move_and_attack": {"unit": "raider", "path": []}}
ATTACK = {"attack": {"unit": "raider", "target": "site 8"}}
FOE = {"move_and_attack": {"unit": "knight", "path": []}}
TOO_EARLY = (
    '{"attack":{"unit":"raider","target":"site 8"}} is not legal: raider has no attack to declare or to decline now: '
    "that comes right after its Move and Attack. (Move and Attack)"
)
NOT_ITS_TURN = '{"move_and_attack":{"unit":"knight","path":[]}}XIt is not the turn of the player who controls knight. (Activated Ability)'
ENDS = {"life": {"south": 18}}, {"life": {"south": 20}}

Report = Any


def report(tmp_path: Any, ask: Any, expect: Any, position: Any = None) -> Report:
    file = tmp_path / "one.yaml"
    data = {"name": "one", "source": "Attack", "position": position or yaml.safe_load(POSITION), "ask": ask, "expect": expect}
    file.write_text(yaml.safe_dump([data], sort_keys=False), encoding="utf-8")
    (found,) = run_rulings([file])
    assert (found.name, found.file, found.passed) == ("one", str(file), not found.why)
    assert found.expected == expect
    return found


DEFENDERS = {"defenders": {"attacker": "raider", "target": "site 8"}}
INTERCEPTORS = {"interceptors": {"unit": "raider"}}


@pytest.mark.parametrize(
    ("ask", "expect", "got"),
    [
        ({"reach": {"unit": "raider"}}, {"exactly": ["surface 8"], "excludes": ["surface 9"]}, ["surface 8"]),
        (
            {"targets": {"unit": "raider", "path": []}},
            {"exactly": ["site 8", "knight", "squire"], "includes": ["squire"], "excludes": ["lord"]},
            None,
        ),
        (
            DEFENDERS,
            {"exactly": ["knight"], "reasons": {"squire": ["tapped"], "lord": ["out_of_range"]}},
            {"legal": ["knight"], "reasons": {"squire": ["tapped"], "lord": ["out_of_range"]}},
        ),
        (
            INTERCEPTORS,
            {"exactly": ["knight"], "reasons": {"squire": ["tapped"]}},
            {"legal": ["knight"], "reasons": {"squire": ["tapped"], "lord": ["elsewhere"]}},
        ),
        ({"legal": [MOVE, ATTACK]}, {"legal": True}, {"legal": True, "reasons": []}),
        ({"legal": [FOE]}, {"legal": False, "reasons": ["not_active"]}, {"legal": False, "reasons": ["not_active"]}),
        ({"check": [MOVE, ATTACK, {"pass": {"player": "south"}}]}, {"legal": True, "result": {"dead": [], "life": {"south": 18}}}, None),
        ({"check": [ATTACK]}, {"legal": False, "position": {"units": {"raider": {"tapped": False}}}}, None),
        ({"outcomes": [MOVE, ATTACK]}, {"some": ENDS[0], "every": {"lost": []}, "none": {"dead": ["lord"]}}, None),
        ({"orders": [MOVE, ATTACK]}, {"exactly": [[]]}, [[]]),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else None,
)  # fmt: skip
def test_an_answer_as_expected(ask: Any, expect: Any, got: Any, tmp_path: Any) -> None:
    found = report(tmp_path, ask, expect)
    assert found.why == ""
    assert got is None or found.got == got


@pytest.mark.parametrize(
    ("ask", "expect", "why"),
    [
        ({"reach": {"unit": "raider"}}, {"exactly": ["surface 8", "surface 9"]}, "exactly surface 8, surface 9 expected, got surface 8"),
        ({"reach": {"unit": "raider"}}, {"exactly": []}, "exactly nothing expected, got surface 8"),
        (
            {"targets": {"unit": "raider", "path": []}},
            {"excludes": ["knight"], "reasons": {"knight": ["stealth"]}},
            "knight not expected, but there; knight: reasons stealth expected, got nothing",
        ),
        (
            DEFENDERS,
            {"exactly": ["squire"], "reasons": {"squire": ["stealth"], "knight": []}},
            "exactly squire expected, got knight; squire: reasons stealth expected, got tapped",
        ),
        (
            {"defenders": {"attacker": "knight", "target": "raider"}},
            {"exactly": []},
            f"cannot be asked: {NOT_ITS_TURN.replace('X', ': ')}",
        ),
        (
            INTERCEPTORS,
            {"includes": ["raider", "lord"], "excludes": ["knight"]},
            "lord, raider expected, but not in knight; knight not expected, but there",
        ),
        (
            {"legal": [MOVE, ATTACK]},
            {"legal": False, "reasons": ["stealth"]},
            'legal: false expected, got true; reasons: ["stealth"] expected, got []',
        ),
        ({"legal": [FOE, ATTACK]}, {"legal": False}, NOT_ITS_TURN.replace("X", " is not legal: ")),
        (
            {"check": [MOVE, ATTACK, {"pass": {"player": "south"}}]},
            {"result": {"dead": ["knight"], "struck_includes": ["site 8", "lord"], "life": {"south": 20}}},
            'result.dead: ["knight"] expected, got []; result.struck_includes: ["lord"] missing in ["site 8"]; '
            "result.life.south: 20 expected, got 18",
        ),
        ({"check": [ATTACK]}, {"legal": True}, f"{TOO_EARLY}; legal: true expected, got false"),
        (
            {"outcomes": [MOVE, ATTACK]},
            {"some": {"dead": ["lord"]}, "every": ENDS[0], "none": ENDS[1]},
            "no line ends as some line should; not every line ends as expected; some line ends as none should",
        ),
        ({"outcomes": [ATTACK]}, {"some": {"dead": []}}, TOO_EARLY),
        ({"orders": [MOVE, ATTACK]}, {"exactly": [["raider"], []]}, "orders [[], ['raider']] expected, got [[]]"),
        ({"orders": [ATTACK]}, {"exactly": [[]]}, TOO_EARLY),
    ],
)  # fmt: skip
def test_an_answer_that_is_not_as_expected(ask: Any, expect: Any, why: str, tmp_path: Any) -> None:
    assert report(tmp_path, ask, expect).why == why


@pytest.mark.parametrize("tapped", [False, True])
def test_a_card_that_is_not_encoded_fails_it(tapped: bool, tmp_path: Any) -> None:
    position = yaml.safe_load(POSITION)
    position["units"]["knight"] = {"card": "Giant Shark", "controller": "south", "at": "surface 8"}
    position["units"]["raider"]["tapped"] = tapped
    found = report(tmp_path, {"targets": {"unit": "raider", "path": []}}, {"includes": []}, position)
    assert found.why == "the text of Giant Shark is not encoded"
