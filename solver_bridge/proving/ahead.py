"""Tasks that are begun before their results are asked for, so that no worker waits for another's."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from solver_bridge.proving.tasks import Done, Task
from solver_bridge.proving.workers import Workers

__all__ = ["Ahead"]


class Ahead:
    """Gives results of tasks, each carried out once; what was planned is carried out together, in its order."""

    def __init__(self, workers: Workers, progress: Callable[[str, int, int], None]) -> None:
        """Plan nothing yet; `progress` hears how many of the planned tasks are done."""
        self._workers = workers
        self._progress = progress
        self._known: dict[Task, Done] = {}
        self._counted: set[Task] = set()
        self._coming: Iterator[tuple[Task, Done]] = iter(())
        self.seconds = 0.0
        """What the tasks have taken whose results were asked for, each counted once."""

    def plan(self, tasks: Iterable[Task]) -> None:
        """Let tasks be carried out together; where one worker does one thing after another that brings nothing."""
        if self._workers.many:
            self._coming = self._carried_out([task for task in dict.fromkeys(tasks) if task not in self._known])

    def _carried_out(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Done]]:
        for count, (number, done) in enumerate(self._workers.results(tasks), start=1):
            self._progress("searches", count, len(tasks))
            yield tasks[number], done

    def results(self, tasks: Sequence[Task]) -> Iterator[Done]:
        """Give the results of tasks as they come."""
        waited = dict.fromkeys(tasks)
        yield from self._ready(waited)
        for task, done in self._coming:
            self._known[task] = done
            yield from self._ready(waited)
            if not waited:
                return
        left = list(waited)
        for number, done in self._workers.results(left):
            self._known[left[number]] = done
            yield from self._ready(waited)

    def _ready(self, waited: dict[Task, None]) -> Iterator[Done]:
        for task in [task for task in waited if task in self._known]:
            del waited[task]
            done = self._known[task]
            if task not in self._counted:
                self._counted.add(task)
                self.seconds += done.seconds
            yield done
