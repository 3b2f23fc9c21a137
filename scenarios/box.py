"""Nearly all of Magic in one file: the entries of cards, made by ``tools.make_box``.

The file is a sorted list of names in packed blocks, so that one card costs the reading of one block. The entry of a
card that was not understood whole is kept apart, with the few words at which reading stopped.
"""

from __future__ import annotations

import bz2
import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

_MARK = b"anyorder box 1\n"
#: So many bytes of entries are packed together.
_BLOCK = 40_000


class _Index(NamedTuple):
    """Where the blocks are: the first name of each, and where it begins and ends; the last block holds all names."""

    first: list[str]
    ends: list[int]
    start: int
    cards: int
    whole: int


class Entry(NamedTuple):
    """What the box has under a name: an entry in the notation; or the words where reading stopped, and what there is.

    ``partial`` is the entry of a card that was not understood whole, where its facts could be said; the abilities that
    were not understood are marked in it.
    """

    name: str
    entry: dict[str, Any] | None
    stopped_at: str = ""
    partial: dict[str, Any] | None = None


def find(name: str) -> Entry | None:
    """What the box has for a card of this name, or with a face of this name."""
    found = _lookup(name)
    if isinstance(found, str):  # the name of a face: the card's name
        name, found = found, _lookup(found)
    if isinstance(found, dict):
        return Entry(name, found)
    return Entry(name, None, *found) if isinstance(found, list) else None


@cache
def names() -> tuple[str, ...]:
    """All the names that ``find`` knows, sorted."""
    index = _index()
    if index is None:
        return ()
    return tuple(_read(len(index.ends) - 1).split("\n"))


def size() -> tuple[int, int]:
    """How many cards there are, and how many of them were understood whole."""
    index = _index()
    return (0, 0) if index is None else (index.cards, index.whole)


def _lookup(name: str) -> Any:
    index = _index()
    if index is None or "\n" in name:
        return None
    place = bisect_right(index.first, name) - 1
    if place < 0:
        return None
    block = _read(place)
    key = json.dumps(name, ensure_ascii=False) + ":"
    start = 0 if block.startswith(key) else block.find("\n" + key) + 1
    if start == 0 and not block.startswith(key):
        return None
    end = block.find("\n", start)
    return json.loads(block[start + len(key) : end if end >= 0 else len(block)])


@cache
def _index() -> _Index | None:
    source = files("scenarios").joinpath("box.bin")
    if not source.is_file():
        return None
    with source.open("rb") as file:
        mark = file.read(len(_MARK))
        length = int(file.readline() or b"0")
        if mark != _MARK:
            return None
        head = json.loads(bz2.decompress(file.read(length)))
        return _Index(head["first"], head["ends"], file.tell(), head["cards"], head["whole"])


@lru_cache(maxsize=32)
def _read(place: int) -> str:
    index = _index()
    assert index is not None
    begin = index.ends[place - 1] if place else 0
    with files("scenarios").joinpath("box.bin").open("rb") as file:
        file.seek(index.start + begin)
        return bz2.decompress(file.read(index.ends[place] - begin)).decode("utf-8")


def packed(
    entries: Mapping[str, dict[str, Any]],
    stops: Mapping[str, tuple[str, dict[str, Any] | None]],
    faces: Mapping[str, str],
) -> bytes:
    """The content of the file: entries and stops by the names of cards, and the cards of names of faces.

    A stop is where reading stopped, with the entry of what was understood, if there is one. The same content gives the
    same bytes.
    """
    stopped = {name: [words] if part is None else [words, part] for name, (words, part) in stops.items()}
    lines: dict[str, Any] = {**faces, **stopped, **entries}
    blocks: list[bytes] = []
    first: list[str] = []
    for name, block in _blocks(lines):
        first.append(name)
        blocks.append(bz2.compress(block.encode("utf-8")))
    blocks.append(bz2.compress("\n".join(sorted(lines)).encode("utf-8")))
    ends: list[int] = []
    for packed_block in blocks:
        ends.append((ends[-1] if ends else 0) + len(packed_block))
    head = {"first": first, "ends": ends, "cards": len(entries) + len(stops), "whole": len(entries)}
    index = bz2.compress(json.dumps(head, ensure_ascii=False).encode("utf-8"))
    return b"".join((_MARK, f"{len(index)}\n".encode(), index, *blocks))


def _blocks(lines: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The lines, sorted by name, as blocks with the first name of each."""
    begun: list[str] = []
    size, first = 0, ""
    for name in sorted(lines):
        value = json.dumps(lines[name], ensure_ascii=False, separators=(",", ":"))
        line = f"{json.dumps(name, ensure_ascii=False)}:{value}"
        if begun and size + len(line) > _BLOCK:
            yield first, "\n".join(begun)
            begun, size = [], 0
        if not begun:
            first = name
        begun.append(line)
        size += len(line)
    if begun:
        yield first, "\n".join(begun)


def forget() -> None:
    """Read the file anew when it is next asked for."""
    for cached in _CACHED:
        cached.cache_clear()


_CACHED: Iterable[Any] = (_index, _read, names)
