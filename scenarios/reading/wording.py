"""Cuts tidied Oracle text into words, and tells the classes of words that each belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from model.mana import COLOR_WORDS
from model.subtypes import ARTIFACT_TYPES, BATTLE_TYPES, ENCHANTMENT_TYPES, LAND_TYPES, PLANESWALKER_TYPES, SPELL_TYPES
from model.type_line import CARD_TYPES, SUPERTYPES
from scenarios.reading.creature_types import CREATURE_TYPES
from scenarios.vocabulary import KEYWORDS, singular

#: Classes of words, which templates name in capitals, with what a word of the class means.
CLASSES = {
    "NUM": "a number: three, 3",
    "MANA": "mana symbols: {2}{G}",
    "PT": "a change of power and toughness: +1/+1; as a text",
    "SIZE": "power and toughness: 2/2; as a text",
    "LOYALTY": "a loyalty cost: [+1]; as a number or -x",
    "TYPE": "a card type in the singular: creature (also permanent, card, spell, token, source)",
    "TYPES": "the same in the plural; means the singular",
    "SUBTYPE": "a subtype in the singular: Goblin",
    "SUBTYPES": "a subtype in the plural; means the singular",
    "KEYWORD": "a keyword ability's name: flying, first strike",
    "COLOR": "white, blue, black, red, green",
    "SUPERTYPE": "legendary, basic, snow ...",
    "NONE": "a word with non in front that the phrases know: nonland, nonblack, nontoken, non-Human",
    "NAMED": "a name behind the word named",
    "COUNTER": "a word before counter or counters: charge, +1/+1",
    "ANY": "any word or symbol, but no period, colon, quotation mark or bullet; means itself",
}


@dataclass(frozen=True)
class Word:
    """A word of a text: how it stands there, the forms in which templates may have it, and its classes with values."""

    text: str
    forms: tuple[str, ...]
    classes: dict[str, Any]


_COUNTED = """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty
    """
_NUMBERS = {word: number for number, word in enumerate(_COUNTED.split())} | {"thirty": 30, "forty": 40, "fifty": 50}
#: Subtypes whose plural is the same word.
_SAME_PLURAL = frozenset(
    {"Aetherborn", "Dauthi", "Eldrazi", "Fish", "Jellyfish", "Kithkin", "Kor", "Merfolk", "Metathran", "Moonfolk",
     "Myr", "Nephilim", "Samurai", "Sheep", "Soltari", "Starfish", "Thalakos", "Treefolk", "Vedalken", "Viashino"}
)  # fmt: skip
_KINDS = ("permanent", "card", "spell", "token", "source", "object")
#: Every subtype that rules text knows, in the singular.
SUBTYPES_KNOWN = (
    ARTIFACT_TYPES | BATTLE_TYPES | ENCHANTMENT_TYPES | LAND_TYPES | PLANESWALKER_TYPES | SPELL_TYPES | CREATURE_TYPES
)
_LONG_KEYWORDS = sorted((word for word in KEYWORDS if " " in word), key=len, reverse=True)

_SYMBOLS = r"\{(?:[WUBRGCXYZS]|[0-9]+|[WUBRGC0-9]/[WUBRGCP](?:/P)?|H[WUBRG]|½)\}"
_NAME = r"[A-Z][\w'\-!]*"
_PATTERN = re.compile(
    rf"""(?P<MANA>(?:{_SYMBOLS})+)
    |(?P<SYMBOL>\{{[^}}]*\}})
    |(?P<LOYALTY>\[[+\-\u2212]?(?:[0-9]+|X)\](?=:))
    |(?P<PT>[+\-\u2212](?:[0-9]+|[XY])/[+\-\u2212](?:[0-9]+|[XY]))
    |(?P<SIZE>(?:[0-9]+|[X*])/(?:[0-9]+|[X*]))
    |(?P<NAMED>named\ (?:"[^"]+"|~|{_NAME}(?:,?\ (?:(?:of|the|and|to|in|for|from|with|a|an)\ )*{_NAME})*))
    |(?P<LONG>(?i:{"|".join(re.escape(word) for word in _LONG_KEYWORDS)})\b)
    |(?P<TWO>Time\ Lords?)
    |(?P<SELF>~)
    |(?P<SHORT>(?:[A-Za-z]+n't|(?i:it|that|there|who|he|she|what)'s|(?i:you|they|we)'(?:re|ve|ll|d))\b|Urza's)
    |(?P<WORD>[A-Za-z0-9\u00c0-\u024f+\-/]+)
    |(?P<OWN>'s|')
    |(?P<MARK>[,.:;"\u2014\u2022|])
    """,
    re.VERBOSE,
)


def cut(text: str) -> tuple[Word, ...]:
    """The words of a tidied text. A character that is no part of a word becomes a word of its own, of no class."""
    found: list[Word] = []
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        match = _PATTERN.match(text, place)
        if match is None:
            found.append(Word(text[place], (text[place],), {}))
            place += 1
            continue
        place = match.end()
        word = _word(match.lastgroup or "", match.group())
        if word.forms[0] in {"counter", "counters"} and found and "COUNTER" not in found[-1].classes:
            found[-1] = _as_counter(found[-1])
        found.append(word)
    return tuple(found)


def _as_counter(word: Word) -> Word:
    """The word before "counter": any word may name a kind of counters."""
    kind = word.classes.get("PT") or word.text.lower()
    if kind in {
        "a",
        "an",
        "the",
        "those",
        "that",
        "more",
        "no",
        "each",
        "all",
        "any",
        "of",
        "and",
        "or",
        "another",
        "with",
    }:
        return word
    return Word(word.text, word.forms, {**word.classes, "COUNTER": kind})


@cache
def _word(kind: str, text: str) -> Word:
    word = _classed(kind, text)
    return word if text in _ENDS else Word(word.text, word.forms, {**word.classes, "ANY": text})


#: What no word of class ANY is.
_ENDS = frozenset('.:"|\u2022')


def _classed(kind: str, text: str) -> Word:
    lower = text.lower()
    match kind:
        case "MANA":
            return Word(text, (lower,), {"MANA": text})
        case "LOYALTY":
            return Word(text, (lower,), {"LOYALTY": _number(text[1:-1].replace("\u2212", "-"))})
        case "PT" | "SIZE":
            return Word(text, (lower,), {kind: text.replace("\u2212", "-").replace("X", "x")})
        case "NAMED":
            return Word(text, ("named",), {"NAMED": text.removeprefix("named ").strip('"')})
        case "LONG":
            return Word(text, (lower,), {"KEYWORD": lower})
        case "TWO":
            return Word(text, (lower,), {"SUBTYPES" if text.endswith("s") else "SUBTYPE": "Time Lord"})
        case "SELF" | "MARK" | "SYMBOL" | "OWN":
            return Word(text, (lower,), {})
    return Word(text, (lower,), dict(_classes(text, lower)))


def _number(text: str) -> int | str:
    return int(text) if re.fullmatch(r"[+-]?[0-9]+", text) else text.lower()


def _classes(text: str, lower: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    if lower in _NUMBERS or lower.isdigit():
        found.append(("NUM", _NUMBERS.get(lower, int(lower) if lower.isdigit() else 0)))
    elif text == "X":
        found.append(("NUM", "x"))
    if lower in CARD_TYPES or lower in _KINDS:
        found.append(("TYPE", lower))
    plural = "sorcery" if lower == "sorceries" else lower.removesuffix("s")
    if lower.endswith("s") and (plural in CARD_TYPES or plural in _KINDS):
        found.append(("TYPES", plural))
    if lower in KEYWORDS:
        found.append(("KEYWORD", lower))
    if lower in COLOR_WORDS:
        found.append(("COLOR", lower))
    if lower in SUPERTYPES:
        found.append(("SUPERTYPE", lower))
    if lower.startswith("non"):
        base = lower.removeprefix("non").removeprefix("-")
        if base in CARD_TYPES or base in COLOR_WORDS or base in SUPERTYPES or base == "token":
            found.append(("NONE", "non" + base))
        elif base.capitalize() in SUBTYPES_KNOWN:
            found.append(("NONE", "non-" + base.capitalize()))
    if text[0].isupper():
        if text in SUBTYPES_KNOWN:
            found.append(("SUBTYPE", text))
        if (one := singular(text)) in SUBTYPES_KNOWN and (one != text or text.endswith("s") or text in _SAME_PLURAL):
            found.append(("SUBTYPES", one))
    return found


# --- words said -------------------------------------------------------------------------------------------------------

NUMBERS = _NUMBERS
_WORDS = {number: word for word, number in _NUMBERS.items() if number <= 20}
#: Before these, numbers are written as digits.
DIGITS_BEFORE = frozenset({"damage", "life"})


def said_word(kind: str, value: Any, following: str) -> str | None:
    """A word of a class that means this value, or None; ``following`` is the literal word behind it."""
    text = str(value)
    if kind == "NUM":
        if text == "x":
            return "X"
        if not text.isdigit():
            return None
        return text if following in DIGITS_BEFORE or int(text) not in _WORDS else _WORDS[int(text)]
    if kind == "NAMED":
        return f'named "{text}"' if re.search(r"[^\w' \-~]", text) else f"named {text}"
    if kind in {"TYPES", "SUBTYPES"}:
        plural = plural_of(text)
        return plural if _means(plural, kind, value) else None
    if kind == "LOYALTY":
        return f"[{'+' if isinstance(value, int) and value > 0 else ''}{text.upper()}]"
    spelled = text.upper() if kind in {"PT", "SIZE"} else text
    if kind == "ANY":
        return text
    if kind == "COUNTER":
        return text if re.fullmatch(r"[+\-0-9/a-z]+", text) else None
    return spelled if _means(spelled, kind, value) else None


def _means(text: str, kind: str, value: Any) -> bool:
    words = cut(text)
    return len(words) == 1 and words[0].classes.get(kind) == value


def plural_of(word: str) -> str:
    """A card type or subtype in the plural: ``Elf`` is ``Elves``, ``sorcery`` is ``sorceries``."""
    if word == "sorcery":
        return "sorceries"
    from scenarios.vocabulary import IRREGULAR_PLURALS

    return IRREGULAR_PLURALS.get(word, word if word.endswith("s") and singular(word) == word else word + "s")
