"""How many ways there are to decide how a mass of permanents enters, without listing them (614.12b, 614.13a-b).

What one permanent's choices leave to the next are resources: life, cards, objects used up. Two ways to the same
resources go on alike, whatever was decided for the permanents before. So the count forgets the events that nothing can
apply to any more, and what happened; the explorer then merges what is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from model.events import Enter
from model.situation import Situation
from solver.agenda import Apply, Choose, Group, Item, Pending, State
from solver.explorer import explore, orderings
from solver.in_force import replacements_for
from solver.process import Move, moves, single_moves
from solver.watching import watched_parts

#: From so many entering permanents on, the ways are counted before they are listed.
MANY = 6


def is_mass_entry(state: State) -> bool:
    """Whether many permanents are about to enter at the same time, at the start of a question."""
    item = state.agenda[0] if state.agenda else None
    return isinstance(item, Group) and sum(isinstance(p.event, Enter) for p in item.pendings) >= MANY


def count(state: State, limit: int) -> int | None:
    """The exact number of ways to decide from a settled state; None where more than ``limit`` states differ."""
    exploration = explore(_forgetful(state), _forgetful_moves, limit)
    if not exploration.complete:
        return None
    counts = orderings(exploration)
    return sum(counts[leaf] for leaf in exploration.leaves)


def _forgetful_moves(state: State) -> tuple[Move, ...]:
    return tuple(Move(move.option, move.copies, _forgetful(move.state)) for move in single_moves(state))


def _forgetful(state: State) -> State:
    """The state without what no further decision looks at: what happened, and events that nothing can change."""
    return State(state.situation, tuple(_without_settled(item, state.situation) for item in state.agenda))


def _without_settled(item: Item, situation: Situation) -> Item:
    match item:
        case Group(pendings, after, spent, rest):
            kept_ones = (p if _could_apply(p, situation) else _plain(p) for p in pendings)
            return Group(tuple(p for p in kept_ones if p is not None), after, spent, rest)
        case Apply(active, place, group, rewrite):
            plain = [p if n == place or _could_apply(p, situation) else _plain(p) for n, p in enumerate(group.pendings)]
            before = sum(p is not None for p in plain[:place])
            group = Group(tuple(p for p in plain if p is not None), group.after, group.spent, group.rest)
            return Apply(active, before, group, rewrite)
        case Choose(chooser, kind, rule, options, effect):
            kept_options = tuple(
                (label, tuple(_without_settled(part, situation) for part in items)) for label, items in options
            )
            return Choose(chooser, kind, rule, kept_options, effect)
        case _:
            return item


def _plain(pending: Pending) -> Pending | None:
    """An event that nothing changes any more: that something enters is still looked at, not how (614.13a)."""
    event = pending.event
    if not isinstance(event, Enter):
        return None
    return Pending(Enter(event.object, event.under), pending.applied)


@lru_cache(maxsize=65536)
def _could_apply(pending: Pending, situation: Situation) -> bool:
    """Whether any effect that was not applied yet watches for the event, its condition left aside."""
    event = pending.event
    return any(
        active.id not in pending.applied
        and any(watched_parts(watch, event, active.env, situation) for watch in active.watches)
        for active in (*pending.own, *replacements_for(event, situation))
    )


def ways(state: State) -> Iterator[tuple[State, tuple[Move, ...]]]:
    """The complete ways to decide, one by one: the final state and the moves to it."""
    path: list[tuple[State, tuple[Move, ...]]] = [(state, ())]
    while path:
        here, taken = path.pop()
        onward = moves(here)
        if not onward:
            yield here, taken
        path += [(move.state, (*taken, move)) for move in reversed(onward)]
