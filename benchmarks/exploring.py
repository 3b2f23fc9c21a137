"""What exploring families costs: ``python -m benchmarks.exploring``, or ``--part rate`` and the like.

- rate: scenarios answered in a second of one core's time, from the family's document to the bytes of the Parquet file,
  for the built-in families of pairs: the processor's time of this process, the best of some runs.
- start: from the start of the command to the first answer of a family of ten million triples of cards: the processor's
  time, and that of the clock.
- memory: the memory of a process that answers more and more scenarios of that family.
- workers: one worker and two, in turns, so that what else the machine does falls on both alike: scenarios in a second
  by the clock, from when all workers have begun; and, for a machine that has other things to do, by the processor's
  time: with two cores to themselves two workers and the process that writes take half of what they take together.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PAIRS = ("counters", "tokens", "damage", "life", "draws", "mana")
#: Unordered triples of 393 permanents over a creature: 10,038,721 scenarios.
TRIPLES = """
title: Triples
axes:
  first: {cards: NAMES}
  second: {like: first}
  third: {like: first}
symmetric: [first, second, third]
constraints: ["first != second", "second != third", "first != third"]
scenario:
  battlefield: {you: [{card: Grizzly Bears, id: bear}, $first, $second, $third]}
  event: {put_counters: {object: bear, kind: +1/+1, count: 1}}
where: outcomes > 1
"""


def triples(folder: Path) -> Path:
    """A file with a family of ten million triples of enchantments and artifacts of the catalogue."""
    from scenarios import catalogue

    names = [
        name
        for name in catalogue.names()
        if {"enchantment", "artifact"} & set(catalogue.find(name).faces[0].type_line.types)
    ]
    path = folder / "triples.yaml"
    path.write_text(TRIPLES.replace("NAMES", json.dumps(names[:393])), encoding="utf-8")
    return path


# --- rate ------------------------------------------------------------------------------------------------------------


def rate(most: int = 4_000, runs: int = 3) -> None:
    """Print scenarios for each second of one core."""
    from anyorder.exploring.work import Task, work
    from scenarios.families.family import load

    print(f"{'family':<10} {'scenarios':>9} {'each second of a core':>22}")
    total, spent = 0, 0.0
    for name in PAIRS:
        family = load(name)
        size = min(family.size, most)
        best = float("inf")
        for _ in range(runs):
            began = time.process_time()
            for start in range(0, size, 1_000):
                work(family, Task(0, start, min(start + 1_000, size)))
            best = min(best, time.process_time() - began)
        total, spent = total + size, spent + best
        print(f"{name:<10} {size:>9,} {size / best:>22,.0f}")
    print(f"{'all':<10} {total:>9,} {total / spent:>22,.0f}")


# --- start -----------------------------------------------------------------------------------------------------------

START = """
import gc, os, resource, sys, time
os.environ["PYDANTIC_DISABLE_PLUGINS"] = "1"  # as the command does
gc.set_threshold(200_000)
from anyorder.exploring.command import load
from scenarios.families.rows import row
family = load(sys.argv[1])
sized = resource.getrusage(resource.RUSAGE_SELF)
first = row(family, 0)
used = resource.getrusage(resource.RUSAGE_SELF)
print(family.size, sized.ru_utime + sized.ru_stime, used.ru_utime + used.ru_stime, time.time(), first.status)
"""


def start(runs: int = 5) -> None:
    """Print how long a family of ten million scenarios takes to be counted, and to give its first answer."""
    with tempfile.TemporaryDirectory() as folder:
        path = triples(Path(folder))
        found = []
        for _ in range(runs):
            began = time.time()
            output = subprocess.run(
                [sys.executable, "-c", START, str(path)], capture_output=True, text=True, check=True, env=environment()
            ).stdout.split()
            found.append((float(output[1]), float(output[2]), float(output[3]) - began))
            assert output[4] == "answered"
        counted, answered, clock = (min(one) for one in zip(*found, strict=True))
        print(f"{int(output[0]):,} scenarios: counted after {counted:.2f} s, the first answered after {answered:.2f} s")
        print(f"of the processor's time, the start of Python included; by the clock {clock:.2f} s")


# --- memory ----------------------------------------------------------------------------------------------------------


def memory(steps: int = 6, size: int = 4_000) -> None:
    """Print the memory of a process after more and more scenarios of a family of ten million."""
    from anyorder.exploring.work import Task, work
    from scenarios.families.family import load

    with tempfile.TemporaryDirectory() as folder:
        family = load(triples(Path(folder)))
        print(f"{'scenarios':>10} {'megabytes now':>14} {'at most':>8}")
        for step in range(steps):
            begin = step * (family.size // steps)
            for start in range(begin, begin + size, 1_000):
                work(family, Task(0, start, start + 1_000))
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{(step + 1) * size:>10,} {resident():>14.0f} {most:>8.0f}")


def resident() -> float:
    """The megabytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


# --- workers ---------------------------------------------------------------------------------------------------------

#: Unordered pairs of 110 permanents whose effects replace or prevent damage: 6,105 scenarios, 25 files.
FAMILY = """
axes:
  first: {effects: {cards: NAMES, made_by: static}, attached_to: bear, chosen: {color: green}}
  second: {like: first}
symmetric: [first, second]
scenario:
  battlefield: {you: [{card: Grizzly Bears, id: bear}], opponent: [{card: Savannah Lions, id: lion}]}
  in_force: {you: [$first], opponent: [$second]}
  event: {deal_damage: {source: bear, to: lion, amount: 3}}
"""


def workers(rounds: int = 3) -> None:
    """Print the rates of one worker and of two, in turns: by the clock, and by the processor's time."""
    from scenarios.families.properties import Wanted, effects

    wanted = Wanted(frozenset({"deal_damage"}), frozenset({"replacement", "prevention"}), frozenset({"static"}))
    names = [one.card.full_name for one in effects(wanted)][:110]
    with tempfile.TemporaryDirectory() as folder:
        whole, least = Path(folder) / "whole.yaml", Path(folder) / "least.yaml"
        whole.write_text(FAMILY.replace("NAMES", json.dumps(names)), encoding="utf-8")
        least.write_text(FAMILY.replace("NAMES", json.dumps(names[:1])), encoding="utf-8")
        clock: dict[int, list[float]] = {1: [], 2: []}
        seconds: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
        for number in range(rounds):
            for width in (1, 2) if number % 2 else (2, 1):
                out = Path(folder) / f"{number}-{width}"
                began = _run(least, Path(f"{out}-least"), width)
                spent = _run(whole, out, width)
                clock[width].append(_rate(out, width))
                seconds[width].append((spent[0] - began[0], spent[1] - began[1]))
        for width in clock:
            ours, theirs = (statistics.median(one) for one in zip(*seconds[width], strict=True))
            each = ", ".join(f"{one:,.0f}" for one in clock[width])
            print(f"{width} worker(s): {each} scenarios each second by the clock; the processor's seconds without")
            print(f"    those of the start: {theirs:.2f} of the workers, {ours:.2f} of the process that writes")
        print(f"by the clock two workers do {statistics.median(clock[2]) / statistics.median(clock[1]):.2f} times")
        one, two = (statistics.median(sum(pair) for pair in seconds[width]) for width in (1, 2))
        alone = statistics.median(theirs for _, theirs in seconds[1])
        print(f"by the processor's time two cores do {alone / (two / 2):.2f} times ({one:.2f} s in all, {two:.2f} s)")


_RUN = """
import resource, sys
from anyorder.exploring.command import explore
if __name__ == "__main__":
    assert explore(sys.argv[1], sys.argv[2], workers=int(sys.argv[3]), quiet=True) == 0
    for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN):
        used = resource.getrusage(who)
        print(used.ru_utime + used.ru_stime)
"""


def _run(path: Path, out: Path, width: int) -> tuple[float, float]:
    """Run a family out: the processor's seconds of the process that writes, and of its workers."""
    script = path.parent / "run.py"
    script.write_text(_RUN, encoding="utf-8")
    command = [sys.executable, str(script), str(path), str(out), str(width)]
    output = subprocess.run(command, check=True, env=environment(), capture_output=True, text=True).stdout.split()
    return float(output[0]), float(output[1])


def _rate(out: Path, width: int) -> float:
    """Scenarios in a second by the clock between two files, from when every worker has begun to the last."""
    files = sorted(out.glob("part-*.parquet"))
    times = sorted(file.stat().st_mtime for file in files)
    chunk = int(files[1].stem.removeprefix("part-"))
    return (len(times) - 1 - 2 * width) * chunk / (times[-1] - times[2 * width])


def environment() -> dict[str, str]:
    """The environment in which other processes find this project."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])}


PARTS: dict[str, Callable[[], None]] = {"rate": rate, "start": start, "memory": memory, "workers": workers}


def main() -> None:
    """Print the parts asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", choices=list(PARTS), action="append")
    for name in parser.parse_args().part or PARTS:
        print(f"--- {name}")
        PARTS[name]()


if __name__ == "__main__":
    main()
