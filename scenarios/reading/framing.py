"""Abilities behind a symbol of their card's frame, said the other way round from ``layouts`` and ``levels``.

These are the chapters of Sagas, the bars of Classes and of cards that level up, and what is there at maximum speed or
for a solved Case (711, 714, 716, 719).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

#: Says an ability by itself, or None.
Say = Callable[[Any], str | None]

_NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
_CHAPTER = re.compile(r"counters\(lore, this\) >= ([0-9]+) and counters\(lore, this\) - amount < \1")
_LEVEL = re.compile(r"counters\(level, this\) >= ([0-9]+)(?: and counters\(level, this\) <= ([0-9]+))?")
_LORE = {"put_counters": {"on": "this", "kind": "lore"}}
#: What stands before an ability that is there under a condition.
_FRONT = {"flag(max speed)": "Max speed", "flag(solved)": "Solved"}
_GIVEN = frozenset({"affects", "while", "power", "toughness", "keywords", "abilities"})


def framed(ability: Any, inner: Say) -> Iterator[str]:
    """Ways to say an ability with the symbol of its frame; ``inner`` says what stands behind that."""
    if not isinstance(ability, dict):
        return
    chapter = _CHAPTER.fullmatch(str(ability.get("if", "")))
    if chapter and ability.get("trigger") == _LORE and ability.keys() == {"trigger", "if", "do"}:
        said = inner({"spell": ability["do"]})
        if said is not None and int(chapter[1]) < len(_NUMERALS):
            yield f"{_NUMERALS[int(chapter[1])]} \u2014 {said}"
    if bar := _class_bar(ability):
        yield bar
    if ability.get("affects") == "this" and "while" in ability and ability.keys() <= _GIVEN:
        yield from _conditional(ability, inner)


def _class_bar(ability: dict[str, Any]) -> str | None:
    match ability:
        case {"activated": str(cost), "do": [{"act": {"player": "you", "what": str(what)}}], "only": "sorcery"}:
            level = re.fullmatch(r"level ([0-9]+)", what)
            return f"{cost}: Level {level[1]}" if level and "only_if" in ability else None
    return None


def _conditional(ability: dict[str, Any], inner: Say) -> Iterator[str]:
    given = [inner(one) for one in [*ability.get("keywords", []), *ability.get("abilities", [])]]
    if None in given:
        return
    parts = [str(one) for one in given]
    size = [f"{ability['power']}/{ability['toughness']}"] if {"power", "toughness"} <= ability.keys() else []
    if level := _LEVEL.fullmatch(str(ability["while"])):
        yield "\n".join([f"LEVEL {level[1]}" + (f"-{level[2]}" if level[2] else "+"), *size, *parts])
    elif ability["while"] in _FRONT and len(parts) == 1 and not size:
        yield f"{_FRONT[ability['while']]} \u2014 {parts[0]}"
