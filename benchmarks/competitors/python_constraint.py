"""python-constraint: a variable for each step, all different, and each solution replayed.

The values are indices, not effects, because equal values in a domain would give each solution several times. A
problem without variables has no solution at all there, so no effects is answered before.
"""

from collections.abc import Sequence

from constraint import AllDifferentConstraint, Problem

from benchmarks.effects import Effect, replay


def outcomes(effects: Sequence[Effect], start: int) -> set[int]:
    """Return the different amounts over all orders."""
    if not effects:
        return {start}
    steps = range(len(effects))
    problem = Problem()
    problem.addVariables(list(steps), list(steps))
    problem.addConstraint(AllDifferentConstraint())
    return {replay((effects[order[step]] for step in steps), start) for order in problem.getSolutionIter()}
