"""Keyword abilities as texts (702): ``flying``, ``dredge 5``, ``kicker {2}{R}``, ``ward \u2014 pay 3 life``."""

from __future__ import annotations

import re
from contextlib import suppress

from model.abilities import Keyword
from model.errors import MalformedError, UnknownNameError
from model.subtypes import LAND_TYPES
from model.type_line import CARD_TYPES, SUPERTYPES
from scenarios.phrases import parse_phrase
from scenarios.spelling import hint
from scenarios.vocabulary import KEYWORDS

#: Keywords that a quality follows: protection from red, hexproof from black, enchant creature.
_WITH_QUALITY = frozenset(
    {
        "protection", "hexproof", "enchant", "equip", "affinity", "partner", "champion", "splice", "ward", "devour",
        "craft", "emerge", "gift", "prowl", "landwalk", "bands",
    }
)  # fmt: skip
#: Keywords that are variants of others, or are printed with a mark (702.29e, 702.37b, 702.124i-m, 702.163a).
_VARIANTS = frozenset(
    {
        "megamorph", "choose a background", "doctor's companion", "friends forever", "double agenda",
        "for mirrodin", "commander ninjutsu", "trample over planeswalkers",
    }
)  # fmt: skip
_NUMBERED = re.compile(r"(.+?) (\d+|[xX])")
_LAND_KINDS = frozenset(word.lower() for word in LAND_TYPES) | {"land"}
_KINDS_OF_LAND = (*SUPERTYPES, *CARD_TYPES, *(f"non{word}" for word in SUPERTYPES))


def keyword(value: str, path: str) -> Keyword:
    """A keyword ability: its name, number or quality, and the cost behind it (after a dash where it is no mana).

    Raises UnknownNameError with the nearest spelling for a keyword that is not there.
    """
    words, cost = parted(value)
    folded = words.lower().rstrip("!")
    if _known(folded):
        return Keyword(folded, cost=cost)
    numbered = _NUMBERED.fullmatch(folded)
    if numbered and _known(numbered[1]):
        return Keyword(numbered[1], int(numbered[2]) if numbered[2].isdigit() else None, cost)
    first, _, rest = folded.partition(" ")
    if numbered and first in _WITH_QUALITY and numbered[2].isdigit():  # devour artifact 2
        return Keyword(words[0].lower() + words[1:].rsplit(" ", 1)[0], int(numbered[2]), cost)
    if first == "enchant" and rest:
        with suppress(MalformedError):
            return Keyword(words[0].lower() + words[1:], about=parse_phrase(words[8:]))
    if first in _WITH_QUALITY and rest:
        return Keyword(words[0].lower() + words[1:], cost=cost)
    if folded.endswith(" offering"):  # 702.48a: the quality stands before it
        return Keyword(words.rsplit(" ", 1)[0] + " offering", cost=cost)
    raise UnknownNameError(f"unknown keyword ability {value!r}{hint(folded, KEYWORDS)}", path)


def parted(value: str) -> tuple[str, str]:
    """A keyword and the cost behind it: from the first mana symbol on, or what stands behind a dash."""
    words, dash, behind = value.partition("\u2014")
    symbol = words.find("{")
    if symbol >= 0:
        words, behind = words[:symbol], words[symbol:] + dash + behind
    return words.strip(), behind.strip()


def _known(name: str) -> bool:
    return name in KEYWORDS or name in _VARIANTS or _is_cycling(name) or _is_landwalk(name)


def _is_cycling(name: str) -> bool:
    """Typecycling (702.29e): a type stands before it, perhaps with a supertype or card type."""
    kind = name.removesuffix("cycling").split(" ")
    return name.endswith("cycling") and bool(kind[-1]) and all(word in _KINDS_OF_LAND for word in kind[:-1])


def _is_landwalk(name: str) -> bool:
    """Landwalk (702.14a): a land type or "land", with types and supertypes before it."""
    kind = name.removesuffix("walk").split(" ")
    return name.endswith("walk") and kind[-1] in _LAND_KINDS and all(word in _KINDS_OF_LAND for word in kind[:-1])
