"""Boards drawn at random from the catalogue, with things that happen on them, the same ones for the same number."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

from model.abilities import Activated, Keyword, SpellAbility, Static, Triggered
from model.actions import Action, Resolve, ResolveTriggers, StateBasedActions, TapForMana
from model.cards import Card, Layout
from model.effects import Continuous
from model.events import (
    Cause,
    CreateTokens,
    DealDamage,
    Destroy,
    Discard,
    DrawCards,
    Enter,
    Event,
    GainLife,
    LoseLife,
    Mill,
    Move,
    PutCounters,
    Sacrifice,
    SetLife,
    Tokens,
)
from model.objects import GameObject
from model.players import Player
from model.situation import Situation
from model.zones import Zone
from scenarios import catalogue
from solver.matching import traits_of
from tests.strategies import CLUE, SQUIRREL, creature

Step = tuple[Event | Action, ...]
#: Keywords that replace something or change the results of damage.
KEYWORDS = frozenset({"dredge", "absorb", "lifelink", "infect", "wither", "toxic", "umbra armor"})
CHOSEN = (("color", "red"), ("type", "Goblin"), ("name", "Bear"))
OTHER_ABILITIES = ((), (), ("lifelink",), ("infect",), ("wither",), ("indestructible",), ("deathtouch",))
#: Cards whose costs ask for a card in a hand that may hold cards nobody knows.
LEFT_OUT = frozenset({"Mox Diamond", "Lion's Eye Diamond"})


@cache
def cards() -> tuple[Card, ...]:
    """The cards of the catalogue with one face."""
    found = (catalogue.find(name) for name in catalogue.names() if name not in LEFT_OUT)
    return tuple(card for card in found if card.layout is Layout.NORMAL)


@cache
def permanents(*, with_effects: bool) -> tuple[Card, ...]:
    """Permanent cards that replace, prevent or forbid something, or those with other abilities."""
    return tuple(
        card for card in cards() if card.faces[0].type_line.is_permanent and _has_effects(card) == with_effects
    )


@cache
def spells() -> tuple[Card, ...]:
    """Cards that do something as they resolve."""
    return tuple(card for card in cards() if any(isinstance(one, SpellAbility) for one in card.faces[0].abilities))


def _has_effects(card: Card) -> bool:
    return any(
        (isinstance(one, Static) and not isinstance(one.effect, Continuous))
        or (isinstance(one, Keyword) and one.name in KEYWORDS)
        for one in card.faces[0].abilities
    )


class Board:
    """A situation under construction; ids are the cards' names, numbered where they are there already."""

    def __init__(self, chance: Random):
        """Players with hands, libraries and graveyards, a creature each, and some permanents with effects."""
        self.chance = chance
        self.names = ["you", "opponent", "third"][: chance.choice([2, 2, 2, 3])]
        self.things: list[GameObject] = []
        players = [self._player(name) for name in self.names]
        for _ in range(chance.choice([1, 2, 2, 3, 3, 4])):
            self._permanent()
        if chance.random() < 0.4:
            owner, targets = chance.choice(self.names), self._refs(3)
            self._add(chance.choice(spells()), Zone.STACK, owner, owner, targets=targets, x=chance.choice([0, 2]))
        self.situation = Situation(tuple(players), chance.choice(self.names), tuple(self.things), next_timestamp=99)

    def _add(self, card: Card, zone: Zone, owner: str, controller: str | None = None, **status: object) -> str:
        taken = {thing.id for thing in self.things}
        numbered = (card.name if number == 1 else f"{card.name} {number}" for number in range(1, 99))
        ref = next(name for name in numbered if name not in taken)
        self.things.append(GameObject(ref, card, zone, owner, controller, timestamp=len(taken), **status))  # type: ignore[arg-type]
        return ref

    def _refs(self, number: int) -> tuple[str, ...]:
        there = [thing.id for thing in self.things if thing.zone is Zone.BATTLEFIELD]
        return tuple(self.chance.choice(there) for _ in range(number))

    def _player(self, name: str) -> Player:
        chance = self.chance
        library = tuple(
            self._add(chance.choice(cards()), Zone.LIBRARY, name) for _ in range(chance.choice([0, 0, 1, 2]))
        )
        for zone, numbers in ((Zone.HAND, [0, 0, 1, 2]), (Zone.GRAVEYARD, [0, 0, 1])):
            for _ in range(chance.choice(numbers)):
                self._add(chance.choice(cards()), zone, name)
        abilities = chance.choice(OTHER_ABILITIES)
        self.things.append(creature(f"bear of {name}", name, *abilities, damage=chance.choice([0, 0, 1])))
        return Player(
            name,
            chance.choice([1, 3, 20]),
            library=library,
            unknown_library=chance.choice([0, 1, 60, 60]),
            unknown_hand=chance.choice([0, 1, 3]),
        )

    def _permanent(self) -> None:
        chance = self.chance
        card = chance.choice(permanents(with_effects=chance.random() < 0.8))
        face = card.faces[0]
        attached = self._refs(1)[0] if {"Aura", "Equipment"} & set(face.type_line.subtypes) else None
        counters = {chance.choice(["shield", "finality", "+1/+1", "charge"]): 1} if chance.random() < 0.2 else {}
        if face.loyalty:
            counters["loyalty"] = face.loyalty
        owner = chance.choice(self.names)
        self._add(
            card,
            Zone.BATTLEFIELD,
            owner,
            owner,
            counters=tuple(sorted(counters.items())),
            chosen=(*CHOSEN, ("player", chance.choice(self.names))),
            attached_to=attached,
            tapped=chance.random() < 0.2,
        )


def board(number: int) -> tuple[Situation, list[Step], bool]:
    """A situation, what happens in it step by step, and whether abilities that trigger are followed."""
    chance = Random(number)
    situation = Board(chance).situation
    steps = [_step(chance, situation) for _ in range(chance.choice([1, 1, 2, 3]))]
    tracking = chance.random() < 0.4
    return situation, [*steps, (ResolveTriggers(),)] if tracking else steps, tracking


def _step(chance: Random, situation: Situation) -> Step:
    """Resolving a spell or ability, state-based actions, tapping for mana, or up to three events at the same time."""
    kind = chance.random()
    stack = [thing.id for thing in situation.objects if thing.zone is Zone.STACK]
    if kind < 0.15 and stack:
        return (Resolve(stack[0]),)
    there = [thing.id for thing in situation.battlefield()]
    if kind < 0.35 and (abilities := list(_abilities(situation, Activated, Triggered))):
        ref, place = chance.choice(abilities)
        targets = tuple(chance.choice(there) for _ in range(3))
        return (Resolve(ref, place, targets, x=2, source_chosen=chance.choice(there)),)
    if kind < 0.42:
        return (StateBasedActions(),)
    tapping = [ref for ref, _ in _abilities(situation, Activated, symbol="{T}") if not situation.object(ref).tapped]
    if kind < 0.5 and tapping:
        return (TapForMana(chance.choice(tapping)),)
    events = [_event(chance, situation) for _ in range(chance.choice([1, 1, 1, 2, 2, 3]))]
    leaving: dict[object, Event] = {}
    for place, event in enumerate(events):  # nothing leaves twice
        leaves = isinstance(event, Move | Destroy | Sacrifice | Enter)
        known = event.affected if leaves else getattr(event, "card", None)
        leaving.setdefault(known or place, event)
    return tuple(leaving.values())


def _abilities(situation: Situation, *kinds: type, symbol: str = "") -> Iterable[tuple[str, int]]:
    """The abilities of permanents by number: activated ones, then triggered ones."""
    for thing in situation.battlefield():
        of_thing = traits_of(situation, thing).abilities
        listed = [one for kind in kinds for one in of_thing if isinstance(one, kind)]
        for place, ability in enumerate(listed, 1):
            if not symbol or symbol in getattr(ability, "symbols", ""):
                yield thing.id, place


def _event(chance: Random, situation: Situation) -> Event:
    names = [player.name for player in situation.players]
    there = [thing.id for thing in situation.battlefield()]
    creatures = [
        t.id for t in situation.battlefield() if "creature" in traits_of(situation, t).type_line.types
    ] or there
    player, source, thing = chance.choice(names), chance.choice(there), chance.choice(there)
    number = chance.choice([1, 1, 2, 3])
    cause = chance.choice([Cause.EFFECT, Cause.EFFECT, Cause.EFFECT, Cause.COST, Cause.TURN_BASED_ACTION])
    counters = ((chance.choice(["+1/+1", "-1/-1"]), number),)
    tokens = (Tokens(chance.choice([SQUIRREL, CLUE]), number),)
    hand = [o.id for o in situation.objects if o.zone is Zone.HAND and o.owner == player]
    entering = [o for o in situation.objects if o.zone in (Zone.HAND, Zone.GRAVEYARD)]
    entering = [o for o in entering if traits_of(situation, o).type_line.is_permanent]
    to = chance.choice([*names, *creatures, *creatures])
    combat, preventable = chance.random() < 0.3, chance.random() < 0.9
    options: list[tuple[int, Event]] = [
        (4, DealDamage(source, to, number, combat, preventable)),
        (3, DrawCards(player, number, source, cause)),
        (1, Mill(player, number, source)),
        (1, GainLife(player, number, source)),
        (1, LoseLife(player, number, source)),
        (2, PutCounters(chance.choice(creatures), counters, player, source, cause)),
        (2, CreateTokens(player, tokens, player, source, cause)),
        (1, Destroy(thing, source, can_regenerate=chance.random() < 0.7)),
        (1, Sacrifice(thing, source)),
        (1, Discard(player, chance.choice([*hand, None]), source, cause)),
        (1, SetLife(player, chance.choice([5, 10, 20]), source)),
        (1, Move(thing, chance.choice([Zone.GRAVEYARD, Zone.HAND, Zone.EXILE]), Zone.BATTLEFIELD)),
    ]
    if entering:
        options.append((2, Enter(chance.choice(entering).id, player)))
    drawn: Event = chance.choices([event for _, event in options], [weight for weight, _ in options])[0]
    return drawn
