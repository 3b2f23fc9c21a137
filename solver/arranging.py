"""Decisions about events right before they happen: what an Aura enchants (303.4f), which of two moves (400.6)."""

from __future__ import annotations

from dataclasses import replace

from model.decisions import ChoiceKind
from model.events import Enter
from model.situation import Situation
from solver.agenda import Choose, Group
from solver.attaching import enters_as_aura, hosts, is_aura_spell
from solver.exclusive import RULE, exclusive, others
from solver.parting import arrangements


def arranged(group: Group, situation: Situation) -> Choose | None:
    """The next such decision about events to which nothing applies any more, if there is one.

    Also in which order melded cards go to a library (712.21a).
    """
    for place, pending in enumerate(group.pendings):
        event = pending.event
        if isinstance(event, Enter):
            if event.attached_to is None and enters_as_aura(event, situation):
                rule = "303.4a" if is_aura_spell(event, situation) else "303.4f"
                enchanting = ((ref, replace(event, attached_to=ref)) for ref in hosts(event, situation))
                ways = tuple(
                    (ref, (group.with_pending(place, replace(pending, event=one)),)) for ref, one in enchanting
                )
                return Choose(event.under, ChoiceKind.VALUE, rule, ways)
        elif moves := arrangements(event, situation):
            made = (
                (", ".join(move.order), (group.with_pending(place, replace(pending, event=move)),)) for move in moves
            )
            owner = situation.object(event.affected).owner
            return Choose(owner, ChoiceKind.VALUE, "712.21a", tuple(made))
    events = tuple(pending.event for pending in group.pendings)
    if (choice := exclusive(events, situation)) is None:
        return None
    chooser, moves_of_one = choice
    goals = tuple((label, (_without(group, others(events, place)),)) for label, place in moves_of_one)
    return Choose(chooser, ChoiceKind.VALUE, RULE, goals)


def _without(group: Group, places: tuple[int, ...]) -> Group:
    return replace(group, pendings=tuple(one for place, one in enumerate(group.pendings) if place not in places))
