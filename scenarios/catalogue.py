"""The built-in cards and tokens, ``scenarios/catalogue/*.yaml``, indexed by name.

The index looks at the text alone; an entry is parsed when it is asked for.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from model.cards import Card, Layout
from model.errors import MalformedError, UnknownNameError
from scenarios.spelling import nearest

_ENTRY = re.compile(r"^- name: *", re.MULTILINE)
#: Names are long, so that much of them is alike by chance.
_ALIKE = 0.7
_TOKEN = re.compile(r"^ +token: *true *$", re.MULTILINE)


@cache
def _index() -> tuple[dict[str, tuple[str, str]], dict[str, tuple[str, str]], tuple[str, ...]]:
    """Cards and tokens (file and text of the entry, by name and by each face's name), and what stands there twice."""
    cards: dict[str, tuple[str, str]] = {}
    tokens: dict[str, tuple[str, str]] = {}
    twice: list[str] = []
    folder = files("scenarios").joinpath("catalogue")
    if not folder.is_dir():
        return cards, tokens, ()
    for file in sorted((f for f in folder.iterdir() if f.name.endswith(".yaml")), key=lambda f: f.name):
        text = file.read_text(encoding="utf-8")
        starts = [match.start() for match in _ENTRY.finditer(text)]
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
            entry = text[start:end]
            name = _name(entry)
            kind = tokens if _TOKEN.search(entry) else cards
            for part in dict.fromkeys((name, *name.split(" // "))):
                if part == name and part in kind:
                    twice.append(f"{name}: {kind[part][0]}, {file.name}")
                kind.setdefault(part, (file.name, entry))
    return cards, tokens, tuple(twice)


def _name(entry: str) -> str:
    """The name on the first line of an entry."""
    line = entry[: entry.index("\n")] if "\n" in entry else entry
    value = line.partition(":")[2].strip()
    if value[:1] in {'"', "'"}:
        from scenarios.loading import load

        return str(load(line)[0][0]["name"])
    return value.partition(" #")[0].strip()


@cache
def find(name: str) -> Card:
    """The card of this name, or with a face of this name. Raises UnknownNameError with the nearest spelling."""
    cards, tokens, _ = _index()
    if name not in cards:
        message = f"there is no card {name!r} in the catalogue"
        if name in tokens:
            message += "; there is a token of that name (say 'token: true')"
        elif (close := nearest(name, cards, _ALIKE)) is not None:
            message += f"; did you mean {close!r}?"
        raise UnknownNameError(message)
    return _read(*cards[name])


@cache
def token(name: str) -> Card:
    """The token of this name. Raises UnknownNameError with the nearest spelling."""
    tokens = _index()[1]
    if name not in tokens:
        close = nearest(name, tokens, _ALIKE)
        hint = f"; did you mean {close!r}?" if close is not None else ""
        raise UnknownNameError(f"there is no token {name!r} in the catalogue{hint}")
    return _read(*tokens[name])


def is_card(name: str) -> bool:
    """Whether ``find`` would find a card."""
    return name in _index()[0]


def is_token(name: str) -> bool:
    """Whether ``token`` would find a token."""
    return name in _index()[1]


def names(*, tokens: bool = False) -> tuple[str, ...]:
    """The names of all cards (or of all tokens), sorted; each card once, under its full name."""
    cards, token_entries, _ = _index()
    found = token_entries if tokens else cards
    return tuple(sorted({_name(entry) for _, entry in found.values()}))


def duplicates() -> tuple[str, ...]:
    """Names that two entries have, each with the files; none in a sound catalogue."""
    return _index()[2]


def entry(name: str) -> dict[str, Any]:
    """A card or token as it is written in the catalogue. Raises UnknownNameError with the nearest spelling."""
    cards, tokens, _ = _index()
    if name not in cards and name not in tokens:
        find(name)
    found: dict[str, Any] = _load(*(cards[name] if name in cards else tokens[name]))
    return found


def source(name: str) -> str:
    """The text of a card or token in the catalogue. Raises UnknownNameError with the nearest spelling."""
    cards, tokens, _ = _index()
    if name not in cards and name not in tokens:
        find(name)
    return (cards[name] if name in cards else tokens[name])[1].rstrip() + "\n"


@cache
def digest() -> str:
    """A text that changes whenever anything in the catalogue does."""
    from hashlib import sha256

    found = sha256()
    for index in _index()[:2]:
        for name, (_, text) in sorted(index.items()):
            found.update(f"{name}\n{text}\n".encode())
    return found.hexdigest()


def search(text: str) -> tuple[str, ...]:
    """The names of the cards and tokens that have every word of ``text`` in their entries, whatever the case."""
    words = text.casefold().split()
    found = {
        _name(entry)
        for index in _index()[:2]
        for _, entry in index.values()
        if all(word in entry.casefold() for word in words)
    }
    return tuple(sorted(found))


def _load(file: str, text: str) -> dict[str, Any]:
    from scenarios.loading import load

    try:
        found: dict[str, Any] = load(text)[0][0]
    except MalformedError as error:
        raise MalformedError(f"catalogue file {file}, entry {_name(text)!r}: {error}") from None
    return found


def _read(file: str, text: str) -> Card:
    from scenarios import notation

    value = _load(file, text)
    try:
        card = notation.card(value)
    except RecursionError:
        raise MalformedError(f"catalogue file {file}: a token makes itself", _name(text)) from None
    except MalformedError as error:
        raise type(error)(f"catalogue file {file}, {_name(text)!r}: {error}") from None
    if (card.layout is Layout.TOKEN) is not bool(_TOKEN.search(text)):
        raise MalformedError(f"catalogue file {file}: write 'token: true' of {_name(text)!r} on a line of its own")
    return card
