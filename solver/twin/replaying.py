"""One replay: the events happen as the rules say, and every decision follows one given order of preferences."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

from model.effects import Change, OneOf, Replacement, Rewrite
from model.errors import OutOfScopeError
from model.events import CreateTokens, DealDamage, Draw, DrawCards, Event, GainLife, LoseLife, PutCounters, SetLife
from model.instructions import Do, Instruction
from model.situation import Situation
from solver.twin.applicable import (
    Part,
    Present,
    applies,
    can_be_dealt_damage,
    can_be_prevented,
    effects_present,
    forbidden_part,
    uses_at_first,
    without_part,
)
from solver.twin.fitting import Environment, the_one
from solver.twin.happening import happened, refuse_unmodelled, results_of
from solver.twin.instructing import events_of, written_out
from solver.twin.rewriting import Rewritten, rewritten
from solver.twin.things import controller_of, thing_of

Place = tuple[int, ...]
#: A decision as taken: what is decided, by whom, about which place, between which options, and the option chosen.
Decision = tuple[str, str, Place, tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class Pending:
    """An event that would happen, the effects already applied in its lineage (614.5), and its place in its group."""

    event: Event
    applied: frozenset[str]
    place: Place


@dataclass(frozen=True, slots=True)
class Later:
    """Instructions to carry out after the group, with what they speak of and the lineage they belong to.

    Those that stand in an event's place (121.7) are still that event; what an effect does ``besides`` comes after
    the event (615.5).
    """

    instructions: tuple[Instruction, ...]
    env: Environment
    applied: frozenset[str]
    place: Place
    besides: bool


@dataclass(slots=True)
class Group:
    """Events that happen at the same time: the effects that could be used up, and whom they met."""

    left: dict[str, int]
    met: dict[str, list[Place]] = field(default_factory=dict)


def apart(one: Place, other: Place) -> bool:
    """Whether neither of two places lies within the other: the events there are different ones of their group."""
    shorter = min(len(one), len(other))
    return one[:shorter] != other[:shorter]


class Replay:
    """A run through the rules. ``order`` lists options; at each decision the first unused one that is offered is taken.

    ``lacking`` counts the options that were offered when no copy of them was left in the order.
    """

    def __init__(self, situation: Situation, order: tuple[str, ...]) -> None:
        self.situation = situation
        self.order = list(order)
        self.left = uses_at_first(situation)
        self.decisions: list[Decision] = []
        self.taken: dict[str, int] = {}
        self.lacking: dict[str, int] = {}
        self.log: list[Event] = []

    def decide(self, about: str, chooser: str, place: Place, options: tuple[str, ...]) -> str:
        """One option of several, by the order; a single one is no decision."""
        if len(options) == 1:
            return options[0]
        for option in options:
            if option not in self.order:
                self.lacking[option] = self.taken.get(option, 0) + 1
        chosen = next((option for option in self.order if option in options), options[0])
        if chosen in self.order:
            self.order.remove(chosen)
        self.taken[chosen] = self.taken.get(chosen, 0) + 1
        self.decisions.append((about, chooser, place, options, chosen))
        return chosen

    def happen(self, events: list[Event], applied: frozenset[str] = frozenset()) -> None:
        """Simultaneous events from 616.1 to their happening, then what follows them immediately (615.5, 121.7)."""
        later: list[Later] = []
        pending = [Pending(event, applied, (number,)) for number, event in enumerate(events)]
        settled = self.with_results(pending, later)
        draws = [each for each in settled if isinstance(each.event, DrawCards)]
        if any(apart(one.place, other.place) for one, other in combinations(later, 2)):
            raise OutOfScopeError("the order of what follows several simultaneous events")
        for each in settled:
            if not isinstance(each.event, DrawCards):
                self.situation, logged = happened(self.situation, each.event)
                self.log.extend(logged)
        for each in sorted(draws, key=lambda each: self.turn_order(each.event)):
            self.draw_one_by_one(each)
        for part in sorted(later, key=lambda each: each.besides):
            self.carry_out(part)

    def draw_one_by_one(self, pending: Pending) -> None:
        """121.2: the single draws of an instruction, each to its end before the next is considered."""
        event = pending.event
        if isinstance(event, DrawCards):
            for _ in range(event.count):
                self.happen([Draw(event.player, event.source, event.cause)], pending.applied)

    def carry_out(self, later: Later) -> None:
        """Each instruction in the order written, completed before the next (608.2c)."""
        for each in later.instructions:
            for one in written_out(self.situation, (each,), later.env):
                if isinstance(one, Do):
                    self.happen(events_of(self.situation, one, later.env), later.applied)

    def with_results(self, pending: list[Pending], later: list[Later]) -> list[Pending]:
        """The events as modified, then the results of all damage among them, modified in their turn (120.4b, 120.4c).

        What follows a result comes before what follows the damage, which occurs with its results (120.4d).
        """
        follow: list[Later] = []
        settled = self.settle_group(pending, follow)
        results = []
        dealt: set[tuple[str, str]] = set()
        for each in settled:
            if isinstance(each.event, DealDamage):
                if (each.event.source, each.event.to) in dealt:
                    raise OutOfScopeError("damage from one source to one recipient in two parts")
                dealt.add((each.event.source, each.event.to))
                found = enumerate(results_of(self.situation, each.event))
                results += [Pending(event, each.applied, (*each.place, number)) for number, event in found]
        if results:
            settled = settled + self.with_results(counted_together(results), later)
        later.extend(follow)
        return settled

    def turn_order(self, event: Event) -> int:
        """The place of the one who chooses for this event in APNAP order (101.4)."""
        names = [player.name for player in self.situation.players]
        start = names.index(self.situation.active)
        return (names[start:] + names[:start]).index(controller_of(self.situation, event.affected))

    def settle_group(self, pending: list[Pending], later: list[Later]) -> list[Pending]:
        """616.1 for simultaneous events: in APNAP order of who is affected, one player's in the order given."""
        if self.situation.traits:
            raise OutOfScopeError("continuous effects")
        group = Group(dict(self.left))
        there = [each for each in pending if thing_of(self.situation, each.event.affected) is not None]
        found: dict[Place, list[Pending]] = {}
        follow: list[Later] = []
        for each in sorted(there, key=lambda each: self.turn_order(each.event)):
            waiting, done = [each], []
            while waiting:
                first = waiting.pop(0)
                step = self.step(first, group, follow)
                if step is None:
                    done.append(first)
                else:
                    waiting = step + waiting
            found[each.place] = done
        later.extend(sorted(follow, key=lambda each: each.place[:1]))
        return [settled for each in there for settled in found[each.place]]

    def step(self, pending: Pending, group: Group, later: list[Later]) -> list[Pending] | None:
        """One round of 616.1: what stands in the event's place after it, or None when the event is settled."""
        event = nonzero(pending.event)
        if event is None or (isinstance(event, DealDamage) and not can_be_dealt_damage(self.situation, event.to)):
            return []
        if event != pending.event:
            return [replace(pending, event=event)]
        present = effects_present(self.situation, self.left)
        refuse_unmodelled(self.situation, present, event)
        candidates = self.applicable(present, pending, group)
        forbidden = forbidden_part(self.situation, present, event)
        if forbidden is not None:
            candidates = [each for each in candidates if is_self_replacement(each[0])]
            if not candidates:
                rest = without_part(event, forbidden)
                return [] if rest is None else [replace(pending, event=rest)]
            if without_part(event, forbidden) is not None:
                raise OutOfScopeError("a self-replacement effect on an event of which a part can't happen")
        candidates = first_tier(candidates, event)
        if not candidates:
            return self.set_life(pending)
        chooser = controller_of(self.situation, event.affected)
        ids = tuple(each.id for each, _ in candidates)
        chosen = self.decide("apply", chooser, pending.place, ids)
        effect, part = next(each for each in candidates if each[0].id == chosen)
        return self.apply(pending, effect, part, present, later)

    def applicable(self, present: list[Present], pending: Pending, group: Group) -> list[tuple[Present, Part]]:
        """The effects that are applicable now and have not been applied in this lineage (614.5)."""
        found = []
        for each in present:
            if each.id in pending.applied:
                continue
            self.refuse_shared(each, pending, group)
            part = applies(self.situation, each, pending.event)
            if part is not None:
                found.append((each, part))
        return found

    def refuse_shared(self, present: Present, pending: Pending, group: Group) -> None:
        """An effect that is used up, applicable to two simultaneous events, is out of scope (615.7)."""
        together = isinstance(present.effect, Replacement) and present.effect.together
        at_first = group.left.get(present.id)
        if (at_first is None and not together) or applies(
            self.situation, replace(present, left=at_first), pending.event
        ) is None:
            return
        met = group.met.setdefault(present.id, [])
        if any(apart(place, pending.place) for place in met):
            raise OutOfScopeError("one effect shared over several simultaneous events (615.7)")
        met.append(pending.place)

    def apply(
        self, pending: Pending, present: Present, part: Part, present_all: list[Present], later: list[Later]
    ) -> list[Pending]:
        """The chosen effect applied, or declined by whoever may; either way it had its one opportunity (614.5)."""
        effect, event = present.effect, pending.event
        assert isinstance(effect, Replacement)
        applied = pending.applied | {present.id}
        if effect.optional is not None:
            player = the_one(self.situation, effect.optional, present.env)
            if player is None:
                raise OutOfScopeError("an effect that nobody may decline")
            if self.decide("may", player, pending.place, ("yes", "no")) == "no":
                return [replace(pending, applied=applied)]
        rewrite = self.one_rewrite(effect.rewrite, present, pending.place)
        preventable = not isinstance(event, DealDamage) or can_be_prevented(self.situation, present_all, event)
        result = rewritten(self.situation, event, part, rewrite, present, preventable)
        if present.left is not None:
            self.left[present.id] = present.left - result.used
        self.follow(result, effect, pending.place, applied, later)
        if len(result.events) == 1:
            return [replace(pending, event=result.events[0], applied=applied)]
        return [Pending(each, applied, (*pending.place, number)) for number, each in enumerate(result.events)]

    def one_rewrite(self, rewrite: Rewrite, present: Present, place: Place) -> Rewrite:
        """The rewrite itself, or the one that is chosen of several."""
        while isinstance(rewrite, OneOf):
            chooser = present.env.you
            if rewrite.player is not None:
                chooser = the_one(self.situation, rewrite.player, present.env) or chooser
            chosen = self.decide("value", chooser, place, tuple(f"value {label}" for label, _ in rewrite.options))
            rewrite = next(each for label, each in rewrite.options if f"value {label}" == chosen)
        return rewrite

    def follow(
        self, result: Rewritten, effect: Replacement, place: Place, applied: frozenset[str], later: list[Later]
    ) -> None:
        """Keep for after the group what an effect does instead with draws in it, and what it does besides."""
        for instructions, besides in ((result.later, False), (effect.then, True)):
            if instructions:
                later.append(Later(instructions, result.env, applied, place, besides))

    def set_life(self, pending: Pending) -> list[Pending] | None:
        """119.5: setting a life total is gaining or losing the difference; any other event is settled."""
        event = pending.event
        if not isinstance(event, SetLife):
            return None
        life = next(player.life for player in self.situation.players if player.name == event.player)
        if event.total >= life:
            return [replace(pending, event=GainLife(event.player, event.total - life, event.source))]
        return [replace(pending, event=LoseLife(event.player, life - event.total, event.source))]


def is_self_replacement(present: Present) -> bool:
    """614.15."""
    return isinstance(present.effect, Replacement) and present.effect.self_replacement


def first_tier(candidates: list[tuple[Present, Part]], event: Event) -> list[tuple[Present, Part]]:
    """616.1a, 616.1b: self-replacement effects first, then those that change under whose control tokens enter."""
    own = [each for each in candidates if is_self_replacement(each[0])]
    if own:
        return own
    control = [each for each in candidates if isinstance(event, CreateTokens) and _changes_player(each[0])]
    return control or candidates


def _changes_player(present: Present) -> bool:
    rewrite = present.effect.rewrite if isinstance(present.effect, Replacement) else None
    return isinstance(rewrite, Change) and any(name == "player" for name, _ in rewrite.roles)


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
