"""A pool and its children, played in this process: who is asked what, what comes of it, and what is known at a limit."""

import os
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from solver_bridge import answers, workers
from solver_bridge.errors import LimitReached
from solver_bridge.model import Position
from solver_bridge.workers import Pool, attacks_all, limited, map_chunks


class Child:
    """A child that answers what it is asked when it is received."""

    made: list["Child"] = []

    def __init__(self) -> None:
        self.tired = False
        self.stopped = 0
        self.question: Any = None
        self.waitable = [self]
        Child.made.append(self)

    def ask(self, function: Callable[..., Any], args: Any, kwargs: Any) -> None:
        if self.stopped or getattr(function, "unanswerable", False):
            raise OSError("gone")
        self.question = function, args, kwargs

    @property
    def has_spoken(self) -> bool:
        return self.question is not None

    def receive(self) -> tuple[str, Any]:
        (function, args, kwargs), self.question = self.question, None
        try:
            found = function(*args, **kwargs)
        except EOFError:
            return "ended", RuntimeError("the process that answers has ended")
        except Exception as error:
            return "error", error
        if isinstance(found, Known):
            self.question = found.then, (), {}
            return "known", found.value
        return "answer", found

    def stop(self) -> None:
        self.stopped += 1


class Known:
    def __init__(self, value: Any, then: Callable[[], Any]) -> None:
        self.value, self.then = value, then


@pytest.fixture(autouse=True)
def _children(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "Worker", Child)
    monkeypatch.setattr(workers, "wait", lambda what, seconds=None: seconds is None or seconds > 0)
    monkeypatch.setattr(workers, "_pool", None)
    monkeypatch.setattr(Child, "made", [])


def double(number: int, more: int = 0) -> int:
    return 2 * number + more


def doubles(chunk: list[int]) -> list[int]:
    return [2 * number for number in chunk]


def ending(*_: Any) -> None:
    raise EOFError


def failing(*_: Any) -> None:
    raise ValueError("wrong")


def test_a_child_is_kept_and_asked_again() -> None:
    with Pool(1) as pool:
        assert [pool.call(double, 2), pool.call(double, 3, more=1)] == [4, 7]
        (child,) = Child.made
        child.tired = True
        assert pool.call(double, 4) == 8
        assert child.stopped == 1
        assert pool.call(double, 5) == 10
        assert len(Child.made) == 2
    assert Child.made[1].stopped == 1
    assert pool.jobs == 1
    assert Pool().jobs == workers.cores()


def test_a_child_that_is_gone_is_replaced() -> None:
    pool = Pool(1)
    pool.call(double, 2)
    Child.made[0].stopped = 1
    assert pool.call(double, 3) == 6
    assert [child.stopped for child in Child.made] == [2, 0]
    unanswerable: Any = partial(double)
    unanswerable.unanswerable = True
    with pytest.raises(OSError, match="gone"):
        pool.call(unanswerable, 1)
    assert pool.call(double, 4) == 8


def test_an_error_comes_through_and_the_child_stays_unless_it_has_ended() -> None:
    pool = Pool(1)
    with pytest.raises(ValueError, match="wrong"):
        pool.call(failing)
    assert (len(Child.made), Child.made[0].stopped) == (1, 0)
    with pytest.raises(RuntimeError, match="has ended"):
        pool.call(ending)
    assert Child.made[0].stopped == 1
    assert pool.call(double, 1) == 2


def test_what_is_known_at_a_limit_and_at_ctrl_c() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    pool = Pool(1)
    for first, expected in ((lambda: Known("some", lambda: Known("more", interrupted)), "more"), (interrupted, None)):
        with pytest.raises(LimitReached) as limit:
            pool.call(first)
        assert (limit.value.known, limit.value.interrupted) == (expected, True)
    with pytest.raises(LimitReached) as limit:
        pool.call(double, 1, seconds=0.0)
    assert (limit.value.known, limit.value.interrupted) == (None, False)
    assert pool.call(double, 1, seconds=60.0) == 2


def test_there_is_only_so_much_room() -> None:
    pool = Pool(1)
    assert pool._room.acquire(blocking=False)
    with pytest.raises(LimitReached):
        pool.call(double, 1, seconds=0.0)
    with pytest.raises(LimitReached) as limit:
        pool.map_chunks(doubles, [[1], [2]], seconds=0.0)
    assert limit.value.known == [None, None]
    pool._room.release()
    assert pool.call(double, 1, seconds=0.01) == 2


def test_chunks_are_answered_in_their_order_by_so_many_children() -> None:
    pool = Pool(3)
    chunks = [[1, 2], [3], [4, 5], [6]]
    assert pool.map_chunks(doubles, chunks) == [[2, 4], [6], [8, 10], [12]]
    assert len(Child.made) == 3
    assert len(pool._idle) == 3
    assert pool.map_chunks(doubles, chunks, jobs=1) == [[2, 4], [6], [8, 10], [12]]
    assert pool.map_chunks(doubles, [], jobs=1) == []
    assert all(pool._room.acquire(blocking=False) for _ in range(3))


def test_a_chunk_that_fails_ends_it_and_the_room_is_free_again() -> None:
    def mostly(chunk: list[int]) -> list[int]:
        return failing() if chunk == [3] else doubles(chunk)  # type: ignore[return-value]

    pool = Pool(2)
    for bad, error in ((mostly, ValueError), (ending, RuntimeError)):
        with pytest.raises(error):
            pool.map_chunks(bad, [[1], [3], [4]])
    assert pool.map_chunks(doubles, [[1], [2]]) == [[2], [4]]
    assert all(pool._room.acquire(blocking=False) for _ in range(2))
    assert not pool._room.acquire(blocking=False)


def test_chunks_that_are_known_at_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = iter([True, False])
    monkeypatch.setattr(workers, "wait", lambda what, seconds=None: next(rounds))
    with pytest.raises(LimitReached) as limit:
        Pool(1).map_chunks(doubles, [[1], [2], [3]], seconds=9.0)
    assert (limit.value.known, limit.value.interrupted) == ([[2], None, None], False)

    def interrupted(what: Any, seconds: float | None = None) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(workers, "wait", interrupted)
    with pytest.raises(LimitReached) as limit:
        Pool(1).map_chunks(doubles, [[1], [2]])
    assert (limit.value.known, limit.value.interrupted) == ([None, None], True)


def test_a_pool_of_another_owner_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Pool(1)
    pool.call(double, 1)
    first = workers.default_pool()
    assert workers.default_pool() is first
    monkeypatch.setattr(os, "getpid", lambda: -1)
    assert workers.default_pool() is not first
    pool.close()
    assert Child.made[0].stopped == 0
    pool._idle = [Child.made[0]]  # type: ignore[list-item]
    assert pool.call(double, 2) == 4
    assert len(Child.made) == 2


def test_within_a_child_nothing_is_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limited(double, 3, seconds=None, more=1) == 7
    assert len(Child.made) == 1
    monkeypatch.setattr(workers, "inside", lambda: True)
    assert limited(double, 3, seconds=None) == 6
    assert map_chunks(doubles, [1, 2, 3], 2, jobs=4) == [2, 4, 6]
    assert len(Child.made) == 1


def test_items_are_answered_in_chunks() -> None:
    asked: list[list[int]] = []

    def noted(chunk: list[int]) -> list[int]:
        asked.append(chunk)
        return doubles(chunk)

    assert map_chunks(noted, [1, 2, 3], 2, jobs=1) == [2, 4, 6]
    assert (asked, Child.made) == ([[1, 2], [3]], [])
    few, many = list(range(255)), list(range(256))
    assert map_chunks(doubles, few, 300, jobs=9) == doubles(few)
    assert Child.made == []
    assert map_chunks(doubles, many, 300, jobs=9) == doubles(many)
    assert len(Child.made) == 1
    assert map_chunks(doubles, [1], 1, seconds=60.0) == [2]
    assert map_chunks(doubles, [1, 2, 3, 4], 1, jobs=3) == [2, 4, 6, 8]
    assert map_chunks(doubles, [], 1) == []


def test_what_is_known_of_items() -> None:
    def mostly(chunk: list[int]) -> list[int]:
        if 3 in chunk:
            raise KeyboardInterrupt
        return doubles(chunk)

    with pytest.raises(LimitReached) as limit:
        map_chunks(mostly, [1, 2, 3, 4, 5], 2, jobs=1)
    assert (limit.value.known, limit.value.interrupted) == ([2, 4, None, None, None], True)
    with pytest.raises(LimitReached) as limit:
        map_chunks(doubles, [1, 2, 3], 2, jobs=2, seconds=0.0)
    assert (limit.value.known, limit.value.interrupted) == ([None, None, None], False)


def test_portions_are_alike() -> None:
    assert [workers._even(items, 4) for items in (0, 1, 4, 5, 8, 9, 12, 13)] == [1, 1, 4, 3, 4, 3, 4, 4]


def test_attacks_of_many_positions_are_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []
    monkeypatch.setattr(answers, "attacks_all", lambda positions, why_not: [("attacks", why_not)] * len(positions))
    monkeypatch.setattr(workers, "map_chunks", lambda function, items, *rest: given.append(rest) or function(items))
    position = Position(active="north")
    assert attacks_all([position] * 3, jobs=2, why_not=True, seconds=5.0) == [("attacks", True)] * 3
    assert attacks_all([], jobs=2) == []
    sizes = [rest[0] for rest in given]
    assert [rest[1:] for rest in given] == [(2, 5.0), (2, None)]
    assert sizes[0] == 2
    assert sizes[1] == 1
