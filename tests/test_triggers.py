"""Which abilities look back in time (603.10a), what triggers once, and what is known of what has left (608.2h)."""

from __future__ import annotations

from typing import Any

import pytest

from model.abilities import Triggered
from model.actions import ResolveTriggers, StateBasedActions
from model.events import Destroy, Event, GainLife, Move, Sacrifice
from model.zones import Zone
from scenarios.notation import ability
from solver.answers import outcomes
from solver.triggers import looks_back
from tests.strategies import creature, situation


def trigger(on: Any, **further: Any) -> Triggered:
    found = ability({"trigger": on, "do": [{"gain_life": {"player": "you", "amount": 1}}], **further}, "")
    assert isinstance(found, Triggered)
    return found


DIES = Move("bear", Zone.GRAVEYARD, Zone.BATTLEFIELD)
BOUNCED = Move("bear", Zone.HAND, Zone.BATTLEFIELD)
DISCARDED = Move("bear", Zone.GRAVEYARD, Zone.HAND)


@pytest.mark.parametrize(
    ("on", "event", "expected"),
    [
        ({"dies": {"object": "creature"}}, DIES, True),
        ({"move": {"object": "creature", "from": "battlefield"}}, BOUNCED, True),
        ({"move": {"object": "card", "to": "graveyard"}}, DIES, False),
        ({"move": {"object": "card", "to": "graveyard"}}, DISCARDED, False),
        ({"move": {"object": "card", "from": "graveyard"}}, Move("bear", Zone.EXILE, Zone.GRAVEYARD), True),
        ({"move": {"object": "permanent", "to": "hand"}}, BOUNCED, True),
        ({"move": {"object": "card", "to": "hand"}}, Move("bear", Zone.HAND, Zone.LIBRARY), False),
        ({"sacrifice": {"permanent": "creature"}}, Sacrifice("bear"), True),
        ({"gain_life": {"player": "you"}}, GainLife("you", 1), False),
    ],
)
def test_what_looks_back(on: Any, event: Event, expected: bool):
    (watch,) = trigger(on).watches
    assert looks_back(watch, event) is expected


def gains(*events: Event, abilities: tuple[Triggered, ...]) -> int:
    watcher = creature("watcher", "you", *abilities)
    there = situation(watcher, creature("bear"), creature("rhino", "opponent"))
    (outcome,) = outcomes(there, events, StateBasedActions(), ResolveTriggers()).outcomes
    return sum(event.amount for event in outcome.events if isinstance(event, GainLife))


def test_one_or_more_that_die_are_one_time():
    every = trigger({"dies": {"object": "creature"}})
    once = trigger({"dies": {"object": "creature"}}, once=True)
    both = (Destroy("bear"), Destroy("rhino"))
    assert gains(*both, abilities=(every,)) == 2
    assert gains(*both, abilities=(once,)) == 1


def test_what_is_sacrificed_is_sacrificed_whatever_zone_it_goes_to():
    assert gains(Sacrifice("bear"), abilities=(trigger({"sacrifice": {"permanent": "creature"}}),)) == 1
    assert gains(Destroy("bear"), abilities=(trigger({"sacrifice": {"permanent": "creature"}}),)) == 0


def test_the_watcher_sees_itself_die():
    assert gains(Destroy("watcher"), abilities=(trigger({"dies": {"object": "creature"}}),)) == 1
    assert gains(Destroy("watcher"), abilities=(trigger({"dies": {"object": "another creature"}}),)) == 0


def test_an_intervening_if_is_asked_again():
    """603.4: its own life total was high enough as it triggered, and is again as it resolves only once."""
    low = trigger({"dies": {"object": "creature"}}, **{"if": "life(you) <= 20"})
    assert gains(Destroy("bear"), Destroy("rhino"), abilities=(low,)) == 1


def test_a_trigger_whose_targets_nothing_names_is_told_as_not_modelled() -> None:
    import anyorder
    from model.errors import OutOfScopeError

    ability = {"trigger": {"gain_life": {"player": "you"}}, "do": [{"destroy": {"permanent": "target"}}]}
    monk = {"name": "Monk", "type": "Creature — Monk", "power": 1, "toughness": 1, "abilities": [ability]}
    gain = {"gain_life": {"player": "you", "amount": 1}}
    document = {"battlefield": {"you": [monk]}, "event": {"in_order": [gain, {"resolve_triggers": {}}]}}
    with pytest.raises(OutOfScopeError, match="the targets of the ability of Monk that triggers here are not told"):
        anyorder.ask({**document, "question": "outcomes"})
    assert anyorder.ask({**document, "event": gain, "question": "outcomes"}).outcomes
