"""New cards in libraries: whose they are, and how many of them can be where after what happens (108.3, 701.24a).

Face down they can't be told from other cards, so what is drawn, milled or discarded unseen may be one of them or not:
a count is a set of possible numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from model.errors import OutOfScopeError
from model.events import Discard, DrawCards, Event, ExileTop, Mill, Move
from model.new_cards import GetEmblem, ShuffleIn
from model.objects import GameObject
from model.situation import Situation
from model.zones import Zone


def shuffled_in(event: ShuffleIn, situation: Situation) -> Situation:
    """The library with the new cards in it, whose owner is who shuffles them in; no place in it is known any more.

    Token cards are no tokens in the sense of 111.7: they last in every zone.
    """
    taken = {thing.id for thing in situation.objects}
    flags = ("token card",) if event.token_cards else ()
    new: list[GameObject] = []
    number = 1
    while len(new) < event.count:
        ref = f"{event.card.name} {number} of {event.player}"
        number += 1
        if ref not in taken:
            new.append(GameObject(ref, event.card, Zone.LIBRARY, event.player, flags=flags))
    return situation.with_player(event.player, library=()).with_new(*new)


def with_emblem(event: GetEmblem, situation: Situation) -> Situation:
    """The emblem in the command zone, owned and controlled by its player (114.2)."""
    number = 1
    while situation.find(f"emblem {number} of {event.player}") is not None:
        number += 1
    ref = f"emblem {number} of {event.player}"
    return situation.with_new(GameObject(ref, event.emblem, Zone.COMMAND, event.player, event.player))


@dataclass(frozen=True, slots=True, order=True)
class Holding:
    """How many cards of one name, and how many others, a player has in each zone where they are not all seen."""

    library: tuple[int, int] = (0, 0)
    hand: tuple[int, int] = (0, 0)
    graveyard: tuple[int, int] = (0, 0)
    exile: tuple[int, int] = (0, 0)

    def moved(self, origin: str, to: str, named: int, others: int) -> Holding | None:
        """This with so many cards moved, or None where they are not there; in other zones all is seen."""
        after = self
        if (there := getattr(self, origin, None)) is not None:
            if there[0] < named or there[1] < others:
                return None
            after = replace(self, **{origin: (there[0] - named, there[1] - others)})
        if (pile := getattr(after, to, None)) is not None:
            after = replace(after, **{to: (pile[0] + named, pile[1] + others)})
        return after


def holding(name: str, player: str, situation: Situation) -> Holding:
    """What a player has: cards of this name, and all others; cards that nobody knows are none of that name."""
    owner = situation.player(player)
    unknown = {
        "library": owner.unknown_library, "hand": owner.unknown_hand, "graveyard": owner.unknown_graveyard,
        "exile": owner.unknown_exile,
    }  # fmt: skip
    found: dict[str, tuple[int, int]] = {}
    for zone, number in unknown.items():
        things = [o for o in situation.objects if o.zone.value == zone and o.owner == player]
        named = sum(name in (face.name for face in thing.card.faces) for thing in things)
        found[zone] = (named, len(things) - named + number)
    return Holding(**found)


def possible(
    name: str, player: str, events: Iterable[Event], situation: Situation, zone: Zone = Zone.LIBRARY
) -> tuple[int, ...]:
    """The numbers of cards of this name that can be in a player's zone after these events, in ascending order.

    Raises OutOfScopeError for an event that is not followed here, or that moves a card which can't be there.
    """
    states = {holding(name, player, situation)}
    for event in events:
        states = {after for state in states for after in _after(event, name, player, state, situation)}
        if not states:
            raise OutOfScopeError(f"the event {event.kind!r} takes cards from where none of them can be")
        if isinstance(event, Move) and situation.find(event.object):
            situation = situation.with_object(event.object, zone=event.to)
        elif isinstance(event, Discard) and event.card is not None:
            situation = situation.with_object(event.card, zone=Zone.GRAVEYARD)
    return tuple(sorted({getattr(state, zone.value)[0] for state in states}))


_UNSEEN: dict[type[Event], tuple[str, str]] = {
    DrawCards: ("library", "hand"), Mill: ("library", "graveyard"), ExileTop: ("library", "exile"),
    Discard: ("hand", "graveyard"),
}  # fmt: skip


def _after(event: Event, name: str, player: str, state: Holding, situation: Situation) -> Iterable[Holding]:
    match event:
        case ShuffleIn():
            named = name == event.card.name
            old = state.library
            new = (old[0] + event.count, old[1]) if named else (old[0], old[1] + event.count)
            yield replace(state, library=new) if event.player == player else state
        case Move():
            thing = situation.object(event.object)
            origin = thing.zone.value if event.origin is Zone.NOWHERE else event.origin.value
            named = any(name == face.name for face in thing.card.faces)
            after = state.moved(origin, event.to.value, int(named), int(not named)) if thing.owner == player else state
            if after is not None:
                yield after
        case Discard(_, card) if card is not None:
            named = any(name == face.name for face in situation.object(card).card.faces)
            after = state.moved("hand", "graveyard", int(named), int(not named)) if event.player == player else state
            if after is not None:
                yield after
        case DrawCards() | Mill() | ExileTop() | Discard():
            yield from _unseen(event, player, state)
        case _:
            raise OutOfScopeError(f"the count does not follow the event {event.kind!r}")


def _unseen(event: DrawCards | Mill | ExileTop | Discard, player: str, state: Holding) -> Iterable[Holding]:
    """Each way in which cards that nobody chose by sight can be of the name or not; as many as there are (121.4)."""
    if event.player != player:
        yield state
        return
    origin, to = _UNSEEN[type(event)]
    there: tuple[int, int] = getattr(state, origin)
    count = min(sum(there), 1 if isinstance(event, Discard) else event.count)
    for named in range(count + 1):  # with no card there at all, nothing moves
        after = state.moved(origin, to, named, count - named)
        if after is not None:
            yield after
