"""Which effects may be applied to an event now, in which order of 616.1a-e, and whose turn it is to choose."""

from __future__ import annotations

from collections.abc import Iterator

from model.attempts import ChoosingThing
from model.cards import Layout
from model.effects import Change, EnterAsCopy, Replacement
from model.events import (
    CopySpell,
    CreateTokens,
    DealDamage,
    Destroy,
    Enter,
    Event,
    GainLife,
    How,
    Move,
    PutCounters,
    RemoveDamage,
    RemoveFromCombat,
    Sacrifice,
    SetLife,
    Tap,
    Transform,
    Untap,
)
from model.objects import GameObject
from model.selectors import Selector
from model.situation import Situation
from model.turn_events import TurnFaceUp
from model.zones import Zone
from solver.amounts import holds
from solver.checking.ledger import Entry, Together
from solver.environment import Env
from solver.in_force import Active, effects_in_force, replacements_for
from solver.matching import controller_of, traits_of
from solver.prohibiting import may_regenerate
from solver.watching import watched_parts

#: The roles by which a change of an entering falls under 616.1b or 616.1d.
_ENTERING = {"under": "616.1b", "face": "616.1d"}


def effects_on(entry: Entry, situation: Situation) -> tuple[Active, ...]:
    """614.4: the replacement and prevention effects that exist now and are about events of this kind."""
    return (*entry.own, *replacements_for(entry.event, situation))


def why_not(active: Active, entry: Entry, situation: Situation) -> tuple[str, str] | None:
    """614.1, 614.5, 614.8: the rule by which an effect can't be applied to an event, and why; None where it can."""
    effect, event = active.effect, entry.event
    if not isinstance(effect, Replacement):
        return "614.1", f"{active.id} is no replacement or prevention effect"
    if active.id in entry.lineage:
        return "614.5", f"{active.id} had its one opportunity to affect this event"
    if effect.regeneration and isinstance(event, Destroy) and not may_regenerate(event, situation):
        return "701.19c", "the permanent can't be regenerated"
    if not any(watched_parts(watch, event, active.env, situation) for watch in effect.watches):
        return "614.1", f"{active.id} does not watch for this event"
    if not holds(effect.condition, active.env.seeing(event), situation):
        return "614.1", f"the condition of {active.id} does not hold"
    return None


def tier(active: Active, event: Event) -> str:
    """616.1a-e: the rule under which the effect may be chosen, read off what it does."""
    effect = active.effect
    assert isinstance(effect, Replacement)
    if effect.self_replacement:
        return "616.1a"
    if isinstance(effect.rewrite, EnterAsCopy):
        return "616.1c"
    if isinstance(effect.rewrite, Change):
        roles = {name for name, _ in effect.rewrite.roles}
        if isinstance(event, Enter):
            return min((rule for role, rule in _ENTERING.items() if role in roles), default="616.1e")
        if isinstance(event, CreateTokens) and "player" in roles:  # the tokens would enter under another's control
            return "616.1b"
    return "616.1e"


def prohibition(event: Event, situation: Situation) -> Active | None:
    """614.17: the effect by which the event can't happen, if there is one."""
    return next((active for active in prohibitions(event, situation)), None)


def prohibitions(event: Event, situation: Situation) -> Iterator[Active]:
    """614.17: all effects by which the event can't happen."""
    for active in effects_in_force(situation).prohibitions.get(event.kind, ()):
        watched = any(watched_parts(watch, event, active.env, situation) for watch in active.watches)
        if watched and holds(active.effect.condition, active.env.seeing(event), situation):
            yield active


def free_to_choose(refs: tuple[str, ...], among: Selector, env: Env, situation: Situation) -> tuple[str, ...]:
    """101.2: what an effect may have its player choose; what pays for a cost is no such choice."""
    if env.value("cost"):
        return refs
    return tuple(
        ref for ref in refs if prohibition(ChoosingThing(ref, env.you, env.this, among.worded), situation) is None
    )


def no_event(event: Event, situation: Situation) -> str | None:
    """614.7: the rule by which this is no event: nothing is left in it, or it can't be done to what it is done to."""
    if isinstance(event, DealDamage):
        if event.amount <= 0:
            return "614.7a"
        return None if _takes_damage(event.to, situation) else "120.1a"
    if isinstance(event, GainLife) and event.amount <= 0:
        return "119.10"
    if _number(event) == 0:
        return "614.7"
    thing = situation.find(event.affected)
    if isinstance(event, Destroy | Sacrifice) and (thing is None or thing.zone is not Zone.BATTLEFIELD):
        return "101.3"
    if isinstance(event, Tap | Untap | RemoveDamage | RemoveFromCombat):
        return None if thing and _changes(event, thing) else "101.3"
    if isinstance(event, CopySpell):
        spell = situation.find(event.object)
        return None if spell is not None and spell.zone is Zone.STACK else "101.3"
    if isinstance(event, Transform):
        return _turns_over(event, thing, situation)
    if isinstance(event, TurnFaceUp):
        return "101.3" if _stays_face_down(thing) else None
    if isinstance(event, Move) and event.how is How.RESOLVE and (thing is None or thing.zone is not event.origin):
        return "101.3"  # it has put itself elsewhere (608.2n)
    if isinstance(event, Enter) and thing is not None and thing.token and thing.zone in _LEFT:
        return "111.8"
    if isinstance(event, Enter) and thing is not None and _is_for_once(event, thing):
        return "712.14b" if thing.card.layout is Layout.MODAL_DFC and not event.face else "400.4a"
    return None if thing or situation.is_player(event.affected) else "101.3"


#: Where a token is that has left the battlefield.
_LEFT = frozenset({Zone.GRAVEYARD, Zone.EXILE, Zone.HAND, Zone.LIBRARY})


def _is_for_once(event: Enter, thing: GameObject) -> bool:
    """400.4a: whether it would be put onto the battlefield as an instant or sorcery.

    A double-faced spell that would turn over to such a face goes to the graveyard instead (712.13a).
    """
    if thing.zone is Zone.STACK and event.face and not thing.face and thing.card.is_double_faced:
        return False
    faces = (event.copied or thing.card).faces
    types = faces[min(event.face, len(faces) - 1)].type_line
    return not types.is_permanent and bool({"instant", "sorcery"} & set(types.types))


def _stays_face_down(thing: GameObject | None) -> bool:
    """Whether a permanent is not turned face up: it is so already, or an instant or sorcery card (701.40g)."""
    if thing is None or thing.zone is not Zone.BATTLEFIELD or "face-down" not in thing.flags:
        return True
    return bool({"instant", "sorcery"} & set(thing.card.faces[0].type_line.types))


def _turns_over(event: Transform, thing: GameObject | None, situation: Situation) -> str | None:
    """701.27: the rule by which a permanent does not turn over."""
    if thing is None or thing.zone is not Zone.BATTLEFIELD:
        return "701.27a"
    card = thing.card
    if "face-down" in thing.flags:
        return "712.15a"
    if card.layout is Layout.MELD:
        return "712.4c"
    if len(card.faces) < 2 or card.layout not in (Layout.TRANSFORM, Layout.MODAL_DFC, Layout.TOKEN):
        return "701.27c"
    if card.layout is Layout.MODAL_DFC and situation.edition.startswith("2024"):
        return "712.3"
    for keyword, rule in (("daybound", "702.145b"), ("nightbound", "702.145e")):
        if traits_of(situation, thing).has_keyword(keyword) and event.own != keyword:
            return rule
    first = len(card.sides[0].faces) if card.sides else 1
    if {"instant", "sorcery"} & set(card.faces[first if thing.face < first else 0].type_line.types):
        return "701.27d"
    if event.source == thing.id and "transformed since then" in thing.flags:
        return "701.27f"
    return None


def _changes(event: Tap | Untap | RemoveDamage | RemoveFromCombat, thing: GameObject) -> bool:
    """701.26a-b, 506.4: whether there is anything of a permanent's status to change."""
    match event:
        case Tap():
            return not thing.tapped
        case Untap():
            return thing.tapped
        case RemoveDamage():
            return thing.damage > 0 or thing.deathtouched
        case RemoveFromCombat():
            return thing.attacking is not None or bool(thing.blocking)


def _number(event: Event) -> int | None:
    """How many of something the event is about; None where it is not about a number."""
    if isinstance(event, PutCounters):
        return sum(max(0, number) for _, number in event.counters)
    if isinstance(event, CreateTokens):
        return sum(max(0, group.count) for group in event.tokens)
    if isinstance(event, SetLife) or event.amount_now is None:
        return None
    return max(0, event.amount_now)


def _takes_damage(ref: str, situation: Situation) -> bool:
    """120.1a: damage is dealt to players and to battles, creatures and planeswalkers on the battlefield."""
    if situation.is_player(ref):
        return not situation.player(ref).lost
    thing = situation.find(ref)
    if thing is None or thing.zone is not Zone.BATTLEFIELD:
        return False
    return not {"battle", "creature", "planeswalker"}.isdisjoint(traits_of(situation, thing).type_line.types)


def indestructible(event: Event, situation: Situation) -> bool:
    """702.12b: whether the event would destroy a permanent that can't be destroyed."""
    thing = situation.find(event.affected)
    return (
        isinstance(event, Destroy) and thing is not None and traits_of(situation, thing).has_keyword("indestructible")
    )


def only_self_replacement(event: Event, situation: Situation) -> bool:
    """614.17c: whether the event can't happen, so that nothing but a self-replacement effect may be applied to it."""
    return indestructible(event, situation) or prohibition(event, situation) is not None


def open_to(entry: Entry, situation: Situation) -> list[Active]:
    """616.1: the effects between which the affected player or the affected object's controller chooses now."""
    if no_event(entry.event, situation):
        return []
    fitting = [active for active in effects_on(entry, situation) if why_not(active, entry, situation) is None]
    if only_self_replacement(entry.event, situation):
        fitting = [active for active in fitting if active.is_self_replacement]
    first = min((tier(active, entry.event) for active in fitting), default="")
    return [active for active in fitting if tier(active, entry.event) == first]


def chooser_of(event: Event, situation: Situation) -> str:
    """616.1: the affected player, or the controller of the affected object (its owner if it has none).

    614.12: for an object that would enter the battlefield, the player who would control it there.
    """
    return event.under if isinstance(event, Enter) else controller_of(situation, event.affected)


def choosing(together: Together, situation: Situation) -> dict[str, dict[int, list[Active]]]:
    """101.4: for each player with choices, in APNAP order, the events that they choose for with the effects open."""
    found: dict[str, dict[int, list[Active]]] = {player: {} for player in situation.apnap()}
    for place, entry in enumerate(together.entries):
        if effects := open_to(entry, situation):
            found[chooser_of(entry.event, situation)][place] = effects
    return {player: places for player, places in found.items() if places}


def covered(active: Active, places: dict[int, list[Active]]) -> tuple[int, ...]:
    """615.7: the events of one player that a shield, or an effect on all damage together, may be applied to at once."""
    effect = active.effect
    assert isinstance(effect, Replacement)
    if active.remaining is None and not effect.together:
        return ()
    over = tuple(place for place, effects in places.items() if any(other.id == active.id for other in effects))
    return over if len(over) > 1 else ()


def options_at(place: int, places: dict[int, list[Active]], together: Together, situation: Situation) -> int:
    """616.1e, 615.7: how many options a player has at an event, and at those that shields join to it."""
    joined, shields = {place}, dict[str, tuple[Active, tuple[int, ...]]]()
    while True:
        for here in sorted(joined):
            for active in places[here]:
                if over := covered(active, places):
                    shields[active.id] = active, over
        grown = joined.union(*(over for _, over in shields.values()))
        if grown == joined:
            break
        joined = grown
    single = sum(active.id not in shields for here in joined for active in places[here])
    return single + sum(_splits(active, over, together, situation) for active, over in shields.values())


def _splits(active: Active, over: tuple[int, ...], together: Together, situation: Situation) -> int:
    """615.7: in how many ways a shield can be split over events; it covers as much as it can."""
    if active.remaining is None:
        return 1
    amounts = coverable(active, over, together, situation)
    ways = {0: 1}
    for amount in amounts:
        next_ways: dict[int, int] = {}
        for total, number in ways.items():
            for share in range(amount + 1):
                next_ways[total + share] = next_ways.get(total + share, 0) + number
        ways = next_ways
    return ways[min(active.remaining, sum(amounts))]


def coverable(active: Active, over: tuple[int, ...], together: Together, situation: Situation) -> tuple[int, ...]:
    """615.7, 615.12: how much of each event a shield could cover."""
    effect = active.effect
    assert isinstance(effect, Replacement)
    events = [together.entries[place].event for place in over]
    return tuple(
        0 if effect.prevents and unpreventable(event, situation) else event.amount_now or 0 for event in events
    )


def unpreventable(event: Event, situation: Situation) -> bool:
    """615.12: whether this is damage that can't be prevented."""
    if isinstance(event, DealDamage) and not event.preventable:
        return True
    return any(
        any(watched_parts(watch, event, active.env, situation) for watch in active.watches)
        and holds(active.effect.condition, active.env.seeing(event), situation)
        for active in effects_in_force(situation).unpreventable
    )
