"""Reads what mana an instruction adds or a rewrite produces (docs/notation.md, "Mana")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from model.amounts import ONE, Amount
from model.effects import ChangeMana
from model.errors import MalformedError
from model.instructions import Argument, Do
from model.production import (
    ANY_COLOR,
    ANY_TYPE,
    COLOR_LETTERS,
    TYPE_LETTERS,
    Chosen,
    ColorsAmong,
    CommandersColors,
    CouldProduce,
    Either,
    Fixed,
    How,
    Noted,
    Production,
    Some,
    ThatType,
    These,
    TypeSet,
    Unspent,
)
from model.selectors import role
from scenarios import checking
from scenarios.checking import at, known, text

KEYS = ("mana", "count", "how", "among", "could_produce", "colors", "only", "rider", "half", "player")
_WORDS: dict[str, TypeSet] = {
    "any color": ANY_COLOR,
    "any one color": ANY_COLOR,
    "any type": ANY_TYPE,
    "chosen color": Chosen(),
    "commander's colors": CommandersColors(),
    "noted": Noted(),
    "that type": ThatType(),
    "unspent": Unspent(),
}
_SYMBOLS = re.compile(r"(?:\{[^{}]+\})+")
_BETWEEN = re.compile(r"\s*,\s*(?:or\s+)?|\s+or\s+")


def add_mana(value: object, path: str) -> Do:
    """The instruction to add mana: a text, or a mapping. Raises MalformedError with the path of what is wrong."""
    entry = {"mana": value} if isinstance(value, str) else checking.mapping(value, path, "a text or a mapping", KEYS)
    arguments: list[tuple[str, Argument]] = [("mana", production(entry, path))]
    player = checking.phrase(entry["player"], at(path, "player")) if "player" in entry else role("you")
    if player != role("you"):  # without a word about it, it is you
        arguments.append(("player", player))
    for key in ("only", "rider"):
        if key in entry:
            arguments.append((key, text(entry[key], at(path, key))))
    return Do("add_mana", tuple(arguments))


def production(entry: dict[str, Any], path: str) -> Production:
    """The production of a mapping with one of ``mana``, ``among``, ``could_produce``. Raises MalformedError."""
    said = [key for key in ("mana", "among", "could_produce") if key in entry]
    if len(said) != 1:
        raise MalformedError("expected one of 'mana', 'among' and 'could_produce'", path)
    count: Amount = checking.amount(entry["count"], at(path, "count")) if "count" in entry else ONE
    how = How.SAME
    if "how" in entry:
        word = text(entry["how"], at(path, "how"), "a word")
        known([word], [one.value for one in How], at(path, "how"), "word")
        how = How(word)
    half = checking.flag(entry.get("half", False), at(path, "half"))
    if said[0] == "among":
        return Some(ColorsAmong(checking.phrase(entry["among"], at(path, "among"))), count, how, half)
    if said[0] == "could_produce":
        colors = checking.flag(entry.get("colors", False), at(path, "colors"))
        things = checking.phrase(entry["could_produce"], at(path, "could_produce"))
        return Some(CouldProduce(things, colors), count, how, half)
    return _of_text(text(entry["mana"], at(path, "mana"), "a text such as '{G}'"), count, how, half, at(path, "mana"))


def _of_text(written: str, count: Amount, how: How, half: bool, path: str) -> Production:
    parts = [part for part in _BETWEEN.split(written.strip()) if part]
    if not parts:
        raise MalformedError("expected mana such as '{G}', '{W} or {U}' or 'any color', found an empty text", path)
    if how is not How.SAME:
        return Some(_set_of(parts, path), count, how, half)
    made = tuple(_part(part, count, half, path) for part in parts)
    return made[0] if len(made) == 1 else Either(made)


def _set_of(parts: list[str], path: str) -> TypeSet:
    """The types that several mana are made up of, where they may differ."""
    if len(parts) == 1 and parts[0] in _WORDS:
        return _WORDS[parts[0]]
    letters: list[str] = []
    for part in parts:
        letters += letters_of(part, path)
    return These(tuple(letter for letter in TYPE_LETTERS if letter in letters))


def _part(part: str, count: Amount, half: bool, path: str) -> Production:
    if part in _WORDS:
        return Some(_WORDS[part], count, How.SAME, half)
    ways = tuple(dict.fromkeys(_ways(part, path)))
    if len(ways) > 1 and count != ONE:
        raise MalformedError("expected mana without a choice within a symbol where there is a count", path)
    return Fixed(ways[0], count) if len(ways) == 1 else Either(tuple(Fixed(way) for way in ways))


def _ways(part: str, path: str) -> Iterator[tuple[str, ...]]:
    """The mana that symbols stand for, each choice of halves (106.8-106.11)."""
    if not _SYMBOLS.fullmatch(part):
        letters_of(part, path)
    for halves in product(*(symbol.split("/") for symbol in re.findall(r"\{([^{}]+)\}", part))):
        if "P" not in halves:  # 106.9
            yield tuple(letter for half in halves for letter in _half(half, path))


def _half(half: str, path: str) -> tuple[str, ...]:
    """A number, or {S}, is colorless mana (106.10, 106.11)."""
    if half.isdigit():
        return ("C",) * int(half)
    return ("C",) if half == "S" else letters_of(f"{{{half}}}", path)


def letters_of(part: str, path: str) -> tuple[str, ...]:
    """The letters of a text of symbols. Raises MalformedError for anything else."""
    if not _SYMBOLS.fullmatch(part):
        known([part], (*_WORDS, *(f"{{{letter}}}" for letter in TYPE_LETTERS)), path, "mana")
    letters = tuple(re.findall(r"\{([^{}]+)\}", part))
    for letter in letters:
        if letter not in TYPE_LETTERS:
            raise MalformedError(
                f"expected symbols of types of mana ({', '.join(TYPE_LETTERS)}), found {{{letter}}}", path
            )
    return letters


REWRITE_KEYS = ("mana", "type", "of", "count", "how", "player")


def change_mana(entry: dict[str, Any], path: str) -> ChangeMana:
    """The rewrite of mana that is produced. Raises MalformedError with the path of what is wrong."""
    known(entry, REWRITE_KEYS, path)
    if "mana" in entry:
        return ChangeMana(mana=production({key: entry[key] for key in ("mana", "count", "how") if key in entry}, path))
    types: TypeSet | None = None
    if "type" in entry:
        written = text(entry["type"], at(path, "type"), "a type such as '{C}'")
        parts = [part for part in _BETWEEN.split(written.strip()) if part]
        types = _set_of(parts, at(path, "type"))
    of: tuple[str, ...] = ()
    if "of" in entry:
        of = tuple(
            letter
            for word in checking.words(entry["of"], at(path, "of"))
            for letter in (COLOR_LETTERS if word == "colored" else (word,))
        )
        known(of, TYPE_LETTERS, at(path, "of"), "type of mana")
    made = ChangeMana(types=types, of=of)
    if "count" in entry:
        made = replace(made, count=checking.amount(entry["count"], at(path, "count")))
    if "player" in entry:
        made = replace(made, players=checking.phrase(entry["player"], at(path, "player")))
    if made.types is None and made.count is None and made.players is None:
        raise MalformedError("expected 'mana', 'type', 'count' or 'player'", path)
    return made
