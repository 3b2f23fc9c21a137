"""Words that the formats of tables share."""

from __future__ import annotations

from anyorder.tabling.rows import Filled, Row

QUESTION, OUTCOMES, CHOOSES, RULES, WHY = "Question", "Outcomes", "Who chooses", "Rules", "Why"
NUMBER, HOW_MANY = "No.", "Number of outcomes"
NOBODY = "nobody"
STATUS = {
    "limit": "A limit was hit: {}", "refused": "Not answered: {}", "failed": "Not answered: {}",
}  # fmt: skip


def chooses(row: Row) -> str:
    """Who chooses between the outcomes of a row."""
    return " and ".join(row.choosers) or (NOBODY if row.status == "answered" else "")


def error(row: Row) -> str:
    """Why a row has no answer, or no complete one; empty where it has."""
    return STATUS.get(row.status, "{}").format(row.error) if row.error else ""


def outcomes(row: Row) -> list[str]:
    """The outcomes of a row as texts, with how many orderings lead to each where that is more than one."""
    found = []
    for result in row.results:
        many = f" ({result.orderings:,} orderings)" if (result.orderings or 0) > 1 and len(row.results) > 1 else ""
        found.append(f"{result.words}{many}")
    return [*found, *filter(None, (error(row),))]


def derivations(row: Row) -> list[str]:
    """The steps of every derivation of a row as lines, each outcome's under its number."""
    lines = []
    for place, result in enumerate(row.results, 1):
        if result.reasons:
            if len(row.results) > 1:
                lines.append(f"{place}. {result.words}")
            lines += [f"{one.rule}: {one.words}" + (f" ({one.gist})" if one.gist else "") for one in result.reasons]
    return lines


def summary(table: Filled) -> str:
    """How many rows there are, and how many have several outcomes or none."""
    rows, several, unanswered = table.counts
    told = f"{rows:,} rows, {several:,} of them with several outcomes"
    return f"{told}, {unanswered:,} not answered." if unanswered else f"{told}."
