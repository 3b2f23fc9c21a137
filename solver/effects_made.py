"""Effects that resolving spells and abilities make and that last: shields, "the next time ..." (611.2, 614.3)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Triggered
from model.effects import AsThough, Continuous, CostChange, FloatingEffect, Prohibition, Replacement, Unpreventable
from model.instructions import CreateEffect
from model.permissions import Permission
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
    remaining = None
    if isinstance(effect, Replacement):
        amount, times = effect.limit.amount, effect.limit.times
        remaining = times if amount is None else evaluate(amount, env, situation)
        if remaining == 0:
            return situation
    elif isinstance(effect, Continuous):
        return _with_continuous(effect, env, situation, base)
    assert isinstance(
        effect, Replacement | Prohibition | Unpreventable | AsThough | Permission | CostChange | Triggered
    )
    floating = FloatingEffect(_name(base, situation), effect, env.you, env.this, env.all_roles(), remaining, env.values)
    return replace(situation, effects=(*situation.effects, floating))


def _name(base: str, situation: Situation) -> str:
    """An id for a new effect that nothing has yet."""
    taken = {floating.id for floating in situation.effects} | {thing.id for thing in situation.objects}
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base} {number}"
    return name


_AFFECTED = role("affected", Quantifier.EACH)


def _with_continuous(effect: Continuous, env: Env, situation: Situation, base: str) -> Situation:
    """A continuous effect keeps to the objects that it affects, and the values that it has, as it starts (611.2c-d).

    One whose values differ between objects becomes an effect for each of them.
    """
    from solver.parts import reads_each, settled_effect  # the layers are loaded when something needs them

    affected = tuple(ref for ref in found(effect.affects, env, situation) if not situation.is_player(ref))
    groups = tuple((ref,) for ref in affected) if reads_each(effect) else (affected,)
    stamp = situation.next_timestamp
    for refs in groups:
        here = env.with_roles(it=refs[0]) if refs else env
        roles = here.all_roles() + tuple(("affected", ref) for ref in refs)
        fixed = replace(settled_effect(effect, here, situation, env), affects=_AFFECTED)
        floating = FloatingEffect(_name(base, situation), fixed, env.you, env.this, roles, None, env.values, stamp)
        situation = replace(situation, effects=(*situation.effects, floating))
    return replace(situation, next_timestamp=stamp + 1)
