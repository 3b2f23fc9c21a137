"""Keyword abilities that trigger and whose effect is not modelled, as data: when they trigger, and by which rule (702).

They trigger like all others; what comes to resolve one of them raises OutOfScopeError, which names it, so that no
answer leaves it out in silence. Those that depend on a cost that was paid trigger only where a fact of the object says
so, by a flag with the keyword's name (``flags: [blitz]``).
"""

from __future__ import annotations

from dataclasses import dataclass

from model.abilities import Keyword, Triggered
from model.amounts import ONE, Amount, Binary, Call, Number
from model.effects import Watch, Words
from model.instructions import Do
from model.selectors import Aspect, Predicate, Selector, role
from model.zones import Zone

_THIS, _YOU, _OPPONENT = role("this"), role("you"), role("opponent")
_OTHER = Predicate(Aspect.OTHER, "this")
_CREATURE = Predicate(Aspect.TYPE, "creature")
_YOURS = Predicate(Aspect.CONTROLLER, "you")
_FROM_BATTLEFIELD = ("from", Words(("battlefield",)))
_TO_GRAVEYARD = ("to", Words(("graveyard",)))

_ENTERS = Watch("enter", (("object", _THIS),))
_DIES = Watch("move", (("object", _THIS), _FROM_BATTLEFIELD, _TO_GRAVEYARD))
_ATTACKS = Watch("attack", (("object", _THIS),))
_IS_CAST = Watch("cast", (("object", _THIS),))
_YOU_CAST = Watch("cast", (("player", _YOU),))
_UPKEEP = Watch("begin", (("player", _YOU), ("step", Words(("upkeep",)))))
_END_STEP = Watch("begin", (("step", Words(("end",))),))
_TARGETED = Watch("become_target", (("object", _THIS), ("player", _OPPONENT)))
_RESOLVES = Watch("move", (("object", _THIS), ("from", Words(("stack",))), _TO_GRAVEYARD))
_CREATURE_ENTERS = Watch("enter", (("object", Selector(((_OTHER, _CREATURE),))),))
_YOUR_CREATURE_ENTERS = Watch("enter", (("object", Selector(((_OTHER, _CREATURE),))), ("under", _YOU)))
_CREATURE_DIES = Watch("move", (("object", Selector(((_CREATURE,),))), ("of", _YOU), _FROM_BATTLEFIELD, _TO_GRAVEYARD))
_DISCARDED_TO_EXILE = Watch("move", (("object", _THIS), ("to", Words(("exile",))), ("how", Words(("discard",)))))


def _there_is(*tests: Predicate) -> Amount:
    return Binary(">=", Call("count", (Selector((tests,)),)), ONE)


@dataclass(frozen=True, slots=True)
class Told:
    """When a keyword triggers, as far as that is known: events, what has to be so for anything to come of it, zones."""

    rule: str
    watches: tuple[Watch, ...]
    condition: Amount | None = None
    zones: tuple[Zone, ...] = (Zone.BATTLEFIELD,)


def _as_cast(rule: str, paid: str = "") -> Told:
    """A copy, or another spell, as this one is cast."""
    return Told(rule, (_IS_CAST,), Call("flag", (paid,)) if paid else None, (Zone.STACK,))


_PLUS_ONE = Binary(">=", Call("counters", ("+1/+1", _THIS)), ONE)
_FIRST_CARD = Binary("==", Call("drawn_this_turn", (_YOU,)), ONE)
_TWO_OPPONENTS = Binary(">=", Call("count", (_OPPONENT,)), Number(2))
_ATTACKING = Predicate(Aspect.STATUS, "attacking")
_ARTIFACT = Predicate(Aspect.TYPE, "artifact")
_IN_GRAVEYARD = (Predicate(Aspect.ZONE, "graveyard"), Predicate(Aspect.OWNER, "you"))

TOLD: dict[str, Told] = {
    "backup": Told("702.165a", (_ENTERS,)),
    "cascade": _as_cast("702.85a"),
    "casualty": _as_cast("702.153a", "casualty"),
    "conspire": _as_cast("702.78a", "conspire"),
    "demonstrate": _as_cast("702.144a"),
    "echo": Told("702.30a", (_UPKEEP,)),
    "enlist": Told("702.154a", (_ATTACKS,), Call("flag", ("enlist",))),
    "for mirrodin": Told("702.163a", (_ENTERS,)),
    "frenzy": Told("702.68a", (_ATTACKS,)),
    "gift": Told("702.174b", (_ENTERS,), Call("flag", ("gift",))),
    "gravestorm": _as_cast("702.69a"),
    "haunt": Told("702.55a", (_DIES, _RESOLVES), _there_is(_CREATURE), (Zone.BATTLEFIELD, Zone.GRAVEYARD)),
    "hideaway": Told("702.75a", (_ENTERS,)),
    "increment": Told("702.191a", (_YOU_CAST,)),
    "job select": Told("702.182a", (_ENTERS,)),
    "living weapon": Told("702.92a", (_ENTERS,)),
    "madness": Told("702.35a", (_DISCARDED_TO_EXILE,), None, (Zone.EXILE,)),
    "mentor": Told("702.134a", (_ATTACKS,), _there_is(_OTHER, _ATTACKING, _CREATURE)),
    "miracle": Told("702.94a", (Watch("draw", (("player", _YOU),)),), _FIRST_CARD, (Zone.HAND,)),
    "mobilize": Told("702.181a", (_ATTACKS,)),
    "myriad": Told("702.116a", (_ATTACKS,), _TWO_OPPONENTS),
    "partner with": Told("702.124j", (_ENTERS,)),
    "provoke": Told("702.39a", (_ATTACKS,)),
    "rebound": Told("702.88a", (_UPKEEP,), Call("flag", ("exiled by rebound",)), (Zone.EXILE,)),
    "replicate": _as_cast("702.56a", "replicate"),
    "ripple": _as_cast("702.60a"),
    "soulbond": Told("702.95a", (_ENTERS, _YOUR_CREATURE_ENTERS), _there_is(_OTHER, _CREATURE, _YOURS)),
    "storm": _as_cast("702.40a"),
    "visit": Told("702.159a", (Watch("roll_die", (("player", _YOU),)),)),
    "ward": Told("702.21a", (_TARGETED,)),
    # Modelled where their number, or a cost of mana, is printed (solver.keyword_triggers).
    "afflict": Told("702.130a", (Watch("block", (("attacker", _THIS),)),)),
    "afterlife": Told("702.135a", (_DIES,)),
    "annihilator": Told("702.86a", (_ATTACKS,)),
    "bushido": Told("702.45a", (Watch("block", (("attacker", _THIS),)), Watch("block", (("object", _THIS),)))),
    "cumulative upkeep": Told("702.24a", (_UPKEEP,)),
    "fabricate": Told("702.123a", (_ENTERS,)),
    "firebending": Told("702.189a", (_ATTACKS,)),
    "poisonous": Told("702.70a", (Watch("deal_damage", (("source", _THIS), ("combat", True))),)),
    "rampage": Told("702.23a", (Watch("block", (("attacker", _THIS),)),)),
    "recover": Told("702.59a", (_CREATURE_DIES,), None, (Zone.GRAVEYARD,)),
    "soulshift": Told("702.46a", (_DIES,), _there_is(Predicate(Aspect.SUBTYPE, "Spirit"), *_IN_GRAVEYARD)),
    "renown": Told("702.112a", (Watch("deal_damage", (("source", _THIS), ("combat", True))),)),
}


def told(keyword: Keyword) -> tuple[Triggered, ...]:
    """The triggered ability of a keyword that is not modelled; none for a keyword that never triggers."""
    words = keyword.name.split(" ")
    found = next((name for size in (3, 2, 1) if (name := " ".join(words[:size])) in TOLD), None)
    if found is None:
        return ()
    entry = TOLD[found]
    refused = Do("keyword", (("name", found), ("rule", entry.rule)))
    return (Triggered(entry.watches, (refused,), entry.condition, zones=entry.zones),)
