"""The explorer and the naive twin say the same: the same outcomes, each with the same number of orderings.

Outcomes are compared as what happens: events with their amounts, in order, without sources and causes of what is not
damage. Situations that the twin refuses, or that have too many orders, say nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings

from model.errors import LimitError, OutOfScopeError
from model.events import (
    Cause,
    CreateTokens,
    DealDamage,
    DrawCards,
    Event,
    GainLife,
    LoseLife,
    PutCounters,
    RemoveCounters,
    Tokens,
)
from model.situation import Situation
from scenarios.catalogue import find, token
from solver import answers
from solver.twin import twin_outcomes
from solver.twin.counting import added_up
from tests.strategies import catalogue_questions, creature, permanent, questions, situation, spell

#: Orders of decisions, per situation, that the twin lists here.
MOST_ORDERS = 240

Outcomes = dict[tuple[Event, ...], int]


def what_happens(outcomes: Iterable[tuple[tuple[Event, ...], int]]) -> Outcomes:
    """Outcomes by what happens in them; those that differ only in sources and causes are one."""
    found: Outcomes = {}
    for events, orderings in outcomes:
        plain = added_up([_plain(event) for event in events])
        found[plain] = found.get(plain, 0) + orderings
    return found


def _plain(event: Event) -> Event:
    match event:
        case DealDamage():
            return replace(event, preventable=True)
        case LoseLife():
            return replace(event, source=None, cause=Cause.EFFECT, from_damage=None)
        case GainLife() | DrawCards():
            return replace(event, source=None, cause=Cause.EFFECT)
        case PutCounters():
            return replace(event, source=None, cause=Cause.EFFECT, putter=None)
        case CreateTokens():
            return replace(event, source=None, cause=Cause.EFFECT, creator=None)
        case RemoveCounters():
            return replace(event, cause=Cause.EFFECT)
        case _:
            return event


def by_explorer(there: Situation, events: tuple[Event, ...]) -> Outcomes:
    return what_happens((each.events, each.orderings) for each in answers.outcomes(there, events).outcomes)


def by_twin(there: Situation, events: tuple[Event, ...]) -> Outcomes:
    return what_happens(twin_outcomes(there, events, most_orders=MOST_ORDERS).items())


def compare(there: Situation, events: tuple[Event, ...]) -> None:
    try:
        expected = by_twin(there, events)
    except (OutOfScopeError, LimitError):
        assume(False)
    else:
        assert by_explorer(there, events) == expected


@pytest.mark.slow
@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(questions())
def test_random_effects(question: tuple[Situation, tuple[Event, ...]]):
    compare(*question)


@pytest.mark.slow
@settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(catalogue_questions())
def test_random_cards(question: tuple[Situation, tuple[Event, ...]]):
    compare(*question)


COUNTERS = PutCounters("bear", (("+1/+1", 1),), "you")
CARDS: list[tuple[tuple[str, ...], Event]] = [
    (("Hardened Scales", "Doubling Season"), COUNTERS),
    (("Hardened Scales", "Hardened Scales", "Branching Evolution", "Corpsejack Menace"), COUNTERS),
    (("Winding Constrictor", "Vorinclex, Monstrous Raider", "Hardened Scales", "Doubling Season"), COUNTERS),
    (("Academy Manufactor", "Chatterfang, Squirrel General"), CreateTokens("you", (Tokens(token("Clue"), 1),), "you")),
    (("Jinnie Fay, Jetmir's Second", "Academy Manufactor"), CreateTokens("you", (Tokens(token("Food"), 1),), "you")),
    (("Furnace of Rath", "Divine Presence", "Urza's Armor"), DealDamage("bolt", "you", 3)),
    (("Gisela, Blade of Goldnight", "Urza's Armor", "Furnace of Rath"), DealDamage("bolt", "you", 5)),
    (("Palisade Giant", "Palisade Giant", "Furnace of Rath"), DealDamage("bolt", "you", 4)),
    (("Vigor", "Furnace of Rath", "Doubling Season"), DealDamage("bolt", "bear", 2)),
    (("Boon Reflection", "Rhox Faithmender"), GainLife("you", 3)),
    (("Blood Scrivener", "Thought Reflection"), DrawCards("you", 1)),
    (("Blood Scrivener", "Blood Scrivener"), DrawCards("you", 2)),
]


@pytest.mark.parametrize(("names", "event"), CARDS)
def test_known_cards(names: tuple[str, ...], event: Event):
    cards = [permanent(find(name), f"{name} {place}") for place, name in enumerate(names)]
    there = situation(creature("bear"), creature("rhino", "opponent"), spell("bolt"), *cards)
    expected = by_twin(there, (event,))
    assert by_explorer(there, (event,)) == expected
    assert sum(expected.values()) > 1


def test_simultaneous_events():
    cards = [permanent(find("Furnace of Rath"), "furnace"), permanent(find("Urza's Armor"), "armor")]
    there = situation(creature("bear", "opponent"), creature("rhino", "opponent"), *cards)
    events = (DealDamage("bear", "you", 1, True), DealDamage("rhino", "you", 3, True))
    assert by_explorer(there, events) == by_twin(there, events)
