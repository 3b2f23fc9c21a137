"""Runs all pairs and triples of effects out, on all cores: what commutes on which event, and what does not."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from math import comb
from multiprocessing import get_context

from anyorder.exploring.work import forget
from scenarios.commuting.groups import Group, groups
from scenarios.commuting.pairs import DEPENDS, Screened, Verdict, judge, screen
from scenarios.commuting.stages import events

#: The events of which triples are tried as well.
TRIPLES = ("add_mana", "put_counters", "create_tokens", "gain_life", "lose_life", "draw")
CHUNK = 60
Told = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Survey:
    """What was found on one event. ``with_pairs``: triples left alone since two of their effects do not commute."""

    event: str
    groups: tuple[Group, ...]
    applied: int
    pairs: tuple[Verdict, ...]
    triples: tuple[Verdict, ...] = ()
    with_pairs: int = 0

    @property
    def number_of_triples(self) -> int:
        """How many triples there are."""
        return comb(len(self.groups), 3)

    def of(self, verdict: str) -> list[Verdict]:
        """The pairs with this verdict."""
        return [one for one in self.pairs if one.verdict == verdict]


def surveys(
    pool: str,
    wanted: Iterable[str] | None = None,
    triples: Iterable[str] = TRIPLES,
    workers: int = 1,
    told: Told | None = None,
) -> list[Survey]:
    """What commutes among the effects of a pool of cards, for each of the events; ``told`` hears how far it is."""
    found = groups(pool)
    listed = [event for event in (wanted or events()) if found[event]]
    with_triples = set(triples)
    with _executor(workers, {event: found[event] for event in listed}) as executor:
        return [_survey(event, found[event], event in with_triples, executor, told) for event in listed]


def _survey(event: str, some: tuple[Group, ...], triples: bool, executor: _Runs, told: Told | None) -> Survey:
    screened = executor.screened(event, len(some))

    def run(what: str, together: Sequence[tuple[int, ...]]) -> tuple[Verdict, ...]:
        verdicts: list[Verdict] = []
        for part in executor.judged(event, together, screened):
            verdicts += part
            if told is not None:
                told(f"{event}: {what}", len(verdicts), len(together))
        return tuple(verdicts)

    numbers = [group.number for group in some]
    pairs = run("pairs", list(combinations(numbers, 2)))
    applied = sum(1 for one in screened if any(one))
    if not triples:
        return Survey(event, some, applied, pairs)
    depends = {one.groups for one in pairs if one.verdict == DEPENDS}
    left = [three for three in combinations(numbers, 3) if not depends & set(combinations(three, 2))]
    with_pairs = comb(len(some), 3) - len(left)
    return Survey(event, some, applied, pairs, run("triples", left), with_pairs)


_groups: dict[str, tuple[Group, ...]]


def _begin(found: dict[str, tuple[Group, ...]]) -> None:
    global _groups
    _groups = found
    gc.set_threshold(200_000)


def _screen(task: tuple[str, int]) -> Screened:
    event, number = task
    return screen(event, _groups[event][number])


def _judge(task: tuple[str, Sequence[tuple[int, ...]], dict[int, Screened]]) -> list[Verdict]:
    event, together, screened = task
    some = _groups[event]
    found = [judge(event, [some[n] for n in numbers], [screened[n] for n in numbers]) for numbers in together]
    forget()
    return found


class _Runs:
    """Runs the tasks of a survey, here or in other processes."""

    def __init__(self, executor: Executor | None) -> None:
        self._map = executor.map if executor is not None else map

    def screened(self, event: str, size: int) -> list[Screened]:
        """Where each effect applies when it is alone."""
        return list(self._map(_screen, [(event, number) for number in range(size)]))

    def judged(
        self, event: str, together: Sequence[tuple[int, ...]], screened: Sequence[Screened]
    ) -> Iterable[list[Verdict]]:
        """The verdicts, some at a time, in order."""
        tasks = []
        for start in range(0, len(together), CHUNK):
            some = together[start : start + CHUNK]
            needed = {number for numbers in some for number in numbers}
            tasks.append((event, some, {number: screened[number] for number in needed}))
        return self._map(_judge, tasks)


@contextmanager
def _executor(workers: int, found: dict[str, tuple[Group, ...]]) -> Iterator[_Runs]:
    if workers < 2:
        _begin(found)
        yield _Runs(None)
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin, initargs=(found,)) as pool:
        yield _Runs(pool)
