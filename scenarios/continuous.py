"""Reads continuous effects (613): what they apply to, and what they add, set or take away."""

from __future__ import annotations

from typing import Any

from model.amounts import Amount
from model.effects import Continuous
from model.errors import MalformedError
from model.mana import COLOR_WORDS
from model.selectors import Selector
from model.subtypes import EVERY_CREATURE_TYPE, LAND_TYPES
from model.type_line import BASIC_LAND_TYPES, CARD_TYPES, SUPERTYPES, TOKEN, TypeLine
from scenarios import checking
from scenarios.checking import at, known, mapping, sequence, text

_CHANGES = (
    "name", "type", "subtypes", "add_types", "add_subtypes", "add_supertypes", "remove_types", "remove_subtypes",
    "remove_supertypes", "colors", "add_colors", "lose_abilities", "lose_keywords", "cannot_have", "keywords",
    "abilities", "power", "toughness", "combat_damage", "are_tokens", "abilities_of",
)  # fmt: skip
#: The keys of a continuous effect.
KEYS = (
    "affects", "while", "copy_of", "except", "control", "words", *_CHANGES, "power_plus", "toughness_plus", "switch",
)  # fmt: skip
#: Words among subtypes that stand for several.
_EVERY = {
    "every creature type": (EVERY_CREATURE_TYPE,),
    "every basic land type": BASIC_LAND_TYPES,
    "every land type": tuple(sorted(LAND_TYPES)),
    "every nonbasic land type": tuple(sorted(LAND_TYPES - frozenset(BASIC_LAND_TYPES))),
}


def continuous(entry: dict[str, Any], path: str) -> Continuous:
    """The continuous effect that a mapping describes. Raises MalformedError with the path of what is wrong."""
    affected = checking.phrase(entry["affects"], at(path, "affects"))
    condition = checking.condition(entry["while"], at(path, "while")) if "while" in entry else None
    lost = entry.get("lose_abilities", False)
    made = Continuous(
        affected,
        condition,
        _known(entry, "add_types", CARD_TYPES, "card type", path),
        _subtypes(entry, "add_subtypes", path),
        _type_line(entry["type"], at(path, "type")) if "type" in entry else None,
        _colors(entry, "colors", path) if "colors" in entry else None,
        _colors(entry, "add_colors", path),
        True if lost == "nonmana" else checking.flag(lost, at(path, "lose_abilities")),
        _keywords(entry, "keywords", path),
        _amount(entry, "power", path),
        _amount(entry, "toughness", path),
        _amount(entry, "power_plus", path),
        _amount(entry, "toughness_plus", path),
        copy_of=_phrase(entry, "copy_of", path),
        copy_except=_exceptions(entry, path),
        control=_phrase(entry, "control", path),
        set_name=text(entry["name"], at(path, "name"), "a name") if "name" in entry else None,
        words=_replaced_words(entry, path),
        set_subtypes=_subtypes(entry, "subtypes", path),
        remove_types=_known(entry, "remove_types", CARD_TYPES, "card type", path),
        remove_subtypes=_subtypes(entry, "remove_subtypes", path),
        add_supertypes=_known(entry, "add_supertypes", SUPERTYPES, "supertype", path) + _tokens(entry, path),
        remove_supertypes=_known(entry, "remove_supertypes", SUPERTYPES, "supertype", path),
        keep_mana_abilities=lost == "nonmana",
        lose_keywords=_keywords(entry, "lose_keywords", path),
        cannot_have=_keywords(entry, "cannot_have", path),
        add_abilities=_abilities(entry, path),
        switch=checking.flag(entry.get("switch", False), at(path, "switch")),
        combat_damage=_amount(entry, "combat_damage", path),
        abilities_of=_phrase(entry, "abilities_of", path),
    )
    if made == Continuous(affected, condition):
        raise MalformedError("expected what the effect changes, found a continuous effect that changes nothing", path)
    return made


def _tokens(entry: dict[str, Any], path: str) -> tuple[str, ...]:
    """What makes tokens of permanents that are cards: it is kept like a supertype, which copies do not take along."""
    return (TOKEN,) if checking.flag(entry.get("are_tokens", False), at(path, "are_tokens")) else ()


def _phrase(entry: dict[str, Any], key: str, path: str) -> Selector | None:
    return checking.phrase(entry[key], at(path, key)) if key in entry else None


def _amount(entry: dict[str, Any], key: str, path: str) -> Amount | None:
    return checking.amount(entry[key], at(path, key)) if key in entry else None


def _words(entry: dict[str, Any], key: str, path: str) -> tuple[str, ...]:
    parts = sequence(entry.get(key, []), at(path, key), "a list of words")
    return tuple(text(part, at(at(path, key), index), "a word") for index, part in enumerate(parts))


def _known(entry: dict[str, Any], key: str, among: tuple[str, ...], what: str, path: str) -> tuple[str, ...]:
    found = _words(entry, key, path)
    known(found, among, at(path, key), what)
    return found


def _colors(entry: dict[str, Any], key: str, path: str) -> tuple[str, ...]:
    return _known(entry, key, (*COLOR_WORDS, "chosen"), "color", path)


def _subtypes(entry: dict[str, Any], key: str, path: str) -> tuple[str, ...]:
    """Subtypes with a capital letter, ``chosen``, ``every creature type``, ``every basic land type`` ..."""
    found: list[str] = []
    for index, word in enumerate(_words(entry, key, path)):
        if word in _EVERY:
            found += _EVERY[word]
        elif word == "chosen" or word[:1].isupper():
            found.append(word)
        else:
            known([word], ("chosen", *_EVERY, word.capitalize()), at(at(path, key), index), "subtype")
    return tuple(found)


def _type_line(value: object, path: str) -> TypeLine:
    from scenarios.notation import type_line

    return type_line(value, path)


def _keywords(entry: dict[str, Any], key: str, path: str) -> tuple[str, ...]:
    from scenarios.keyword_abilities import keyword

    found = (keyword(word, at(at(path, key), index)) for index, word in enumerate(_words(entry, key, path)))
    return tuple(f"{one.name} {one.number}" if one.number is not None else one.name for one in found)


def _abilities(entry: dict[str, Any], path: str) -> tuple[object, ...]:
    from scenarios.notation import ability

    where = at(path, "abilities")
    parts = sequence(entry.get("abilities", []), where, "a list of abilities")
    return tuple(ability(part, at(where, index)) for index, part in enumerate(parts))


def _replaced_words(entry: dict[str, Any], path: str) -> tuple[tuple[str, str], ...]:
    """Pairs of color words or subtypes: ``{Swamp: Forest}``."""
    if "words" not in entry:
        return ()
    where = at(path, "words")
    pairs = mapping(entry["words"], where, "a mapping such as {Swamp: Forest}")
    return tuple((old, text(new, at(where, old), "a word")) for old, new in pairs.items())


def _exceptions(entry: dict[str, Any], path: str) -> Continuous | None:
    """What differs in a copy (707.9)."""
    if "except" not in entry:
        return None
    where = at(path, "except")
    if "copy_of" not in entry:
        raise MalformedError("'except' belongs to 'copy_of'", where)
    return exceptions(entry["except"], where)


def exceptions(value: object, path: str) -> Continuous:
    """What differs in a copy: a mapping of changes (707.9). Raises MalformedError for anything else."""
    return continuous({**mapping(value, path, keys=_CHANGES), "affects": "it"}, path)
