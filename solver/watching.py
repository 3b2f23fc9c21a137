"""Whether an event is one that an effect watches for, and which parts of it (614.1, 614.16, 700.4)."""

from __future__ import annotations

from enum import Enum

from model.characteristics import Characteristics
from model.effects import Comparison, Condition, Watch, Words
from model.events import AddMana, CreateTokens, Enter, Event, Move, PutCounters, Tokens
from model.mana import COLOR_WORDS
from model.mana_events import LoseMana
from model.objects import GameObject
from model.selectors import Selector
from model.situation import Situation
from model.values import replace
from model.zones import Zone
from solver.amounts import evaluate
from solver.environment import Env, dereference
from solver.faces import NOT_YET_THERE, SPELL_COPY
from solver.layers import printed
from solver.matching import COMPARE, fits, object_fits

Parts = tuple[int, ...]
_WHOLE: Parts = (0,)
#: Roles that are looked at part by part in events that hold several kinds of things.
_PART_ROLES = frozenset({"kind", "count", "token", "tokens"})


def watched_parts(watch: Watch, event: Event, env: Env, situation: Situation) -> Parts:
    """The indices of the parts of the event that the watch is about; empty when it does not watch this event.

    Only ``put_counters`` (its kinds), ``create_tokens`` (its groups) and ``lose_mana`` have more than one part.
    """
    if watch.kind != event.kind:
        return ()
    here, situation, event_env = situation, as_seen(event, situation), env.seeing(event)
    for role, condition in watch.conditions:
        if role == "from" and isinstance(event, Enter):  # where it is as it is about to enter
            thing = here.find(event.object)
            if thing is None or not isinstance(condition, Words):
                return ()
            if (thing.zone.value in condition.any_of) == condition.negated:
                return ()
            continue
        if role in _PART_ROLES and isinstance(event, CreateTokens | PutCounters):
            continue
        if role == "type" and isinstance(event, LoseMana):
            continue
        if role == "player" and isinstance(event, AddMana) and watch.get("tapped") is not None:
            role = "tapper" if event.tapper else role  # "if you tap a permanent for mana", whoever adds it
        if not _role_fits(role, condition, event, event_env, situation):
            return ()
    if isinstance(event, PutCounters):
        return _counter_parts(watch, event, event_env, situation)
    if isinstance(event, CreateTokens):
        return _token_parts(watch, event, event_env, situation)
    if isinstance(event, LoseMana):
        return _mana_parts(watch, event)
    return _WHOLE


def _mana_parts(watch: Watch, event: LoseMana) -> Parts:
    types = watch.get("type")
    return tuple(
        place
        for place, letter in enumerate(event.symbols)
        if not isinstance(types, Words) or (letter in types.any_of) != types.negated
    )


def as_seen(event: Event, situation: Situation) -> Situation:
    """The situation in which effects look at the event: for an entering object, with it on the battlefield (614.12)."""
    if isinstance(event, Enter) and (thing := situation.find(event.object)) and thing.zone is not Zone.BATTLEFIELD:
        return situation.with_object(
            event.object, zone=Zone.BATTLEFIELD, controller=event.under, tapped=event.tapped, counters=event.counters,
            copied=event.copied, face=event.face, chosen=event.chosen, attached_to=event.attached_to,
            timestamp=situation.next_timestamp, token=thing.token or SPELL_COPY in thing.flags,
            flags=(*thing.flags, NOT_YET_THERE),
        )  # fmt: skip
    if isinstance(event, AddMana):
        return _with_tapped(event, situation)
    return situation


def _with_tapped(event: AddMana, situation: Situation) -> Situation:
    """A permanent sacrificed for its own mana is looked at as it last existed (608.2h)."""
    thing = situation.find(event.tapped)
    if thing is None or thing.zone is Zone.BATTLEFIELD:
        return situation
    return situation.with_object(thing.id, zone=Zone.BATTLEFIELD, controller=event.tapper or event.player, tapped=True)


def _role_fits(role: str, condition: Condition, event: Event, env: Env, situation: Situation) -> bool:
    if isinstance(event, AddMana) and role == "type":
        return isinstance(condition, Words) and _has_type(condition, event, env, situation) != condition.negated
    if isinstance(event, Move) and role == "of":
        thing = situation.find(event.object)
        return thing is not None and isinstance(condition, Selector) and fits(thing.owner, condition, env, situation)
    value = _value(role, event)
    if value is Zone.NOWHERE and isinstance(event, Move) and (moving := situation.find(event.object)):
        value = moving.zone  # a later event of a document, which says from where only as it happens
    if isinstance(condition, Selector):
        return isinstance(value, str) and fits(value, condition, env, situation)
    if isinstance(condition, Words):
        word = value.value if isinstance(value, Enum) else value
        return (word in condition.any_of) != condition.negated
    if isinstance(condition, Comparison):
        return isinstance(value, int) and COMPARE[condition.operator](value, evaluate(condition.amount, env, situation))
    return value == condition


def _has_type(condition: Words, event: AddMana, env: Env, situation: Situation) -> bool:
    letters = {letter for letter, _ in event.mana}
    return any(
        bool(letters - {"C"})
        if word == "colored"
        else chosen_letter(env, situation) in letters
        if word == "chosen"
        else word in letters
        for word in condition.any_of
    )


def chosen_letter(env: Env, situation: Situation) -> str | None:
    """The letter of the color chosen for the effect or its source."""
    word = env.role("chosen color") or dereference("chosen color", env, situation)
    return COLOR_WORDS[word].value if word in COLOR_WORDS else None


def _value(role: str, event: Event) -> object:
    name = {"from": "origin", "kind": "counter"}.get(role, role)
    return getattr(event, name, None)


def _number_fits(condition: Condition | None, number: int, env: Env, situation: Situation) -> bool:
    if condition is None:
        return True
    return isinstance(condition, Comparison) and COMPARE[condition.operator](
        number, evaluate(condition.amount, env, situation)
    )


def _counter_parts(watch: Watch, event: PutCounters, env: Env, situation: Situation) -> Parts:
    kinds = watch.get("kind")
    parts = tuple(
        place
        for place, (kind, number) in enumerate(event.counters)
        if number > 0 and (not isinstance(kinds, Words) or (kind in kinds.any_of) != kinds.negated)
    )
    return parts if parts and _number_fits(watch.get("count"), total(event, parts), env, situation) else ()


def _token_parts(watch: Watch, event: CreateTokens, env: Env, situation: Situation) -> Parts:
    selector = watch.get("token")
    parts = tuple(
        place
        for place, group in enumerate(event.tokens)
        if group.count > 0
        and (
            not isinstance(selector, Selector)
            or object_fits(as_created(group, event), selector, env, situation, _printed)
        )
    )
    return parts if parts and _number_fits(watch.get("count"), total(event, parts), env, situation) else ()


def _printed(_situation: Situation, thing: GameObject) -> Characteristics:
    return printed(thing)


def as_created(group: Tokens, event: CreateTokens) -> GameObject:
    """One of the tokens as it would be created, before any continuous effect (701.7b)."""
    return GameObject("", group.card, Zone.BATTLEFIELD, event.player, event.player, token=True, tapped=group.tapped)


def total(event: CreateTokens | PutCounters, parts: Parts) -> int:
    """How many tokens or counters these parts are."""
    if isinstance(event, CreateTokens):
        return sum(event.tokens[place].count for place in parts)
    return sum(event.counters[place][1] for place in parts)


def is_nothing(event: Event) -> bool:
    """Whether nothing is left in the event: 0 damage, life, counters, tokens or cards are no event (614.7a, 119.10)."""
    if isinstance(event, PutCounters):
        return all(number <= 0 for _, number in event.counters)
    if isinstance(event, CreateTokens):
        return all(group.count <= 0 for group in event.tokens)
    amount = event.amount_now
    return amount is not None and amount <= 0 and event.kind != "set_life"


def tidy(event: Event) -> Event:
    """The event without its empty parts, with equal parts added up, in a fixed order."""
    if isinstance(event, PutCounters):
        numbers: dict[str, int] = {}
        for kind, number in event.counters:
            if number > 0:
                numbers[kind] = numbers.get(kind, 0) + number
        return replace(event, counters=tuple(sorted(numbers.items())))
    if isinstance(event, CreateTokens):
        groups: dict[Tokens, int] = {}
        for group in event.tokens:
            if group.count > 0:
                key = replace(group, count=1)
                groups[key] = groups.get(key, 0) + group.count
        tokens = [replace(key, count=number) for key, number in groups.items()]
        return replace(event, tokens=tuple(sorted(tokens, key=_token_order)))
    return event


def _token_order(group: Tokens) -> tuple[str, str, int, int, bool]:
    """A fixed order of kinds of tokens, so that two ways to the same tokens are the same event."""
    face = group.card.faces[0]
    return group.name, str(face.type_line), face.power or 0, face.toughness or 0, group.tapped
