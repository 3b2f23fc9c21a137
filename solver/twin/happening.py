"""Events that really happen: what they do to the situation, and what damage results in (119 to 122)."""

from __future__ import annotations

from dataclasses import replace

from model.abilities import Static
from model.effects import AsThough, Replacement, Watch, Words
from model.errors import OutOfScopeError
from model.events import (
    Act,
    Cause,
    CreateTokens,
    DealDamage,
    Draw,
    DrawCards,
    Event,
    GainLife,
    LoseLife,
    MarkDamage,
    Move,
    PutCounters,
    RemoveCounters,
    RemoveDamage,
    RemoveFromCombat,
    SetLife,
    Tap,
    Untap,
)
from model.objects import GameObject
from model.players import Player
from model.selectors import Aspect, Selector
from model.situation import Situation
from model.zones import Zone
from solver.twin.applicable import Present
from solver.twin.entering import ZONE_CHANGES, moved, refuse
from solver.twin.things import controller_of, thing_of

_MODELLED = (
    Act, CreateTokens, DealDamage, Draw, DrawCards, GainLife, LoseLife, MarkDamage, PutCounters, RemoveCounters,
    RemoveDamage, RemoveFromCombat, SetLife, Tap, Untap, *ZONE_CHANGES,
)  # fmt: skip


def refuse_unmodelled(situation: Situation, present: list[Present], event: Event) -> None:
    """Raise OutOfScopeError where an event, or what it contains, meets something that the twin does not model."""
    if not isinstance(event, _MODELLED):
        raise OutOfScopeError(f"the event {event.kind}")
    refuse(situation, event)
    if isinstance(event, DealDamage) and any(isinstance(each.effect, AsThough) for each in present):
        raise OutOfScopeError("damage dealt as though its source had an ability")
    watches = [watch for each in present for watch in getattr(each.effect, "watches", ())]
    if isinstance(event, Draw):
        if any(watch.kind == "move" and not _elsewhere(watch) for watch in watches):
            raise OutOfScopeError("effects on the move that a draw is")
        if any(
            each.zone is Zone.GRAVEYARD and each.owner == event.player and thing.has("dredge")
            for each in situation.objects
            if (thing := thing_of(situation, each.id)) is not None
        ):
            raise OutOfScopeError("dredge")
    if isinstance(event, CreateTokens):
        own = [
            watch
            for tokens in event.tokens
            for ability in tokens.card.faces[0].abilities
            if isinstance(ability, Static)
            for watch in getattr(ability.effect, "watches", ())
        ]
        if any(watch.kind == "enter" for watch in own) or any(
            watch.kind == "enter" and not _only_this(watch) for watch in watches
        ):
            raise OutOfScopeError("effects on the entering of tokens")
    if isinstance(event, DealDamage):
        thing, source = thing_of(situation, event.to), thing_of(situation, event.source)
        if source is None:
            raise OutOfScopeError("damage from a source that is not there")
        if thing is not None and (
            any(name == "absorb" or name.startswith("protection") for name, _ in thing.keywords)
            or (not thing.player and dict(thing.counters).get("shield", 0))
        ):
            raise OutOfScopeError("absorb, protection and shield counters")


def _elsewhere(watch: Watch) -> bool:
    """Whether a watch on moves looks at other moves than those from a library to a hand."""
    looks = ((watch.get("to"), "hand"), (watch.get("from") or watch.get("origin"), "library"))
    return any(isinstance(words, Words) and (zone in words.any_of) == words.negated for words, zone in looks)


def _only_this(watch: Watch) -> bool:
    condition = watch.get("object")
    return isinstance(condition, Selector) and all(
        any(each.aspect is Aspect.ROLE and each.value == "this" and not each.negated for each in conjunction)
        for conjunction in condition.any_of
    )


def results_of(situation: Situation, event: DealDamage) -> list[Event]:
    """The results of damage, in the order of 120.3: each is an event of its own."""
    source, to = thing_of(situation, event.source), thing_of(situation, event.to)
    if source is None or to is None:
        raise OutOfScopeError("damage from or to what is not there")
    amount, giver = event.amount, controller_of(situation, event.source)
    minus = source.has("wither") or source.has("infect")

    def counters(kind: str, number: int) -> PutCounters:
        return PutCounters(event.to, ((kind, number),), giver, event.source, Cause.DAMAGE)

    found: list[Event] = []
    if to.player and not source.has("infect"):
        found.append(LoseLife(event.to, amount, event.source, Cause.DAMAGE, amount))
    if to.player and source.has("infect"):
        found.append(counters("poison", amount))
    if "planeswalker" in to.types:
        found.append(RemoveCounters(event.to, "loyalty", amount, Cause.DAMAGE))
    if "creature" in to.types and minus:
        found.append(counters("-1/-1", amount))
    if "creature" in to.types and not minus:
        found.append(MarkDamage(event.to, amount, event.source, source.has("deathtouch")))
    if source.has("lifelink"):
        found.append(GainLife(giver, amount, event.source, Cause.DAMAGE))
    if to.player and event.combat and "creature" in source.types and source.total("toxic"):
        found.append(counters("poison", source.total("toxic")))
    if "battle" in to.types:
        found.append(RemoveCounters(event.to, "defense", amount, Cause.DAMAGE))
    return found


def happened(situation: Situation, event: Event) -> tuple[Situation, tuple[Event, ...]]:
    """The situation after the event, and the event as it is logged (nothing where nothing happens)."""
    match event:
        case DealDamage(source, to, amount):
            if amount and any(each.id == to for each in situation.objects):
                marked = {*_object(situation, to).flags, f"dealt damage by {source}"}
                dealer = thing_of(situation, source)
                if dealer is not None:
                    marked.add(f"dealt damage by a source of {dealer.controller}")
                hurt = thing_of(situation, to)
                if dealer is not None and dealer.has("deathtouch") and hurt is not None and "creature" in hurt.types:
                    situation = situation.with_object(to, deathtouched=True)  # 702.2b
                situation = situation.with_object(to, flags=tuple(sorted(marked)))
            return situation, (event,)
        case Act():
            return situation, (event,)
        case GainLife(player, amount):
            return _player(situation, player, life=_of(situation, player).life + amount), (event,)
        case LoseLife(player, amount):
            return _player(situation, player, life=_of(situation, player).life - amount), (event,)
        case Draw():
            return _drawn(situation, event)
        case PutCounters(on, counters):
            for kind, number in counters:
                situation = _counters(situation, on, kind, number)
            return situation, (event,)
        case RemoveCounters(on, counter, count):
            thing = thing_of(situation, on)
            there = dict(thing.counters).get(counter, 0) if thing else 0
            if not there:
                return situation, ()
            return _counters(situation, on, counter, -min(count, there)), (replace(event, count=min(count, there)),)
        case CreateTokens():
            return _created(situation, event), (event,)
        case Move():
            return moved(situation, event), (event,)
        case MarkDamage(permanent, amount, _, deathtouch):
            each = _object(situation, permanent)
            change = replace(each, damage=each.damage + amount, deathtouched=each.deathtouched or deathtouch)
        case Tap(permanent) | Untap(permanent):
            change = replace(_object(situation, permanent), tapped=isinstance(event, Tap))
        case RemoveDamage(permanent):
            change = replace(_object(situation, permanent), damage=0, deathtouched=False)
        case RemoveFromCombat(permanent):
            change = replace(_object(situation, permanent), attacking=None, blocking=(), blocked=False)
        case _:
            raise OutOfScopeError(f"the event {event.kind}")
    if change == _object(situation, change.id):
        return situation, ()
    return _with(situation, change), (event,)


def _of(situation: Situation, name: str) -> Player:
    return next(player for player in situation.players if player.name == name)


def _object(situation: Situation, ref: str) -> GameObject:
    return next(each for each in situation.objects if each.id == ref)


def _with(situation: Situation, thing: GameObject) -> Situation:
    return replace(situation, objects=tuple(thing if each.id == thing.id else each for each in situation.objects))


def _player(situation: Situation, name: str, **changes: object) -> Situation:
    players = tuple(
        replace(player, **changes) if player.name == name else player  # type: ignore[arg-type]
        for player in situation.players
    )
    return replace(situation, players=players)


def _counters(situation: Situation, on: str, kind: str, change: int) -> Situation:
    thing = thing_of(situation, on)
    if thing is None:
        raise OutOfScopeError("counters on what is not there")
    numbers = {**dict(thing.counters), kind: dict(thing.counters).get(kind, 0) + change}
    counters = tuple(sorted((name, number) for name, number in numbers.items() if number > 0))
    if thing.player:
        return _player(situation, on, counters=counters)
    return _with(situation, replace(_object(situation, on), counters=counters))


def _drawn(situation: Situation, event: Draw) -> tuple[Situation, tuple[Event, ...]]:
    """121.1: the top card to the hand; from an empty library nothing moves (121.4)."""
    player = _of(situation, event.player)
    if not player.library and player.unknown_library <= 0:
        return _player(situation, event.player, drew_from_empty_library=True), ()
    counts = {"drawn_this_turn": player.drawn_this_turn + 1, "drawn_this_step": player.drawn_this_step + 1}
    if player.library:
        card = _object(situation, player.library[0])
        situation = _with(situation, replace(card, zone=Zone.HAND))
        situation = _player(situation, event.player, library=player.library[1:], **counts)
    else:
        changes = {"unknown_library": player.unknown_library - 1, "unknown_hand": player.unknown_hand + 1}
        situation = _player(situation, event.player, **changes, **counts)
    return situation, (DrawCards(event.player, 1, event.source, event.cause),)


def _created(situation: Situation, event: CreateTokens) -> Situation:
    """Tokens enter under the player's control (111.2)."""
    for tokens in event.tokens:
        for _ in range(tokens.count):
            if any(
                isinstance(each, Static) and isinstance(each.effect, Replacement) for each in _abilities(tokens.card)
            ):
                raise OutOfScopeError("tokens with replacement effects of their own")
            number = len(situation.objects) + 1
            token = GameObject(
                f"{tokens.name} (token {number})",
                tokens.card,
                Zone.BATTLEFIELD,
                event.player,
                event.player,
                token=True,
                tapped=tokens.tapped,
                attacking=tokens.attacking,
            )
            situation = replace(situation, objects=(*situation.objects, token))
    created = _of(situation, event.player).created_this_turn + sum(each.count for each in event.tokens)
    return _player(situation, event.player, created_this_turn=created)


def _abilities(card: object) -> tuple[object, ...]:
    return tuple(card.faces[0].abilities)  # type: ignore[attr-defined]
