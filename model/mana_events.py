"""Unspent mana that empties from a pool (106.4, 703.4q)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from model.event import Cause, Event


@dataclass(frozen=True, slots=True)
class LoseMana(Event):
    """A player would lose unspent mana, as a step ends (703.4q) or by an effect; ``mana`` is in symbols (106.4)."""

    kind: ClassVar[str] = "lose_mana"
    player: str
    mana: str
    cause: Cause = Cause.TURN_BASED_ACTION

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols of the mana, without their braces."""
        return tuple(self.mana.strip("{}").split("}{")) if self.mana else ()

    @property
    def amount_now(self) -> int | None:
        """How much mana it is in all."""
        return self.mana.count("{")


@dataclass(frozen=True, slots=True)
class KeepMana(Event):
    """Mana stays in a player's pool as this mana, in place of being lost."""

    kind: ClassVar[str] = "keep_mana"
    player: str
    mana: str
