"""What happens once players have lost or won: they leave, and with one player left the game is over (104, 800.4a)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from model.events import Event, LoseGame, WinGame
from model.situation import Situation
from solver.agenda import Waiting

_W = TypeVar("_W", bound=Waiting)


def ends(events: Iterable[Event]) -> bool:
    """Whether any of these events has a player lose or win the game."""
    return any(isinstance(event, LoseGame | WinGame) for event in events)


def is_over(situation: Situation) -> bool:
    """Whether the game has ended: somebody has won, or at most one of several players is left (104.1, 104.2a)."""
    players = situation.players
    left = sum(1 for player in players if not player.lost)
    return any(player.won for player in players) or (len(players) > 1 and left <= 1)


def without_those_who_lost(situation: Situation) -> Situation:
    """The situation without what players own who have left; what they controlled goes back to its owner (800.4a)."""
    gone = {player.name for player in situation.players if player.lost}
    if not gone or is_over(situation):
        return situation
    for thing in situation.objects:
        if thing.owner in gone:
            situation = situation.without_object(thing.id)
        elif thing.controller in gone:
            situation = situation.with_object(thing.id, controller=thing.owner)
    return situation


def still_waiting(waiting: Iterable[_W], situation: Situation) -> tuple[_W, ...]:
    """The triggered abilities that will be put on the stack: none of players who have lost (800.4a, 104.1)."""
    if is_over(situation):
        return ()
    return tuple(one for one in waiting if not situation.player(one.env.you).lost)
