"""Notation (mappings and lists) as values that can be kept in a cache, and back."""

from __future__ import annotations

from typing import Any


def freeze(value: Any) -> Any:
    """A hashable value that stands for this notation; the order of keys is kept."""
    if isinstance(value, dict):
        return ("{", tuple((key, freeze(part)) for key, part in value.items()))
    if isinstance(value, list | tuple):
        return ("[", tuple(freeze(part) for part in value))
    if isinstance(value, bool):
        return ("!", value)
    return value


def thaw(value: Any) -> Any:
    """The notation that a frozen value stands for."""
    if not isinstance(value, tuple):
        return value
    kind, parts = value
    if kind == "{":
        return {key: thaw(part) for key, part in parts}
    return [thaw(part) for part in parts] if kind == "[" else parts
