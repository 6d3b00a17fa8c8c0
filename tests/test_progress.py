"""What is asked beside the main thread: its answer, its failure, and what is known where it is left."""

import threading
import time

import pytest

from solver_bridge.errors import LimitReached
from solver_bridge.progress import beside, note


def test_an_answer_and_a_failure_come_through():
    assert beside(lambda one, two: (one, two), 1, two=2) == (1, 2)
    with pytest.raises(ZeroDivisionError):
        beside(lambda: 1 / 0)


def test_a_limit_tells_what_is_known():
    def slow():
        note("so far")
        time.sleep(1)

    with pytest.raises(LimitReached) as limit:
        beside(slow, seconds=0.1)
    assert (limit.value.known, limit.value.interrupted) == ("so far", False)
    assert str(limit.value) == "a limit was reached before the answer was complete"


def test_ctrl_c_tells_what_is_known(monkeypatch):
    join = threading.Thread.join

    def interrupted(thread, _):
        join(thread)
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "join", interrupted)
    for known, said in (("so far", "the answer is not complete"), (None, "no answer is known yet")):
        with pytest.raises(LimitReached) as limit:
            beside(note, known)
        assert (limit.value.known, limit.value.interrupted) == (known, True)
        assert str(limit.value) == f"interrupted; {said}"
