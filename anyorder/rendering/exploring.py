"""What is said about exploring families: their size, progress, how a run came out, and what a query found."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from anyorder.rendering.page import Block, Code, Facts, Page, Paragraph, Table, Title
from anyorder.rendering.words import Line, Role, Span, line

if TYPE_CHECKING:
    from scenarios.families.family import Family

_STATUSES = {
    "limit": "hit a limit",
    "refused": "were refused as wrong or not modelled",
    "failed": "failed",
    "died": "had their process die",
}


def family(found: Family, built_in: bool = False) -> Page:
    """The size of a family, by its axes."""
    axes = tuple(
        (line(Span(name, Role.STRONG)), line(Span(f"{domain.size:,}", Role.NUMBER)), line(_examples(domain)))
        for name, domain in found.domains.items()
    )
    count = line(Span(f"{found.size:,}", Role.NUMBER), " scenario" if found.size == 1 else " scenarios")
    listed = found.space.listed
    how = (line(f"counted by listing the combinations of {', '.join(listed)}"),) if listed else ()
    return (Title(line(found.title or "A family"), found.name), Table(axes), Paragraph(count, how))


def _examples(domain: Any) -> str:
    first = [str(domain.label(place)) for place in range(min(3, domain.size))]
    if domain.size > 4:
        return f"{', '.join(first)}, ... {domain.label(domain.size - 1)}"
    return ", ".join([*first, *(str(domain.label(place)) for place in range(3, domain.size))])


def so_far(counts: Mapping[str, int]) -> str:
    """What a run has found so far, in a few words."""
    parts = [f"{counts['found']:,} found"] if counts.get("found") else []
    parts += [f"{counts[status]:,} {status}" for status in _STATUSES if counts.get(status)]
    return ", ".join(parts)


def progress(done: int, size: int, rate: float, counts: Mapping[str, int]) -> str:
    """One line about a run that goes on."""
    left = f", {duration((size - done) / rate)} left" if rate and done < size else ""
    found = so_far(counts)
    return f"{done:,} of {size:,} scenarios, {rate:,.0f} each second{left}{'; ' + found if found else ''}"


def stage(what: str, done: int, total: int) -> str:
    """How far a stage of a table is."""
    return f"{what}: {done:,} of {total:,}"


def table(name: str, what: str, done: int, total: int, share: float, left: float | None) -> str:
    """One line about a table that is being answered; ``share`` of it is done, ``left`` is in seconds."""
    more = f", about {duration(left)} left" if left is not None else ""
    return f"{name}: {share:.0%}{more} ({stage(what, done, total)})"


def table_interrupted(share: float, kept: bool) -> str:
    """What was done of a table when it was interrupted."""
    more = "the same command goes on from there" if kept else "nothing of it could be kept, so that it begins anew"
    return f"interrupted: {share:.0%} of the table is done; {more}"


def duration(seconds: float) -> str:
    """A length of time, roughly."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def finished(found: Family, folder: str, before: int, counts: Mapping[str, int], seconds: float, workers: int) -> Page:
    """How a run came out; ``counts`` are those of all scenarios, of which ``before`` were done already."""
    tried = found.size - before
    told = [f"{before:,} were done already"] if before else []
    if tried:
        with_workers = f"{workers} {'worker' if workers == 1 else 'workers'}"
        rate = f" ({tried / seconds:,.0f} each second, {with_workers})" if seconds >= 1 else ""
        told.append(f"{tried:,} in {duration(seconds)}{rate}")
    if found.where:
        told.append(f"{counts.get('found', 0):,} fit what is looked for")
    told += [f"{counts[status]:,} {words}" for status, words in _STATUSES.items() if counts.get(status)]
    query = f'anyorder explore --query "select * from results{" where found" if found.where else ""}" {folder}'
    rows: tuple[tuple[str, Line], ...] = (("Results", line(folder)), ("Query", line(query)))
    return (Paragraph(line(f"{found.size:,} scenarios are done."), tuple(line(one) for one in told)), Facts(rows))


def stopped(why: str, done: int, size: int) -> str:
    """Why a run came to a stop, and how far it got."""
    return f"{why} ({done:,} of {size:,} scenarios are done)"


def interrupted(done: int, size: int) -> str:
    """What was done when a run was interrupted."""
    return f"interrupted: {done:,} of {size:,} scenarios are done; the same command goes on from there"


def rows(columns: Sequence[str], found: Sequence[Sequence[Any]]) -> Page:
    """What a query found."""
    if not found:
        return (Paragraph(line("No row.")),)
    heading = tuple(line(Span(name, Role.FAINT)) for name in columns)
    return (Table((heading, *(tuple(line(_cell(value)) for value in row) for row in found))),)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(_cell, value))
    return str(value)


def row(values: Mapping[str, Any], title: str) -> Page:
    """One row of results: what the scenario is, and its answer."""
    shown = {name: value for name, value in values.items() if name != "answer" and value not in (None, "", [])}
    blocks: list[Block] = [
        Title(line(title)),
        Facts(tuple((name, line(_cell(value))) for name, value in shown.items())),
    ]
    if values.get("answer"):
        from anyorder.rendering.data import json_text

        blocks.append(Code(json_text(json.loads(values["answer"]))))
    return tuple(blocks)
