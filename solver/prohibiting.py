"""What can't happen (614.17)."""

from __future__ import annotations

from model.events import Event
from model.situation import Situation
from solver.amounts import holds
from solver.in_force import Active, effects_in_force
from solver.watching import watched_parts


def prohibited(event: Event, situation: Situation) -> Active | None:
    """The "can't" effect that stops the event now, if any (614.17)."""
    for active in effects_in_force(situation).prohibitions.get(event.kind, ()):
        if any(watched_parts(watch, event, active.env, situation) for watch in active.watches) and holds(
            active.effect.condition, active.env.seeing(event), situation
        ):
            return active
    return None
