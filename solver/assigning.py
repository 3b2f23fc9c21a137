"""How much combat damage a creature assigns: its power, or what effects put in its place (510.1a)."""

from __future__ import annotations

from collections.abc import Iterator

from model.abilities import Static
from model.effects import Continuous
from model.objects import GameObject
from model.situation import Situation
from solver.amounts import evaluate, holds
from solver.environment import Env
from solver.matching import controller_of, fits, traits_of
from solver.static_effects import read_of_hosts


def amounts_assigned(thing: GameObject, situation: Situation) -> tuple[int, ...]:
    """How much the creature may assign, in ascending order; its controller chooses which effect applies to it."""
    others = {
        evaluate(effect.combat_damage, env.with_roles(it=thing.id), situation)
        for effect, env in _effects(situation)
        if effect.combat_damage is not None
        and holds(effect.condition, env, situation)
        and fits(thing.id, effect.affects, env, situation)
    }
    return tuple(sorted(max(0, number) for number in others)) or (max(0, traits_of(situation, thing).power or 0),)


def _effects(situation: Situation) -> Iterator[tuple[Continuous, Env]]:
    for thing in situation.battlefield():
        for ability in traits_of(situation, thing).abilities:
            if isinstance(ability, Static) and isinstance(ability.effect, Continuous) and thing.zone in ability.zones:
                yield read_of_hosts(ability.effect), Env(controller_of(situation, thing.id), thing.id)
    for floating in situation.effects:
        if isinstance(floating.effect, Continuous):
            yield floating.effect, Env(floating.controller, floating.source, floating.bindings, floating.values)
