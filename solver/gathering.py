"""What several players do at the same time: each chooses in APNAP order, then all of it happens at once (101.4)."""

from __future__ import annotations

from dataclasses import replace

from model.instructions import Do
from model.situation import Situation
from solver.agenda import Choose, Gathering, Group, Item, Pending, Sequence
from solver.stepping import group_of, next_instruction


def gathered(item: Gathering, situation: Situation) -> tuple[Item, ...]:
    """The items in the place of a gathering: the next player's choice, or all the events once everybody has chosen."""
    turns, chosen = item.turns, item.chosen
    while turns:
        turn, turns = turns[0], turns[1:]
        items = next_instruction(turn, situation)[1] if isinstance(turn, Sequence) else (turn,)
        for one in items:
            if isinstance(one, Choose) and one.options:
                ways = tuple((label, (Gathering(turns, chosen + made),)) for label, made in one.options)
                return (replace(one, options=ways),)
        chosen += items
    pendings = tuple(pending for one in chosen for pending in _pendings(one, situation))
    return (Group(pendings),) if pendings else ()


def _pendings(item: Item, situation: Situation) -> tuple[Pending, ...]:
    """The events of what a player has chosen to do, as it is before any of it happens."""
    if isinstance(item, Group):
        return item.pendings
    if not isinstance(item, Sequence):
        return ()
    assert all(isinstance(one, Do) for one in item.instructions)
    return tuple(p for one in item.instructions if isinstance(one, Do) for p in group_of(one, item, situation).pendings)
