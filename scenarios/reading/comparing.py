"""Whether two abilities of the notation are the same: as values of the model, whatever the order of roles."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from model.effects import Watch
from model.instructions import Do
from model.selectors import Selector
from scenarios import notation


def canonical(ability: Any) -> Any:
    """An ability in a form that is equal for equal abilities. Raises MalformedError for what is no ability."""
    return _plain(notation.ability(ability, ""))


def same(one: Any, other: Any) -> bool:
    """Whether two abilities of the notation mean the same."""
    return bool(canonical(one) == canonical(other))


def _plain(value: Any) -> Any:
    if isinstance(value, Do):
        return ("Do", value.verb, _sorted(value.arguments))
    if isinstance(value, Watch):
        return ("Watch", value.kind, _sorted(value.conditions))
    if isinstance(value, Selector):
        return ("Selector", tuple(sorted(_sorted(one) for one in value.any_of)), value.quantifier)
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *(_plain(getattr(value, field.name)) for field in fields(value) if field.compare))
    if isinstance(value, tuple):
        return tuple(_plain(part) for part in value)
    return value


def _sorted(parts: tuple[Any, ...]) -> tuple[str, ...]:
    return tuple(sorted(repr(_plain(part)) for part in parts))
