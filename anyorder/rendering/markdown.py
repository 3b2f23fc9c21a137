"""Pages as Markdown, for documentation, issues and chat."""

from __future__ import annotations

import re

from anyorder.rendering.page import Block, Code, Entries, Entry, Facts, Note, Page, Paragraph, Table, Title
from anyorder.rendering.words import Line, Role, plain

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")
_AROUND = {Role.PLAYER: "**", Role.NUMBER: "**", Role.STRONG: "**", Role.GOOD: "**", Role.BAD: "**", Role.EFFECT: "*"}


def render(page: Page) -> str:
    """The page as Markdown that ends with a line break."""
    parts = [text for block in page if (text := _block(block))]
    return "\n\n".join(parts) + "\n"


def text(words: Line) -> str:
    """A line in Markdown: players and numbers strong, effects emphasized."""
    parts = []
    for span in words:
        around = _AROUND.get(span.role, "")
        parts.append(f"{around}{escaped(span.text)}{around}")
    return "".join(parts)


def escaped(words: str) -> str:
    """The text with everything that Markdown would take as its own escaped."""
    return _SPECIAL.sub(r"\\\1", words)


def _block(block: Block) -> str:
    match block:
        case Title(words, origin):
            heading = f"## {escaped(plain(words))}"
            return f"{heading}\n\n`{origin}`" if origin else heading
        case Facts(rows):
            return "\n".join(f"- {label}: {text(words)}" for label, words in rows)
        case Paragraph(words, below):
            return "\n".join([text(words), *(f"- {text(under)}" for under in below)])
        case Entries(listed):
            return "\n".join(_entry(entry) for entry in listed)
        case Note(words, excerpts):
            return "\n".join([text(words), *(f"- `{excerpt.strip()}`" for excerpt in excerpts)])
        case Table(rows):
            return "\n".join("- " + " · ".join(text(cell) for cell in row if cell) for row in rows)
        case Code(code):
            return f"```yaml\n{code.rstrip()}\n```"


def _entry(entry: Entry) -> str:
    margin = " " * (len(str(entry.number)) + 2)
    lines = "  \n".join(text(words) if not place else margin + text(words) for place, words in enumerate(entry.lines))
    aside = f" ({text(entry.aside)})" if entry.aside else ""
    reasons = [
        f"{margin}- {reason.rule}: {text(reason.words)}" + (f" _({escaped(reason.gist)})_" if reason.gist else "")
        for reason in entry.reasons
    ]
    return "\n".join([f"{entry.number}. {lines}{aside}", *reasons])
