"""The characteristics that an object has in a situation, after continuous effects (109.3, 613)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from model.abilities import Ability, Keyword
from model.mana import Color, ManaCost
from model.type_line import TypeLine


@dataclass(frozen=True, slots=True)
class Characteristics:
    """What an object is and has. ``abilities`` includes keywords.

    ``value`` is the mana value where it does not follow from the mana cost (202.3b-c); it is never copied.
    """

    name: str
    type_line: TypeLine
    mana_cost: ManaCost | None
    colors: tuple[Color, ...]
    abilities: tuple[Ability, ...]
    power: int | None
    toughness: int | None
    loyalty: int | None = None
    defense: int | None = None
    value: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Its names: several for split cards, none for an object without a name (201.2a, 709.4a)."""
        return tuple(self.name.split(" // ")) if self.name else ()

    def has_keyword(self, name: str) -> bool:
        """Whether it has this keyword ability."""
        return any(isinstance(ability, Keyword) and ability.name == name for ability in self.abilities)

    def keyword_total(self, name: str) -> int:
        """The sum of the numbers of this keyword (toxic)."""
        return sum(a.number or 0 for a in self.abilities if isinstance(a, Keyword) and a.name == name)

    @property
    def mana_value(self) -> int:
        """The mana value (202.3), with X as 0."""
        if self.value is not None:
            return self.value
        return self.mana_cost.mana_value if self.mana_cost else 0


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """The characteristics of objects at a moment between two layers, by id; equal only to itself."""

    by_id: Mapping[str, Characteristics]
