"""Rows about pairs and triples of effects: whether they commute, with the smallest scenario that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from multiprocessing import get_context

from anyorder.tabling.answering import row
from anyorder.tabling.commuting import TRIPLES, Survey, surveys
from anyorder.tabling.rows import Row
from model.errors import AnyorderError
from scenarios.commuting.pairs import APART, COMMUTE, DEPENDS, Verdict
from scenarios.documents import validate
from scenarios.tables.document import CommutingPart

CHUNK = 100
_SAID = {COMMUTE: "yes", DEPENDS: "no"}


@cache
def _survey(event: str, pool: str, triples: bool, workers: int) -> Survey:
    return surveys(pool, [event], [event] if triples else [], workers)[0]


def survey(part: CommutingPart, workers: int) -> Survey:
    """What commutes on the event of a part."""
    return _survey(part.event, part.pool, part.triples or part.event in TRIPLES, workers)


def commuting_rows(part: CommutingPart, workers: int, limit: int) -> Iterator[Sequence[Row]]:
    """A row for each pair that meets, or for each triple that shows what no pair does."""
    found = survey(part, workers)
    shown = [one for one in found.triples if one.verdict == DEPENDS]
    if not part.triples:
        shown = [one for one in found.pairs if one.verdict != APART]
    labels = {group.number: group.label for group in found.groups}
    tasks = [
        [(tuple(labels[number] for number in one.groups), one) for one in shown[start : start + CHUNK]]
        for start in range(0, len(shown), CHUNK)
    ]
    if workers < 2 or len(tasks) < 3:
        yield from map(partial(_rows, limit=limit), tasks)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        yield from pool.map(partial(_rows, limit=limit), tasks)


def _rows(some: Sequence[tuple[tuple[str, ...], Verdict]], limit: int) -> list[Row]:
    return [_row(labels, one, limit) for labels, one in some]


def _row(labels: tuple[str, ...], one: Verdict, limit: int) -> Row:
    """The row of a verdict; where the effects commute, the outcomes alone, without their derivations."""
    cells = (*labels, _SAID.get(one.verdict, one.verdict))
    if one.scenario is None:
        return Row(cells, "", status="limit", error="no scenario was answered whole")
    try:
        found = row(cells, validate(one.scenario), limit=limit)
    except AnyorderError as error:
        return Row(cells, "", status="refused", error=str(error))
    if one.verdict == DEPENDS:
        return found
    return replace(found, results=tuple(replace(result, reasons=()) for result in found.results))


def counted(found: Survey, triples: bool) -> str:
    """How many effects, pairs and triples there are, and what became of them."""
    effects = len(found.groups)
    cards = len({one.card.full_name for group in found.groups for one in group.makers})
    told = f"{effects:,} different effects of {cards:,} cards, {found.applied:,} of which apply on some stage."
    if triples:
        depends = sum(1 for one in found.triples if one.verdict == DEPENDS)
        return (
            f"{told} Of {found.number_of_triples:,} triples {found.with_pairs:,} have two effects that do not commute "
            f"by themselves; of the other {len(found.triples):,} the order matters in {depends:,}."
        )
    meet = len(found.pairs) - len(found.of(APART))
    return (
        f"{told} Of {len(found.pairs):,} pairs {meet:,} meet at one event; {len(found.of(COMMUTE)):,} of them commute, "
        f"and {len(found.of(DEPENDS)):,} do not."
    )
