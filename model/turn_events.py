"""Events of a turn that nothing replaces and that abilities trigger on: steps, attacks, blocks, casting, targets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from model.event import Event


@dataclass(frozen=True, slots=True)
class Begin(Event):
    """A step of a player's turn begins (500.6); abilities trigger on it, and it can be skipped before it begins."""

    kind: ClassVar[str] = "begin"
    player: str
    step: str


@dataclass(frozen=True, slots=True)
class Attack(Event):
    """A creature is declared as an attacker (508.1); ``player`` is the defending player."""

    kind: ClassVar[str] = "attack"
    affected_role: ClassVar[str] = "object"
    object: str
    player: str


@dataclass(frozen=True, slots=True)
class Block(Event):
    """A creature is declared as a blocker (509.1); ``attacker`` is the creature it blocks."""

    kind: ClassVar[str] = "block"
    affected_role: ClassVar[str] = "object"
    object: str
    attacker: str


@dataclass(frozen=True, slots=True)
class Cast(Event):
    """A spell has been cast (601.2i)."""

    kind: ClassVar[str] = "cast"
    affected_role: ClassVar[str] = "object"
    object: str
    player: str


@dataclass(frozen=True, slots=True)
class BecomeTarget(Event):
    """An object becomes the target of a spell or ability (115.1); ``player`` controls that spell or ability."""

    kind: ClassVar[str] = "become_target"
    affected_role: ClassVar[str] = "object"
    object: str
    source: str
    player: str


@dataclass(frozen=True, slots=True)
class Cycle(Event):
    """A player cycles a card (702.29c)."""

    kind: ClassVar[str] = "cycle"
    player: str
    card: str


@dataclass(frozen=True, slots=True)
class TurnFaceUp(Event):
    """A face-down permanent is turned face up (708.8)."""

    kind: ClassVar[str] = "turn_face_up"
    affected_role: ClassVar[str] = "permanent"
    permanent: str


@dataclass(frozen=True, slots=True)
class Pay(Event):
    """A player pays mana while a spell or ability resolves (118.1); ``mana`` are the symbols of the cost."""

    kind: ClassVar[str] = "pay"
    player: str
    mana: str


@dataclass(frozen=True, slots=True)
class Attach(Event):
    """An Aura, Equipment or Fortification becomes attached to an object or player (701.3)."""

    kind: ClassVar[str] = "attach"
    affected_role: ClassVar[str] = "object"
    object: str
    to: str
