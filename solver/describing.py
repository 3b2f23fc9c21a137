"""What an object is, in words: the answer to a question for its characteristics (109.3) and its controller."""

from __future__ import annotations

from dataclasses import dataclass

from model.abilities import Keyword
from model.situation import Situation
from solver.layers import characteristics, controller_of


@dataclass(frozen=True, slots=True)
class Description:
    """An object's characteristics after all continuous effects, its controller, and how many abilities it has.

    Lists are sorted. ``keywords`` are the names of its keyword abilities; ``abilities`` counts those too.
    """

    name: str
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    colors: tuple[str, ...]
    power: int | None
    toughness: int | None
    loyalty: int | None
    mana_value: int
    keywords: tuple[str, ...]
    abilities: int
    controller: str


def describe(situation: Situation, ref: str) -> Description:
    """The description of the object of this id. Raises KeyError when there is no such object."""
    has = characteristics(situation, ref)
    line = has.type_line
    return Description(
        has.name,
        tuple(sorted(line.supertypes)),
        tuple(sorted(line.types)),
        tuple(sorted(line.subtypes)),
        tuple(sorted(color.word for color in has.colors)),
        has.power,
        has.toughness,
        has.loyalty,
        has.mana_value,
        tuple(sorted(ability.name for ability in has.abilities if isinstance(ability, Keyword))),
        len(has.abilities),
        controller_of(situation, ref),
    )
