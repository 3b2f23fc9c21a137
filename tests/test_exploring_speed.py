"""What exploring must hold: pairs a second, the start of a large family, flat memory. By the processor's time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks import exploring
from scenarios.families.family import load

pytest.importorskip("pyarrow", reason="anyorder[explore] is not installed")
pytestmark = pytest.mark.speed


def test_a_thousand_pairs_each_second_of_a_core():
    from anyorder.exploring.work import Task, work

    rates = {}
    for name in ("counters", "damage", "life"):
        family = load(name)
        numbers = [(start, min(start + 1_000, family.size)) for start in range(0, min(family.size, 2_000), 1_000)]
        best = float("inf")
        for _ in range(3):
            began = time.process_time()
            for start, stop in numbers:
                work(family, Task(0, start, stop))
            best = min(best, time.process_time() - began)
        rates[name] = numbers[-1][1] / best
    assert sum(rates.values()) / len(rates) >= 1_000, rates


def test_ten_million_scenarios_start_within_a_second(tmp_path: Path):
    """By the processor's time from the start of Python to the first answer; the clock is left to quiet machines."""
    path = exploring.triples(tmp_path)
    found = []
    for _ in range(3):
        output = subprocess.run(
            [sys.executable, "-c", exploring.START, str(path)],
            capture_output=True, text=True, check=True, env=exploring.environment(),
        ).stdout.split()  # fmt: skip
        assert int(output[0]) > 10_000_000
        found.append(float(output[2]))
    assert min(found) < 1, found


def test_memory_stays_flat():
    """A process that answers four times as many scenarios needs no more memory."""
    code = """
from benchmarks.exploring import resident
from anyorder.exploring.work import Task, work
from scenarios.families.family import load
family = load("damage")
for step in range(5):
    for start in range(step * 2000, step * 2000 + 2000, 500):
        work(family, Task(0, start, start + 500))
    print(resident())
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[1])}
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    megabytes = [float(line) for line in output.stdout.split()]
    assert max(megabytes[1:]) - megabytes[0] < 12, megabytes
