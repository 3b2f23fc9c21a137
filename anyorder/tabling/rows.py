"""What a table consists of once it is answered: plain values that every format is written from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of a derivation: its rule, what is done, and the gist of the rule where it is told."""

    rule: str
    words: str
    gist: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """One outcome in words, with its shortest derivation. ``orderings`` is None where there are none to count."""

    words: str
    orderings: int | None = None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its cells, the question in words, the outcomes, who chooses between them, and the rules cited.

    ``error`` says why there is no answer, where there is none. ``status`` is one of STATUSES of
    scenarios.families.document.
    """

    cells: tuple[str, ...]
    question: str
    results: tuple[Result, ...] = ()
    choosers: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    status: str = "answered"
    error: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """The rows of one part of a table, and the headings of their cells."""

    title: str
    note: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Filled:
    """A table with its answers."""

    name: str
    title: str
    note: str
    rules: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many rows there are, how many have several outcomes, and how many have no answer."""
        rows = [row for section in self.sections for row in section.rows]
        several = sum(1 for row in rows if len(row.results) > 1)
        return len(rows), several, sum(1 for row in rows if row.status != "answered")
