"""Warm children: answers, errors, limits, several threads, chunks in order."""

import os
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

from solver_bridge import workers
from solver_bridge.answers import attacks
from solver_bridge.errors import Fault, IllegalEvent, LimitReached, UnusableInput
from solver_bridge.model import Position
from solver_bridge.progress import beside
from solver_bridge.workers import Pool, attacks_all, limited, map_chunks
from tests.workers import questions

SOON = 0.2
"""How long after a limit the answer may come; generous tests add what a busy machine takes."""


@pytest.fixture
def pool():
    with Pool(2) as pool:
        yield pool


def position(number: int = 0) -> Position:
    return Position.from_data(
        {
            "active": "north",
            "sites": {8: {"controller": "south"}, 9: {"controller": "north"}},
            "units": {
                "scout": {"power": 1, "controller": "north", "at": "surface 9"},
                "knight": {"power": number + 1, "controller": "south", "at": "surface 8"},
            },
        }
    )


def test_a_child_answers(pool: Pool) -> None:
    assert pool.call(questions.double, 21) == 42
    assert pool.call(questions.process) != os.getpid()


def test_children_stay_warm(pool: Pool) -> None:
    assert len({pool.call(questions.process) for _ in range(5)}) == 1


@pytest.mark.parametrize(
    "error",
    [
        ValueError("no"),
        UnusableInput([Fault("a.yaml", 3, "wrong")]),
        IllegalEvent("event", ("reason",), ("other",)),
        LimitReached("known"),
    ],
)
def test_errors_come_back_as_they_were(pool: Pool, error: Exception) -> None:
    with pytest.raises(type(error)) as caught:
        pool.call(questions.fail, error)
    assert caught.value.args == error.args
    assert pool.call(questions.double, 1) == 2


def test_what_cannot_be_handed_over_is_an_error(pool: Pool) -> None:
    with pytest.raises(RuntimeError, match="cannot be handed over"):
        pool.call(questions.unsendable)
    assert pool.call(questions.double, 1) == 2


def test_a_child_that_dies_is_an_error_and_is_replaced(pool: Pool) -> None:
    with pytest.raises(RuntimeError, match="has ended"):
        pool.call(questions.leave)
    assert pool.call(questions.double, 1) == 2


def test_the_limit_is_hard_while_grounding(pool: Pool) -> None:
    pool.call(questions.double, 1)
    started = time.monotonic()
    with pytest.raises(LimitReached) as caught:
        pool.call(questions.ground_forever, "so far", seconds=0.3)
    assert time.monotonic() - started < 0.3 + SOON + 1
    assert caught.value.known == "so far"
    assert pool.call(questions.double, 1) == 2


def test_without_a_note_nothing_is_known(pool: Pool) -> None:
    with pytest.raises(LimitReached) as caught:
        pool.call(questions.ground_forever, seconds=0.1)
    assert caught.value.known is None


def test_limited_takes_the_pool_of_the_process() -> None:
    assert limited(questions.double, 4, seconds=30) == 8
    assert limited(attacks, position(), seconds=30) == attacks(position())


def test_within_a_child_questions_are_answered_there(pool: Pool) -> None:
    assert pool.call(questions.process) == pool.call(questions.process_of_a_question)


def test_several_threads_ask_at_once(pool: Pool) -> None:
    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(lambda n: pool.call(questions.double, n), range(60))) == [2 * n for n in range(60)]
    assert len(pool._idle) <= 2


def test_threads_and_processes_ask_the_solver_itself() -> None:
    positions = [position(number) for number in range(6)]
    alone = [attacks(each) for each in positions]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(attacks, positions * 3)) == alone * 3
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        assert list(processes.map(attacks, positions)) == alone


def test_a_thread_that_waits_for_a_worker_has_its_limit_too() -> None:
    with Pool(1) as pool:
        busy = threading.Thread(target=_expect_limit, args=(pool, 2.0))
        busy.start()
        time.sleep(0.3)
        started = time.monotonic()
        with pytest.raises(LimitReached):
            pool.call(questions.double, 1, seconds=0.2)
        assert time.monotonic() - started < 1
        busy.join()
        assert pool.call(questions.double, 1) == 2


def _expect_limit(pool: Pool, seconds: float) -> None:
    with pytest.raises(LimitReached):
        pool.call(questions.ground_forever, seconds=seconds)


def test_chunks_come_back_in_order() -> None:
    numbers = list(range(101))
    assert map_chunks(questions.doubles, numbers, 7, jobs=2) == questions.doubles(numbers)
    assert map_chunks(questions.doubles, [], 7, jobs=2) == []
    assert map_chunks(questions.doubles, numbers, 7, jobs=1) == questions.doubles(numbers)


def test_chunks_that_are_answered_are_known_at_the_limit() -> None:
    with pytest.raises(LimitReached) as caught:
        map_chunks(questions.doubles_or_sleep, [3, 0, 2, 1], 1, jobs=2, seconds=1)
    assert caught.value.known == [6, None, 4, 2]


def test_an_error_in_a_chunk_ends_the_others() -> None:
    with pytest.raises(TypeError):
        map_chunks(questions.doubles_or_sleep, [0, {}, 2], 1, jobs=2)


def test_attacks_of_many_positions_on_two_cores() -> None:
    positions = [position(number) for number in range(7)]
    assert attacks_all(positions, jobs=2) == [attacks(each) for each in positions]
    assert attacks_all(positions, jobs=1) == [attacks(each) for each in positions]
    assert attacks_all([]) == []


def test_unusable_positions_come_back_as_such() -> None:
    wrong = Position.from_data(
        {"active": "north", "units": {"mole": {"power": 1, "controller": "north", "at": "underground 3"}}}
    )
    with pytest.raises(UnusableInput):
        attacks_all([position(), wrong, position()], jobs=2)


def test_beside_the_main_thread() -> None:
    assert beside(questions.double, 4) == 8
    assert beside(questions.double, 4, seconds=5) == 8
    with pytest.raises(ZeroDivisionError):
        beside(questions.fail, ZeroDivisionError())


def test_the_children_of_a_pool_end_with_it() -> None:
    with Pool(1) as pool:
        child = pool.call(questions.process)
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_a_pool_of_a_size() -> None:
    assert Pool(3).jobs == 3
    assert Pool().jobs == workers.cores() >= 1
