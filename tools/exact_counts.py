"""Counts every family of tests/exact_counts.yaml anew, and writes the numbers and branches there.

Run it only where what changed is known to be right: ``python -m tools.exact_counts`` (the test says what changed).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scenarios.families.counts import Branch, branches
from scenarios.families.family import Family
from scenarios.loading import load, read_file

FILE = Path(__file__).resolve().parents[1] / "tests" / "exact_counts.yaml"
_HEAD = """\
# Exact counts over fixed families: how many scenarios, outcomes and orderings (tests/test_exact_counts.py).
# A branch is a scenario: its values | orderings through each first decision | orderings that end in each outcome.
# Written by: python -m tools.exact_counts
"""


def read(path: Path = FILE) -> dict[str, dict[str, Any]]:
    """The entries of the file by name: ``family``, ``scenarios``, ``outcomes``, ``orderings``, ``branches``."""
    found: dict[str, dict[str, Any]] = load(read_file(path))[0]
    return found


def counted(name: str, values: dict[str, Any]) -> tuple[Family, list[Branch]]:
    """A family with the branches of all its scenarios. Raises ValueError where one of them has no answer."""
    family = Family(values, name)
    found = list(branches(family))
    for one in found:
        if one.error:
            raise ValueError(f"{name}: {one}")
    return family, found


def written(entries: dict[str, dict[str, Any]]) -> str:
    """The file with the numbers and branches of these families."""
    return _HEAD + "".join(line + "\n" for name, entry in entries.items() for line in _entry(name, entry["family"]))


def _entry(name: str, values: dict[str, Any]) -> Iterator[str]:
    import yaml

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: Any) -> bool:
            return True

    family, found = counted(name, values)
    yield f"{name}:"
    text = yaml.dump(
        {"family": values}, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None
    )
    yield from (f"  {line}" for line in text.splitlines())
    yield f"  scenarios: {family.size}"
    yield f"  outcomes: {sum(one.outcomes for one in found)}"
    yield f"  orderings: {sum(one.orderings for one in found)}"
    yield "  branches:"
    yield from (f"    - {_quoted(str(one))}" for one in found)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def main() -> None:
    """Write the file."""
    FILE.write_text(written(read()), encoding="utf-8")


if __name__ == "__main__":
    main()
