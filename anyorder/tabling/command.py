"""What the command ``table`` does: lists the built-in tables, and writes one in a format."""

from __future__ import annotations

import os
from pathlib import Path

from anyorder.exploring.command import INTERRUPTED, STOPPED
from anyorder.exploring.needs import library
from anyorder.exploring.results import StoppedError
from anyorder.output import complain, show, write
from anyorder.rendering.exploring import table_interrupted
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
    from anyorder.tabling.kept import Kept
    from anyorder.tabling.progress import progress

    form = _format(form, out)
    document = load(source)
    if form == "xlsx":
        if out is None:
            raise MalformedError("a spreadsheet is no text: say where it goes, --out FILE")
        library("openpyxl", "tables")
    limit = limit or DEFAULT_LIMIT
    if out is not None:
        _writable(Path(out))
    told = progress(document.name, quiet)
    with Kept(document, limit) as kept:
        try:
            with told:
                filled = fill(document, workers, limit, told, kept)
        except KeyboardInterrupt:
            complain(table_interrupted(told.share, kept.works))
            return INTERRUPTED
        except StoppedError as error:
            complain(str(error))
            return STOPPED
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


def _writable(path: Path) -> None:
    """Raise MalformedError for a file that can't be written, before any time is spent on what goes into it."""
    if os.path.isdir(path):
        raise MalformedError(f"can't write {path}: it is a folder")
    folder = path.parent
    if not os.path.isdir(folder):
        raise MalformedError(f"can't write {path}: there is no folder {str(folder)!r}")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise MalformedError(f"can't write {path}: Permission denied")


def _format(form: str | None, out: str | None) -> str:
    """The format asked for; else that of the file's name; else Markdown."""
    if form is None:
        ending = Path(out).suffix.lstrip(".").casefold() if out is not None else ""
        return ending if ending in FORMATS else "md"
    if form not in FORMATS:
        raise MalformedError(f"--format: expected {', '.join(FORMATS)}, found {form!r}{hint(form, FORMATS)}")
    return form
