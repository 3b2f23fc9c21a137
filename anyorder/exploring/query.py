"""Queries of results, while a run writes them too: DuckDB reads the files that are there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from anyorder.exploring import tables
from anyorder.exploring.needs import library
from anyorder.exploring.results import Results
from model.errors import MalformedError

EXTRA = "explore"


def query(results: Results, text: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The columns and rows that a query in SQL finds in the table ``results``. Raises MalformedError."""
    duckdb = library("duckdb", EXTRA)
    with duckdb.connect() as connection:
        try:
            if results.done():
                files = _quoted(results.folder / "part-*.parquet")
                connection.execute(f"create view results as select * from read_parquet({files})")
            else:
                connection.register("results", tables.schema(results.family).empty_table())
            found = connection.execute(text)
            columns = [str(column[0]) for column in found.description or ()]
            return columns, [tuple(row) for row in found.fetchall()]
        except duckdb.Error as error:
            raise MalformedError(f"--query: {error}") from None


def _quoted(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"


def stored(results: Results, number: int) -> dict[str, Any] | None:
    """The row of a scenario, or None where it is not done, or not kept. Raises MalformedError for no such number."""
    if not 0 <= number < results.plan.size:
        raise MalformedError(f"--row: expected a number from 0 to {results.plan.size - 1:,}, found {number}")
    file = results.path(number // results.plan.chunk)
    if not file.exists():
        return None
    found = library("pyarrow.parquet", EXTRA).read_table(file, filters=[("row", "==", number)]).to_pylist()
    return dict(found[0]) if found else None
