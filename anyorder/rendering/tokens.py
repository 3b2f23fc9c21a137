"""Tokens that are created, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anyorder.rendering.words import Line, Role, Span, Value, joined, line
from model.events import CreateTokens, Event, Tokens

if TYPE_CHECKING:
    from anyorder.rendering.wording import Names


def created(happened: Event, names: Names) -> dict[str, Value]:
    """How many tokens of which kinds."""
    assert isinstance(happened, CreateTokens)
    return {"tokens": joined((_token(some, names) for some in happened.tokens), ", ", " and ") or line("no tokens")}


def _token(some: Tokens, names: Names) -> Line:
    count = Span(f"{some.count:,}", Role.NUMBER)
    noun = " token" if some.count == 1 else " tokens"
    attacking = line(" attacking ", names.thing(some.attacking)) if some.attacking else ()
    return line(count, " tapped " if some.tapped else " ", Span(some.name, Role.VALUE), noun, attacking)
