"""The events that an event comes to: those contained in it (616.1g), and the results of damage (120.3)."""

from __future__ import annotations

from dataclasses import replace

from model.events import (
    Cause,
    DealDamage,
    Destroy,
    Discard,
    Enter,
    Event,
    ExileTop,
    GainLife,
    How,
    LoseLife,
    MarkDamage,
    Mill,
    Move,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    SetLife,
)
from model.situation import Situation
from model.zones import Zone
from solver.as_though import as_though_had
from solver.attaching import enters_as_aura, hosts
from solver.checking.ledger import Entry
from solver.containing import known_cards, moves_are_watched
from solver.matching import controller_of, traits_of


def contained_in(event: Event, situation: Situation) -> tuple[Situation, tuple[Event, ...]] | None:
    """616.1g: the events contained in this one, or None for one that contains none.

    Cards that nobody knows are given names where an effect looks at objects that change zones.
    """
    match event:
        case SetLife(player, total, source):  # 119.5
            life = situation.player(player).life
            if total > life:
                return situation, (GainLife(player, total - life, source),)
            return situation, (LoseLife(player, life - total, source),) if total < life else ()
        case Destroy(permanent, source, cause):  # 701.8a
            return situation, (
                Move(permanent, Zone.GRAVEYARD, Zone.BATTLEFIELD, How.DESTROY, None, (), False, source, cause),
            )
        case Sacrifice(permanent, source, cause):  # 701.21a
            how = How.SACRIFICE
            return situation, (Move(permanent, Zone.GRAVEYARD, Zone.BATTLEFIELD, how, None, (), False, source, cause),)
        case Discard(player, card, source, cause):  # 701.9a
            if card is None and not situation.player(player).unknown_hand:
                return situation, ()
            if card is None and not moves_are_watched(situation):
                return None
            if card is None:
                situation, (card,) = known_cards(situation, player, Zone.HAND, 1)
            return situation, (Move(card, Zone.GRAVEYARD, Zone.HAND, How.DISCARD, None, (), False, source, cause),)
        case Mill():
            return _milled(event, situation)
        case ExileTop(player, count, face_down, source, cause):  # 701.13a
            known = () if event.unknown else situation.player(player).library[:count]
            unseen = min(count - len(known), situation.player(player).unknown_library)  # 101.3
            if not known:
                fewer = [replace(event, count=unseen)] if unseen else []
                return None if unseen == count else (situation, tuple(fewer))
            moves = [Move(r, Zone.EXILE, Zone.LIBRARY, How.EXILE, None, (), face_down, source, cause) for r in known]
            rest = [replace(event, count=unseen, unknown=True)] if unseen else []
            return situation, (*moves, *rest)
        case Enter(object=ref) if enters_as_aura(event, situation) and not hosts(event, situation):  # 303.4g, 303.4i
            if situation.object(ref).zone is not Zone.STACK:
                return situation, ()
            return situation, (Move(ref, Zone.GRAVEYARD, Zone.STACK, How.PUT, cause=Cause.RULE),)
        case Enter(object=ref, face=face) if face and _is_spell_at_the_back(ref, situation):  # 712.13a
            return situation, (Move(ref, Zone.GRAVEYARD, Zone.STACK, How.PUT, cause=Cause.RULE),)
        case _:
            return None


def _is_spell_at_the_back(ref: str, situation: Situation) -> bool:
    """712.13a: whether this is a spell with its front face up whose back face is an instant or sorcery."""
    spell = situation.find(ref)
    if spell is None or spell.zone is not Zone.STACK or spell.face or not spell.card.is_double_faced:
        return False
    return bool({"instant", "sorcery"} & set(spell.card.faces[-1].type_line.types))


def _milled(event: Mill, situation: Situation) -> tuple[Situation, tuple[Event, ...]] | None:
    """701.17a-b: as many of the top cards as there are go to the graveyard at once."""
    player = situation.player(event.player)
    cards = player.library[: event.count]
    others = min(event.count - len(cards), player.unknown_library)
    if cards or moves_are_watched(situation):
        situation, named = known_cards(situation, event.player, Zone.LIBRARY, others)
        cards += named
    elif others < event.count:
        return situation, (replace(event, count=others),) if others else ()
    else:
        return None
    source, cause = event.source, event.cause
    return situation, tuple(
        Move(card, Zone.GRAVEYARD, Zone.LIBRARY, How.MILL, None, (), False, source, cause) for card in cards
    )


def results(event: DealDamage, situation: Situation) -> list[Event]:
    """120.3: what damage that is dealt is processed into."""
    source = situation.find(event.source)
    has = traits_of(situation, source) if source else None
    keywords = {
        word
        for word in ("infect", "wither", "lifelink", "deathtouch")
        if (has and has.has_keyword(word)) or as_though_had(word, event, situation)
    }
    by = controller_of(situation, event.source) if source else None
    amount = event.amount

    def counters(kind: str, number: int) -> PutCounters:
        return PutCounters(event.to, ((kind, number),), by, event.source, Cause.DAMAGE)

    found: list[Event] = []
    if situation.is_player(event.to):
        if "infect" in keywords:  # 120.3b
            found.append(counters("poison", amount))
        else:  # 120.3a
            found.append(LoseLife(event.to, amount, event.source, Cause.DAMAGE, amount))
        toxic = has.keyword_total("toxic") if has else 0
        if event.combat and toxic:  # 120.3g
            found.append(counters("poison", toxic))
    else:
        thing = situation.object(event.to)
        types = traits_of(situation, thing).type_line.types
        for kind, counter in (("planeswalker", "loyalty"), ("battle", "defense")):  # 120.3c, 120.3h
            if kind in types:
                removed = min(amount, thing.counter(counter))
                found.append(RemoveCounters(event.to, counter, removed, Cause.DAMAGE))
        if "creature" in types and keywords & {"infect", "wither"}:  # 120.3d
            found.append(counters("-1/-1", amount))
        elif "creature" in types:  # 120.3e
            found.append(MarkDamage(event.to, amount, event.source, "deathtouch" in keywords))
    if "lifelink" in keywords and by is not None:  # 120.3f
        found.append(GainLife(by, amount, event.source, Cause.DAMAGE))
    return found


def one_loss_each(entries: list[Entry], situation: Situation) -> tuple[Entry, ...]:
    """120.4d, 702.15e, 120.3c: what damage at the same time adds up to.

    A player loses life once; a source with lifelink has its controller gain life once; no more counters are removed
    than there are.
    """
    joined: dict[object, Entry] = {}
    removed: dict[tuple[str, str], int] = {}
    for place, entry in enumerate(entries):
        match entry.event:
            case LoseLife(player):
                key: object = ("loss", player)
            case GainLife(player, _, source):
                key = ("gain", player, source)
            case RemoveCounters(on, counter, count):
                left = max(0, situation.object(on).counter(counter) - removed.get((on, counter), 0))
                removed[on, counter] = removed.get((on, counter), 0) + min(count, left)
                entry, key = replace(entry, event=replace(entry.event, count=min(count, left))), place
            case _:
                key = place
        joined[key] = _added(joined[key], entry) if key in joined else entry
    return tuple(joined.values())


def _added(first: Entry, second: Entry) -> Entry:
    lineage = first.lineage | second.lineage
    if isinstance(first.event, LoseLife) and isinstance(second.event, LoseLife):
        amount = first.event.amount + second.event.amount
        source = second.event.source if second.event.source == first.event.source else None
        return Entry(replace(first.event, amount=amount, source=source, from_damage=amount), lineage)
    assert isinstance(first.event, GainLife)
    assert isinstance(second.event, GainLife)
    return Entry(replace(first.event, amount=first.event.amount + second.event.amount), lineage)
