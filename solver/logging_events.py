"""The record of what happened: neighbouring equal draws, counters, tokens, cards and mana are added up."""

from __future__ import annotations

from itertools import groupby

from model.events import (
    AddMana,
    Cause,
    CreateTokens,
    DealDamage,
    Discard,
    Draw,
    DrawCards,
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
    SetLife,
)
from model.production import TYPE_LETTERS
from model.values import replace
from model.zones import Zone
from solver.watching import tidy

Log = tuple[Event, ...]


def recorded(log: Log, event: Event) -> Log:
    """The record with one more event. An entering token without any change leaves none of its own (701.7)."""
    if isinstance(event, Enter) and event.of_token and _goes_without_saying(event, log):
        return log
    if isinstance(event, PutCounters) and event.entering:
        return _onto_entering(log, event)
    if isinstance(event, Enter):
        tapped = event.tapped or event.copy_tapped
        event = replace(event, counters=(), copy_counters=(), tapped=tapped, copy_tapped=False)
    event = _as_keyword_action(event)
    if isinstance(event, AddMana):
        event = AddMana(event.player, event.mana, note=event.note)
    if isinstance(event, PutCounters | CreateTokens):
        event = tidy(replace(event, cause=Cause.EFFECT))
    if log:
        joined = _joined(log[-1], event)
        if joined is not None:
            return (*log[:-1], joined)
    return (*log, event)


def told(log: Log) -> Log:
    """The record without what no outcome tells: whose effect puts counters, creates tokens, draws, moves and so on.

    Two records that come to the same are one outcome. The order of neighbouring counters, tokens and damage, which are
    put, created and dealt at the same time, makes no difference either.
    """
    if len(log) < 2:
        return tuple(map(_told, log))
    result: Log = ()
    for unordered, run in groupby(map(_told, log), _at_once):
        events = list(run)
        if unordered and len(events) > 1:
            events.sort(key=repr)
        for event in events:
            joined = _joined(result[-1], event) if result else None
            result = (*result[:-1], joined) if joined is not None else (*result, event)
    return result


def _at_once(event: Event) -> str:
    """What the event has in common with neighbours that happen at the same time; nothing where they do not."""
    match event:
        case CreateTokens() | DealDamage():
            return event.kind
        case PutCounters() | MarkDamage() | LoseLife(cause=Cause.DAMAGE) | RemoveCounters(cause=Cause.DAMAGE):
            return "counters and results of damage"
        case _:
            return ""


def _told(event: Event) -> Event:
    match event:
        case PutCounters():
            return replace(event, putter=None, source=None)
        case CreateTokens():
            return replace(event, creator=None, source=None)
        case SetLife() | LoseLife():
            return replace(event, source=None)
        case Draw() | DrawCards() | GainLife() | Mill() | ExileTop() | Discard() | Move():
            return replace(event, source=None, cause=Cause.EFFECT)
        case _:
            return event


def _goes_without_saying(event: Enter, log: Log) -> bool:
    """Whether a token enters as its creating says: under its creator's control (111.2), and in no other way changed."""
    if not any(isinstance(one, CreateTokens) and one.player == event.under for one in log):
        return False
    changed = event.tapped or event.copy_tapped or event.copied or event.chosen
    return not changed and not event.counters and not event.copy_counters


def _as_keyword_action(event: Event) -> Event:
    """A discard or mill that nothing changed is recorded as what it is, not as the move that it contains."""
    if isinstance(event, Move) and event.to is Zone.GRAVEYARD and not event.counters:
        if event.how is How.MILL:
            return Mill(_owner_of_unknown(event.object), 1) if _is_unknown(event.object) else event
        if event.how is How.DISCARD and _is_unknown(event.object):
            return Discard(_owner_of_unknown(event.object), None, event.source, event.cause)
    return event


def _is_unknown(ref: str) -> bool:
    return ref.startswith("unknown card ")


def _owner_of_unknown(ref: str) -> str:
    return ref.split(" of ", 1)[1]


def _onto_entering(log: Log, event: PutCounters) -> Log:
    """Counters that a permanent enters with are part of its entering (122.6)."""
    for place in range(len(log) - 1, -1, -1):
        entered = log[place]
        if isinstance(entered, Enter) and entered.object == event.on:
            counters = tuple(sorted((*entered.counters, *event.counters)))
            return (*log[:place], replace(entered, counters=counters), *log[place + 1 :])
    return (*log, event)


def _joined(last: Event, event: Event) -> Event | None:
    """The two events as one, or None where they are not the same but for their number."""
    if type(last) is not type(event):
        return None
    match event:
        case DrawCards(player, count) if isinstance(last, DrawCards) and last.player == player:
            return replace(last, count=last.count + count)
        case AddMana(player, mana) if isinstance(last, AddMana) and (last.player, last.note) == (player, event.note):
            counted = dict(last.mana)
            for letter, number in mana:
                counted[letter] = counted.get(letter, 0) + number
            both = tuple((letter, counted[letter]) for letter in TYPE_LETTERS if letter in counted)
            return AddMana(player, both, note=event.note)
        case Mill(player, count) if isinstance(last, Mill) and last.player == player:
            return replace(last, count=last.count + count)
        case PutCounters(on, counters) if isinstance(last, PutCounters) and last.on == on:
            same = {kind for kind, _ in last.counters} == {kind for kind, _ in counters}
            return tidy(replace(last, counters=last.counters + counters)) if same else None
        case CreateTokens(player, tokens) if isinstance(last, CreateTokens) and last.player == player:
            return tidy(replace(last, tokens=last.tokens + tokens)) if _kinds(last) == _kinds(event) else None
        case _:
            return None


def _kinds(event: CreateTokens) -> frozenset[object]:
    return frozenset(replace(group, count=1) for group in event.tokens)
