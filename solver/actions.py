"""Actions of more than one event: resolving, activating, combat damage, state-based actions (608, 602, 510, 704)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Activated, Keyword, SpellAbility, Triggered
from model.actions import Activate, CombatDamage, Resolve, ResolveStack, ResolveTriggers, StateBasedActions, TapForMana
from model.decisions import ChoiceKind
from model.errors import IllegalError, OutOfScopeError
from model.events import Cause, Enter, Event, How, Move
from model.instructions import Do, Instruction
from model.objects import GameObject
from model.selectors import Selector
from model.situation import Situation
from model.zones import Zone
from solver.agenda import (
    Choose,
    Group,
    Item,
    ManaMade,
    Noticing,
    Pending,
    Placed,
    Reflexive,
    ResolveWaiting,
    Sequence,
    State,
)
from solver.attaching import bestowed_on
from solver.barring import against_activating
from solver.carrying_out import chosen_argument
from solver.combat import combat_damage
from solver.costs import against_symbols, with_symbols_paid
from solver.environment import Env
from solver.in_force import self_replacements
from solver.keyword_activated import keyword_activated
from solver.legal_targets import with_legal_targets
from solver.mana_abilities import SORT, TAPPED, TAPPER, is_mana_ability, sort_of, tap_for_mana, with_costs_chosen
from solver.matching import controller_of, traits_of
from solver.paying import against_paying, can_pay
from solver.prohibiting import choosable
from solver.reading import TYPES_OF_THEM
from solver.self_reference import with_itself
from solver.stacking import placed
from solver.state_based import state_based_actions
from solver.total_costs import activation_cost
from solver.triggers import noticed, resolve_triggers, resolve_waiting

Action = (
    Resolve | ResolveStack | Activate | StateBasedActions | CombatDamage | ResolveTriggers | ResolveWaiting | TapForMana
    | Placed | Reflexive | Noticing
)  # fmt: skip

#: A source of the player's choice (608.2d).
_OF_CHOICE = Selector((), worded=True)


def begin(action: Action, state: State) -> State:
    """The state in which the action at the top of the agenda has been broken into what it consists of."""
    match action:
        case Resolve():
            return _push(state, _resolve(action, state.situation))
        case Activate():
            situation, items = _activate(action, state.situation)
            return _push(replace(state, situation=situation), items)
        case StateBasedActions():
            return state_based_actions(state)
        case CombatDamage():
            return _push(state, combat_damage(action, state.situation))
        case ResolveTriggers():
            return resolve_triggers(action, state)
        case Noticing():
            return noticed(action, _done(state))
        case Placed():
            return placed(action, state)
        case Reflexive(waiting):
            if not state.tracking and waiting.env.role(SORT) == "mana":
                return _done(state)  # it waits for a player to have priority, as what else triggers on tapping does
            if not state.tracking:
                raise OutOfScopeError("'when you do' triggers an ability (603.12): resolve_triggers has to follow")
            return replace(_done(state), waiting=(*state.waiting, waiting))
        case TapForMana():
            situation, items = tap_for_mana(action, state.situation)
            return _push(replace(state, situation=situation), items)
        case ResolveWaiting():
            return resolve_waiting(action, state)
        case ResolveStack():
            return _push(state, _topmost(action, state.situation))


def _push(state: State, items: tuple[Item, ...]) -> State:
    return replace(state, agenda=items + state.agenda[1:])


def _done(state: State) -> State:
    return _push(state, ())


def _topmost(action: ResolveStack, situation: Situation) -> tuple[Item, ...]:
    """The topmost spell resolves, then the next one (608.1)."""
    spells = [thing for thing in situation.objects if thing.zone is Zone.STACK and thing.id not in action.done]
    if not spells:
        return ()
    top = max(spells, key=lambda thing: thing.timestamp)
    return Resolve(top.id, since=action.since), ResolveStack((*action.done, top.id), action.since)


def environment_of(thing: GameObject, targets: tuple[str, ...], x: int, situation: Situation) -> Env:
    """Who "you" is, and the targets as ``target``, ``target 2`` ... (115)."""
    roles = tuple(("target" if n == 0 else f"target {n + 1}", ref) for n, ref in enumerate(targets))
    values = (("x", x or thing.x),)
    return Env(controller_of(situation, thing.id), thing.id, roles, values)


def activated_abilities(thing: GameObject, situation: Situation) -> tuple[Activated | Triggered, ...]:
    """The activated abilities of an object, then its triggered ones, each in the order listed, then those of keywords.

    A keyword whose ability is written behind it, with the same cost, has no other.
    """
    abilities = traits_of(situation, thing).abilities
    written = tuple(a for kind in (Activated, Triggered) for a in abilities if isinstance(a, kind))
    costs = {one.symbols for one in written if isinstance(one, Activated)}
    of_keywords = (one for ability in abilities if isinstance(ability, Keyword) for one in keyword_activated(ability))
    return (*written, *(one for one in of_keywords if one.symbols not in costs))


def numbered_ability(ref: str, number: int, situation: Situation) -> Activated | Triggered:
    """The ability of this number, from 1. Raises OutOfScopeError when the object has no such ability here."""
    abilities = activated_abilities(situation.object(ref), situation)
    if not 1 <= number <= len(abilities):
        raise OutOfScopeError(f"{ref} has no ability number {number}; the catalogue knows {len(abilities)} of them")
    return abilities[number - 1]


def _resolve(action: Resolve, situation: Situation) -> tuple[Item, ...]:
    thing = situation.object(action.object)
    env = environment_of(thing, action.targets or thing.targets, action.x, situation)
    if action.controller:
        env = replace(env, you=action.controller)
    if action.source_chosen:
        if not choosable((action.source_chosen,), _OF_CHOICE, env, situation):
            raise IllegalError(f"an effect says that {action.source_chosen} can't be chosen", "101.2")
        env = env.with_roles(**{"source chosen": action.source_chosen})
    legal = with_legal_targets(env, action.targets or thing.targets, action.since, situation)
    if action.ability is not None:
        ability = numbered_ability(action.object, action.ability, situation)
        if legal is None:
            return ()
        return (Sequence(with_itself(ability), legal, own=self_replacements(thing.id, ability.replacements, legal)),)
    has = traits_of(situation, thing)
    if has.type_line.is_permanent:
        to = bestowed_on(thing, situation)
        return (Group((Pending(Enter(thing.id, env.you, face=thing.face, attached_to=to)),)),)  # 712.13
    if legal is None and thing.zone is Zone.STACK:  # 608.2b: it is put into the graveyard and does nothing
        return (Group((Pending(Move(thing.id, Zone.GRAVEYARD, Zone.STACK, How.UNTARGETED, cause=Cause.RULE)),)),)
    env = legal or env
    spells = [ability for ability in has.abilities if isinstance(ability, SpellAbility)]
    if not spells:
        raise OutOfScopeError(f"what {thing.id} does as it resolves is not in the catalogue")
    instructions: tuple[Instruction, ...] = tuple(i for ability in spells for i in ability.instructions)
    own = self_replacements(thing.id, tuple(effect for ability in spells for effect in ability.replacements), env)
    leave: Event = Move(thing.id, Zone.GRAVEYARD, Zone.STACK, How.RESOLVE, cause=Cause.RULE)
    # 608.2n: as the last part of its resolution the spell is put into its owner's graveyard.
    return (Sequence(instructions, env, own=own), *((Group((Pending(leave),)),) if thing.zone is Zone.STACK else ()))


def _activate(action: Activate, situation: Situation) -> tuple[Situation, tuple[Item, ...]]:
    """Pay the costs, then resolve; mana is taken as paid. Raises IllegalError when a cost can't be paid (602.2b)."""
    thing = situation.object(action.ability_of)
    ability = numbered_ability(action.ability_of, action.ability, situation)
    env = environment_of(thing, action.targets, action.x, situation)
    if not isinstance(ability, Activated):
        raise IllegalError(f"ability {action.ability} of {thing.id} is a triggered ability", "602.1")
    symbols = activation_cost(ability, thing, situation)
    stopped = against_activating(thing.id, ability, sort_of(ability), env, situation) or against_symbols(
        symbols, thing, situation
    )
    if stopped is not None:
        raise IllegalError(f"ability {action.ability} of {thing.id} can't be activated: {stopped.gist}", stopped.rule)
    paid = with_symbols_paid(symbols, thing, situation)
    against = against_paying(ability.costs, env, paid)
    if against is not None:
        raise IllegalError(f"the costs of ability {action.ability} of {thing.id} can't be paid", against)
    if any(isinstance(cost, Do) and chosen_argument(cost) and cost.get("count") is None for cost in ability.costs):
        options = tuple(
            (label, _paid(thing, settled, _with_types(here, situation)))
            for label, settled, here in with_costs_chosen(ability, env, paid)
            if can_pay(settled.costs, here, paid)
        )
        return paid, (Choose(env.you, ChoiceKind.VALUE, "601.2h", options),)
    return paid, _paid(thing, ability, env)


def _with_types(env: Env, situation: Situation) -> Env:
    """What the things that a cost takes away could produce, as they last existed (608.2h)."""
    from solver.could_produce import types_of  # it follows mana through the process, which begins actions

    letters = frozenset().union(*(types_of(situation).of(ref) for ref in env.all_of("them")))
    return env.with_roles(**{TYPES_OF_THEM: " ".join(sorted(letters))})


def _paid(thing: GameObject, ability: Activated, env: Env) -> tuple[Item, ...]:
    costs = Sequence(ability.costs, env.with_values(cost=1))
    if is_mana_ability(ability):
        tapped = ((TAPPED, thing.id), (TAPPER, env.you)) if "{T}" in ability.symbols else ()
        env = replace(env, roles=(*env.roles, (SORT, "mana"), *tapped))
    done = Sequence(with_itself(ability), env, own=self_replacements(thing.id, ability.replacements, env))
    made = (ManaMade(),) if is_mana_ability(ability) else ()
    return (*((costs,) if ability.costs else ()), done, *made)
