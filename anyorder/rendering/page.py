"""What a report consists of, as data: blocks that the plain, terminal and Markdown renderers draw, each in its way."""

from __future__ import annotations

from typing import NamedTuple

from anyorder.rendering.words import Line


class Title(NamedTuple):
    """The heading of one document, with where it was read from."""

    words: Line
    origin: str = ""


class Facts(NamedTuple):
    """Labelled lines about the question."""

    rows: tuple[tuple[str, Line], ...]


class Paragraph(NamedTuple):
    """A line of its own, with lines that belong to it below."""

    words: Line
    below: tuple[Line, ...] = ()


class Reason(NamedTuple):
    """One step of a derivation: its rule, the sentence, and the gist of the rule where it is cited first."""

    rule: str
    words: Line
    gist: str = ""


class Entry(NamedTuple):
    """One outcome: its number, what happens line by line, what is said at its side, and its derivation."""

    number: int
    lines: tuple[Line, ...]
    aside: Line = ()
    reasons: tuple[Reason, ...] = ()


class Entries(NamedTuple):
    """The outcomes of one answer."""

    listed: tuple[Entry, ...]


class Note(NamedTuple):
    """What an excerpt in the notation is about, and the excerpt."""

    words: Line
    excerpts: tuple[str, ...] = ()


class Table(NamedTuple):
    """Rows of cells in columns."""

    rows: tuple[tuple[Line, ...], ...]


class Code(NamedTuple):
    """A text in YAML, as it is written down."""

    text: str


Block = Title | Facts | Paragraph | Entries | Note | Table | Code
Page = tuple[Block, ...]
