"""Rows as Parquet: one column for each axis, and what was found. The same rows are always the same table."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from anyorder.exploring.needs import library
from scenarios.families.family import Family
from scenarios.families.rows import Row

EXTRA = "explore"
#: Numbers beyond this have no place in a column; the answer has them still.
_LARGEST = 10**38 - 1
#: Where the files say how their scenarios came out.
_COUNTS = b"anyorder.counts"


def schema(family: Family) -> Any:
    """The columns of the results of a family."""
    pa = library("pyarrow", EXTRA)
    exact = pa.decimal128(38, 0)
    axes = [(name, pa.int64() if domain.numeric else pa.string()) for name, domain in family.domains.items()]
    return pa.schema(
        [
            ("row", pa.int64()),
            *axes,
            ("status", pa.string()),
            ("outcomes", pa.int32()),
            ("orderings", exact),
            ("choosers", pa.list_(pa.string())),
            ("types", pa.list_(pa.string())),
            ("found", pa.bool_()),
            ("differs", pa.bool_()),
            ("answer", pa.string()),
            ("counts", pa.list_(exact)),
            ("states", pa.int32()),
            ("error", pa.string()),
        ]
    )


def table(family: Family, rows: Sequence[Row]) -> Any:
    """The rows as a table."""
    pa = library("pyarrow", EXTRA)
    columns: dict[str, list[Any]] = {}
    for place, (name, domain) in enumerate(family.domains.items()):
        labels = [row.labels[place] for row in rows]
        columns[name] = labels if domain.numeric else [str(label) for label in labels]
    for name in ("row", "status", "outcomes", "choosers", "types", "found", "differs", "answer", "states", "error"):
        columns[name] = [getattr(row, name) for row in rows]
    columns["orderings"] = [_exact(row.orderings) for row in rows]
    columns["counts"] = [[_exact(count) for count in row.counts] for row in rows]
    made = schema(family)
    return pa.Table.from_arrays([pa.array(columns[field.name], field.type) for field in made], schema=made)


def _exact(number: int | None) -> Any:
    if number is None or number > _LARGEST:
        return None
    from decimal import Decimal

    return Decimal(number)


def parquet(family: Family, rows: Sequence[Row], tried: int) -> bytes:
    """The rows as the content of a Parquet file, which also says how the scenarios tried for them came out."""
    pa, pq = library("pyarrow", EXTRA), library("pyarrow.parquet", EXTRA)
    made = table(family, rows)
    counts = json.dumps(counted(rows, tried), sort_keys=True)
    found = {_COUNTS: counts.encode(), b"anyorder.family": family.digest.encode()}
    sink = pa.BufferOutputStream()
    pq.write_table(made.replace_schema_metadata(found), sink, compression="zstd", version="2.6")
    content: bytes = sink.getvalue().to_pybytes()
    return content


def totals(files: Iterable[Path]) -> Counter[str]:
    """How all scenarios of these files came out, as the files say."""
    pq = library("pyarrow.parquet", EXTRA)
    found: Counter[str] = Counter()
    for file in files:
        found.update(json.loads(pq.read_metadata(file).metadata[_COUNTS]))
    return found


def counted(rows: Sequence[Row], tried: int) -> Counter[str]:
    """How the scenarios of a chunk came out: how many were tried, found, and of each status but ``answered``."""
    counts = Counter(row.status for row in rows if row.status != "answered")
    counts["tried"] = tried
    counts["found"] = sum(row.found for row in rows)
    return counts
