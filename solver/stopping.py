"""What stops something from happening: the steps at which the event that was asked for was lost, on the way to each
outcome (616, 614.17, 614.7a)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from model.derivation import Step, StepKind
from model.events import Event
from model.situation import Situation
from solver.agenda import Group, Pending, State
from solver.answers import Answer
from solver.answers import answer as explored
from solver.could_produce import solve
from solver.process import settle
from solver.producing import why_not as dead_ends


@dataclass(frozen=True, slots=True)
class Stop:
    """One step that stops it, and in how many outcomes; ``exact``: what is asked for was about to happen just then.

    Where that is never so, the steps are those that change events on the way to the outcomes.
    """

    step: Step
    outcomes: int
    exact: bool


#: The steps that can keep something from happening.
_STOPPING = (StepKind.APPLY, StepKind.CANNOT, StepKind.NOTHING, StepKind.DECLINE)


def stops(answer: Answer, asks_for: Callable[[Event], bool]) -> tuple[Stop, ...]:
    """What stops an event that is asked for, on a shortest way to each outcome, the most frequent first."""
    exact: dict[object, tuple[Step, set[int]]] = {}
    any_change: dict[object, tuple[Step, set[int]]] = {}
    for number, outcome in enumerate(answer.outcomes):
        for step in outcome.derivation:
            if step.kind not in _STOPPING:
                continue
            lost = any(map(asks_for, step.before)) and not any(map(asks_for, step.after))
            for kept in (exact, any_change) if lost else (any_change,):
                kept.setdefault((step.kind, step.effect, step.citation.rule), (step, set()))[1].add(number)
    found = exact or any_change
    listed = [Stop(step, len(numbers), bool(exact)) for step, numbers in found.values()]
    return tuple(sorted(listed, key=lambda stop: -stop.outcomes))


def stops_of_type(ref: str, letter: str, situation: Situation) -> tuple[Stop, ...]:
    """What acts on mana of this type that a permanent, or one that it reads, could add, so that it is none (106.7)."""
    found: dict[object, tuple[Step, set[int]]] = {}
    reads = solve(situation).reads
    refs = [ref]
    for one in refs:  # grows while it is walked
        refs += [other for other in reads.get(one, ()) if other not in refs]
    for number, end in enumerate(end for one in refs for end in dead_ends(one, letter, situation)):
        adds = any(one == letter for one, _ in end.event.mana)
        unsettled = State(situation, (Group((Pending(end.event, own=end.source.own),)),), alone=True)
        for outcome in explored(settle(unsettled), unsettled).outcomes:
            for step in outcome.derivation:
                if step.kind in _STOPPING and step.before != step.after and adds:
                    found.setdefault((step.kind, step.effect), (step, set()))[1].add(number)
    return tuple(Stop(step, len(numbers), True) for step, numbers in found.values())
