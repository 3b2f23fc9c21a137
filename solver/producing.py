"""Why a permanent could produce a type of mana, and why not (106.7): derivations from the fixpoint's own findings."""

from __future__ import annotations

from dataclasses import dataclass

from model.derivation import Derivation, Step, StepKind
from model.events import AddMana
from model.production import types_read
from model.rules import Citation
from model.situation import Situation
from solver.agenda import Group, Pending, State
from solver.could_produce import Outcomes, Readers, Source, Way, events_of_source, solve, sources_of
from solver.mana_abilities import production_of
from solver.process import retrace, settle


def why(ref: str, letter: str, situation: Situation) -> Derivation:
    """The steps by which a permanent could produce a type: what its ability would add, what replaces it, and where the
    type was read, down to mana that depends on nothing else. Empty where it could not.
    """
    answer = solve(situation)
    way = answer.ways.get((ref, letter))
    if way is None:
        return ()
    steps: list[Step] = []
    provider = _provider(ref, letter, way, situation)
    if provider is not None:
        steps += why(*provider, situation)
        gist = "it could produce this type, and so can what reads it"
        steps.append(Step(StepKind.READ, Citation("106.7", gist), ref, provider[0], detail=provider[1]))
    gist = "an ability that could add mana; costs and restrictions do not count"
    steps.append(
        Step(StepKind.ADD, Citation("106.7", gist), ref, after=(way.event,), detail=str(way.source.ability + 1))
    )
    state = settle(State(situation, (Group((Pending(way.event, own=way.source.own),)),), alone=True), steps.append)
    for move in way.path:
        retrace(state, move, steps.append)
        state = move.state
    return tuple(steps)


def _provider(ref: str, letter: str, way: Way, situation: Situation) -> tuple[str, str] | None:
    """The permanent, and its type, that the production read: the first found, so that reasons never go in circles."""
    answer = solve(situation)
    readers = Readers(situation)
    for reading in types_read(production_of(way.source.instruction)):
        letters = {one for one, _ in way.event.mana}
        found = [
            (answer.rank[other, one], other, one)
            for other in readers.things(reading, way.source.env)
            for one in letters
            if (other, one) in answer.rank and answer.rank[other, one] < answer.rank[ref, letter]
        ]
        if found:
            _, other, one = min(found)
            return other, one
    return None


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A production of a permanent that does not lead to the type asked for, and what it can come to."""

    source: Source
    event: AddMana
    becomes: tuple[AddMana, ...]


def why_not(ref: str, letter: str, situation: Situation) -> tuple[DeadEnd, ...]:
    """Everything that a permanent's abilities could add, with all that it can become, none of it of this type.

    Empty where no ability of it could add any mana, or where it could produce the type after all.
    """
    answer = solve(situation)
    if letter in answer.types.of(ref):
        return ()
    outcomes = Outcomes(situation)
    ends: list[DeadEnd] = []
    for source in sources_of(situation.object(ref), situation):
        for event in events_of_source(source, ref, answer, Readers(situation), situation):
            becomes = tuple(dict.fromkeys(done for done, _ in outcomes.of(event, source.own).values()))
            end = DeadEnd(source, event, becomes)
            if all((other.event, other.becomes) != (event, becomes) for other in ends):
                ends.append(end)
    return tuple(ends)


def acting_on(ref: str, situation: Situation) -> tuple[str, ...]:
    """The effects that can be applied to mana of this permanent, on some way."""
    answer = solve(situation)
    outcomes = Outcomes(situation)
    found: dict[str, None] = {}
    for source in sources_of(situation.object(ref), situation):
        for event in events_of_source(source, ref, answer, Readers(situation), situation):
            found.update(dict.fromkeys(outcomes.applied_to(event)))
    return tuple(found)
