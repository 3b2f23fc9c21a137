"""Which effects there are, and which of them could apply to an event now (614.1, 615.1, 614.17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum

from model.abilities import Static
from model.effects import (
    Comparison,
    Condition,
    Continuous,
    Effect,
    Limit,
    OneOf,
    Prevent,
    Prohibition,
    Redirect,
    Replacement,
    Unpreventable,
    Watch,
    Words,
)
from model.errors import OutOfScopeError
from model.events import CreateTokens, DealDamage, Enter, Event, Move, PutCounters, RemoveCounters
from model.selectors import Selector
from model.situation import Situation
from model.zones import Zone
from solver.twin.entering import is_only_about_itself
from solver.twin.fitting import Environment, compare, fits, the_one, value_of
from solver.twin.things import face_of, thing_of, token_thing


@dataclass(frozen=True, slots=True)
class Present:
    """An effect that is there: its identity, and the environment in which it speaks.

    ``left`` is how often, or for how much damage, it can still be used; None without such a limit.
    """

    id: str
    effect: Effect
    env: Environment
    left: int | None = None


def effects_present(situation: Situation, left: Mapping[str, int], event: Event | None = None) -> list[Present]:
    """All effects of static abilities in their zones and all floating effects (113.6, 614.3).

    Of what ``event`` has enter, which the situation shows on the battlefield, only effects about itself (614.12).
    """
    found = []
    for each in situation.objects:
        enters = isinstance(event, Enter) and event.object == each.id
        copy = f"{event.copied.name}, " if isinstance(event, Enter) and enters and event.copied else ""
        for index, ability in enumerate(face_of(each).abilities):
            if not isinstance(ability, Static) or each.zone not in ability.zones:
                continue
            if enters and isinstance(ability.effect, Continuous):
                raise OutOfScopeError("continuous effects")
            if (enters or each.zone is not Zone.BATTLEFIELD) and is_only_about_itself(ability.effect) != enters:
                continue
            if isinstance(ability.effect, Replacement) and ability.effect.limit != Limit():
                raise OutOfScopeError(f"a static ability of {each.id} with a limit")
            chosen = {f"chosen {name}": value for name, value in each.chosen}
            thing = thing_of(situation, each.id)
            roles = {
                "you": thing.controller if thing else each.owner,
                "this": each.id,
                "enchanted": each.attached_to,
                "equipped": each.attached_to,
                **chosen,
            }
            x = 0 if copy else each.x  # 107.3j
            env = Environment(roles, {"x": x}, dict(each.chosen), each.flags)
            found.append(Present(f"{each.id}#{copy}{index}", ability.effect, env))
    for floating in situation.effects:
        if not isinstance(floating.effect, Replacement | Prohibition | Unpreventable | Continuous):
            continue  # a triggered ability that lasts replaces nothing
        roles = {"you": floating.controller, "this": floating.source, **dict(floating.bindings)}
        source = next((each for each in situation.objects if each.id == floating.source), None)
        env = Environment(
            roles,
            {**({"x": source.x} if source else {}), **dict(floating.values)},
            dict(source.chosen) if source else {},
            source.flags if source else (),
        )
        found.append(Present(floating.id, floating.effect, env, left.get(floating.id)))
    if any(isinstance(each.effect, Continuous) for each in found):
        raise OutOfScopeError("continuous effects")
    return found


def uses_at_first(situation: Situation) -> dict[str, int]:
    """How much there is, at first, of each floating effect that can be used up."""
    left = {}
    for floating in situation.effects:
        if not isinstance(floating.effect, Replacement) or floating.effect.limit == Limit():
            continue
        limit = floating.effect.limit
        env = Environment({"you": floating.controller, "this": floating.source}, dict(floating.values))
        if floating.remaining is not None:
            left[floating.id] = floating.remaining
        elif limit.times is not None:
            left[floating.id] = limit.times
        elif limit.amount is not None:
            left[floating.id] = value_of(situation, limit.amount, env)
    return left


Part = tuple[int, ...]  #: places of the watched counters or tokens within their event; empty for other events


def env_of_event(env: Environment, event: Event, amount: int | None = None) -> Environment:
    """The environment with the event's roles: each by its name, "it", "amount" (of the watched part, where given)."""
    roles: dict[str, str | None] = {"it": event.affected}
    numbers: dict[str, int] = {}
    for each in fields(event):
        value = getattr(event, each.name)
        if isinstance(value, str):
            roles[each.name] = value
        elif isinstance(value, int) and not isinstance(value, bool):
            numbers[each.name] = value
    if "player" in roles:
        roles["that player"] = roles["player"]
    now = event.amount_now if amount is None else amount
    if now is not None:
        numbers["amount"] = now
        if isinstance(event, PutCounters | CreateTokens):
            numbers["count"] = now
    return env.adding(roles, numbers)


def amount_of_part(event: Event, part: Part) -> int | None:
    """How many counters or tokens are watched; None for other events."""
    if isinstance(event, PutCounters):
        return sum(event.counters[place][1] for place in part)
    if isinstance(event, CreateTokens):
        return sum(event.tokens[place].count for place in part)
    return None


def watched_part(
    situation: Situation,
    watches: tuple[Watch, ...],
    env: Environment,
    event: Event,
    condition: object = None,
    there: Situation | None = None,
) -> Part | None:
    """What the watches see of the event (their union), or None when they see nothing or the condition fails.

    ``there`` is the situation in which they see it, with what enters on the battlefield (614.12).
    """
    seen = [part for watch in watches if (part := _seen(there or situation, watch, env, event)) is not None]
    if not seen:
        return None
    part = tuple(sorted(set().union(*seen)))
    if condition is not None:
        inner = env_of_event(env, event, amount_of_part(event, part))
        if not value_of(situation, condition, inner):  # type: ignore[arg-type]
            return None
    return part


def _seen(situation: Situation, watch: Watch, env: Environment, event: Event) -> Part | None:
    if watch.kind != event.kind:
        return None
    inner = env_of_event(env, event)
    part: Part = ()
    special: frozenset[str] = frozenset()
    if isinstance(event, PutCounters):
        special = frozenset({"kind", "count", "amount"})
        part = tuple(
            place
            for place, (kind, _) in enumerate(event.counters)
            if all(_matches(situation, each, kind, inner) for name, each in watch.conditions if name == "kind")
        )
    elif isinstance(event, CreateTokens):
        special = frozenset({"token", "count", "amount", "tapped", "attacking"})
        part = _seen_tokens(situation, watch, inner, event)
    if special and not part:
        return None
    total = amount_of_part(event, part)
    for name, condition in watch.conditions:
        if name in special:
            if name in ("count", "amount") and not _matches(situation, condition, total, inner):
                return None
            continue
        field = "counter" if name == "kind" and isinstance(event, RemoveCounters) else name
        field = "origin" if name == "from" and isinstance(event, Move) else field
        if field == "of" and isinstance(event, Move):  # whose zone: its owner's (400.3)
            owner = next(each.owner for each in situation.objects if each.id == event.object)
            if not _matches(situation, condition, owner, inner):
                return None
            continue
        if field not in event.__dataclass_fields__:
            raise OutOfScopeError(f"a condition on {name!r} of {event.kind}")
        if not _matches(situation, condition, getattr(event, field), inner):
            return None
    return part


def _seen_tokens(situation: Situation, watch: Watch, env: Environment, event: CreateTokens) -> Part:
    found = []
    for place, tokens in enumerate(event.tokens):
        thing = token_thing(tokens, event.player)
        fine = True
        for name, condition in watch.conditions:
            if name == "token":
                if not isinstance(condition, Selector):
                    raise OutOfScopeError("a condition on tokens that is not a phrase")
                fine = fine and fits(situation, condition, thing, env)
            elif name == "tapped":
                fine = fine and condition == tokens.tapped
            elif name == "attacking":
                fine = fine and condition == (tokens.attacking is not None)
        if fine:
            found.append(place)
    return tuple(found)


def _matches(situation: Situation, condition: Condition, value: object, env: Environment) -> bool:
    match condition:
        case bool():
            return value == condition
        case Words(any_of, negated):
            word = value.value if isinstance(value, Enum) else value
            return (word in any_of) != negated
        case Comparison(operator, amount):
            return isinstance(value, int) and compare(operator, value, value_of(situation, amount, env))
        case Selector():
            return isinstance(value, str) and fits(situation, condition, thing_of(situation, value), env)


def applies(situation: Situation, present: Present, event: Event, there: Situation | None = None) -> Part | None:
    """The part of the event to which a replacement or prevention effect applies now; None when it doesn't."""
    effect = present.effect
    if not isinstance(effect, Replacement) or (present.left is not None and present.left <= 0):
        return None
    part = watched_part(situation, effect.watches, present.env, event, effect.condition, there)
    if part is None:
        return None
    options = effect.rewrite.options if isinstance(effect.rewrite, OneOf) else (("", effect.rewrite),)
    for _, rewrite in options:
        if isinstance(rewrite, Prevent | Redirect) and not isinstance(event, DealDamage):
            raise OutOfScopeError(f"prevention or redirection of {event.kind}")
        if isinstance(rewrite, Redirect):
            to = the_one(situation, rewrite.to, env_of_event(present.env, event, amount_of_part(event, part)))
            if not can_be_dealt_damage(situation, to):
                raise OutOfScopeError("redirection to what can't be dealt damage (614.9)")
    return part


def forbidden_part(
    situation: Situation, present: list[Present], event: Event, there: Situation | None = None
) -> Part | None:
    """What "can't" effects forbid of the event (614.17): None is nothing, for a whole event everything."""
    found: set[int] = set()
    forbidden = False
    for each in present:
        if isinstance(each.effect, Prohibition):
            part = watched_part(situation, each.effect.watches, each.env, event, each.effect.condition, there)
            if part is not None:
                forbidden = True
                found |= set(part)
    return tuple(sorted(found)) if forbidden else None


def can_be_prevented(situation: Situation, present: list[Present], event: DealDamage) -> bool:
    """Whether nothing says that this damage can't be prevented (615.12)."""
    return event.preventable and not any(
        isinstance(each.effect, Unpreventable)
        and watched_part(situation, each.effect.watches, each.env, event, each.effect.condition) is not None
        for each in present
    )


def can_be_dealt_damage(situation: Situation, ref: str | None) -> bool:
    """120.1, 120.1a: players, and permanents that are battles, creatures or planeswalkers."""
    thing = thing_of(situation, ref)
    if thing is None:
        return False
    suitable = bool({"battle", "creature", "planeswalker"} & set(thing.types))
    return thing.player or (thing.zone is Zone.BATTLEFIELD and suitable)


def without_part(event: Event, part: Part) -> Event | None:
    """The event without some of its counters or tokens; None when nothing is left or the event has no parts."""
    if isinstance(event, PutCounters):
        counters = tuple(each for place, each in enumerate(event.counters) if place not in part)
        return replace(event, counters=counters) if counters else None
    if isinstance(event, CreateTokens):
        tokens = tuple(each for place, each in enumerate(event.tokens) if place not in part)
        return replace(event, tokens=tokens) if tokens else None
    return None
