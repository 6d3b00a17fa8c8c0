"""A long line of play is followed in stretches; how long they are changes nothing."""

import pytest

from benchmarks.lines import random_lines
from solver_bridge import play


def test_the_length_of_the_stretches_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    starts = random_lines((3, 4), 8, 24)
    followed = []
    for stretch in (1, 7, 24):
        monkeypatch.setattr(play, "_STRETCH", stretch)
        followed.append(play.talk_all([play.follow(position, events) for position, events in starts]))
    for first, *others in zip(*followed, strict=True):
        assert first.legal
        for line in others:
            assert line.events == first.events
            assert line.result == first.result
            assert line.whole == first.whole
            assert line.position.to_data() == first.position.to_data()
