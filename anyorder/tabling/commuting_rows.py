"""Rows about pairs and triples of effects: whether they commute, with the smallest scenario that shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from anyorder.tabling.answering import row
from anyorder.tabling.commuting import Known, Survey, survey
from anyorder.tabling.crew import Crew, Told
from anyorder.tabling.rows import Row
from model.errors import AnyorderError
from scenarios.commuting.pairs import APART, COMMUTE, DEPENDS, TRIPLES, Verdict
from scenarios.documents import validate
from scenarios.tables.document import CommutingPart

CHUNK = 60
_SAID = {COMMUTE: "yes", DEPENDS: "no"}


class Surveyed:
    """The surveys of the parts of one table; parts on one event share theirs."""

    def __init__(self, crew: Crew, found: Known, parts: Sequence[CommutingPart]) -> None:
        self._crew = crew
        self._found = found
        self._triples = {(part.pool, part.event) for part in parts if part.triples or part.event in TRIPLES}
        self._surveys: dict[tuple[str, str], Survey] = {}

    def of(self, part: CommutingPart, told: Told | None = None) -> Survey:
        """What commutes on the event of a part."""
        where = (part.pool, part.event)
        if where not in self._surveys:
            some = self._found.get(where, ())
            self._surveys[where] = survey(self._crew, *where, some, where in self._triples, told)
        return self._surveys[where]


def commuting_rows(part: CommutingPart, found: Survey, crew: Crew, limit: int, told: Told | None = None) -> list[Row]:
    """A row for each pair that meets, or for each triple that shows what no pair does."""
    shown = [one for one in found.triples if one.verdict == DEPENDS]
    if not part.triples:
        shown = [one for one in found.pairs if one.verdict != APART]
    labels = {group.number: group.label for group in found.groups}
    tasks = [
        [(tuple(labels[number] for number in one.groups), one) for one in shown[start : start + CHUNK]]
        for start in range(0, len(shown), CHUNK)
    ]
    stage = f"{part.event}: rows of {'triples' if part.triples else 'pairs'}"
    return [one for some in crew.run(stage, partial(_rows, limit=limit), tasks, told, len) for one in some]


def _rows(_: object, some: Sequence[tuple[tuple[str, ...], Verdict]], limit: int) -> list[Row]:
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
