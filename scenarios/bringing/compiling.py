"""Compiles many cards on all cores, in the order in which they come, with little memory."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import TypeVar

from model.errors import LimitError
from scenarios.reading.records import OracleCard

Found = TypeVar("Found")
#: So many cards go to a process at a time.
CHUNK = 250


def cores() -> int:
    """How many processes may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_chunks(
    cards: Iterable[OracleCard], work: Callable[[tuple[OracleCard, ...]], Found], processes: int | None = None
) -> Iterator[Found]:
    """What ``work``, a function of a module, makes of every chunk of cards, in order; few cards stay here."""
    waiting = iter(cards)
    first = tuple(islice(waiting, CHUNK))
    second = tuple(islice(waiting, CHUNK))
    processes = cores() if processes is None else processes
    if processes < 2 or not second:
        yield from (work(chunk) for chunk in (first, second) if chunk)
        while chunk := tuple(islice(waiting, CHUNK)):
            yield work(chunk)
        return
    with ProcessPoolExecutor(processes, initializer=_quietly) as pool:
        running: deque[Future[Found]] = deque(pool.submit(work, chunk) for chunk in (first, second))
        try:
            while running:
                while len(running) < 2 * processes and (chunk := tuple(islice(waiting, CHUNK))):
                    running.append(pool.submit(work, chunk))
                yield running.popleft().result()
        except BrokenProcessPool:
            message = "a process that compiled cards was ended from outside (was there too little memory?)"
            raise LimitError(f"{message}; what was done is kept: start again, perhaps with --processes 1") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _quietly() -> None:
    """Leave an interrupt to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
