"""Pages as plain text, for pipes, files and terminals without color."""

from __future__ import annotations

from anyorder.rendering.page import Block, Code, Entries, Entry, Facts, Note, Page, Paragraph, Reason, Table, Title
from anyorder.rendering.words import Line, plain


def render(page: Page) -> str:
    """The page as text that ends with a line break."""
    parts = [text for block in page if (text := _block(block))]
    return "\n\n".join(parts) + "\n"


def _block(block: Block) -> str:
    match block:
        case Title(words, origin):
            heading = plain(words) + (f"  [{origin}]" if origin else "")
            return f"{heading}\n{'=' * len(heading)}"
        case Facts(rows):
            most = max((len(label) for label, _ in rows), default=0)
            return "\n".join(f"{label.ljust(most)}  {plain(words)}" for label, words in rows)
        case Paragraph(words, below):
            return "\n".join([plain(words), *(f"    {plain(under)}" for under in below)])
        case Entries(listed):
            return _entries(listed)
        case Note(words, excerpts):
            return "\n".join([plain(words), *(f"  {text}" for text in excerpts)])
        case Table(rows):
            return _table(rows)
        case Code(text):
            return text.rstrip("\n")


def _table(rows: tuple[tuple[Line, ...], ...]) -> str:
    widths = [max(map(len, map(plain, column))) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(plain(cell).ljust(most) for cell, most in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def _entries(listed: tuple[Entry, ...]) -> str:
    digits = len(str(len(listed)))
    widest = min(72, max((len(plain(words)) for entry in listed for words in entry.lines), default=0))
    between = "\n\n" if any(entry.reasons or len(entry.lines) > 1 for entry in listed) else "\n"
    return between.join(_entry(entry, digits, widest) for entry in listed)


def _entry(entry: Entry, digits: int, widest: int) -> str:
    first, *rest = entry.lines
    margin = " " * (digits + 2)
    lines = [f"{entry.number:>{digits}}. {_aside(first, entry.aside, widest)}"]
    lines += [margin + plain(words) for words in rest]
    lines += [margin + "  " + _reason(reason) for reason in entry.reasons]
    return "\n".join(lines)


def _aside(first: Line, aside: Line, widest: int) -> str:
    return f"{plain(first).ljust(widest)}  ({plain(aside)})" if aside else plain(first)


def _reason(reason: Reason) -> str:
    gist = f"  ({reason.gist})" if reason.gist else ""
    return f"{reason.rule.ljust(7)} {plain(reason.words)}{gist}"
