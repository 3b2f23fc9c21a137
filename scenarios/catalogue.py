"""All the cards that are known, by name: the catalogue, then the box, then those that were imported.

The catalogue are the entries written by hand, ``scenarios/catalogue/*.yaml``, with the tokens; its index looks at the
text alone, and an entry is parsed when it is asked for. The box (``scenarios.box``) and the store of imported cards are
looked at for names that the catalogue does not have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from model.cards import Card, Layout
from model.errors import MalformedError, OutOfScopeError, UnknownNameError
from scenarios import partly
from scenarios.spelling import nearest, of_card

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


def find(name: str) -> Card:
    """The card of this name, or with a face of this name, understood whole.

    Raises UnknownNameError with the nearest spelling, and OutOfScopeError for a card that is not understood whole.
    """
    card = find_partly(name)
    for one in partly.of_card(card):
        raise partly.refusal(card.full_name, one.words)
    return card


@cache
def find_partly(name: str) -> Card:
    """As ``find``, also for a card of which only a part was understood: for those who look at what is missing.

    Raises UnknownNameError with the nearest spelling, OutOfScopeError for a card of which only the name is known.
    """
    cards, tokens, _ = _index()
    if name in cards:
        return _read(*cards[name])
    if (found := _beyond(name)) is not None:
        return _made(found, name)
    message = f"there is no card {name!r}"
    if name in tokens:
        message += "; there is a token of that name (say 'token: true')"
    else:
        message += of_card(name, spellings(), _ALIKE)
    raise UnknownNameError(message)


def _beyond(name: str) -> dict[str, Any] | None:
    """The entry of a card that the catalogue does not have. Raises OutOfScopeError where only its name is known."""
    from scenarios import box

    packed = box.find(name)
    if packed is not None and packed.entry is not None:
        return packed.entry
    if (brought := _imported(name)) is not None:
        return brought
    if packed is not None and packed.partial is not None:
        return packed.partial
    if packed is not None:
        raise OutOfScopeError(
            f"the text of {packed.name} is not understood whole: reading stopped at "
            f"{partly.as_in_a_text(packed.stopped_at)!r} "
            "(anyorder cards import FILE brings what is understood of it)"
        )
    return None


def _imported(name: str) -> dict[str, Any] | None:
    """The entry of an imported card."""
    from scenarios.bringing import place

    if not place.path().is_file():
        return None
    from scenarios.bringing import store

    opened = store.reading()
    kept = opened.find(name) if opened is not None else None
    return None if kept is None else kept.entry


def _made(entry: dict[str, Any], name: str) -> Card:
    from scenarios import notation

    try:
        return notation.card(entry)
    except RecursionError:
        raise MalformedError("a token makes itself", name) from None
    except MalformedError as error:
        raise type(error)(f"the entry of {name!r}: {error}") from None


def spellings() -> Iterable[str]:
    """All the names by which ``find_partly`` knows cards, some of them twice."""
    from scenarios import box
    from scenarios.bringing import place

    yield from _index()[0]
    yield from box.names()
    if place.path().is_file():
        from scenarios.bringing import store

        if (opened := store.reading()) is not None:
            yield from opened.names()


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
    """Whether a document means a card by this name: one of the catalogue, or another where it has no such token."""
    cards, tokens, _ = _index()
    return name in cards or (name not in tokens and is_card_name(name))


def is_written(name: str) -> bool:
    """Whether the catalogue itself has a card or token of this name."""
    return name in _index()[0] or name in _index()[1]


def whole_name(name: str) -> str:
    """The full name of the card with a face of this name; the name itself where there is none."""
    cards = _index()[0]
    if name in cards:
        return _name(cards[name][1])
    from scenarios import box

    found = box.find(name)
    if found is not None:
        return found.name
    brought = _imported(name)
    return name if brought is None else str(brought["name"])


def is_card_name(name: str) -> bool:
    """Whether there is a card of this name, or with a face of it, as far as is known."""
    if name in _index()[0]:
        return True
    from scenarios import box

    return box.find(name) is not None or _imported(name) is not None


def is_token(name: str) -> bool:
    """Whether ``token`` would find a token."""
    return name in _index()[1]


def names(*, tokens: bool = False) -> tuple[str, ...]:
    """The names of all cards (or tokens) of the catalogue, sorted; each card once, under its full name."""
    cards, token_entries, _ = _index()
    found = token_entries if tokens else cards
    return tuple(sorted({_name(entry) for _, entry in found.values()}))


def duplicates() -> tuple[str, ...]:
    """Names that two entries have, each with the files; none in a sound catalogue."""
    return _index()[2]


def entry(name: str) -> dict[str, Any]:
    """A card or token as it is written down.

    Raises UnknownNameError with the nearest spelling, OutOfScopeError for a card of which only the name is known.
    """
    cards, tokens, _ = _index()
    if name in cards or name in tokens:
        found: dict[str, Any] = _load(*(cards[name] if name in cards else tokens[name]))
        return found
    if (beyond := _beyond(name)) is not None:
        return beyond
    find_partly(name)
    raise AssertionError(name)


def source(name: str) -> str:
    """The text of a card or token, in the catalogue's form. Raises as ``entry``."""
    cards, tokens, _ = _index()
    if name not in cards and name not in tokens:
        from scenarios.bringing.yaml_text import as_yaml

        return as_yaml([entry(name)])
    return (cards[name] if name in cards else tokens[name])[1].rstrip() + "\n"


@cache
def digest() -> str:
    """A text that changes whenever anything in the catalogue or the box does."""
    from hashlib import sha256

    packed = files("scenarios").joinpath("box.bin")
    found = sha256(packed.read_bytes() if packed.is_file() else b"")
    for index in _index()[:2]:
        for name, (_, text) in sorted(index.items()):
            found.update(f"{name}\n{text}\n".encode())
    return found.hexdigest()


def search(text: str) -> tuple[str, ...]:
    """The cards and tokens of the catalogue that have every word of ``text`` in their entries, whatever the case."""
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
