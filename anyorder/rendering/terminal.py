"""Pages in color, for terminals, with rich."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from anyorder.rendering.page import Block, Code, Entries, Entry, Facts, Note, Page, Paragraph, Reason, Table, Title
from anyorder.rendering.words import Line, Role, Span, plain, width, wrapped

STYLES: dict[Role, str] = {
    Role.TEXT: "",
    Role.PLAYER: "bold cyan",
    Role.OBJECT: "bold",
    Role.EFFECT: "magenta",
    Role.NUMBER: "bold yellow",
    Role.VALUE: "green",
    Role.RULE: "blue",
    Role.GOOD: "bold green",
    Role.BAD: "bold red",
    Role.FAINT: "dim",
    Role.STRONG: "bold",
    Role.MANA: "",
}
#: The colors of mana symbols, as the letters in them say.
MANA = {
    "W": "black on rgb(248,246,216)", "U": "black on rgb(170,224,250)", "B": "black on rgb(203,194,191)",
    "R": "black on rgb(249,170,143)", "G": "black on rgb(155,211,174)", "C": "black on rgb(204,195,193)",
}  # fmt: skip
OTHER_MANA = "black on rgb(220,215,210)"
HYBRID_MANA = "black on rgb(214,190,115)"
_SYMBOL = re.compile(r"\{([^{}\s]{1,7})\}")
WIDEST = 110


def show(page: Page, console: Console | None = None) -> None:
    """Print the page to a console, by default the one of the standard output."""
    console = console or Console(highlight=False)
    columns = min(console.width, WIDEST)
    for place, block in enumerate(page):
        if place:
            console.print()
        for words in _block(block, columns):
            console.print(words, soft_wrap=True)
    console.print()


def text(words: Line) -> Text:
    """A line with its colors; mana symbols in those of their mana."""
    result = Text()
    for span in words:
        if span.role is Role.MANA:
            result.append_text(mana(span.text))
        else:
            result.append(span.text, STYLES[span.role])
    return result


def mana(symbols: str) -> Text:
    """A text with its mana symbols on the color of their mana: ``{2}{G}``."""
    result = Text()
    at = 0
    for match in _SYMBOL.finditer(symbols):
        result.append(symbols[at : match.start()])
        at = match.end()
        letters = [letter for letter in match[1].upper().split("/") if letter in MANA]
        style = OTHER_MANA if not letters else MANA[letters[0]] if len(letters) == 1 else HYBRID_MANA
        result.append(f"{{{match[1]}}}", style)
    result.append(symbols[at:])
    return result


def _block(block: Block, columns: int) -> Iterator[Text]:
    match block:
        case Title(words, origin):
            yield from _title(words, origin, columns)
        case Facts(rows):
            most = max((len(label) for label, _ in rows), default=0)
            for label, words in rows:
                yield from _hanging(Text(label.ljust(most) + "  ", "dim"), words, columns)
        case Paragraph(words, below):
            yield from _hanging(Text(), words, columns)
            for under in below:
                yield from _hanging(Text("    "), under, columns)
        case Entries(listed):
            yield from _entries(listed, columns)
        case Note(words, excerpts):
            yield text(words)
            for excerpt in excerpts:
                yield Text("  " + excerpt)
        case Table(rows):
            widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
            for row in rows:
                cells = [_padded(cell, most) for cell, most in zip(row, widths, strict=True)]
                yield Text("  ").join(cells)
        case Code(code):
            for row_of_code in code.rstrip().split("\n"):
                yield _yaml(row_of_code)


def _padded(words: Line, most: int) -> Text:
    return Text.assemble(text(words), " " * (most - width(words)))


_KEY = re.compile(r"^( *(?:- )*)([A-Za-z_+/0-9-]+)(:)(?= |$)|([{,] ?)([A-Za-z_+/0-9 -]+)(:)(?= )")


def _yaml(words: str) -> Text:
    """A line of YAML with its keys and mana symbols in color."""
    result = mana(words)
    for match in _KEY.finditer(words):
        group = 2 if match[2] else 5
        result.stylize("cyan", match.start(group), match.end(group))
    return result


def _title(words: Line, origin: str, columns: int) -> Iterator[Text]:
    heading = text(words)
    heading.stylize("bold")
    gap = columns - width(words) - len(origin)
    if origin and gap > 1:
        heading.append(" " * gap).append(origin, "dim")
    yield heading
    yield Text("─" * columns, "dim")
    if origin and gap <= 1:
        yield Text(origin, "dim")


def _hanging(label: Text, words: Line, columns: int, further: Text | None = None) -> Iterator[Text]:
    """A line behind a label, wrapped, with ``further`` (or a margin as wide as the label) before the lines below."""
    margin = Text(" " * len(label)) if further is None else further
    for place, part in enumerate(wrapped(words, max(20, columns - len(label)))):
        yield Text.assemble(margin if place else label, text(part))


def _entries(listed: tuple[Entry, ...], columns: int) -> Iterator[Text]:
    digits = len(str(len(listed)))
    apart = any(entry.reasons or len(entry.lines) > 1 for entry in listed)
    for place, entry in enumerate(listed):
        if place and apart:
            yield Text()
        yield from _entry(entry, digits, columns)


def _entry(entry: Entry, digits: int, columns: int) -> Iterator[Text]:
    number, margin = Text(f" {entry.number:>{digits}}  ", "bold"), Text(" " * (digits + 3))
    lines = [
        line
        for place, words in enumerate(entry.lines)
        for line in _hanging(margin if place else number, words, columns)
    ]
    aside = Text(plain(entry.aside), "dim")
    gap = columns - len(lines[0]) - len(aside)
    if gap > 1:
        lines[0] = Text.assemble(lines[0], " " * gap, aside)
    else:
        lines.append(Text.assemble(margin, aside))
    yield from lines
    for reason in entry.reasons:
        yield from _reason(reason, digits + 3, columns)


def _reason(reason: Reason, margin: int, columns: int) -> Iterator[Text]:
    """A step behind its rule; the gist of the rule at its end where there is room, otherwise on a line of its own."""
    bar = Text.assemble(" " * margin, ("│ ", "dim"))
    label = Text.assemble(bar, (reason.rule.ljust(8), STYLES[Role.RULE]))
    further = Text.assemble(bar, " " * 8)
    lines = list(_hanging(label, reason.words, columns, further))
    if reason.gist:
        gist = (Span(reason.gist, Role.FAINT),)
        if len(lines[-1]) + 2 + width(gist) <= columns:
            lines[-1] = Text.assemble(lines[-1], "  ", text(gist))
        else:
            lines += _hanging(further, gist, columns)
    yield from lines
