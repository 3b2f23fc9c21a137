"""What is still to be done remembers what leaves the battlefield in the meantime (608.2h, 113.7a)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from model.events import Event, Move
from model.situation import Situation
from model.zones import Zone
from solver.agenda import Gathering, Group, Item, Sequence, State
from solver.environment import remembering


def leaving(events: Iterable[Event], before: Situation) -> tuple[str, ...]:
    """The objects that leave the battlefield by these events."""
    moved = (event.object for event in events if isinstance(event, Move))
    return tuple(ref for ref in moved if (thing := before.find(ref)) is not None and thing.zone is Zone.BATTLEFIELD)


def remembered(state: State, gone: tuple[str, ...], before: Situation) -> State:
    """The state in which instructions and waiting abilities know these objects as they last existed."""
    if not gone:
        return state
    waiting = tuple(replace(one, env=remembering(one.env, gone, before)) for one in state.waiting)
    return replace(state, agenda=tuple(_item(item, gone, before) for item in state.agenda), waiting=waiting)


def _item(item: Item, gone: tuple[str, ...], before: Situation) -> Item:
    match item:
        case Sequence():
            return replace(item, env=remembering(item.env, gone, before))
        case Group() if item.after or item.rest:
            return replace(item, after=_sequences(item.after, gone, before), rest=_sequences(item.rest, gone, before))
        case Gathering():
            turns = tuple(
                replace(turn, env=remembering(turn.env, gone, before)) if isinstance(turn, Sequence) else turn
                for turn in item.turns
            )
            return replace(item, turns=turns)
        case _:
            return item


def _sequences(items: tuple[Sequence, ...], gone: tuple[str, ...], before: Situation) -> tuple[Sequence, ...]:
    return tuple(replace(one, env=remembering(one.env, gone, before)) for one in items)
