"""What is said about choosing and legality: one line for each thing that a question asks about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from anyorder.rendering.phrases import ANSWERS
from anyorder.rendering.words import Line, Role, Span, fill, joined, line

if TYPE_CHECKING:
    from anyorder.rendering.wording import Names
    from scenarios import choosing, counting, legality


def legal(asked: legality.Asked, found: bool) -> Line:
    """Whether a card is legal in a format."""
    return fill(ANSWERS["legal" if found else "legal.not"], card=_name(asked.card), format=_name(asked.format))


def counted(asked: counting.Asked, found: list[int], names: Names) -> Line:
    """How many cards of a name there can be in a zone."""
    numbers = joined([line(Span(f"{number:,}", Role.NUMBER)) for number in found], ", ", " or ") or "none"
    who = names.thing(asked.player)
    return fill(ANSWERS["count"], card=_name(asked.card), player=who, zone=asked.zone.value, numbers=numbers)


def chosen(kind: str, wanted: choosing.Wanted, found: Any) -> Line:
    """Whether something can be chosen or targeted, or every way to choose."""
    purpose = _name(wanted.purpose)
    if isinstance(found, list):
        ways = [joined(list(map(_name, way)), ", ", " and ") if isinstance(way, list) else _name(way) for way in found]
        return fill(ANSWERS["ways"], purpose=purpose, ways=joined(ways, "; ", "; ") or "nothing")
    template = ANSWERS[("target" if kind == "can_target" else "choose") + ("" if found else ".not")]
    return fill(template, what=_name(wanted.value), purpose=purpose)


def _name(word: str) -> Line:
    return line(Span(word, Role.OBJECT))
