"""One replacement or prevention effect applied to one event of a group (614.6, 615.6)."""

from __future__ import annotations

from typing import Any

from model.amounts import Amount
from model.effects import (
    AddCounters,
    AsEnters,
    Change,
    ChangeMana,
    Choosing,
    EnterAsCopy,
    Instead,
    OneOf,
    Prevent,
    Redirect,
    Replacement,
    ReplaceTokens,
    Rewrite,
)
from model.events import AddMana, Cause, CreateTokens, DealDamage, Enter, Event, How, Move, PutCounters
from model.instructions import Do, Instruction, TheEvent
from model.production import TYPE_LETTERS, Fixed, These
from model.selectors import Quantifier, Selector
from model.situation import Situation
from model.values import replace
from model.zones import ZONES, Zone
from solver.agenda import Group, Lineage, Pending, Sequence
from solver.amounts import evaluate, holds
from solver.carrying_out import events_of, is_simple, make_tokens
from solver.entering import entered_as, with_own_values
from solver.environment import Env
from solver.in_force import Active, effects_in_force
from solver.matching import found
from solver.production import mana_of
from solver.watching import tidy, total, watched_parts


def apply_rewrite(
    active: Active,
    rewrite: Rewrite,
    place: int,
    group: Group,
    situation: Situation,
    most: int | None = None,
    riders: bool = True,
) -> tuple[Situation, Group]:
    """Apply an effect's rewrite to the event at ``place``; the lineage of whatever comes of it includes the effect.

    ``most`` bounds the damage that a shield takes from this event (615.7), whose additional part is then left to the
    caller (``riders``). OneOf must have been decided before.
    """
    effect = active.effect
    assert isinstance(effect, Replacement)
    assert not isinstance(rewrite, OneOf | Choosing)
    assert not (isinstance(rewrite, ChangeMana) and _undecided(rewrite))
    pending = group.pendings[place]
    event, lineage = pending.event, tuple(sorted((*pending.applied, active.id)))
    env = active.env.seeing(event)
    parts = next(p for watch in effect.watches if (p := watched_parts(watch, event, active.env, situation)))
    if isinstance(event, PutCounters | CreateTokens):
        env = env.with_values(amount=total(event, parts))
    limit = active.remaining if most is None else most
    kept: tuple[Pending, ...]
    rest: tuple[Sequence, ...] = ()
    later: tuple[Sequence, ...] = ()
    used = True
    prevented = 0
    match rewrite:
        case Prevent():
            prevented, used = _prevented(rewrite, event, env, situation, limit)
            assert isinstance(event, DealDamage)
            kept = (replace(pending, event=replace(event, amount=event.amount - prevented), applied=lineage),)
        case Redirect(to):
            kept, used = _redirected(to, pending, lineage, env, situation, limit)
            prevented = sum(p.event.amount_now or 0 for p in kept if p.event.affected != event.affected)
        case Change(roles) if isinstance(event, AddMana) and (players := _all_adding(roles, env, situation)):
            kept = tuple(replace(pending, event=replace(event, player=p), applied=lineage) for p in players)
        case Change(roles):
            kept = (replace(pending, event=_changed(event, roles, parts, env, situation), applied=lineage),)
        case EnterAsCopy() | AsEnters():
            assert isinstance(event, Enter)
            if isinstance(rewrite, EnterAsCopy) and event.object in found(rewrite.of, env, situation):
                lineage = with_own_values(lineage, event, situation)
            kept = (replace(pending, event=entered_as(event, rewrite, env, situation), applied=lineage),)
        case ChangeMana():
            assert isinstance(event, AddMana)
            mana = _other_mana(event, rewrite, env, situation)
            adding = found(rewrite.players, env, situation) if rewrite.players is not None else (event.player,)
            kept = tuple(replace(pending, event=replace(mana, player=p), applied=lineage) for p in adding)
        case Instead(instructions):
            kept, rest = _instead(instructions, pending, lineage, env, situation)
        case ReplaceTokens() | AddCounters():
            kept = (replace(pending, event=_with_others(event, rewrite, parts, env, situation), applied=lineage),)
    if effect.then and riders:
        env = env.with_values(prevented=prevented)
        later += (Sequence(effect.then, env, lineage_of_besides(rewrite, lineage)),)
    situation, spent = _use_up(active, effect, used, prevented, limit, situation)
    pendings = group.pendings[:place] + kept + group.pendings[place + 1 :]
    return situation, Group(pendings, group.after + later, group.spent + spent, group.rest + rest)


def lineage_of_besides(rewrite: Rewrite, lineage: Lineage) -> Lineage:
    """The effects that have affected what an effect does besides (614.5).

    What a prevention effect does besides comes afterward: it is no modified event, so nothing has affected it (615.5).
    """
    return () if isinstance(rewrite, Prevent) else lineage


def _use_up(
    active: Active, effect: Replacement, used: bool, taken: int, limit: int | None, situation: Situation
) -> tuple[Situation, tuple[str, ...]]:
    """What is left of the effect: one-shot effects are spent, shields reduced (614.3, 615.7, 609.7b)."""
    if not active.floating or not used:
        return situation, ()
    if limit is not None and active.remaining is not None:
        left = active.remaining - taken
        effects = tuple(
            replace(floating, remaining=left) if floating.id == active.id else floating
            for floating in situation.effects
            if floating.id != active.id or left > 0
        )
        return replace(situation, effects=effects), ()
    return situation, (active.id,) if effect.limit.times is not None else ()


def unpreventable(event: Event, situation: Situation) -> bool:
    """Whether the damage can't be prevented (615.12)."""
    if isinstance(event, DealDamage) and not event.preventable:
        return True
    return any(
        holds(active.effect.condition, active.env, situation)
        and any(watched_parts(watch, event, active.env, situation) for watch in active.watches)
        for active in effects_in_force(situation).unpreventable
    )


def _prevented(rewrite: Prevent, event: Event, env: Env, situation: Situation, limit: int | None) -> tuple[int, bool]:
    """How much damage is prevented, and whether the effect counts as used."""
    if unpreventable(event, situation):
        return 0, False
    assert isinstance(event, DealDamage)
    number = event.amount
    if rewrite.amount is not None:
        number = min(number, max(0, evaluate(rewrite.amount, env, situation)))
    if rewrite.all_but is not None:
        number = event.amount - min(number, max(0, evaluate(rewrite.all_but, env, situation)))
    if limit is not None:
        number = min(number, limit)
    return number, number > 0


def can_be_dealt_damage(ref: str, situation: Situation) -> bool:
    """Whether this is a player, or a battle, creature or planeswalker on the battlefield (120.1a)."""
    if situation.is_player(ref):
        return not situation.player(ref).lost
    thing = situation.find(ref)
    if thing is None or thing.zone is not Zone.BATTLEFIELD:
        return False
    from solver.matching import traits_of

    return any(kind in ("battle", "creature", "planeswalker") for kind in traits_of(situation, thing).type_line.types)


def _redirected(
    to: Selector, pending: Pending, lineage: tuple[str, ...], env: Env, situation: Situation, limit: int | None
) -> tuple[tuple[Pending, ...], bool]:
    """The damage dealt to another recipient (614.9), or its first ``limit`` points; nothing changes if it can't be."""
    event = pending.event
    assert isinstance(event, DealDamage)
    recipients = found(to, env, situation)
    if not recipients or not can_be_dealt_damage(recipients[0], situation):
        return (replace(pending, applied=lineage),), False
    moved = event.amount if limit is None else min(limit, event.amount)
    taken = replace(pending, event=replace(event, to=recipients[0], amount=moved), applied=lineage)
    if moved == event.amount:
        return (taken,), True
    rest = replace(pending, event=replace(event, amount=event.amount - moved), applied=lineage)
    return (rest, taken) if moved else (rest,), moved > 0


def _changed(
    event: Event, roles: tuple[tuple[str, Any], ...], parts: tuple[int, ...], env: Env, situation: Situation
) -> Event:
    for role, value in roles:
        if isinstance(event, PutCounters) and role in ("count", "kind", "amount"):
            event = _changed_counters(event, role, value, parts, env, situation)
        elif isinstance(event, CreateTokens) and role in ("count", "amount"):
            tokens = tuple(
                replace(g, count=max(0, _number(value, env.with_values(amount=g.count), situation)))
                if i in parts
                else g
                for i, g in enumerate(event.tokens)
            )
            event = replace(event, tokens=tokens, cause=Cause.EFFECT)
        else:
            event = _changed_role(event, {"from": "origin"}.get(role, role), value, env, situation)
    return tidy(event)


def _changed_counters(
    event: PutCounters, role: str, value: Any, parts: tuple[int, ...], env: Env, situation: Situation
) -> PutCounters:
    counters = tuple(
        (kind, number)
        if i not in parts
        else (str(value), number)
        if role == "kind"
        else (kind, max(0, _number(value, env.with_values(amount=number), situation)))
        for i, (kind, number) in enumerate(event.counters)
    )
    return replace(event, counters=counters, cause=Cause.EFFECT)


def _changed_role(event: Event, role: str, value: Any, env: Env, situation: Situation) -> Event:
    if isinstance(value, Selector):
        refs = found(value, env, situation)
        new: Any = refs[0] if refs else getattr(event, role)
    elif isinstance(value, bool):
        new = value
    elif isinstance(value, str):
        new = ZONES[value] if isinstance(event, Move) and role == "to" else How(value) if role == "how" else value
    elif role == "counters":
        added = tuple((kind, evaluate(number, env, situation)) for kind, number in value)
        new = event.counters + added if isinstance(event, Move | Enter) else added
    else:
        new = max(0, evaluate(value, env, situation))
    if role == "amount" and event.amount_role:
        role = event.amount_role
    if isinstance(event, Move) and role == "to":
        thing = situation.find(event.object)
        parts = thing is not None and thing.card.melded and new is Zone.COMMAND
        event = replace(event, instead_of=event.to if parts else None)
        if new is not Zone.LIBRARY:
            event = replace(event, position=None)
    changed: Event = replace(event, **{role: new})
    if isinstance(event, CreateTokens | PutCounters):
        changed = replace(changed, cause=Cause.EFFECT)
    return changed


def _undecided(rewrite: ChangeMana) -> bool:
    return rewrite.types is not None and not isinstance(rewrite.types, These)


def _other_mana(event: AddMana, rewrite: ChangeMana, env: Env, situation: Situation) -> AddMana:
    """The mana after a rewrite whose choices have been made: its production is fixed, its types are one."""
    if rewrite.mana is not None:
        assert isinstance(rewrite.mana, Fixed)
        mana = mana_of(rewrite.mana.letters * max(0, evaluate(rewrite.mana.times, env, situation)))
        return replace(event, mana=mana)
    counted: dict[str, int] = {}
    for letter, number in event.mana:
        touched = not rewrite.of or letter in rewrite.of
        new = letter
        if touched and isinstance(rewrite.types, These):
            if not rewrite.types.letters:
                continue  # 106.5: of an undefined type there is no mana
            new = rewrite.types.letters[0]
        if touched and rewrite.count is not None:
            number = max(0, evaluate(rewrite.count, env.with_values(amount=number), situation))
        counted[new] = counted.get(new, 0) + number
    return replace(event, mana=tuple((letter, counted[letter]) for letter in TYPE_LETTERS if counted.get(letter)))


def _all_adding(roles: tuple[tuple[str, Any], ...], env: Env, situation: Situation) -> tuple[str, ...]:
    """The players who add mana in place of one, where they are several (106.4)."""
    for name, value in roles:
        if name == "player" and isinstance(value, Selector) and value.quantifier is Quantifier.EACH:
            return found(value, env, situation)
    return ()


def _number(value: Amount, env: Env, situation: Situation) -> int:
    return evaluate(value, env, situation)


def _instead(
    instructions: tuple[Instruction, ...], pending: Pending, lineage: tuple[str, ...], env: Env, situation: Situation
) -> tuple[tuple[Pending, ...], tuple[Sequence, ...]]:
    """What happens in the event's place.

    Actions of one step join the group in its place. From the first on that takes several steps (draws above all), they
    are carried out in written order once everything of the group has happened (121.7, 614.11a).
    """
    kept: list[Pending] = []
    later: list[Instruction] = []
    for instruction in instructions:
        if isinstance(instruction, TheEvent):
            kept.append(replace(pending, applied=lineage))
        elif isinstance(instruction, Do) and is_simple(instruction) and not later:
            kept += [Pending(event, lineage, pending.own) for event in events_of(instruction, env, situation)]
        else:
            later.append(instruction)
    return tuple(kept), (Sequence(tuple(later), env, lineage, pending.own),) if later else ()


def _with_others(
    event: Event, rewrite: ReplaceTokens | AddCounters, parts: tuple[int, ...], env: Env, situation: Situation
) -> Event:
    """The event with other or further tokens or counters within it."""
    if isinstance(rewrite, AddCounters):
        added = tuple((kind, max(0, evaluate(number, env, situation))) for kind, number in rewrite.counters)
        if isinstance(event, PutCounters):
            return tidy(replace(event, counters=event.counters + added, cause=Cause.EFFECT))
        assert isinstance(event, Enter | Move)
        return replace(event, counters=event.counters + tuple(pair for pair in added if pair[1]))
    assert isinstance(event, CreateTokens)
    watched = [event.tokens[place] for place in parts]
    # How tokens enter is said by the effect that creates them, not by what they are, so it stays the same.
    tapped = all(group.tapped for group in watched)
    attacking = watched[0].attacking if len({group.attacking for group in watched}) == 1 else None
    new = tuple(
        replace(group, tapped=group.tapped or tapped, attacking=group.attacking or attacking)
        for group in make_tokens(rewrite.tokens, env, situation, event.player)
    )
    kept = event.tokens if rewrite.keep else tuple(g for i, g in enumerate(event.tokens) if i not in parts)
    return tidy(replace(event, tokens=kept + new, cause=Cause.EFFECT))
