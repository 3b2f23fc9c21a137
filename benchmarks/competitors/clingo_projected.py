"""clingo: an answer set for each order, projected to the final amount so that each amount is given once.

Amounts above the ceiling are cut off while grounding, which helps. clingo's integers have 32 bits, so a ceiling
that they cannot hold is refused.
"""

from collections.abc import Sequence

import clingo

from benchmarks.effects import Effect, ceiling, merged

ENCODING = """
step(0..steps-1).
1 { pick(T, K) : kind(K, _, _, _) } 1 :- step(T).
:- kind(K, _, _, C), #count { T : pick(T, K) } != C.

amount(0, start).
amount(T+1, 2*X) :- amount(T, X), pick(T, K), kind(K, double, _, _), 2*X <= ceiling.
amount(T+1, X+B) :- amount(T, X), pick(T, K), kind(K, add, B, _), X+B <= ceiling.
amount(T+1, B) :- pick(T, K), kind(K, set, B, _).

outcome(X) :- amount(steps, X).
#project outcome/1.
#show outcome/1.
"""


def outcomes(effects: Sequence[Effect], start: int) -> set[int]:
    """Return the different amounts over all orders, telling equal effects apart."""
    return _solve([(effect, 1) for effect in effects], effects, start)


def outcomes_merged(effects: Sequence[Effect], start: int) -> set[int]:
    """Return the same, told beforehand which effects are equal."""
    return _solve(merged(effects), effects, start)


def _solve(kinds: Sequence[tuple[Effect, int]], effects: Sequence[Effect], start: int) -> set[int]:
    limit = ceiling(effects, start)
    if 2 * limit >= 2**31:
        raise OverflowError(f"amounts up to {limit} are too large for clingo's integers")
    facts = "".join(f"kind({i}, {kind.verb}, {kind.by}, {count}).\n" for i, (kind, count) in enumerate(kinds))
    constants = [f"-c{name}={value}" for name, value in (("steps", len(effects)), ("start", start), ("ceiling", limit))]
    control = clingo.Control(["--models=0", "--project=project", "--warn=none", *constants])
    control.add("base", [], facts + ENCODING)
    control.ground([("base", [])])
    found = set()
    with control.solve(yield_=True) as models:
        for model in models:
            found |= {atom.arguments[0].number for atom in model.symbols(shown=True)}
    return found
