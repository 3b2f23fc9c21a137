"""One method on one problem, in a process of its own: ``python -m benchmarks.one_run METHOD MIX N LIMIT``.

It prints a JSON object with the seconds and the outcomes, or with ``missing`` where the method can't be had. Imports
and a first small problem come before the clock starts. Past the limit the alarm ends the process, whatever compiled
code is running.
"""

import json
import signal
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from benchmarks.effects import START, Effect, mix

METHODS = {
    "explorer": ("benchmarks.explorer_adapter", "explorer_outcomes"),
    "itertools": ("benchmarks.competitors.permutations", "outcomes"),
    "python-constraint": ("benchmarks.competitors.python_constraint", "outcomes"),
    "clingo": ("benchmarks.competitors.clingo_projected", "outcomes"),
    "CP-SAT": ("benchmarks.competitors.cp_sat", "outcomes"),
    "clingo merged": ("benchmarks.competitors.clingo_projected", "outcomes_merged"),
    "CP-SAT merged": ("benchmarks.competitors.cp_sat", "outcomes_merged"),
}


def run(method: str, letters: str, n: int, limit: float) -> dict[str, Any]:
    """Return what the method answers and how long it took."""
    module, name = METHODS[method]
    try:
        outcomes: Callable[[Sequence[Effect], int], set[int]] = getattr(import_module(module), name)
        outcomes(mix(letters, 2), START)
    except (ImportError, NotImplementedError) as reason:
        return {"missing": str(reason)}
    effects = mix(letters, n)
    signal.setitimer(signal.ITIMER_REAL, limit)
    begin = time.perf_counter()
    found = outcomes(effects, START)
    seconds = time.perf_counter() - begin
    signal.setitimer(signal.ITIMER_REAL, 0)
    return {"seconds": seconds, "outcomes": sorted(found)}


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))))
