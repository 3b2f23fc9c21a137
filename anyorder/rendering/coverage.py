"""How much is understood, as pages, as Markdown for the documentation, and as plain data."""

from __future__ import annotations

from typing import Any

from anyorder.rendering.page import Block, Code, Note, Page, Paragraph, Table
from anyorder.rendering.phrases import READING
from anyorder.rendering.words import Line, Role, Span, fill, line
from scenarios.bringing.coverage import Coverage, Stop
from scenarios.partly import as_in_a_text
from scenarios.reading.records import Clause


def share(part: int, whole: int) -> str:
    """How much of the whole it is, rounded down to a tenth of a percent, so that 100 % is all of it."""
    return f"{part * 1000 // whole / 10:.1f} %" if whole else "-"


def coverage(found: Coverage) -> Page:
    """The families with how much of each is understood."""
    blocks: list[Block] = [Paragraph(_cards(found))]
    rows = [
        (line(Span(name, Role.STRONG)), _number(understood), _number(abilities), line(share(understood, abilities)))
        for name, abilities, understood in found.rows()
    ]
    head = tuple(line(Span(READING[f"column.{key}"], Role.FAINT)) for key in ("family", "understood", "all", "share"))
    blocks.append(Table((head, *rows)))
    if found.failed:
        blocks.append(Note(line(Span(READING["failed"], Role.BAD)), tuple(found.failed)))
    return tuple(blocks)


def missing(found: Coverage, family: str, most: int) -> Page:
    """The words where reading stopped in a family, the most frequent first, with examples."""
    stops = found.missing(family)
    total = sum(stop.count for _, stop in stops)
    blocks: list[Block] = [Paragraph(fill(READING["missing"], count=total, family=line(Span(family, Role.STRONG))))]
    for words, stop in stops[:most]:
        cards = f"  ({'; '.join(stop.cards)})"
        heading = line(Span(f"{stop.count:,}", Role.NUMBER), "  ", Span(words, Role.STRONG), cards)
        blocks.append(Note(heading, (stop.example,)))
    return tuple(blocks)


def markdown(found: Coverage, source: str) -> str:
    """The page docs/coverage.md."""
    lines = [
        "# How much of the cards' text is understood",
        "",
        f"Counted over the {found.cards:,} cards of `{source}` by `anyorder cards coverage {source} --write PAGE`.",
        "What is not understood whole is named with the words where reading stopped, and never guessed.",
        "A family is told from the words of a sentence alone (`scenarios/bringing/families.py`); a sentence may be of",
        "several.",
        "",
        f"- cards understood whole: {found.whole:,} of {found.cards:,} ({share(found.whole, found.cards)}),",
        f"  {found.vanilla:,} of them without any text",
        "",
        "| family | understood | of | share |",
        "|---|---:|---:|---:|",
    ]
    for name, abilities, understood in found.rows():
        lines.append(f"| {name} | {understood:,} | {abilities:,} | {share(understood, abilities)} |")
    return "\n".join(lines) + "\n"


def data(found: Coverage) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "cards": found.cards,
        "whole": found.whole,
        "without_text": found.vanilla,
        "families": {
            name: {"abilities": abilities, "understood": understood} for name, abilities, understood in found.rows()
        },
        "failed": found.failed,
    }


def missing_data(found: Coverage, family: str) -> dict[str, Any]:
    """Where reading stopped in a family, as plain data."""

    def one(words: str, stop: Stop) -> dict[str, Any]:
        return {"words": words, "count": stop.count, "cards": stop.cards, "example": stop.example}

    return {"family": family, "missing": [one(words, stop) for words, stop in found.missing(family)]}


def clauses(found: tuple[tuple[Clause, str], ...]) -> Page:
    """Each clause of a text with its notation, or where reading stopped."""
    blocks: list[Block] = []
    for clause, notation in found:
        if clause.understood:
            blocks.append(Note(line(Span("\u2713 ", Role.GOOD), clause.text)))
            if notation:
                blocks.append(Code(notation))
        else:
            stopped = fill(READING["stopped"], words=line(Span(as_in_a_text(clause.stopped_at), Role.STRONG)))
            blocks.append(Note(line(Span("\u2717 ", Role.BAD), clause.text, "  ", stopped)))
    return tuple(blocks)


def _cards(found: Coverage) -> Line:
    return fill(
        READING["cards"],
        whole=found.whole,
        cards=found.cards,
        share=share(found.whole, found.cards),
        vanilla=found.vanilla,
    )


def _number(value: int) -> Line:
    return line(Span(f"{value:,}", Role.NUMBER))
