"""Worker processes on this machine. They end when the process that started them does, however that happens."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process

from anyorder.exploring.work import Done, Task, packed, work_on_packed
from scenarios.families.family import Family


def begin() -> None:
    """Make a process ready to work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it decides what an interrupt means
    gc.set_threshold(200_000)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _ready() -> None:
    """Nothing: a process that is asked for this has begun."""


class Pool:
    """So many worker processes, which start at once; what they work on is said when it is known."""

    def __init__(self, workers: int) -> None:
        self._family = b""
        self._limit = 0
        self._working: dict[Future[Done], Task] = {}
        #: How many processes there are.
        self.workers = workers
        self._pool = self._started()

    def _started(self) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=begin)
        with uninterrupted():
            for _ in range(self.workers):
                pool.submit(_ready)
        return pool

    def work_on(self, family: Family, limit: int) -> None:
        """Say what the tasks are about."""
        self._family, self._limit = packed(family), limit

    @property
    def at_once(self) -> int:
        """How many tasks to give out at a time."""
        return self.workers + 2

    @property
    def given(self) -> int:
        """How many tasks are given out."""
        return len(self._working)

    def give(self, task: Task) -> None:
        """Have a task worked on."""
        with uninterrupted():
            try:
                future = self._pool.submit(work_on_packed, self._family, task, self._limit)
            except BrokenProcessPool:  # which is told with the tasks that were given out before, or with this one
                future = Future()
                future.set_exception(BrokenProcessPool())
            self._working[future] = task

    def take(self, seconds: float) -> Sequence[tuple[Task, Done | None]]:
        """What was done within so many seconds; None for a task whose process died."""
        done, _ = wait(self._working, seconds, FIRST_COMPLETED)
        if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
            done, _ = wait(self._working)  # all that were given out are broken with it
            self._pool.shutdown(wait=True)
            self._pool = self._started()
        found: list[tuple[Task, Done | None]] = []
        for future in done:
            task = self._working.pop(future)
            found.append((task, None if isinstance(future.exception(), BrokenProcessPool) else future.result()))
        return found

    def close(self, now: bool = False) -> None:
        """End the processes; ``now``: without waiting for what they are at."""
        if now:
            for process in list((getattr(self._pool, "_processes", None) or {}).values()):
                process.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Processes that start within do not hear an interrupt, which would have each of them complain."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
