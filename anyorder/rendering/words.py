"""Text as renderers take it: spans that say what each piece is, and templates that are filled with such pieces.

A template is a sentence with fields. ``{player}`` stands for a value; ``{count:card|cards}`` for a number with its
noun; ``[draws|draw]`` for the form of a verb after another subject and after "you"; the subject is the first field.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple


class Role(Enum):
    """What a span is, for renderers that show it in color or as a link."""

    TEXT = "text"
    PLAYER = "player"
    OBJECT = "object"
    EFFECT = "effect"
    NUMBER = "number"
    VALUE = "value"  #: a kind of counter, the name of a token, a chosen value
    RULE = "rule"
    GOOD = "good"
    BAD = "bad"
    FAINT = "faint"
    STRONG = "strong"
    MANA = "mana"


class Span(NamedTuple):
    """A piece of text and what it is."""

    text: str
    role: Role = Role.TEXT


Line = tuple[Span, ...]
#: What a field may be filled with: a number, words as they are, or a line.
Value = int | str | Line


def line(*parts: str | Span | Line) -> Line:
    """One line of these parts."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, str):
            spans.append(Span(part))
        elif isinstance(part, Span):
            spans.append(part)
        else:
            spans += part
    return tuple(span for span in spans if span.text)


def plain(words: Line) -> str:
    """The text alone."""
    return "".join(span.text for span in words)


def width(words: Line) -> int:
    """How many columns the line takes in a terminal."""
    return len(plain(words))


def joined(lines: Iterable[Line], between: str = ", ", last: str | None = None) -> Line:
    """The lines one after the other, with ``between`` between them, and ``last`` before the last one."""
    listed = list(lines)
    spans: list[Span] = []
    for place, words in enumerate(listed):
        if place:
            spans.append(Span(last if last is not None and place == len(listed) - 1 else between))
        spans += words
    return tuple(spans)


def sentence(words: Line) -> Line:
    """The line as a sentence: a capital where it begins with a word of ours or with "you", and a full stop."""
    if not words:
        return words
    first, *rest = words
    if first.role in (Role.TEXT, Role.STRONG) or first.text in ("you", "your"):
        first = Span(first.text[:1].upper() + first.text[1:], first.role)
    end = () if plain(words)[-1:] in ".:!?" else (Span("."),)
    return (first, *rest, *end)


_FIELD = re.compile(
    r"\{(?P<name>[\w']+)(?::(?P<one>[^|{}]*)\|(?P<many>[^{}]*))?\}"
    r"|\[(?P<they>[^|\[\]]*)\|(?P<you>[^\[\]]*)\]"
)


class _Part(NamedTuple):
    """A piece of a template: text, a field, or a verb."""

    text: str = ""
    field: str = ""
    forms: tuple[str, str] | None = None


@cache
def _parts(template: str) -> tuple[_Part, ...]:
    parts: list[_Part] = []
    at = 0
    for match in _FIELD.finditer(template):
        parts.append(_Part(template[at : match.start()]))
        at = match.end()
        if match["name"]:
            forms = None if match["one"] is None else (match["one"], match["many"])
            parts.append(_Part(field=match["name"], forms=forms))
        else:
            parts.append(_Part(forms=(match["they"], match["you"])))
    parts.append(_Part(template[at:]))
    return tuple(part for part in parts if part != _Part())


def fields(template: str) -> frozenset[str]:
    """The names of the fields of a template."""
    return frozenset(part.field for part in _parts(template) if part.field)


def fill(template: str, /, **values: Value) -> Line:
    """The template with its fields filled in."""
    return tuple(span for span in _filled(template, values) if span.text)


def _filled(template: str, values: dict[str, Value]) -> Iterator[Span]:
    subject: Value = ""
    for part in _parts(template):
        if part.field:
            value = values[part.field]
            subject = subject or value
            if part.forms is not None and isinstance(value, int):
                yield Span(f"{value:,}", Role.NUMBER)
                yield Span(" " + part.forms[0 if value == 1 else 1])
            elif isinstance(value, int):
                yield Span(f"{value:,}", Role.NUMBER)
            elif isinstance(value, str):
                yield Span(value)
            else:
                yield from value
        elif part.forms is not None:
            text = subject if isinstance(subject, str | int) else plain(subject)
            yield Span(part.forms[1 if text == "you" or text == "your" else 0])
        else:
            yield Span(part.text)


def wrapped(words: Line, columns: int) -> list[Line]:
    """The line broken at spaces so that no part is wider than ``columns``, where its words allow."""
    if width(words) <= columns:
        return [words]
    lines: list[list[Span]] = [[]]
    taken = 0
    for piece in _pieces(words):
        size = sum(len(span.text) for span in piece)
        if lines[-1] and taken + 1 + size > columns:
            lines.append([])
            taken = 0
        if lines[-1]:
            lines[-1].append(Span(" "))
            taken += 1
        lines[-1] += piece
        taken += size
    return [_merged(spans) for spans in lines]


def _merged(spans: Iterable[Span]) -> Line:
    """The spans with neighbors of one role as one; a space between two such neighbors goes along with them."""
    found: list[Span] = []
    for span in spans:
        if len(found) > 1 and found[-1] == Span(" ") and found[-2].role is span.role:
            found[-2:] = [Span(f"{found[-2].text} {span.text}", span.role)]
        elif found and found[-1].role is span.role:
            found[-1] = Span(found[-1].text + span.text, span.role)
        else:
            found.append(span)
    return tuple(found)


def _pieces(words: Line) -> Iterator[list[Span]]:
    """The words of a line, each as the spans it is made of."""
    piece: list[Span] = []
    for span in words:
        for place, text in enumerate(span.text.split(" ")):
            if place and piece:
                yield piece
                piece = []
            if text:
                piece.append(Span(text, span.role))
    if piece:
        yield piece
