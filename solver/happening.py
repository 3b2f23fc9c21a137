"""Events that nothing modifies any more happen: what they change in the situation, and what results from them."""

from __future__ import annotations

from model.abilities import Triggered
from model.effects import Replacement
from model.errors import LimitError
from model.events import (
    Act,
    Attach,
    Attack,
    Block,
    Cause,
    CopySpell,
    CreateTokens,
    DealDamage,
    Discard,
    Draw,
    DrawCards,
    Enter,
    Event,
    ExileTop,
    FlipCoin,
    GainLife,
    GetEmblem,
    LoseGame,
    LoseLife,
    MarkDamage,
    Merge,
    Mill,
    Move,
    PutCounters,
    RemoveCounters,
    RemoveDamage,
    RemoveFromCombat,
    RollDie,
    ShuffleIn,
    Tap,
    Tokens,
    Transform,
    Untap,
    WinGame,
)
from model.objects import GameObject, with_counters
from model.players import Player
from model.selectors import role
from model.situation import Situation
from model.turn_events import TurnFaceUp
from model.values import replace
from model.zones import CONTROLLED, Zone
from solver.as_though import as_though_had
from solver.attaching import can_be_attached, is_legally_attached
from solver.copying import KEYWORD_COUNTERS, face_of
from solver.environment import linked
from solver.faces import SPELL_COPY, other_face, token_of
from solver.matching import DAMAGED_BY, DAMAGED_FOR, controller_of, is_made_token, traits_of
from solver.merging import merged
from solver.new_cards import shuffled_in, with_emblem
from solver.parting import COMMANDER_IS, parted
from solver.restamping import restamped
from solver.spell_copies import COMMANDER, with_copies

#: The fact that a commander was put where it is since state-based actions were last checked (903.9a).
JUST_PUT = "put there since the last check"
#: Exiled until what it is exiled with leaves the battlefield (610.3).
UNTIL_IT_LEAVES = "until it leaves"


def happen(event: Event, situation: Situation) -> tuple[Situation, Event | None]:
    """The situation after the event, and the event as it is recorded (None for one that leaves no trace).

    Events that contain others (drawing several cards, destroying, setting a life total) must have been replaced by
    what they contain.
    """
    match event:
        case DealDamage():
            return damaged(event, situation), event
        case GainLife(player, amount):
            return situation.with_player(player, life=situation.player(player).life + amount), event
        case LoseLife(player, amount):
            return situation.with_player(player, life=situation.player(player).life - amount), event
        case Draw(player):
            return _draw(player, event, situation)
        case PutCounters():
            return _put(event, situation), event
        case RemoveCounters(on, counter, count):
            return _counted(on, counter, -count, situation), event
        case CreateTokens():
            return _create(event, situation), event
        case Enter():
            return _enter(event, situation), event
        case Move():
            if event.origin is Zone.NOWHERE:  # a later event of a document, which does not say from where
                event = replace(event, origin=situation.object(event.object).zone)
            return _move(event, situation), event
        case MarkDamage(permanent, amount, _, deathtouch):
            thing = situation.object(permanent)
            touched = thing.deathtouched or deathtouch
            return situation.with_object(permanent, damage=thing.damage + amount, deathtouched=touched), event
        case Tap(permanent):
            return situation.with_object(permanent, tapped=True), event
        case Untap(permanent):
            return situation.with_object(permanent, tapped=False), event
        case Attach():
            return _attached(event, situation)
        case Attack(ref, player):  # 508.1k; a planeswalker that it attacks, where the document says so, stays that
            return situation.with_object(ref, attacking=situation.object(ref).attacking or player), event
        case Block():
            return _blocked(event, situation), event
        case Act(_, what, _, about) if situation.find(about) is not None:  # a designation, such as renowned
            flags = tuple(sorted({*situation.object(str(about)).flags, what}))
            return situation.with_object(str(about), flags=flags), event
        case RemoveDamage(permanent):
            return situation.with_object(permanent, damage=0, deathtouched=False), event
        case RemoveFromCombat(permanent):
            return situation.with_object(permanent, attacking=None, blocked=False, blocking=()), event
        case Mill(player, count):
            return _from_top(player, count, "unknown_graveyard", situation), event
        case ExileTop(player, count):
            return _from_top(player, count, "unknown_exile", situation), event
        case Discard(player, None):
            holder = situation.player(player)
            changed = {"unknown_hand": holder.unknown_hand - 1, "unknown_graveyard": holder.unknown_graveyard + 1}
            return situation.with_player(player, **changed), event
        case Transform():
            thing = situation.object(event.permanent)
            return restamped(thing.id, situation, face=other_face(thing.card, thing.face)), event
        case TurnFaceUp():  # 708.8
            flags = tuple(flag for flag in situation.object(event.permanent).flags if flag != "face-down")
            return restamped(event.permanent, situation, flags=flags), event
        case ShuffleIn():
            return shuffled_in(event, situation), event
        case GetEmblem():
            return with_emblem(event, situation), event
        case FlipCoin() | RollDie():  # once they are thrown, what had them thrown tells no outcomes apart
            return situation, replace(event, source=None, cause=Cause.EFFECT)
        case CopySpell():
            return with_copies(event, situation), event
        case Merge():
            return merged(event, situation), event
        case LoseGame(player):
            return situation.with_player(player, lost=True), event
        case WinGame(player):
            return situation.with_player(player, won=True), event
        case _:
            return situation, event


def damaged(event: DealDamage, situation: Situation) -> Situation:
    """The situation in which an object has been dealt damage this turn by this source.

    That a source with deathtouch dealt it counts, too, where the damage comes to counters and is not marked (702.2b).
    """
    thing, source = situation.find(event.to), situation.find(event.source)
    if thing is None or not event.amount:
        return situation
    facts = {f"{DAMAGED_BY}{event.source}"}
    touched = thing.deathtouched
    if source is not None:
        facts.add(f"{DAMAGED_FOR}{controller_of(situation, event.source)}")
        is_creature = "creature" in traits_of(situation, thing).type_line.types
        touched |= is_creature and traits_of(situation, source).has_keyword("deathtouch")
    flags = tuple(sorted({*thing.flags, *facts}))
    return situation.with_object(thing.id, flags=flags, deathtouched=touched)


def _draw(name: str, event: Draw, situation: Situation) -> tuple[Situation, Event | None]:
    player = situation.player(name)
    counted = {"drawn_this_turn": player.drawn_this_turn + 1, "drawn_this_step": player.drawn_this_step + 1}
    drawn = DrawCards(name, 1, None, Cause.EFFECT)
    if player.library:
        situation = situation.with_object(player.library[0], zone=Zone.HAND)
        return situation.with_player(name, library=player.library[1:], **counted), drawn
    if player.unknown_library:
        hand, library = player.unknown_hand + 1, player.unknown_library - 1
        return situation.with_player(name, unknown_hand=hand, unknown_library=library, **counted), drawn
    return situation.with_player(name, drew_from_empty_library=True), None


def _from_top(name: str, count: int, pile: str, situation: Situation) -> Situation:
    """Cards not known go from the top of a library to a pile of cards not known."""
    player = situation.player(name)
    moved = min(count, player.unknown_library)
    changed = {pile: getattr(player, pile) + moved, "unknown_library": player.unknown_library - moved}
    return situation.with_player(name, **changed)


def _counted(ref: str, kind: str, change: int, situation: Situation) -> Situation:
    if situation.is_player(ref):
        return situation.with_player(ref, counters=with_counters(situation.player(ref).counters, kind, change))
    return situation.with_object(ref, counters=with_counters(situation.object(ref).counters, kind, change))


def _put(event: PutCounters, situation: Situation) -> Situation:
    for kind, number in event.counters:
        situation = _counted(event.on, kind, number, situation)
        if kind in KEYWORD_COUNTERS and (thing := situation.find(event.on)) is not None:
            times = dict(thing.counter_times) | {kind: situation.next_timestamp}  # 613.7c
            situation = situation.with_object(thing.id, counter_times=tuple(sorted(times.items())))
            situation = replace(situation, next_timestamp=situation.next_timestamp + 1)
    return situation


#: More tokens than these are not created at once.
MOST_TOKENS = 200_000


def _create(event: CreateTokens, situation: Situation) -> Situation:
    if sum(group.count for group in event.tokens) > MOST_TOKENS:
        raise LimitError(f"more than {MOST_TOKENS:,} tokens at once")
    new: list[GameObject] = []
    stamp = situation.next_timestamp
    taken = {thing.id for thing in situation.objects}
    numbers: dict[str, int] = {}
    for group in event.tokens:
        for _ in range(group.count):
            new.append(_token(group, event.player, stamp, _unused(f"{group.card.name} token", taken, numbers)))
            stamp += 1
    creator = situation.player(event.player)
    situation = situation.with_player(creator.name, created_this_turn=creator.created_this_turn + len(new))
    return replace(situation.with_new(*new), next_timestamp=stamp)


def _unused(name: str, taken: set[str], numbers: dict[str, int]) -> str:
    """The first id of this name that is free; ``numbers`` keeps where to go on looking, for many at once."""
    number = numbers.get(name, 1)
    while (ref := name if number == 1 else f"{name} {number}") in taken:
        number += 1
    numbers[name] = number + 1
    return ref


def _token(group: Tokens, player: str, stamp: int, ref: str) -> GameObject:
    return GameObject(
        ref, group.card, Zone.BATTLEFIELD, player, player, token=True, tapped=group.tapped, timestamp=stamp,
        attacking=group.attacking, controlled_since_turn_began=False, face=group.face,
    )  # fmt: skip


def _blocked(event: Block, situation: Situation) -> Situation:
    """509.1g-h: the one is blocking the other, which is a blocked creature."""
    blocker = situation.object(event.object)
    if event.attacker not in blocker.blocking:
        situation = situation.with_object(blocker.id, blocking=(*blocker.blocking, event.attacker))
    return situation.with_object(event.attacker, blocked=True)


def _attached(event: Attach, situation: Situation) -> tuple[Situation, Event | None]:
    """701.3b-c: to something else, with a new timestamp; where it is already or can't be, it doesn't move."""
    thing = situation.find(event.object)
    if thing is None or thing.zone is not Zone.BATTLEFIELD or thing.attached_to == event.to:
        return situation, None
    if not can_be_attached(thing, event.to, situation):
        return situation, None
    return restamped(thing.id, situation, attached_to=event.to), event


def _enter(event: Enter, situation: Situation) -> Situation:
    """The object is put onto the battlefield as a new object (400.7), without the counters still to be put on it."""
    thing = situation.object(event.object)
    situation = _out_of_library(thing, situation)
    situation = situation.with_object(
        event.object, zone=Zone.BATTLEFIELD, controller=event.under, tapped=event.tapped or event.copy_tapped,
        counters=(), counter_times=(), damage=0, attacking=event.attacking, controlled_since_turn_began=False,
        targets=(), x=0, timestamp=situation.next_timestamp, copied=event.copied, face=event.face, chosen=event.chosen,
        attached_to=event.attached_to, exiled_with=None,
    )  # fmt: skip
    if event.attached_to is not None and not is_legally_attached(situation.object(event.object), situation):  # 303.4h
        situation = situation.with_object(event.object, attached_to=None)
    if SPELL_COPY in thing.flags:  # 608.3f
        flags = tuple(flag for flag in thing.flags if flag != SPELL_COPY)
        situation = situation.with_object(thing.id, token=True, card=token_of(thing.card), flags=flags)
    if event.chosen:  # 607.2d: the choice belongs to what the object is as it enters
        name = face_of(situation.object(event.object)).name
        links = tuple((linked(what), name) for what, _ in event.chosen)
        situation = situation.with_object(event.object, chosen=(*event.chosen, *links))
    if thing.zone is not Zone.STACK:
        situation = forget(thing.id, situation).with_object(thing.id, flags=kept_flags(thing))
    return replace(situation, next_timestamp=situation.next_timestamp + 1)


def kept_flags(thing: GameObject) -> tuple[str, ...]:
    """What a new object keeps of the facts about the old one (400.7): that its card is a commander (903.3)."""
    return tuple(flag for flag in thing.flags if flag == COMMANDER or flag.startswith(COMMANDER_IS))


def without_spent(spent: tuple[str, ...], situation: Situation) -> Situation:
    """One-shot effects that were used are gone; those that work several times have one time less (614.3)."""
    left = []
    for effect in situation.effects:
        if effect.id not in spent:
            left.append(effect)
        elif effect.remaining is not None and effect.remaining > 1:
            left.append(replace(effect, remaining=effect.remaining - 1))
    return replace(situation, effects=tuple(left))


def forget(ref: str, situation: Situation) -> Situation:
    """What referred to an object no longer finds it, since it has become a new one (400.7)."""
    effects = tuple(
        replace(floating, bindings=tuple(pair for pair in floating.bindings if pair[1] != ref))
        if any(bound == ref for _, bound in floating.bindings)
        else floating
        for floating in situation.effects
        if not (floating.source == ref and _is_about_source(floating.effect))
    )
    effects = tuple(  # a delayed triggered ability does not find its source, either
        replace(floating, source=None)
        if floating.source == ref and isinstance(floating.effect, Triggered)
        else floating
        for floating in effects
    )
    situation = replace(situation, effects=effects)
    for thing in situation.objects:
        if thing.attached_to == ref:
            situation = situation.with_object(thing.id, attached_to=None)
        if ref in thing.blocking:
            others = tuple(other for other in thing.blocking if other != ref)
            situation = situation.with_object(thing.id, blocking=others)
    return situation


def _is_about_source(effect: object) -> bool:
    """Whether a replacement effect is only about its source ("if this creature would leave the battlefield")."""
    return isinstance(effect, Replacement) and all(
        any(name in ("object", "permanent", "on") and value == role("this") for name, value in watch.conditions)
        for watch in effect.watches
    )


def _out_of_library(thing: GameObject, situation: Situation) -> Situation:
    if thing.zone is not Zone.LIBRARY:
        return situation
    library = tuple(ref for ref in situation.player(thing.owner).library if ref != thing.id)
    return situation.with_player(thing.owner, library=library)


def _move(event: Move, situation: Situation) -> Situation:
    """The object goes to its owner's zone and becomes a new object there (400.3, 400.7)."""
    thing = situation.find(event.object)
    if thing is None:
        return situation
    token = thing.token or (thing.zone is Zone.BATTLEFIELD and is_made_token(thing, situation))
    situation = forget(thing.id, _out_of_library(thing, situation))
    situation = situation.with_object(
        thing.id, token=token, zone=event.to, tapped=False,
        controller=thing.controller if event.to in CONTROLLED else None,
        counters=tuple(sorted(event.counters)), damage=0, deathtouched=False, attached_to=None, attacking=None,
        counter_times=(), blocked=False, blocking=(), face=0, copied=None, chosen=(), x=0, targets=(),
        flags=_flags_there(event, thing), exiled_with=_linked_to(event, situation),
    )  # fmt: skip
    parts: tuple[str, ...] = (thing.id,)
    if thing.card.melded and thing.zone is Zone.BATTLEFIELD:
        situation, parts = parted(thing, event, situation)
    for part in reversed(parts):
        if situation.object(part).zone is Zone.LIBRARY:
            owner = situation.player(thing.owner)
            situation = situation.with_player(owner.name, **_into_library(owner, part, event.position))
    return situation


def _linked_to(event: Move, situation: Situation) -> tuple[str, int] | None:
    """The object as it is now whose effect exiles something (607.2a); as a new object it is another (400.7)."""
    by_effect = event.to is Zone.EXILE and event.cause is Cause.EFFECT
    source = situation.find(event.source) if by_effect else None
    return None if source is None else (source.id, source.timestamp)


def _flags_there(event: Move, thing: GameObject) -> tuple[str, ...]:
    """The facts about the new object: a commander's owner may move it from there once (903.9a); a copy stays one."""
    kept = kept_flags(thing)
    if SPELL_COPY in thing.flags:
        return (*kept, SPELL_COPY)
    if event.until_leaves and event.to is Zone.EXILE:
        kept = (*kept, UNTIL_IT_LEAVES)
    return (*kept, JUST_PUT) if COMMANDER in kept and event.to in (Zone.GRAVEYARD, Zone.EXILE) else kept


def returning(event: Event, before: Situation, after: Situation) -> list[Enter]:
    """What returns immediately after an object has left the battlefield: what was exiled until then (610.3, 610.3c)."""
    thing = before.find(event.affected) if isinstance(event, Move) else None
    if thing is None or thing.zone is not Zone.BATTLEFIELD:
        return []
    return [
        Enter(other.id, other.owner)
        for other in after.objects
        if UNTIL_IT_LEAVES in other.flags and other.exiled_with == (thing.id, thing.timestamp)
    ]


def _into_library(owner: Player, ref: str, position: str | None) -> dict[str, tuple[str, ...]]:
    """Known cards are kept on top of those not known; one put on the bottom or shuffled in is not kept track of."""
    return {"library": (ref, *owner.library)} if position in (None, "top") else {}


def results_of(event: DealDamage, situation: Situation) -> tuple[Event, ...]:
    """What damage that has been dealt is processed into (120.3), in the order of that rule."""
    source = situation.find(event.source)
    has = traits_of(situation, source) if source else None

    def keyword(name: str) -> bool:
        return (has is not None and has.has_keyword(name)) or as_though_had(name, event, situation)

    by = controller_of(situation, event.source) if source else None
    results: list[Event] = []
    if situation.is_player(event.to):
        if keyword("infect"):
            results.append(PutCounters(event.to, (("poison", event.amount),), by, event.source, Cause.DAMAGE))
        else:
            results.append(LoseLife(event.to, event.amount, event.source, Cause.DAMAGE, event.amount))
        if event.combat and has is not None and (toxic := has.keyword_total("toxic")):
            results.append(PutCounters(event.to, (("poison", toxic),), by, event.source, Cause.DAMAGE))
    else:
        results += _on_permanent(event, keyword("wither") or keyword("infect"), keyword("deathtouch"), by, situation)
    if keyword("lifelink") and by is not None:
        results.append(GainLife(by, event.amount, event.source, Cause.DAMAGE))
    return tuple(results)


def _on_permanent(
    event: DealDamage, withers: bool, deathtouch: bool, by: str | None, situation: Situation
) -> list[Event]:
    types = traits_of(situation, situation.object(event.to)).type_line.types
    results: list[Event] = []
    for kind, counter in (("planeswalker", "loyalty"), ("battle", "defense")):
        if kind in types:
            number = min(event.amount, situation.object(event.to).counter(counter))
            results.append(RemoveCounters(event.to, counter, number, Cause.DAMAGE))
    if "creature" in types:
        if withers:
            results.append(PutCounters(event.to, (("-1/-1", event.amount),), by, event.source, Cause.DAMAGE))
        else:
            results.append(MarkDamage(event.to, event.amount, event.source, deathtouch))
    return results
