"""Tables filled in: every row answered, on all cores where there are many."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from importlib.resources import files
from multiprocessing import get_context

from anyorder.tabling.answering import row
from anyorder.tabling.commuting_rows import commuting_rows, counted, survey
from anyorder.tabling.rows import Filled, Row, Section
from scenarios import catalogue
from scenarios.documents import Document, read_documents
from scenarios.families.family import Family
from scenarios.tables.document import CommutingPart, DocumentsPart, FamilyPart, Part, TableDocument
from solver.answers import DEFAULT_LIMIT

#: With fewer rows than this, other processes would take longer to start than to answer.
FEW = 200
CHUNK = 50
Told = Callable[[int, int], None]


def fill(
    table: TableDocument, workers: int | None = None, limit: int = DEFAULT_LIMIT, told: Told | None = None
) -> Filled:
    """The table with every row answered; ``told`` hears how many rows of how many are done."""
    total = sum(_size(part) for part in table.parts)
    sections: list[Section] = []
    done = 0
    for part in table.parts:
        rows: list[Row] = []
        for some in _rows(part, workers or cores(), limit):
            rows += some
            if told is not None:
                told(done + len(rows), total)
        done += len(rows)
        headings = tuple(column.heading for column in part.columns)
        note = part.note
        if isinstance(part, CommutingPart):
            note = f"{note} {counted(survey(part, workers or cores()), part.triples)}".strip()
        sections.append(Section(part.title, note, headings, tuple(rows)))
    return Filled(table.name, table.title, table.note, table.rules, tuple(sections))


def cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def _size(part: Part) -> int:
    if isinstance(part, CommutingPart):
        return 0
    return part.family.size if isinstance(part, FamilyPart) else len(_documents(part.folder))


def _rows(part: Part, workers: int, limit: int) -> Iterator[Sequence[Row]]:
    if isinstance(part, CommutingPart):
        yield from commuting_rows(part, workers, limit)
        return
    if isinstance(part, DocumentsPart):
        yield [row((name,), document, document.title, limit) for name, document in _documents(part.folder)]
        return
    size = part.family.size
    chunks = [range(start, min(start + CHUNK, size)) for start in range(0, size, CHUNK)]
    if size < FEW or workers < 2:
        yield from map(partial(rows_of, part, limit), chunks)
        return
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(part, limit)) as pool:
        yield from pool.map(_chunk, chunks)


_part: FamilyPart
_limit: int


def _begin(part: FamilyPart, limit: int) -> None:
    global _part, _limit
    _part, _limit = part, limit
    gc.set_threshold(200_000)


def _chunk(numbers: range) -> list[Row]:
    return rows_of(_part, _limit, numbers)


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
