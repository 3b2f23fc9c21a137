"""What would move one object in two ways at the same time: its controller chooses which of them moves it (400.6)."""

from __future__ import annotations

from collections.abc import Sequence

from model.events import Enter, Event, Move
from model.situation import Situation
from model.zones import Zone
from solver.matching import controller_of

#: What decides between moves that are mutually exclusive.
RULE = "400.6"


def exclusive(events: Sequence[Event], situation: Situation) -> tuple[str, tuple[tuple[str, int], ...]] | None:
    """Who chooses between moves of one object to different zones, and a label and place for each; None if no two are.

    Of two moves to one zone only the first is offered: it is where the object goes, however it was moved.
    """
    moves: dict[str, list[tuple[Zone, int]]] = {}
    for place, event in enumerate(events):
        if isinstance(event, Move | Enter):
            zone = event.to if isinstance(event, Move) else Zone.BATTLEFIELD
            moves.setdefault(event.object, []).append((zone, place))
    for ref, goals in moves.items():
        if len(goals) > 1 and situation.find(ref) is not None:
            first = dict(reversed(goals))
            ways = tuple((zone.value, place) for zone, place in goals if first[zone] == place)
            return controller_of(situation, ref), ways
    return None


def others(events: Sequence[Event], place: int) -> tuple[int, ...]:
    """The places of all other moves of the object that the event at a place moves, which then do not happen."""
    ref = getattr(events[place], "object", None)
    return tuple(
        n for n, event in enumerate(events) if n != place and isinstance(event, Move | Enter) and event.object == ref
    )
