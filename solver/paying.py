"""Whether a cost made of actions could be paid (118.3)."""

from __future__ import annotations

from model.events import Cause, LoseLife
from model.instructions import Do, Instruction
from model.situation import Situation
from solver.carrying_out import events_of
from solver.environment import Env
from solver.prohibiting import prohibited


def can_pay(instructions: tuple[Instruction, ...], env: Env, situation: Situation) -> bool:
    """Whether a cost made of these actions could be paid (118.3, 119.4, 614.17b)."""
    paying = env.with_values(cost=1)
    for instruction in instructions:
        if not isinstance(instruction, Do):
            continue
        events = events_of(instruction, paying, situation, Cause.COST)
        if not events:
            return False
        for event in events:
            if prohibited(event, situation):
                return False
            if isinstance(event, LoseLife) and event.amount > situation.player(event.player).life:
                return False
    return True
