"""What the command ``table`` does: lists the built-in tables, and writes one in a format."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from anyorder.exploring.needs import library
from anyorder.output import complain, show, write
from anyorder.rendering.tables import FORMATS, render
from model.errors import MalformedError
from scenarios.spelling import hint
from scenarios.tables.document import built_in, load
from solver.answers import DEFAULT_LIMIT


def listing() -> int:
    """Print the built-in tables with their titles."""
    from anyorder.rendering.page import Table
    from anyorder.rendering.words import Role, Span, line

    rows = tuple((line(Span(name, Role.STRONG)), line(load(name).title)) for name in built_in())
    show((Table(rows),))
    return 0


def table(
    source: str,
    form: str | None = None,
    out: str | None = None,
    *,
    workers: int | None = None,
    limit: int | None = None,
    quiet: bool = False,
) -> int:
    """Fill a table in and write it: to a file, or to the standard output. 1 where some rows have no answer."""
    from anyorder.tabling.filling import fill

    form = _format(form, out)
    document = load(source)
    if form == "xlsx":
        if out is None:
            raise MalformedError("a spreadsheet is no text: say where it goes, --out FILE")
        library("openpyxl", "tables")
    filled = fill(document, workers, limit or DEFAULT_LIMIT, None if quiet else _Told())
    content = render(filled, form)
    if out is None:
        write(content.decode())
    else:
        try:
            Path(out).write_bytes(content)
        except OSError as error:
            raise MalformedError(f"can't write {out}: {error.strerror}") from None
    rows, _, unanswered = filled.counts
    limited = any(row.status == "limit" for section in filled.sections for row in section.rows)
    if not quiet and out is not None:
        complain(f"{rows:,} rows written to {out}" + (f", {unanswered:,} without an answer" if unanswered else ""))
    return 0 if not unanswered else 3 if limited else 1


def _format(form: str | None, out: str | None) -> str:
    """The format asked for; else that of the file's name; else Markdown."""
    if form is None:
        ending = Path(out).suffix.lstrip(".").casefold() if out is not None else ""
        return ending if ending in FORMATS else "md"
    if form not in FORMATS:
        raise MalformedError(f"--format: expected {', '.join(FORMATS)}, found {form!r}{hint(form, FORMATS)}")
    return form


class _Told:
    """Tells on the standard error how far a long table is, where that is a terminal."""

    def __init__(self) -> None:
        self._next = time.monotonic() + 2

    def __call__(self, done: int, total: int) -> None:
        if sys.stderr.isatty() and time.monotonic() >= self._next and done < total:
            self._next = time.monotonic() + 2
            complain(f"{done:,} of {total:,} rows")
