"""What comes into the game and lasts: new cards, which have an owner and are no tokens, and emblems (108.3, 114)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from model.cards import Card
from model.event import Cause, Event


@dataclass(frozen=True, slots=True)
class ShuffleIn(Event):
    """A player shuffles new cards into their library and so becomes their owner (108.3, 701.24).

    ``token_cards`` are tokens and cards at once; creating them is not creating tokens, and they do not cease to exist.
    """

    kind: ClassVar[str] = "shuffle_in"
    amount_role: ClassVar[str | None] = "count"
    player: str
    card: Card
    count: int = 1
    token_cards: bool = False
    source: str | None = None
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class GetEmblem(Event):
    """A player gets an emblem: an object in the command zone that has abilities and nothing else (114.1, 114.3)."""

    kind: ClassVar[str] = "get_emblem"
    player: str
    emblem: Card
    source: str | None = None
    cause: Cause = Cause.EFFECT
