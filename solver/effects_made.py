"""Effects that resolving spells and abilities make and that last: shields, "the next time ..." (611.2, 614.3)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Triggered
from model.effects import Continuous, FloatingEffect, Prohibition, Replacement, Unpreventable
from model.instructions import CreateEffect
from model.selectors import Quantifier, role
from model.situation import Situation
from solver.amounts import evaluate
from solver.environment import Env
from solver.matching import found


def make_effects(made: CreateEffect, env: Env, situation: Situation, base: str) -> Situation:
    """The situation with the effect, or with one for each thing that the instruction names (615.11).

    ``base`` is the effect's id; further ones of the same id get a number.
    """
    if made.each is None:
        return _with_effect(made.effect, env, situation, base)
    for ref in found(made.each, env, situation):
        situation = _with_effect(made.effect, env.with_roles(**{"each one": ref}), situation, base)
    return situation


def _with_effect(effect: object, env: Env, situation: Situation, base: str) -> Situation:
    """A continuous effect on characteristics keeps to the things that it affects as it starts (611.2c)."""
    roles = env.all_roles()
    remaining = None
    if isinstance(effect, Replacement):
        amount, times = effect.limit.amount, effect.limit.times
        remaining = times if amount is None else evaluate(amount, env, situation)
        if remaining == 0:
            return situation
    elif isinstance(effect, Continuous):
        roles += tuple(("affected", ref) for ref in found(effect.affects, env, situation))
        effect = replace(effect, affects=role("affected", Quantifier.EACH))
    assert isinstance(effect, Replacement | Continuous | Prohibition | Unpreventable | Triggered)
    taken = {floating.id for floating in situation.effects} | {thing.id for thing in situation.objects}
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base} {number}"
    floating = FloatingEffect(name, effect, env.you, env.this, roles, remaining, env.values)
    return replace(situation, effects=(*situation.effects, floating))
