"""Workers of a cluster, through Dask distributed. They need anyorder installed, and no files in common."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from typing import Any, NoReturn

from anyorder.exploring.needs import library
from anyorder.exploring.results import StoppedError
from anyorder.exploring.work import Done, Task, packed, work_on_packed
from model.errors import MalformedError
from scenarios.families.family import Family

EXTRA = "cluster"
#: So many seconds a scheduler may take to answer at first.
PATIENCE = 30
#: So many seconds a scheduler may be without workers.
WAITING = 60
#: Seconds between asking the scheduler how many workers it has.
_ASKED_EVERY = 2.0


class Cluster:
    """The workers of a scheduler."""

    def __init__(self, family: Family, limit: int, address: str) -> None:
        """Raises MalformedError where no scheduler answers at this address."""
        self._dask = library("distributed", EXTRA)
        for name in (*logging.root.manager.loggerDict, "asyncio"):
            if name.partition(".")[0] in {"distributed", "tornado", "asyncio"}:
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what goes wrong is told here, and once
        self._address = address
        self._limit = limit
        self._family = packed(family)
        self._asked, self._width = -_ASKED_EVERY, 0
        self._seen = time.monotonic()
        self._working: dict[Any, Task] = {}
        self._ended: SimpleQueue[Any] = SimpleQueue()
        try:
            self._client = self._dask.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise MalformedError(
                f"no scheduler answers at {address!r} ({error or type(error).__name__}); 'dask scheduler' starts one"
            ) from None

    @property
    def workers(self) -> int:
        """How many threads and processes work."""
        now = time.monotonic()
        if now - self._asked > _ASKED_EVERY:
            self._asked = now
            try:
                found = self._client.scheduler_info(n_workers=-1).get("workers", {})
            except Exception:
                self._gone()
            self._width = sum(int(worker["nthreads"]) for worker in found.values())
        return self._width

    @property
    def at_once(self) -> int:
        """How many tasks to give out at a time."""
        return 2 * max(self.workers, 1) + 2

    @property
    def given(self) -> int:
        """How many tasks are given out."""
        return len(self._working)

    def give(self, task: Task) -> None:
        """Have a task worked on."""
        try:
            future = self._client.submit(work_on_packed, self._family, task, self._limit, pure=False)
            self._working[future] = task
            future.add_done_callback(self._ended.put)
        except Exception:
            self._gone()

    def take(self, seconds: float) -> Sequence[tuple[Task, Done | None]]:
        """What was done within so many seconds; None for a task whose workers died.

        Raises StoppedError where the scheduler has gone away, or its workers can't work.
        """
        if self._client.status != "running":
            self._gone()
        try:
            future = self._ended.get(timeout=seconds)
        except Empty:
            self._look_for_workers()
            return ()
        return ((self._working.pop(future), self._result(future)),)

    def _result(self, future: Any) -> Done | None:
        if future.status in {"cancelled", "lost"}:
            self._ask()
            return None
        try:
            error = future.exception()
            if error is None:
                done: Done = future.result()
                return done
        except Exception:
            self._gone()
        if isinstance(error, self._dask.KilledWorker):
            return None
        raise StoppedError(
            f"a worker of {self._address!r} can't work ({type(error).__name__}: {error}): it needs this version of "
            "anyorder with its extra, anyorder[cluster]; mend that, and run the same command again"
        )

    def _look_for_workers(self) -> None:
        """Raise StoppedError where there have been no workers for long."""
        now = time.monotonic()
        if self.workers:
            self._seen = now
        elif now - self._seen > WAITING:
            raise StoppedError(
                f"the scheduler at {self._address!r} has had no workers for {WAITING} s: start some ('dask worker "
                f"{self._address}'), and run the same command again; it goes on where it stopped"
            )

    def _ask(self) -> None:
        """Raise StoppedError where the scheduler does not answer."""
        try:
            self._client.scheduler_info(n_workers=1)
        except Exception:
            self._gone()
        if self._client.status != "running":
            self._gone()

    def _gone(self) -> NoReturn:
        raise StoppedError(
            f"the scheduler at {self._address!r} has gone away: start it and its workers again, and run the same "
            "command; it goes on where it stopped"
        )

    def close(self, now: bool = False) -> None:
        """Let go of the cluster."""
        try:
            if now:
                self._client.cancel(list(self._working))
            self._client.close(timeout=2)
        except Exception:  # what is gone can't be taken leave of
            return
