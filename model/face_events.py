"""Events about the faces of cards: a permanent transforms, cards become one card (701.27, 712)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from model.cards import Card
from model.event import Cause, Event


@dataclass(frozen=True, slots=True)
class Transform(Event):
    """A permanent would transform, or convert: turn over so that its other face is up (701.27a, 701.28a).

    ``own`` is the keyword, daybound or nightbound, that does it (702.145b).
    """

    kind: ClassVar[str] = "transform"
    affected_role: ClassVar[str] = "permanent"
    permanent: str
    source: str | None = None
    converted: bool = False
    own: str = ""
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class Merge(Event):
    """Cards at the top of a player's library become one card, which goes to that player's hand.

    ``into`` is the card that they become, None where nothing becomes of a single card.
    """

    kind: ClassVar[str] = "merge_top"
    player: str
    cards: tuple[str, ...]
    into: Card | None = None
    source: str | None = None
    cause: Cause = Cause.EFFECT
