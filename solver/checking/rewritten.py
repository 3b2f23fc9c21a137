"""What an effect makes of an event: replaced, prevented, redirected, with others beside it (614.6, 614.9, 615.6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from model.effects import (
    AddCounters,
    AsEnters,
    Change,
    ChangeMana,
    EnterAsCopy,
    Instead,
    Prevent,
    Redirect,
    Replacement,
    ReplaceTokens,
    Rewrite,
)
from model.events import AddMana, Cause, CreateTokens, DealDamage, Enter, Event, How, Move, PutCounters, Tokens
from model.instructions import Do, Instruction, TheEvent
from model.production import TYPE_LETTERS, Fixed, These
from model.selectors import Quantifier, Selector
from model.situation import Situation
from model.zones import ZONES
from solver.amounts import evaluate
from solver.carrying_out import events_of, make_tokens
from solver.checking.applicable import no_event, unpreventable
from solver.checking.ledger import Doing, Entry, Together
from solver.entering import copied, with_own_values
from solver.environment import Env
from solver.in_force import Active
from solver.matching import found
from solver.watching import tidy, watched_parts


@dataclass(frozen=True, slots=True)
class Made:
    """What comes of one event: the entries in its place, what is done later, the damage taken, and whether it counts.

    ``taken`` is the damage prevented or redirected. ``used``: a one-shot effect is used up by it.
    """

    entries: tuple[Entry, ...]
    later: tuple[Doing, ...] = ()
    taken: int = 0
    used: bool = True


def applied(
    active: Active, rewrite: Rewrite, place: int, together: Together, situation: Situation
) -> tuple[Situation, Together]:
    """614.6, 615.6: the situation, and the events that would happen together, once the effect is applied to one."""
    entry, effect = together.entries[place], active.effect
    assert isinstance(effect, Replacement)
    made = made_of(active, rewrite, entry, active.remaining, situation)
    then: tuple[Doing, ...] = ()
    if effect.then:  # 615.5
        env = _seeing(active, entry.event, situation).with_values(prevented=made.taken)
        lineage = frozenset() if isinstance(rewrite, Prevent) else entry.lineage | {active.id}  # 614.5
        then += (Doing(effect.then, env, lineage),)
    after = together.put(place, *made.entries)
    after = replace(after, afterward=after.afterward + then, instead=after.instead + made.later)
    return use_up(active, made.taken, made.used, after, situation)


def applied_to_several(
    active: Active, rewrite: Rewrite, shares: dict[int, int], together: Together, situation: Situation
) -> tuple[Situation, Together]:
    """615.7: the same for a shield that takes its share from each of several events, or all of each (``together``)."""
    effect = active.effect
    assert isinstance(effect, Replacement)
    first = together.entries[min(shares)]
    taken, used, after = 0, False, together
    for place in sorted(shares, reverse=True):
        limit = None if active.remaining is None else shares[place]
        made = made_of(active, rewrite, together.entries[place], limit, situation)
        after = after.put(place, *made.entries)
        taken, used = taken + made.taken, used or made.used
    if effect.then:
        env = active.env.seeing(first.event).with_values(prevented=taken, amount=sum(shares.values()))
        lineage = frozenset() if isinstance(rewrite, Prevent) else first.lineage | {active.id}
        after = replace(after, afterward=(*after.afterward, Doing(effect.then, env, lineage)))
    return use_up(active, taken, used, after, situation)


def use_up(
    active: Active, taken: int, used: bool, together: Together, situation: Situation
) -> tuple[Situation, Together]:
    """614.3, 615.7: a shield is reduced by what it took; a one-shot effect is used, for all that happens at once."""
    effect = active.effect
    assert isinstance(effect, Replacement)
    if not active.floating or not used:
        return situation, together
    if active.remaining is None:
        return situation, together.spending(active.id) if effect.limit.times is not None else together
    left = active.remaining - taken
    effects = tuple(replace(e, remaining=left) if e.id == active.id else e for e in situation.effects)
    return replace(situation, effects=tuple(e for e in effects if e.id != active.id or left > 0)), together


def without_spent(together: Together, situation: Situation) -> Situation:
    """614.3, 615.8: one-shot effects that were used are gone once what they were used on has happened."""
    left = []
    for effect in situation.effects:
        if effect.id not in together.spent:
            left.append(effect)
        elif effect.remaining is not None and effect.remaining > 1:
            left.append(replace(effect, remaining=effect.remaining - 1))
    return replace(situation, effects=tuple(left)) if together.spent else situation


def made_of(active: Active, rewrite: Rewrite, entry: Entry, limit: int | None, situation: Situation) -> Made:
    """614.6: what one effect makes of one event; ``limit`` bounds what a shield takes of it."""
    effect, event = active.effect, entry.event
    assert isinstance(effect, Replacement)
    env = _seeing(active, event, situation)
    same = replace(entry, lineage=entry.lineage | {active.id})
    match rewrite:
        case Prevent(amount, all_but):
            assert isinstance(event, DealDamage)
            if unpreventable(event, situation):
                return Made((same,), used=False)
            taken = event.amount if amount is None else min(event.amount, max(0, evaluate(amount, env, situation)))
            if all_but is not None:
                taken = max(0, event.amount - max(0, evaluate(all_but, env, situation)))
            taken = taken if limit is None else min(taken, limit)
            return Made((replace(same, event=replace(event, amount=event.amount - taken)),), (), taken, taken > 0)
        case Redirect(to):
            return _redirected(to, same, env, limit, situation)
        case Change(((("player", Selector(quantifier=Quantifier.EACH) as each)),)) if isinstance(event, AddMana):
            adding = found(each, env, situation)  # 106.4
            return Made(tuple(replace(same, event=replace(event, player=player)) for player in adding))
        case Change(roles):
            parts = _parts(active, event, situation)
            return Made((replace(same, event=changed(event, roles, parts, env, situation)),))
        case Instead(instructions):
            return _replaced(instructions, same, env, situation)
        case ReplaceTokens(templates, keep):
            assert isinstance(event, CreateTokens)
            parts = _parts(active, event, situation)
            new = _as_they_enter(make_tokens(templates, env, situation, event.player), [event.tokens[i] for i in parts])
            old = event.tokens if keep else tuple(g for i, g in enumerate(event.tokens) if i not in parts)
            return Made((replace(same, event=tidy(replace(event, tokens=old + new, cause=Cause.EFFECT))),))
        case AddCounters(counters):
            more = tuple((kind, max(0, evaluate(number, env, situation))) for kind, number in counters)
            return Made((replace(same, event=_with_counters(event, more)),))
        case AsEnters(what, (word,)):
            assert isinstance(event, Enter)
            return Made((replace(same, event=replace(event, chosen=(*event.chosen, (what, word)))),))
        case EnterAsCopy():
            assert isinstance(event, Enter)
            if event.object in found(rewrite.of, env, situation):
                same = replace(same, lineage=frozenset(with_own_values(tuple(same.lineage), event, situation)))
            return Made((replace(same, event=_as_copy(event, rewrite, env, situation)),))
        case ChangeMana():
            assert isinstance(event, AddMana)
            mana = _other_mana(event, rewrite, env, situation)
            adding = (event.player,) if rewrite.players is None else found(rewrite.players, env, situation)
            return Made(tuple(replace(same, event=replace(mana, player=player)) for player in adding))
        case _:
            raise AssertionError("it is decided before it is applied")


def _seeing(active: Active, event: Event, situation: Situation) -> Env:
    """The environment of an effect that looks at an event; its amount is that of the parts watched for."""
    env = active.env.seeing(event)
    if isinstance(event, PutCounters):
        return env.with_values(amount=sum(event.counters[part][1] for part in _parts(active, event, situation)))
    if isinstance(event, CreateTokens):
        return env.with_values(amount=sum(event.tokens[part].count for part in _parts(active, event, situation)))
    return env


def _parts(active: Active, event: Event, situation: Situation) -> tuple[int, ...]:
    """The parts of the event that the effect watches for, by the first of its watches that fits."""
    for watch in active.watches:
        if parts := watched_parts(watch, event, active.env, situation):
            return parts
    return ()


def _redirected(to: Selector, same: Entry, env: Env, limit: int | None, situation: Situation) -> Made:
    """614.9: the damage, or its first points, is dealt to another; nothing changes if it can't be dealt to that."""
    event = same.event
    assert isinstance(event, DealDamage)
    there = found(to, env, situation)
    taken = event.amount if limit is None else min(limit, event.amount)
    if not there or taken <= 0 or no_event(replace(event, to=there[0], amount=taken), situation):
        return Made((same,), used=False)
    moved = replace(same, event=replace(event, to=there[0], amount=taken))
    rest = replace(same, event=replace(event, amount=event.amount - taken))
    # A redirection to the one that it is redirected from moves nothing.
    counted = taken if there[0] != event.to else 0
    return Made((moved,) if taken == event.amount else (rest, moved), (), counted, True)


def changed(
    event: Event, roles: tuple[tuple[str, Any], ...], parts: tuple[int, ...], env: Env, situation: Situation
) -> Event:
    """614.1a: the event with some of its roles changed, the parts watched for alone where it has several (614.16)."""
    for role, value in roles:
        if isinstance(event, PutCounters) and role in ("amount", "count", "kind"):
            event = replace(
                event,
                counters=tuple(
                    _changed_part(pair, role, value, env, situation) if part in parts else pair
                    for part, pair in enumerate(event.counters)
                ),
            )
        elif isinstance(event, CreateTokens) and role in ("amount", "count"):
            event = replace(
                event,
                tokens=tuple(
                    replace(group, count=max(0, evaluate(value, env.with_values(amount=group.count), situation)))
                    if part in parts
                    else group
                    for part, group in enumerate(event.tokens)
                ),
            )
        else:
            name = _field(event, role)
            if isinstance(event, Move) and name == "to":
                position = event.position if value == "library" else None
                melded = bool(situation.object(event.object).card.melded) and value == "command"  # 903.9c
                event = replace(event, position=position, instead_of=event.to if melded else None)
            event = replace(event, **{name: _new_value(event, name, value, env, situation)})
    if isinstance(event, CreateTokens | PutCounters):
        event = tidy(replace(event, cause=Cause.EFFECT))
    return event


def _changed_part(pair: tuple[str, int], role: str, value: Any, env: Env, situation: Situation) -> tuple[str, int]:
    kind, number = pair
    if role == "kind":
        return str(value), number
    return kind, max(0, evaluate(value, env.with_values(amount=number), situation))


def _field(event: Event, role: str) -> str:
    """The name of the event's field for a role."""
    if role == "amount" and event.amount_role:
        return event.amount_role
    return "origin" if role == "from" else role


def _new_value(event: Event, name: str, value: Any, env: Env, situation: Situation) -> Any:
    if isinstance(value, Selector):
        return next(iter(found(value, env, situation)), getattr(event, name))
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        if isinstance(event, Move) and name == "to":
            return ZONES[value]
        return How(value) if name == "how" else value
    if name == "counters":
        added = tuple((kind, evaluate(number, env, situation)) for kind, number in value)
        return event.counters + added if isinstance(event, Move | Enter) else added
    return max(0, evaluate(value, env, situation))


def _replaced(instructions: tuple[Instruction, ...], same: Entry, env: Env, situation: Situation) -> Made:
    """614.6, 121.7: what happens in the event's place.

    Actions of one step happen in its place, up to the first that takes several, draws above all: from there on they
    follow in the order written, once what is left of the event has happened.
    """
    several = [place for place, each in enumerate(instructions) if not _is_one_step(each)]
    first = several[0] if several else len(instructions)
    entries: list[Entry] = []
    for place, each in enumerate(instructions):
        if isinstance(each, TheEvent):
            entries.append(same)
        elif place < first and isinstance(each, Do):
            entries += [replace(same, event=event) for event in events_of(each, env, situation)]
    rest = tuple(each for each in instructions[first:] if not isinstance(each, TheEvent))
    return Made(tuple(entries), (Doing(rest, env, same.lineage, same.own),) if rest else ())


def _is_one_step(instruction: Instruction) -> bool:
    if isinstance(instruction, TheEvent):
        return True
    return (
        isinstance(instruction, Do)
        and instruction.verb not in ("draw", "draw_cards", "discard", "add_mana")
        and not any(
            isinstance(value, Selector) and value.quantifier is Quantifier.ONE and role not in ("source", "player")
            for role, value in instruction.arguments
        )
    )


def _with_counters(event: Event, more: tuple[tuple[str, int], ...]) -> Event:
    if isinstance(event, PutCounters):
        return tidy(replace(event, counters=event.counters + more, cause=Cause.EFFECT))
    assert isinstance(event, Enter | Move)
    return replace(event, counters=event.counters + tuple(pair for pair in more if pair[1]))


def _as_copy(event: Enter, rewrite: EnterAsCopy, env: Env, situation: Situation) -> Enter:
    """707.5, 707.9: the entering with the values of what is copied, and what the copy effect adds."""
    (ref,) = found(rewrite.of, env, situation)
    return copied(event, ref, rewrite, env, situation)


def _other_mana(event: AddMana, rewrite: ChangeMana, env: Env, situation: Situation) -> AddMana:
    """106.3, 106.5: other mana, or mana of other types and in another number; of no type there is none."""
    counted: Counter[str] = Counter()
    if isinstance(rewrite.mana, Fixed):
        for letter in rewrite.mana.letters:
            counted[letter] += max(0, evaluate(rewrite.mana.times, env, situation))
        return replace(event, mana=_mana(counted))
    for letter, number in event.mana:
        if rewrite.of and letter not in rewrite.of:
            counted[letter] += number
            continue
        if rewrite.count is not None:
            number = max(0, evaluate(rewrite.count, env.with_values(amount=number), situation))
        if rewrite.types is None:
            counted[letter] += number
        elif isinstance(rewrite.types, These) and rewrite.types.letters:
            counted[rewrite.types.letters[0]] += number
    return replace(event, mana=_mana(counted))


def _mana(counted: Counter[str]) -> tuple[tuple[str, int], ...]:
    return tuple((letter, counted[letter]) for letter in TYPE_LETTERS if counted[letter])


def _as_they_enter(new: tuple[Tokens, ...], watched: list[Tokens]) -> tuple[Tokens, ...]:
    """Whether tokens enter tapped or attacking is said by what creates them, so it holds for those in their place."""
    tapped = all(group.tapped for group in watched)
    attacked = {group.attacking for group in watched}
    attacking = attacked.pop() if len(attacked) == 1 else None
    return tuple(replace(group, tapped=group.tapped or tapped, attacking=group.attacking or attacking) for group in new)
