"""Damage dealt as though its source had an ability that it does not have (609.4, 120.3)."""

from __future__ import annotations

from model.effects import AsThough
from model.events import DealDamage
from model.situation import Situation
from solver.amounts import holds
from solver.in_force import effects_in_force
from solver.watching import watched_parts


def as_though_had(keyword: str, event: DealDamage, situation: Situation) -> bool:
    """Whether an effect says that this damage is dealt as though its source had the keyword."""
    return any(
        isinstance(active.effect, AsThough)
        and active.effect.keyword == keyword
        and holds(active.effect.condition, active.env, situation)
        and any(watched_parts(watch, event, active.env, situation) for watch in active.effect.watches)
        for active in effects_in_force(situation).as_though
    )
