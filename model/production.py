"""What mana an effect adds, as data: fixed mana, a choice, so much of a type from a set of types (106, 605)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from model.amounts import ONE, Amount
from model.selectors import Selector

#: The letters of the types of mana, in the order in which they are listed.
TYPE_LETTERS = ("W", "U", "B", "R", "G", "C")
COLOR_LETTERS = TYPE_LETTERS[:5]


@dataclass(frozen=True, slots=True)
class These:
    """These types, by their letters."""

    letters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The color chosen for the source; no type where none was chosen (106.5)."""


@dataclass(frozen=True, slots=True)
class CommandersColors:
    """The colors of the commander's color identity; no type where there is no commander (903.4f)."""


@dataclass(frozen=True, slots=True)
class ColorsAmong:
    """The colors of some things."""

    things: Selector


@dataclass(frozen=True, slots=True)
class CouldProduce:
    """The types that some things could produce (106.7), or only the colors among them."""

    things: Selector
    colors: bool = False


@dataclass(frozen=True, slots=True)
class Noted:
    """The types of mana noted for the source; none where none was noted (607.2e)."""


@dataclass(frozen=True, slots=True)
class ThatType:
    """The types that the permanent tapped for mana produced, in a trigger on that."""


@dataclass(frozen=True, slots=True)
class Unspent:
    """Each type of mana that the player has unspent, and as much of it (106.4)."""


TypeSet = These | Chosen | CommandersColors | ColorsAmong | CouldProduce | Noted | ThatType | Unspent
ANY_COLOR = These(COLOR_LETTERS)
ANY_TYPE = These(TYPE_LETTERS)


class How(Enum):
    """How the types of several mana go together."""

    SAME = "same"
    COMBINATION = "combination"
    DIFFERENT = "different"
    EACH = "each"


@dataclass(frozen=True, slots=True)
class Fixed:
    """Just this mana, so many times over."""

    letters: tuple[str, ...]
    times: Amount = ONE


@dataclass(frozen=True, slots=True)
class Some:
    """So much mana of types from a set, chosen as ``how`` says. ``half``: and one half mana more of the same type."""

    types: TypeSet
    count: Amount = ONE
    how: How = How.SAME
    half: bool = False


@dataclass(frozen=True, slots=True)
class Either:
    """One of several productions, chosen."""

    options: tuple[Production, ...]


Production = Fixed | Some | Either


def types_read(production: Production) -> tuple[CouldProduce, ...]:
    """The sets in the production that read what other things could produce."""
    if isinstance(production, Either):
        return tuple(found for option in production.options for found in types_read(option))
    if isinstance(production, Some) and isinstance(production.types, CouldProduce):
        return (production.types,)
    return ()
