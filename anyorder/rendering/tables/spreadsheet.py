"""Tables as a spreadsheet (xlsx), with headings that stay in sight and a filter on every column."""

from __future__ import annotations

import io
import re

from anyorder.exploring.needs import library
from anyorder.rendering.tables.comma import lines
from anyorder.tabling.rows import Filled

#: No cell of a spreadsheet holds more characters.
MOST = 32_767
#: Characters that the format has no place for.
_NOT_ALLOWED = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def render(table: Filled) -> bytes:
    """The table as the bytes of a file. Raises MissingError without openpyxl."""
    openpyxl = library("openpyxl", "tables")
    styles = library("openpyxl.styles", "tables")
    letters = library("openpyxl.utils", "tables").get_column_letter
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = re.sub(r"[\[\]:*?/\\]", " ", table.name or "Table")[:31]
    widest: dict[int, int] = {}
    for number, cells in enumerate(lines(table), 1):
        for column, value in enumerate(cells, 1):
            cell = sheet.cell(number, column)
            if isinstance(value, str):
                cell.value = _text(value)
                cell.data_type = "s"  # a text that begins with = is no formula
                widest[column] = max(widest.get(column, 0), *map(len, value.split("\n")))
            else:
                cell.value = value
            bold = styles.Font(bold=True)
            if number == 1:
                cell.font = bold
            cell.alignment = styles.Alignment(vertical="top", wrap_text=True)
    for column, width in widest.items():
        sheet.column_dimensions[letters(column)].width = min(max(width + 2, 8), 60)
    sheet.freeze_panes = "B2"
    sheet.auto_filter.ref = sheet.dimensions
    about = book.create_sheet("About")
    for line in (table.title, " ".join(table.note.split()), ", ".join(table.rules)):
        about.append([line])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _text(value: str) -> str:
    """A text that fits into a cell."""
    clean = _NOT_ALLOWED.sub(" ", value)
    return clean if len(clean) <= MOST else clean[: MOST - 1] + "…"
