"""The situation that a question about values looks at where its document has an event: the one afterward."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from model.errors import OutOfScopeError
from model.situation import Situation
from scenarios.happenings import Step
from solver.answers import outcomes


def situation_after(
    situation: Situation, steps: tuple[Step, ...], values: Callable[[Situation], Hashable]
) -> Situation:
    """The situation after an event in which the values are asked for.

    Raises OutOfScopeError where they are not the same in all outcomes, since the answer then depends on choices.
    """
    answer = outcomes(situation, *steps)
    found: dict[Hashable, Situation] = {}
    for leaf in answer.exploration.leaves:  # outcomes may be alike and leave different situations
        found.setdefault(values(leaf.situation), leaf.situation)
    if len(found) == 1 and answer.complete:
        return next(iter(found.values()))
    if not answer.complete:
        raise OutOfScopeError(f"the event has more outcomes than were followed ({answer.limit})")
    raise OutOfScopeError(
        f"the answer is not the same whatever is chosen as the event happens ({len(found)} answers); "
        "ask for the outcomes, or say what is chosen"
    )
