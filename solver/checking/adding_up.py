"""The record of an outcome: neighbouring equal draws, cards, counters and tokens are added up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from model.events import AddMana, Cause, CreateTokens, Discard, DrawCards, Enter, Event, How, Mill, Move, PutCounters
from model.production import TYPE_LETTERS
from model.zones import Zone
from solver.watching import tidy

_UNKNOWN = "unknown card "


def added_up(happened: Iterable[Event]) -> tuple[Event, ...]:
    """The events of an outcome, from the single events that happened, in their order."""
    record: list[Event] = []
    for event in happened:
        if isinstance(event, PutCounters) and event.entering and _onto_entering(record, event):
            continue
        if isinstance(event, Enter):
            counters, tapped = event.counters + event.copy_counters, event.tapped or event.copy_tapped
            usual = any(isinstance(each, CreateTokens) and each.player == event.under for each in record)  # 111.2
            if event.of_token and usual and not (tapped or counters or event.copied or event.chosen):
                continue
            event = replace(event, counters=(), copy_counters=(), tapped=tapped, copy_tapped=False)
        listed = _as_listed(event)
        sum_of_both = _sum(record[-1], listed) if record else None
        if sum_of_both is None:
            record.append(listed)
        else:
            record[-1] = sum_of_both
    return tuple(record)


def _onto_entering(record: list[Event], event: PutCounters) -> bool:
    """122.6: counters that a permanent enters with are part of its entering."""
    for place, entered in reversed(list(enumerate(record))):
        if isinstance(entered, Enter) and entered.object == event.on:
            record[place] = replace(entered, counters=tuple(sorted(entered.counters + event.counters)))
            return True
    return False


def _as_listed(event: Event) -> Event:
    """Cards that nobody knows are counted; what makes counters and tokens come about is not listed."""
    if isinstance(event, CreateTokens | PutCounters):
        return tidy(replace(event, cause=Cause.EFFECT))
    if isinstance(event, AddMana):
        return AddMana(event.player, event.mana, note=event.note)
    if isinstance(event, Move) and event.to is Zone.GRAVEYARD and not event.counters:
        owner = event.object.split(" of ", 1)[1] if event.object.startswith(_UNKNOWN) else None
        if owner is not None and event.how is How.MILL:
            return Mill(owner, 1)
        if owner is not None and event.how is How.DISCARD:
            return Discard(owner, None, event.source, event.cause)
    return event


def _sum(last: Event, event: Event) -> Event | None:
    match last, event:
        case DrawCards(player, count), DrawCards() if event.player == player:
            return replace(last, count=count + event.count)
        case Mill(player, count), Mill() if event.player == player:
            return replace(last, count=count + event.count)
        case AddMana(player, mana), AddMana() if (event.player, event.note) == (player, last.note):
            total = Counter(dict(mana)) + Counter(dict(event.mana))
            both = tuple((letter, total[letter]) for letter in TYPE_LETTERS if letter in total)
            return AddMana(player, both, note=event.note)
        case PutCounters(), PutCounters() if last.on == event.on and _kinds(last) == _kinds(event):
            return tidy(replace(last, counters=last.counters + event.counters))
        case CreateTokens(), CreateTokens() if last.player == event.player and _kinds(last) == _kinds(event):
            return tidy(replace(last, tokens=last.tokens + event.tokens))
        case _:
            return None


def _kinds(event: PutCounters | CreateTokens) -> set[object]:
    if isinstance(event, PutCounters):
        return {kind for kind, _ in event.counters}
    return {replace(group, count=1) for group in event.tokens}
