"""What a permanent is a copy of as it enters, and in what it is not like the card of that name, in words."""

from __future__ import annotations

from collections.abc import Mapping

from anyorder.rendering.words import Line, Role, Span, line
from model.events import Enter
from scenarios.copies import exceptions


def as_copy(happened: Enter, cards: Mapping[str, str]) -> Line:
    """What it enters as a copy of, or with what values of its own; ``cards`` are the names of the objects' cards."""
    card = happened.copied
    if card is None or not card.name:
        return line()
    told = dict(exceptions(card))
    face, parts = card.faces[0], []
    if "power" in told or "toughness" in told:
        parts.append(f"{face.power}/{face.toughness}")
    for key in ("name", "type", "colors", "keywords"):
        if key in told:
            value = told[key]
            parts.append(str(value) if not isinstance(value, tuple) else ", ".join(value) or _NONE[key])
    own = bool(parts) and card.name == cards.get(happened.object)
    copy = line(" as " if own else " as a copy of ", Span(card.name, Role.OBJECT))
    return line(copy, ": " if own else ", except: ", Span("; ".join(parts), Role.VALUE)) if parts else copy


_NONE = {"colors": "colorless", "keywords": "no keywords"}
