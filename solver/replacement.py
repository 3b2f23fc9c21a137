"""The process of 616: which effects may be applied to the events of a group now, who chooses, and what follows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from model.decisions import ChoiceKind, Option
from model.effects import AsEnters, Change, ChangeMana, Choosing, EnterAsCopy, OneOf, Paying, Replacement, Rewrite
from model.events import (
    CopySpell,
    DealDamage,
    Destroy,
    Enter,
    Event,
    How,
    Move,
    RemoveDamage,
    RemoveFromCombat,
    Sacrifice,
    Tap,
    Transform,
    Untap,
)
from model.objects import GameObject
from model.production import Fixed, These
from model.situation import Situation
from model.turn_events import TurnFaceUp
from model.zones import Zone
from solver.agenda import Apply, ApplySplit, Choose, Group, Item, Pending, Sequence
from solver.amounts import holds
from solver.csp import Total, solutions
from solver.entering import copyable, entering_choice, is_decided
from solver.in_force import Active, replacements_for
from solver.matching import chooser_of, found, traits_of
from solver.production import productions, type_letters, written
from solver.prohibiting import choosable, may_regenerate, prohibited
from solver.reading import reading_of
from solver.rewriting import apply_rewrite, can_be_dealt_damage, lineage_of_besides, unpreventable
from solver.transforming import against_entering, can_be_turned_up, transformation
from solver.watching import is_nothing, watched_parts

TIERS = ("616.1a", "616.1b", "616.1c", "616.1d", "616.1e")


def applicable(active: Active, pending: Pending, situation: Situation) -> bool:
    """Whether the effect may be applied to the event now: not yet applied (614.5), watching it, its condition true."""
    effect, event = active.effect, pending.event
    if active.id in pending.applied or not isinstance(effect, Replacement):
        return False
    if effect.regeneration and isinstance(event, Destroy) and not may_regenerate(event, situation):
        return False
    if not any(watched_parts(watch, event, active.env, situation) for watch in effect.watches):
        return False
    return effect.condition is None or holds(effect.condition, active.env.seeing(event), situation)


def candidates(pending: Pending, situation: Situation) -> list[Active]:
    """All effects that may be applied to the event now, whatever their tier."""
    found_ones = (*pending.own, *replacements_for(pending.event, situation))
    known: dict[object, bool] = {}
    result = []
    for active in found_ones:
        if active.id in pending.applied:
            continue
        fitting = known.get(active.alike)
        if fitting is None:
            fitting = known[active.alike] = applicable(active, pending, situation)
        if fitting:
            result.append(active)
    return result


def tier_of(active: Active, event: Event) -> int:
    """The place of the effect in 616.1a-e, read off what it does; only self-replacement is said by the effect."""
    effect = active.effect
    assert isinstance(effect, Replacement)
    if effect.self_replacement:
        return 0
    if isinstance(effect.rewrite, Change):
        roles = {name for name, _ in effect.rewrite.roles}
        if event.kind == "create_tokens" and "player" in roles:
            return 1  # a token enters under the control of the player who creates it (111.2)
        if event.kind != "enter":
            return 4
        for tier, name in ((1, "under"), (3, "face")):
            if name in roles:
                return tier
    return 2 if isinstance(effect.rewrite, EnterAsCopy) else 4


def cant_be_destroyed(event: Event, situation: Situation) -> bool:
    """Whether the event would destroy an indestructible permanent (702.12b); only self-replacement could change it."""
    thing = situation.find(event.permanent) if isinstance(event, Destroy) else None
    return thing is not None and traits_of(situation, thing).has_keyword("indestructible")


#: Kinds of events that need nothing but who or what they affect.
_PLAIN = frozenset(
    {"draw", "draw_cards", "gain_life", "lose_life", "put_counters", "create_tokens", "add_mana", "mill"}
)


def impossible(event: Event, situation: Situation) -> bool:
    """Whether the rules leave nothing to happen: 0 of anything, damage to what can't be dealt damage (120.1a)."""
    if is_nothing(event):
        return True
    if event.kind in _PLAIN:
        return not situation.is_player(event.affected) and situation.find(event.affected) is None
    if isinstance(event, DealDamage):
        return not can_be_dealt_damage(event.to, situation)
    if isinstance(event, Destroy | Sacrifice):
        thing = situation.find(event.permanent)
        return thing is None or thing.zone is not Zone.BATTLEFIELD
    if isinstance(event, Tap | Untap | RemoveDamage | RemoveFromCombat):
        thing = situation.find(event.permanent)
        return thing is None or not _changes_status(event, thing)
    if isinstance(event, Transform):
        return transformation(event, situation).into is None
    if isinstance(event, TurnFaceUp):
        return not can_be_turned_up(event.permanent, situation)
    if isinstance(event, CopySpell):
        spell = situation.find(event.object)
        return spell is None or spell.zone is not Zone.STACK
    if isinstance(event, Enter) and against_entering(event, situation) is not None:
        return True
    if isinstance(event, Move) and event.how is How.RESOLVE:
        thing = situation.find(event.object)
        return thing is None or thing.zone is not event.origin  # it has put itself elsewhere (608.2n)
    return not situation.is_player(event.affected) and situation.find(event.affected) is None


def _changes_status(event: Tap | Untap | RemoveDamage | RemoveFromCombat, thing: GameObject) -> bool:
    """Whether there is anything to do: only an untapped permanent becomes tapped (701.26a), and so on."""
    match event:
        case Tap():
            return not thing.tapped
        case Untap():
            return thing.tapped
        case RemoveDamage():
            return thing.damage > 0 or thing.deathtouched
        case _:
            return thing.attacking is not None or bool(thing.blocking)


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment of 616.1: who chooses, under which rule, among which (event, effect) pairs of the group.

    ``copies`` of an entry is how many effects that act alike it stands for. Entries of ``shared`` are shields that
    may be applied to several events of the group together (615.7).
    """

    chooser: str
    rule: str
    entries: tuple[tuple[int, Active, int], ...]
    shared: tuple[tuple[Active, tuple[int, ...]], ...] = ()


@lru_cache(maxsize=4096)
def moment(group: Group, situation: Situation) -> Moment | None:
    """The next moment of the group, or None when nothing is applicable any more (616.1f).

    The players choose in APNAP order (101.4); one player's events are settled one after the other, except that those
    which one shield could cover are considered together.
    """
    open_events: dict[str, list[tuple[int, list[Active]]]] = {}
    for place, pending in enumerate(group.pendings):
        actives = _allowed(pending, situation)
        if actives:
            open_events.setdefault(chooser_of(pending.event, situation), []).append((place, actives))
    for chooser in situation.apnap():
        if chooser in open_events:
            return _of_chooser(chooser, open_events[chooser], group)
    return None


@lru_cache(maxsize=65536)
def _allowed(pending: Pending, situation: Situation) -> list[Active]:
    actives = candidates(pending, situation)
    if not actives:
        return []
    if prohibited(pending.event, situation) or cant_be_destroyed(pending.event, situation):
        return [active for active in actives if active.is_self_replacement]
    first = min(tier_of(active, pending.event) for active in actives)
    return [active for active in actives if tier_of(active, pending.event) == first]


def _of_chooser(chooser: str, events: list[tuple[int, list[Active]]], group: Group) -> Moment:
    cluster, shields = _cluster(events)
    entries: list[tuple[int, Active, int]] = []
    for place, actives in events:
        if place not in cluster:
            continue
        counts: dict[object, int] = {}
        first: dict[object, Active] = {}
        for active in actives:
            if active.id in shields:
                continue
            counts[active.alike] = counts.get(active.alike, 0) + 1
            first.setdefault(active.alike, active)
        entries += [(place, first[alike], number) for alike, number in counts.items()]
    place, actives = next(pair for pair in events if pair[0] in cluster)
    rule = TIERS[tier_of(actives[0], group.pendings[place].event)]
    return Moment(chooser, rule, tuple(entries), tuple(shields.values()))


def _cluster(events: list[tuple[int, list[Active]]]) -> tuple[set[int], dict[str, tuple[Active, tuple[int, ...]]]]:
    """The first event, with those that it shares an amount-limited effect with, and these effects."""
    cluster = {events[0][0]}
    shields: dict[str, tuple[Active, tuple[int, ...]]] = {}
    grown = True
    while grown:
        grown = False
        for place, actives in events:
            if place not in cluster:
                continue
            for active in actives:
                assert isinstance(active.effect, Replacement)
                if (active.remaining is None and not active.effect.together) or active.id in shields:
                    continue
                over = tuple(p for p, others in events if any(other.id == active.id for other in others))
                if len(over) > 1:
                    shields[active.id] = (active, over)
                    grown = grown or not cluster.issuperset(over)
                    cluster.update(over)
    return cluster, shields


def splits(active: Active, places: tuple[int, ...], group: Group, situation: Situation) -> list[tuple[int, ...]]:
    """The ways in which a shield can be split over simultaneous damage (615.7): it covers as much as it can."""
    amounts = {}
    prevents = isinstance(active.effect, Replacement) and active.effect.prevents
    for place in places:
        event = group.pendings[place].event
        coverable = not (prevents and unpreventable(event, situation))
        amounts[f"{place:03}"] = (event.amount_now or 0) if coverable else 0
    if active.remaining is None:
        return [tuple(amounts.values())]
    covered = min(active.remaining, sum(amounts.values()))
    domains = {name: range(min(amount, covered) + 1) for name, amount in amounts.items()}
    return [tuple(s.values()) for s in solutions(domains, [Total(tuple(domains), covered)])]


def options(now: Moment, group: Group, situation: Situation) -> Iterator[tuple[Option, int, Situation, Item]]:
    """Every option of a moment, with how many effects it stands for, and the situation and item that follow."""
    for place, active, copies in now.entries:
        option = Option(ChoiceKind.APPLY, now.chooser, active.id, place, rule=now.rule)
        after, item = chosen(active, place, group, situation)
        yield option, copies, after, item
    for active, places in now.shared:
        for split in splits(active, places, group, situation):
            value = ", ".join(f"{number} from event {place + 1}" for place, number in zip(places, split, strict=True))
            rule = now.rule if active.remaining is None else "615.7"
            option = Option(ChoiceKind.APPLY, now.chooser, active.id, places[0], value, rule)
            yield option, 1, *_chosen_split(active, places, split, group, situation)


def _chosen_split(
    active: Active, places: tuple[int, ...], split: tuple[int, ...], group: Group, situation: Situation
) -> tuple[Situation, Item]:
    """What follows from choosing an effect for several events: its application, or first the decision left."""
    effect = active.effect
    assert isinstance(effect, Replacement)
    apply = ApplySplit(active, places, split, group, effect.rewrite)
    if effect.optional is not None:
        declined = group
        for place in places:
            declined = _declined(active, place, declined)
        player = _player(effect.optional, active, group.pendings[places[0]].event, situation)
        return situation, Choose(player, ChoiceKind.MAY, "614.1a", (("yes", (apply,)), ("no", (declined,))), active.id)
    return carry_out_split(apply, situation)


def carry_out_split(item: ApplySplit, situation: Situation) -> tuple[Situation, Item]:
    """Apply an effect to several events after the decisions about it were made, or make the one that is left."""
    active, places, split, group = item.active, item.places, item.split, item.group
    if isinstance(item.rewrite, OneOf):
        event = group.pendings[places[0]].event
        rewrite = item.rewrite
        player = active.env.you if rewrite.player is None else _player(rewrite.player, active, event, situation)
        ways: tuple[tuple[str, tuple[Item, ...]], ...] = tuple(
            (label, (ApplySplit(active, places, split, group, way),)) for label, way in rewrite.options
        )
        return situation, Choose(player, ChoiceKind.VALUE, "608.2d", ways, active.id)
    return _applied_split(active, item.rewrite, places, split, group, situation)


def _applied_split(
    active: Active,
    rewrite: Rewrite,
    places: tuple[int, ...],
    split: tuple[int, ...],
    group: Group,
    situation: Situation,
) -> tuple[Situation, Group]:
    effect = active.effect
    assert isinstance(effect, Replacement)
    env = active.env.seeing(group.pendings[places[0]].event).with_values(prevented=sum(split), amount=sum(split))
    lineage = tuple(sorted({*group.pendings[places[0]].applied, active.id}))
    # Later places first, since a redirected part may add an event behind its own place.
    for place, number in sorted(zip(places, split, strict=True), reverse=True):
        now = next((a for a in candidates(group.pendings[place], situation) if a.id == active.id), active)
        most = None if active.remaining is None else number
        situation, group = apply_rewrite(now, rewrite, place, group, situation, most, riders=False)
    if effect.then:
        lineage = lineage_of_besides(rewrite, lineage)
        group = replace(group, after=(*group.after, Sequence(effect.then, env, lineage)))
    return situation, group


def chosen(active: Active, place: int, group: Group, situation: Situation) -> tuple[Situation, Item]:
    """What follows from choosing an effect: its application, or first the decision that it leaves to a player."""
    effect = active.effect
    assert isinstance(effect, Replacement)
    if (
        effect.optional is not None
        and isinstance(effect.rewrite, EnterAsCopy)
        and not copyable(active, place, group, effect.rewrite, situation)
    ):
        return situation, _declined(active, place, group)
    rewrite = effect.rewrite
    if isinstance(rewrite, Choosing) and rewrite.one and not choosing(active, place, group, rewrite, situation).options:
        return situation, _declined(active, place, group)  # there is nothing to choose
    if effect.optional is not None:
        declined = _declined(active, place, group)
        player = _player(effect.optional, active, group.pendings[place].event, situation)
        accept = Apply(active, place, group, effect.rewrite)
        if isinstance(effect.rewrite, OneOf):
            accepted = one_of(active, place, group, effect.rewrite, situation)
            return situation, Choose(
                player, ChoiceKind.MAY, "614.1a", (("yes", (accepted,)), ("no", (declined,))), active.id
            )
        return situation, Choose(player, ChoiceKind.MAY, "614.1a", (("yes", (accept,)), ("no", (declined,))), active.id)
    if isinstance(effect.rewrite, OneOf):
        return situation, one_of(active, place, group, effect.rewrite, situation)
    if isinstance(effect.rewrite, Choosing):
        return situation, choosing(active, place, group, effect.rewrite, situation)
    if isinstance(effect.rewrite, ChangeMana) and not _decided(effect.rewrite):
        return situation, other_mana(active, place, group, effect.rewrite, situation)
    if isinstance(effect.rewrite, EnterAsCopy | AsEnters | Paying):
        return situation, entering_choice(active, place, group, effect.rewrite, situation)
    return apply_rewrite(active, effect.rewrite, place, group, situation)


def choosing(active: Active, place: int, group: Group, rewrite: Choosing, situation: Situation) -> Choose:
    """The decision which things to choose; what is done with them is done before the event (614.12a)."""
    event = group.pendings[place].event
    env = active.env.seeing(event)
    entering = {pending.event.affected for pending in group.pendings if isinstance(pending.event, Enter)}
    there = tuple(ref for ref in found(rewrite.among, env, situation) if ref not in entering)  # 614.13a
    things = choosable(there, rewrite.among, env, situation)
    ways: list[tuple[str, tuple[Item, ...]]] = []
    for size in (1,) if rewrite.one else range(len(things) + 1):
        for some in combinations(things, size):
            bound = tuple((rewrite.name, ref) for ref in some)
            chooser = replace(active, env=replace(active.env, roles=active.env.roles + bound))
            doing = Sequence(rewrite.instructions, replace(env, roles=env.roles + bound))
            items: tuple[Item, ...] = (Apply(chooser, place, group, rewrite.rewrite),)
            ways.append((", ".join(some) or "none", (doing, *items) if some else items))
    rule = "614.12a" if isinstance(event, Enter) else "608.2d"
    return Choose(active.env.you, ChoiceKind.VALUE, rule, tuple(ways), active.id)


def one_of(active: Active, place: int, group: Group, rewrite: OneOf, situation: Situation) -> Choose:
    """The decision between the rewrites that an effect offers."""
    event = group.pendings[place].event
    player = active.env.you if rewrite.player is None else _player(rewrite.player, active, event, situation)
    conditions = rewrite.conditions or (None,) * len(rewrite.options)
    env = active.env.seeing(event)
    ways: tuple[tuple[str, tuple[Item, ...]], ...] = tuple(
        (label, (Apply(active, place, group, way),))
        for (label, way), condition in zip(rewrite.options, conditions, strict=True)
        if holds(condition, env, situation)
    )
    return Choose(player, ChoiceKind.VALUE, "608.2d", ways, active.id)


def _decided(rewrite: ChangeMana) -> bool:
    """Whether no choice of mana or of a type is left in the rewrite."""
    return (rewrite.mana is None or isinstance(rewrite.mana, Fixed)) and (
        rewrite.types is None or (isinstance(rewrite.types, These) and len(rewrite.types.letters) <= 1)
    )


def other_mana(active: Active, place: int, group: Group, rewrite: ChangeMana, situation: Situation) -> Item:
    """The rewrite of mana with its choices made, one option for each; the player who adds the mana chooses (616.1)."""
    event = group.pendings[place].event
    env = active.env.seeing(event)
    ways: list[tuple[str, ChangeMana]] = []
    if rewrite.mana is not None:
        for mana in productions(rewrite.mana, env, situation, reading_of(situation)):
            letters = tuple(letter for letter, number in mana for _ in range(number))
            ways.append((written(mana) or "no mana", replace(rewrite, mana=Fixed(letters))))
    elif rewrite.types is not None:
        for letter in type_letters(rewrite.types, env, situation, reading_of(situation)):
            ways.append((f"{{{letter}}}", replace(rewrite, types=These((letter,)))))
    else:
        ways.append(("", rewrite))
    if not ways:
        ways.append(("no type", replace(rewrite, types=These(()))))
    if len(ways) == 1:
        return Apply(active, place, group, ways[0][1])
    items = tuple((label, (Apply(active, place, group, way),)) for label, way in ways)
    return Choose(event.affected, ChoiceKind.VALUE, "106.1b", items, active.id)


def _declined(active: Active, place: int, group: Group) -> Group:
    pending = group.pendings[place]
    declined = replace(pending, applied=tuple(sorted((*pending.applied, active.id))))
    return group.with_pending(place, declined)


def _player(selector: object, active: Active, event: Event, situation: Situation) -> str:
    refs = found(selector, active.env.seeing(event), situation)  # type: ignore[arg-type]
    return refs[0] if refs else active.env.you


def carry_out(item: Apply, situation: Situation) -> tuple[Situation, Item]:
    """Apply an effect after the decisions about it were made."""
    rewrite: Rewrite = item.rewrite
    if isinstance(rewrite, Choosing):
        return situation, choosing(item.active, item.place, item.group, rewrite, situation)
    if isinstance(rewrite, EnterAsCopy | AsEnters | Paying) and not is_decided(rewrite):
        return situation, entering_choice(item.active, item.place, item.group, rewrite, situation)
    if isinstance(rewrite, OneOf):
        return situation, one_of(item.active, item.place, item.group, rewrite, situation)
    if isinstance(rewrite, ChangeMana) and not _decided(rewrite):
        return situation, other_mana(item.active, item.place, item.group, rewrite, situation)
    return apply_rewrite(item.active, rewrite, item.place, item.group, situation)
