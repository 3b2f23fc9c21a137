"""README, CONTRIBUTING and the pages of docs/: every example is tried, and every command is one that there is."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
import pytest
import typer
from markdown_it import MarkdownIt
from typer.testing import CliRunner

import anyorder
from anyorder.cli import app
from scenarios import catalogue, notation
from scenarios.build import QUESTIONS
from scenarios.documents import validate
from scenarios.families.family import Family
from scenarios.loading import load
from scenarios.tables import document as tables

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
}
TOKENS = {page: MarkdownIt().enable("table").parse(text) for page, text in PAGES.items()}
#: Every fenced block: the page, its line, the language, the text.
BLOCKS = [
    (page, (token.map or [0])[0] + 1, token.info, token.content)
    for page, tokens in TOKENS.items()
    for token in tokens
    if token.type == "fence"
]
#: Every piece of code within a sentence: the page, the line of its paragraph, the text.
SPANS = [
    (page, (token.map or [0])[0] + 1, child.content)
    for page, tokens in TOKENS.items()
    for token in tokens
    for child in token.children or ()
    if child.type == "code_inline"
]


def _commands() -> list[tuple[str, str]]:
    """Every command that a page has one type: in blocks for the shell, and within sentences."""
    lines = [
        (page, re.sub(r"\s+#.*", "", line).removesuffix("&").strip())
        for page, _, language, content in BLOCKS
        if language in ("sh", "bash")
        for line in content.splitlines()
    ]
    started = re.compile(r"(\.venv/bin/)?(anyorder|make|python -m|dask) \S")
    return [*lines, *((page, text) for page, _, text in SPANS if started.match(text))]


CLI = typer.main.get_command(app)


def _helps(group: Any, name: str = "anyorder") -> Iterator[tuple[str, str]]:
    """The name of every command, with the examples below its help."""
    yield from ((name, line.strip()) for line in (group.epilog or "").splitlines() if line.startswith("  anyorder "))
    for word, command in getattr(group, "commands", {}).items():
        yield from _helps(command, f"{name} {word}")


HELPS = list(_helps(CLI))
COMMANDS = list(dict.fromkeys([*_commands(), *((name, example) for name, example in HELPS)]))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder as a reader of the pages has it: the question of the README, and some cards."""
    bolt = next(content for page, _, language, content in BLOCKS if (page, language) == ("README.md", "yaml"))
    (tmp_path / "bolt.yaml").write_text(bolt, encoding="utf-8")
    (tmp_path / "question.yaml").write_text(bolt, encoding="utf-8")
    (tmp_path / "questions").mkdir()
    (tmp_path / "oracle-cards.json").write_text(
        '{"name": "Oddball Drake", "type_line": "Creature — Drake", "oracle_text": "Flying\\nWard {2}"}\n',
        encoding="utf-8",
    )
    (tmp_path / "library").mkdir()
    for folder in ("library", "questions"):
        (tmp_path / folder / "draw.yaml").write_text(
            "event: {draw: {player: you, count: 1}}\nanswer: {chooser: [], outcomes: [[{draw: {player: you}}]]}\n",
            encoding="utf-8",
        )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANYORDER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("NO_COLOR", "1")


def test_the_pages_have_what_is_looked_for() -> None:
    assert len(BLOCKS) > 15
    assert len(SPANS) > 800
    assert len(COMMANDS) > 40


# --- examples --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "line", "content"),
    [(page, line, content) for page, line, language, content in BLOCKS if language == "yaml"],
    ids=lambda value: None if isinstance(value, str) and "\n" in value else str(value),
)
def test_an_example_in_yaml_is_read_and_answered(page: str, line: int, content: str) -> None:
    (value,) = load(content)
    if isinstance(value, list):
        for entry in value:
            assert notation.card(entry) == catalogue.find(entry["name"]), "not as the catalogue has it"
    elif "axes" in value:
        assert Family.of(content).size > 0
    elif "parts" in value:
        assert tables.read(value, "example").parts
    else:
        answer = anyorder.ask(value)
        assert answer.complete
        assert answer.outcomes or answer.values
        assert not answer.differences


@pytest.mark.parametrize(
    "content", [content for _, _, language, content in BLOCKS if language == "python"], ids=range(2)
)
def test_an_example_in_python_runs(content: str) -> None:
    exec(content, {})


def _looks_like_yaml(text: str) -> bool:
    return bool(re.match(r"\{\w|[a-z_]+: [\[{\"a-z(]|- \w+: ", text))


@pytest.mark.parametrize("page", PAGES)
def test_pieces_of_yaml_within_sentences_are_yaml(page: str) -> None:
    for _, line, text in (span for span in SPANS if span[0] == page):
        if _looks_like_yaml(text):
            assert load(text), (line, text)


# --- commands --------------------------------------------------------------------------------------------------------

#: What stands for something in the commands of the pages.
_STAND_INS = {
    "FILE": "oracle-cards.json", "NAME": "Forest", "WORDS": "doubling", "DIR": "library", "FAMILY": "all",
    "PAGE": "page.md", "EVENT": "{draw: {player: you}}", "CARD": "Forest",
}  # fmt: skip
#: Commands that are tried elsewhere, or that need a network, a cluster, or minutes.
_LATER = re.compile(
    r"cards fetch|--scheduler|explore counters$|counters\.results|check question\.yaml|--why-not '\{dies|pair\.yaml|"
    r"check scenarios/library|mana-replacements|"
    r"could-produce --format|my-family|docs/coverage\.md|--write"
)


def _words(command: str) -> list[str]:
    words = shlex.split(re.split(r"\s[>|]\s", command)[0])
    kind = words[1] if len(words) > 1 else ""
    stand_ins = dict(_STAND_INS, **({"FILE": "bolt.yaml"} if kind in ("ask", "check") else {}))
    if kind == "explore":
        stand_ins["NAME"] = "counters"
    return [stand_ins.get(word, word) for word in words[1:]]


#: The table that stands for large ones.
SMALL = "blurry-visionary"

OURS = [(page, command) for page, command in COMMANDS if re.match(r"(\.venv/bin/)?anyorder ", command)]


@pytest.mark.parametrize(("page", "command"), OURS)
def test_a_command_is_one_that_there_is(page: str, command: str) -> None:
    """Every word of it is a command, an option or an argument, also of those that are not run here."""
    group: Any = CLI
    words = _words(command)
    context = click.Context(group, info_name="anyorder")
    while isinstance(group, click.Group):
        name, found, words = group.resolve_command(context, words) if words else ("", None, [])
        if found is None:
            return  # `anyorder cards import` and the like, named without their arguments
        group, context = found, click.Context(found, info_name=name, parent=context)
    if words:
        group.make_context(context.info_name, list(words), parent=context.parent)


@pytest.mark.parametrize(("page", "command"), [one for one in OURS if not _LATER.search(one[1])])
def test_a_command_does_what_it_is_for(page: str, command: str) -> None:
    words = _words(command)
    if words in (["cards", "import"], ["ask"], ["faces"], ["explore"], ["table"]):
        words.append("--help")
    result = CliRunner().invoke(app, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), command
    # What "say" has no words for is shown, and told by its exit status.
    assert result.exit_code in ((0, 1) if words[:2] == ["cards", "say"] else (0,)), (command, result.output)
    assert result.stdout.strip()


@pytest.mark.slow
@pytest.mark.parametrize("page", ["docs/explore.md", "docs/tables.md"])
def test_the_commands_at_the_beginning_of_a_page_work_one_after_the_other(page: str, tmp_path: Path) -> None:
    for library in ("duckdb", "pyarrow", "openpyxl"):
        pytest.importorskip(library)
    family = next(content for name, _, language, content in BLOCKS if (name, language) == ("docs/explore.md", "yaml"))
    small = family.replace("made_by: static", "made_by: static, cards: [Hardened Scales, Doubling Season]")
    (tmp_path / "my-family.yaml").write_text(small, encoding="utf-8")
    block = next(content for name, _, language, content in BLOCKS if (name, language) == (page, "bash"))
    for line in block.splitlines():
        command = re.sub(r"\s+#.*", "", line)
        for large in ("mana-replacements", "could-produce "):
            command = command.replace(large, f"{SMALL} ")
        _, _, target = command.partition(" > ")
        result = CliRunner().invoke(app, _words(command), catch_exceptions=False)
        assert result.exit_code == 0, (command, result.output)
        if target:
            (tmp_path / target).write_text(result.stdout, encoding="utf-8")
    made = ["counters.results", "pair.yaml"] if page == "docs/explore.md" else ["mana.html", "rulings.xlsx"]
    assert all((tmp_path / name).exists() for name in made)


@pytest.mark.parametrize(("page", "command"), [one for one in COMMANDS if one not in OURS])
def test_other_commands_are_there(page: str, command: str) -> None:
    words = shlex.split(command.removeprefix(".venv/bin/"))
    match words:
        case ["make", *targets]:
            makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
            assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)
        case ["python", "-m", "pip", "install", what]:
            project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
            extra = re.fullmatch(r"(?:anyorder|\.)(?:\[(\w+)\])?", what)
            assert extra is not None
            assert extra[1] is None or extra[1] in project["optional-dependencies"]
        case ["python", "-m", module, *_]:
            assert find_spec(module) is not None
        case [".", path]:
            assert path == ".venv/bin/activate"
        case _:
            assert words[0] in ("dask", "cd", "git"), command


@pytest.mark.parametrize("name", sorted({name for name, _ in HELPS}))
def test_the_help_of_a_command_is_whole(name: str) -> None:
    """It has examples of this very command and exit statuses, and no line of it is cut off on a narrow terminal."""
    words = name.split()[1:]
    examples = [example for other, example in HELPS if other == name]
    assert not words or any(example.startswith(name) for example in examples)
    shown = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "80"}).stdout
    assert "Exit status: 0" in shown
    assert "..." not in re.sub(r"Usage:.*|ZONE .*|FILE\.\.\.|CARD\.\.\.", "", shown)
    assert all(example in shown for example in examples)


def test_every_command_has_examples() -> None:
    def commands(group: Any, name: str) -> Iterator[str]:
        yield name
        for word, command in getattr(group, "commands", {}).items():
            yield from commands(command, f"{name} {word}")

    assert set(commands(CLI, "anyorder")) == {name for name, _ in HELPS}


# --- what the pages speak of -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_tables_are_tables(page: str) -> None:
    """A row that no table takes up is shown as it stands."""
    for token in TOKENS[page]:
        if token.type == "inline":
            assert not token.content.startswith("|"), (token.map, token.content[:80])


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", PAGES[page]):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        there = (ROOT / page).parent / path if path else ROOT / page
        assert there.exists(), link
        if anchor:
            headings = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings}, link


@pytest.mark.parametrize("page", PAGES)
def test_files_that_are_named_are_there(page: str) -> None:
    for _, line, text in (span for span in SPANS if span[0] == page):
        if re.fullmatch(
            r"(?:model|solver|scenarios|anyorder|tests|tools|benchmarks|docs|requirements)/[\w./*-]*", text
        ):
            assert list(ROOT.glob(text.rstrip("/"))), (line, text)


def test_the_figures_of_the_readme() -> None:
    readme = PAGES["README.md"]
    said = re.search(r"More than ([\d,]+) real cards", readme)
    assert said is not None
    assert 0 <= len(catalogue.names()) - int(said[1].replace(",", "")) < 500
    share = re.search(r"cards understood whole: [\d,]+ of [\d,]+ \(([\d.]+) %\)", PAGES["docs/coverage.md"])
    assert share is not None
    words = {"about half of Magic": (45, 60), "more than half of Magic": (50, 70), "two thirds of Magic": (62, 71)}
    (low, high) = next(bounds for word, bounds in words.items() if word in readme)
    assert low <= float(share[1]) <= high


def test_every_question_and_special_event_is_in_the_notation() -> None:
    words = {re.split(r"\W", text.strip("{"))[0] for page, _, text in SPANS if page == "docs/notation.md"}
    assert set(QUESTIONS) <= words
    assert {"resolve", "activate", "tap_for_mana", "state_based_actions", "combat_damage", "in_order"} <= words
    assert {"resolve_triggers", "resolve_stack"} <= words


def test_every_decision_is_listed() -> None:
    listed = re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", PAGES["docs/decisions/README.md"])
    assert listed == sorted(path.name for path in (ROOT / "docs" / "decisions").glob("0*.md"))


def test_every_page_of_docs_is_linked_from_the_readme_or_another_page() -> None:
    linked = {
        ((ROOT / page).parent / link.partition("#")[0]).resolve()
        for page, text in PAGES.items()
        for link in re.findall(r"\]\(([^)\s]+)\)", text)
        if "://" not in link
    }
    assert [page for page in PAGES if page != "README.md" and (ROOT / page) not in linked] == []


def test_examples_of_documents_are_documents() -> None:
    """`{controller: you, next: 2, ...}` of the section about effects is one that a document may have."""
    found = [load(text)[0] for _, _, text in SPANS if text.startswith("{controller: you")]
    assert found
    for effect in found:
        validate({"effects": [effect], "event": {"draw": {"player": "you", "count": 1}}})
        anyorder.ask({"effects": [effect], "event": {"draw": {"player": "you", "count": 1}}})
