"""How the effects on an event act on each other: which enables, disables or does not commute with which (616.2).

Everything is found by trial. A trial carries one event through the process of 616 with two effects alone: the others
count as applied already, so that they stay out of it (614.5). Each finding keeps its witness: two orders side by side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import combinations

from model.actions import Action
from model.derivation import Step, StepKind
from model.events import Event
from model.situation import Situation
from solver.actions import begin
from solver.agenda import Apply, ApplySplit, Choose, Gathering, Group, ManaMade, Pending, Repeat, Sequence, State
from solver.answers import DEFAULT_LIMIT, Answer, outcomes
from solver.explorer import explore
from solver.gathering import gathered
from solver.lanes import Lane
from solver.mana_abilities import mana_triggers
from solver.process import settle, single_moves, start, take
from solver.replacement import candidates, carry_out, carry_out_split, moment, options
from solver.stepping import next_instruction

#: How many states one trial, and the search for effects, may visit, and how many events are tried, before the result
#: says that it is not complete.
TRIAL_LIMIT = 400
SURVEY_LIMIT = 2000
MOST_EVENTS = 40


class Relation(Enum):
    """What one effect does to another."""

    ENABLES = "enables"  #: the second applies only if the first has been applied
    DISABLES = "disables"  #: the second applies, but no longer once the first has been applied
    DOES_NOT_COMMUTE = "does not commute"  #: both apply in either order, with different outcomes


@dataclass(frozen=True, slots=True)
class Node:
    """Effects that act alike, by id; ``at_first``: applicable to the event as it is before anything is applied."""

    effects: tuple[str, ...]
    at_first: bool

    @property
    def id(self) -> str:
        """The id of the first of them, which stands for all."""
        return self.effects[0]


@dataclass(frozen=True, slots=True)
class Trial:
    """One line of a witness: the effects applied, what the event is after each, and what happens in the end."""

    order: tuple[str, ...]
    stages: tuple[tuple[Event, ...], ...]
    happens: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Interaction:
    """One edge: ``first`` enables or disables ``second``, or the two do not commute.

    ``event`` is what the trials start from. ``witness``: for ENABLES without the first and with it, otherwise the first
    before the second and the other way round.
    """

    relation: Relation
    first: str
    second: str
    event: Event
    witness: tuple[Trial, Trial]


@dataclass(frozen=True, slots=True)
class Interactions:
    """All effects that are or become applicable, in the order found, and what each pair of them does to each other."""

    nodes: tuple[Node, ...]
    edges: tuple[Interaction, ...]
    complete: bool


def interactions(
    situation: Situation, *steps: Event | Action | tuple[Event | Action, ...], limit: int = DEFAULT_LIMIT
) -> Interactions:
    """The interactions of the effects on these events; arguments as for ``solver.answers.outcomes``."""
    return interactions_in(outcomes(situation, *steps, limit=limit))


def interactions_in(answer: Answer) -> Interactions:
    """The interactions of the effects that an answer met."""
    survey = _Survey()
    first = next(iter(_groups_met(answer.start)), [])
    survey.look_everywhere(answer, first)
    bench = _Bench(survey, first)
    edges = tuple(bench.edges())
    applied = bench.alone_anywhere(len(first))
    nodes = tuple(Node(tuple(ids), ids[0] in applied) for ids in survey.alike)
    return Interactions(nodes, edges, answer.complete and survey.complete and bench.complete)


@dataclass(frozen=True, slots=True)
class _Root:
    """An event to start trials from."""

    situation: Situation
    pending: Pending


def _groups_met(state: State) -> list[list[_Root]]:
    """The groups of events to which any effect is applied, from an unsettled state up to the next decision."""
    groups: list[list[_Root]] = []
    while state.agenda:
        item, rest = state.agenda[0], state.agenda[1:]
        match item:
            case Group():
                steps: list[Step] = []
                after = settle(replace(state, agenda=(item,)), steps.append)
                if after.agenda or any(step.kind is StepKind.APPLY for step in steps):
                    groups.append([_Root(state.situation, pending) for pending in item.pendings])
                if after.agenda:
                    break
                state = replace(after, agenda=rest)
            case Choose():
                if len(item.options) > 1:
                    break
                state = replace(state, agenda=(item.options[0][1] if item.options else ()) + rest)
            case Apply():
                groups.append([_Root(state.situation, item.group.pendings[item.place])])
                situation, then = carry_out(item, state.situation)
                state = replace(state, situation=situation, agenda=(then, *rest))
            case ApplySplit():
                situation, then = carry_out_split(item, state.situation)
                state = replace(state, situation=situation, agenda=(then, *rest))
            case Repeat(pending, times):
                again = (Repeat(pending, times - 1),) if times > 1 else ()
                state = replace(state, agenda=(Group((pending,)), *again, *rest))
            case Gathering():
                state = replace(state, agenda=gathered(item, state.situation) + rest)
            case ManaMade():
                triggers = mana_triggers(state.made, state.situation)
                state = replace(state, made=(), agenda=triggers + rest)
            case Sequence():
                situation, items = next_instruction(item, state.situation)
                state = replace(state, situation=situation, agenda=items + rest)
            case _:
                state = begin(item, state)
    return groups


class _Survey:
    """Finds every effect that is or becomes applicable, and for each an event to which it applies."""

    def __init__(self) -> None:
        self.alike: list[list[str]] = []
        self.roots: dict[str, _Root | None] = {}
        self.complete = True

    def look_everywhere(self, answer: Answer, first: list[_Root]) -> None:
        for root in first:
            self._look_at(Group((root.pending,)), root.situation)
        self._go_on(answer.start)
        for state, ways in answer.exploration.ways.items():
            for lane in (way.lane for way in ways[:1] if way.lane is not None):
                self._look_at_lane(lane, state.situation)
        exploration = explore(answer.exploration.start, single_moves, SURVEY_LIMIT)
        self.complete = exploration.complete
        for state in exploration.order:
            item = state.agenda[0] if state.agenda else None
            if isinstance(item, Group):
                self._look_at(item, state.situation)
                now = moment(item, state.situation)
                opened = options(now, item, state.situation) if now is not None else ()
                for _option, _copies, situation, then in opened:
                    self._go_on(replace(state, situation=situation, agenda=(then, *state.agenda[1:])))
            elif isinstance(item, Choose):
                for _label, items in item.options:
                    self._go_on(replace(state, agenda=items + state.agenda[1:]))

    def _look_at(self, group: Group, situation: Situation) -> None:
        for pending in group.pendings:
            actives = candidates(pending, situation)
            for active in actives:
                if active.id in self.roots:
                    continue
                same = next((a.id for a in actives if a.alike == active.alike and a.id in self.roots), None)
                self._add(active.id, same, _Root(situation, pending))

    def _look_at_lane(self, lane: Lane, situation: Situation) -> None:
        """The effects that search took along one lane, of which some may apply only to other amounts than the first."""
        self._look_at(lane.group, situation)
        root = _Root(situation, lane.group.pendings[lane.place])
        for track in lane.tracks:
            for effect in track.ids:
                if effect not in self.roots:
                    self._add(effect, next((one for one in track.ids if one in self.roots), None), root)

    def _go_on(self, state: State) -> None:
        """Note the effects that are applied from an unsettled state on, before the next decision."""
        steps: list[Step] = []
        settle(state, steps.append)
        new = [step.effect for step in steps if step.kind is StepKind.APPLY and step.effect not in self.roots]
        if not new:
            return
        roots = [root for group in _groups_met(state) for root in group]
        for root in roots:
            self._look_at(Group((root.pending,)), root.situation)
        for effect in new:
            if effect not in self.roots:
                self._add(effect, None, roots[0] if roots else None)

    def _add(self, effect: str, same: str | None, root: _Root | None) -> None:
        self.roots[effect] = root
        group = next((ids for ids in self.alike if same in ids), None)
        if group is None:
            self.alike.append([effect])
        else:
            group.append(effect)


@dataclass(frozen=True, slots=True)
class _Path:
    """One way through a trial: the effects applied with what they made of the event, those declined, what happened."""

    applied: tuple[tuple[str, tuple[Event, ...]], ...]
    declined: tuple[str, ...]
    log: tuple[Event, ...]

    @property
    def order(self) -> tuple[str, ...]:
        return tuple(effect for effect, _ in self.applied)

    @property
    def trial(self) -> Trial:
        return Trial(self.order, tuple(after for _, after in self.applied), self.log)

    def then(self, steps: list[Step], log: tuple[Event, ...]) -> _Path:
        """The path after further steps; an effect applied to several events counts where it first is."""
        applied, declined = self.applied, self.declined
        for step in steps:
            if step.kind is StepKind.APPLY and step.effect not in {effect for effect, _ in applied}:
                applied += ((step.effect, step.after),)
            elif step.kind is StepKind.DECLINE and step.effect not in declined:
                declined += (step.effect,)
        return _Path(applied, declined, log)


class _Bench:
    """Runs the trials, each once."""

    def __init__(self, survey: _Survey, first: list[_Root]) -> None:
        self.survey = survey
        self.everything = frozenset(survey.roots)
        self.roots = list(first)
        self.complete = True
        self._paths: dict[tuple[int, frozenset[str]], tuple[_Path, ...]] = {}
        for ids in survey.alike:
            root = survey.roots[ids[0]]
            if any(self.applies_alone(place, ids[0]) for place in range(len(self.roots))):
                continue
            if root is not None:
                self.roots.append(root)
            else:
                self.complete = False
        if len(self.roots) > MOST_EVENTS:
            del self.roots[MOST_EVENTS:]
            self.complete = False

    def edges(self) -> Iterator[Interaction]:
        for ids in self.survey.alike:
            if len(ids) > 1:
                yield from self._of_pair(ids[0], ids[1])
        for one, other in combinations((ids[0] for ids in self.survey.alike), 2):
            yield from self._of_pair(one, other)

    def alone_anywhere(self, places: int) -> frozenset[str]:
        """The effects that apply without any other to one of the first events."""
        firsts = (ids[0] for ids in self.survey.alike)
        return frozenset(e for e in firsts if any(self.applies_alone(place, e) for place in range(places)))

    def _of_pair(self, one: str, other: str) -> list[Interaction]:
        for place in range(len(self.roots)):
            found = list(self._at(place, one, other))
            if found:
                return found
        return []

    def applies_alone(self, place: int, effect: str) -> bool:
        return any(effect in path.order for path in self.paths(place, frozenset({effect})))

    def _at(self, place: int, one: str, other: str) -> Iterator[Interaction]:
        alone = {effect: self.applies_alone(place, effect) for effect in (one, other)}
        if not any(alone.values()):
            return
        event = self.roots[place].pending.event
        both = [path for path in self.paths(place, frozenset({one, other})) if not path.declined]
        disabled = False
        for first, second in ((one, other), (other, one)):
            if not alone[first] or first == second:
                continue
            ours = [path for path in both if path.order[:1] == (first,)]
            if not alone[second]:
                with_both = next((path for path in ours if second in path.order), None)
                without = self.paths(place, frozenset({second}))
                if with_both is not None and without:
                    yield Interaction(Relation.ENABLES, first, second, event, (without[0].trial, with_both.trial))
                continue
            stopped = next((path for path in ours if second not in path.order), None)
            if stopped is not None:
                disabled = True
                others = [path for path in both if path.order[:1] == (second,)]
                others += [path for path in self.paths(place, frozenset({second})) if second in path.order]
                if others:
                    yield Interaction(Relation.DISABLES, first, second, event, (stopped.trial, others[0].trial))
        if not disabled and all(alone.values()):
            yield from self._orders_differ(one, other, event, both)

    def _orders_differ(self, one: str, other: str, event: Event, both: list[_Path]) -> Iterator[Interaction]:
        ours = [path for path in both if path.order[:2] == (one, other)]
        theirs = [path for path in both if path.order[:2] == (other, one)]
        if not ours or not theirs:
            return
        our_logs, their_logs = {path.log for path in ours}, {path.log for path in theirs}
        if our_logs != their_logs:
            left = next((path for path in ours if path.log not in their_logs), ours[0])
            right = next((path for path in theirs if path.log not in our_logs), theirs[0])
            yield Interaction(Relation.DOES_NOT_COMMUTE, one, other, event, (left.trial, right.trial))

    def paths(self, place: int, allowed: frozenset[str]) -> tuple[_Path, ...]:
        """Every way through the process for the event at this place, with no other effects than these."""
        key = (place, allowed)
        if key not in self._paths:
            self._paths[key] = self._run(self.roots[place], allowed)
        return self._paths[key]

    def _run(self, root: _Root, allowed: frozenset[str]) -> tuple[_Path, ...]:
        shut_out = self.everything - allowed
        pending = replace(root.pending, applied=tuple(sorted({*root.pending.applied, *shut_out})))
        steps: list[Step] = []
        state = settle(start(root.situation, (Group((pending,)),)), steps.append)
        begun = (state, _Path((), (), ()).then(steps, state.log))
        seen, open_ones, done = {begun}, [begun], []
        while open_ones:
            state, path = open_ones.pop()
            ways = single_moves(state)
            if not ways:
                done.append(path)
            for way in reversed(ways):
                steps = []
                after = take(state, way.option, steps.append)
                reached = (after, path.then(steps, after.log))
                if reached in seen:
                    continue
                if len(seen) >= TRIAL_LIMIT:
                    self.complete = False
                    continue
                seen.add(reached)
                open_ones.append(reached)
        return tuple(dict.fromkeys(done))
