"""Events on the stack: copies of spells are put there (707.10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from model.effects import Continuous
from model.event import Cause, Event


@dataclass(frozen=True, slots=True)
class CopySpell(Event):
    """A player would copy a spell: put copies of it onto the stack (707.10).

    ``targets`` are the copies' targets where the effect gives them new ones (707.10e), ``exceptions`` how the copies
    differ from the spell (707.9).
    """

    kind: ClassVar[str] = "copy_spell"
    amount_role: ClassVar[str | None] = "count"
    player: str
    object: str
    count: int = 1
    targets: tuple[str, ...] = ()
    exceptions: Continuous | None = None
    source: str | None = None
    cause: Cause = Cause.EFFECT
