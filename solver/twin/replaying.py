"""One replay: the events happen as the rules say, and every decision follows one given order of preferences."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

from model.effects import AsEnters, Change, EnterAsCopy, OneOf, Prevent, Replacement, Rewrite
from model.errors import OutOfScopeError
from model.events import (
    CreateTokens,
    DealDamage,
    Destroy,
    Draw,
    DrawCards,
    Enter,
    Event,
    GainLife,
    LoseLife,
    PutCounters,
    Sacrifice,
    SetLife,
)
from model.instructions import Do, Instruction
from model.situation import Situation
from model.zones import Zone
from solver.twin.adding import Pending, Place, counted_together, nonzero
from solver.twin.applicable import (
    Part,
    Present,
    applies,
    can_be_dealt_damage,
    can_be_prevented,
    effects_present,
    env_of_event,
    forbidden_part,
    uses_at_first,
    without_part,
)
from solver.twin.entering import (
    ZONE_CHANGES,
    as_copy,
    as_it_would_be,
    as_logged,
    contained,
    entered,
    to_choose_from,
)
from solver.twin.fitting import Environment, meant, the_one
from solver.twin.happening import happened, refuse_unmodelled, results_of
from solver.twin.instructing import events_of, written_out
from solver.twin.rewriting import Rewritten, rewritten
from solver.twin.things import controller_of, thing_of

#: A decision as taken: what is decided, by whom, about which place, between which options, and the option chosen.
Decision = tuple[str, str, Place, tuple[str, ...], str]


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
        self.entering: frozenset[str] = frozenset()

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
        self.happen_pending([Pending(event, applied, (number,)) for number, event in enumerate(events)])

    def happen_pending(self, pending: list[Pending]) -> None:
        """The same, for events of which each has met effects of its own."""
        later: list[Later] = []
        settled = self.with_results(pending, later)
        draws = [each for each in settled if isinstance(each.event, DrawCards)]
        if any(apart(one.place, other.place) for one, other in combinations(later, 2)):
            raise OutOfScopeError("the order of what follows several simultaneous events")
        counters: list[Pending] = []
        for each in settled:
            if isinstance(each.event, Enter):
                self.situation, put = entered(self.situation, each.event)
                self.log.append(as_logged(each.event))
                counters += [replace(each, event=put)] if put is not None else []
            elif not isinstance(each.event, DrawCards):
                self.situation, logged = happened(self.situation, each.event)
                for event in logged:
                    self.note(event)
        if counters:  # 122.6
            self.happen_pending(counters)
        for each in sorted(draws, key=lambda each: self.turn_order(each.event)):
            self.draw_one_by_one(each)
        for part in sorted(later, key=lambda each: each.besides):
            self.carry_out(part)

    def note(self, event: Event) -> None:
        """Log an event; counters that something enters with are part of its entering."""
        if isinstance(event, PutCounters) and event.entering:
            places = [n for n, each in enumerate(self.log) if isinstance(each, Enter) and each.object == event.on]
            entry = self.log[places[-1]]
            assert isinstance(entry, Enter)
            self.log[places[-1]] = replace(entry, counters=tuple(sorted((*entry.counters, *event.counters))))
        else:
            self.log.append(event)

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
        return (names[start:] + names[:start]).index(self.chooser(event))

    def chooser(self, event: Event) -> str:
        """616.1: the affected player, or who controls the affected object; who would control what enters (614.12)."""
        return event.under if isinstance(event, Enter) else controller_of(self.situation, event.affected)

    def settle_group(self, pending: list[Pending], later: list[Later]) -> list[Pending]:
        """616.1 for simultaneous events: in APNAP order of who is affected, one player's in the order given."""
        if self.situation.traits:
            raise OutOfScopeError("continuous effects")
        group = Group(dict(self.left))
        if len({each.event.affected for each in pending if isinstance(each.event, ZONE_CHANGES)}) < sum(
            isinstance(each.event, ZONE_CHANGES) for each in pending
        ):
            raise OutOfScopeError("two changes of zones of one object at the same time")
        self.entering = frozenset(each.event.object for each in pending if isinstance(each.event, Enter))
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
        there = as_it_would_be(self.situation, event)
        present = effects_present(there, self.left, event)
        refuse_unmodelled(self.situation, present, event)
        if is_no_change(there, event):
            return []
        candidates = self.applicable(present, pending, group, there)
        forbidden = forbidden_part(self.situation, present, event, there)
        if forbidden is not None:
            candidates = [each for each in candidates if is_self_replacement(each[0])]
            if not candidates:
                rest = without_part(event, forbidden)
                return [] if rest is None else [replace(pending, event=rest)]
            if without_part(event, forbidden) is not None:
                raise OutOfScopeError("a self-replacement effect on an event of which a part can't happen")
        candidates = first_tier(candidates, event)
        if not candidates:
            return self.comes_to(pending)
        chooser = self.chooser(event)
        ids = tuple(each.id for each, _ in candidates)
        chosen = self.decide("apply", chooser, pending.place, ids)
        effect, part = next(each for each in candidates if each[0].id == chosen)
        return self.apply(pending, effect, part, present, later)

    def applicable(
        self, present: list[Present], pending: Pending, group: Group, there: Situation
    ) -> list[tuple[Present, Part]]:
        """The effects that are applicable now and have not been applied in this lineage (614.5)."""
        found = []
        for each in present:
            if each.id in pending.applied:
                continue
            self.refuse_shared(each, pending, group)
            part = applies(self.situation, each, pending.event, there)
            if part is not None and not _is_barred(each, pending.event):
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
        entering = effect.rewrite if isinstance(effect.rewrite, EnterAsCopy) else None
        if entering is not None and not self.copyable(entering, present, event):
            return [replace(pending, applied=applied)]
        if effect.optional is not None:
            player = the_one(self.situation, effect.optional, present.env)
            if player is None:
                raise OutOfScopeError("an effect that nobody may decline")
            if self.decide("may", player, pending.place, ("yes", "no")) == "no":
                return [replace(pending, applied=applied)]
        rewrite = self.one_rewrite(effect.rewrite, present, pending.place)
        if isinstance(rewrite, EnterAsCopy | AsEnters):
            assert isinstance(event, Enter)
            self.follow(Rewritten((), present.env), effect, pending.place, applied, later)
            return [replace(pending, event=self.decided(event, rewrite, present, pending.place), applied=applied)]
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

    def copyable(self, rewrite: EnterAsCopy, present: Present, event: Event) -> tuple[str, ...]:
        """What can be copied (614.13a)."""
        env = env_of_event(present.env, event)
        return to_choose_from(self.situation, rewrite, env, self.entering)

    def decided(self, event: Enter, rewrite: EnterAsCopy | AsEnters, present: Present, place: Place) -> Enter:
        """The entering once its player has chosen what to copy, or a word (614.12a, 707.5)."""
        env, chooser = env_of_event(present.env, event), present.env.you
        if isinstance(rewrite, AsEnters) and rewrite.player is not None:
            chooser = next(iter(meant(self.situation, rewrite.player, env)), chooser)
        options = to_choose_from(self.situation, rewrite, env, self.entering)
        if not options:
            return event
        chosen = self.decide("value", chooser, place, tuple(f"value {each}" for each in options))[len("value ") :]
        if isinstance(rewrite, EnterAsCopy):
            return as_copy(self.situation, event, rewrite, chosen)
        return replace(event, chosen=(*event.chosen, (rewrite.what, chosen)))

    def follow(
        self, result: Rewritten, effect: Replacement, place: Place, applied: frozenset[str], later: list[Later]
    ) -> None:
        """Keep for after the group what an effect does instead with draws in it, and what it does besides."""
        for instructions, besides in ((result.later, False), (effect.then, True)):
            if instructions:
                fresh = besides and isinstance(effect.rewrite, Prevent)  # 615.5
                later.append(Later(instructions, result.env, frozenset() if fresh else applied, place, besides))

    def comes_to(self, pending: Pending) -> list[Pending] | None:
        """616.1g: the move that destroying and the like are. 119.5: setting a life total is gaining or losing the
        difference. Any other event is settled."""
        event = pending.event
        move = contained(event)
        if move is not None:
            return [replace(pending, event=move)]
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
    """616.1a-c: self-replacement effects first, then those that change under whose control something enters, then
    those that make it a copy."""
    own = [each for each in candidates if is_self_replacement(each[0])]
    if own:
        return own
    if isinstance(event, Enter):
        under = [each for each in candidates if _changes(each[0], "under")]
        copies = [each for each in candidates if isinstance(getattr(each[0].effect, "rewrite", None), EnterAsCopy)]
        return under or copies or candidates
    control = [each for each in candidates if isinstance(event, CreateTokens) and _changes(each[0], "player")]
    return control or candidates


def _changes(present: Present, role: str) -> bool:
    rewrite = present.effect.rewrite if isinstance(present.effect, Replacement) else None
    return isinstance(rewrite, Change) and any(name == role for name, _ in rewrite.roles)


def _is_barred(present: Present, event: Event) -> bool:
    """701.19c: regeneration does nothing for what can't be regenerated."""
    regenerates = isinstance(present.effect, Replacement) and present.effect.regeneration
    return regenerates and isinstance(event, Destroy) and not event.can_regenerate


def is_no_change(there: Situation, event: Event) -> bool:
    """702.12b, 400.4a, 701.8a: what is indestructible is not destroyed, and only permanent cards enter."""
    thing = thing_of(there, event.affected)
    if isinstance(event, Destroy | Sacrifice):
        gone = thing is None or thing.zone is not Zone.BATTLEFIELD
        return gone or (isinstance(event, Destroy) and thing is not None and thing.has("indestructible"))
    if not isinstance(event, Enter) or thing is None:
        return False
    if thing.token:
        raise OutOfScopeError("a token that enters")
    return bool({"instant", "sorcery"} & set(thing.types))
