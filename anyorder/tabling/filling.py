"""Tables filled in: every row answered, on all cores where there are many."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.resources import files
from math import comb
from typing import Protocol

from anyorder.tabling.answering import row
from anyorder.tabling.commuting import Known, known
from anyorder.tabling.commuting_rows import Surveyed, commuting_rows, counted
from anyorder.tabling.crew import Common, Crew
from anyorder.tabling.crew import Told as Heard
from anyorder.tabling.kept import Kept
from anyorder.tabling.rows import Filled, Row, Section
from scenarios import catalogue
from scenarios.commuting.pairs import TRIPLES
from scenarios.documents import Document, read_documents
from scenarios.families.family import Family
from scenarios.tables.document import CommutingPart, DocumentsPart, FamilyPart, Part, TableDocument
from solver.answers import DEFAULT_LIMIT

CHUNK = 50
#: The work that an effect alone, a pair, and the row of a pair take, roughly, beside that of a row of a family.
_EFFECT, _PAIR, _ROW, _TRIPLE = 10.0, 1.0, 0.5, 0.2


class Told(Protocol):
    """Hears how far a table is."""

    def __call__(self, words: str, done: int, total: int, share: float, /) -> None:
        """So much of so much of one stage is done, and this share of the whole table."""


def fill(
    table: TableDocument,
    workers: int | None = None,
    limit: int = DEFAULT_LIMIT,
    told: Told | None = None,
    kept: Kept | None = None,
) -> Filled:
    """The table with every row answered; what ``kept`` has need not be answered again.

    Raises StoppedError where the processes that answer die.
    """
    commuting = [part for part in table.parts if isinstance(part, CommutingPart)]
    pools = {part.pool: [one.event for one in commuting if one.pool == part.pool] for part in commuting}
    found = {where: some for pool, wanted in pools.items() for where, some in known(pool, wanted).items()}
    work = _Work(table, found, told)
    with Crew(workers or cores(), Common(found, table.parts), kept) as crew:
        surveyed = Surveyed(crew, found, commuting)
        sections = []
        for place, part in enumerate(table.parts):
            hears = work.heard(place)
            note = part.note
            if isinstance(part, CommutingPart):
                survey = surveyed.of(part, hears)
                rows = commuting_rows(part, survey, crew, limit, hears)
                note = f"{note} {counted(survey, part.triples)}".strip()
            else:
                rows = _rows(place, part, crew, limit, hears)
            headings = tuple(column.heading for column in part.columns)
            sections.append(Section(part.title, note, headings, tuple(rows)))
    return Filled(table.name, table.title, table.note, table.rules, tuple(sections))


def cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


class _Work:
    """How much work the parts of a table are, roughly, so that a share of all of it can be told."""

    def __init__(self, table: TableDocument, found: Known, told: Told | None) -> None:
        self._told = told
        surveyed: set[tuple[str, str]] = set()
        self._stages = [_stages(part, found, surveyed) for part in table.parts]
        self._all = sum(size for stages in self._stages for size in stages) or 1.0

    def heard(self, place: int) -> Heard | None:
        """What hears of the stages of one part, which come one after the other."""
        told = self._told
        if told is None:
            return None
        before = sum(size for stages in self._stages[:place] for size in stages)
        seen: list[str] = []

        def hear(words: str, done: int, total: int) -> None:
            if words not in seen:
                seen.append(words)
            behind, now = self._stages[place][: len(seen) - 1], self._stages[place][len(seen) - 1 :][:1]
            told(words, done, total, (before + sum(behind) + sum(now) * done / (total or 1)) / self._all)

        return hear


def _stages(part: Part, found: Known, surveyed: set[tuple[str, str]]) -> tuple[float, ...]:
    """How much work each stage of a part is, roughly; ``surveyed`` are those that parts before it need."""
    if not isinstance(part, CommutingPart):
        return (float(part.family.size if isinstance(part, FamilyPart) else len(_documents(part.folder))),)
    where = (part.pool, part.event)
    effects = len(found.get(where, ()))
    pairs = comb(effects, 2)
    rows = 0.0 if part.triples else _ROW * pairs
    if where in surveyed:
        return (rows,)
    surveyed.add(where)
    triples = (_TRIPLE * comb(effects, 3),) if part.triples or part.event in TRIPLES else ()
    return (_EFFECT * effects, _PAIR * pairs, *triples, rows)


def _rows(place: int, part: FamilyPart | DocumentsPart, crew: Crew, limit: int, told: Heard | None) -> list[Row]:
    if isinstance(part, DocumentsPart):
        return [row((name,), document, document.title, limit) for name, document in _documents(part.folder)]
    size = part.family.size
    tasks = [(place, range(start, min(start + CHUNK, size)), limit) for start in range(0, size, CHUNK)]
    stage = f"{part.title or part.family.name or 'part'} {place + 1}"
    return [one for some in crew.run(stage, _chunk, tasks, told, lambda task: len(task[1])) for one in some]


def _chunk(common: Common, task: tuple[int, range, int]) -> list[Row]:
    place, numbers, limit = task
    part = common.parts[place]
    assert isinstance(part, FamilyPart)
    return rows_of(part, limit, numbers)


def rows_of(part: FamilyPart, limit: int, numbers: range) -> list[Row]:
    """The rows of some scenarios of a family."""
    return [row(_cells(part, number), part.family.document(number), part.question, limit) for number in numbers]


def _cells(part: FamilyPart, number: int) -> tuple[str, ...]:
    labels = part.family.labels(number)
    return tuple(
        _layout(part.family, column.axis, labels[column.axis]) if column.shows else str(labels[column.axis])
        for column in part.columns
    )


def _layout(family: Family, axis: str, label: object) -> str:
    """The layout of a card that is the value of an axis; empty where it is none."""
    name = str(label)
    if not catalogue.is_card(name):
        return ""
    return catalogue.find(name).layout.value.replace("_", " ")


@cache
def _documents(folder: str) -> tuple[tuple[str, Document], ...]:
    """Each document of a folder of the library, with the card that its file is named by."""
    found = []
    by_file = {file_name(name): name for name in catalogue.names()}
    place = files("scenarios").joinpath("library", folder)
    for file in sorted(place.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".yaml"):
            stem = file.name.removesuffix(".yaml")
            card = by_file.get(stem, stem.replace("-", " ").capitalize())
            found += [(card, document) for document in read_documents(file.read_text(encoding="utf-8"))]
    return tuple(found)


def file_name(card: str) -> str:
    """The name of a card as files are named: small letters, and a dash for all that is neither letter nor digit."""
    return re.sub(r"[^a-z0-9]+", "-", card.casefold()).strip("-")
