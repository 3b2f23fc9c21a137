"""Triggered abilities on the stack: modes and targets, as they are put there and as they resolve (603.3, 608.2b)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache

from model.abilities import Triggered
from model.actions import ResolveTriggers
from model.choices import Choice
from model.decisions import ChoiceKind
from model.errors import IllegalError, OutOfScopeError
from model.instructions import ChooseOne, WhenDone
from model.selectors import Selector
from model.situation import Situation
from solver.agenda import Choose, Item, Placed, State, Targeted, Waiting
from solver.amounts import holds
from solver.choosing import can_target, ways
from solver.environment import Env
from solver.matching import controller_of, found, traits_of


def put_on_stack(action: ResolveTriggers, state: State) -> State | None:
    """The state after the next thing that putting abilities on the stack takes, or None once nothing is left of it.

    All that have triggered since go there together, above what is there already; then their controllers choose modes
    and targets, the active player first (603.3b-d). Raises IllegalError for targets said that they can't have.
    """
    if any(not one.batch for one in state.waiting):
        number = 1 + max(one.batch for one in state.waiting)
        return replace(state, waiting=tuple(one if one.batch else replace(one, batch=number) for one in state.waiting))
    order = state.situation.apnap()
    left = [place for place, one in enumerate(state.waiting) if is_open(one.ability)]
    if not left:
        return None
    place = min(left, key=lambda each: order.index(state.waiting[each].env.you))
    return replace(state, agenda=(_choosing(place, action, state), *state.agenda))


def with_state_triggers(waiting: tuple[Waiting, ...], situation: Situation) -> tuple[Waiting, ...]:
    """The waiting abilities with those that trigger on what is so now, unless they wait already (603.8)."""
    there = {(one.ref, one.place) for one in waiting}
    new = [
        Waiting(thing.id, place, Env(controller_of(situation, thing.id), thing.id), ability)
        for thing in situation.battlefield()
        for place, ability in enumerate(traits_of(situation, thing).abilities)
        if isinstance(ability, Triggered) and ability.state is not None and (thing.id, place) not in there
    ]
    return (*waiting, *(one for one in new if holds(one.ability.state, one.env, situation)))


def is_open(ability: Triggered) -> bool:
    """Whether modes with targets, or targets, have still to be chosen."""
    return bool(ability.choices) or _modal(ability) is not None


def _modal(ability: Triggered) -> ChooseOne | None:
    """The choice of modes of an ability, where what is chosen tells its targets (603.3c)."""
    first = ability.instructions[0] if len(ability.instructions) == 1 else None
    return first if isinstance(first, ChooseOne) and first.choices else None


def modes(ability: Triggered) -> Iterator[tuple[str, Triggered]]:
    """The ability with each of its modes, by their labels; an ability without modes is itself."""
    modal = _modal(ability)
    if modal is None:
        yield "", ability
        return
    for (label, instructions), choices in zip(modal.options, modal.choices, strict=True):
        yield label, replace(ability, instructions=instructions, choices=choices)


def _choosing(place: int, action: ResolveTriggers, state: State) -> Item:
    one, situation = state.waiting[place], state.situation
    said = dict(action.targets).get(one.ref)
    options: list[tuple[str, tuple[Item, ...]]] = []
    for label, ability in modes(one.ability):
        for chosen in ways(ability.choices, one.env, situation):
            if said is not None and sorted(said) != sorted(ref for refs in chosen for ref in refs):
                continue
            targets = targeted(ability.choices, chosen, situation)
            options.append((way_label(label, ability, chosen), (Placed(place, with_targets(one, ability, targets)),)))
    if said is not None and not options:
        raise IllegalError(f"the ability of {one.ref} can't target {', '.join(said) or 'nothing'}", "603.3d")
    if not options:  # 603.3d: it is removed from the stack
        return Placed(place, None)
    return Choose(_chooser(one, situation), ChoiceKind.VALUE, "603.3d", tuple(options))


def _chooser(one: Waiting, situation: Situation) -> str:
    """Who chooses the targets: the ability's controller, or the player whom it names."""
    by = next((choice.by for choice in one.ability.choices if choice.by is not None), None)
    players = found(by, one.env, situation) if by is not None else ()
    return players[0] if players else one.env.you


def way_label(mode: str, ability: Triggered, chosen: tuple[tuple[str, ...], ...]) -> str:
    """A mode and targets in a few words, as options are labelled."""
    refs = "; ".join(", ".join(some) or "no target" for some in chosen) if ability.choices else ""
    return ": ".join(part for part in (mode, refs) if part)


def targeted(
    choices: tuple[Choice, ...], chosen: tuple[tuple[str, ...], ...], situation: Situation
) -> tuple[Targeted, ...]:
    """The targets with their roles: ``target``, ``target 2`` ..., counted over all choices."""
    result: list[Targeted] = []
    number = 1
    for choice, refs in zip(choices, chosen, strict=True):
        for place, ref in enumerate(refs, number):
            result.append(Targeted("target" if place == 1 else f"target {place}", ref, _time(ref, situation), choice))
        number += choice.count
    return tuple(result)


def with_targets(one: Waiting, ability: Triggered, targets: tuple[Targeted, ...]) -> Waiting:
    """The ability on the stack with its mode and targets."""
    roles = tuple(pair for pair in one.env.roles if not (targets and _is_target(pair[0])))
    env = replace(one.env, roles=roles + tuple((target.role, target.ref) for target in targets))
    if one.ability.choices or ability.choices:
        env = env.with_values(**{_CHOSEN: len(targets)})
    return replace(one, env=env, ability=replace(ability, choices=()), targets=targets)


def _is_target(name: str) -> bool:
    return name == "target" or name.startswith("target ")


def _time(ref: str, situation: Situation) -> int:
    thing = situation.find(ref)
    return -1 if thing is None else thing.timestamp


def placed(item: Placed, state: State) -> State:
    """The state once the ability is on the stack as it was chosen, or has been removed from it."""
    now = () if item.waiting is None else (item.waiting,)
    waiting = (*state.waiting[: item.place], *now, *state.waiting[item.place + 1 :])
    return replace(state, agenda=state.agenda[1:], waiting=waiting)


def on_resolving(one: Waiting, situation: Situation) -> Env | None:
    """How the ability is read as it resolves: without its illegal targets; None if all of them are (608.2b)."""
    illegal = {target.role for target in one.targets if not _still_legal(target, one.env, situation)}
    if not illegal:
        return one.env
    if len(illegal) == len(one.targets):
        return None
    return replace(one.env, roles=tuple(pair for pair in one.env.roles if pair[0] not in illegal))


def _still_legal(target: Targeted, env: Env, situation: Situation) -> bool:
    """Whether it is the same object, in the zone where it was, and could be targeted now (608.2b, 400.7)."""
    same = target.timestamp == _time(target.ref, situation)
    return same and can_target(target.ref, target.choice, env, situation).value


def reflexive(instruction: WhenDone, env: Env) -> Waiting:
    """The ability that triggers when what was done has been done (603.12)."""
    ability = Triggered((), instruction.instructions, choices=instruction.choices)
    return Waiting(env.this or env.you, REFLEXIVE, env, ability)


#: The place of a reflexive triggered ability among those of its object: none.
REFLEXIVE = -1


#: The name of the number of targets that were chosen.
_CHOSEN = "targets"


def refuse_unknown_targets(one: Waiting) -> None:
    """Raise OutOfScopeError for an ability with targets that nothing tells which they are (603.3d)."""
    told = one.env.value(_CHOSEN) is not None or any(_is_target(name) for name, _ in one.env.roles)
    if not told and speaks_of_target(one.ability.instructions):
        raise OutOfScopeError(f"the targets of the ability of {one.ref} that triggers here are not told")


@lru_cache(maxsize=4096)
def speaks_of_target(value: object) -> bool:
    """Whether something in this (instructions, effects, amounts) speaks of a target; not one of another ability."""
    if isinstance(value, WhenDone):
        return False
    if isinstance(value, Selector):
        return value.mentions("target") or any(value.mentions(f"target {number}") for number in (2, 3))
    if isinstance(value, tuple):
        return any(speaks_of_target(part) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return any(speaks_of_target(getattr(value, field.name)) for field in fields(value))
    return False
