"""Mana: tapping a permanent for it, activated mana abilities, and triggered ones that follow at once (605, 106.12)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Ability, Activated, Triggered
from model.actions import TapForMana
from model.events import AddMana
from model.instructions import Do, Instruction
from model.objects import GameObject
from model.selectors import role
from model.situation import Situation
from solver.checking.instructing import left_open
from solver.checking.ledger import Doing, Question, Task
from solver.environment import Env
from solver.mana_abilities import is_mana_ability
from solver.matching import controller_of, found, traits_of
from solver.watching import watched_parts


def tapping(action: TapForMana, situation: Situation) -> tuple[Situation, Question]:
    """106.12: the permanent becomes tapped; the player chooses the mana ability, and what is paid for it."""
    thing = situation.object(action.permanent)
    abilities = [each for each in traits_of(situation, thing).abilities if isinstance(each, Activated)]
    you = controller_of(situation, thing.id)
    values = (("x", action.x),) if action.x else ()
    env = Env(you, thing.id, (("tapped for mana", thing.id), ("sort of ability", "mana")), values)
    ways: dict[object, tuple[str, tuple[Task, ...]]] = {}
    for number, ability in enumerate(abilities, 1):
        if "{T}" in ability.symbols and is_mana_ability(ability) and action.ability in (None, number):
            for label, _, here in costs_chosen(ability, env, situation):
                way = f"ability {number} {label}".strip(), (Doing(ability.instructions, here),)
                ways.setdefault((ability.instructions, here), way)
    return situation.with_object(thing.id, tapped=True), Question(you, "605.3", tuple(ways.values()))


def costs_chosen(ability: Activated, env: Env, situation: Situation) -> list[tuple[str, tuple[Instruction, ...], Env]]:
    """601.2h: each choice of the thing that a cost is paid with: a label, the costs, and the environment."""
    for place, cost in enumerate(ability.costs):
        wanted = left_open(cost) if isinstance(cost, Do) and cost.get("count") is None else None
        if wanted is not None and isinstance(cost, Do):
            name, selector = wanted
            paid = Do(cost.verb, tuple((key, role("them") if key == name else value) for key, value in cost.arguments))
            costs = (*ability.costs[:place], paid, *ability.costs[place + 1 :])
            return [
                (f"with {ref}", costs, replace(env, roles=(*env.roles, ("them", ref))))
                for ref in found(selector, env, situation)
            ]
    return [("", ability.costs, env)]


def as_mana_ability(ability: Activated, thing: GameObject, env: Env) -> Env:
    """106.12: the environment of an activated ability, which says whether mana that it adds comes of tapping."""
    if not is_mana_ability(ability):
        return env
    tapped = (("tapped for mana", thing.id),) if "{T}" in ability.symbols else ()
    return replace(env, roles=(*env.roles, ("sort of ability", "mana"), *tapped))


def mana_triggers(event: AddMana, situation: Situation) -> list[Doing]:
    """605.4a, 106.12a: triggered mana abilities resolve at once when the mana that they wait for has been added."""
    abilities: list[tuple[Ability, Env]] = [
        (ability, Env(controller_of(situation, thing.id), thing.id))
        for thing in situation.battlefield()
        for ability in traits_of(situation, thing).abilities
    ]
    for effect in situation.effects:
        if isinstance(effect.effect, Triggered):
            abilities.append((effect.effect, Env(effect.controller, effect.source, effect.bindings, effect.values)))
    triggered: list[Doing] = []
    for ability, env in abilities:
        if not isinstance(ability, Triggered) or not is_mana_ability(ability):
            continue
        if any(watched_parts(watch, event, env, situation) for watch in ability.watches):
            here = replace(env, roles=(*env.roles, ("sort of ability", "triggered")))
            triggered.append(Doing(ability.instructions, here.seeing(event)))
    return triggered
