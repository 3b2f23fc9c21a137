"""Which cards can be found in a library (701.23), taken from its top, or picked among what there is (608.2d)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from model.errors import OutOfScopeError
from model.events import Enter, Event, Move, PutCounters
from model.instructions import Pick, Search, TakeFromTop
from model.selectors import Aspect, Predicate, Selector
from model.situation import Situation
from model.zones import ZONES, Zone
from solver.environment import Env
from solver.matching import fits, found
from solver.permitting import is_for, permissions
from solver.prohibiting import choosable


def findable(instruction: Search, player: str, env: Env, situation: Situation) -> tuple[str, ...]:
    """The cards of the library that are like those searched for, or that an effect lets the player find for them.

    Raises OutOfScopeError where cards of the library are not known, since any of them may be like that.
    """
    owner = player
    if instruction.of is not None:
        owner = next(iter(found(instruction.of, env, situation)), player)
    library = situation.player(owner)
    if library.unknown_library:
        raise OutOfScopeError(f"cards of the library of {owner} that are not known could be found")
    cards = [thing.id for thing in situation.objects if thing.zone is Zone.LIBRARY and thing.owner == owner]
    others = [
        (permission, here)
        for permission, here in permissions(situation)
        if permission.verb == "find" and owner == player and is_for(permission, here, player, situation)
    ]
    return tuple(
        ref
        for ref in cards
        if fits(ref, instruction.wanted, env, situation)
        or any(fits(ref, permission.cards, here, situation) for permission, here in others)
    )


def fewest(instruction: Search, number: int, there: int) -> int:
    """How many cards have to be found: all there are where no quality is stated, else none (701.23b, 701.23d)."""
    tests = [test for conjunction in instruction.wanted.any_of for test in conjunction]
    stated = any(test.aspect not in (Aspect.KIND, Aspect.ZONE) for test in tests)
    return 0 if stated else min(number, there)


def moving(instruction: Search, refs: tuple[str, ...], player: str, source: str | None) -> tuple[Event, ...]:
    """What happens to the cards that were found, all at once."""
    to = ZONES[instruction.to]
    if to is Zone.BATTLEFIELD:
        return tuple(Enter(ref, player, instruction.tapped) for ref in refs)
    return tuple(Move(ref, to, Zone.LIBRARY, source=source) for ref in refs)


def takeable(instruction: TakeFromTop, cards: list[str], env: Env, situation: Situation) -> list[int]:
    """The places of those of the cards looked at that can be taken.

    Raises OutOfScopeError where a card is not known and only cards of some kind can be.
    """
    wanted = instruction.wanted
    if wanted is None:
        return list(range(len(cards)))
    if any(is_unknown(card) for card in cards):
        raise OutOfScopeError("cards that are looked at and not known could be taken")
    return [place for place, card in enumerate(cards) if fits(card, wanted, env, situation)]


def is_unknown(card: str) -> bool:
    """Whether a card that is looked at is not known; an effect that looks at its move has it as an object."""
    return not card or card.startswith("unknown card ")


def _as_players(conjunction: tuple[Predicate, ...]) -> Iterator[Predicate]:
    """Whose the things are, as what is said about the players themselves."""
    for test in conjunction:
        if (
            test.aspect is Aspect.OWNER
            and not test.negated
            and not test.value.startswith(("controller of", "owner of"))
        ):
            yield Predicate(Aspect.ROLE, test.value)


def pickable(instruction: Pick, player: str, env: Env, situation: Situation) -> tuple[str, ...]:
    """What the player can choose among.

    Raises OutOfScopeError where it is chosen in a hand with cards that are not known.
    """
    for conjunction in instruction.wanted.any_of:
        if not any(test.aspect is Aspect.ZONE and test.value == "hand" for test in conjunction):
            continue
        owners = [Selector(((test,),)) for test in _as_players(conjunction)]
        for holder in situation.players:
            theirs = all(holder.name in found(owner, env, situation) for owner in owners)
            if theirs and holder.unknown_hand:
                raise OutOfScopeError(f"cards in the hand of {holder.name} that are not known could be chosen")
    refs = found(instruction.wanted, replace(env, you=player), situation)
    return choosable(refs, instruction.wanted, env, situation)


def proliferated(player: str, env: Env, situation: Situation) -> dict[str, tuple[Event, ...]]:
    """What a player who proliferates may choose, with the counters that it gets (701.34a)."""
    holders = [(each.name, each.counters) for each in situation.players]
    holders += [(thing.id, thing.counters) for thing in situation.objects if thing.zone is Zone.BATTLEFIELD]
    kinds = {ref: tuple((kind, 1) for kind, number in counters if number) for ref, counters in holders}
    return {ref: (PutCounters(ref, one, player, env.this),) for ref, one in kinds.items() if one}
