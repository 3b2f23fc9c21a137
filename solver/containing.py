"""Events contained in events (616.1g): what an event comes to, once nothing applies to it as a whole any more."""

from __future__ import annotations

from collections.abc import Iterable

from model.cards import Card, Face
from model.events import (
    Cause,
    Destroy,
    Discard,
    Enter,
    Event,
    ExileTop,
    GainLife,
    How,
    LoseLife,
    Mill,
    Move,
    Sacrifice,
    SetLife,
)
from model.objects import GameObject
from model.situation import Situation
from model.type_line import TypeLine
from model.values import replace
from model.zones import Zone
from solver.attaching import instead_of_entering, stays_out
from solver.in_force import effects_in_force
from solver.transforming import turned_to_spell

#: A card whose face nobody looked at.
UNKNOWN_CARD = Card((Face("unknown card", TypeLine()),))


def contained(event: Event, situation: Situation) -> tuple[Situation, tuple[Event, ...]] | None:
    """The events that this one consists of, or None for an event that happens as it is.

    Cards that are not known become objects of their own where an effect could look at them; the returned situation
    has them.
    """
    match event:
        case SetLife(player, total, source):
            change = total - situation.player(player).life
            if change > 0:
                return situation, (GainLife(player, change, source),)
            return situation, (LoseLife(player, -change, source),) if change < 0 else ()
        case Destroy(permanent, source):
            return situation, (_to_graveyard(permanent, Zone.BATTLEFIELD, How.DESTROY, source, event),)
        case Sacrifice(permanent, source):
            return situation, (_to_graveyard(permanent, Zone.BATTLEFIELD, How.SACRIFICE, source, event),)
        case Discard():
            return _discard(event, situation)
        case Mill():
            return _mill(event, situation)
        case ExileTop():
            return _exile_top(event, situation)
        case Enter() if stays_out(event, situation):
            return situation, instead_of_entering(event, situation)
        case Enter() if turned_to_spell(event, situation):
            leave = Move(event.object, Zone.GRAVEYARD, Zone.STACK, cause=Cause.RULE)  # 712.13a
            return situation, (leave,)
        case _:
            return None


def _to_graveyard(ref: str, origin: Zone, how: How, source: str | None, event: Event) -> Move:
    return Move(ref, Zone.GRAVEYARD, origin, how, source=source, cause=event.cause)  # type: ignore[attr-defined]


def is_the_same(one: Event, other: Event) -> bool:
    """Whether two events are the same move of one object: what several things would do at once happens once."""
    if not (isinstance(one, Move) and isinstance(other, Move)):
        return False
    return (one.object, one.to, one.origin, one.how) == (other.object, other.to, other.origin, other.how)


def moves_are_watched(situation: Situation) -> bool:
    """Whether any effect watches for objects changing zones."""
    return "move" in effects_in_force(situation).replacements


def _discard(event: Discard, situation: Situation) -> tuple[Situation, tuple[Event, ...]] | None:
    card = event.card
    if card is None:
        if not situation.player(event.player).unknown_hand:
            return situation, ()
        if not moves_are_watched(situation):
            return None
        situation, (card,) = known_cards(situation, event.player, Zone.HAND, 1)
    return situation, (_to_graveyard(card, Zone.HAND, How.DISCARD, event.source, event),)


def _mill(event: Mill, situation: Situation) -> tuple[Situation, tuple[Event, ...]] | None:
    """As many as possible, all at the same time (701.17a-b)."""
    player = situation.player(event.player)
    known = player.library[: event.count]
    rest = min(event.count - len(known), player.unknown_library)
    if known or moves_are_watched(situation):
        situation, new = known_cards(situation, event.player, Zone.LIBRARY, rest)
        moves = [_to_graveyard(ref, Zone.LIBRARY, How.MILL, event.source, event) for ref in (*known, *new)]
        return situation, tuple(moves)
    if rest == event.count:
        return None
    return situation, (replace(event, count=rest),) if rest else ()


def _exile_top(event: ExileTop, situation: Situation) -> tuple[Situation, tuple[Event, ...]] | None:
    """The known cards on top move by name, those below them that are not known by number (701.13a).

    As many as there are (101.3).
    """
    player = situation.player(event.player)
    known = () if event.unknown else player.library[: event.count]
    rest = min(event.count - len(known), player.unknown_library)
    if not known:
        return None if rest == event.count else (situation, (replace(event, count=rest),) if rest else ())
    moves = (
        Move(ref, Zone.EXILE, Zone.LIBRARY, How.EXILE, None, (), event.face_down, event.source, event.cause)
        for ref in known
    )
    return situation, (*moves, *((replace(event, count=rest, unknown=True),) if rest else ()))


def known_cards(situation: Situation, name: str, zone: Zone, count: int) -> tuple[Situation, tuple[str, ...]]:
    """Turn cards that are only counted into objects, so that effects can look at their moves."""
    player = situation.player(name)
    taken = {thing.id for thing in situation.objects}
    refs: list[str] = []
    number = 1
    while len(refs) < count:
        ref = f"unknown card {number} of {name}"
        number += 1
        if ref not in taken:
            refs.append(ref)
    situation = situation.with_new(*(GameObject(ref, UNKNOWN_CARD, zone, name) for ref in refs))
    if zone is Zone.HAND:
        return situation.with_player(name, unknown_hand=player.unknown_hand - count), tuple(refs)
    changed = {"unknown_library": player.unknown_library - count, "library": (*player.library, *refs)}
    return situation.with_player(name, **changed), tuple(refs)


def without_entering_cards(events: Iterable[Event], situation: Situation) -> Situation:
    """The situation in which cards that enter from a library no longer have a place in it (614.13c).

    They are still in that zone, but cards milled or exiled from its top meanwhile are others.
    """
    for event in events:
        thing = situation.find(event.object) if isinstance(event, Enter) else None
        if thing is not None and thing.zone is Zone.LIBRARY:
            library = situation.player(thing.owner).library
            if thing.id in library:
                left = tuple(ref for ref in library if ref != thing.id)
                situation = situation.with_player(thing.owner, library=left)
    return situation
