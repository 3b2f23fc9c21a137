"""What is chosen as a permanent enters, where a template can't spell it out: words, numbers, sizes (614.12a)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from model.mana import COLOR_WORDS
from model.subtypes import LAND_TYPES, PLANESWALKER_TYPES
from model.type_line import BASIC_LAND_TYPES, CARD_TYPES
from scenarios.reading.creature_types import CREATURE_TYPES
from scenarios.reading.meanings import NotSayableError, inverse, meaning


@meaning
def other_color(c: str) -> dict[str, Any]:
    """A color other than this one."""
    return {"chooses": {"color": [word for word in COLOR_WORDS if word != c]}}


@inverse
def un_other_color(value: Any) -> Iterator[dict[str, Any]]:
    """The color that is left out."""
    chosen = value.get("chooses", {}).get("color") if isinstance(value, dict) else None
    missing = [word for word in COLOR_WORDS if word not in chosen] if isinstance(chosen, list) else []
    if len(missing) == 1:
        yield {"c": missing[0]}


@meaning
def one_word(a: str, b: str) -> dict[str, Any]:
    """One of two words."""
    return _one_of([a, b])


@meaning
def one_of_words(a: str, b: list[str]) -> dict[str, Any]:
    """One of several words."""
    return _one_of([a, *b])


@inverse
def un_one_word(value: Any) -> Iterator[dict[str, Any]]:
    """The two words."""
    if (words := _words(value)) is not None and len(words) == 2:
        yield {"a": words[0], "b": words[1]}


@inverse
def un_one_of_words(value: Any) -> Iterator[dict[str, Any]]:
    """The words, three or more."""
    if (words := _words(value)) is not None and len(words) > 2:
        yield {"a": words[0], "b": words[1:]}


def _words(value: Any) -> list[str] | None:
    if not isinstance(value, dict) or value.keys() != {"chooses"} or len(value["chooses"]) != 1:
        return None
    ((what, words),) = value["chooses"].items()
    known = what in {"color", "card type", "land type", "type", "mode"} and isinstance(words, list)
    return [str(word) for word in words] if known else None


#: Words before which something is described, and which are no words to choose from.
_NO_WORDS = frozenset({"a", "an", "any", "the", "another", "one", "two", "creature", "permanent", "player", "opponent"})


def _one_of(words: list[str]) -> dict[str, Any]:
    """What sort of words they are: colors, card types, land types, creature types, or the names of modes."""
    if any(not re.fullmatch(r"[A-Za-z][\w'-]*", word) for word in words):
        raise NotSayableError("no words to choose from")
    for what, known in (
        ("color", COLOR_WORDS), ("card type", CARD_TYPES), ("type", BASIC_LAND_TYPES), ("type", CREATURE_TYPES),
    ):  # fmt: skip
        if all(word in known for word in words):
            return {"chooses": {what: words}}
    if any(word in _NO_WORDS or word in CARD_TYPES or word in COLOR_WORDS or word in LAND_TYPES for word in words):
        raise NotSayableError("words of different sorts")
    return {"chooses": {"mode": words}}


@meaning
def one_number(a: Any, b: Any) -> dict[str, Any]:
    """A number between these two."""
    if not isinstance(a, int) or not isinstance(b, int):
        raise NotSayableError("a number without an end")
    return {"chooses": {"number": [str(number) for number in range(a, b + 1)]}}


@inverse
def un_one_number(value: Any) -> Iterator[dict[str, Any]]:
    """The least and the greatest."""
    chosen = value.get("chooses", {}).get("number") if isinstance(value, dict) else None
    if isinstance(chosen, list) and chosen:
        yield {"a": int(chosen[0]), "b": int(chosen[-1])}


@meaning
def any_land_type() -> dict[str, Any]:
    """Any land type, basic or not (205.3i)."""
    return {"chooses": {"type": sorted(LAND_TYPES)}}


@meaning
def any_planeswalker_type() -> dict[str, Any]:
    """Any planeswalker type (205.3j)."""
    return {"chooses": {"planeswalker type": sorted(PLANESWALKER_TYPES)}}


@meaning
def two_colors() -> dict[str, Any]:
    """Two different colors, as one choice."""
    return {"chooses": {"two colors": [f"{one} and {other}" for one, other in combinations(COLOR_WORDS, 2)]}}


@meaning
def two_land_types() -> dict[str, Any]:
    """Two different basic land types, as one choice."""
    return {"chooses": {"two types": [f"{one} and {other}" for one, other in combinations(BASIC_LAND_TYPES, 2)]}}


@inverse
def un_any_land_type(value: Any) -> Iterator[dict[str, Any]]:
    """Whether it is that choice."""
    yield from _no_parts(value, any_land_type())


@inverse
def un_any_planeswalker_type(value: Any) -> Iterator[dict[str, Any]]:
    """Whether it is that choice."""
    yield from _no_parts(value, any_planeswalker_type())


@inverse
def un_two_colors(value: Any) -> Iterator[dict[str, Any]]:
    """Whether it is that choice."""
    yield from _no_parts(value, two_colors())


@inverse
def un_two_land_types(value: Any) -> Iterator[dict[str, Any]]:
    """Whether it is that choice."""
    yield from _no_parts(value, two_land_types())


def _no_parts(value: Any, meant: Any) -> Iterator[dict[str, Any]]:
    if value == meant:
        yield {}


@meaning
def other_card_types(t: str, u: str = "") -> dict[str, Any]:
    """A card type other than these (205.2a)."""
    if t not in CARD_TYPES or (u and u not in CARD_TYPES):
        raise NotSayableError("no card type")
    return {"chooses": {"card type": [kind for kind in CARD_TYPES if kind not in (t, u)]}}


@meaning
def new_size(s: str, t: str | None = None, k: str | None = None, u: str | None = None) -> dict[str, Any]:
    """What it may become: a size, perhaps with a card type, a keyword and a subtype in addition."""
    power, toughness = s.split("/")
    if not (power.isdigit() and toughness.isdigit()):
        raise NotSayableError("a size that is no number")
    found: dict[str, Any] = {"of": "this", "power": int(power), "toughness": int(toughness)}
    if k:
        found["keywords"] = [k]
    if t:
        found["add_types"] = [t]
    if u:
        found["add_subtypes"] = [u]
    return {s + (f" {k}" if k else ""): {"copy": found}}


@meaning
def one_size(a: dict[str, Any], b: dict[str, Any], c: dict[str, Any] | None = None) -> dict[str, Any]:
    """One of two or three sizes."""
    return {"one_of": {**a, **b, **(c or {})}}
