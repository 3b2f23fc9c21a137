"""OR-tools CP-SAT: solve for one order, forbid its final amount, and solve again until nothing is left.

CP-SAT's integers have 64 bits, so a ceiling that they cannot hold is refused. One worker is quicker than several on
problems this small.
"""

from collections.abc import Sequence

from ortools.sat.python import cp_model

from benchmarks.effects import Effect, ceiling, merged


def outcomes(effects: Sequence[Effect], start: int) -> set[int]:
    """Return the different amounts over all orders, telling equal effects apart."""
    return _solve([(effect, 1) for effect in effects], effects, start)


def outcomes_merged(effects: Sequence[Effect], start: int) -> set[int]:
    """Return the same, told beforehand which effects are equal."""
    return _solve(merged(effects), effects, start)


def _solve(kinds: Sequence[tuple[Effect, int]], effects: Sequence[Effect], start: int) -> set[int]:
    limit = ceiling(effects, start)
    if limit >= 2**60:
        raise OverflowError(f"amounts up to {limit} are too large for CP-SAT's integers")
    model = cp_model.CpModel()
    steps = range(len(effects))
    numbered = list(enumerate(kinds))
    amount = [model.new_constant(start), *(model.new_int_var(0, limit, f"amount{step}") for step in steps)]
    pick = {(step, i): model.new_bool_var(f"pick{step}_{i}") for step in steps for i, _ in numbered}
    for step in steps:
        model.add_exactly_one(pick[step, i] for i, _ in numbered)
    for i, (effect, count) in numbered:
        model.add(sum(pick[step, i] for step in steps) == count)
        for step in steps:
            model.add(amount[step + 1] == effect(amount[step])).only_enforce_if(pick[step, i])

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found = set()
    while solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found.add(solver.value(amount[-1]))
        model.add(amount[-1] != solver.value(amount[-1]))
    return found
