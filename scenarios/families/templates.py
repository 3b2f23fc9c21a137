"""Templates: plain values with ``$axis`` in them, filled in again and again without being read again.

``$first`` alone is the value of the axis, whatever it is; within a text it is written out; ``$order.a`` is a part of a
value that is a mapping; ``$$`` is a dollar. A key may be one, too: where two keys come to be the same, their lists are
joined. ``in_force`` says which effects (``effects`` axes) which players have, wherever each of them stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from model.errors import MalformedError, UnknownNameError
from scenarios.checking import at, mapping, sequence
from scenarios.spelling import choices, hint

Values = Mapping[str, Any]
_Fill = Callable[[Values], Any]
_PLACEHOLDER = re.compile(r"\$(?:(?P<escaped>\$)|\{(?P<braced>[^{}]*)\}|(?P<name>[A-Za-z_]\w*(?:\.\w+)?))")


class Template:
    """A template that was looked through once: what stays the same is kept, the rest is filled in by functions."""

    def __init__(self, value: Any, axes: Iterable[str], path: str) -> None:
        """Raises UnknownNameError with the nearest spelling for an axis that is not there."""
        self.axes = tuple(axes)
        self.used: set[str] = set()
        made = self._made(value, path)
        self._fill: _Fill = made if made is not None else lambda values: value

    def fill(self, values: Values) -> Any:
        """The template with these values of the axes; parts without axes are shared, and must not be changed."""
        return self._fill(values)

    def _made(self, value: Any, path: str) -> _Fill | None:
        """How to fill a value in, or None where nothing in it changes."""
        if isinstance(value, str):
            return self._text(value, path)
        if isinstance(value, list):
            return self._list(value, path)
        if isinstance(value, dict):
            return self._mapping(value, path)
        return None

    def _text(self, text: str, path: str) -> _Fill | None:
        if "$" not in text:
            return None
        parts: list[str | _Fill] = []
        end = 0
        for found in _PLACEHOLDER.finditer(text):
            parts.append(text[end : found.start()])
            parts.append("$" if found["escaped"] else self._axis(found["braced"] or found["name"] or "", path))
            end = found.end()
        parts.append(text[end:])
        pieces = [part for part in parts if part != ""]
        if len(pieces) == 1 and not isinstance(pieces[0], str):
            return pieces[0]
        if all(isinstance(piece, str) for piece in pieces):
            joined = "".join(piece for piece in pieces if isinstance(piece, str))
            return lambda values: joined
        return lambda values: "".join(one if isinstance(one, str) else written(one(values)) for one in pieces)

    def _axis(self, name: str, path: str) -> _Fill:
        axis, _, key = name.partition(".")
        if axis not in self.axes:
            there = f" (there are: {choices(self.axes)})" if self.axes else " (there are none)"
            raise UnknownNameError(f"there is no axis {axis!r}{hint(axis, self.axes)}{there}", path)
        self.used.add(axis)
        if not key:
            return lambda values: values[axis]

        def part(values: Values) -> Any:
            value = values[axis]
            if not isinstance(value, Mapping) or key not in value:
                raise MalformedError(f"the value {written(value)!r} of {axis!r} has no part {key!r}", path)
            return value[key]

        return part

    def _list(self, value: list[Any], path: str) -> _Fill | None:
        parts = [self._made(part, at(path, place)) for place, part in enumerate(value)]
        if all(part is None for part in parts):
            return None
        pairs = list(zip(value, parts, strict=True))
        return lambda values: [part if fill is None else fill(values) for part, fill in pairs]

    def _mapping(self, value: dict[str, Any], path: str) -> _Fill | None:
        keys = [self._text(key, at(path, key)) for key in value]
        parts = [self._made(part, at(path, key)) for key, part in value.items()]
        if all(part is None for part in (*keys, *parts)):
            return None
        entries = list(zip(value, keys, value.values(), parts, strict=True))
        if all(key is None for key in keys):
            plain = [(word, part, fill) for word, _, part, fill in entries]
            return lambda values: {word: part if fill is None else fill(values) for word, part, fill in plain}

        def filled(values: Values) -> dict[str, Any]:
            found: dict[str, Any] = {}
            for word, key, part, fill in entries:
                name = word if key is None else str(key(values))
                add(found, name, part if fill is None else fill(values), at(path, name))
            return found

        return filled


def add(found: dict[str, Any], key: str, value: Any, path: str) -> None:
    """Put a value under a key; lists under one key are joined. Raises MalformedError for anything else there twice."""
    if key not in found:
        found[key] = value
    elif isinstance(found[key], list) and isinstance(value, list):
        found[key] = [*found[key], *value]
    else:
        raise MalformedError(f"the key {key!r} stands here twice, and not with lists that could be joined", path)


def written(value: Any) -> str:
    """A value of an axis as a text: a card by its name."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        name = value.get("card") or value.get("ability_of") or value.get("name")
        return str(name) if name is not None else ", ".join(str(part) for part in value.values())
    if isinstance(value, list | tuple):
        return ", ".join(written(part) for part in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


#: The key of an entry of ``in_force`` that says where it stands; without it, on the battlefield.
PLACE = "in"
RESOLVED = "resolved"


def with_effects(document: dict[str, Any]) -> dict[str, Any]:
    """The document with every entry of ``in_force`` where it belongs: in a zone, or among what has resolved."""
    if "in_force" not in document:
        return document
    found = {key: value for key, value in document.items() if key != "in_force"}
    for player, entries in mapping(document["in_force"], "in_force", "a mapping of players to effects").items():
        for place, entry in enumerate(sequence(entries, at("in_force", player), "a list of effects")):
            _placed(found, player, entry, at(at("in_force", player), place))
    return found


def _placed(found: dict[str, Any], player: str, entry: Any, path: str) -> None:
    where = "battlefield"
    if isinstance(entry, dict):
        where = entry.get(PLACE, where)
        entry = {key: value for key, value in entry.items() if key != PLACE}
    elif not isinstance(entry, str):
        raise MalformedError("expected a card, or a value of an axis of effects", path)
    if where == RESOLVED:
        found[RESOLVED] = [*found.get(RESOLVED, ()), {**entry, "controller": player}]
        return
    zone = dict(found.get(where, {}))
    zone[player] = [*zone.get(player, ()), entry]
    found[where] = zone
