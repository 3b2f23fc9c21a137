"""Abilities that are there only sometimes: at a level, with charge counters, at maximum speed (711, 716, 721)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

Read = Callable[[str], tuple[list[Any], list[Any]]]

_LEVELER = re.compile(r"LEVEL ([0-9]+)(?:-([0-9]+)|\+)")
_CLASS = re.compile(r"(.*): Level ([0-9]+)\.?")
_STATION = re.compile(r"([0-9]+)\+ \| ")
_MAX_SPEED = re.compile(r"Max speed \u2014 (.*)")
_SIZE = re.compile(r"([0-9]+)/([0-9]+)")
#: Stands between the condition and each part of what it is a condition for.
BETWEEN = " | "


def gathered(lines: Iterable[str]) -> list[str]:
    """The lines of a text, those of a level each with that level before them (711.2, 716.2)."""
    found: list[str] = []
    level = ""
    for line in lines:
        if _LEVELER.fullmatch(line):
            level = line
            found.append(line)
        elif _CLASS.fullmatch(line):
            found.append(line)
            level = f"Level {_CLASS.fullmatch(line)[2]}"  # type: ignore[index]
        elif level.startswith("LEVEL"):
            found[-1] += BETWEEN + line
        else:
            found.append(f"{level}{BETWEEN}{line}" if level else line)
    return found


def read(paragraph: str, inner: Read) -> tuple[list[Any], list[Any]]:
    """The abilities of a paragraph; ``inner`` reads those that are there on a condition.

    Raises what ``inner`` raises.
    """
    condition, parts = _condition(paragraph)
    if condition is None:
        return inner(paragraph)
    effect: dict[str, Any] = {"affects": "this", "while": condition}
    choices: list[Any] = []
    for part in parts:
        if size := _SIZE.fullmatch(part):
            effect |= {"power": int(size[1]), "toughness": int(size[2])}
            continue
        abilities, chosen = inner(part)
        choices += chosen
        for ability in abilities:
            key = "keywords" if isinstance(ability, str) else "abilities"
            effect.setdefault(key, []).append(ability)
    return [effect], choices


def _condition(paragraph: str) -> tuple[str | None, list[str]]:
    """When what the paragraph says holds, and its parts; None where it always does."""
    first, *parts = paragraph.split(BETWEEN)
    if level := _LEVELER.fullmatch(first):
        least = f"counters(level, this) >= {level[1]}"
        return (f"{least} and counters(level, this) <= {level[2]}" if level[2] else least), parts
    if level := re.fullmatch(r"Level ([0-9]+)", first):
        return f"flag(level {level[1]} or greater)", parts
    if station := _STATION.match(paragraph):
        return f"counters(charge, this) >= {station[1]}", [paragraph[station.end() :]]
    if speed := _MAX_SPEED.fullmatch(paragraph):
        return "flag(max speed)", [speed[1]]
    return None, []
