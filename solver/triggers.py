"""Triggered abilities: what triggers when events happen, and their resolving (603)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from model.abilities import Keyword, Static, Triggered
from model.actions import ResolveTriggers
from model.decisions import ChoiceKind
from model.effects import TriggersAgain, Watch, Words
from model.errors import OutOfScopeError
from model.events import CreateTokens, Destroy, Discard, Draw, Enter, Event, How, Move, PutCounters, Sacrifice
from model.situation import Situation
from model.zones import Zone
from solver.agenda import Choose, Happened, Item, Noticing, ResolveWaiting, Sequence, State, Waiting
from solver.amounts import holds
from solver.environment import Env
from solver.in_force import refers_to_source
from solver.keyword_triggers import keyword_triggers
from solver.mana_abilities import env_of, is_mana_ability
from solver.matching import controller_of, fits, parts_of, traits_of
from solver.self_reference import with_itself
from solver.stacking import REFLEXIVE, on_resolving, put_on_stack, refuse_unknown_targets, with_state_triggers
from solver.trigger_facts import Declared, with_facts
from solver.watching import watched_parts

#: Zones in which everybody sees what is there (400.2).
_PUBLIC = frozenset({Zone.BATTLEFIELD, Zone.GRAVEYARD, Zone.EXILE, Zone.STACK, Zone.COMMAND})


def triggered(events: list[Happened], before: Situation, after: Situation) -> tuple[Waiting, ...]:
    """The abilities that trigger on events that have happened at the same time, with what they speak of (603.2).

    ``before`` and ``after`` are the situations around all of them: those that look back in time are looked for in the
    one before, where what has left still is (603.10), all others in the one after.
    """
    found: list[Waiting] = []
    once: set[tuple[str, int, str]] = set()
    declared = Declared.among(happened.event for happened in events)
    for happened in events:
        for one, back in ((True, before), (False, after)):
            for waiting, event in _triggered_by(happened, back, declared, looking_back=one):
                if waiting.ability.once_each_turn and _has_triggered(waiting, before):
                    continue
                if waiting.ability.nth_each_turn and not _is_the_one(waiting.ability, event, happened):
                    continue
                if waiting.ability.once_each_event or waiting.ability.once_each_turn:
                    key = (waiting.ref, waiting.place, _once_for(waiting))
                    if key in once:
                        continue
                    once.add(key)
                found += [waiting] * _times(waiting, event, back)
    return tuple(found)


def _times(waiting: Waiting, event: Event, situation: Situation) -> int:
    """How often an ability triggers on this event: not at all, once, or additional times (603.2d).

    Raises OutOfScopeError for one that triggers only once each turn, of which no rule says what comes first.
    """
    number = 1
    for thing in situation.objects:
        for ability in traits_of(situation, thing).abilities if thing.zone is Zone.BATTLEFIELD else ():
            effect = ability.effect if isinstance(ability, Static) else None
            if not isinstance(effect, TriggersAgain):
                continue
            env = Env(controller_of(situation, thing.id), thing.id)
            causes = not effect.watches or any(watched_parts(one, event, env, situation) for one in effect.watches)
            if causes and fits(waiting.ref, effect.of, env, situation) and holds(effect.condition, env, situation):
                if effect.never:
                    return 0
                number += 1
    if number > 1 and waiting.ability.once_each_turn:
        raise OutOfScopeError("an ability that triggers only once each turn, and an additional time")
    return number


def _is_the_one(ability: Triggered, event: Event, happened: Happened) -> bool:
    """Whether an ability that triggers on the second card drawn in a turn, or the like, triggers on this one.

    Raises OutOfScopeError for what is not counted: how often anything but drawing has happened this turn.
    """
    if not isinstance(event, Draw):
        raise OutOfScopeError("how often this turn that happened on which an ability triggers")
    return happened.after.player(event.player).drawn_this_turn == ability.nth_each_turn


def noticed(noticing: Noticing, state: State) -> State:
    """The state in which the abilities that trigger on what has happened at the same time are waiting (603.2)."""
    if not noticing.happened:
        return state
    new = triggered(list(noticing.happened), noticing.before, state.situation)
    return replace(state, situation=noted(new, state.situation), waiting=state.waiting + new)


def _once_for(waiting: Waiting) -> str:
    """For which thing an ability triggers once, where it does so for each: the player, the attacker (509.3c)."""
    ability = waiting.ability
    if not ability.once_for or ability.once_each_turn:
        return ""
    return waiting.env.role(ability.once_for) or ""


def noted(waiting: tuple[Waiting, ...], situation: Situation) -> Situation:
    """The situation with the facts that abilities which trigger only once each turn have triggered."""
    for one in waiting:
        thing = situation.find(one.ref)
        if one.ability.once_each_turn and thing is not None:
            flags = tuple(sorted({*thing.flags, _fact(one.place)}))
            situation = situation.with_object(thing.id, flags=flags)
    return situation


def _fact(place: int) -> str:
    return f"ability {place + 1} has triggered this turn"


def _has_triggered(waiting: Waiting, situation: Situation) -> bool:
    thing = situation.find(waiting.ref)
    return thing is not None and _fact(waiting.place) in thing.flags


def _triggered_by(
    happened: Happened, situation: Situation, declared: Declared, *, looking_back: bool
) -> Iterator[tuple[Waiting, Event]]:
    events = _seen_back(happened) if looking_back else _seen_after(happened)
    if not events:
        return
    for ref, place, ability, env in _abilities(situation):
        if looking_back:
            env = replace(env, past=situation)
        for event in events:
            here = env
            if isinstance(event, Enter) and event.object == ref and event.copied is None:
                spell = happened.before.find(ref)  # 107.3m
                here = env.with_values(x=spell.x if spell is not None else 0)
            if isinstance(event, PutCounters | CreateTokens):
                here = env.with_values(amount=_how_many(ability, event, env, situation))
            here = with_facts(event, declared, here, situation)
            if _fires(ability, event, here, situation, looking_back=looking_back):
                yield Waiting(ref, place, here.seeing(event), ability), event


def _abilities(situation: Situation) -> Iterator[tuple[str, int, Triggered, Env]]:
    """The triggered abilities where they work, and those that something resolved made; not mana abilities (605.4a)."""
    for thing in situation.objects:
        if thing.zone is Zone.NOWHERE:
            continue
        for place, ability in enumerate(traits_of(situation, thing).abilities):
            several = keyword_triggers(ability) if isinstance(ability, Keyword) else (ability,)
            for found in several:
                if isinstance(found, Triggered) and thing.zone in found.zones and not is_mana_ability(found):
                    yield thing.id, place, found, Env(controller_of(situation, thing.id), thing.id)
    for floating in situation.effects:  # 603.7
        if isinstance(floating.effect, Triggered) and not is_mana_ability(floating.effect):
            yield floating.id, 0, floating.effect, env_of(floating)


def _seen_back(happened: Happened) -> tuple[Event, ...]:
    """A move as abilities that look back see it; nothing looks back at any other event here."""
    event = happened.event
    if not isinstance(event, Move):
        return ()
    if event.origin is Zone.NOWHERE and (thing := happened.before.find(event.object)):
        event = replace(event, origin=thing.zone)
    also: tuple[Event, ...] = ()
    if event.how is How.SACRIFICE:  # 701.21a: it is sacrificed, whatever zone it goes to
        also = (Sacrifice(event.object, event.source, event.cause),)
    return (event, *also)


def _seen_after(happened: Happened) -> tuple[Event, ...]:
    """An event as abilities see it that exist right after it: tokens enter, and the parts of a permanent move."""
    event = happened.event
    match event:
        case CreateTokens():
            new = happened.after.objects[len(happened.before.objects) :]
            there = [thing for thing in new if thing.zone is Zone.BATTLEFIELD]
            return (event, *(Enter(thing.id, event.player, of_token=True) for thing in there))
        case Move():
            if event.origin is Zone.NOWHERE and (thing := happened.before.find(event.object)):
                event = replace(event, origin=thing.zone)
            parts = parts_of(event.object, happened.after)  # 712.21: one permanent, two cards
            moves: list[Event] = [replace(event, object=ref) for ref in parts]
            if event.how is How.DESTROY:
                moves.append(Destroy(event.object, event.source, event.cause))
            elif event.how is How.DISCARD:
                owner = happened.before.object(event.object).owner
                moves.append(Discard(owner, event.object, event.source, event.cause))
            return tuple(moves)
        case _:
            return (event,)


def looks_back(watch: Watch, event: Event) -> bool:
    """Whether a zone-change trigger looks back in time (603.10a).

    These are abilities about leaving the battlefield, about sacrificing, about leaving a graveyard, and about what all
    players can see being put into a hand or library. One about a zone "from anywhere" does not (603.6c).
    """
    if isinstance(event, Sacrifice):
        return True
    if not isinstance(event, Move):
        return False
    from_where, to_where = watch.get("from"), watch.get("to")
    leaves = isinstance(from_where, Words) and not from_where.negated
    if leaves and isinstance(from_where, Words) and {"battlefield", "graveyard"} & set(from_where.any_of):
        return True
    hidden = isinstance(to_where, Words) and not {"hand", "library"}.isdisjoint(to_where.any_of)
    return hidden and event.origin in _PUBLIC


def _fires(ability: Triggered, event: Event, env: Env, situation: Situation, *, looking_back: bool) -> bool:
    watches = (watch for watch in ability.watches if looks_back(watch, event) == looking_back)
    if not any(watched_parts(watch, event, env, situation) for watch in watches):
        return False
    return holds(ability.condition, env.seeing(event), situation)


def _how_many(ability: Triggered, event: PutCounters | CreateTokens, env: Env, situation: Situation) -> int:
    """The number of counters or tokens that the ability watches for: "that many"."""
    if isinstance(event, PutCounters):
        counts = [number for _, number in event.counters]
    else:
        counts = [group.count for group in event.tokens]
    watched = {part for watch in ability.watches for part in watched_parts(watch, event, env, situation)}
    return sum(counts[part] for part in watched)


def resolve_triggers(action: ResolveTriggers, state: State) -> State:
    """Put on the stack what has triggered, then let the next ability resolve, until nothing is left (603.3).

    Of those put there at the same time the active player's are below; each player orders their own (603.3b). They
    resolve in the reverse of that order; since every order is an option, choosing what resolves next reaches the same
    outcomes. What triggers meanwhile is put on top. Abilities that act alike are one option.
    """
    rest = state.agenda[1:]
    state = replace(state, waiting=with_state_triggers(state.waiting, state.situation))
    if not state.waiting:
        return replace(state, agenda=rest)
    stacking = put_on_stack(action, state)
    if stacking is not None:
        return stacking
    order = state.situation.apnap()
    topmost = max(one.batch for one in state.waiting)
    chooser = max((one.env.you for one in state.waiting if one.batch == topmost), key=order.index)
    ways: dict[object, tuple[str, tuple[Item, ...]]] = {}
    for place, one in enumerate(state.waiting):
        if one.env.you == chooser and one.batch == topmost:
            label = stack_label(one)
            ways.setdefault(_alike(one), (label, (ResolveWaiting(place),)))
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


def _alike(one: Waiting) -> object:
    instructions = one.ability.instructions
    if refers_to_source(instructions) or "it" in repr(instructions):
        return (one.ability, one.env)
    return (one.ability, one.env.you, one.env.values, one.targets)


def stack_label(one: Waiting) -> str:
    """What an ability on the stack is called: after its object and its place there, and after its targets."""
    name = f"{one.ref}, when it is done" if one.place == REFLEXIVE else f"{one.ref}, ability {one.place + 1}"
    refs = ", ".join(target.ref for target in one.targets)
    return f"{name} ({refs})" if refs else name


def resolve_waiting(item: ResolveWaiting, state: State) -> State:
    """Resolve the waiting ability at this place, if its condition still holds (603.4)."""
    one = state.waiting[item.place]
    waiting = state.waiting[: item.place] + state.waiting[item.place + 1 :]
    follow: tuple[Item, ...] = ()
    env = on_resolving(one, state.situation)
    if env is not None and holds(one.ability.condition, env, state.situation):
        refuse_unknown_targets(one)
        follow = (Sequence(with_itself(one.ability), env),)
    return replace(state, agenda=follow + state.agenda[1:], waiting=waiting)
