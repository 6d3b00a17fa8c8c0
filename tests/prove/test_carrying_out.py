"""Who carries out the searches of proofs: this process, other processes, a cluster."""

import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest

from solver_bridge.engine import FOUND, NONE, UNKNOWN
from solver_bridge.proving import workers
from solver_bridge.proving.ahead import Ahead
from solver_bridge.proving.tasks import Done, Task
from solver_bridge.proving.workers import Here, Processes, Workers


def rules(text):
    return Task((), text)


class Written(Workers):
    """Workers whose results are written down, and given in some order."""

    def __init__(self, many=False, turned=False):
        super().__init__()
        self.many, self.turned, self.asked = many, turned, []

    def results(self, tasks):
        self.asked.append([task.facts for task in tasks])
        order = range(len(tasks))
        for number in reversed(order) if self.turned else order:
            yield number, Done(tasks[number].facts, (), float(tasks[number].facts))


def test_each_task_is_carried_out_once():
    there = Written()
    ahead = Ahead(there, lambda *_: None)
    one, two, three = rules("1"), rules("2"), rules("3")
    ahead.plan([one, two])
    assert [done.status for done in ahead.results([one, two])] == ["1", "2"]
    assert [done.status for done in ahead.results([two, three, one])] == ["2", "1", "3"]
    assert (there.asked, ahead.seconds) == ([["1", "2"], ["3"]], 6.0)


def test_what_is_planned_is_carried_out_together_as_it_is_asked_for():
    there = Written(many=True, turned=True)
    heard = []
    ahead = Ahead(there, lambda *told: heard.append(told))
    one, two, three = rules("1"), rules("2"), rules("3")
    ahead.plan([one, two, one, three])
    assert ahead.seconds == 0.0
    assert [done.status for done in ahead.results([two])] == ["2"]
    assert heard == [("searches", 1, 3), ("searches", 2, 3)]
    assert ahead.seconds == 2.0
    assert [done.status for done in ahead.results([one, three])] == ["3", "1"]
    assert (there.asked, ahead.seconds) == ([["1", "2", "3"]], 6.0)
    ahead.plan([one, rules("4")])
    assert [done.status for done in ahead.results([rules("5")])] == ["5"]
    assert there.asked == [["1", "2", "3"], ["4"], ["5"]]
    assert heard[-1] == ("searches", 1, 1)


def test_time_that_is_left():
    assert (Workers().left(), Workers().ends(), Workers().over(), Workers().many) == (None, None, False, False)
    now = time.monotonic()
    assert 50 < Workers(now + 60).left() <= 60
    assert 50 < Workers(now + 60).ends() - time.time() <= 60
    assert Workers(now - 1).left() == 0.0
    assert Workers(now - 1).over()
    assert not Workers(now + 60).over()
    with pytest.raises(NotImplementedError):
        Workers().results([])


def test_tasks_are_carried_out_here_until_the_time_is_over():
    tasks = [rules("a."), rules("a. :- a."), rules("b.")]
    assert [(number, done.status) for number, done in Here().results(tasks)] == [(0, FOUND), (1, NONE), (2, FOUND)]
    late = list(Here(time.monotonic() - 1).results(tasks))
    assert late == [(number, Done(UNKNOWN, (), 0.0)) for number in range(3)]


def test_nothing_is_begun_elsewhere_once_the_time_is_over():
    there = Processes(2, time.monotonic() - 1)
    assert (there.many, Processes(1).many) == (True, False)
    assert list(there.results([rules("a."), rules("b.")])) == [(number, Done(UNKNOWN, (), 0.0)) for number in range(2)]
    there.close()
    assert there.late() is False
    assert Processes(2, time.monotonic() - 3).late()
    assert not Processes(2).late()


def test_a_task_elsewhere_ends_by_the_clock():
    assert workers._run(rules("a."), None).status == FOUND
    assert workers._run(rules("a."), time.time() + 60).status == FOUND
    assert workers._run(rules("a."), time.time() - 1) == Done(UNKNOWN, (), 0.0)


class Pool:
    """A pool of processes that answers in this process, and can break."""

    made: list["Pool"] = []

    def __init__(self, jobs, mp_context, initializer):
        self.jobs, self.initializer, self.closed = jobs, initializer, []
        self._processes = {}
        Pool.made.append(self)

    def submit(self, function, task, ends):
        future = Future()
        if task.facts == "breaks." and len(Pool.made) < 3:
            future.set_exception(BrokenProcessPool())
        elif task.facts != "hangs.":
            future.set_result(Done(task.facts, (), 0.5))
        return future

    def shutdown(self, cancel_futures):
        self.closed.append(cancel_futures)


@pytest.fixture
def pools(monkeypatch):
    """Let pools be such."""
    monkeypatch.setattr(workers, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(Pool, "made", [])
    return Pool.made


def test_results_come_from_elsewhere_as_they_come(pools):
    there = Processes(3)
    ticks = []
    there.tick = lambda: ticks.append(1)
    found = dict(there.results([rules("a."), rules("b.")]))
    assert {number: done.status for number, done in found.items()} == {0: "a.", 1: "b."}
    assert dict(there.results([rules("c.")])) == {0: Done("c.", (), 0.5)}
    assert [(pool.jobs, pool.initializer) for pool in pools] == [(3, workers._begin)]
    assert ticks
    there.close()
    there.close()
    assert pools[0].closed == [True]


def test_what_a_broken_pool_lost_is_begun_again(pools):
    found = dict(Processes(2).results([rules("a."), rules("breaks.")]))
    assert {number: done.status for number, done in found.items()} == {0: "a.", 1: "breaks."}
    assert len(pools) == 3
    assert [pool.closed for pool in pools] == [[True], [True], []]


def test_what_breaks_again_and_again_is_not_known(pools, monkeypatch):
    monkeypatch.setattr(Pool, "submit", lambda pool, function, task, ends: broken())

    def broken():
        future = Future()
        future.set_exception(BrokenProcessPool())
        return future

    assert list(Processes(2).results([rules("a.")])) == [(0, Done(UNKNOWN, (), 0.0))]
    assert len(pools) == 3


def test_what_still_runs_after_the_time_is_left(pools, monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(workers.time, "monotonic", lambda: now[0])
    ended = []
    monkeypatch.setattr(workers, "_end", ended.append)
    there = Processes(2, until=1010.0)

    def wait(futures, timeout, return_when):
        assert (timeout, return_when) == (0.25, "FIRST_COMPLETED")
        now[0] += 6.5
        return {future for future in futures if future.done()}, set()

    monkeypatch.setattr(workers, "wait", wait)
    found = []
    for number, result in there.results([rules("a."), rules("hangs."), rules("hangs.")]):
        found.append((number, result.status))
        pools[0]._processes = {1: "one", 2: "two"}
    assert found == [(0, "a."), (1, UNKNOWN), (2, UNKNOWN)]
    assert (ended, pools[0].closed) == (["one", "two"], [True])


class Answered:
    """What a cluster gives in the place of an answer."""

    def __init__(self, status, result, key):
        self.status, self.result, self.key = status, result, key


class Dask:
    """A cluster that answers at once, and loses one task."""

    class Client:
        def __init__(self, address):
            self.address, self.submitted, self.cancelled, self.status = address, [], [], "running"

        def submit(self, function, task, ends, pure, retries):
            self.submitted.append((function, task.facts, ends, pure, retries))
            status = "lost" if task.facts == "lost." else "finished"
            return Answered(status=status, result=lambda: Done(task.facts, (), 0.5), key=task.facts)

        def cancel(self, futures):
            self.cancelled = [future.key for future in futures]

        def close(self):
            self.status = "closed"

    @staticmethod
    def as_completed(futures):
        return reversed(futures)


def test_a_cluster_carries_tasks_out(monkeypatch):
    monkeypatch.setattr(workers, "import_module", lambda name: Dask if name == "distributed" else None)
    there = workers.Cluster("tcp://there", None)
    client = there._client
    assert (there.many, client.address, there.left()) == (True, "tcp://there", None)
    found = list(there.results([rules("a."), rules("lost."), rules("b.")]))
    assert found == [(2, Done("b.", (), 0.5)), (1, Done(UNKNOWN, (), 0.0)), (0, Done("a.", (), 0.5))]
    assert client.submitted == [(workers._run, text, None, False, 3) for text in ("a.", "lost.", "b.")]
    assert client.cancelled == ["a.", "lost.", "b."]
    there.close()
    assert client.status == "closed"


def test_nothing_more_is_asked_of_a_cluster_that_was_left(monkeypatch):
    monkeypatch.setattr(workers, "import_module", lambda name: Dask)
    there = workers.Cluster("tcp://there", None)
    results = there.results([rules("a."), rules("b.")])
    assert next(results) == (1, Done("b.", (), 0.5))
    there.close()
    results.close()
    assert there._client.cancelled == []
