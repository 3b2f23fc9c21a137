"""Coins and dice (705, 706). What comes up is chance, and not followed; which of them is thrown can be replaced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from model.event import Cause, Event


@dataclass(frozen=True, slots=True)
class FlipCoin(Event):
    """A player flips a number of coins (705)."""

    kind: ClassVar[str] = "flip_coin"
    amount_role: ClassVar[str | None] = "count"
    player: str
    count: int = 1
    source: str | None = None
    cause: Cause = Cause.EFFECT


@dataclass(frozen=True, slots=True)
class RollDie(Event):
    """A player rolls a number of dice with so many sides each (706)."""

    kind: ClassVar[str] = "roll_die"
    amount_role: ClassVar[str | None] = "count"
    player: str
    sides: int = 6
    count: int = 1
    source: str | None = None
    cause: Cause = Cause.EFFECT
