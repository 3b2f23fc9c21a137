"""Lanes: many effects that each only change the amount of one event, explored together on plain numbers.

Where every effect that can still apply to an event changes nothing but its amount, the states of 616.1 are pairs (which
effects have been applied, the amount). Effects that act alike count as one with a number. A lane walks these pairs
level by level with exact numbers of orderings, and hands the search only the amounts at which nothing applies any more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import factorial

from model.amounts import Amount, Binary, Call, Name, Number, names_in
from model.decisions import ChoiceKind, Option
from model.derivation import Step
from model.effects import Change, Comparison, Limit, Prevent, Replacement, Watch
from model.errors import LimitError
from model.events import (
    Cause,
    CreateTokens,
    DealDamage,
    DrawCards,
    Event,
    GainLife,
    LoseLife,
    Mill,
    PutCounters,
)
from model.selectors import Selector
from model.situation import Situation
from solver.agenda import Group
from solver.amounts import evaluate, holds
from solver.citing import applying
from solver.environment import Env
from solver.in_force import Active, effects_in_force, replacements_for
from solver.matching import COMPARE
from solver.replacement import Moment, moment
from solver.rewriting import unpreventable
from solver.watching import watched_parts

#: With fewer effects than this the ordinary search is as good, and its graph shows every moment.
FEWEST = 3
#: More pairs of effects applied and an amount than this are not walked; it takes about two seconds.
MOST_SPOTS = 2_000_000

_AMOUNT_ROLES = {"amount", "count"}
Spot = tuple[int, int]  #: (which effects have been applied, as a mixed-radix number; the amount)


@dataclass(slots=True)
class Track:
    """Effects of one lane that act alike: their ids, the amounts they watch for, and what they make of an amount.

    ``constant`` is the amount that they set whatever it was; ``grows`` tells that a positive amount stays positive.
    """

    ids: tuple[str, ...]
    stride: int
    guarded: bool
    constant: int | None
    grows: bool
    watches: Callable[[int], bool]
    change: Callable[[int], int]
    seen: dict[int, int | None] = field(default_factory=dict)

    def after(self, amount: int) -> int | None:
        """The amount after one of these effects, or None where it does not apply."""
        if amount not in self.seen:
            self.seen[amount] = self.change(amount) if self.watches(amount) else None
        return self.seen[amount]


@dataclass(slots=True)
class Lane:
    """A finished walk: the spots where nothing applies any more, with their numbers of orderings."""

    group: Group
    place: int
    chooser: str
    rule: str
    tracks: tuple[Track, ...]
    ends: dict[Spot, int] = field(default_factory=dict)
    tables: dict[int, dict[int, int]] = field(default_factory=dict)
    inverse: dict[Spot, dict[int, int]] = field(default_factory=dict)
    tails: dict[int, Lane] = field(default_factory=dict)

    def digits(self, applied: int) -> list[int]:
        """How many effects of each track have been applied."""
        return [applied // track.stride % (len(track.ids) + 1) for track in self.tracks]

    def event_at(self, spot: Spot) -> Event:
        """The event once the lane has come to this spot."""
        return with_amount(self.group.pendings[self.place].event, spot[1])

    def group_at(self, spot: Spot) -> Group:
        """The group once the lane has come to this spot."""
        pending = self.group.pendings[self.place]
        ids = [ref for track, done in zip(self.tracks, self.digits(spot[0]), strict=True) for ref in track.ids[:done]]
        new = replace(
            pending, event=with_amount(pending.event, spot[1]), applied=tuple(sorted((*pending.applied, *ids)))
        )
        return self.group.with_pending(self.place, new)

    def options_to(self, spot: Spot) -> tuple[Option, ...]:
        """The decisions on a way to this spot; moments with one option are none."""
        return tuple(
            Option(ChoiceKind.APPLY, self.chooser, ref, self.place, rule=self.rule)
            for _before, ref, offered, _after in self._way_to(spot)
            if offered > 1
        )

    def steps_to(self, spot: Spot) -> tuple[Step, ...]:
        """The steps of a derivation on the same way."""
        event = self.group.pendings[self.place].event

        def step(before: int, ref: str, offered: int, after: int) -> Step:
            events = (with_amount(event, before),), (with_amount(event, after),)
            return applying(self.rule, self.chooser, ref, *events, offered, (self.place,))

        return tuple(step(*way) for way in self._way_to(spot))

    def _way_to(self, spot: Spot) -> list[tuple[int, str, int, int]]:
        """The amount, the effect applied, how many were offered, and the amount after, one by one."""
        if self.tails:
            return self._way_through_reset(spot)
        way: list[tuple[int, str, int, int]] = []
        while spot[0]:
            after = spot[1]
            spot, number = self._before(spot)
            done = self.digits(spot[0])
            offered = sum(
                len(track.ids) - count
                for track, count in zip(self.tracks, done, strict=True)
                if len(track.ids) > count and track.after(spot[1]) is not None
            )
            way.append((spot[1], self.tracks[number].ids[done[number]], offered, after))
        way.reverse()
        return way

    def _way_through_reset(self, spot: Spot) -> list[tuple[int, str, int, int]]:
        """A way on which one effect that sets the amount comes last of its kind, and before it all not needed after."""
        for track in self.tracks:
            tail = self.tails.get(track.stride)
            if tail is None:
                continue
            applied = next((a for a, table in tail.tables.items() if spot[1] in table), None)
            if applied is not None:
                after = tail._order(applied, spot[1])
                break
        later = {ref for _, ref in after}
        before = [ref for other in self.tracks for ref in other.ids if ref not in later and ref != track.ids[-1]]
        amount = amount_of(self.group.pendings[self.place].event) or 0
        way = []
        left = sum(len(other.ids) for other in self.tracks)
        for ref in (*before, track.ids[-1], *(ref for _, ref in after)):
            source = next(other for other in self.tracks if ref in other.ids)
            new = source.after(amount)
            assert new is not None
            way.append((amount, ref, left, new))
            amount, left = new, left - 1
        return way

    def _order(self, applied: int, amount: int) -> list[tuple[int, str]]:
        """The amounts and effects on a way to a spot of this lane."""
        return [(before, ref) for before, ref, _, _ in self._way_to((applied, amount))]

    def _before(self, spot: Spot) -> tuple[Spot, int]:
        """A spot from which one effect leads here, and the number of that effect's track."""
        applied, amount = spot
        for number, (track, done) in enumerate(zip(self.tracks, self.digits(applied), strict=True)):
            earlier = applied - track.stride
            if not done or earlier not in self.tables:
                continue
            back = self.inverse.get((earlier, number))
            if back is None:
                back = self.inverse[earlier, number] = {}
                for value in self.tables[earlier]:
                    after = track.after(value)
                    if after is not None:
                        back.setdefault(after, value)
            if amount in back:
                return (earlier, back[amount]), number
        raise AssertionError("every spot but the first has one before it")


def lane_of(group: Group, situation: Situation) -> Lane | None:
    """The walked lane of the group's next moment, or None where the effects do more than change one amount."""
    now = moment(group, situation)
    if now is None or now.shared or now.rule != "616.1e" or len({place for place, _, _ in now.entries}) != 1:
        return None
    if sum(copies for _, _, copies in now.entries) < FEWEST:
        return None
    place = now.entries[0][0]
    pending = group.pendings[place]
    amount = amount_of(pending.event)
    if amount is None or _prohibitions_count(pending.event, situation):
        return None
    classes: dict[object, list[Active]] = {}
    for active in (*pending.own, *replacements_for(pending.event, situation)):
        if active.id in pending.applied:
            continue
        fitting = classes.get(active.alike)
        if fitting is not None:
            fitting.append(active)
            continue
        watch = _watching(active, pending.event, situation)
        if watch is None:
            continue
        if not _only_amount(active, watch):
            return None
        classes[active.alike] = [active]
    return _walk(group, place, now, amount, list(classes.values()), situation)


def amount_of(event: Event) -> int | None:
    """The one number that a lane may change, or None."""
    if isinstance(event, PutCounters):
        return event.counters[0][1] if len(event.counters) == 1 and event.cause is Cause.EFFECT else None
    if isinstance(event, CreateTokens):
        return event.tokens[0].count if len(event.tokens) == 1 and event.cause is Cause.EFFECT else None
    if isinstance(event, DealDamage | GainLife | LoseLife | DrawCards | Mill):
        return event.amount_now
    return None


def with_amount(event: Event, amount: int) -> Event:
    """The event with another amount."""
    if isinstance(event, PutCounters):
        return replace(event, counters=((event.counters[0][0], amount),))
    if isinstance(event, CreateTokens):
        return replace(event, tokens=(replace(event.tokens[0], count=amount),))
    assert event.amount_role is not None
    changed: Event = replace(event, **{event.amount_role: amount})
    return changed


def _prohibitions_count(event: Event, situation: Situation) -> bool:
    """Whether some "can't" effect on such events looks at their amount."""
    return any(
        _guards(watch) or "amount" in (names_in(active.effect.condition) if active.effect.condition else ())
        for active in effects_in_force(situation).prohibitions.get(event.kind, ())
        for watch in active.watches
    )


def _guards(watch: Watch) -> list[Comparison]:
    return [c for role, c in watch.conditions if role in _AMOUNT_ROLES and isinstance(c, Comparison)]


def _watching(active: Active, event: Event, situation: Situation) -> Watch | None:
    """The watch of the effect that fits the event, whatever its amount; None if the effect cannot apply here."""
    effect = active.effect
    if not isinstance(effect, Replacement):
        return None
    for watch in effect.watches:
        bare = replace(watch, conditions=tuple(c for c in watch.conditions if c[0] not in _AMOUNT_ROLES))
        if watched_parts(bare, event, active.env, situation):
            by_amount = effect.condition is not None and "amount" in names_in(effect.condition)
            if by_amount or holds(effect.condition, active.env.seeing(event), situation):
                return watch
    return None


def _only_amount(active: Active, watch: Watch) -> bool:
    """Whether all that the effect does is to change the amount, as often as it likes, without a choice."""
    effect = active.effect
    assert isinstance(effect, Replacement)
    if effect.optional or effect.then or effect.self_replacement or effect.limit != Limit() or len(effect.watches) != 1:
        return False
    if effect.condition is not None and "amount" in names_in(effect.condition):
        return False
    if isinstance(effect.rewrite, Prevent):
        return True
    return isinstance(effect.rewrite, Change) and all(
        role in _AMOUNT_ROLES and not isinstance(value, str | bool | tuple) for role, value in effect.rewrite.roles
    )


def _track(actives: list[Active], stride: int, event: Event, situation: Situation) -> Track:
    active = actives[0]
    effect = active.effect
    assert isinstance(effect, Replacement)
    env = active.env.seeing(event)
    guards = _guards(effect.watches[0])
    blocked = isinstance(effect.rewrite, Prevent) and unpreventable(event, situation)

    def watches(amount: int) -> bool:
        return amount > 0 and all(
            COMPARE[guard.operator](amount, evaluate(guard.amount, env, situation)) for guard in guards
        )

    def change(amount: int) -> int:
        here = env.with_values(amount=amount)
        rewrite = effect.rewrite
        if isinstance(rewrite, Prevent):
            prevented = amount
            if rewrite.amount is not None:
                prevented = min(amount, max(0, evaluate(rewrite.amount, here, situation)))
            if rewrite.all_but is not None:
                prevented = amount - min(amount, max(0, evaluate(rewrite.all_but, here, situation)))
            return amount if blocked else amount - prevented
        assert isinstance(rewrite, Change)
        for _role, value in rewrite.roles:
            amount = max(0, evaluate(value, here, situation))  # type: ignore[arg-type]
        return amount

    rewrite = effect.rewrite
    values = [value for _, value in rewrite.roles] if isinstance(rewrite, Change) else []
    fixed = values and not any("amount" in names_in(value) for value in values)  # type: ignore[arg-type]
    constant = change(1) if fixed else None
    grows = not guards and bool(values) and all(_stays_positive(value, env, situation) for value in values)  # type: ignore[arg-type]
    return Track(tuple(a.id for a in actives), stride, bool(guards), constant, grows, watches, change)


def _stays_positive(amount: Amount, env: Env, situation: Situation) -> bool:
    """Whether the expression is sure to be at least 1 for every event's amount of at least 1, read off its form."""
    match amount:
        case Name("amount"):
            return True
        case Number(value):
            return value >= 1
        case Binary("+", left, right):
            return all(_never_negative(part, env, situation) for part in (left, right)) and (
                _stays_positive(left, env, situation) or _stays_positive(right, env, situation)
            )
        case Binary("*", left, right):
            return _stays_positive(left, env, situation) and _stays_positive(right, env, situation)
        case Call("half_up", (inner,)) if not isinstance(inner, str | Selector):
            return _stays_positive(inner, env, situation)
        case _:
            return False


def _never_negative(amount: Amount, env: Env, situation: Situation) -> bool:
    return (isinstance(amount, Number) and amount.value >= 0) or _stays_positive(amount, env, situation)


def _walk(
    group: Group, place: int, now: Moment, amount: int, classes: list[list[Active]], situation: Situation
) -> Lane | None:
    event = group.pendings[place].event
    tracks: list[Track] = []
    stride = 1
    for actives in classes:
        tracks.append(_track(actives, stride, event, situation))
        stride *= len(actives) + 1
    lane = Lane(group, place, now.chooser, now.rule, tuple(tracks))
    if _resets(lane, amount):
        return lane
    level: dict[int, dict[int, int]] = {0: {amount: 1}}
    spots = 1
    while level:
        level = _next_level(lane, level)
        spots += sum(map(len, level.values()))
        if spots > MOST_SPOTS:
            said = f"the effects on one event lead over more than {MOST_SPOTS:,} amounts; ask with fewer of them"
            raise LimitError(said)
    return lane


def _next_level(lane: Lane, level: dict[int, dict[int, int]]) -> dict[int, dict[int, int]]:
    """Apply one more effect everywhere; spots where none applies are the lane's ends."""
    onward: dict[int, dict[int, int]] = {}
    for applied, table in level.items():
        lane.tables[applied] = table
        open_tracks = [
            (track, len(track.ids) - done)
            for track, done in zip(lane.tracks, lane.digits(applied), strict=True)
            if done < len(track.ids)
        ]
        _end_here(lane, applied, table, [track for track, _ in open_tracks])
        for track, left in open_tracks:
            into = onward.setdefault(applied + track.stride, {})
            seen, after_of = track.seen, track.after
            for amount, count in table.items():
                after = seen[amount] if amount in seen else after_of(amount)
                if after is not None:
                    into[after] = into.get(after, 0) + count * left
    return {applied: table for applied, table in onward.items() if table}


def _end_here(lane: Lane, applied: int, table: dict[int, int], tracks: list[Track]) -> None:
    """Note the amounts at which no effect applies: nothing is left of the event, or no open effect watches for it."""
    if any(not track.guarded for track in tracks):
        if 0 in table:
            lane.ends[applied, 0] = table[0]
        return
    for amount, count in table.items():
        if all(track.after(amount) is None for track in tracks):
            lane.ends[applied, amount] = count


def _resets(lane: Lane, amount: int) -> bool:
    """Walk a lane in which some effects set the amount, whatever it was, and every effect always applies.

    What was applied before the last such effect does not matter, so only the effects after it are walked: a way with
    ``t`` effects after it, of ``n`` in all, stands for ``(n - 1 - t)!`` orders of those before it. Returns False, with
    nothing done, where the lane is not of this kind.
    """
    constants = [track for track in lane.tracks if not track.guarded and track.constant is not None]
    if not constants or not all(track.grows for track in lane.tracks):
        return False
    number = sum(len(track.ids) for track in lane.tracks)
    full = sum(track.stride * len(track.ids) for track in lane.tracks)
    others = [track for track in lane.tracks if track not in constants]
    totals: dict[int, int] = {}
    for track in constants:
        assert track.constant is not None
        tail = lane.tails[track.stride] = Lane(lane.group, lane.place, lane.chooser, lane.rule, tuple(others))
        level = {0: {track.constant: 1}}
        while level:
            level = _next_level(tail, level)
        for applied, table in tail.tables.items():
            before = len(track.ids) * factorial(number - 1 - sum(tail.digits(applied)))
            for value, count in table.items():
                totals[value] = totals.get(value, 0) + before * count
    lane.ends |= {(full, value): count for value, count in totals.items()}
    return True
