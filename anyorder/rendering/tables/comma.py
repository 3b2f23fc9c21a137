"""Tables as CSV: a line for each row, with the outcomes and derivations one below the other in their cells."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from anyorder.rendering.tables import wording
from anyorder.tabling.rows import Filled


def render(table: Filled) -> str:
    """The table as CSV with a line of headings; the parts of the table follow each other, named in a first column."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows(lines(table))
    return out.getvalue()


def lines(table: Filled) -> Iterator[list[str | int]]:
    """The headings, then the cells of each row. Columns of different parts stand beside each other."""
    headings = list(dict.fromkeys(heading for section in table.sections for heading in section.headings))
    several = len(table.sections) > 1
    shared = [wording.QUESTION, wording.HOW_MANY, wording.OUTCOMES, wording.CHOOSES, wording.RULES, wording.WHY]
    yield [wording.NUMBER, *(["Part"] if several else []), *headings, *shared]
    number = 0
    for section in table.sections:
        for row in section.rows:
            number += 1
            cells = dict(zip(section.headings, row.cells, strict=True))
            yield [
                number, *([section.title] if several else []), *(cells.get(heading, "") for heading in headings),
                row.question, len(row.results), "\n".join(wording.outcomes(row)), wording.chooses(row),
                ", ".join(row.rules), "\n".join(wording.derivations(row)),
            ]  # fmt: skip
