"""Abilities that are granted and speak of what granted them: that one object, whatever else has its name (201.5a)."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any

from model.cards import Card
from model.selectors import Predicate

#: The role by which an ability of a token speaks of the object whose effect created it.
MAKER = "maker"
#: How a role begins that is one object, by its id.
FIXED = "object "


@lru_cache(maxsize=4096)
def bound(card: Card, maker: str) -> Card:
    """The card with every mention of what makes it become one of that object; the same card where it has none."""
    found: Card = _bound(card, maker)
    return found


def _bound(value: Any, maker: str) -> Any:
    if isinstance(value, Predicate):
        return replace(value, value=FIXED + maker) if value.value == MAKER else value
    if isinstance(value, tuple):
        parts = tuple(_bound(part, maker) for part in value)
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
    if is_dataclass(value) and not isinstance(value, type):
        new = {field.name: _bound(getattr(value, field.name), maker) for field in fields(value) if field.init}
        changed = {name: part for name, part in new.items() if part is not getattr(value, name)}
        return replace(value, **changed) if changed else value
    return value
