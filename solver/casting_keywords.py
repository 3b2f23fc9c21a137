"""Keywords that say where a card may be cast from, or what may be paid rather than its mana cost (118.9, 702).

One table: what each of them asks for, as facts about the card (flags), about the turn (history), and about what there
is to pay with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from model.abilities import Keyword
from model.characteristics import Characteristics
from model.objects import GameObject
from model.permissions import FREE
from model.rules import Citation
from model.selectors import Aspect, Predicate, Selector
from model.situation import Situation
from model.subtypes import EVERY_CREATURE_TYPE
from model.zones import Zone
from solver.environment import Env
from solver.matching import controller_of, found, traits_of


@dataclass(frozen=True, slots=True)
class Way:
    """What a keyword allows.

    ``zone``: it lets the card be cast from there; else it is another cost wherever the card may be cast from. ``flag``
    is a fact about the card that has to be so, ``unless`` one that must not be. ``fact`` is one about the turn, of the
    player or (``of_opponent``) of an opponent. ``sort``: what the spell has to be. ``cost``: what is paid, if not what
    stands behind the keyword; ``besides``: what is paid besides, a creature like ``thing`` that is there.
    """

    rule: str
    zone: Zone | None = None
    flag: str = ""
    unless: str = ""
    fact: str = ""
    of_opponent: bool = False
    spells_only: bool = False
    cost: str = ""
    besides: str = ""
    thing: tuple[Predicate, ...] = ()
    step: str = ""


#: The cost that stands for the mana cost, in ``Way.cost``.
MANA_COST = "its mana cost"
_YOURS = Predicate(Aspect.CONTROLLER, "you")
_CREATURE = Predicate(Aspect.TYPE, "creature")
_GRAVEYARD, _EXILE = Zone.GRAVEYARD, Zone.EXILE

KEYWORDS: dict[str, Way] = {
    # another cost, wherever the card can be cast from
    "evoke": Way("702.74a"),
    "overload": Way("702.96a"),
    "bestow": Way("702.103a"),
    "dash": Way("702.109a"),
    "awaken": Way("702.113a"),
    "mutate": Way("702.140a"),
    "cleave": Way("702.148a"),
    "blitz": Way("702.152a"),
    "impending": Way("702.176a"),
    "miracle": Way("702.94a", flag="first card drawn this turn"),
    "prowl": Way("702.76a", fact="combat damage by "),
    "freerunning": Way("702.173a", fact="combat damage by "),
    "surge": Way("702.117a", fact="cast another spell"),
    "spectacle": Way("702.137a", fact="lost life", of_opponent=True),
    "emerge": Way("702.119a", thing=(_YOURS, _CREATURE)),
    "web-slinging": Way(
        "702.188a", besides="return a tapped creature to its owner's hand",
        thing=(_YOURS, _CREATURE, Predicate(Aspect.STATUS, "tapped")),
    ),
    "sneak": Way(
        "702.190a", besides="return an unblocked creature to its owner's hand",
        thing=(_YOURS, _CREATURE, Predicate(Aspect.STATUS, "unblocked")), step="declare blockers",
    ),
    # from the hand alone
    "warp": Way("702.185a", zone=Zone.HAND),
    # from a graveyard
    "flashback": Way("702.34a", _GRAVEYARD, spells_only=True),
    "jump-start": Way("702.133a", _GRAVEYARD, spells_only=True, cost=MANA_COST, besides="discard a card"),
    "retrace": Way("702.81a", _GRAVEYARD, cost=MANA_COST, besides="discard a land card"),
    "harmonize": Way("702.180a", _GRAVEYARD),
    "escape": Way("702.138a", _GRAVEYARD),
    "mayhem": Way("702.187b", _GRAVEYARD, flag="discarded this turn"),
    # from exile, once something has put the card there
    "madness": Way("702.35a", _EXILE, flag="exiled by madness"),
    "foretell": Way("702.143a", _EXILE, flag="foretold", unless="foretold this turn"),
    "plot": Way("702.170d", _EXILE, flag="plotted", unless="plotted this turn", cost=FREE),
    "suspend": Way("702.62a", _EXILE, flag="last time counter removed", cost=FREE),
    "rebound": Way("702.88a", _EXILE, flag="exiled by rebound", cost=FREE),
}  # fmt: skip
#: Keywords that have a double-faced card cast with its back face up, and the zone from which (702.146a, 702.162a).
TRANSFORMED = {"disturb": ("702.146a", _GRAVEYARD), "more than meets the eye": ("702.162a", Zone.HAND)}
#: Keywords by which a card is cast face down for {3} (702.37a, 702.168a).
FACE_DOWN = {"morph": "702.37c", "megamorph": "702.37c", "disguise": "702.168b"}
#: Cards exiled face up by these facts may be cast for their mana cost (702.185a).
_AGAIN = "warped"


def other_costs(has: Characteristics, thing: GameObject, player: str, situation: Situation) -> Iterator[str]:
    """What may be paid rather than the mana cost by the spell's own keywords (118.9a)."""
    for keyword in _of(has):
        way = KEYWORDS[keyword.name]
        if way.zone is None and keyword.cost and _holds(way, keyword, has, thing, player, situation):
            yield from _costs(way, keyword, player, situation)


def from_zone(
    has: Characteristics, spell: Characteristics, thing: GameObject, player: str, situation: Situation
) -> Iterator[tuple[str, Citation]]:
    """Each cost for which the card's keywords, there, allow casting it from its zone, with the rule.

    ``has`` is the card where it is, ``spell`` the spell that it would be. An empty cost is the mana cost.
    """
    for keyword in _of(has):
        way = KEYWORDS[keyword.name]
        if way.zone is not thing.zone or not _holds(way, keyword, spell, thing, player, situation):
            continue
        if keyword.name == "escape" and _others(thing, player, situation) < _number_exiled(keyword.cost):
            continue
        if way.besides and thing.zone is _GRAVEYARD and not _discardable(way.besides, player, situation):
            continue
        cost = way.cost or keyword.cost
        if not cost:
            continue
        if cost == MANA_COST:
            cost = str(spell.mana_cost) if spell.mana_cost is not None else ""
            if not cost:
                continue
        yield ", ".join(part for part in (cost, way.besides) if part), _why(keyword.name, way.rule)
    if thing.zone is _EXILE and _AGAIN in thing.flags:
        yield "", _why("warp", "702.185a")


def _why(name: str, rule: str) -> Citation:
    return Citation(rule, f"{name} allows it from there for its cost")


def _of(has: Characteristics) -> Iterator[Keyword]:
    return (one for one in has.abilities if isinstance(one, Keyword) and one.name in KEYWORDS)


def _holds(
    way: Way, keyword: Keyword, spell: Characteristics, thing: GameObject, player: str, situation: Situation
) -> bool:
    """Whether all that the keyword asks for is so."""
    if way.spells_only and not {"instant", "sorcery"} & set(spell.type_line.types):
        return False
    if (way.flag and way.flag not in thing.flags) or (way.unless and way.unless in thing.flags):
        return False
    if way.step and situation.step != way.step:
        return False
    if way.thing and not _things(way, player, situation):
        return False
    if not way.fact:
        return True
    if way.fact.endswith(" "):
        words = _damaging(keyword.name, spell)
        facts = _facts(player, situation)
        every = EVERY_CREATURE_TYPE in words and any(fact.startswith(way.fact) for fact in facts)
        return every or any(way.fact + word in facts for word in words)
    players = situation.opponents(player) if way.of_opponent else (player,)
    return any(way.fact in _facts(one, situation) for one in players)


def _damaging(name: str, spell: Characteristics) -> tuple[str, ...]:
    """The creatures whose combat damage counts: of the spell's types, or an Assassin or commander (702.173a)."""
    return ("Assassin", "a commander") if name == "freerunning" else spell.type_line.subtypes


def _facts(player: str, situation: Situation) -> set[str]:
    return {fact.rpartition(": ")[0] for fact in situation.history if fact.endswith(f": {player}")}


def _things(way: Way, player: str, situation: Situation) -> tuple[str, ...]:
    return found(Selector((way.thing,)), Env(player, None), situation)


def _costs(way: Way, keyword: Keyword, player: str, situation: Situation) -> Iterator[str]:
    """The cost, one for each creature that may be sacrificed for emerge, since that takes its mana value off."""
    if keyword.name != "emerge":
        yield ", ".join(part for part in (keyword.cost, way.besides) if part)
        return
    from solver.total_costs import reduced

    for ref in _things(way, player, situation):
        value = traits_of(situation, situation.object(ref)).mana_value
        yield f"{reduced(keyword.cost, f'{{{value}}}')}, sacrifice {ref}"


def _number_exiled(cost: str) -> int:
    """How many other cards an escape cost exiles: the number in its words."""
    return next((int(word) for word in cost.split() if word.isdigit()), 0)


def _others(thing: GameObject, player: str, situation: Situation) -> int:
    known = sum(o.zone is _GRAVEYARD and o.owner == player and o.id != thing.id for o in situation.objects)
    return known + situation.player(player).unknown_graveyard


def _discardable(besides: str, player: str, situation: Situation) -> bool:
    """Whether there is a card to discard; one that is not known may be a land."""
    if situation.player(player).unknown_hand:
        return True
    hand = [o for o in situation.objects if o.zone is Zone.HAND and controller_of(situation, o.id) == player]
    return any("land card" not in besides or "land" in traits_of(situation, o).type_line.types for o in hand)
