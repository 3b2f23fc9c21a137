"""Searching a library: which cards can be found (701.23)."""

from __future__ import annotations

from model.errors import OutOfScopeError
from model.events import Enter, Event, Move
from model.instructions import Search
from model.selectors import Aspect
from model.situation import Situation
from model.zones import ZONES, Zone
from solver.environment import Env
from solver.matching import fits, found
from solver.permitting import is_for, permissions


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
