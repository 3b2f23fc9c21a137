"""Tables as JSON, for programs."""

from __future__ import annotations

from typing import Any

from anyorder.rendering.data import json_text
from anyorder.tabling.rows import Filled, Result, Row


def render(table: Filled) -> str:
    """The table as one JSON object."""
    return (
        json_text(
            {
                "name": table.name,
                "title": table.title,
                "note": " ".join(table.note.split()),
                "rules": list(table.rules),
                "parts": [
                    {
                        "title": section.title,
                        "note": " ".join(section.note.split()),
                        "rows": [_row(section.headings, row) for row in section.rows],
                    }
                    for section in table.sections
                ],
            }
        )
        + "\n"
    )


def _row(headings: tuple[str, ...], row: Row) -> dict[str, Any]:
    found: dict[str, Any] = {
        "cells": dict(zip(headings, row.cells, strict=True)),
        "question": row.question,
        "status": row.status,
        "outcomes": [_result(one) for one in row.results],
        "choosers": list(row.choosers),
        "rules": list(row.rules),
    }
    return {**found, "error": row.error} if row.error else found


def _result(result: Result) -> dict[str, Any]:
    counted = {} if result.orderings is None else {"orderings": result.orderings}
    steps = [
        {"rule": one.rule, "what": one.words, **({"gist": one.gist} if one.gist else {})} for one in result.reasons
    ]
    return {"outcome": result.words, **counted, "derivation": steps}
