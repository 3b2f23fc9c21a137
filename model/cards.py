"""Cards and tokens as they are printed: faces with their characteristics (109.3, 200)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from model.mana import Color, ManaCost
from model.type_line import TypeLine
from model.values import Hashed

if TYPE_CHECKING:
    from model.abilities import Ability


class Layout(Enum):
    """How a card's faces or parts are arranged."""

    NORMAL = "normal"
    TRANSFORM = "transform"
    MODAL_DFC = "modal_dfc"
    SPLIT = "split"
    ADVENTURE = "adventure"
    FLIP = "flip"
    MELD = "meld"
    TOKEN = "token"


@dataclass(frozen=True, slots=True, eq=False)
class Face(Hashed):
    """The characteristics printed on one face; a power or toughness of ``*`` is 0 here, None where there is none."""

    name: str
    type_line: TypeLine
    mana_cost: ManaCost | None = None
    colors: tuple[Color, ...] = ()
    abilities: tuple[Ability, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True, eq=False)
class Card(Hashed):
    """A card or token: its faces, the front one first."""

    faces: tuple[Face, ...]
    layout: Layout = Layout.NORMAL
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__

    @property
    def name(self) -> str:
        """The name of the front face, or of all parts for split cards (709.4)."""
        return " // ".join(face.name for face in self.faces) if self.layout is Layout.SPLIT else self.faces[0].name
