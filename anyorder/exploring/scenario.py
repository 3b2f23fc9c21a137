"""Rows as scenario documents, which ``anyorder ask`` takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from scenarios.families.family import Family


def document(family: Family, number: int, row: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The scenario of a number as a document; with the row that it had, the answer found is the one expected."""
    plain = family.plain(number)
    axes = ", ".join(f"{name} {value}" for name, value in family.labels(number).items())
    found = {"title": f"{family.title or 'A family'}, row {number}: {axes}"}
    found |= plain
    if row is not None and row["status"] == "answered" and row["answer"]:
        found["answer"] = json.loads(row["answer"])
    return found


def yaml_text(value: Mapping[str, Any]) -> str:
    """Plain values as YAML, without the abbreviations that documents refuse."""
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: Any) -> bool:
            return True

    text: str = yaml.dump(dict(value), Dumper=Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text
