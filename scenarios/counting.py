"""The question ``count``: how many cards of a name can be in a zone after what happens (solver/new_cards.py)."""

from __future__ import annotations

from dataclasses import dataclass

from model.errors import OutOfScopeError
from model.events import Event
from model.rules import Citation
from model.situation import Situation
from model.zones import ZONES, Zone
from scenarios import happenings
from scenarios.checking import at, known, mapping, text
from scenarios.happenings import References
from solver.new_cards import possible

_COUNTED = ("library", "hand", "graveyard", "exile")


@dataclass(frozen=True)
class Asked:
    """Cards of a name, in whose zone, after which events."""

    card: str
    player: str
    zone: Zone
    after: tuple[Event, ...]


def read(value: object, path: str, refs: References) -> Asked:
    """What an entry of ``count`` asks. Raises MalformedError or UnknownNameError with the path.

    Raises OutOfScopeError for what is more than an event.
    """
    entry = mapping(value, path, "a mapping such as {card: ..., player: ..., after: [...]}", _KEYS)
    zone = text(entry.get("zone", "library"), at(path, "zone"))
    known([zone], _COUNTED, at(path, "zone"), "zone")
    steps = happenings.steps({"in_order": entry.get("after", [])}, at(path, "after"), refs)
    events = [part for step in steps for part in step]
    for part in events:
        if not isinstance(part, Event):
            raise OutOfScopeError(f"{at(path, 'after')}: only events are followed, no special actions")
    return Asked(
        text(entry.get("card"), at(path, "card"), "the name of a card"),
        refs.player(entry.get("player"), at(path, "player")),
        ZONES[zone],
        tuple(part for part in events if isinstance(part, Event)),
    )


_KEYS = ("card", "player", "zone", "after")


def answer(asked: Asked, situation: Situation) -> tuple[list[int], Citation]:
    """The possible numbers, in ascending order: face down the cards are like all others (400.2)."""
    found = possible(asked.card, asked.player, asked.after, situation, asked.zone)
    return list(found), Citation("400.2", "face down each card may be one of them or not")
