"""Melded permanents that leave the battlefield: one permanent leaves, two cards go somewhere (712.21, 903.9c)."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from model.cards import Card
from model.events import Event, Move
from model.objects import GameObject
from model.situation import Situation
from model.zones import Zone

#: The fact which card of a melded permanent is the commander that it is (903.9c).
COMMANDER_IS = "commander is "


def parted(thing: GameObject, event: Move, situation: Situation) -> tuple[Situation, tuple[str, ...]]:
    """The situation with the two cards that represented a melded permanent, and these in the order arranged (712.21a).

    ``situation`` has the permanent where it goes. Of a commander that goes to the command zone in place of a hand or
    library the other card goes there still (903.9c).
    """
    there = situation.object(thing.id)
    new: list[GameObject] = []
    for card in thing.card.melded:
        name, number = card.name, 1
        while situation.find(name) is not None:
            number += 1
            name = f"{card.name} {number}"
        commander = _may_be_commander(card, there)
        zone = there.zone if commander or event.to is not Zone.COMMAND else event.instead_of or there.zone
        flags = (*(there.flags if commander else ()), f"part of {thing.id}")
        new.append(replace(there, id=name, card=card, flags=flags, zone=zone))
    new.sort(key=lambda part: event.order.index(part.card.name) if part.card.name in event.order else len(new))
    situation = situation.with_object(thing.id, zone=Zone.NOWHERE).with_new(*new)
    return situation, tuple(part.id for part in new)


def _may_be_commander(card: Card, thing: GameObject) -> bool:
    named = [flag for flag in thing.flags if flag.startswith(COMMANDER_IS)]
    return not named or f"{COMMANDER_IS}{card.name}" in named


def arrangements(event: Event, situation: Situation) -> tuple[Move, ...]:
    """The orders in which the owner may put the two cards on top of the library (712.21a); none for anything else."""
    thing = situation.find(event.object) if isinstance(event, Move) and not event.order else None
    if not isinstance(event, Move) or thing is None or thing.zone is not Zone.BATTLEFIELD:
        return ()
    on_top = event.to is Zone.LIBRARY and event.position in (None, "top")
    names = [card.name for card in thing.card.melded] if on_top else []
    return tuple(replace(event, order=order) for order in permutations(names) if order)
