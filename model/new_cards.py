"""New cards that come into the game: what is not a token, has an owner, and lasts (108.3, 400.11)."""

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
