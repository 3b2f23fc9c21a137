"""The question ``count``: how many cards of a name can be in a zone after what happens (solver/new_cards.py)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.events import Event
from model.rules import Citation
from model.situation import Situation
from model.zones import ZONES, Zone
from scenarios import happenings, partly
from scenarios.checking import at, known, mapping, text
from scenarios.happenings import References, Step
from solver.answers import outcomes
from solver.new_cards import possible

_COUNTED = ("library", "hand", "graveyard", "exile")


@dataclass(frozen=True)
class Asked:
    """Cards of a name, in whose zone, after which events and things done."""

    card: str
    player: str
    zone: Zone
    after: tuple[Step, ...]


def read(value: object, path: str, refs: References) -> Asked:
    """What an entry of ``count`` asks. Raises MalformedError or UnknownNameError with the path."""
    entry = mapping(value, path, "a mapping such as {card: ..., player: ..., after: [...]}", _KEYS)
    zone = text(entry.get("zone", "library"), at(path, "zone"))
    known([zone], _COUNTED, at(path, "zone"), "zone")
    steps = happenings.steps({"in_order": entry.get("after", [])}, at(path, "after"), refs)
    return Asked(
        text(entry.get("card"), at(path, "card"), "the name of a card"),
        refs.player(entry.get("player"), at(path, "player")),
        ZONES[zone],
        steps,
    )


_KEYS = ("card", "player", "zone", "after")
#: Events by which no card changes its zone.
_OF_NO_CARD = frozenset(
    {
        "act", "add_mana", "begin", "create_tokens", "deal_damage", "gain_life", "lose_life", "put_counters",
        "remove_counters", "reveal", "tap", "transform", "untap",
    }
)  # fmt: skip


def answer(asked: Asked, situation: Situation) -> tuple[list[int], Citation]:
    """The possible numbers, in ascending order: face down the cards are like all others (400.2).

    What is more than an event (a spell or ability that resolves) is followed to each of its outcomes.
    """
    ways: list[tuple[tuple[Event, ...], Situation]] = [((), situation)]
    for step in asked.after:
        ways = [after for events, now in ways for after in _followed(step, events, now)]
    found = sorted({n for events, _ in ways for n in possible(asked.card, asked.player, events, situation, asked.zone)})
    return found, Citation("400.2", "face down each card may be one of them or not")


def _followed(step: Step, before: tuple[Event, ...], now: Situation) -> Iterator[tuple[tuple[Event, ...], Situation]]:
    """What has happened after a further step, in each way in which it can go."""
    plain = tuple(part for part in step if isinstance(part, Event))
    found = outcomes(now, step)
    partly.refuse_what_happened(now, found.outcomes, (step,))
    for one in found.outcomes:
        events = plain if len(plain) == len(step) else tuple(e for e in one.events if e.kind not in _OF_NO_CARD)
        yield (*before, *events), one.final.situation
