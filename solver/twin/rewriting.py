"""One replacement or prevention effect applied once to one event (614.6, 614.9, 615.6, 615.7, 615.12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from model.effects import AddCounters, Change, Instead, Prevent, Redirect, ReplaceTokens, Rewrite
from model.errors import OutOfScopeError
from model.events import Cause, CreateTokens, DealDamage, Enter, Event, Move, PutCounters, Tokens
from model.instructions import Do, If, Instruction, TheEvent
from model.selectors import Selector
from model.situation import Situation
from model.zones import ZONES
from solver.twin.applicable import Part, Present, amount_of_part, can_be_dealt_damage, env_of_event
from solver.twin.fitting import Environment, the_one, value_of
from solver.twin.instructing import amount_in, counters_of, draws, events_of, tokens_of, written_out


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What stands in the event's place now, what follows the group, and how much of the effect was used."""

    events: tuple[Event, ...]
    env: Environment
    later: tuple[Instruction, ...] = ()
    used: int = 1


def rewritten(
    situation: Situation, event: Event, part: Part, rewrite: Rewrite, present: Present, preventable: bool
) -> Rewritten:
    """The event after the rewrite; ``part`` is what the effect's watches see of it."""
    env = env_of_event(present.env, event, amount_of_part(event, part))
    match rewrite:
        case Prevent():
            return _prevented(situation, event, rewrite, env, _shield(present), preventable)
        case Redirect(to):
            return _redirected(situation, event, to, env, _shield(present))
        case Change(roles):
            return Rewritten((_by_an_effect(_changed(situation, event, part, roles, env)),), env)
        case ReplaceTokens():
            return Rewritten((_by_an_effect(_other_tokens(situation, event, part, rewrite, env)),), env)
        case AddCounters(counters):
            more = counters_of(situation, counters, env)
            if isinstance(event, Enter | Move):
                return Rewritten((replace(event, counters=event.counters + more),), env)
            if not isinstance(event, PutCounters):
                raise OutOfScopeError(f"counters added to {event.kind}")
            return Rewritten((_by_an_effect(replace(event, counters=_together(event.counters + more))),), env)
        case Instead(instructions):
            return _instead(situation, event, part, instructions, env)
        case _:
            raise OutOfScopeError(f"the rewrite {type(rewrite).__name__} here")


def _shield(present: Present) -> int | None:
    """How much damage is left in a shield of 615.7; None for effects without an amount."""
    limit = getattr(present.effect, "limit", None)
    return present.left if limit is not None and limit.amount is not None else None


def _prevented(
    situation: Situation, event: Event, rewrite: Prevent, env: Environment, shield: int | None, preventable: bool
) -> Rewritten:
    if not isinstance(event, DealDamage):
        raise OutOfScopeError(f"prevention of {event.kind}")
    wanted = event.amount
    if rewrite.amount is not None:
        wanted = value_of(situation, rewrite.amount, env)
    elif rewrite.all_but is not None:
        wanted = event.amount - value_of(situation, rewrite.all_but, env)
    if shield is not None:
        wanted = min(wanted, shield)
    prevented = max(0, min(wanted, event.amount)) if preventable else 0
    used = prevented if shield is not None else int(prevented > 0)
    return Rewritten(
        (replace(event, amount=event.amount - prevented),), env.adding({}, {"prevented": prevented}), used=used
    )


def _redirected(situation: Situation, event: Event, to: Selector, env: Environment, shield: int | None) -> Rewritten:
    ref = the_one(situation, to, env)
    if not isinstance(event, DealDamage) or ref is None or not can_be_dealt_damage(situation, ref):
        raise OutOfScopeError("redirection to what can't be dealt damage (614.9)")
    moved = event.amount if shield is None else min(event.amount, shield)
    stays = replace(event, amount=event.amount - moved)
    goes = replace(event, to=ref, amount=moved)
    return Rewritten((stays, goes) if stays.amount else (goes,), env, used=1 if shield is None else moved)


def _by_an_effect(event: Event) -> Event:
    """614.16: counters and tokens that a replacement effect changed are put or created by an effect."""
    return replace(event, cause=Cause.EFFECT) if isinstance(event, PutCounters | CreateTokens) else event


def _together(counters: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    kinds = sorted({kind for kind, _ in counters})
    return tuple((kind, sum(number for name, number in counters if name == kind)) for kind in kinds)


def together(tokens: tuple[Tokens, ...]) -> tuple[Tokens, ...]:
    """Equal tokens counted together, in the order of their first."""
    found: dict[Tokens, int] = {}
    for each in tokens:
        one = replace(each, count=1)
        found[one] = found.get(one, 0) + each.count
    return tuple(replace(one, count=count) for one, count in found.items())


def _changed(
    situation: Situation, event: Event, part: Part, roles: tuple[tuple[str, Any], ...], env: Environment
) -> Event:
    for name, argument in roles:
        if isinstance(event, PutCounters | CreateTokens):
            event = _changed_part(situation, event, part, name, argument, env)
        elif isinstance(argument, Selector):
            ref = the_one(situation, argument, env)
            if ref is None or (
                isinstance(event, DealDamage) and name == "to" and not can_be_dealt_damage(situation, ref)
            ):
                raise OutOfScopeError(f"a change of {name} to what is not there")
            event = replace(event, **{name: ref})
        elif isinstance(argument, bool):
            event = replace(event, **{name: argument})
        elif isinstance(event, Move) and isinstance(argument, str) and name in ("to", "position"):
            where = event.position if argument == "library" else None
            there = name == "to"
            event = replace(event, to=ZONES[argument], position=where) if there else replace(event, position=argument)
        elif name in ("amount", "count", "total"):
            event = replace(event, **{name: value_of(situation, amount_in(argument), env)})
        else:
            raise OutOfScopeError(f"a change of {name} of {event.kind}")
    return event


def _changed_part(
    situation: Situation, event: PutCounters | CreateTokens, part: Part, name: str, argument: Any, env: Environment
) -> Event:
    def number(count: int) -> int:
        return value_of(situation, amount_in(argument), env.adding({}, {"amount": count, "count": count}))

    if isinstance(event, PutCounters):
        match name:
            case "count":
                counters = tuple(
                    (kind, number(count) if place in part else count)
                    for place, (kind, count) in enumerate(event.counters)
                )
                return replace(event, counters=counters)
            case "kind" if isinstance(argument, str):
                renamed = tuple(
                    (argument if place in part else kind, count) for place, (kind, count) in enumerate(event.counters)
                )
                return replace(event, counters=_together(renamed))
        whole = len(part) == len(event.counters)
    else:
        match name:
            case "count":
                tokens = tuple(
                    replace(each, count=number(each.count)) if place in part else each
                    for place, each in enumerate(event.tokens)
                )
                return replace(event, tokens=tokens)
            case "tapped" if isinstance(argument, bool):
                return replace(
                    event,
                    tokens=together(
                        tuple(
                            replace(each, tapped=argument) if place in part else each
                            for place, each in enumerate(event.tokens)
                        )
                    ),
                )
        whole = len(part) == len(event.tokens)
    ref = the_one(situation, argument, env) if isinstance(argument, Selector) else None
    if ref is None or not whole or name not in ("on", "putter", "player", "creator", "source"):
        raise OutOfScopeError(f"a change of {name} of {event.kind}")
    changes: dict[str, Any] = {name: ref}
    return replace(event, **changes)


def _other_tokens(
    situation: Situation, event: Event, part: Part, rewrite: ReplaceTokens, env: Environment
) -> CreateTokens:
    if not isinstance(event, CreateTokens):
        raise OutOfScopeError(f"other tokens in {event.kind}")
    if any(event.tokens[place].tapped or event.tokens[place].attacking for place in part):
        raise OutOfScopeError("other tokens in place of tapped or attacking ones")
    new = tokens_of(situation, rewrite.tokens, env)
    if rewrite.keep:
        return replace(event, tokens=together(event.tokens + new))
    before = tuple(each for place, each in enumerate(event.tokens) if place < part[0])
    after = tuple(each for place, each in enumerate(event.tokens) if place > part[0] and place not in part)
    return replace(event, tokens=together(before + new + after))


def _instead(
    situation: Situation, event: Event, part: Part, instructions: tuple[Instruction, ...], env: Environment
) -> Rewritten:
    if isinstance(event, PutCounters | CreateTokens):
        whole = len(part) == len(event.counters if isinstance(event, PutCounters) else event.tokens)
        if not whole:
            raise OutOfScopeError("something else instead of a part of the counters or tokens")
    later: tuple[Instruction, ...] = ()
    if draws(instructions):  # 121.7: from the first that draws on, they come one after the other
        first = next(n for n, each in enumerate(instructions) if isinstance(each, If) or draws((each,)))
        instructions, later = instructions[:first], instructions[first:]
        if any(isinstance(each, TheEvent) for each in later):
            raise OutOfScopeError("the event itself after other instructions that draw cards")
    events: list[Event] = []
    for each in written_out(situation, instructions, env):
        if isinstance(each, TheEvent):
            events.append(event)
        elif isinstance(each, Do):
            events.extend(events_of(situation, each, env))
    return Rewritten(tuple(events), env, later=later)
