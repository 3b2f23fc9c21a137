"""Running a family out: chunks are given to workers and their files written, until none is left.

What is done is what has a file. A task whose process died is tried again, alone; if its processes go on dying, it is
cut in halves, until the scenario is found that they die on: that is told in its row.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Protocol

from anyorder.exploring import tables
from anyorder.exploring.results import Results, StoppedError
from anyorder.exploring.work import Done, Task
from scenarios.families.rows import Row, died

#: So often a scenario may be given to a process that dies on it, when it is given alone.
_LIVES = 2


class Workers(Protocol):
    """Those who answer scenarios: processes of this machine, or a cluster."""

    @property
    def workers(self) -> int:
        """How many there are."""

    @property
    def at_once(self) -> int:
        """How many tasks to give out at a time."""

    @property
    def given(self) -> int:
        """How many tasks are given out."""

    def give(self, task: Task) -> None:
        """Have a task worked on."""

    def take(self, seconds: float) -> Sequence[tuple[Task, Done | None]]:
        """What was done within so many seconds; None for a task whose process died."""

    def close(self, now: bool = False) -> None:
        """End; ``now``: without waiting."""


class Told(Protocol):
    """Hears of every chunk that is done, and now and then of none."""

    def __enter__(self) -> object: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...
    def __call__(self, counts: Counter[str]) -> None:
        """Add up how the scenarios of a chunk came out."""


@dataclass
class Run:
    """One run over what is left of a family."""

    results: Results
    workers: Workers
    told: Told
    _suspects: deque[Task] = field(default_factory=deque)
    _rows: dict[int, dict[int, tuple[Row, ...]]] = field(default_factory=dict)
    _deaths: Counter[int] = field(default_factory=Counter)

    def finish(self) -> None:
        """Work until nothing is left. Raises StoppedError where that is not possible."""
        left = self._left()
        more = True
        while True:
            while more and not self._suspects and self.workers.given < self.workers.at_once:
                task = next(left, None)
                more = task is not None
                if task is not None:
                    self.workers.give(task)
            if self._suspects and not self.workers.given:
                self.workers.give(self._suspects[0])
            if not self.workers.given:
                return
            found = self.workers.take(0.5)
            for task, done in found:
                self._take(task, done)
            if not found:
                self.told(Counter())

    def _left(self) -> Iterator[Task]:
        done, plan = self.results.done(), self.results.plan
        for chunk in range(plan.chunks):
            if chunk not in done:
                numbers = plan.numbers(chunk)
                yield Task(chunk, numbers.start, numbers.stop)

    def _take(self, task: Task, done: Done | None) -> None:
        alone = bool(self._suspects) and self._suspects[0] == task
        if alone:
            self._suspects.popleft()
        if task.start == task.stop:
            self._accuse(self._suspects.popleft(), living=done is not None)
        elif done is None:
            self._died(task, alone)
        elif task.whole:
            self._save(task.chunk, done)
        else:
            self._add(task, done.rows)

    def _died(self, task: Task, alone: bool) -> None:
        """Try again, in halves where it was this task alone that was worked on."""
        if not alone:
            self._suspects.append(task)
        elif task.stop - task.start > 1:
            middle = (task.start + task.stop) // 2
            halves = (Task(task.chunk, task.start, middle, False), Task(task.chunk, middle, task.stop, False))
            self._suspects.extendleft(reversed(halves))
        else:
            self._deaths[task.start] += 1
            self._suspects.appendleft(task)
            if self._deaths[task.start] >= _LIVES:
                self._suspects.appendleft(Task(task.chunk, task.start, task.start, False))  # does nothing, and lives

    def _accuse(self, task: Task, living: bool) -> None:
        """It is this scenario that processes die on, if they live with nothing to do."""
        if not living:
            raise StoppedError(
                "the worker processes die even with nothing to do (is there too little memory?): mend that, and run "
                "the same command again; it goes on where it stopped"
            )
        why = f"the process that worked on it died, {self._deaths[task.start]} times"
        self._add(task, (died(self.results.family, task.start, why),))

    def _add(self, task: Task, rows: tuple[Row, ...]) -> None:
        """Keep the rows of a part of a chunk until all parts are there."""
        parts = self._rows.setdefault(task.chunk, {})
        for number in task.numbers:
            parts[number] = tuple(row for row in rows if row.row == number)
        numbers = self.results.plan.numbers(task.chunk)
        if len(parts) == len(numbers):
            del self._rows[task.chunk]
            together = [row for number in numbers for row in parts[number]]
            content = tables.parquet(self.results.family, together, len(numbers))
            self._save(task.chunk, Done(content, counts=tables.counted(together, len(numbers))))

    def _save(self, chunk: int, done: Done) -> None:
        self.results.save(chunk, done.content)
        self.told(done.counts or Counter())
