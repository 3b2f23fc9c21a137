"""The base of heavy values: a hash computed once, so that large states can be dictionary keys cheaply; copies."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

V = TypeVar("V")
_FIELDS: dict[type, Callable[[Any], Any]] = {}


def _fields(value: Hashed) -> Any:
    """The constructor's fields of a value, as one tuple (or the single field)."""
    cls = value.__class__
    getter = _FIELDS.get(cls)
    if getter is None:
        getter = _FIELDS[cls] = attrgetter(*cls.__match_args__)
    return getter(value)


_PARTS: dict[type, tuple[Callable[[Any], Any], dict[str, int]]] = {}


def replace(value: V, /, **changes: Any) -> V:
    """As ``dataclasses.replace``, in less time: for values whose constructor takes all of their fields by place.

    Raises KeyError for a field that there is not.
    """
    cls = value.__class__
    known = _PARTS.get(cls)
    if known is None:
        names: tuple[str, ...] = cls.__match_args__  # type: ignore[attr-defined]
        getter = attrgetter(*names) if len(names) > 1 else lambda one: (getattr(one, names[0]),)
        known = _PARTS[cls] = getter, {name: place for place, name in enumerate(names)}
    getter, places = known
    parts = [*getter(value)]
    for name, new in changes.items():
        parts[places[name]] = new
    return cls(*parts)


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
