"""Events that would happen, and which of them are none or one together (614.7a, 120.4d, 702.15e)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from model.events import CreateTokens, Event, GainLife, LoseLife, PutCounters, SetLife

Place = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """An event that would happen, the effects already applied in its lineage (614.5), and its place in its group."""

    event: Event
    applied: frozenset[str]
    place: Place


def counted_together(results: list[Pending]) -> list[Pending]:
    """Results of simultaneous damage that are one event: a player's loss of life, and the gain by one source.

    120.4d reckons all damage to a player as one loss; 702.15e gives each source with lifelink one gain, by all the
    damage that it deals at that time.
    """
    found: list[Pending] = []
    for each in results:
        place = next((place for place, other in enumerate(found) if _are_one(other.event, each.event)), None)
        if place is None:
            found.append(each)
        else:
            first = found[place]
            found[place] = replace(first, event=_sum(first.event, each.event), applied=first.applied | each.applied)
    return found


def _are_one(one: Event, other: Event) -> bool:
    match one, other:
        case LoseLife(), LoseLife():
            return one.player == other.player
        case GainLife(), GainLife():
            return one.source == other.source
        case _:
            return False


def _sum(one: Event, other: Event) -> Event:
    match one, other:
        case LoseLife(), LoseLife():
            amount, source = one.amount + other.amount, one.source if one.source == other.source else None
            return replace(one, amount=amount, source=source, from_damage=amount)
        case GainLife(), GainLife():
            return replace(one, amount=one.amount + other.amount)
        case _:
            return one


def nonzero(event: Event) -> Event | None:
    """The event without what is 0 of it; None when nothing is left (614.7a, 119.10)."""
    if isinstance(event, PutCounters):
        counters = tuple((kind, number) for kind, number in event.counters if number > 0)
        return replace(event, counters=counters) if counters else None
    if isinstance(event, CreateTokens):
        tokens = tuple(each for each in event.tokens if each.count > 0)
        return replace(event, tokens=tokens) if tokens else None
    if isinstance(event, SetLife) or event.amount_now is None:
        return event
    return event if event.amount_now > 0 else None
