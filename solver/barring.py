"""What bars the activating of an ability, whatever it costs: prohibitions, and its own instructions (602.5, 602.1b)."""

from __future__ import annotations

from model.abilities import Activated
from model.attempts import Activating
from model.rules import Citation
from model.situation import Situation
from solver.amounts import holds
from solver.environment import Env
from solver.prohibiting import prohibited, source_of


def against_activating(ref: str, ability: Activated, sort: str, env: Env, situation: Situation) -> Citation | None:
    """What keeps ``env.you`` from activating this ability of an object, if anything; the time is not looked at.

    ``sort`` is mana, loyalty or other, as prohibitions say (602.5, 101.2). The condition behind "activate only if" is
    part of the activation instructions (602.1b).
    """
    stopped = prohibited(Activating(ref, env.you, sort), situation)
    if stopped is not None:
        return Citation("602.5", f"an effect of {source_of(stopped)} says that it can't be activated")
    if not holds(ability.limits.condition, env, situation):
        return Citation("602.1b", "what its activation instructions ask for is not so")
    return None
