"""What every event has: its kind, the object or player that it affects, and its cause (614.1, 616.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar


class Cause(Enum):
    """What makes an event happen (614.16 and trap: costs and turn-based actions are not effects)."""

    EFFECT = "effect"
    COST = "cost"
    TURN_BASED_ACTION = "turn-based action"
    STATE_BASED_ACTION = "state-based action"
    DAMAGE = "damage"  #: a result of damage (120.3)
    RULE = "rule"  #: anything else that the rules themselves do


@dataclass(frozen=True, slots=True)
class Event:
    """The base of all events; ``kind`` is the name used in documents and in watches."""

    kind: ClassVar[str] = ""
    affected_role: ClassVar[str] = "player"
    #: The role that holds the event's amount, where it has one.
    amount_role: ClassVar[str | None] = None

    @property
    def affected(self) -> str:
        """The affected object or player (616.1)."""
        value: str = getattr(self, self.affected_role)
        return value

    @property
    def amount_now(self) -> int | None:
        """The event's amount, or None for an event without one."""
        return None if self.amount_role is None else getattr(self, self.amount_role)
