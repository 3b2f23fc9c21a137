"""Results of damage that come about at the same time, taken together (120.3, 120.4d)."""

from __future__ import annotations

from dataclasses import replace

from model.events import Event, GainLife, LoseLife, RemoveCounters
from model.situation import Situation
from solver.agenda import Pending


def one_loss_each(results: list[Pending], situation: Situation) -> list[Pending]:
    """Simultaneous damage to a player makes that player lose life once, as the example of 120.4d reckons it."""
    joined: list[Pending] = []
    for pending in results:
        if isinstance(pending.event, RemoveCounters):
            joined.append(_no_more_than_there_are(pending, joined, situation))
            continue
        for place, other in enumerate(joined):
            both = _as_one(other.event, pending.event)
            if both is not None:
                joined[place] = Pending(both, tuple(sorted({*other.applied, *pending.applied})))
                break
        else:
            joined.append(pending)
    return joined


def _no_more_than_there_are(pending: Pending, before: list[Pending], situation: Situation) -> Pending:
    """Counters that damage from several sources removes at once: no more in all than there are (120.3c, 120.3h)."""
    event = pending.event
    assert isinstance(event, RemoveCounters)
    earlier = (other.event for other in before if isinstance(other.event, RemoveCounters))
    taken = sum(one.count for one in earlier if (one.on, one.counter) == (event.on, event.counter))
    left = situation.object(event.on).counter(event.counter) - taken
    return replace(pending, event=replace(event, count=max(0, min(event.count, left))))


def _as_one(first: Event, second: Event) -> Event | None:
    """Two results of simultaneous damage as the one event that they are, or None."""
    match first, second:
        case LoseLife(), LoseLife() if first.player == second.player:
            source = second.source if second.source == first.source else None
            amount = first.amount + second.amount
            return replace(second, amount=amount, from_damage=amount, source=source)
        case GainLife(), GainLife() if (first.player, first.source) == (second.player, second.source):
            return replace(second, amount=first.amount + second.amount)  # 702.15e: one gain for each source
        case _:
            return None
