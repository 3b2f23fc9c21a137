"""Does the order matter here: which pairs of effects end differently, which other decisions count, and which do not.

Every single moment of 616.1 is looked at. Two effects commute at a moment if taking the one and then the other leaves
the same outcomes open as the other way round; choices that an effect brings with it count as part of it. Where all
pairs commute at every moment, no order changes what can happen: from the last moment backward, whatever is taken first,
taking the other one next keeps what is open, and both ways round come to the same. So a pair is found wherever an order
makes a difference.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from model.decisions import ChoiceKind, Option
from model.derivation import Step, StepKind
from model.events import Event
from solver.agenda import Choose, Group, State
from solver.answers import Answer
from solver.explorer import Exploration, explore, path_to, reachable, shortest
from solver.in_force import effects_in_force
from solver.interaction import Relation, interactions_in
from solver.process import Move, single_moves, take

#: With more single moments than this only each pair alone is tried.
MOST_MOMENTS = 5_000


@dataclass(frozen=True, slots=True)
class Side:
    """One line of a witness: the effects applied in this order, what the event is after each, and what can result.

    ``order`` has both effects of the pair, or the first alone where the second no longer applies then. ``outcomes``
    are the numbers, from 1, of the outcomes that are still open; ``happens`` is what happens in one of them, one that
    the other order does not lead to where there is such.
    """

    order: tuple[str, ...]
    stages: tuple[tuple[Event, ...], ...]
    outcomes: tuple[int, ...]
    happens: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two effects whose order makes a difference: who chooses, under which rule, to what events, and the witness.

    ``before`` are the effects applied before, where the pair is met only then.
    """

    first: str
    second: str
    chooser: str
    rule: str
    events: tuple[Event, ...]
    before: tuple[str, ...]
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that is not about an order: a "may", a value, or to which of several events an effect is applied.

    ``ways`` are the options at one such moment with the numbers of the outcomes that each leaves open; ``matters`` is
    False where no such moment, however it is reached, changes what can happen.
    """

    chooser: str
    kind: ChoiceKind
    effect: str
    rule: str
    ways: tuple[tuple[str, tuple[int, ...]], ...]
    matters: bool


@dataclass(frozen=True)
class OrderMatters:
    """What orders and other decisions do to the outcomes of one answer.

    ``moments`` is how many moments leave an order open, ``indifferent`` at how many of them it changes nothing.
    ``alone``: there were too many moments, so that each pair was tried alone, with the other effects out of it.
    ``limit`` says which limit was hit where the pairs are not ``complete``.
    """

    answer: Answer
    pairs: tuple[Pair, ...]
    decisions: tuple[Decision, ...]
    moments: int
    indifferent: int
    states: int
    alone: bool
    complete: bool
    limit: str = ""

    @property
    def matters(self) -> bool:
        """Whether some order makes a difference."""
        return bool(self.pairs)


def order_matters(answer: Answer, most: int = MOST_MOMENTS) -> OrderMatters:
    """The pairs of effects that do not commute in the situation of an answer, and the other decisions that matter."""
    exploration: Exploration[State, Move] = explore(answer.exploration.start, single_moves, most)
    if not exploration.complete:
        return _each_pair_alone(answer, f"more than {most:,} moments, each pair tried alone")
    reading = _Reading(answer, exploration)
    pairs, decisions = reading.pairs(), reading.decisions()
    orders = [state for state in exploration.order if reading.is_order(state)]
    same = sum(1 for state in orders if not reading.differs(state))
    return OrderMatters(
        answer, pairs, decisions, len(orders), same, len(exploration.ways), False, answer.complete
    )  # fmt: skip


class _Reading:
    """The graph of single moments, and for each state the outcomes that it leaves open, as bits."""

    def __init__(self, answer: Answer, exploration: Exploration[State, Move]) -> None:
        self.exploration = exploration
        finished = [one.final for one in answer.outcomes if not one.final.agenda]
        place = {(final.log, final.waiting): number for number, final in enumerate(finished, 1)}
        names, self.open = reachable(exploration, lambda state: (state.log, state.waiting))
        self.number = [place[name] for name in names]
        self.happens = {number: final.log for number, final in enumerate(finished, 1)}
        self.paths, self.distance = shortest(exploration)
        in_force = effects_in_force(exploration.start.situation).replacements.values()
        self.alike: dict[str, object] = {active.id: active.alike for actives in in_force for active in actives}

    def outcomes(self, bits: int) -> tuple[int, ...]:
        """The numbers of these outcomes."""
        return tuple(sorted(number for place, number in enumerate(self.number) if bits >> place & 1))

    def is_order(self, state: State) -> bool:
        """Whether what is decided is which effect comes first."""
        if not state.agenda or isinstance(state.agenda[0], Choose):
            return False
        ways = self.exploration.ways[state]
        return len({way.option.effect for way in ways}) > 1 or any(way.copies > 1 for way in ways)

    def differs(self, state: State) -> bool:
        """Whether the options leave different outcomes open."""
        return len({self.open[way.state] for way in self.exploration.ways[state]}) > 1

    def pairs(self) -> tuple[Pair, ...]:
        """Each pair that does not commute, with the witness that says most: few outcomes, and soon."""
        best: dict[Hashable, tuple[tuple[int, int], State, Move, Move]] = {}
        for state in self.exploration.order:
            if not self.is_order(state):
                continue
            for one, other in combinations(self.exploration.ways[state], 2):
                if one.option.effect == other.option.effect:
                    continue
                left, right = self.after_both(one, other.option), self.after_both(other, one.option)
                if left == right:
                    continue
                key = frozenset(self.alike.get(way.option.effect, way.option.effect) for way in (one, other))
                worth = (left.bit_count() + right.bit_count(), self.distance[state])
                if key not in best or worth < best[key][0]:
                    best[key] = (worth, state, one, other)
        return tuple(self._witnessed(state, one, other) for _, state, one, other in best.values())

    def after_both(self, first: Move, second: Option) -> int:
        """What is open once an effect, with its own choices, and then another have been taken, if that still can be."""
        bits = 0
        for state in self._after_choices(first):
            again = _same_option(self.exploration.ways[state], second)
            if again:
                for way in again:
                    bits |= self.open[way.state]
            else:
                bits |= self.open[state]
        return bits

    def _after_choices(self, taken: Move) -> Iterator[State]:
        """The states after the choices that an effect brings with it."""
        line = [taken.state]
        while line:
            state = line.pop()
            item = state.agenda[0] if state.agenda else None
            if isinstance(item, Choose) and item.effect == taken.option.effect:
                line += [way.state for way in reversed(self.exploration.ways[state])]
            else:
                yield state

    def _witnessed(self, state: State, one: Move, other: Move) -> Pair:
        item = state.agenda[0]
        assert isinstance(item, Group)
        option = one.option
        left, right = self.after_both(one, other.option), self.after_both(other, option)
        before = tuple(move.option.effect for move in path_to(state, self.paths) if move.option.effect)
        events = tuple(dict.fromkeys(item.pendings[way.option.event].event for way in (one, other)))
        sides = (self._side(state, one, other, left, right), self._side(state, other, one, right, left))
        return Pair(option.effect, other.option.effect, option.chooser, option.rule, events, before, sides)

    def _side(self, state: State, first: Move, second: Move, bits: int, others: int) -> Side:
        """The line of a witness, along choices that lead where the other order does not."""
        goal = bits & ~others or bits
        steps: list[Step] = []
        here = take(state, first.option, steps.append)
        while isinstance(here.agenda[0] if here.agenda else None, Choose):
            ways = [way for way in self.exploration.ways[here] if way.option.effect == first.option.effect]
            if not ways:
                break
            way = next((way for way in ways if self.open[way.state] & goal), ways[0])
            here = take(here, way.option, steps.append)
        again = _same_option(self.exploration.ways[here], second.option)
        if again:
            way = next((way for way in again if self.open[way.state] & goal), again[0])
            here = take(here, way.option, steps.append)
            while isinstance(here.agenda[0] if here.agenda else None, Choose):
                ways = [way for way in self.exploration.ways[here] if way.option.effect == second.option.effect]
                if not ways:
                    break
                here = take(here, next((w for w in ways if self.open[w.state] & goal), ways[0]).option, steps.append)
        applied = [step for step in steps if step.kind is StepKind.APPLY]
        shown = [step for step in applied if step.effect in (first.option.effect, second.option.effect)][:2]
        numbers = self.outcomes(bits)
        example = self.outcomes(self.open[here] & goal or goal)[0]
        return Side(
            tuple(step.effect for step in shown), tuple(step.after for step in shown), numbers, self.happens[example]
        )

    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that are no orders, those that matter first."""
        found: dict[Hashable, Decision] = {}
        for state in self.exploration.order:
            for decision in self._decisions_at(state):
                key = (decision.chooser, decision.kind, decision.effect, decision.rule)
                if key not in found or (decision.matters and not found[key].matters):
                    found[key] = decision
        return tuple(sorted(found.values(), key=lambda decision: not decision.matters))

    def _decisions_at(self, state: State) -> Iterator[Decision]:
        ways = self.exploration.ways[state]
        if len(ways) < 2:
            return
        if isinstance(state.agenda[0], Choose):
            yield self._decision(ways)
            return
        by_effect: dict[str, list[Move]] = {}
        for way in ways:
            by_effect.setdefault(way.option.effect, []).append(way)
        for same in by_effect.values():
            if len(same) > 1:
                yield self._decision(same)

    def _decision(self, ways: Iterable[Move]) -> Decision:
        listed = list(ways)
        option = listed[0].option
        kind = option.kind if option.kind is not ChoiceKind.APPLY else ChoiceKind.VALUE
        told = tuple((_word(way.option), self.outcomes(self.open[way.state])) for way in listed)
        return Decision(option.chooser, kind, option.effect, option.rule, told, len({open for _, open in told}) > 1)


def _word(option: Option) -> str:
    """What is chosen, in a word; an effect alone is chosen for the event of its place."""
    return option.value or (option.effect if option.kind is not ChoiceKind.APPLY else f"event {option.event + 1}")


def _same_option(ways: tuple[Move, ...], wanted: Option) -> list[Move]:
    """The ways to take the effect of an option: for the same event, or for any where it stands at another place."""
    fitting = [way for way in ways if way.option.kind is ChoiceKind.APPLY and way.option.effect == wanted.effect]
    exact = [way for way in fitting if (way.option.event, way.option.value) == (wanted.event, wanted.value)]
    return exact or fitting


def _each_pair_alone(answer: Answer, limit: str) -> OrderMatters:
    """Where there are too many moments: what each pair does without the others."""
    between = interactions_in(answer)
    numbers = {one.final.log: number for number, one in enumerate(answer.outcomes, 1) if not one.final.agenda}
    pairs: list[Pair] = []
    for edge in between.edges:
        if edge.relation is Relation.ENABLES:
            continue
        left, right = (
            Side(trial.order[:2], trial.stages[:2], tuple(filter(None, (numbers.get(trial.happens),))), trial.happens)
            for trial in edge.witness
        )
        if left.happens != right.happens and edge.first != edge.second:
            found = Pair(edge.first, edge.second, "", "616.1e", (edge.event,), (), (left, right))
            if not any({old.first, old.second} == {found.first, found.second} for old in pairs):
                pairs.append(found)
    complete = answer.complete and between.complete and (len(answer.outcomes) == 1 or bool(pairs))
    states = answer.stats.states
    return OrderMatters(answer, tuple(pairs), (), 0, 0, states, True, complete, "" if complete else limit)
