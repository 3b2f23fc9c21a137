"""All outcomes of n effects on one amount, by every method: ``python -m benchmarks.enumeration``.

Every run is a process of its own with a time limit. A method that passes the limit is not tried on larger problems of
the same mix. A run under a tenth of a second is made three times and its best counts. Every method that finishes must
find the same outcomes, or the exit status is 1.

The columns "merged" are clingo and CP-SAT told beforehand which effects are equal, which the others find out
themselves or do without.
"""

import argparse
import json
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.effects import MIXES
from benchmarks.one_run import METHODS

EXPLORER = "explorer"
SMALLEST = 4
BRIEF = 0.1


@dataclass(frozen=True, slots=True)
class Finished:
    """A run that ended in time."""

    seconds: float
    outcomes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A run that passed the limit, or would have by a smaller one that did."""

    limit: float


@dataclass(frozen=True, slots=True)
class Missing:
    """A method that can't be had here."""

    reason: str


Result = Finished | TimedOut | Missing
Table = dict[int, dict[str, Result]]


def one_run(method: str, letters: str, n: int, limit: float) -> Result:
    """Run one method on one problem in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.one_run", method, letters, str(n), str(limit)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == -signal.SIGALRM:
        return TimedOut(limit)
    done.check_returncode()
    answer = json.loads(done.stdout)
    if "missing" in answer:
        return Missing(answer["missing"])
    return Finished(answer["seconds"], tuple(answer["outcomes"]))


def best_run(method: str, letters: str, n: int, limit: float) -> Result:
    """Run one method on one problem, again where it is too quick for one run to tell."""
    best = one_run(method, letters, n, limit)
    for _ in range(2):
        if isinstance(best, Finished) and best.seconds < BRIEF:
            again = one_run(method, letters, n, limit)
            if isinstance(again, Finished):
                best = min(best, again, key=lambda finished: finished.seconds)
    return best


def measure(letters: str, largest: int, limit: float) -> Table:
    """Run every method on one mix, from the smallest problem to the largest."""
    table: Table = {}
    over: dict[str, Result] = {}
    for n in range(SMALLEST, largest + 1):
        table[n] = {}
        for method in METHODS:
            result = over.get(method) or best_run(method, letters, n, limit)
            if not isinstance(result, Finished):
                over[method] = result
            table[n][method] = result
    return table


def disagreements(letters: str, table: Table) -> list[str]:
    """Say where two methods found different outcomes."""
    complaints = []
    for n, row in table.items():
        found = {method: result.outcomes for method, result in row.items() if isinstance(result, Finished)}
        first, expected = next(iter(found.items()), ("", ()))
        complaints += [
            f"{letters} {n}: {first} found {len(expected)} outcomes and {method} {len(outcomes)}, not the same ones"
            for method, outcomes in found.items()
            if outcomes != expected
        ]
    return complaints


def ratio(result: Result, explorer: Result) -> float | None:
    """Return how many times longer than the explorer a method took (at least, if it passed the limit)."""
    if not isinstance(explorer, Finished):
        return None
    match result:
        case Finished(seconds=seconds):
            return seconds / explorer.seconds
        case TimedOut(limit=limit):
            return limit / explorer.seconds
        case Missing():
            return None


def cell(result: Result, explorer: Result) -> str:
    """Return a table's entry: the time, and how many times the explorer's."""
    match result:
        case Finished(seconds=seconds):
            over, text = "", f"{seconds * 1000:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"
        case TimedOut(limit=limit):
            over, text = ">", f">{limit:g} s"
        case Missing():
            return "none"
    times = ratio(result, explorer)
    if times is None or result is explorer:
        return text
    return f"{text} {over}{times:,.0f}x" if times >= 10 else f"{text} {over}{times:.1f}x"


def render(letters: str, table: Table) -> str:
    """Return the table of one mix as text."""
    rows = [["n", "outcomes", *METHODS]]
    for n, row in table.items():
        counts = {len(result.outcomes) for result in row.values() if isinstance(result, Finished)}
        rows.append([str(n), "/".join(map(str, sorted(counts))) or "?"])
        rows[-1] += [cell(row[method], row[EXPLORER]) for method in METHODS]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join([f"{letters}: the time, and how many times the explorer's", *lines])


def ahead_from(method: str, tables: Sequence[Table]) -> int | None:
    """Return the n from which on the explorer is quicker than a method in every mix, if there is one."""
    first = None
    for n in reversed(tables[0]):
        ratios = [ratio(table[n][method], table[n][EXPLORER]) for table in tables]
        if any(times is None or times <= 1 for times in ratios):
            break
        first = n
    return first


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.enumeration", description=__doc__.partition("\n")[0])
    parser.add_argument("--limit", type=float, default=20, metavar="S", help="seconds for a run (default: 20)")
    parser.add_argument("--max-n", type=int, default=12, metavar="N", help="effects at most (default: 12)")
    parser.add_argument("--mix", action="append", choices=MIXES, help="only this mix (may be repeated; default: all)")
    options = parser.parse_args(arguments)
    if options.limit <= 0 or options.max_n < SMALLEST:
        parser.error(f"the limit must be above 0 and N at least {SMALLEST}")

    mixes = options.mix or MIXES
    tables = []
    for letters in mixes:
        tables.append(measure(letters, options.max_n, options.limit))
        print(render(letters, tables[-1]), end="\n\n", flush=True)

    missing = {method: result.reason for method, result in tables[0][SMALLEST].items() if isinstance(result, Missing)}
    for method, reason in missing.items():
        print(f"{method}: not measured ({reason})")
    if EXPLORER not in missing:
        for method in [method for method in METHODS if method != EXPLORER and method not in missing]:
            first = ahead_from(method, tables)
            print(f"ahead of {method}: " + ("no" if first is None else f"from n = {first} on, in every mix"))
    complaints = [text for letters, table in zip(mixes, tables, strict=True) for text in disagreements(letters, table)]
    print("\n".join(complaints) or "Every method that finished found the same outcomes.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
