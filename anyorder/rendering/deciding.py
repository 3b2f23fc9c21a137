"""What is chosen, and which outcomes that leaves, in words: for orders and strategies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from anyorder.rendering import wording
from anyorder.rendering.page import Entries, Entry
from anyorder.rendering.phrases import ANSWERS
from anyorder.rendering.reason_phrases import ORDERS
from anyorder.rendering.wording import Names
from anyorder.rendering.words import Line, Role, Span, fill, joined, line
from model.decisions import ChoiceKind, Option
from scenarios.writing import is_ordinary

if TYPE_CHECKING:
    from anyorder.asking import Asked
    from model.events import Event


def choice(option: Option, names: Names) -> Line:
    """One decision: the effect that comes first, yes or no, a value."""
    value = line(Span(option.value, Role.VALUE))
    if option.kind is ChoiceKind.APPLY:
        effect = names.effect(option.effect)
        return line(effect, " (", value, ")") if option.value else effect
    if option.kind is ChoiceKind.MAY and option.effect:
        return line(value, " to ", names.effect(option.effect))
    return line(value, " for ", names.effect(option.effect)) if option.effect else value


def choices(options: Sequence[Option], names: Names) -> Line:
    """Decisions one after the other."""
    return joined((choice(option, names) for option in options), ", then ") or line(ANSWERS["nothing"])


def numbers(outcomes: Iterable[int]) -> Line:
    """Outcomes by their numbers."""
    listed = [line(Span(str(number), Role.NUMBER)) for number in outcomes]
    if len(listed) == 1:
        return fill(ORDERS["result.one"], number=listed[0])
    return fill(ORDERS["result.numbers"], numbers=joined(listed, ", ", " or "))


def told(events: Iterable[Event], names: Names) -> Line:
    """The events of an outcome on one line, without ordinary results of damage."""
    return wording.events((event for event in events if not is_ordinary(event)), names)


def outcomes(asked: Asked, names: Names) -> Entries:
    """Every outcome by its number."""
    return Entries(
        tuple(Entry(number, (told(one.events, names),)) for number, one in enumerate(asked.outcomes, 1))
    )  # fmt: skip
