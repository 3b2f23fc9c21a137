"""The command line: what it prints, its exit statuses, and what it says about mistakes."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.amber import AmberSnapshotExtension
from typer.testing import CliRunner, Result

import anyorder
from anyorder.cli import app

ROOT = Path(__file__).resolve().parents[1]

COUNTERS = """\
title: Doubling before or after one more
rules: ["616.1e", "614.5"]
battlefield:
  you: [{card: Grizzly Bears, id: bear}, Hardened Scales, Doubling Season]
event: {put_counters: {object: bear, kind: +1/+1, count: 1}}
question: outcomes
answer:
  chooser: you
  outcomes:
    - [{put_counters: {object: bear, kind: +1/+1, count: 3}}]
    - [{put_counters: {object: bear, kind: +1/+1, count: 4}}]
"""
DRAWS = """\
title: A doubled draw and a player with an empty hand
battlefield:
  you: [Blood Scrivener, Thought Reflection]
hand: {you: []}
library: {you: 20}
event: {draw: {player: you, count: 1}}
"""
ACTIVATING = """\
title: A counter that can't be put can't be a cost
battlefield:
  you: [Solemnity, {card: Devoted Druid, id: druid, tapped: true}]
question: {can_activate: [{ability_of: druid, ability: 1}]}
answer: [false]
"""
DIFFERENT = COUNTERS.replace("count: 3}", "count: 5}").replace("chooser: you", "chooser: opponent")


class Snapshots(AmberSnapshotExtension):
    """Snapshots in one folder for the whole project."""

    snapshot_dirname = "snapshots"


@pytest.fixture
def text(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(Snapshots)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every test works in a folder of its own, without colors asked for from outside."""
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(app, list(arguments), input=stdin, prog_name="anyorder")


def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run([sys.executable, "-m", "anyorder", *arguments], capture_output=True, env=env, check=False)


def write(name: str, content: str) -> str:
    Path(name).write_text(content, encoding="utf-8")
    return name


# --- ask -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [[], ["--explain"], ["--json"], ["--markdown", "--explain"]], ids=" ".join)
def test_an_answer(options: list[str], text: SnapshotAssertion):
    result = run("ask", write("counters.yaml", COUNTERS), *options)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == text


def test_an_answer_in_color(monkeypatch: pytest.MonkeyPatch, text: SnapshotAssertion):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    result = run("ask", write("draws.yaml", DRAWS), "--explain")
    assert "\x1b[" in result.stdout
    assert re.sub(r"\x1b\[[0-9;]*m", "", result.stdout) == text


def test_no_color_for_pipes_and_where_it_is_not_wanted():
    write("counters.yaml", COUNTERS)
    assert b"\x1b" not in start("ask", "counters.yaml").stdout
    assert b"\x1b" not in start("ask", "counters.yaml", NO_COLOR="1").stdout


def test_json_has_exactly_the_keys_of_the_design():
    data = json.loads(run("ask", write("counters.yaml", COUNTERS), "--json").stdout)
    assert list(data) == ["question", "complete", "answer", "outcomes", "stats"]
    assert data["question"] == "outcomes"
    assert data["complete"] is True
    assert data["answer"]["chooser"] == "you"
    assert data["answer"]["outcomes"] == [outcome["events"] for outcome in data["outcomes"]]
    for outcome in data["outcomes"]:
        assert list(outcome) == ["events", "orderings", "choosers", "derivation"]
        assert outcome["orderings"] == 1
        assert all({"step", "rule", "gist"} <= set(step) for step in outcome["derivation"])


def test_the_answer_in_json_is_what_a_document_expects():
    answer = json.loads(run("ask", write("draws.yaml", DRAWS), "--json").stdout)["answer"]
    result = run("ask", write("again.yaml", DRAWS + f"answer: {json.dumps(answer)}\n"))
    assert result.exit_code == 0
    assert "✓" in result.stdout


def test_a_different_answer_is_told_apart(text: SnapshotAssertion):
    result = run("ask", write("different.yaml", DIFFERENT))
    assert result.exit_code == 1
    assert result.stdout == text
    result = run("ask", "different.yaml", "--json")
    assert result.exit_code == 1
    assert "expected, not found: [{put_counters: {object: bear, kind: +1/+1, count: 5}}]" in result.stderr
    json.loads(result.stdout)


def test_a_document_without_an_answer_is_not_compared():
    result = run("ask", write("draws.yaml", DRAWS))
    assert result.exit_code == 0
    assert "document's answer" not in result.stdout


def test_a_question_about_values():
    result = run("ask", write("activating.yaml", ACTIVATING))
    assert result.exit_code == 0
    assert "no, ability 1 of druid can't be activated" in result.stdout
    assert "614.17b" in result.stdout
    assert json.loads(run("ask", "activating.yaml", "--json").stdout)["answer"] == [False]
    other = run("ask", write("other.yaml", ACTIVATING.replace("[false]", "[true]")))
    assert other.exit_code == 1
    assert "1: expected true, found false" in other.stdout


def test_a_limit_is_said_openly():
    result = run("ask", write("counters.yaml", COUNTERS), "--limit", "1")
    assert result.exit_code == 3
    assert "Not complete: more than 1 states" in result.stdout
    data = json.loads(run("ask", "counters.yaml", "--limit", "1", "--json").stdout)
    assert data["complete"] is False
    assert data["limit"] == "more than 1 states"


def test_several_documents_are_a_list_and_each_is_answered():
    files = [write("counters.yaml", COUNTERS), write("broken.yaml", "battlefeld: {}"), write("draws.yaml", DRAWS)]
    result = run("ask", *files, "--json")
    assert result.exit_code == 2
    first, second, third = json.loads(result.stdout)
    assert first["complete"]
    assert third["complete"]
    assert list(second) == ["error"]
    assert "broken.yaml: line 1, battlefeld: unknown key 'battlefeld'; did you mean 'battlefield'?" in result.stderr
    result = run("ask", write("both.yaml", COUNTERS + "---\n" + DRAWS))
    assert result.exit_code == 0
    assert "both.yaml, document 2" in result.stdout


def test_a_document_from_the_standard_input():
    assert run("ask", "-", stdin=COUNTERS).exit_code == 0
    assert run("ask", "-", stdin=b"\xff\xfe\x00").exit_code == 2


def test_a_picture_of_a_document_without_a_title_has_a_name():
    write("counters.yaml", COUNTERS.partition("\n")[2])
    assert run("ask", "counters.yaml", "--graph", "graph.svg").exit_code == 0
    drawn = ElementTree.parse("graph.svg").getroot()
    assert drawn.findtext("{http://www.w3.org/2000/svg}title") == "Untitled scenario"


@pytest.mark.parametrize("suffix", ["dot", "gv", "mmd", "mermaid", "svg"])
def test_pictures(suffix: str):
    write("counters.yaml", COUNTERS)
    result = run("ask", "counters.yaml", "--graph", f"graph.{suffix}", "--interaction", f"between.{suffix}")
    assert result.exit_code == 0
    for name in ("graph", "between"):
        drawn = Path(f"{name}.{suffix}").read_text(encoding="utf-8")
        assert "Doubling Season" in drawn
        if suffix == "svg":
            assert ElementTree.fromstring(drawn).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--graph", "graph.png"],
            "expected a file whose name ends with .dot, .gv, .mmd, .mermaid, .svg, found 'graph.png'",
        ),
        (["--graph", "nowhere/graph.svg"], "can't write 'nowhere/graph.svg': No such file or directory"),
        (["draws.yaml", "--graph", "graph.svg"], "expected one document with --graph or --interaction, found 2"),
        (["--limit", "0"], "--limit"),
        (["--limt", "1"], "No such option: --limt"),
    ],
)
def test_a_wrong_command_line(arguments: list[str], message: str):
    write("draws.yaml", DRAWS)
    result = run("ask", write("counters.yaml", COUNTERS), *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_help_names_the_exit_statuses():
    for arguments in (["--help"], ["ask", "-h"], ["check", "--help"]):
        result = run(*arguments)
        assert result.exit_code == 0
        assert "Exit status: 0 answered" in result.stdout


# --- mistakes --------------------------------------------------------------------------------------------------------

EVENT = "event: {draw: {player: you, count: 1}}\n"
BAD: dict[str, tuple[str | bytes, str]] = {
    "a misspelled card": (
        "battlefield: {you: [Hardned Scales]}\n" + EVENT,
        "battlefield.you[0]: there is no card 'Hardned Scales'; did you mean 'Hardened Scales'?",
    ),
    "an unknown key": (
        "batlefield: {you: []}\n" + EVENT,
        "batlefield: unknown key 'batlefield'; did you mean 'battlefield'?",
    ),
    "a wrong type": ("life: {you: many}\n" + EVENT, "life.you: expected a whole number, found the text 'many'"),
    "an object that is not there": (
        "battlefield: {you: [{card: Grizzly Bears, id: bear}]}\nevent: {destroy: {permanent: baer}}\n",
        "event.destroy.permanent: there is no",
    ),
    "an unknown event": ("event: {drow: {player: you}}\n", "did you mean 'draw'?"),
    "not YAML": ("battlefield: {you: [\nevent: {", "this is not YAML at line"),
    "not text": (b"\x00\xff\xfe\x80", "is not text in UTF-8"),
    "nothing": ("", "expected a scenario document, found nothing"),
    "not a document": ("- 1\n- 2\n", "expected a scenario document"),
    "10 MB": ("# " + "x" * 10_000_000, "is larger than 5 MB"),
    "1,000 nested lists": ("battlefield: " + "[" * 1000 + "]" * 1000, "nested deeper than 50 levels"),
    "what is not modelled": ("event: {regenerate: {player: you}}\n", "the event 'regenerate' is not modelled yet"),
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("options", [[], ["--json"], ["--explain"]], ids=" ".join)
def test_a_wrong_document(kind: str, options: list[str]):
    content, message = BAD[kind]
    Path("bad.yaml").write_bytes(content if isinstance(content, bytes) else content.encode())
    result = run("ask", "bad.yaml", *options)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "bad.yaml" in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("anyorder: ")


@pytest.mark.parametrize("path", ["nowhere.yaml", "."])
def test_a_file_that_cannot_be_read(path: str):
    result = run("ask", path)
    assert result.exit_code == 2
    assert re.fullmatch(rf"anyorder: can't read '{re.escape(path)}': .*\n", result.stderr)


# --- check -----------------------------------------------------------------------------------------------------------


def test_check_finds_documents_and_names_what_it_did_not_check(text: SnapshotAssertion):
    Path("deep/er").mkdir(parents=True)
    Path(".hidden").mkdir()
    write("a.yaml", COUNTERS)
    write("deep/b.yml", ACTIVATING + "---\n" + DRAWS)
    write("deep/er/c.json", json.dumps({"event": {"regenerate": {"player": "you"}}}))
    write("deep/er/notes.txt", "not a document")
    write(".hidden/d.yaml", "wrong: 1")
    result = run("check", ".")
    assert result.exit_code == 0
    assert result.stdout == text
    write("deep/e.yaml", DIFFERENT)
    result = run("check", ".")
    assert result.exit_code == 1
    assert "✗ deep/e.yaml  Doubling before or after one more" in result.stdout
    write("deep/f.yaml", "battlefeld: {}")
    result = run("check", ".")
    assert result.exit_code == 2
    assert "1 different, 1 wrong, 1 without an answer, 1 not modelled yet." in result.stdout


def test_check_never_calls_passed_what_it_did_not_check():
    write("draws.yaml", DRAWS)
    result = run("check", "draws.yaml")
    assert result.exit_code == 2
    assert "0 as expected" in result.stdout
    Path("empty").mkdir()
    assert run("check", "empty").exit_code == 2


def test_check_says_when_a_limit_was_hit():
    result = run("check", write("counters.yaml", COUNTERS), "--limit", "1")
    assert result.exit_code == 3
    assert "not complete: more than 1 states" in result.stdout


def test_check_of_a_folder_that_is_not_there():
    result = run("check", "nowhere")
    assert result.exit_code == 2
    assert result.stderr == "anyorder: there is no file or folder 'nowhere'\n"


# --- cards and schema ------------------------------------------------------------------------------------------------


def test_cards_are_listed_and_searched():
    everything = run("cards").stdout.splitlines()
    assert len(everything) > 150
    found = run("cards", "hardened").stdout.splitlines()
    assert [re.split(r" {2,}", row) for row in found if row.startswith("Hardened Scales")] == [
        ["Hardened Scales", "{G}", "Enchantment"]
    ]
    assert len(found) < len(everything)
    assert "Hardened Scales" in run("cards", "put_counters", "amount + 1").stdout


@pytest.mark.parametrize("arguments", [["--show", "Hardened Scales"], ["show", "hardened", "scales"]])
def test_a_card_is_shown_as_it_is_written_down(arguments: list[str]):
    result = run("cards", *arguments)
    assert result.exit_code == 0
    assert result.stdout.startswith("- name: Hardened Scales\n")
    assert "instead:" in result.stdout


@pytest.mark.parametrize("arguments", [["hardned scals"], ["--show", "Hardned Scals"]])
def test_a_card_that_is_not_there(arguments: list[str]):
    result = run("cards", *arguments)
    assert result.exit_code == 2
    assert "did you mean 'Hardened Scales'?" in result.stderr


def test_mana_symbols_have_their_colors(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLORTERM", "truecolor")
    shown = run("cards", "show", "Hardened Scales").stdout
    assert "\x1b[30;48;2;155;211;174m{G}\x1b[0m" in shown


def test_the_schema_is_json_schema():
    result = run("schema")
    assert result.exit_code == 0
    schema = json.loads(result.stdout)
    assert schema == anyorder.schema()
    assert "battlefield" in schema["properties"]


def test_the_version_is_that_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert run("--version").stdout == f"anyorder {project['version']}\n"


# --- as a process ----------------------------------------------------------------------------------------------------


def test_the_same_document_gives_the_same_bytes():
    files = [write("counters.yaml", COUNTERS), write("draws.yaml", DRAWS)]
    outputs = set()
    for seed in ("0", "1", "77", "4711"):
        texts = [start("ask", *files, option, PYTHONHASHSEED=seed).stdout for option in ("--json", "--explain")]
        assert start("ask", files[1], "--graph", "g.svg", "--interaction", "i.dot", PYTHONHASHSEED=seed).returncode == 0
        outputs.add((*texts, Path("g.svg").read_bytes(), Path("i.dot").read_bytes()))
    assert len(outputs) == 1


def test_whoever_reads_the_output_may_stop():
    command = f"{sys.executable} -m anyorder cards | head -n 1"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, shell=True, capture_output=True, env=env, check=False)
    assert done.stderr == b""
    assert done.stdout.count(b"\n") == 1


def test_what_is_not_needed_is_not_loaded():
    write("counters.yaml", COUNTERS)
    code = (
        "import sys; sys.argv = ['anyorder', *sys.argv[1:]]\n"
        "from anyorder.cli import main\n"
        "heavy = ('networkx', 'rich', 'constraint', 'lark')\n"
        "try: main()\n"
        "finally: print([name for name in heavy if name in sys.modules], file=sys.stderr)"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    for options in ([], ["--json"], ["--explain"]):
        command = [sys.executable, "-c", code, "ask", "counters.yaml", *options]
        done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
        assert done.stderr == "[]\n"
    command = [sys.executable, "-c", "import anyorder, sys; print('pydantic' in sys.modules, 'solver' in sys.modules)"]
    assert subprocess.run(command, capture_output=True, text=True, env=env, check=True).stdout == "False False\n"


@pytest.mark.speed
def test_a_small_document_is_answered_in_a_blink(tmp_path: Path):
    """An installed package has its modules compiled, so they are compiled here by a first run.

    The time is that of the processor, so that a busy machine changes nothing.
    """
    write("counters.yaml", COUNTERS)
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path / "compiled")}
    times = []
    for _ in range(8):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert start("ask", "counters.yaml", **compiled).returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 0.6
