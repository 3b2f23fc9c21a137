"""Mana: tapping a permanent for it, activated mana abilities, and triggered ones that follow at once (605, 106.12)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Ability, Activated, Triggered
from model.actions import TapForMana
from model.events import AddMana
from model.instructions import Do, Instruction
from model.objects import GameObject
from model.production import TYPE_LETTERS
from model.situation import Situation
from solver.amounts import holds
from solver.barring import against_activating
from solver.checking.costs import can_be_cost, left_open, payable, with_chosen
from solver.checking.ledger import Doing, ManaDone, Question, Task
from solver.environment import Env
from solver.mana_abilities import is_mana_ability
from solver.matching import controller_of, found, traits_of
from solver.reading import TYPES_OF_THEM
from solver.watching import watched_parts


def tapping(action: TapForMana, situation: Situation) -> tuple[Situation, Question]:
    """106.12: the permanent becomes tapped; the player chooses the mana ability, and what is paid for it."""
    thing = situation.object(action.permanent)
    abilities = [each for each in traits_of(situation, thing).abilities if isinstance(each, Activated)]
    you = controller_of(situation, thing.id)
    values = (("x", action.x),) if action.x else ()
    env = Env(you, thing.id, (("tapped for mana", thing.id), ("tapper", you), ("sort of ability", "mana")), values)
    ways: dict[object, tuple[str, tuple[Task, ...]]] = {}
    tapped = situation.with_object(thing.id, tapped=True)
    for number, ability in enumerate(abilities, 1):
        wanted = "{T}" in ability.symbols and action.ability in (None, number) and is_mana_ability(ability)
        allowed = wanted and against_activating(thing.id, ability, "mana", env, situation) is None
        if allowed and payable(ability.costs, env, tapped):  # 118.3
            for label, _, here in costs_chosen(ability, env, situation):
                way = f"ability {number} {label}".strip(), (Doing(ability.instructions, here), ManaDone())
                ways.setdefault((ability.instructions, here), way)
    return tapped, Question(you, "605.3", tuple(ways.values()))


def costs_chosen(ability: Activated, env: Env, situation: Situation) -> list[tuple[str, tuple[Instruction, ...], Env]]:
    """601.2h: each choice of the thing that a cost is paid with: a label, the costs, and the environment."""
    for place, cost in enumerate(ability.costs):
        wanted = left_open(cost) if isinstance(cost, Do) and cost.get("count") is None else None
        if wanted is not None and isinstance(cost, Do):
            ways: list[tuple[str, tuple[Instruction, ...], Env]] = []
            for ref in found(wanted[1], env, situation):
                if can_be_cost(cost, wanted[0], ref, env, situation):
                    paid, here = with_chosen(cost, wanted[0], ref, env)
                    ways.append((f"with {ref}", (*ability.costs[:place], paid, *ability.costs[place + 1 :]), here))
            return ways
    return [("", ability.costs, env)]


def as_mana_ability(ability: Activated, thing: GameObject, env: Env) -> Env:
    """106.12: the environment of an activated ability, which says whether mana that it adds comes of tapping."""
    if not is_mana_ability(ability):
        return env
    tapped = (("tapped for mana", thing.id), ("tapper", env.you)) if "{T}" in ability.symbols else ()
    return replace(env, roles=(*env.roles, ("sort of ability", "mana"), *tapped))


def with_types_of_them(env: Env, situation: Situation) -> Env:
    """608.2h: the types that the things a cost is paid with could produce, as they last existed."""
    from solver.could_produce import types_of  # it follows mana through the process, which begins actions

    types = types_of(situation)
    letters = {letter for ref in env.all_of("them") for letter in types.of(ref)}
    return env.with_roles(**{TYPES_OF_THEM: " ".join(sorted(letters))})


def mana_triggers(events: list[AddMana], situation: Situation) -> list[Task]:
    """605.4a, 106.12a: triggered mana abilities resolve at once when the mana that they wait for has been added.

    What one resolution adds for a player counts together, and so does all that a tapped permanent produces; an ability
    triggers once for it.
    """
    in_all: list[AddMana] = []
    tapper = events[0].tapper if events else None
    for player in (tapper,) if tapper else situation.apnap():
        theirs = [replace(event, player=player) for event in events if tapper or event.player == player]
        if theirs:
            types = sorted({letter for event in theirs for letter, _ in event.mana}, key=TYPE_LETTERS.index)
            mana = tuple((t, sum(dict(event.mana).get(t, 0) for event in theirs)) for t in types)
            in_all.append(replace(theirs[-1], mana=mana))
    abilities: list[tuple[Ability, Env]] = [
        (ability, Env(controller_of(situation, thing.id), thing.id))
        for thing in situation.battlefield()
        for ability in traits_of(situation, thing).abilities
    ]
    for effect in situation.effects:
        if isinstance(effect.effect, Triggered):
            abilities.append((effect.effect, Env(effect.controller, effect.source, effect.bindings, effect.values)))
    triggered: list[Task] = []
    for ability, env in abilities:
        if not isinstance(ability, Triggered) or not is_mana_ability(ability):
            continue
        for event in in_all:
            here = replace(env, roles=(*env.roles, ("sort of ability", "triggered"))).seeing(event)
            watching = any(watched_parts(watch, event, env, situation) for watch in ability.watches)
            if watching and holds(ability.condition, here, situation):
                triggered += [Doing(ability.instructions, here), ManaDone()]
                break
    return triggered
