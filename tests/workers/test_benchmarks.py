"""The benchmark runs; what it measures is for a quiet machine to tell."""

import json
from pathlib import Path

import pytest

from benchmarks import bare
from benchmarks.__main__ import main
from benchmarks.lines import random_line
from benchmarks.measuring import Row, exponent, in_turns, ratio
from benchmarks.plot import curves, drawn
from benchmarks.positions import random_data, random_positions
from benchmarks.rivals import plainly
from benchmarks.spending import spent
from solver_bridge.answers import attacks
from solver_bridge.model import Position
from solver_bridge.play import follow, talk

DOCS = Path(__file__).parents[2] / "docs"

TINY = ["--sizes", "8", "--rounds", "3", "--batch", "4", "--events", "4", "--memory", "20", "--positions", "20", "--slack", "1000"]


def test_it_prints_a_table_and_writes_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "numbers.json"
    assert main([*TINY, "--json", str(file)]) == 0
    rows = json.loads(file.read_text())["rows"]
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(rows) + 1
    assert all(row["value"] == row["value"] for row in rows)


def test_an_unknown_case_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["speed"])
    assert "there is no case speed" in capsys.readouterr().err


@pytest.mark.parametrize("units", [8, 40])
def test_positions_are_full_realms_with_so_many_units_and_have_attacks(units: int) -> None:
    positions = random_positions(6, units)
    assert all(len(position.units) == units and len(position.sites) == 20 for position in positions)
    assert len({position.active for position in positions}) == 2
    assert sum(len(attacks(position).attacks) for position in positions) > units / 2
    assert random_data(5, units) == random_data(5, units) != random_data(6, units)


def test_lines_are_legal() -> None:
    position, events = random_line(3, 8, 5)
    assert len(events) == 5
    assert talk(follow(position, events, complete=False)).legal


def test_measuring() -> None:
    taken = in_turns({"a": [lambda: None] * 3, "b": [lambda: None] * 3})
    assert [len(times) for times in taken.values()] == [3, 3]
    assert ratio({"a": [1, 2, 9], "b": [1, 1, 1]}, "a", "b") == 2
    assert exponent([10, 20, 40], [1, 2, 4]) == pytest.approx(1)
    assert exponent([10, 20, 40], [1, 4, 16]) == pytest.approx(2)
    assert Row("", "", 1.0, "x", 2).met
    assert not Row("", "", 1.0, "x", 2, at_least=True).met
    assert Row("", "", 1.0, "x", None).met is None


def test_a_process_that_does_not_answer_is_not_measured(tmp_path: Path) -> None:
    with bare.written([bare.program(position) for position in random_positions(1, 8)]) as files:
        bare.process(files[0])
    with pytest.raises(RuntimeError, match="nothing to measure"):
        bare.process([str(tmp_path / "missing.lp")])


def test_the_plot_in_the_docs_is_of_the_numbers_beside_it() -> None:
    numbers = json.loads((DOCS / "benchmarks.json").read_text(encoding="utf-8"))
    found = curves(numbers["rows"])
    assert {"one question", "one of a batch", "bare Control", "the second engine"} <= set(found)
    assert all(len(curve) == 4 for curve in found.values())
    assert (DOCS / "growth.svg").read_text(encoding="utf-8") == drawn(numbers)


def test_a_plot_of_nothing_is_none() -> None:
    with pytest.raises(ValueError, match="nothing was measured"):
        drawn({"rows": [Row("", "", 1.0, "x", None).to_data()]})


def test_where_the_time_goes_comes_to_all_of_it() -> None:
    shares = spent(lambda: attacks(random_positions(1, 8)[0]))
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["grounding"] > shares["reading positions"] > 0


def test_positions_written_plainly_have_the_same_attacks() -> None:
    data = random_data(11, 20)
    plain = plainly(data)
    assert {unit.get("card") for unit in plain["units"].values()} <= {None, "Captain Baldassare", "Sir Kay", "Wills-o'-the-Wisp"}
    assert attacks(Position.from_data(plain)).attacks == attacks(Position.from_data(data)).attacks
