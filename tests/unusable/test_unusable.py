"""What is said of positions that cannot be, and of strange ones."""

import pytest

from tests.unusable.positions import faults_of, positions


@pytest.mark.parametrize("case", positions(), ids=lambda case: case["name"])
def test_what_is_said(case):
    assert faults_of(case) == sorted(case["says"])
