"""The process that carries events and instructions through to their outcomes, stopping at every decision.

``settle`` does everything that nobody decides; ``moves`` lists the ways to go on from a decision. Both are pure. What
they do can be recorded as the steps of a derivation.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass

from model.decisions import ChoiceKind, Option
from model.derivation import StepKind
from model.errors import LimitError
from model.events import (
    AddMana,
    CreateTokens,
    DealDamage,
    Draw,
    DrawCards,
    Enter,
    Event,
    GainLife,
    LoseLife,
    PutCounters,
)
from model.situation import Situation
from model.values import replace
from model.zones import Zone
from solver.actions import begin
from solver.agenda import (
    Apply,
    ApplySplit,
    Choose,
    Gathering,
    Group,
    Happened,
    Item,
    ManaMade,
    Noticing,
    Pending,
    Repeat,
    ResolveWaiting,
    Sequence,
    State,
)
from solver.arranging import arranged
from solver.citing import nothing_of
from solver.containing import contained, is_the_same, without_entering_cards
from solver.damage_results import one_loss_each
from solver.gathering import gathered
from solver.happening import happen, results_of, returning, without_spent
from solver.in_force import replacements_for
from solver.lanes import Lane, Spot, lane_of
from solver.logging_events import recorded
from solver.losing import ends, is_over, still_waiting, without_those_who_lost
from solver.mana_abilities import mana_triggers
from solver.matching import chooser_of
from solver.prohibiting import prohibited, without_prohibited_parts
from solver.recording import Recorder, record_apply, record_option, record_step
from solver.remembering import leaving, remembered
from solver.replacement import (
    applicable,
    candidates,
    cant_be_destroyed,
    carry_out,
    carry_out_split,
    impossible,
    moment,
    options,
)
from solver.stepping import next_instruction
from solver.triggers import noticed
from solver.watching import tidy


@dataclass(frozen=True, slots=True)
class Move:
    """One way to go on from a decision: the option, how many alike options it stands for, and the state after it.

    A move along a lane stands for many decisions of one player at once: ``lane`` and ``spot`` tell which.
    """

    option: Option
    copies: int
    state: State
    lane: Lane | None = None
    spot: Spot = (0, 0)

    @property
    def options(self) -> tuple[Option, ...]:
        """The decisions that the move consists of, in order."""
        return (self.option,) if self.lane is None else self.lane.options_to(self.spot)

    @property
    def length(self) -> int:
        """How many effects are applied or other decisions made within the move."""
        return 1 if self.lane is None else sum(self.lane.digits(self.spot[0]))


def start(situation: Situation, agenda: tuple[Item, ...], tracking: bool = False) -> State:
    """The state in which these items are about to be carried out."""
    return State(situation, agenda, tracking=tracking)


#: So many moments in a row without a decision are followed.
MOST_MOMENTS = 200_000
#: So many triggered abilities resolve in a row without a decision.
MOST_TRIGGERS = 2_000
#: After so many, a moment that comes again is looked for, or an amount that nothing but a loop leads to.
MOST_BEFORE_LOOPS = 500
MOST_AMOUNT = 10**100


def _refuse_growing(item: Item | None) -> None:
    """Raise LimitError where an amount says that it grows in a loop."""
    if isinstance(item, Group) and any((pending.event.amount_now or 0) > MOST_AMOUNT for pending in item.pendings):
        raise LimitError("the same happens again and again with ever larger amounts")


def settle(state: State, record: Recorder | None = None) -> State:
    """Go on until a decision is due or nothing is left to do. Situations are finite, so this ends.

    Raises LimitError after ``MOST_MOMENTS`` moments: a million draws are a mistake, or nobody's question; and where the
    same moment comes again, since nobody can leave such a loop (104.4b).
    """
    moments = resolved = 0
    earlier = state
    while state.agenda:
        moments += 1
        if moments > MOST_MOMENTS:
            raise LimitError(f"more than {MOST_MOMENTS:,} moments without a decision")
        if moments > MOST_BEFORE_LOOPS:
            if state.agenda == earlier.agenda and state == earlier:
                raise LimitError("the same happens again and again and nobody can stop it: the game is a draw (104.4b)")
            if moments.bit_count() == 1:
                earlier = state
                _refuse_growing(state.agenda[0])
        item = state.agenda[0]
        match item:
            case Group():
                after = _settle_group(item, state, record)
                if after is None:
                    return state
                state = after
            case Choose():
                if len(item.options) > 1:
                    return state
                state = _push(state, item.options[0][1] if item.options else ())
            case ApplySplit():
                situation, then = carry_out_split(item, state.situation)
                chooser = chooser_of(item.group.pendings[item.places[0]].event, state.situation)
                record_apply(record, item.active.id, item.places, item.group, then, chooser, 1, shares=item.split)
                state = _push(state, (then,), situation)
            case Apply():
                situation, then = carry_out(item, state.situation)
                if record is not None:
                    chooser = chooser_of(item.group.pendings[item.place].event, state.situation)
                    record_apply(record, item.active.id, (item.place,), item.group, then, chooser, 1)
                state = _push(state, (then,), situation)
            case Gathering():
                state = _push(state, gathered(item, state.situation))
            case ManaMade():
                state = _push(replace(state, made=()), mana_triggers(state.made, state.situation))
            case Repeat(pending, times):
                rest = (Repeat(pending, times - 1),) if times > 1 else ()
                state = _push(state, (Group((pending,)), *rest))
            case Sequence():
                situation, items = next_instruction(item, state.situation)
                state = _push(state, items, situation)
            case _:
                resolved += isinstance(item, ResolveWaiting)
                if resolved > MOST_TRIGGERS:
                    raise LimitError(
                        f"more than {MOST_TRIGGERS:,} triggered abilities resolve one after the other, and nobody can "
                        "stop it: if that never ends, the game is a draw (104.4b)"
                    )
                state = begin(item, state)
    return state


def moves(state: State) -> tuple[Move, ...]:
    """The ways to go on from a settled state, each to a settled state; none when it is an outcome."""
    item = state.agenda[0] if state.agenda else None
    _refuse_growing(item)
    lane = lane_of(item, state.situation) if isinstance(item, Group) else None
    return single_moves(state) if lane is None else _lane_moves(lane, state)


def _lane_moves(lane: Lane, state: State) -> tuple[Move, ...]:
    option = Option(ChoiceKind.APPLY, lane.chooser, event=lane.place, rule=lane.rule)
    plain = _is_plain(lane, state)
    end = _happened if plain else _at_end
    return tuple(Move(option, count, settle(end(lane, spot, state)), lane, spot) for spot, count in lane.ends.items())


def _is_plain(lane: Lane, state: State) -> bool:
    """Whether the lane's event, once nothing applies to it any more, simply happens and nothing results from it."""
    event = lane.group.pendings[lane.place].event
    alone = len(lane.group.pendings) == 1 and not lane.group.after and not lane.group.spent and not lane.group.rest
    plain = isinstance(event, GainLife | LoseLife) or (isinstance(event, PutCounters) and not event.entering)
    return alone and plain and not state.tracking


def _happened(lane: Lane, spot: Spot, state: State) -> State:
    """The state once the lane's event has happened: as settling would find it, in one go."""
    rest = state.agenda[1:]
    if spot[1] <= 0:
        return State(state.situation, rest, state.log, state.waiting, alone=state.alone)
    situation, done = happen(lane.event_at(spot), state.situation)
    assert done is not None
    return State(situation, rest, recorded(state.log, done), state.waiting, alone=state.alone)


def _at_end(lane: Lane, spot: Spot, state: State) -> State:
    agenda = (lane.group_at(spot), *state.agenda[1:])
    return State(state.situation, agenda, state.log, state.waiting, state.tracking, state.alone)


def retrace(state: State, move: Move, record: Recorder) -> None:
    """Record the steps of a move from a settled state."""
    if move.lane is not None:
        for step in move.lane.steps_to(move.spot):
            record(step)
        settle(_at_end(move.lane, move.spot, state), record)
    else:
        take(state, move.option, record)


def single_moves(state: State) -> tuple[Move, ...]:
    """The ways to go on by one decision: as ``moves``, without taking many decisions of a kind at once."""
    if not state.agenda:
        return ()
    return tuple(Move(option, copies, settle(after)) for option, copies, after in _unsettled_moves(state))


def take(state: State, option: Option, record: Recorder | None = None) -> State:
    """The settled state after taking this option, recording the steps. Raises ValueError if it is not offered."""
    ways = _unsettled_moves(state)
    for offered, _copies, after in ways:
        if offered == option:
            record_option(record, state, option, after, sum(copies for _, copies, _ in ways))
            return settle(after, record)
    raise ValueError(f"{option} is not offered here")


def _unsettled_moves(state: State) -> list[tuple[Option, int, State]]:
    item, rest = state.agenda[0], state.agenda[1:]
    if isinstance(item, Choose):
        return [
            (
                Option(item.kind, item.chooser, item.effect, value=label, rule=item.rule),
                1,
                replace(state, agenda=items + rest),
            )
            for label, items in item.options
        ]
    assert isinstance(item, Group)
    now = moment(item, state.situation)
    assert now is not None
    return [
        (option, copies, replace(state, situation=situation, agenda=(then, *rest)))
        for option, copies, situation, then in options(now, item, state.situation)
    ]


def _push(state: State, items: tuple[Item, ...], situation: Situation | None = None) -> State:
    """The state with these items in place of the first one, and in this situation if it is another."""
    agenda = items + state.agenda[1:]
    now = situation or state.situation
    return State(now, agenda, state.log, state.waiting, state.tracking, state.alone, state.made)


def _settle_group(group: Group, state: State, record: Recorder | None) -> State | None:
    """One step of a group on its own: drop what can't happen, apply a lone effect, unfold, happen. None: a decision."""
    cleaned = _without_impossible(group, state.situation, record)
    if cleaned is not group:
        return _push(state, (cleaned,))
    aside = without_entering_cards((pending.event for pending in group.pendings), state.situation)
    if aside is not state.situation:
        return replace(state, situation=aside)
    now = moment(group, state.situation)
    if now is not None:
        if len(now.entries) == 1 and not now.shared and now.entries[0][2] == 1:
            ((option, _copies, situation, then),) = options(now, group, state.situation)
            record_apply(record, option.effect, (option.event,), group, then, now.chooser, 1, now.rule)
            return _push(state, (then,), situation)
        return None
    unfolded = _unfold(group, state.situation, record)
    if unfolded is not None:
        situation, items = unfolded
        return _push(state, items, situation)
    arranging = arranged(group, state.situation)
    return _happen(group, state, record) if arranging is None else _push(state, (arranging,))


def _without_impossible(group: Group, situation: Situation, record: Recorder | None) -> Group:
    """The group without events that can't happen (614.17) or are nothing (614.7a); the same object if all stay."""
    kept: list[Pending] = []
    for pending in group.pendings:
        indestructible = cant_be_destroyed(pending.event, situation) and not _self_replaced(pending, situation)
        if impossible(pending.event, situation) or indestructible:
            rule, gist = nothing_of(pending.event, situation)
            record_step(record, StepKind.NOTHING, rule, gist, before=(pending.event,), places=(len(kept),))
        elif (stop := prohibited(pending.event, situation)) and not _self_replaced(pending, situation):
            record_step(
                record, StepKind.CANNOT, "614.17c", "an event that can't happen is only open to self-replacement",
                effect=stop.id, before=(pending.event,), places=(len(kept),),
            )  # fmt: skip
        else:
            kept.append(_possible_part(pending, situation, record, len(kept)))
    same = len(kept) == len(group.pendings) and all(map(operator.is_, kept, group.pendings))
    return group if same else replace(group, pendings=tuple(kept))


def _possible_part(pending: Pending, situation: Situation, record: Recorder | None, place: int) -> Pending:
    """The event without those of its counters or tokens that can't be put or created (101.3); itself if all can."""
    possible = without_prohibited_parts(pending.event, situation)
    if possible is pending.event or _self_replaced(pending, situation):
        return pending
    gist = "the part of it that can't happen is left out"
    record_step(
        record, StepKind.CANNOT, "101.3", gist, before=(pending.event,), after=(possible,), places=(place,)
    )  # fmt: skip
    return replace(pending, event=possible)


def _self_replaced(pending: Pending, situation: Situation) -> bool:
    return any(
        active.is_self_replacement and applicable(active, pending, situation)
        for active in candidates(pending, situation)
    )


def _unfold(group: Group, situation: Situation, record: Recorder | None) -> tuple[Situation, tuple[Item, ...]] | None:
    """Put contained events in the place of the first event that has any (616.1g), with its lineage (614.5)."""
    for place, pending in enumerate(group.pendings):
        inner = contained(pending.event, situation)
        if inner is None:
            continue
        situation, events = inner
        record_step(
            record,
            StepKind.CONTAIN,
            "616.1g",
            "the events contained in it come next",
            before=(pending.event,),
            after=events,
            places=(place,),
        )
        kept = tuple(Pending(event, pending.applied, pending.own) for event in events)
        twin = _the_same_move(group, place, events)
        if twin is not None:  # destroyed in two ways at once, it leaves once; both lineages are those of its leaving
            other = group.pendings[twin]
            both = tuple(sorted({*other.applied, *pending.applied}))
            group, kept = group.with_pending(twin, replace(other, applied=both)), ()
        return situation, (group.with_pending(place, *kept),)
    return None


def _the_same_move(group: Group, place: int, events: tuple[Event, ...]) -> int | None:
    """The place of another event of the group that already is the one move that an event comes to, if any."""
    if len(events) != 1:
        return None
    others = ((n, other.event) for n, other in enumerate(group.pendings) if n != place)
    return next((n for n, other in others if is_the_same(events[0], other)), None)


def _happen(group: Group, state: State, record: Recorder | None) -> State:
    """All events of a settled group happen; then results of damage, draws in APNAP order, and what comes afterward."""
    situation, log = state.situation, state.log
    happened: list[Happened] = []
    back: list[Pending] = []
    results: list[Pending] = []
    at_once: list[Item] = []
    made = state.made
    entering: list[Pending] = []
    draws: list[Pending] = []
    for pending in group.pendings:
        event = pending.event
        if isinstance(event, DrawCards):
            draws.append(pending)
            continue
        if isinstance(event, DealDamage):
            results += [Pending(result, pending.applied) for result in results_of(event, situation)]
        before = situation
        if isinstance(event, CreateTokens):
            situation, tokens = _created(event, situation)
            entering += [Pending(token, pending.applied) for token in tokens]
            done: Event | None = event
        else:
            situation, done = happen(event, situation)
        if isinstance(event, Enter) and (event.counters or event.copy_counters):
            counters = event.counters + event.copy_counters
            put = PutCounters(event.object, counters, event.under, event.object, entering=True)
            entering.append(Pending(tidy(put), pending.applied))
        if done is not None:
            record_step(record, StepKind.HAPPEN, "614.6", "what is left of the event happens", after=(done,))
            log = recorded(log, done)
            back += [Pending(enter) for enter in returning(done, before, situation)]
            if isinstance(done, AddMana) and not state.alone:
                if ManaMade() in state.agenda:  # 106.12a: once for all that the ability makes
                    made += (done,)
                else:
                    at_once += mana_triggers((done,), situation)
            if state.tracking:
                happened.append(Happened(event, before, situation))
    noticing = Noticing(tuple(happened), state.situation) if happened else None
    if group.spent:
        situation = without_spent(group.spent, situation)
    results = one_loss_each(results, situation)
    items: list[Item] = [Group(tuple(pendings)) for pendings in (back, results, entering) if pendings]
    counted = any(isinstance(pending.event, PutCounters) for pending in entering)
    if noticing is not None and counted:
        items.append(noticing)
        noticing = None
    if len(draws) > 1:
        order = situation.apnap()
        draws.sort(key=lambda p: order.index(p.event.affected))
    for pending in draws:
        event = pending.event
        assert isinstance(event, DrawCards)
        single = Draw(event.player, event.source, event.cause)
        items.append(Repeat(replace(pending, event=single), event.count))
    agenda = (*at_once, *items, *group.rest, *group.after, *state.agenda[1:])
    after = State(situation, agenda, log, state.waiting, state.tracking, state.alone, made)
    after = after if noticing is None else noticed(noticing, after)
    after = remembered(after, leaving((pending.event for pending in group.pendings), state.situation), state.situation)
    return _without_those_who_lost(after) if ends(pending.event for pending in group.pendings) else after


def _without_those_who_lost(state: State) -> State:
    """The state once players have left the game; nothing more happens once it is over (104.1, 800.4a)."""
    situation = without_those_who_lost(state.situation)
    agenda = () if is_over(situation) else state.agenda
    return replace(state, situation=situation, agenda=agenda, waiting=still_waiting(state.waiting, situation))


def _created(event: CreateTokens, situation: Situation) -> tuple[Situation, tuple[Event, ...]]:
    """The tokens, and their entering where something may modify it (616.1g, 701.7b)."""
    after, _ = happen(event, situation)
    new = after.objects[len(situation.objects) :]
    enters = [Enter(thing.id, event.player, thing.tapped, attacking=thing.attacking, of_token=True) for thing in new]
    if not any(replacements_for(enter, after) for enter in enters):
        return after, ()
    waiting = replace(after, objects=situation.objects + tuple(replace(thing, zone=Zone.NOWHERE) for thing in new))
    return waiting, tuple(enters)
