"""What a worker does, in a process of this machine or of a cluster: it answers some scenarios of a family."""

from __future__ import annotations

import pickle
import sys
import zlib
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from anyorder.exploring import tables
from scenarios.families.family import Family
from scenarios.families.rows import Row, rows
from solver.answers import DEFAULT_LIMIT


@dataclass(frozen=True, slots=True)
class Task:
    """Some scenarios of a chunk, by their numbers; ``whole`` if they are all of it."""

    chunk: int
    start: int
    stop: int
    whole: bool = True

    @property
    def numbers(self) -> range:
        """The numbers of the scenarios."""
        return range(self.start, self.stop)


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a task: a whole chunk as the content of its file, or rows that are still to be put together."""

    content: bytes = b""
    rows: tuple[Row, ...] = ()
    counts: Counter[str] | None = None


def work(family: Family, task: Task, limit: int = DEFAULT_LIMIT) -> Done:
    """Answer the scenarios of a task."""
    found = tuple(rows(family, task.numbers, limit))
    forget()
    if not task.whole:
        return Done(rows=found)
    tried = len(task.numbers)
    return Done(tables.parquet(family, found, tried), counts=tables.counted(found, tried))


def packed(family: Family) -> bytes:
    """A family as a few bytes, which every task can carry along."""
    return zlib.compress(pickle.dumps(family))


@lru_cache(maxsize=4)
def _unpacked(family: bytes) -> Family:
    found: Family = pickle.loads(zlib.decompress(family))
    return found


def work_on_packed(family: bytes, task: Task, limit: int = DEFAULT_LIMIT) -> Done:
    """Answer the scenarios of a task of a packed family."""
    return work(_unpacked(family), task, limit)


def forget() -> None:
    """Empty the memories of the solver, so that a process that answers many scenarios does not grow with them."""
    for name, module in list(sys.modules.items()):
        if name.startswith("solver."):
            for value in list(vars(module).values()):
                info = getattr(value, "cache_info", None)
                if info is not None and getattr(value, "__module__", "") == name and info().maxsize is not None:
                    value.cache_clear()
