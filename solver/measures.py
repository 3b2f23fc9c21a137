"""What amounts look up about several things at once: total and greatest powers, how many colors are among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from model.characteristics import Characteristics
from model.type_line import BASIC_LAND_TYPES

Traits = Iterable[Characteristics]


def _total(stat: str) -> Callable[[Traits], int]:
    return lambda things: sum(getattr(one, stat) or 0 for one in things)


def _greatest(stat: str) -> Callable[[Traits], int]:
    return lambda things: max((getattr(one, stat) or 0 for one in things), default=0)


def _most_with_one_name(things: Traits) -> int:
    return max(Counter(one.name for one in things if one.name).values(), default=0)


#: The functions by the names that amounts have for them. What has no power is left aside; nothing comes to 0.
MEASURES: dict[str, Callable[[Traits], int]] = {
    "total_power": _total("power"),
    "total_toughness": _total("toughness"),
    "total_mana_value": _total("mana_value"),
    "greatest_power": _greatest("power"),
    "greatest_toughness": _greatest("toughness"),
    "greatest_mana_value": _greatest("mana_value"),
    "different_powers": lambda things: len({one.power for one in things if one.power is not None}),
    "different_names": lambda things: len({one.name for one in things if one.name}),
    "colors_among": lambda things: len({color for one in things for color in one.colors}),
    "basic_land_types": lambda things: len(
        {s for one in things for s in one.type_line.subtypes}.intersection(BASIC_LAND_TYPES)
    ),
    "most_with_one_name": _most_with_one_name,
}
