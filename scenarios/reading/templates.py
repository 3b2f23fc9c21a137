"""Templates: what a phrase of Oracle text looks like, beside what it means in the notation.

A file of ``grammar/`` has sections ``[category]`` with lines ``words => meaning``. A line that begins with a space goes
on with the line before it, ``#`` begins a comment. In the words:

- ``<name:category>`` (or ``<category>``) is a part of that category, ``<n:NUM>`` a word of a class of words;
- ``(a|an)`` is one of these, ``[that]`` may be absent; both may hold parts.
- ``(draw|draws)`` at ``[deed]`` makes two templates: ``deed`` is what a command says, ``does`` what somebody does.

The meaning is YAML: ``$name`` is the meaning of a part, also within a text (``count($what)``); ``$name..`` in a list
puts in all of its items; the key ``<<`` puts in the keys of a mapping (or of a list of mappings). A key whose part is
absent is left out. ``@function`` in place of a meaning is a function of ``meanings.py`` that takes the parts by name. A
line that begins with ``<`` and a space is for reading alone: nothing is said that way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from model.errors import MalformedError


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of a template: its name in the meaning, and its category or class of words."""

    name: str
    category: str


Item = str | Slot


@dataclass(frozen=True)
class Template:
    """One way of saying something: the words and parts in order, and what they mean.

    ``third`` are the words behind a subject in the third person ("draws" for "draw"), where that makes a difference.
    """

    category: str
    items: tuple[Item, ...]
    meaning: Any
    said: bool
    place: str
    third: tuple[Item, ...] = ()

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The parts in the order of the words."""
        return tuple(item for item in self.items if isinstance(item, Slot))


_SECTION = re.compile(r"\[([a-z_]+)\]\s*")
_PIECE = re.compile(
    r"<(?:([a-z_0-9]+):)?([A-Za-z_]+)>|([()\[\]|])"
    r"|(\{[^}]*\}|[+-][^\s()\[\]|<>,.]+|[^\s()\[\]|<>,.:;\"]+|[,.:;\"])"
)


@cache
def templates() -> tuple[Template, ...]:
    """All templates of ``grammar/*.txt``, in the order of the files' names.

    Raises MalformedError with file and line.
    """
    found: list[Template] = []
    folder = files("scenarios.reading").joinpath("grammar")
    for file in sorted((one for one in folder.iterdir() if one.name.endswith(".txt")), key=lambda one: one.name):
        found.extend(_read(file.name, file.read_text(encoding="utf-8")))
    return tuple(found)


def _read(name: str, text: str) -> Iterator[Template]:
    import yaml

    category = ""
    for number, line in _lines(text):
        place = f"{name}:{number}"
        section = _SECTION.fullmatch(line)
        if section:
            category = section[1]
            continue
        words, arrow, meaning = line.partition(" => ")
        if not arrow and line.endswith(" =>"):
            words, arrow, meaning = line[:-3], "=>", "''"
        if not arrow or not category:
            raise MalformedError("expected 'words => meaning' within a section", place)
        said = not words.startswith("< ")
        meaning = meaning.strip()
        try:
            value = meaning if meaning.startswith("@") else yaml.load(meaning, Loader=yaml.BaseLoader)
        except yaml.YAMLError as error:
            raise MalformedError(f"the meaning is not YAML: {error}", place) from None
        pieces = _pieces(words.removeprefix("< "), place)
        thirds = [_third(piece) for piece in pieces]
        if category == "deed" and thirds != pieces:
            bases = [_base(piece) for piece in pieces]
            yield from _ways("deed", bases, _plain(value), said, place)
            yield from _ways("does", thirds, _plain(value), said, place)
        else:
            yield from _ways(category, pieces, _plain(value), said, place)


def _ways(category: str, pieces: list[Any], value: Any, said: bool, place: str) -> Iterator[Template]:
    third = _expansions([_agreeing(_third(piece)) for piece in pieces], place)[0]
    for items in _expansions(pieces, place):
        yield Template(category, items, value, said, place, third if said else ())
        said = False  # the first expansion is the one that is said


def _base(piece: Any) -> Any:
    """A group of a verb's two forms as the form of a command ("draw"); anything else as it is."""
    return piece[2][0][0] if _third(piece) != piece else piece


def _third(piece: Any) -> Any:
    """A group of a verb's two forms ("(draw|draws)") as the form of the third person; anything else as it is."""
    if isinstance(piece, tuple):
        match piece:
            case ("group", False, [[str(first)], [str(second)]]) if second.endswith("s") and second[:2] == first[:2]:
                return second
            case ("group", False, [["are"], ["is"]]):
                return "is"
    return piece


def _agreeing(piece: Any) -> Any:
    """The same for a group of several verbs in both forms ("(gain|gains|have|has)"): that of the first verb."""
    if isinstance(piece, tuple) and not piece[1] and len(piece[2]) > 2:
        words = [one[0] for one in piece[2] if len(one) == 1 and isinstance(one[0], str)]
        if len(words) == len(piece[2]) and (words[1] == f"{words[0]}s" or words[:2] == ["have", "has"]):
            return words[1]
    return piece


def _plain(value: Any) -> Any:
    """Numbers and truth values as such: YAML's base loader leaves everything a text."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if value in {"true", "false"}:
        return value == "true"
    return int(value) if re.fullmatch(r"-?[0-9]+", value) else value


def _lines(text: str) -> Iterator[tuple[int, str]]:
    waiting, number = "", 0
    for place, line in enumerate(text.splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(" "):
            waiting += " " + line.strip()
            continue
        if waiting:
            yield number, waiting
        waiting, number = line.strip(), place
    if waiting:
        yield number, waiting


def _pieces(text: str, place: str) -> list[Any]:
    """Words and slots; groups are ``("group", optional, [alternatives])``."""
    stack: list[list[list[Any]]] = [[[]]]
    for name, category, bracket, word in _PIECE.findall(text):
        if category:
            stack[-1][-1].append(Slot(name or category, category))
        elif bracket in {"(", "["}:
            stack.append([[]])
        elif bracket == "|":
            stack[-1].append([])
        elif bracket:
            if len(stack) < 2:
                raise MalformedError(f"{bracket!r} closes nothing", place)
            group = stack.pop()
            stack[-1][-1].append(("group", bracket == "]", group))
        else:
            stack[-1][-1].extend(_literal(word.lower()))
    if len(stack) != 1:
        raise MalformedError("a bracket is not closed", place)
    return stack[0][0]


_OWNED = re.compile(r"(.+)('s|(?<=s)')")
_CONTRACTED = frozenset({"it's", "that's", "there's", "who's", "he's", "she's", "what's"})


def _literal(word: str) -> list[str]:
    """A literal word as the reader cuts it: "owner's" is two."""
    owned = _OWNED.fullmatch(word)
    return [owned[1], owned[2]] if owned and word not in _CONTRACTED else [word]


def _expansions(pieces: list[Any], place: str) -> list[tuple[Item, ...]]:
    """Every sequence of words and slots that a pattern stands for; what is said comes first."""
    found: list[tuple[Item, ...]] = [()]
    for piece in pieces:
        if isinstance(piece, tuple):
            _, optional, group = piece
            ways = [way for alternative in group for way in _expansions(alternative, place)]
            ways = ([()] if optional else []) + ways
        else:
            ways = [(piece,)]
        found = [before + way for before in found for way in ways]
        if len(found) > 3000:
            raise MalformedError("more than 3,000 ways to say this in one template", place)
    return list(dict.fromkeys(found))
