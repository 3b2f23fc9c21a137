"""What ``anyorder cards import`` and ``anyorder cards fetch`` do, with a progress bar on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from anyorder.output import complain, show, write


def bring(path: str, *, fresh: bool = False, processes: int | None = None, as_json: bool = False) -> int:
    """Import a file of cards, and tell what came of it.

    Raises MalformedError for a file that is not one of those that are known, or broken; what was compiled by then
    stays.
    """
    from anyorder.rendering import importing as pages
    from model.errors import MalformedError
    from scenarios.bringing import importing, place

    kept = 0
    try:
        with _bar("Reading cards") as move:

            def told(at: int, of: int, done: importing.Imported) -> None:
                nonlocal kept
                kept = done.compiled
                move(at, of)

            done = importing.bring(path, fresh=fresh, processes=processes, progress=told)
    except MalformedError:
        if kept:
            complain(f"{kept:,} cards that came before are kept; the next import of them is quick")
        raise
    except KeyboardInterrupt:
        complain("interrupted; what was read is kept, and the same command goes on from there")
        raise SystemExit(130) from None
    if as_json:
        from anyorder.rendering import data

        write(data.json_text(pages.data(done, str(place.path()))) + "\n")
    else:
        show(pages.imported(done, str(place.path()), _size()))
    return 0


def fetch(address: str | None, kind: str, *, to: str | None, again: bool, then_import: bool) -> int:
    """Download a bulk file of cards, and import it if that is wanted.

    Raises MalformedError where the address does not answer as it is documented, or the file is not whole.
    """
    from anyorder import fetching
    from anyorder.rendering import importing as pages

    with _bar("Downloading") as move:
        found = fetching.fetch(address, kind, to=to, again=again, progress=move)
    show(pages.fetched(str(found.path), found.size, found.fresh))
    return bring(str(found.path)) if then_import else 0


def _size() -> tuple[int, int]:
    from scenarios.bringing import store

    opened = store.reading()
    return (0, 0) if opened is None else opened.size()


@contextmanager
def _bar(words: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on the terminal's error output; nothing where that is no terminal."""
    if not sys.stderr.isatty():
        yield lambda at, of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns: tuple[Any, ...] = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(words, total=None)
        yield lambda at, of: progress.update(task, completed=at, total=of or None)
