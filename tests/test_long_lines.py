"""A long line of play is followed in stretches; how long they are changes nothing."""

import pytest

from benchmarks.lines import random_line
from solver_bridge import play


@pytest.mark.parametrize("seed", [3, 4])
def test_the_length_of_the_stretches_changes_nothing(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    position, events = random_line(seed, 8, 24)
    lines = []
    for stretch in (1, 7, len(events)):
        monkeypatch.setattr(play, "_STRETCH", stretch)
        lines.append(play.talk(play.follow(position, events)))
    assert lines[0].legal
    for line in lines[1:]:
        assert line.events == lines[0].events
        assert line.result == lines[0].result
        assert line.whole == lines[0].whole
        assert line.position.to_data() == lines[0].position.to_data()
