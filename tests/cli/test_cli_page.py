"""Pages for people: plain, or with colours on a terminal; and the board."""

import io
import re
import sys
from typing import Any

import pytest

from solver_bridge.commands.board import draw
from solver_bridge.commands.page import GOOD, Page, show
from solver_bridge.commands.wording import count, event_text, listed, path_text, result_texts
from solver_bridge.events import event_from_data
from solver_bridge.model import Position


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def _page() -> Page:
    page = Page()
    page.say("good", GOOD)
    page.line(("a", "bold"), ("b", "none"))
    page.table("unit", "why", rows=[("bat", ["one", "two"]), ("[bold]imp[/bold]", "")])
    return page


def test_a_plain_page() -> None:
    assert str(_page()) == (
        "good\nab\nunit              why\n----------------  ---\n"
        "bat               one\n                  two\n[bold]imp[/bold]\n"
    )


def test_what_is_no_terminal_gets_a_plain_page() -> None:
    assert show(_page(), io.StringIO()) == str(_page())
    assert show(_page(), None) == str(_page())


def test_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    shown = show(_page(), Terminal())
    assert "\x1b[32mgood" in shown
    assert "[bold]imp[/bold]" in shown


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("rich")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    shown = show(_page(), Terminal())
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]", shown)
    assert "good" in shown


def test_without_rich_a_terminal_gets_a_plain_page(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name == "rich" or name.startswith("rich.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "rich", None)
    assert show(_page(), Terminal()) == str(_page())


def _drawn(data: dict[str, Any]) -> str:
    page = Page()
    draw(page, Position.from_data({"active": "north", **data}))
    return str(page)


def test_only_squares_around_what_there_is_are_drawn() -> None:
    shown = _drawn({"sites": {7: {"controller": "north"}, 14: {"terrain": "water"}}})
    assert re.findall(r"\| (\d+)", shown) == ["7", "8", "9", "12", "13", "14"]
    assert "| 7 site               N |" in shown
    assert "| 14 water             - |" in shown


def test_an_empty_realm_has_no_board() -> None:
    assert _drawn({}).count("\n") == 1


def test_the_whole_realm_fits_a_terminal() -> None:
    sites = {square: {"card": "Rustic Village", "controller": "south"} for square in range(1, 21)}
    units = {
        f"a long name {n}": {"power": "13/12", "controller": "north", "at": f"surface {n}"}
        for n in range(1, 21)
    }
    lines = _drawn({"sites": sites, "units": units}).splitlines()
    assert all(len(line) <= 80 for line in lines if line.startswith(("|", "+")))


def test_what_the_board_says_of_things() -> None:
    shown = _drawn(
        {
            "sites": {
                8: {"terrain": "water", "controller": "south", "ward": True},
                9: {"card": "Lone Tower"},
            },
            "units": {
                "shark": {
                    "power": "5/4",
                    "controller": "south",
                    "at": "underwater 8",
                    "abilities": ["submerge"],
                },
                "rider": {
                    "power": 1,
                    "controller": "south",
                    "at": "underwater 8",
                    "carried_by": "shark",
                    "tapped": True,
                    "damage": 1,
                },
                "giant": {"card": "Mountain Giant", "controller": "north", "at": ["surface 8", "surface 9"]},
                "sorcerer": {
                    "type": "avatar",
                    "controller": "north",
                    "at": "void 7",
                    "life": 0,
                    "deaths_door": "this_turn",
                },
            },
            "artifacts": {"stone": {"at": "surface 9"}, "lance": {"card": "Lance", "carried_by": "shark"}},
            "auras": {"storm": {"card": "Blizzard", "at": "border 8-9"}},
            "hands": {"south": ["Dodge Roll"]},
        }
    )
    assert "| S shark 5/4" in shown
    assert "|   underwater" in shown
    assert shown.count("N giant 8") == 2
    assert "| * stone" in shown
    assert "* lance" not in shown
    for line in (
        "site 8: ward",
        "shark: submerge",
        "rider: tapped, damage 1, carried by shark",
        "giant: Mountain Giant",
        "sorcerer: life 0, deaths door this turn",
        "storm: Blizzard, border 8-9",
        "lance: Lance, carried by shark",
        "south's hand: Dodge Roll",
    ):
        assert f"  {line}\n" in shown


def test_a_lost_mark_is_not_told_as_a_keyword() -> None:
    unit = {"card": "Band of Thieves", "controller": "north", "at": "void 8", "stealth": False}
    assert "  thieves: Band of Thieves\n" in _drawn({"units": {"thieves": unit}})


def test_words() -> None:
    assert [count(number, "attack") for number in range(3)] == ["no attack", "1 attack", "2 attacks"]
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert path_text(()) == "stays"
    assert path_text((("surface 1", "surface 2"), ("surface 3",))) == "surface 1 + surface 2, surface 3"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"pass": {"player": "south"}}, "pass: {player: south}"),
        ({"strike": {"assign": {"a": {"b": 2}}}}, "strike: {assign: {a: {b: 2}}}"),
        (
            {"attack": {"unit": "Will-o'-wisp", "target": "site 8"}},
            "attack: {unit: Will-o'-wisp, target: site 8}",
        ),
        ({"attack": {"unit": "no", "target": "Null"}}, 'attack: {unit: no, target: "Null"}'),
        ({"effect": {"unit": "a: b", "tap": True}}, 'effect: {unit: "a: b", tap: true}'),
        ({"effect": {"unit": "a\nb\u2028", "kill": True}}, 'effect: {unit: "a\\nb\\u2028", kill: true}'),
    ],
)
def test_events_in_words_read_back(data: dict[str, Any], text: str) -> None:
    from solver_bridge.events import parse_event

    event = event_from_data(data)
    assert event_text(event) == text
    assert parse_event("{" + text + "}") == event


def test_results_in_words() -> None:
    result: dict[str, Any] = {
        "attacked": None,
        "defenders": [],
        "struck": [],
        "dead": [],
        "life": {},
        "successful_attack": False,
        "effects": [],
        "lost": [],
    }
    assert result_texts(result) == ["Nothing was attacked.", "Nothing was struck.", "Nobody died."]
    assert "Both players have lost: the game is a draw." in result_texts(
        {**result, "lost": ["north", "south"]}
    )
