"""The explorer and the naive twin say the same about entering the battlefield and other changes of zones."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from model.abilities import Keyword, Static
from model.cards import Card, Layout
from model.effects import Continuous, Prohibition, Replacement
from model.errors import LimitError, OutOfScopeError
from model.events import Cause, Destroy, Discard, Enter, Event, Move, Sacrifice
from model.objects import GameObject
from model.situation import Situation
from model.zones import Zone
from scenarios.catalogue import find, names
from solver import answers
from solver.twin import twin_outcomes
from tests.strategies import creature, permanent, situation
from tests.test_twin_agrees import what_happens

Outcomes = dict[tuple[Event, ...], int]


def _plain(event: Event) -> Event:
    """An event without what explorer and twin need not call the same: sources, causes, and what a copy is made of."""
    match event:
        case Enter():
            copied = None if event.copied is None else Card((event.copied.faces[0],))
            chosen = tuple(sorted(event.chosen))
            return replace(event, cause=Cause.EFFECT, copied=copied, chosen=chosen, of_token=False)
        case Move():
            return replace(event, cause=Cause.EFFECT, source=None)
        case _:
            return event


def compared(found: dict[tuple[Event, ...], int]) -> Outcomes:
    return what_happens((tuple(map(_plain, events)), number) for events, number in found.items())


def by_explorer(there: Situation, events: tuple[Event, ...]) -> Outcomes:
    found: Outcomes = {}
    for each in answers.outcomes(there, events).outcomes:
        found[each.events] = found.get(each.events, 0) + each.orderings
    return compared(found)


def by_twin(there: Situation, events: tuple[Event, ...], most_orders: int = 5040) -> Outcomes:
    return compared(twin_outcomes(there, events, most_orders=most_orders))


def in_hand(name: str, owner: str = "you") -> GameObject:
    return GameObject(name, find(name), Zone.HAND, owner)


def on_battlefield(*cards: str, controller: str = "you") -> tuple[GameObject, ...]:
    return tuple(permanent(find(name), f"{name} {place}", controller) for place, name in enumerate(cards))


ENTERING: dict[str, tuple[Situation, tuple[Event, ...]]] = {
    "614.12: a copy effect removes what would have it enter tapped": (
        situation(*on_battlefield("Essence of the Wild"), in_hand("Rusted Sentinel")),
        (Enter("Rusted Sentinel", "you"),),
    ),
    "707.5: a Clone chooses among the creatures that are there, or none": (
        situation(creature("bear"), creature("rhino", "opponent"), in_hand("Clone")),
        (Enter("Clone", "you"),),
    ),
    "614.13a: two Clones that enter at once do not copy each other": (
        situation(creature("bear"), in_hand("Clone"), replace(in_hand("Clone"), id="other")),
        (Enter("Clone", "you"), Enter("other", "you")),
    ),
    "616.1b: who controls it comes before what it copies": (
        situation(*on_battlefield("Gather Specimens"), creature("bear"), in_hand("Clone", "opponent")),
        (Enter("Clone", "opponent"),),
    ),
    "122.6: counters that it enters with are doubled": (
        situation(*on_battlefield("Doubling Season", "Hardened Scales"), in_hand("Triskelion")),
        (Enter("Triskelion", "you"),),
    ),
    "616.1: exiled or put into the library instead of dying": (
        situation(
            *on_battlefield("Rest in Peace"),
            permanent(find("Wheel of Sun and Moon"), "wheel", attached_to="you"),
            creature("bear"),
        ),
        (Destroy("bear"),),
    ),
    "614.12a: a word is chosen for each of two that enter at once": (
        situation(in_hand("Frontier Siege"), replace(in_hand("Frontier Siege"), id="other")),
        (Enter("Frontier Siege", "you"), Enter("other", "you")),
    ),
    "614.8: regeneration, and what is sacrificed is not regenerated": (
        situation(*on_battlefield("Rest in Peace"), creature("bear"), creature("rhino", "opponent")),
        (Sacrifice("bear"), Destroy("rhino")),
    ),
}


@pytest.mark.parametrize(("there", "events"), ENTERING.values(), ids=ENTERING)
def test_known_cards(there: Situation, events: tuple[Event, ...]):
    expected = by_twin(there, events)
    assert expected
    assert by_explorer(there, events) == expected


@cache
def cards(kind: str) -> tuple[Card, ...]:
    """Cards of one face: permanents about entering or moves, permanents with effects on their own entering, others."""
    found = [find(name) for name in names()]
    plain = [card for card in found if card.layout is Layout.NORMAL and card.faces[0].type_line.is_permanent]
    return tuple(card for card in plain if kind in _kinds(card))


def _kinds(card: Card) -> set[str]:
    kinds = {"any"}
    for ability in card.faces[0].abilities:
        effect = ability.effect if isinstance(ability, Static) else None
        if isinstance(effect, Continuous):
            return set()
        if isinstance(effect, Replacement | Prohibition):
            watched = {watch.kind for watch in effect.watches}
            own = any("this" in repr(watch.get("object")) for watch in effect.watches)
            kinds |= {"own"} if own and "enter" in watched else set()
            kinds |= {"watching"} if watched & {"enter", "move", "destroy", "put_counters"} and not own else set()
    return kinds


def random_question(number: int) -> tuple[Situation, tuple[Event, ...]]:
    chance = Random(number)
    things = [creature("bear"), creature("rhino", "opponent", tapped=True)]
    for place in range(chance.choice([1, 2, 2, 3])):
        card = chance.choice(cards("watching"))
        keywords = {one.name for one in card.faces[0].abilities if isinstance(one, Keyword)}
        host = "you" if "enchant player" in keywords else "bear"
        attached = host if "Aura" in card.faces[0].type_line.subtypes else None
        whose = chance.choice(["you", "opponent"])
        chosen = (("color", "green"), ("name", "bear"), ("player", "you"), ("type", "Bear"))
        things.append(permanent(card, f"{card.name} {place}", whose, attached_to=attached, chosen=chosen))
    for place in range(chance.choice([1, 1, 2])):
        card = chance.choice(cards("own") if chance.random() < 0.7 else cards("any"))
        zone = chance.choice([Zone.HAND, Zone.GRAVEYARD, Zone.STACK])
        whose = chance.choice(["you", "you", "opponent"])
        control = whose if zone is Zone.STACK else None
        things.append(GameObject(f"card {place}", card, zone, whose, control, x=2 if zone is Zone.STACK else 0))
    return situation(*things, active=chance.choice(["you", "opponent"])), _events(things, chance)


def _events(things: list[GameObject], chance: Random) -> tuple[Event, ...]:
    elsewhere = [thing for thing in things if thing.zone is not Zone.BATTLEFIELD]
    match chance.choice(["enter", "enter", "enter", "destroy", "discard", "sacrifice"]):
        case "enter":
            return tuple(Enter(thing.id, chance.choice(["you", thing.owner])) for thing in elsewhere)
        case "discard" if elsewhere[0].zone is Zone.HAND:
            return (Discard(elsewhere[0].owner, elsewhere[0].id),)
        case "destroy":
            return (Destroy("bear"), Destroy("rhino"))
        case _:
            return (Sacrifice("bear"),)


def test_random_boards():
    same = 0
    for number in range(400):
        there, events = random_question(number)
        try:
            expected = by_twin(there, events, 240)
        except (OutOfScopeError, LimitError):
            continue
        assert by_explorer(there, events) == expected, number
        same += 1
    assert same >= 100
