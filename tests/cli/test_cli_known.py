"""The commands that tell what is known, and the program's own help."""

from typing import Any

import pytest

from solver_bridge import __version__
from solver_bridge.commands.arguments import COMMANDS
from solver_bridge.vocabulary import load


def test_version(arbiter: Any) -> None:
    assert arbiter("--version").out == f"arbiter {__version__}\n"


def test_the_version_is_that_of_the_package() -> None:
    import tomllib
    from pathlib import Path

    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert project["version"] == __version__


def test_help_names_every_command(arbiter: Any) -> None:
    done = arbiter("--help")
    assert done.status == 0
    assert all(f"\n  {name} " in done.out for name in COMMANDS)
    assert arbiter("-h") == done


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_help_and_the_common_options(arbiter: Any, name: str) -> None:
    done = arbiter(name, "--help")
    assert done.status == 0
    assert done.out.startswith(f"usage: arbiter {name} ")
    assert all(option in done.out for option in ("--json", "--edition", "--reading"))


def test_cards(arbiter: Any) -> None:
    cards = {card["name"]: card for card in arbiter("cards", "--json").data["cards"]}
    assert cards["Dome of Osiros"]["encoded"] is True
    assert cards["Giant Shark"]["encoded"] is False
    assert cards["Band of Thieves"]["encoded"] is True
    assert cards["Mountain Giant"]["attack"] == 8
    page = arbiter("cards").out
    assert page.splitlines()[-1].startswith(f"{len(cards)} cards; the text of ")


@pytest.mark.parametrize("name", [["dome", "OF", "osiros"], ["Dome of Osiros"]])
def test_one_card(arbiter: Any, name: list[str]) -> None:
    (card,) = arbiter("cards", *name, "--json").data["cards"]
    assert card["name"] == "Dome of Osiros"
    assert arbiter("cards", *name).out == "Dome of Osiros\n  type: site\n  text: encoded\n"


def test_an_unknown_card(arbiter: Any) -> None:
    done = arbiter("cards", "Sir", "Kai")
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("arbiter cards: there is no card 'Sir Kai'; did you mean 'Sir Kay'")


def test_editions(arbiter: Any) -> None:
    data = arbiter("editions", "--json").data
    assert [edition["name"] for edition in data["editions"]] == list(load().editions)
    assert [edition["default"] for edition in data["editions"]] == [True, False, False]
    assert arbiter("editions").out.splitlines()[0] == f"{load().editions[0]}  (the default)"


def test_readings(arbiter: Any) -> None:
    readings = {reading["name"]: reading for reading in arbiter("readings", "--json").data["readings"]}
    assert set(readings) == set(load().readings)
    assert readings["stay_choice"]["default"] == "each_join"
    assert readings["stay_choice"]["values"] == ["each_join", "last_join"]
    assert readings["defending_player"]["editions"] == ["codex-2026-01"]
    assert readings["target_left"]["counterfactual"] is True
    newest = arbiter("readings", "--json", "--edition", load().editions[0]).data["readings"]
    assert "defending_player" not in [reading["name"] for reading in newest]
    assert "stay_choice" in arbiter("readings").out


@pytest.mark.parametrize("name", ["position", "event", "sequence", "ruling"])
def test_schemas(arbiter: Any, name: str) -> None:
    import json

    done = arbiter("schema", name)
    schema = json.loads(done.out)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert arbiter("schema", name, "--json").data == {"schema_version": 1, **schema}


def test_an_unknown_schema(arbiter: Any) -> None:
    done = arbiter("schema", "positions")
    assert done.status == 2
    assert done.err == "arbiter schema: there is no schema 'positions'; did you mean 'position'?\n"


@pytest.mark.parametrize(
    "command", [["cards"], ["editions"], ["readings"], ["schema", "event"], ["rulings", "."]]
)
def test_editions_and_readings_are_looked_at_everywhere(arbiter: Any, command: list[str]) -> None:
    done = arbiter(*command, "--edition", "codex-2027", "--reading", "stay_choise=each_join")
    assert done.status == 2
    assert done.out == ""
    assert [line.partition(" ")[0] for line in done.err.splitlines()] == ["--edition:", "--reading:"]


def test_all_cards_are_counted(arbiter: Any) -> None:
    cards = arbiter("cards", "--json").data["cards"]
    missing = sum(not card["encoded"] for card in cards)
    lines = arbiter("cards").out.splitlines()
    assert lines[0].split() == ["card", "type", "power", "abilities", "text"]
    assert lines[-1] == f"{len(cards)} cards; the text of {missing} could matter in an attack and is not encoded."
    assert sum(line.endswith("  not encoded") for line in lines) == missing > 0
    assert len(lines) == len(cards) + 4


def test_every_argument_says_what_it_is_for() -> None:
    for name, command in COMMANDS.items():
        assert command.answers, name
        assert all(argument.options["help"] for argument in command.arguments), name
