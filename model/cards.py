"""Cards and tokens as they are printed: faces with their characteristics (109.3, 200)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from model.mana import Color, ManaCost
from model.type_line import TypeLine
from model.values import Hashed

if TYPE_CHECKING:
    from model.abilities import Ability, NotUnderstood
    from model.choices import Choice


class Layout(Enum):
    """How a card's faces or parts are arranged.

    Cards of one set of characteristics that have a frame of their own (levelers, Sagas, Classes, Cases, station cards)
    say so in their abilities; for the rest of the rules they are ordinary cards (711.3, 716.3, 719.2, 721.3).
    """

    NORMAL = "normal"
    TRANSFORM = "transform"  #: nonmodal double-faced cards (712.2)
    MODAL_DFC = "modal_dfc"  #: modal double-faced cards (712.3)
    MELD = "meld"  #: meld cards (712.4) and what they meld into
    SPLIT = "split"
    AFTERMATH = "aftermath"  #: split cards whose right half has aftermath (702.127)
    ROOM = "room"  #: split cards with a shared type line (709.5)
    ADVENTURE = "adventure"
    OMEN = "omen"
    PREPARE = "prepare"
    FLIP = "flip"
    PROTOTYPE = "prototype"  #: the second face is the inset frame: mana cost, power and toughness (718.2)
    LEVELER = "leveler"
    SAGA = "saga"
    CLASS = "class"
    CASE = "case"
    STATION = "station"
    TOKEN = "token"


#: The name of what has the names of all cards.
EVERY_CARD_NAME = "every card name"
#: Cards with a face on each side that both have characteristics of their own (712.8).
DOUBLE_FACED = frozenset({Layout.TRANSFORM, Layout.MODAL_DFC})
#: Cards with two halves on one side (709).
SPLIT = frozenset({Layout.SPLIT, Layout.AFTERMATH, Layout.ROOM})
#: Cards with alternative characteristics in an inset frame (715.2, 720.2, 722.2).
INSET = frozenset({Layout.ADVENTURE, Layout.OMEN, Layout.PREPARE})
#: Cards of one face that have a layout nevertheless.
ONE_FACE = frozenset({Layout.LEVELER, Layout.SAGA, Layout.CLASS, Layout.CASE, Layout.STATION, Layout.MELD})


@dataclass(frozen=True, slots=True, eq=False)
class Face(Hashed):
    """The characteristics printed on one face; a power or toughness of ``*`` is 0 here, None where there is none.

    ``choices`` are what it has players choose.
    """

    name: str
    type_line: TypeLine
    mana_cost: ManaCost | None = None
    colors: tuple[Color, ...] = ()
    abilities: tuple[Ability, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    choices: tuple[Choice, ...] = ()
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__


@dataclass(frozen=True, slots=True, eq=False)
class Card(Hashed):
    """A card or token: its faces, the front one first.

    ``melds_into`` names what the back of a meld card is a half of; ``melded`` are the two cards that represent a melded
    permanent (712.4). ``sides`` are those of a card that was put together from two cards, where a side
    is more than one face; ``faces`` then lists the faces of both, the front side first. ``left_out`` are abilities that
    it is told without.
    """

    faces: tuple[Face, ...]
    layout: Layout = Layout.NORMAL
    melds_into: str = ""
    melded: tuple[Card, ...] = ()
    sides: tuple[Card, ...] = ()
    left_out: tuple[NotUnderstood, ...] = ()
    __hash__ = Hashed.__hash__
    __eq__ = Hashed.__eq__

    @property
    def name(self) -> str:
        """The name of the front face, or of all parts for split cards (709.4)."""
        if self.sides:
            return self.sides[0].name
        return " // ".join(face.name for face in self.faces) if self.layout in SPLIT else self.faces[0].name

    @property
    def full_name(self) -> str:
        """The names of all faces and parts; those that share a side of a card put together stand with a plus."""
        if self.sides:
            return " // ".join(" + ".join(dict.fromkeys(face.name for face in side.faces)) for side in self.sides)
        faces = self.faces[:1] if self.layout is Layout.PROTOTYPE else self.faces
        return " // ".join(face.name for face in faces)

    @property
    def is_double_faced(self) -> bool:
        """Whether both sides are faces with characteristics of their own; so are tokens with two faces (712.8)."""
        return self.layout in DOUBLE_FACED or (self.layout is Layout.TOKEN and len(self.faces) == 2)
