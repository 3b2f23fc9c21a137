"""Runs all pairs and triples of effects out, on all cores: what commutes on which event, and what does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from anyorder.tabling.crew import Common, Crew, Told
from scenarios.commuting.groups import Group, groups
from scenarios.commuting.pairs import DEPENDS, TRIPLES, Screened, Verdict, judge, screen
from scenarios.commuting.stages import events
from scenarios.commuting.trying import Part

CHUNK = 60
#: The groups of a pool of cards, by pool and event: what those who work know.
Known = Mapping[tuple[str, str], tuple[Group, ...]]


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
    found = known(pool, wanted or events())
    with_triples = set(triples)
    with Crew(workers, Common(found)) as crew:
        return [survey(crew, pool, event, found[pool, event], event in with_triples, told) for pool, event in found]


def known(pool: str, wanted: Iterable[str]) -> Known:
    """The groups of these events, of those that have any."""
    found = groups(pool)
    return {(pool, event): found[event] for event in wanted if found[event]}


def survey(
    crew: Crew, pool: str, event: str, some: tuple[Group, ...], triples: bool, told: Told | None = None
) -> Survey:
    """What commutes on one event; ``triples``: try those, too."""
    where = (pool, event)
    screened = crew.run(f"{event}: effects", _screen, [(where, group.number) for group in some], told)

    def run(what: str, together: Sequence[tuple[int, ...]]) -> tuple[Verdict, ...]:
        tasks = [_task(where, together[start : start + CHUNK], screened) for start in range(0, len(together), CHUNK)]
        parts = crew.run(f"{event}: {what}", _judge, tasks, told, lambda task: len(task[1]))
        return tuple(verdict for part in parts for verdict in part)

    numbers = [group.number for group in some]
    pairs = run("pairs", list(combinations(numbers, 2)))
    applied = sum(1 for one in screened if any(one))
    if not triples:
        return Survey(event, some, applied, pairs)
    depends = {one.groups for one in pairs if one.verdict == DEPENDS}
    left = [three for three in combinations(numbers, 3) if not depends & set(combinations(three, 2))]
    with_pairs = comb(len(some), 3) - len(left)
    return Survey(event, some, applied, pairs, run("triples", left), with_pairs)


#: Where an effect applies, in few words: whose, its aim, what its card stands for, and the amounts, for each stage.
_Light = tuple[tuple[tuple[str, str, str, frozenset[int]], ...], ...]
_Task = tuple[tuple[str, str], Sequence[tuple[int, ...]], dict[int, _Light]]


def _task(where: tuple[str, str], together: Sequence[tuple[int, ...]], screened: Sequence[_Light]) -> _Task:
    needed = {number for numbers in together for number in numbers}
    return where, together, {number: screened[number] for number in needed}


def _screen(common: Common, task: tuple[tuple[str, str], int]) -> _Light:
    (pool, event), number = task
    return tuple(
        tuple((part.whose, part.aim, part.stands_for, amounts) for part, amounts in stage)
        for stage in screen(event, common.groups[pool, event][number])
    )


def _judge(common: Common, task: _Task) -> list[Verdict]:
    where, together, light = task
    some = common.groups[where]
    screened = {number: _full(some[number], stages) for number, stages in light.items()}
    return [judge(where[1], [some[n] for n in numbers], [screened[n] for n in numbers]) for numbers in together]


def _full(group: Group, stages: _Light) -> Screened:
    return tuple(
        tuple((Part(group.number, group.shown, *words), amounts) for *words, amounts in stage) for stage in stages
    )
