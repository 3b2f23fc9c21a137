"""What the command ``explore`` does: counts families, runs them out, queries results, makes rows into documents."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from anyorder.exploring import tables
from anyorder.exploring.needs import library
from anyorder.exploring.results import FAMILY, Results, StoppedError
from anyorder.exploring.run import Run, Workers
from anyorder.output import complain, show, write
from anyorder.rendering import exploring as words
from model.errors import MalformedError
from scenarios.families.family import Family, built_in, load
from solver.answers import DEFAULT_LIMIT

if TYPE_CHECKING:
    from anyorder.exploring.pool import Pool

#: Exit statuses besides those of ``ask``: the run stopped before its end, and was interrupted.
STOPPED, INTERRUPTED = 4, 130


def listing() -> int:
    """Print the built-in families with their sizes."""
    from anyorder.rendering.page import Table
    from anyorder.rendering.words import Role, Span, line

    found = [load(name) for name in built_in()]
    rows = tuple((line(Span(one.name, Role.STRONG)), line(f"{one.size:,}"), line(one.title)) for one in found)
    show((Table(rows),))
    return 0


def count(source: str) -> int:
    """Print how many scenarios a family has."""
    show(words.family(load(source)))
    return 0


def explore(
    source: str,
    out: str | None = None,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    limit: int | None = None,
    quiet: bool = False,
) -> int:
    """Run a family out into a folder, or go on with it where it stopped."""
    try:
        return _explore(source, out, workers, scheduler, limit or DEFAULT_LIMIT, quiet)
    except StoppedError as error:
        complain(str(error))
        return STOPPED


def _explore(source: str, out: str | None, workers: int | None, scheduler: str | None, limit: int, quiet: bool) -> int:
    pool = _started(workers) if scheduler is None else None
    try:
        library("pyarrow.parquet", tables.EXTRA)
        return _worked(load(source), out, pool, scheduler, limit, quiet)
    finally:
        if pool is not None:
            pool.close(now=True)


def _started(workers: int | None) -> Pool:
    """The worker processes: they start while the family is read."""
    from anyorder.exploring.pool import Pool

    return Pool(workers or _cores())


def _worked(family: Family, out: str | None, pool: Pool | None, scheduler: str | None, limit: int, quiet: bool) -> int:
    from anyorder.exploring.progress import progress

    if not quiet:
        show(words.family(family))
    folder = Path(out) if out else Path(f"{family.name or 'family'}.results")
    results = Results.begin(folder, family, limit)
    with results.alone():
        results.clean()
        before = sum(len(results.plan.numbers(chunk)) for chunk in results.done())
        began = time.monotonic()
        told = progress(family.size, before, quiet)
        status, width = 0, 0
        if before < family.size:
            engine = _engine(results, pool, scheduler)
            width = engine.workers
            status = _run(Run(results, engine, told), told.counts, before)
    if status:
        return status
    counts = tables.totals(results.files())
    if not quiet:
        write("\n")
        seconds = time.monotonic() - began
        show(words.finished(family, str(folder), before, counts, seconds, width))
    return _status(counts)


def _engine(results: Results, pool: Pool | None, scheduler: str | None) -> Workers:
    if pool is None:
        from anyorder.exploring.cluster import Cluster

        return Cluster(results.family, results.limit, scheduler or "")
    pool.work_on(results.family, results.limit)
    return pool


def _cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


def _run(run: Run, counts: Counter[str], before: int) -> int:
    """Finish the run, and tell why where it can't be; the exit status for that."""
    size = run.results.plan.size
    try:
        with run.told:
            run.finish()
    except KeyboardInterrupt:
        run.workers.close(now=True)
        complain(words.interrupted(before + counts["tried"], size))
        return INTERRUPTED
    except StoppedError as error:
        run.workers.close(now=True)
        complain(words.stopped(str(error), before + counts["tried"], size))
        return STOPPED
    run.workers.close()
    return 0


def _status(counts: Counter[str]) -> int:
    """0 where all were answered, 1 where some were not, 3 where some hit a limit."""
    if counts["refused"] + counts["failed"] + counts["died"]:
        return 1
    return 3 if counts["limit"] else 0


def query(folder: str, text: str, *, as_json: bool = False) -> int:
    """Print what a query finds in results."""
    from anyorder.exploring.query import query as asked

    columns, rows = asked(Results.open(Path(folder)), text)
    if as_json:
        from anyorder.exploring.plain import plain
        from anyorder.rendering.data import json_text

        write(json_text([dict(zip(columns, map(plain, row), strict=True)) for row in rows]) + "\n")
    else:
        show(words.rows(columns, rows))
    return 0


def row(source: str, number: int, *, as_scenario: bool = False) -> int:
    """Print a row of results, or its scenario as a document; for a family, the scenario of that number."""
    from anyorder.exploring import scenario
    from anyorder.exploring.query import stored

    folder = Path(source)
    if not os.path.exists(folder / FAMILY):
        family: Family = load(source)
        if not 0 <= number < family.size:
            raise MalformedError(f"--row: expected a number from 0 to {family.size - 1:,}, found {number}")
        write(scenario.yaml_text(scenario.document(family, number)))
        return 0
    results = Results.open(folder)
    found = stored(results, number)
    if as_scenario:
        if not results.unchanged:
            raise MalformedError(
                f"the catalogue of cards has changed since the results in {source!r} were begun, so that the row may "
                "be of another scenario: give another folder with --out DIR to begin anew"
            )
        write(scenario.yaml_text(scenario.document(results.family, number, found)))
    elif found is None:
        raise MalformedError(f"--row: the scenario {number:,} is not done yet, or was not kept")
    else:
        show(words.row(found, results.family.title))
    return 0
