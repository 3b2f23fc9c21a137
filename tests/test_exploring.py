"""Running families out: any run writes the same files, whatever happens on the way; queries, rows, and what is told."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from anyorder.cli import app
from anyorder.exploring import tables
from anyorder.exploring.plan import Plan, chunk_size
from anyorder.exploring.pool import Pool
from anyorder.exploring.results import Results, StoppedError
from anyorder.exploring.run import Run
from anyorder.exploring.work import Done, Task, work
from scenarios.families.family import Family, load
from scenarios.families.rows import row, rows
from tests.deadly import Deadly

pytest.importorskip("pyarrow", reason="anyorder[explore] is not installed")
duckdb = pytest.importorskip("duckdb", reason="anyorder[explore] is not installed")
pq = pytest.importorskip("pyarrow.parquet")

ROOT = Path(__file__).resolve().parents[1]
SMALL = """
title: Life
axes: {x: {numbers: {from: 1, to: 130}}, whose: {players: any}}
scenario:
  battlefield: {$whose: [Boon Reflection]}
  event: {gain_life: {player: you, amount: $x}}
where: "'Boon' in answer or x > 128"
"""
#: Forty chunks, with seconds of work: a fast machine must not be through before it is interrupted.
MANY = """
axes:
  first: {cards: [Hardened Scales, Doubling Season, Solemnity, Corpsejack Menace, Branching Evolution]}
  second: {like: first}
  count: {numbers: {from: 1, to: 400}}
scenario:
  battlefield: {you: [{card: Grizzly Bears, id: bear}, $first, $second]}
  event: {put_counters: {object: bear, kind: +1/+1, count: $count}}
where: outcomes > 1
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "small.yaml").write_text(SMALL, encoding="utf-8")
    (tmp_path / "many.yaml").write_text(MANY, encoding="utf-8")
    return tmp_path


def explore(*arguments: str) -> Result:
    """Run the command in this process (its workers are others)."""
    return CliRunner().invoke(app, ["explore", *arguments], prog_name="anyorder")


def started(*arguments: str, **more: object) -> subprocess.Popen[str]:
    """Run the command in another process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "anyorder", "explore", *arguments]
    process: subprocess.Popen[str] = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more
    )  # type: ignore[call-overload]
    return process


def content(results: Path) -> dict[str, bytes]:
    """The files of results by name."""
    return {file.name: file.read_bytes() for file in sorted(results.glob("part-*.parquet"))}


def undisturbed(family: Family, size: int | None = None) -> dict[str, bytes]:
    """The files that a run writes which nothing disturbs, made here one after the other."""
    plan = Plan(family.size, size or chunk_size(family.size))
    found = {}
    for chunk in range(plan.chunks):
        numbers = plan.numbers(chunk)
        done = work(family, Task(chunk, numbers.start, numbers.stop))
        found[f"part-{numbers.start:012}.parquet"] = done.content
    return found


class Here:
    """Workers that are this process; those tasks die that have a deadly number in them, and the first so many."""

    workers, at_once = 1, 3

    def __init__(self, family: Family, deadly: set[int] = frozenset(), flaky: int = 0, ill: bool = False) -> None:  # type: ignore[assignment]
        self.family, self.deadly, self.flaky, self.ill = family, deadly, flaky, ill
        self.tasks: list[Task] = []
        self.worked: list[Task] = []

    @property
    def given(self) -> int:
        return len(self.tasks)

    def give(self, task: Task) -> None:
        self.tasks.append(task)

    def take(self, seconds: float) -> list[tuple[Task, Done | None]]:
        task = self.tasks.pop(0)
        self.worked.append(task)
        if self.flaky:
            self.flaky -= 1
            broken = [task, *self.tasks]  # all that were given out are broken
            self.tasks.clear()
            return [(one, None) for one in broken]
        if self.ill or self.deadly & set(task.numbers):
            return [(task, None)]
        return [(task, work(self.family, task))]

    def close(self, now: bool = False) -> None: ...


class Told:
    """Counts what is done."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def __enter__(self) -> Told:
        return self

    def __exit__(self, *error: object) -> None: ...

    def __call__(self, counts: Counter[str]) -> None:
        self.counts += counts


# --- the same files whatever happens ---------------------------------------------------------------------------------


def test_a_run_writes_every_scenario_once(folder: Path):
    found = explore("small.yaml")
    assert found.exit_code == 0, found.output
    family = load("small.yaml")
    assert content(folder / "small.results") == undisturbed(family)
    read = pq.read_table(sorted((folder / "small.results").glob("part-*.parquet"))).to_pylist()
    assert [one["row"] for one in read] == list(range(260))
    for number in (0, 1, 259):
        one, wanted = read[number], row(family, number)
        assert (one["x"], one["whose"]) == wanted.labels
        assert (one["status"], one["outcomes"], one["answer"]) == ("answered", wanted.outcomes, wanted.answer)
        assert (one["found"], one["orderings"], one["counts"]) == (wanted.found, wanted.orderings, list(wanted.counts))
    again = explore("small.yaml")
    assert again.exit_code == 0
    assert "260 were done already" in again.output


def test_the_cut_into_chunks_covers_everything():
    for size in (1, 49, 50, 51, 2_000, 2_001, 999_999, 10**7 + 1):
        plan = Plan(size, chunk_size(size))
        ends = [(plan.numbers(chunk).start, plan.numbers(chunk).stop) for chunk in range(plan.chunks)]
        assert [start for start, _ in ends] == [0, *(stop for _, stop in ends[:-1])]
        assert ends[-1][1] == size
        assert max(stop - start for start, stop in ends) <= plan.chunk


@pytest.mark.slow
def test_killed_ten_times_at_random_moments(folder: Path):
    """``kill -9`` at any moment: nothing is lost, nothing is done twice, and no worker stays behind.

    The moment is a random time, and a random number of chunks at the latest: a fast machine must not be through before.
    """
    psutil = pytest.importorskip("psutil")
    family = load("many.yaml")
    results = folder / "out"
    chance = random.Random(20261130)
    chunks = Plan(family.size, chunk_size(family.size)).chunks
    kept: dict[str, tuple[int, int]] = {}
    killed = 0
    while killed < 10:
        process = started("many.yaml", "--out", "out", "-q")
        share = (chunks - len(kept)) // (2 * (11 - killed))
        least, most = sorted(len(kept) + chance.randint(0, share) for _ in range(2))
        while process.poll() is None and len(list(results.glob("part-*"))) < least:
            time.sleep(0.002)
        moment = time.monotonic() + 2 * chance.random()
        while process.poll() is None and time.monotonic() < moment and len(list(results.glob("part-*"))) <= most:
            time.sleep(0.002)
        assert process.poll() is None, process.communicate()
        family_of = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        killed += 1
        there = {file.name: (file.stat().st_ino, file.stat().st_mtime_ns) for file in results.glob("part-*.parquet")}
        assert {name: there.get(name) for name in kept} == kept  # what is done stays as it is
        kept = there
        _, alive = psutil.wait_procs(family_of, timeout=30)
        assert alive == []
    process = started("many.yaml", "--out", "out", "-q")
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    there = {file.name: (file.stat().st_ino, file.stat().st_mtime_ns) for file in results.glob("part-*.parquet")}
    assert {name: there.get(name) for name in kept} == kept
    assert 0 < len(kept) < chunks
    assert content(results) == undisturbed(family)
    assert not list(results.glob(".*.tmp"))


@pytest.mark.slow
def test_interrupted_from_the_terminal(folder: Path):
    # A shell that starts something in the background may have it ignore interrupts; a terminal does not.
    process = started(
        "many.yaml", start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    )
    while process.poll() is None and not list((folder / "many.results").glob("part-*")):
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to the workers as well
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "of 10,000 scenarios are done; the same command goes on from there" in errors
    assert "Traceback" not in errors
    assert explore("many.yaml", "-q").exit_code == 0
    assert content(folder / "many.results") == undisturbed(load("many.yaml"))


def test_a_full_disk_is_told_and_the_run_goes_on_later(folder: Path, monkeypatch: pytest.MonkeyPatch):
    real, calls = os.fsync, []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    monkeypatch.setattr("anyorder.exploring.results.os.fsync", full)
    found = explore("small.yaml", "--workers", "1")
    assert found.exit_code == 4
    assert "the disk with 'small.results' is full: make room, and run the same command again" in found.stderr
    assert "(50 of 260 scenarios are done)" in found.stderr
    assert not list((folder / "small.results").glob(".*.tmp"))
    monkeypatch.setattr("anyorder.exploring.results.os.fsync", real)
    assert explore("small.yaml").exit_code == 0
    assert content(folder / "small.results") == undisturbed(load("small.yaml"))


def test_a_folder_that_can_not_be_written_in(folder: Path):
    (folder / "file").write_text("", encoding="utf-8")
    found = explore("small.yaml", "--out", "file/below")
    assert found.exit_code == 4
    assert "can't write in 'file/below' (Not a directory): mend that" in found.stderr


# --- processes that die ----------------------------------------------------------------------------------------------


def test_the_scenario_that_processes_die_on_is_told_in_its_row(folder: Path):
    family = Deadly.of(SMALL, "deadly")
    results = Results.begin(folder / "deadly", family, 1000)
    pool = Pool(2)
    pool.work_on(family, 1000)
    told = Told()
    Run(results, pool, told).finish()
    pool.close()
    assert told.counts == Counter(tried=260, found=told.counts["found"], died=2)
    found = pq.read_table(results.files()).to_pylist()
    assert [one["row"] for one in found] == list(range(260))
    assert [(one["x"], one["error"]) for one in found if one["status"] != "answered"] == [
        (13, "the process that worked on it died, 2 times")
    ] * 2
    rest = {name: part for name, part in content(results.folder).items() if name != "part-000000000000.parquet"}
    whole = undisturbed(Family.of(SMALL, "deadly"))
    assert rest == {name: part for name, part in whole.items() if name in rest}
    assert len(rest) == len(whole) - 1


@pytest.mark.parametrize("deadly", [{0}, {49}, {50, 51}, {259}, {7, 130, 131}])
def test_one_scenario_is_found_among_many(folder: Path, deadly: set[int]):
    family = load("small.yaml")
    results = Results.begin(folder / "out", family, 1000)
    workers = Here(family, deadly)
    Run(results, workers, Told()).finish()
    found = pq.read_table(results.files()).to_pylist()
    assert [one["row"] for one in found] == list(range(260))
    assert {one["row"] for one in found if one["status"] == "died"} == deadly
    assert {one["row"] for one in found if one["status"] == "answered"} == set(range(260)) - deadly


def test_processes_that_die_by_chance_change_nothing(folder: Path):
    family = load("small.yaml")
    results = Results.begin(folder / "out", family, 1000)
    Run(results, Here(family, flaky=1), Told()).finish()
    assert content(results.folder) == undisturbed(family)
    more = Results.begin(folder / "more", family, 1000)
    Run(more, Here(family, flaky=4), Told()).finish()  # the first task dies alone as well, and is cut in halves
    assert content(more.folder) == undisturbed(family)


def test_processes_that_die_of_nothing_stop_the_run(folder: Path):
    family = load("small.yaml")
    results = Results.begin(folder / "out", family, 1000)
    with pytest.raises(StoppedError, match="die even with nothing to do"):
        Run(results, Here(family, ill=True), Told()).finish()
    assert content(results.folder) == {}


# --- beginning, and going on -----------------------------------------------------------------------------------------


def test_a_family_that_changed_is_refused(folder: Path):
    assert explore("small.yaml", "-q").exit_code == 0
    before = content(folder / "small.results")
    (folder / "small.yaml").write_text(SMALL.replace("to: 130", "to: 131"), encoding="utf-8")
    found = explore("small.yaml")
    assert found.exit_code == 2
    assert "of this one before it was changed: give another folder with --out DIR to begin anew" in found.stderr
    assert content(folder / "small.results") == before
    assert explore("small.yaml", "-q", "--out", "other").exit_code == 0
    (folder / "small.yaml").write_text(SMALL, encoding="utf-8")
    assert "another run is at work" not in explore("small.yaml").stderr
    limited = explore("small.yaml", "--limit", "7")
    assert limited.exit_code == 2
    assert "use the same --limit to go on" in limited.stderr


def test_results_of_another_version_or_catalogue_are_refused(folder: Path):
    assert explore("small.yaml", "-q").exit_code == 0
    file = folder / "small.results" / "family.json"
    found = json.loads(file.read_text())
    file.write_text(json.dumps(found | {"anyorder": "0.0.1"}))
    assert "were begun by anyorder 0.0.1" in explore("small.yaml").stderr
    file.write_text(json.dumps(found | {"digest": "0"}))
    assert "were begun with another catalogue of cards" in explore("small.yaml").stderr
    assert "the catalogue of cards has changed" in explore("small.results", "--row", "3", "--as-scenario").stderr
    file.write_text("{")
    assert explore("small.yaml").exit_code == 2


def test_one_run_at_a_time(folder: Path):
    family = load("small.yaml")
    with Results.begin(folder / "small.results", family, 200_000).alone():
        found = explore("small.yaml")
    assert (found.exit_code, "another run is at work on 'small.results'" in found.stderr) == (2, True)


def test_a_run_that_was_killed_at_once_goes_on(folder: Path):
    (folder / "small.results").mkdir()
    (folder / "small.results" / ".lock").write_text("")
    (folder / "small.results" / ".family.json.tmp").write_text("{")
    assert explore("small.yaml", "-q").exit_code == 0
    assert not list((folder / "small.results").glob(".*.tmp"))


def test_a_folder_with_something_else_in_it(folder: Path):
    (folder / "small.results").mkdir()
    (folder / "small.results" / "diary").write_text("")
    assert "is not empty, and holds no results" in explore("small.yaml").stderr
    assert "'nowhere' holds no results" in explore("nowhere", "--query", "select 1").stderr


@pytest.mark.parametrize(
    ("module", "extra"), [("pyarrow", "explore"), ("duckdb", "explore"), ("distributed", "cluster")]
)
def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, module: str, extra: str):
    if module == "duckdb":
        assert explore("small.yaml", "-q").exit_code == 0
    for name in [name for name in sys.modules if name.partition(".")[0] == module]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, module, None)
    arguments = {"duckdb": ["small.results", "--query", "select 1"], "distributed": ["small.yaml", "--scheduler", "x"]}
    found = explore(*arguments.get(module, ["small.yaml"]))
    assert found.exit_code == 2
    assert f"this needs {module}, which is not installed: python -m pip install 'anyorder[{extra}]'" in found.stderr


# --- what is told ----------------------------------------------------------------------------------------------------


def test_exit_statuses(folder: Path):
    (folder / "wrong.yaml").write_text(SMALL.replace("{numbers: {from: 1, to: 130}}", "[1, many]"), encoding="utf-8")
    found = explore("wrong.yaml")
    assert found.exit_code == 1
    assert "2 were refused as wrong or not modelled" in found.output
    found = explore("many.yaml", "--limit", "1", "--out", "limited")
    assert found.exit_code == 3
    assert "hit a limit" in found.output
    again = explore("many.yaml", "--limit", "1", "--out", "limited")
    assert (again.exit_code, "hit a limit" in again.output) == (3, True)


def test_sizes_are_told_before_anything_is_answered(folder: Path):
    found = explore("small.yaml", "--count")
    assert found.exit_code == 0
    assert "260 scenarios" in found.output
    assert not (folder / "small.results").exists()
    listed = explore()
    assert listed.exit_code == 0
    assert "counters" in listed.output
    (folder / "listed.yaml").write_text(MANY.replace("where:", "constraints: ['count != 3']\nwhere:"), encoding="utf-8")
    assert "counted by listing the combinations of count" in explore("listed.yaml", "--count").output


# --- queries and rows ------------------------------------------------------------------------------------------------


def test_queries(folder: Path):
    assert explore("small.yaml", "-q").exit_code == 0
    found = explore(
        "--query", "select whose, sum(orderings) as n from results group by whose order by whose", "small.results"
    )
    assert found.exit_code == 0
    assert found.output.split() == ["whose", "n", "opponent", "130", "you", "130"]
    as_json = explore(
        "small.results", "--query", "select x, choosers, orderings, 0.5 as h from results where row = 3", "--json"
    )
    assert json.loads(as_json.output) == [{"x": 2, "choosers": [], "orderings": 1, "h": 0.5}]
    assert explore("small.results", "--query", "select * from results where x > 200").output == "No row.\n"
    wrong = explore("small.results", "--query", "select y from results")
    assert wrong.exit_code == 2
    assert 'column "y" not found' in wrong.stderr
    empty = Results.begin(folder / "empty", load("small.yaml"), 1000)
    assert not empty.done()
    assert explore("empty", "--query", "select count(*) as n from results").output.split() == ["n", "0"]


@pytest.mark.slow
def test_queries_while_a_run_goes_on(folder: Path):
    process = started("many.yaml", "-q")
    seen = []
    while process.poll() is None:
        if (folder / "many.results" / "family.json").exists():
            found = explore(
                "many.results", "--query", "select count(*) as n, count(distinct row) as m from results", "--json"
            )
            assert found.exit_code == 0, found.output
            counted = json.loads(found.output)[0]
            assert counted["n"] == counted["m"]
            assert counted["n"] % 250 == 0
            seen.append(counted["n"])
    assert seen == sorted(seen)
    assert len(set(seen)) > 2


def test_rows_turn_back_into_scenarios(folder: Path):
    assert explore("small.yaml", "-q").exit_code == 0
    shown = explore("small.results", "--row", "25")
    assert shown.exit_code == 0
    assert '{"gain_life": {"player": "you", "amount": 13}}' in shown.output
    found = explore("small.results", "--row", "25", "--as-scenario")
    assert "title: 'Life, row 25: x 13, whose opponent'" in found.output
    (folder / "one.yaml").write_text(found.output, encoding="utf-8")
    asked = CliRunner().invoke(app, ["ask", "one.yaml"], prog_name="anyorder")
    assert (asked.exit_code, "as the document's answer says" in asked.output) == (0, True)
    alone = explore("small.yaml", "--row", "25", "--as-scenario")
    assert alone.output == found.output.partition("answer:")[0]
    for source in ("small.yaml", "small.results"):
        wrong = explore(source, "--row", "260")
        assert (wrong.exit_code, "--row: expected a number from 0 to 259, found 260" in wrong.stderr) == (2, True)
    Results.begin(folder / "empty", load("small.yaml"), 1000)
    assert "the scenario 3 is not done yet" in explore("empty", "--row", "3").stderr
    assert "answer" not in explore("empty", "--row", "3", "--as-scenario").output


def test_numbers_too_large_for_a_column_are_left_out():
    family = load("small.yaml")
    first = row(family, 0)
    large = type(first)(
        **{name: getattr(first, name) for name in first.__slots__} | {"orderings": 10**40, "counts": (3, 10**40)}
    )
    found = tables.table(family, [first, large]).to_pylist()
    assert [one["orderings"] for one in found] == [1, None]
    assert found[1]["counts"] == [3, None]


def test_only_what_is_found_is_kept(folder: Path):
    (folder / "kept.yaml").write_text(SMALL + "keep: found\n", encoding="utf-8")
    assert explore("kept.yaml", "-q").exit_code == 0
    found = pq.read_table(sorted((folder / "kept.results").glob("part-*.parquet"))).to_pylist()
    assert [one["x"] for one in found] == [129, 129, 130, 130]
    assert [one.row for one in rows(load("kept.yaml"), range(260))] == [one["row"] for one in found]
    assert "the scenario 3 is not done yet, or was not kept" in explore("kept.results", "--row", "3").stderr
