"""What a player attempts and effects may forbid: to choose, to target, to name, to cast, to activate, to block (101.2).

Each has the form of an event, so that a "can't" effect watches for it like for any other; none of them is an event
of an outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from model.event import Event

__all__ = ["ATTEMPTS", "Activating", "Blocking", "Casting", "ChoosingThing", "Naming", "Playing", "Targeting"]


@dataclass(frozen=True, slots=True)
class ChoosingThing(Event):
    """A spell or ability has a player choose an object or player without targeting it (608.2d, 115.10).

    ``worded``: its text says "choose" or "choice", and does not just leave it open which one is meant.
    """

    kind: ClassVar[str] = "choose"
    affected_role: ClassVar[str] = "object"
    object: str
    player: str
    source: str | None = None
    worded: bool = True


@dataclass(frozen=True, slots=True)
class Targeting(Event):
    """An object or player is chosen as a target of a spell or ability (115.1, 601.2c)."""

    kind: ClassVar[str] = "target"
    affected_role: ClassVar[str] = "object"
    object: str
    player: str
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Naming(Event):
    """A player chooses a card name (201.4)."""

    kind: ClassVar[str] = "name"
    player: str
    name: str
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Casting(Event):
    """A player casts a spell (601.3); the object is looked at as the spell that it would be."""

    kind: ClassVar[str] = "cast"
    affected_role: ClassVar[str] = "object"
    object: str
    player: str


@dataclass(frozen=True, slots=True)
class Playing(Event):
    """A player plays a land (305.1)."""

    kind: ClassVar[str] = "play"
    affected_role: ClassVar[str] = "object"
    object: str
    player: str


@dataclass(frozen=True, slots=True)
class Activating(Event):
    """A player activates an ability of an object (602.5); ``sort`` is mana, loyalty or other."""

    kind: ClassVar[str] = "activate"
    affected_role: ClassVar[str] = "object"
    object: str
    player: str
    sort: str = "other"


@dataclass(frozen=True, slots=True)
class Blocking(Event):
    """A creature is chosen to block (509.1b)."""

    kind: ClassVar[str] = "block"
    affected_role: ClassVar[str] = "object"
    object: str
    player: str
    attacker: str | None = None


@dataclass(frozen=True, slots=True)
class Regenerating(Event):
    """Regeneration would replace a permanent's destruction (701.19)."""

    kind: ClassVar[str] = "regenerate"
    affected_role: ClassVar[str] = "object"
    object: str


ATTEMPTS: dict[str, type[Event]] = {
    cls.kind: cls for cls in (ChoosingThing, Targeting, Naming, Casting, Playing, Activating, Blocking, Regenerating)
}
