"""Exploring on a cluster: the documented commands start a small one, and it writes the same files as this machine."""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from anyorder.cli import app
from anyorder.exploring.results import Results
from scenarios.families.family import load
from tests.test_exploring import MANY, SMALL, content, undisturbed

pytest.importorskip("distributed", reason="anyorder[cluster] is not installed")

ROOT = Path(__file__).resolve().parents[1]
DASK = Path(sys.executable).parent / "dask"
pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "small.yaml").write_text(SMALL, encoding="utf-8")
    (tmp_path / "many.yaml").write_text(MANY, encoding="utf-8")
    return tmp_path


def documented(port: int) -> tuple[list[str], list[str]]:
    """The commands of docs/explore.md that start a scheduler and its workers, with another port."""
    lines = (ROOT / "docs" / "explore.md").read_text(encoding="utf-8").splitlines()
    found = [
        shlex.split(line.removesuffix("&").replace("8786", str(port))) for line in lines if line.startswith("dask ")
    ]
    (scheduler, worker) = found
    assert (scheduler[1], worker[1]) == ("scheduler", "worker")
    return scheduler[1:], worker[1:]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Machines:
    """A scheduler and its workers on this machine."""

    def __init__(self, port: int, folder: Path) -> None:
        self.address = f"tcp://127.0.0.1:{port}"
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.processes = []
        for number, command in enumerate(documented(port)):
            log = open(folder / f"log{number}", "wb")  # noqa: SIM115
            self.processes.append(
                subprocess.Popen([str(DASK), *command], cwd=folder, env=environment, stdout=log, stderr=log)
            )

        until = time.monotonic() + 240
        while not self._answers(port):
            assert self.processes[0].poll() is None, (folder / "log0").read_text()
            assert time.monotonic() < until, (folder / "log0").read_text()
            time.sleep(0.1)

    def _answers(self, port: int) -> bool:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except OSError:
            return False
        return True

    def stop(self, number: int, *, at_once: bool = False) -> None:
        process = self.processes[number]
        if process.poll() is not None:
            return
        process.kill() if at_once else process.terminate()
        process.wait(timeout=60)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Callable[[], Machines]]:
    started: list[Machines] = []

    def start() -> Machines:
        started.append(Machines(free_port(), tmp_path))
        return started[-1]

    yield start
    for machines in started:
        for number in (1, 0):
            machines.stop(number)


def test_a_cluster_writes_the_same_files(folder: Path, cluster: Callable[[], Machines]):
    found = CliRunner().invoke(app, ["explore", "small.yaml", "--scheduler", cluster().address])
    assert found.exit_code == 0, found.output
    assert content(folder / "small.results") == undisturbed(load("small.yaml"))


def test_a_scheduler_that_goes_away_is_told_and_the_run_goes_on_with_another(
    folder: Path, cluster: Callable[[], Machines]
):
    first = cluster()
    command = [sys.executable, "-m", "anyorder", "explore", "many.yaml", "-q", "--scheduler", first.address]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and len(list((folder / "many.results").glob("part-*"))) < 2:
        time.sleep(0.02)
    first.stop(0, at_once=True)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 4, errors
    assert f"the scheduler at {first.address!r} has gone away: start it and its workers again" in errors
    assert "Traceback" not in errors
    family = load("many.yaml")
    done = Results.begin(folder / "many.results", family, 200_000).done()
    assert 2 <= len(done) < 40
    found = CliRunner().invoke(app, ["explore", "many.yaml", "-q", "--scheduler", cluster().address])
    assert found.exit_code == 0, found.output
    assert content(folder / "many.results") == undisturbed(family)


def test_a_scheduler_without_workers_is_told(
    folder: Path, cluster: Callable[[], Machines], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("anyorder.exploring.cluster.WAITING", 1)
    machines = cluster()
    machines.stop(1)
    found = CliRunner().invoke(app, ["explore", "small.yaml", "--scheduler", machines.address])
    assert found.exit_code == 4
    assert f"the scheduler at {machines.address!r} has had no workers for 1 s: start some" in found.stderr
    assert "(0 of 260 scenarios are done)" in found.stderr


def test_no_scheduler_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("anyorder.exploring.cluster.PATIENCE", 1)
    address = f"tcp://127.0.0.1:{free_port()}"
    found = CliRunner().invoke(app, ["explore", "small.yaml", "--scheduler", address])
    assert found.exit_code == 2
    assert f"no scheduler answers at {address!r}" in found.stderr
