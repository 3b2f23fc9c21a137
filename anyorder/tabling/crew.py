"""Those who work on a table: this process, or one process for each core, which begin once for all parts of it."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TypeVar

from anyorder.exploring.pool import begin, uninterrupted
from anyorder.exploring.results import StoppedError
from anyorder.exploring.work import forget
from anyorder.tabling.kept import Kept
from scenarios.commuting.groups import Group
from scenarios.tables.document import Part

#: With fewer units of work than this, other processes would take longer to start than to answer.
FEW = 200
T = TypeVar("T")
R = TypeVar("R")
#: Hears of a stage how much of how much is done.
Told = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Common:
    """What all who work know: the effects by pool and event, and the parts of the table; each process gets it once."""

    groups: Mapping[tuple[str, str], tuple[Group, ...]]
    parts: tuple[Part, ...] = ()


class Crew:
    """Does tasks in this process or in others."""

    def __init__(self, workers: int, common: Common, kept: Kept | None = None) -> None:
        self._workers = workers
        self._common = common
        self._kept = kept
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        if self._pool is None:
            return
        if kind is not None:
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def run(
        self,
        stage: str,
        work: Callable[[Common, T], R],
        tasks: Sequence[T],
        told: Told | None = None,
        size: Callable[[T], int] = lambda task: 1,
    ) -> list[R]:
        """What comes of the tasks, in order; ``size`` is how many units of work a task is.

        Raises StoppedError where the processes die.
        """
        total, done = sum(map(size, tasks)), 0
        found: dict[int, R] = {}

        def take(number: int, result: R) -> None:
            nonlocal done
            found[number] = result
            done += size(tasks[number])
            if told is not None:
                told(stage, done, total)

        left = []
        for number in range(len(tasks)):
            before = self._kept.of(stage, number) if self._kept is not None else None
            if before is None:
                left.append(number)
            else:
                take(number, before[0])
        few = sum(size(tasks[number]) for number in left) < FEW
        if self._workers < 2 or (few and self._pool is None) or len(left) < 2:
            for number in left:
                take(number, self._keep(stage, number, work(self._common, tasks[number])))
                forget()
        else:
            self._elsewhere(stage, work, [(number, tasks[number]) for number in left], take)
        return [found[number] for number in range(len(tasks))]

    def _elsewhere(
        self, stage: str, work: Callable[[Common, T], R], tasks: Sequence[tuple[int, T]], take: Callable[[int, R], None]
    ) -> None:
        """Do tasks in other processes, some of them at a time, so that little is lost when it is interrupted."""
        waiting: dict[Future[R], int] = {}
        left = iter(tasks)
        more = True
        try:
            while more or waiting:
                while more and len(waiting) < 2 * self._workers + 2:
                    task = next(left, None)
                    more = task is not None
                    if task is not None:
                        with uninterrupted():
                            waiting[self._started().submit(_do, work, task[1])] = task[0]
                ended, _ = wait(waiting, None, FIRST_COMPLETED)
                for future in ended:
                    number = waiting.pop(future)
                    take(number, self._keep(stage, number, future.result()))
        except BrokenProcessPool:
            raise StoppedError(
                "a worker process died (is there too little memory? --workers 1 takes less): run the same command "
                "again; it goes on where it stopped"
            ) from None

    def _keep(self, stage: str, number: int, result: R) -> R:
        if self._kept is not None:
            self._kept.keep(stage, number, result)
        return result

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, context, initializer=_begin, initargs=(self._common,))
        return self._pool


_common: Common


def _begin(common: Common) -> None:
    global _common
    begin()
    _common = common
    gc.set_threshold(200_000)


def _do(work: Callable[[Common, T], R], task: T) -> R:
    """Do a task in this process."""
    try:
        return work(_common, task)
    finally:
        forget()
