"""Instructions become events when they are carried out (608.2c)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from model.amounts import Amount, Binary, Call, Name, Not, Number
from model.cards import Card
from model.errors import OutOfScopeError
from model.events import (
    Act,
    Cause,
    CreateTokens,
    DealDamage,
    DrawCards,
    Event,
    GainLife,
    How,
    LoseLife,
    Move,
    PutCounters,
    RemoveCounters,
    RemoveDamage,
    RemoveFromCombat,
    SetLife,
    Tap,
    Tokens,
    Untap,
)
from model.instructions import Do, If, Instruction, TheEvent, TokenTemplate
from model.selectors import Quantifier, Selector
from model.situation import Situation
from model.zones import ZONES, Zone
from solver.twin.fitting import Environment, meant, the_one, value_of

_MODELLED: tuple[type[Event], ...] = (
    Act, CreateTokens, DealDamage, DrawCards, GainLife, LoseLife, PutCounters, RemoveCounters, RemoveDamage,
    RemoveFromCombat, SetLife, Tap, Untap,
)  # fmt: skip
_EVENTS: Mapping[str, type[Event]] = {each.kind: each for each in _MODELLED} | {"draw": DrawCards}
_REFERRING = ("player", "to", "on", "permanent", "source", "putter", "creator", "about")
_NUMBERS = ("amount", "count", "total")
_FLAGS = ("combat", "preventable")
_WORDS = ("what", "counter")


def written_out(
    situation: Situation, instructions: tuple[Instruction, ...], env: Environment
) -> tuple[Instruction, ...]:
    """The instructions with every "if" decided now; only actions and "the event" are left."""
    found: tuple[Instruction, ...] = ()
    for each in instructions:
        match each:
            case Do() | TheEvent():
                found += (each,)
            case If(condition, then, otherwise):
                chosen = then if value_of(situation, condition, env) else otherwise
                found += written_out(situation, chosen, env)
            case _:
                raise OutOfScopeError(f"the instruction {type(each).__name__}")
    return found


def draws(instructions: tuple[Instruction, ...]) -> bool:
    """Whether any of these instructions, or one of their parts, is to draw cards (121.7)."""
    return any(
        (isinstance(each, Do) and each.verb in ("draw", "draw_cards"))
        or (isinstance(each, If) and (draws(each.then) or draws(each.otherwise)))
        for each in instructions
    )


def events_of(situation: Situation, do: Do, env: Environment) -> list[Event]:
    """The events that an action is, all at the same time: several where it says "each".

    What an action does to something that is not there, it does not do.
    """
    if do.verb == "move":
        return _moves(situation, do, env)
    cls = _EVENTS.get(do.verb)
    if cls is None:
        raise OutOfScopeError(f"the action {do.verb!r}")
    names = {name for name, _ in do.arguments}
    fixed: dict[str, Any] = {}
    several: dict[str, tuple[str, ...]] = {}
    for name, argument in do.arguments:
        if name in _REFERRING:
            several[name] = _refs(situation, argument, env)
        elif name in _NUMBERS and isinstance(argument, Number | Name | Binary | Not | Call):
            fixed[name] = value_of(situation, argument, env)
        elif (
            (name in _FLAGS and isinstance(argument, bool))
            or (name in _WORDS and isinstance(argument, str))
            or (name == "kind" and isinstance(argument, str))
        ):
            fixed[name] = argument
        elif name == "cause" and isinstance(argument, str):
            fixed[name] = Cause(argument)
        elif name == "counters" and isinstance(argument, tuple):
            fixed[name] = counters_of(situation, argument, env)
        elif name in ("tokens", "token") and isinstance(argument, tuple):
            fixed["tokens"] = tokens_of(situation, argument, env)
        else:
            raise OutOfScopeError(f"{name} of the action {do.verb!r} as it is given")
    if cls is PutCounters and "kind" in fixed:
        fixed["counters"] = ((fixed.pop("kind"), fixed.pop("count", 1)),)
    if cls is RemoveCounters and "kind" in fixed:
        fixed["counter"] = fixed.pop("kind")
    slots = cls.__dataclass_fields__
    if "player" in slots and "player" not in names:
        several["player"] = (env.you,)
    if "source" in slots and "source" not in names:
        source = env.roles.get("this")
        several["source"] = (source,) if source is not None else ()
        if not several["source"]:
            del several["source"]
    if cls is PutCounters and "putter" not in names:
        several["putter"] = (env.you,)
    found = []
    for refs in product(*several.values()):
        roles = dict(zip(several, refs, strict=True))
        if cls is CreateTokens and "creator" not in roles:
            roles["creator"] = roles["player"]
        found.append(cls(**fixed, **roles))
    return found


def _moves(situation: Situation, do: Do, env: Environment) -> list[Event]:
    """Something put into another zone, from where it is (400)."""
    to, how, position = do.get("to"), do.get("how"), do.get("position")
    if {name for name, _ in do.arguments} - {"object", "to", "how", "position"} or not isinstance(to, str):
        raise OutOfScopeError("a move as it is given")
    if ZONES[to] is Zone.BATTLEFIELD:
        raise OutOfScopeError("a move onto the battlefield")
    usual = "exile" if ZONES[to] is Zone.EXILE else "put"
    source = env.roles.get("this")
    zones = {each.id: each.zone for each in situation.objects}
    where = position if isinstance(position, str) else None
    return [
        Move(ref, ZONES[to], zones[ref], How(how if isinstance(how, str) else usual), where, source=source)
        for ref in _refs(situation, do.get("object"), env)
        if ref in zones
    ]


def _refs(situation: Situation, argument: object, env: Environment) -> tuple[str, ...]:
    if isinstance(argument, str):
        ref = env.roles.get(argument, argument)
        return (ref,) if ref is not None else ()
    if not isinstance(argument, Selector):
        raise OutOfScopeError("something other than a phrase for a player or object")
    if argument.quantifier is Quantifier.EACH:
        return meant(situation, argument, env)
    if argument.quantifier is Quantifier.ONE and len(meant(situation, argument, env)) > 1:
        raise OutOfScopeError(f"a choice of {argument}")
    one = the_one(situation, argument, env)
    return (one,) if one is not None else ()


def counters_of(situation: Situation, counters: tuple[Any, ...], env: Environment) -> tuple[tuple[str, int], ...]:
    """Kinds and numbers of counters, sorted by kind."""
    found: dict[str, int] = {}
    for kind, amount in counters:
        found[kind] = found.get(kind, 0) + value_of(situation, amount, env)
    return tuple(sorted(found.items()))


def tokens_of(situation: Situation, templates: tuple[Any, ...], env: Environment) -> tuple[Tokens, ...]:
    """The tokens that templates describe."""
    found = []
    for each in templates:
        if not isinstance(each, TokenTemplate) or each.attacking or each.changes is not None:
            raise OutOfScopeError("tokens described like this")
        card = each.card
        if each.copy_of is not None:
            ref = the_one(situation, each.copy_of, env)
            card = _copied(situation, ref)
        if card is not None:
            found.append(Tokens(card, value_of(situation, each.count, env), each.tapped))
    return tuple(found)


def _copied(situation: Situation, ref: str | None) -> Card | None:
    return next((each.printed for each in situation.objects if each.id == ref), None)


def amount_in(argument: object) -> Amount:
    """The argument as an amount."""
    if not isinstance(argument, Number | Name | Binary | Not | Call):
        raise OutOfScopeError(f"{argument!r} where an amount is expected")
    return argument
