"""What is said of positions that cannot be and of strange ones, and of lines of play with illegal events."""

import pytest

from tests.faulty.lines import lines, wrong_with
from tests.faulty.positions import faults_of, positions


@pytest.mark.parametrize("case", positions(), ids=lambda case: case["name"])
def test_what_is_said_of_a_position(case):
    assert faults_of(case) == sorted(case["says"])


@pytest.mark.parametrize("case", lines(), ids=lambda case: case["name"])
def test_an_illegal_event_is_left_out(case):
    assert wrong_with(case) == []
