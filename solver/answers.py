"""The public verbs of the solver: one question each, with every outcome, who chooses, how many orderings, and why."""

from __future__ import annotations

import re
from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property

from model.actions import Action, ResolveTriggers
from model.decisions import Option
from model.derivation import Derivation, Step, StepKind
from model.events import Event
from model.rules import Citation
from model.situation import Situation
from solver.agenda import Group, Item, Pending, State
from solver.assignments import count, is_mass_entry, ways
from solver.explorer import Exploration, explore, orderings, path_to, reachable, shortest
from solver.process import Move, moves, retrace, settle, single_moves, start
from solver.resources import reckoned

#: How many states a question may visit before the answer says that it is not complete.
DEFAULT_LIMIT = 200_000


#: The steps of moves that were retraced, by the identity of the move, which the graph keeps.
Traced = dict[int, list[Step]]


@dataclass(frozen=True)
class Outcome:
    """One outcome: the events that really happen, in order; how many orderings end there; whose choices mattered."""

    events: tuple[Event, ...]
    orderings: int
    choosers: tuple[str, ...]
    final: State = field(repr=False, compare=False)
    unsettled: State = field(repr=False, compare=False)
    path: tuple[Move, ...] = field(repr=False, compare=False)
    traced: Traced = field(repr=False, compare=False, default_factory=dict)

    @cached_property
    def decisions(self) -> tuple[Option, ...]:
        """The decisions on a shortest way to it."""
        return tuple(option for move in self.path for option in move.options)

    @cached_property
    def derivation(self) -> Derivation:
        """The shortest derivation: every step on the way, with its rule."""
        return derive(self.unsettled, self.path, self.traced)

    @property
    def triggers(self) -> tuple[tuple[str, int], ...]:
        """The abilities that triggered and did not resolve, where the question asks: object and place."""
        return self.final.outcome[1]


@dataclass(frozen=True, slots=True)
class Stats:
    """What the search did."""

    states: int
    moves: int
    orderings: int


@dataclass(frozen=True)
class Answer:
    """All outcomes of an event. ``limit`` says which limit was hit where ``complete`` is False."""

    outcomes: tuple[Outcome, ...]
    complete: bool
    limit: str
    stats: Stats
    start: State
    exploration: Exploration[State, Move] = field(repr=False, compare=False)

    @cached_property
    def choosers(self) -> tuple[str, ...]:
        """The players whose choices matter, in APNAP order."""
        found = {player for outcome in self.outcomes for player in outcome.choosers}
        return tuple(player for player in self.start.situation.apnap() if player in found)


def agenda_of(steps: tuple[tuple[Event | Action, ...], ...]) -> tuple[Item, ...]:
    """The agenda for steps that happen one after the other, each made of simultaneous events or one action."""
    items: list[Item] = []
    for step in steps:
        events = tuple(Pending(part) for part in step if isinstance(part, Event))
        if events:
            items.append(Group(events))
        items += [part for part in step if not isinstance(part, Event)]
    return tuple(items)


def outcomes(
    situation: Situation,
    *steps: Event | Action | tuple[Event | Action, ...],
    limit: int = DEFAULT_LIMIT,
    tracking: bool = False,
    every_moment: bool = False,
) -> Answer:
    """Every outcome of events (616).

    Each argument is one event or action, or a tuple of events that happen at the same time; several arguments happen
    one after the other. ``limit`` bounds the states visited; ``tracking`` keeps note of triggered abilities,
    which is done anyhow where they are to resolve.
    ``every_moment`` keeps every single decision a state of the graph, where search would take many at once (lanes).
    """
    listed = tuple(step if isinstance(step, tuple) else (step,) for step in steps)
    tracking = tracking or any(isinstance(part, ResolveTriggers) for step in listed for part in step)
    unsettled = start(situation, agenda_of(listed), tracking)
    first = settle(unsettled)
    if is_mass_entry(unsettled):
        ways_in_all = quick if (quick := _reckoned(unsettled)) is not None else count(first, limit)
        if ways_in_all is None or ways_in_all > (limit if limit != DEFAULT_LIMIT else AT_ONCE):
            return _listed(first, unsettled, ways_in_all, limit)
    return answer(first, unsettled, limit, every_moment)


def _reckoned(unsettled: State) -> int | None:
    """The number of ways to decide, where it can be reckoned without following them."""
    (item, *others) = unsettled.agenda
    return reckoned(item, unsettled.situation) if isinstance(item, Group) and not others else None


def answer(first: State, unsettled: State, limit: int = DEFAULT_LIMIT, every_moment: bool = False) -> Answer:
    """Explore from a settled state and read the graph."""
    exploration: Exploration[State, Move] = explore(first, single_moves if every_moment else moves, limit)
    counts = orderings(exploration)
    names, sets = reachable(exploration, _outcome_of)
    chooser_bits = _chooser_bits(exploration, sets)
    before, lengths_of = shortest(exploration)
    best: dict[Hashable, State] = {}
    total: dict[Hashable, int] = {}
    lengths: dict[Hashable, int] = {}
    for leaf in exploration.leaves:
        reached = _outcome_of(leaf)
        total[reached] = total.get(reached, 0) + counts[leaf]
        length = lengths_of[leaf]
        if reached not in best or length < lengths[reached]:
            best[reached], lengths[reached] = leaf, length
    order = first.situation.apnap()
    traced: Traced = {}
    found = []
    all_bits = (1 << len(names)) - 1
    everywhere = tuple(p for p in order if chooser_bits.get(p) == all_bits) if len(chooser_bits) == 1 else ()
    for place, name in enumerate(names):
        path = tuple(path_to(best[name], before))
        choosers = everywhere or tuple(p for p in order if chooser_bits.get(p, 0) >> place & 1)
        found.append(Outcome(best[name].log, total[name], choosers, best[name], unsettled, path, traced))
    stats = Stats(len(exploration.ways), sum(len(w) for w in exploration.ways.values()), sum(total.values()))
    reason = "" if exploration.complete else f"more than {limit} states"
    if len(found) > 1:
        found.sort(key=_listing)
    return Answer(tuple(found), exploration.complete, reason, stats, unsettled, exploration)


#: How many of too many ways for a mass of permanents to enter are listed, unless a limit asks for another number.
LISTED = 100
#: As many ways are all followed, unless a limit asks for more.
AT_ONCE = 500


def _listed(first: State, unsettled: State, number: int | None, limit: int) -> Answer:
    """The first ways of so many that listing them all would pass the limit, and how many there are (614.12b)."""
    found: list[Outcome] = []
    seen: set[object] = set()
    for final, path in ways(first):
        if final.outcome not in seen:
            seen.add(final.outcome)
            choosers = tuple(dict.fromkeys(option.chooser for move in path for option in move.options))
            found.append(Outcome(final.log, 1, choosers, final, unsettled, path))
        if len(found) == (LISTED if limit == DEFAULT_LIMIT else limit):
            break
    in_all = f"{number:,} ways to decide" if number is not None else f"more than {limit:,} states"
    reason = f"{in_all}, of which {len(found)} are listed"
    exploration: Exploration[State, Move] = Exploration(first, {first: ()}, [first], False)
    stats = Stats(len(found), 0, number or len(found))
    return Answer(tuple(sorted(found, key=_listing)), False, reason, stats, unsettled, exploration)


def _outcome_of(state: State) -> tuple[object, object]:
    return state.outcome


def _listing(outcome: Outcome) -> tuple[object, ...]:
    """A fixed order of outcomes: by what happens, smaller numbers first."""
    return tuple(_rank(event) for event in outcome.events)


def _rank(event: Event) -> tuple[object, ...]:
    names: tuple[str, ...] = event.__match_args__
    return (event.kind, *(_rank_value(getattr(event, name)) for name in names))


def _rank_value(value: object) -> tuple[int, int, str]:
    if isinstance(value, int):
        return (0, value, "")
    if isinstance(value, str):
        return (1, 0, value)
    return (2, 0, _NUMBERS.sub(lambda match: match.group().zfill(12), repr(value)))


_NUMBERS = re.compile(r"\d+")


def _chooser_bits(exploration: Exploration[State, Move], sets: dict[State, int]) -> dict[str, int]:
    """For each player, the outcomes on whose way some choice of that player changed what could still be reached."""
    bits: dict[str, int] = {}
    for state in exploration.order:
        ways = exploration.ways[state]
        if len(ways) > 1 and any(sets[way.state] != sets[ways[0].state] for way in ways):
            chooser = ways[0].option.chooser
            bits[chooser] = bits.get(chooser, 0) | sets[state]
    return bits


def derive(unsettled: State, path: tuple[Move, ...], traced: Traced) -> Derivation:
    """The steps of a derivation: everything that happens on this way through the graph.

    Ways to several outcomes have moves in common: ``traced`` keeps what each move consists of.
    """
    steps: list[Step] = []
    for item in unsettled.agenda[:1]:
        if isinstance(item, Group):
            events = tuple(pending.event for pending in item.pendings)
            steps.append(Step(StepKind.START, Citation("614.1", "what would happen"), after=events))
    state = settle(unsettled, steps.append)
    for move in path:
        if id(move) not in traced:
            traced[id(move)] = []
            retrace(state, move, traced[id(move)].append)
        steps += traced[id(move)]
        state = move.state
    return tuple(steps)
