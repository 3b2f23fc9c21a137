"""The qualities that protection and hexproof are from (702.11d, 702.16a)."""

from __future__ import annotations

import re
from functools import lru_cache

from model.mana import COLOR_WORDS
from model.selectors import Aspect, Predicate, Selector
from model.type_line import CARD_TYPES, SUPERTYPES

_COLORED = Predicate(Aspect.COLOR, "colorless", negated=True)
#: Plurals that are not made by adding an s.
_PLURALS = {"elves": "Elf", "wolves": "Wolf", "werewolves": "Werewolf", "dwarves": "Dwarf", "faeries": "Faerie"}


@lru_cache(maxsize=1024)
def quality_of(text: str) -> Selector | None:
    """The sources that a quality means, or None for one that is not read.

    Colors, card types, supertypes and subtypes, in the singular or plural, also several of them for one thing
    ("legendary creatures", "non-Spirit creatures"), "mana value 3 or greater", "each color" and "everything".
    """
    tests = _tests(text.strip())
    if tests is None:
        return None
    return Selector(((Predicate(Aspect.KIND, "source"), *tests),), phrase=f"{text} source")


def _tests(text: str) -> tuple[Predicate, ...] | None:
    if text.lower() == "everything":
        return ()
    if text.lower() in ("all colors", "each color"):
        return (_COLORED,)
    value = re.fullmatch(r"mana value (\d+)(?: or (greater|less))?", text)
    if value:
        comparison = {"greater": ">=", "less": "<=", None: "=="}[value[2]]
        return (Predicate(Aspect.MANA_VALUE, f"{comparison}{value[1]}"),)
    words = text.split(" ")
    found = [_test(word, last=index == len(words) - 1) for index, word in enumerate(words)]
    return None if None in found else tuple(test for test in found if test is not None)


def _test(word: str, *, last: bool) -> Predicate | None:
    """The test of one word; plurals stand last."""
    negated = word.lower().startswith("non")
    if negated:
        word = word[3:].removeprefix("-")
    lower = word.lower()
    single = lower.removesuffix("s") if last else lower
    if lower in COLOR_WORDS or lower in ("colorless", "multicolored", "monocolored"):
        return Predicate(Aspect.COLOR, lower, negated=negated)
    if single in CARD_TYPES or lower == "sorceries":
        return Predicate(Aspect.TYPE, "sorcery" if lower == "sorceries" else single, negated=negated)
    if lower in SUPERTYPES:
        return Predicate(Aspect.SUPERTYPE, lower, negated=negated)
    if word[:1].isupper():
        name = _PLURALS.get(lower) or (word.removesuffix("s") if last else word)
        return Predicate(Aspect.SUBTYPE, name, negated=negated)
    return None
