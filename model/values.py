"""The base of heavy values: a hash computed once, so that large states can be dictionary keys cheaply."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

_FIELDS: dict[type, Callable[[Any], Any]] = {}


def _fields(value: Hashed) -> Any:
    """The constructor's fields of a value, as one tuple (or the single field)."""
    cls = value.__class__
    getter = _FIELDS.get(cls)
    if getter is None:
        getter = _FIELDS[cls] = attrgetter(*cls.__match_args__)
    return getter(value)


class Hashed:
    """Mix-in for frozen dataclasses whose hash is worth remembering.

    A dataclass that inherits from it writes ``__hash__ = Hashed.__hash__`` and ``__eq__ = Hashed.__eq__`` in its
    body (a dataclass would otherwise generate its own). Only the fields of the constructor count.
    """

    __slots__ = ("_hash",)
    __match_args__: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """Hash of the constructor's fields, remembered after the first call."""
        try:
            remembered: int = self._hash  # type: ignore[attr-defined]
            return remembered
        except AttributeError:
            value = hash(_fields(self))
            object.__setattr__(self, "_hash", value)
            return value

    def __eq__(self, other: Any) -> bool:
        """Equal when of one class with equal fields; identity and the remembered hashes are looked at first."""
        if self is other:
            return True
        if self.__class__ is not other.__class__ or hash(self) != hash(other):
            return False
        return bool(_fields(self) == _fields(other))
