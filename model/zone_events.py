"""Events that change the zone of an object, or consist of such changes (400, 701)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from model.cards import Card
from model.event import Cause, Event
from model.zones import Zone


@dataclass(frozen=True, slots=True)
class Enter(Event):
    """An object enters the battlefield (614.12) with everything that effects have settled so far."""

    kind: ClassVar[str] = "enter"
    affected_role: ClassVar[str] = "object"
    object: str
    under: str
    tapped: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    attacking: str | None = None
    cause: Cause = Cause.EFFECT
    of_token: bool = False  #: contained in the creation of this token (616.1g)
    face: int = 0  #: the face that is up as it enters
    attached_to: str | None = None
    chosen: tuple[tuple[str, str], ...] = ()  #: what was chosen as it enters: color, type, player ...
    copied: Card | None = None  #: the values it enters with as a copy (707)
    copy_counters: tuple[tuple[str, int], ...] = ()  #: what the last copy effect adds (707.9e)
    copy_tapped: bool = False


class How(Enum):
    """The keyword action or rule by which an object changes zones, where an effect may ask for it."""

    PUT = "put"
    DESTROY = "destroy"
    SACRIFICE = "sacrifice"
    DISCARD = "discard"
    MILL = "mill"
    EXILE = "exile"
    RETURN = "return"
    DRAW = "draw"
    COUNTER = "counter"
    RESOLVE = "resolve"
    UNTARGETED = "no legal target"  #: a spell all of whose targets are illegal (608.2b)
    CEASE = "cease to exist"
    STATE_BASED_ACTION = "state-based action"


@dataclass(frozen=True, slots=True)
class Move(Event):
    """An object would move to another zone than the battlefield (400)."""

    kind: ClassVar[str] = "move"
    affected_role: ClassVar[str] = "object"
    object: str
    to: Zone
    origin: Zone
    how: How = How.PUT
    position: str | None = None  #: in a library: top, bottom, shuffled
    counters: tuple[tuple[str, int], ...] = ()
    face_down: bool = False
    source: str | None = None
    cause: Cause = Cause.EFFECT
    until_leaves: bool = False  #: until its source leaves the battlefield (610.3)
    order: tuple[str, ...] = ()  #: the names of the cards of a melded permanent, as its owner arranges them (712.21a)
    instead_of: Zone | None = None  #: where it would go if it did not go to the command zone (903.9b-c)


@dataclass(frozen=True, slots=True)
class Destroy(Event):
    """A permanent would be destroyed (701.8); its move to the graveyard is contained in it."""

    kind: ClassVar[str] = "destroy"
    affected_role: ClassVar[str] = "permanent"
    permanent: str
    source: str | None = None
    cause: Cause = Cause.EFFECT
    can_regenerate: bool = True


@dataclass(frozen=True, slots=True)
class Sacrifice(Event):
    """A permanent's controller would sacrifice it (701.21)."""

    kind: ClassVar[str] = "sacrifice"
    affected_role: ClassVar[str] = "permanent"
    permanent: str
    source: str | None = None
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class Discard(Event):
    """A player would discard one card (701.9); ``card`` is its id, or None for a card not known."""

    kind: ClassVar[str] = "discard"
    player: str
    card: str | None = None
    source: str | None = None
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class Mill(Event):
    """A player would mill cards (701.17)."""

    kind: ClassVar[str] = "mill"
    amount_role: ClassVar[str | None] = "count"
    player: str
    count: int
    source: str | None = None
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class ExileTop(Event):
    """A player would exile cards from the top of their library; ``unknown``: those below the known ones alone."""

    kind: ClassVar[str] = "exile_top"
    amount_role: ClassVar[str | None] = "count"
    player: str
    count: int
    face_down: bool = False
    source: str | None = None
    cause: Cause = Cause.EFFECT
    unknown: bool = False
