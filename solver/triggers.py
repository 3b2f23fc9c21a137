"""Triggered abilities: what triggers when an event happens, and their resolving (603)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Triggered
from model.decisions import ChoiceKind
from model.events import CreateTokens, Enter, Event
from model.situation import Situation
from model.zones import Zone
from solver.agenda import Choose, Item, ResolveWaiting, Sequence, State
from solver.amounts import holds
from solver.environment import Env
from solver.in_force import refers_to_source
from solver.mana_abilities import is_mana_ability
from solver.matching import controller_of, traits_of
from solver.watching import watched_parts

Waiting = tuple[tuple[str, int, Env], ...]


def triggered(event: Event, before: Situation, after: Situation) -> Waiting:
    """The abilities that trigger on an event that has happened, each with its environment (603.2).

    Abilities of permanents as they are after the event, and before it for leaves-the-battlefield events (603.10).
    """
    result: list[tuple[str, int, Env]] = []
    events = _as_entering(event, before, after) if isinstance(event, CreateTokens) else (event,)
    for thing in after.objects:
        if thing.zone is not Zone.BATTLEFIELD:
            continue
        for place, ability in enumerate(traits_of(after, thing).abilities):
            if isinstance(ability, Triggered) and not is_mana_ability(ability):  # those resolve at once (605.4a)
                env = Env(controller_of(after, thing.id), thing.id)
                for one in events:
                    if _fires(ability, one, env, after):
                        result.append((thing.id, place, env.seeing(one)))
    return tuple(result)


def _as_entering(event: CreateTokens, before: Situation, after: Situation) -> tuple[Event, ...]:
    new = after.objects[len(before.objects) :]
    return (event, *(Enter(thing.id, event.player, of_token=True) for thing in new))


def _fires(ability: Triggered, event: Event, env: Env, situation: Situation) -> bool:
    if not any(watched_parts(watch, event, env, situation) for watch in ability.watches):
        return False
    return holds(ability.condition, env.seeing(event), situation)


def resolve_triggers(state: State) -> State:
    """Let the next waiting ability resolve, the active player's first; each player orders their own (603.3b).

    The stack resolves in the reverse of the order chosen; since every order is an option, choosing what resolves next
    reaches the same outcomes. Abilities that act alike are one option.
    """
    rest = state.agenda[1:]
    if not state.waiting:
        return replace(state, agenda=rest)
    order = state.situation.apnap()
    chooser = max((env.you for _, _, env in state.waiting), key=order.index)
    ways: dict[object, tuple[str, tuple[Item, ...]]] = {}
    for place, (ref, number, env) in enumerate(state.waiting):
        if env.you == chooser:
            key = _alike(_ability(ref, number, state.situation), env)
            ways.setdefault(key, (f"{ref}, ability {number + 1}", (ResolveWaiting(place),)))
    ways = _told_apart(ways)
    choice = Choose(chooser, ChoiceKind.VALUE, "603.3b", tuple(ways.values()))
    return replace(state, agenda=(choice, *state.agenda))


def _told_apart(ways: dict[object, tuple[str, tuple[Item, ...]]]) -> dict[object, tuple[str, tuple[Item, ...]]]:
    """The options with labels of their own: the second of the same name has a 2 behind it."""
    taken: dict[str, int] = {}
    result = {}
    for key, (label, items) in ways.items():
        taken[label] = taken.get(label, 0) + 1
        result[key] = (label if taken[label] == 1 else f"{label} ({taken[label]})", items)
    return result


def _ability(ref: str, number: int, situation: Situation) -> Triggered | None:
    thing = situation.find(ref)
    abilities = traits_of(situation, thing).abilities if thing else ()
    ability = abilities[number] if number < len(abilities) else None
    return ability if isinstance(ability, Triggered) else None


def _alike(ability: Triggered | None, env: Env) -> object:
    if ability is None or refers_to_source(ability.instructions) or "it" in repr(ability.instructions):
        return (ability, env)
    return (ability, env.you, env.values)


def resolve_waiting(item: ResolveWaiting, state: State) -> State:
    """Resolve the waiting ability at this place."""
    ref, number, env = state.waiting[item.place]
    ability = _ability(ref, number, state.situation)
    waiting = state.waiting[: item.place] + state.waiting[item.place + 1 :]
    follow: tuple[Item, ...] = (Sequence(ability.instructions, env),) if ability else ()
    return replace(state, agenda=follow + state.agenda[1:], waiting=waiting)
