"""Tables as Markdown: a table for each part, and the derivations below it."""

from __future__ import annotations

from collections.abc import Iterator

from anyorder.rendering.markdown import escaped
from anyorder.rendering.tables import wording
from anyorder.tabling.rows import Filled, Row, Section


def render(table: Filled) -> str:
    """The table as Markdown that ends with a line break."""
    return "\n\n".join(_parts(table)) + "\n"


def _parts(table: Filled) -> Iterator[str]:
    yield f"# {escaped(table.title)}"
    if table.note:
        yield escaped(" ".join(table.note.split()))
    yield wording.summary(table) + (f" Rules: {', '.join(table.rules)}." if table.rules else "")
    first = 1
    for section in table.sections:
        if section.title:
            yield f"## {escaped(section.title)}"
        if section.note:
            yield escaped(" ".join(section.note.split()))
        yield "\n".join(_table(section, first))
        told = [text for place, row in enumerate(section.rows, first) if (text := _derivation(place, row))]
        if told:
            yield f"### {wording.WHY}"
            yield from told
        first += len(section.rows)


def _table(section: Section, first: int) -> Iterator[str]:
    headings = (wording.NUMBER, *section.headings)
    headings += (wording.QUESTION, wording.OUTCOMES, wording.CHOOSES, wording.RULES)
    yield _line(headings)
    yield _line(["---"] * len(headings))
    for place, row in enumerate(section.rows, first):
        told = "<br>".join(map(escaped, wording.outcomes(row)))
        cells = map(escaped, (str(place), *row.cells, row.question))
        yield _line([*cells, told, escaped(wording.chooses(row)), ", ".join(row.rules)])


def _line(cells: list[str] | tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"


def _derivation(place: int, row: Row) -> str:
    lines = wording.derivations(row)
    return "\n".join([f"**{place}.**", "", *(f"- {escaped(line)}" for line in lines)]) if lines else ""
