"""The color identity of a card (903.4): what its mana symbols, color indicators and defining abilities say.

It is established before the game begins (903.4a), from what is printed on all faces (903.4d, 903.4e).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache

from model.abilities import NotUnderstood, Static
from model.cards import Card, Face
from model.effects import Continuous
from model.errors import OutOfScopeError
from model.mana import COLOR_WORDS
from model.production import COLOR_LETTERS, Fixed
from solver.static_effects import is_defining

_SYMBOL = re.compile(r"\{([^{}]+)\}")


@lru_cache(maxsize=256)
def color_identity(card: Card) -> frozenset[str]:
    """The letters of the colors. Raises OutOfScopeError where what is printed can't be told."""
    abilities = (*card.left_out, *(ability for face in card.faces for ability in face.abilities))
    unread = "".join(ability.colors for ability in abilities if isinstance(ability, NotUnderstood))
    if "?" in unread:
        raise OutOfScopeError(f"the color identity of {card.name}, of which not everything printed is known")
    return frozenset((*unread, *(letter for face in card.faces for letter in _of_face(face))))


def _of_face(face: Face) -> Iterator[str]:
    if face.mana_cost is not None:
        yield from (color.value for color in face.mana_cost.colors)
    yield from (color.value for color in face.colors)
    for ability in face.abilities:
        if isinstance(ability, Static) and isinstance(ability.effect, Continuous) and is_defining(ability.effect):
            words = (*(ability.effect.set_colors or ()), *ability.effect.add_colors)
            yield from (COLOR_WORDS[word].value for word in words if word in COLOR_WORDS)
        yield from _in_text(ability)


def _in_text(value: object) -> Iterator[str]:
    """The colors of mana symbols in a text; "any color" is no symbol, and reminder text does not count (903.4c)."""
    match value:
        case str():
            for symbol in _SYMBOL.findall(value):
                yield from (part for part in symbol.upper().split("/") if part in COLOR_LETTERS)
        case Fixed(letters, times):
            yield from (letter for letter in letters if letter in COLOR_LETTERS)
            yield from _in_text(times)
        case tuple():
            for part in value:
                yield from _in_text(part)
        case _ if is_dataclass(value):
            for one in fields(value):
                yield from _in_text(getattr(value, one.name))
