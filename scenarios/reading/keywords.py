"""Reads lines of keyword abilities (702): "Flying, lifelink", "Dredge 5", "Ward \u2014 Pay 3 life".

A line is one of keywords only if every part of it is a keyword, or the cost or quality behind one; else it is read as
other abilities are, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from model.errors import AnyorderError
from model.subtypes import ARTIFACT_TYPES, LAND_TYPES
from model.type_line import CARD_TYPES
from scenarios.reading.creature_types import CREATURE_TYPES

#: How costs that are no mana begin (118.1, 702).
_COST = re.compile(
    r"(?:pay|discard|sacrifice|exile|tap|untap|return|reveal|remove|put|mill|collect evidence|blight|add|gain control|"
    r"behold|forage|waterbend|draw|an opponent|flip|say|have|create)\b.*",
    re.IGNORECASE,
)
_DIGITS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9"}
#: What follows these to the end of the line is one description (702.5a, 702.6c, 702.41a).
_WHOLE = re.compile(r"(enchant|equip|affinity for|craft with|partner with|partner \u2014|gift an?) ", re.IGNORECASE)
#: Older names (702.89a).
_RENAMED = {"totem armor": "umbra armor"}
_SUBTYPES = {word.lower() for word in CREATURE_TYPES | LAND_TYPES | ARTIFACT_TYPES}


def keywords(text: str) -> list[Any] | None:
    """The keyword abilities of a line in the notation, or None where it is anything else."""
    if ":" in text or '"' in text:
        return None
    text = re.sub(r"(?<=\})\. X can't be 0\.?$", ", X can't be 0", text)  # suspend X, 702.62
    if "." in text.rstrip("."):
        return None
    return _line(text.rstrip(". "))


@lru_cache(maxsize=16384)
def _found(text: str) -> tuple[str, ...] | None:
    if _WHOLE.match(text):
        whole = _keyword(text)
        if whole is not None:
            return (whole,)
    found: list[str] = []
    for part in _parts(text):
        one = _keyword(part)
        if one is not None:
            found.append(one)
        elif found and ("\u2014" in found[-1] or "{" in found[-1]) and (more := _further(part)):
            found[-1] += f", {more}"
        else:
            return None
    return tuple(found)


def _line(text: str) -> list[Any] | None:
    found = _found(text)
    return None if found is None else list(found)


def _parts(text: str) -> Iterator[str]:
    """The parts of a line. "Protection from black and from red" is two abilities (702.16g, 702.11f)."""
    before = ""
    for part in re.split(r"[,;] ", text):
        words = re.split(r" and (?=from )", part.removeprefix("and "))
        for word in words:
            word = word.strip()
            if word.startswith("from ") and before:
                yield f"{before} {word}"
                continue
            quality = re.match(r"(protection|hexproof) from ", word, re.IGNORECASE)
            before = quality[1].lower() if quality else ""
            yield word


def _further(part: str) -> str | None:
    """One more part of the cost before it, as a text."""
    if part == "X can't be 0":
        return part
    return _worded(part) if _COST.fullmatch(part) else None


def _worded(cost: str) -> str:
    words = (cost[:1].lower() + cost[1:]).replace("~", "this")
    return re.sub(r"\b[a-z]+\b", lambda match: _DIGITS.get(match[0], match[0]), words)


def _keyword(text: str) -> str | None:
    from scenarios import keyword_abilities

    name, cost = keyword_abilities.parted(text)
    name = _RENAMED.get(name.lower(), name).removesuffix("!")
    if cost and not cost.startswith("{") and name.lower() != "partner":  # "Partner \u2014 Survivors", 702.124i
        if not _COST.fullmatch(cost):
            return None
        cost = _worded(cost)
    try:
        keyword = keyword_abilities.keyword(name, "")
    except AnyorderError:
        return None
    number = name[len(keyword.name) :].strip().upper()
    if not _sayable(keyword.name, number, cost):
        return None
    name = f"{keyword.name} {number}".strip()
    cost = re.sub(r"(?<=\}), (?=[A-Z])(.*)", lambda match: f", {_worded(match[1])}", cost)
    return name if not cost else f"{name} {cost}" if cost.startswith("{") else f"{name} \u2014 {cost}"


#: Behind these stands an ability or a condition, no cost (702.139a, 702.142a, 702.169a, 702.177a, 702.178a, 702.57a).
_BEFORE_ABILITIES = frozenset({"boast", "companion", "exhaust", "forecast", "max speed", "solved", "tiered"})
#: What stands in no need of a cost, and what would be something else with one.
_NEVER_A_COST = frozenset({"flying", "first strike", "trample", "haste", "vigilance", "reach", "flash", "undying"})
#: Keywords of which X is something that the rules count (702.54b).
_COUNTED = frozenset(
    {"bloodthirst", "devour", "fading", "vanishing", "modular", "graft", "tribute", "amplify", "absorb"}
)


def _sayable(name: str, number: str, cost: str) -> bool:
    """Whether nothing is lost: the quality is one that the rules here know, and a cost is where one can be."""
    first, _, rest = name.partition(" ")
    if name in _BEFORE_ABILITIES or (cost and name in _NEVER_A_COST) or (number == "X" and first in _COUNTED):
        return False
    if first in ("protection", "hexproof") and rest:
        from solver.qualities import quality_of

        return rest.startswith("from ") and quality_of(rest[5:]) is not None
    if first in ("enchant", "equip", "champion", "devour", "prowl") and rest:
        return _is_phrase(rest)
    if name.endswith("cycling") and name != "cycling":
        kind = name.removesuffix("cycling").split(" ")[-1]
        return kind in _SUBTYPES or kind in CARD_TYPES
    return True


def _is_phrase(text: str) -> bool:
    from scenarios.phrases import parse_phrase

    try:
        parse_phrase(text)
    except AnyorderError:
        return False
    return True
