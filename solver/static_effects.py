"""The continuous effects of static abilities, and where they work (113.6, 604, 611.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from model.abilities import Ability, Keyword, Static
from model.cards import Face
from model.effects import Continuous
from model.selectors import Aspect, role
from model.subtypes import EVERY_CREATURE_TYPE
from model.zones import Zone

_THIS = role("this")
#: The timestamp of effects that have none: later than everything.
LATE = 1 << 40


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """An ability that makes a continuous effect, with its place among the abilities.

    ``defines``: on the card it is printed on, it defines characteristics (604.3a).
    """

    place: int
    ability: Ability
    effect: Continuous
    defines: bool

    def works_in(self, zone: Zone, own: bool) -> bool:
        """Whether it works in this zone; one that defines characteristics does everywhere (113.6a, 604.3)."""
        if isinstance(self.ability, Keyword) or (own and self.defines):
            return own
        return isinstance(self.ability, Static) and zone in self.ability.zones


def is_defining(effect: Continuous) -> bool:
    """Whether a static ability with this effect, on the card it is printed on, defines characteristics (604.3a)."""
    defined = (effect.set_colors, effect.set_power, effect.set_toughness)
    listed = (effect.add_colors, effect.add_subtypes, effect.set_subtypes)
    if effect.affects.any_of != _THIS.any_of or effect.condition is not None:
        return False
    if not any(listed) and all(value is None for value in defined):
        return False
    rest = replace(
        effect, set_colors=None, set_power=None, set_toughness=None, add_colors=(), add_subtypes=(), set_subtypes=()
    )
    return rest == Continuous(effect.affects)


_KEYWORDS = {
    "changeling": Continuous(_THIS, add_subtypes=(EVERY_CREATURE_TYPE,)),
    "devoid": Continuous(_THIS, set_colors=()),
}


def effect_of(ability: Ability) -> Continuous | None:
    """The continuous effect of a static ability or of a keyword that stands for one, or None."""
    if isinstance(ability, Static):
        return ability.effect if isinstance(ability.effect, Continuous) else None
    return _KEYWORDS.get(ability.name) if isinstance(ability, Keyword) else None


def placed(abilities: tuple[Ability, ...]) -> tuple[Placed, ...]:
    """Those of the abilities that make continuous effects."""
    return tuple(
        Placed(place, ability, read_of_hosts(effect), isinstance(ability, Keyword) or is_defining(effect))
        for place, ability in enumerate(abilities)
        if (effect := effect_of(ability)) is not None
    )


@lru_cache(maxsize=65536)
def placed_on(face: Face) -> tuple[Placed, ...]:
    """The abilities of a face that make continuous effects."""
    return placed(face.abilities)


@lru_cache(maxsize=8192)
def read_of_hosts(effect: Continuous) -> Continuous:
    """The effect with "enchanted creature" read as whatever its source is attached to (303.4m, 301.5f)."""
    conjunctions = tuple(
        tuple(test for test in tests if test.negated or test.aspect not in (Aspect.TYPE, Aspect.KIND))
        if any(test.aspect is Aspect.ROLE and test.value == "enchanted" and not test.negated for test in tests)
        else tests
        for tests in effect.affects.any_of
    )
    if conjunctions == effect.affects.any_of:
        return effect
    return replace(effect, affects=replace(effect.affects, any_of=conjunctions))
