"""Tables of rulings: what their rows say, the formats, and what is told where something is wrong."""

from __future__ import annotations

import csv
import io
import json
import re
import sys

import pytest
from typer.testing import CliRunner

from anyorder.cli import app
from anyorder.rendering.tables import FORMATS, render
from anyorder.tabling import filling
from anyorder.tabling.filling import fill, rows_of
from anyorder.tabling.kept import Kept
from model.errors import MalformedError
from scenarios.families.document import values_of
from scenarios.tables.document import CommutingPart, FamilyPart, built_in, load, read

BEARS = """
title: Counters on <a bear>
rules: ["616.1"]
parts:
  - title: Pairs
    family:
      axes:
        first: {cards: [Hardened Scales, Doubling Season]}
        count: {numbers: {from: 1, to: 2}}
      scenario:
        battlefield: {you: [{card: Grizzly Bears, id: bear}, Corpsejack Menace, $first]}
        event: {put_counters: {object: bear, kind: +1/+1, count: $count}}
    columns: {Beside: first, Counters: count}
  - title: Mana
    family:
      axes: {land: {cards: [Forest, Wastes]}}
      scenario: {battlefield: {you: [{card: $land, id: land}, {card: Reflecting Pool, id: pool}]}}
      question: {could_produce: pool}
    question: What types could it produce?
"""


@pytest.fixture(scope="module")
def bears():
    return fill(read(values_of(BEARS), "bears"), workers=1)


def test_rows_have_cards_question_outcomes_choosers_rules_and_derivations(bears):
    pairs, mana = bears.sections
    assert (pairs.headings, [row.cells for row in pairs.rows]) == (
        ("Beside", "Counters"),
        [("Hardened Scales", "1"), ("Hardened Scales", "2"), ("Doubling Season", "1"), ("Doubling Season", "2")],
    )
    first = pairs.rows[0]
    assert first.question == "bear gets 1 +1/+1 counter"
    assert [one.words for one in first.results] == [f"bear gets {count} +1/+1 counters" for count in (3, 4)]
    assert (first.choosers, first.rules) == (("you",), ("614.1", "614.6", "616.1e"))
    assert any("Hardened Scales" in reason.words for reason in first.results[0].reasons)
    assert len(pairs.rows[2].results) == 1  # two that double: four counters, whatever comes first
    assert [[one.words for one in row.results] for row in mana.rows] == [["{G}"], ["{C}"]]
    assert bears.counts == (6, 2, 0)


def test_what_can_not_be_answered_says_why():
    wrong = BEARS.replace("put_counters: {object: bear", "put_counters: {object: nobody")
    filled = fill(read(values_of(wrong), ""), workers=1)
    assert filled.counts[2] == 4
    assert {row.status for row in filled.sections[0].rows} == {"refused"}
    assert "nobody" in filled.sections[0].rows[0].error
    assert "Not answered" in render(filled, "md").decode()


def test_markdown_has_a_table_and_the_derivations(bears):
    told = render(bears, "md").decode()
    assert "# Counters on \\<a bear\\>" in told
    line = "| 1 | Hardened Scales | 1 | bear gets 1 +1/+1 counter | bear gets 3 +1/+1 counters<br>bear gets 4 +1/+1"
    assert line in told
    assert "- 616.1e: You choose" in told


def test_csv_and_json_say_the_same(bears):
    lines = list(csv.DictReader(io.StringIO(render(bears, "csv").decode())))
    parts = json.loads(render(bears, "json"))["parts"]
    rows = [row for part in parts for row in part["rows"]]
    assert len(lines) == len(rows) == 6
    for line, row in zip(lines, rows, strict=True):
        assert line["Question"] == row["question"]
        assert int(line["Number of outcomes"]) == len(row["outcomes"])
        assert all(one["outcome"] in line["Outcomes"] for one in row["outcomes"])
        assert all(step["rule"] in line["Why"] for one in row["outcomes"] for step in one["derivation"])
    assert (lines[0]["Part"], lines[0]["Beside"], lines[0]["Land"]) == ("Pairs", "Hardened Scales", "")
    assert lines[4]["Land"] == "Forest"


def test_html_stands_alone_and_has_symbols_and_folded_derivations(bears):
    told = render(bears, "html").decode()
    assert not re.search(r"""(src|href|url\()\s*=?\s*["']?(https?:)?//""", told)
    assert "<link" not in told
    assert "<h1>Counters on &lt;a bear&gt;</h1>" in told
    assert '<span class="mana G" role="img" aria-label="green">G</span>' in told
    assert told.count("<details>") == sum(len(row.results) for part in bears.sections for row in part.rows)
    assert "@media print" in told
    assert "prefers-color-scheme: dark" in told


def test_a_spreadsheet_reads_back(bears):
    openpyxl = pytest.importorskip("openpyxl", reason="anyorder[tables] is not installed")
    book = openpyxl.load_workbook(io.BytesIO(render(bears, "xlsx")))
    sheet = book.worksheets[0]
    lines = list(csv.reader(io.StringIO(render(bears, "csv").decode())))
    found = [["" if cell is None else str(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]
    assert found == lines
    assert sheet.auto_filter.ref == sheet.dimensions
    assert book.worksheets[1]["A1"].value == "Counters on <a bear>"


def test_no_text_is_taken_for_a_formula(bears):
    openpyxl = pytest.importorskip("openpyxl", reason="anyorder[tables] is not installed")
    from dataclasses import replace

    row = replace(bears.sections[0].rows[0], question="=1+1")
    section = replace(bears.sections[0], rows=(row,))
    sheet = openpyxl.load_workbook(io.BytesIO(render(replace(bears, sections=(section,)), "xlsx"))).worksheets[0]
    column = [cell.value for cell in sheet[1]].index("Question") + 1
    assert (sheet.cell(2, column).value, sheet.cell(2, column).data_type) == ("=1+1", "s")


def test_without_the_library_for_spreadsheets_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    done = CliRunner().invoke(app, ["table", "life", "--out", str(tmp_path / "life.xlsx")])
    assert done.exit_code == 2
    assert "anyorder[tables]" in done.output


def test_the_built_in_tables_are_there():
    assert built_in() == (
        "blurry-visionary", "commutation", "could-produce", "enters-tapped", "mana-replacements", "playtest-notes",
    )  # fmt: skip
    listed = CliRunner().invoke(app, ["table"])
    assert listed.exit_code == 0
    assert all(name in listed.output for name in built_in())


def test_every_mana_replacement_is_held_against_every_other():
    (part,) = load("mana-replacements").parts
    assert isinstance(part, FamilyPart)
    effects = part.family.domains["first"].size
    assert effects == 18
    assert part.family.size == effects * (effects + 1) // 2 * 7
    by_cells = {row.cells: row for row in rows_of(part, 10_000, range(126, 260))}
    found = by_cells["Contamination", "Mana Reflection", "Forest"]
    assert [one.words for one in found.results] == ["you add {B}", "you add {B}{B}"]
    assert found.choosers == ("you",)


def test_each_pair_of_layouts_gives_as_many_cards_as_the_formula_says():
    filled = fill(load("blurry-visionary"), workers=1)
    rows = {(row.cells[1], row.cells[3]): row for row in filled.sections[0].rows}
    double = {"transform", "modal dfc", "meld"}
    assert len(rows) == 14 * 15 // 2
    for (one, other), row in rows.items():
        a, b = (2 if layout in double else 1 for layout in (one, other))
        shared = a if one == other else 0
        assert len(row.results) == 2 * a * b - shared**2, (one, other)
        assert row.choosers == (("you",) if len(row.results) > 1 else ())


def test_every_note_of_the_playtest_cards_is_answered():
    filled = fill(load("playtest-notes"), workers=1)
    rows = filled.sections[0].rows
    assert filled.counts[2] == 0
    assert len({row.cells[0] for row in rows}) >= 50
    assert all(row.question and row.results for row in rows)
    assert "Glimpse, the Unthinkable" in {row.cells[0] for row in rows}


def test_a_family_is_a_table_with_a_column_for_each_axis():
    (part,) = load("tokens").parts
    assert isinstance(part, FamilyPart)
    assert [column.heading for column in part.columns] == ["First", "Second", "Token"]


def test_commuting_parts_are_read():
    table = load("commutation")
    events = [part.event for part in table.parts if isinstance(part, CommutingPart) and not part.triples]
    triples = [part.event for part in table.parts if isinstance(part, CommutingPart) and part.triples]
    assert {"deal_damage", "enter", *triples} <= set(events)
    assert triples == ["add_mana", "put_counters", "create_tokens", "gain_life", "lose_life", "draw"]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ("title: x", "'parts'"),
        ("parts: [{title: x}]", "parts[0]: expected one of"),
        ("parts: [{family: tokens, documents: playtest}]", "found family, documents"),
        ("parts: [{documents: playtests}]", "did you mean 'playtest'"),
        ("parts: [{family: tokens, columns: {Token: tokne}}]", "parts[0].columns.Token"),
        ("parts: [{family: tokens, columns: {Token: size of token}}]", "unknown thing to show 'size'"),
        ("parts: [{commuting: {event: drw}}]", "did you mean 'draw'"),
        ("parts: [{commuting: {event: draw, among: boxes}}]", "parts[0].commuting.among"),
        ("parts: [{family: tokens}]\nnotes: x", "did you mean 'note'"),
    ],
)
def test_mistakes_are_told_with_their_place(document, expected):
    with pytest.raises(MalformedError) as caught:
        read(values_of(document), "")
    assert expected in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["mana-replacement"], "mana-replacements"),
        (["life", "--format", "htm"], "html"),
        (["life", "--format", "xlsx"], "--out FILE"),
    ],
)
def test_the_command_says_what_is_wrong(arguments, expected):
    done = CliRunner().invoke(app, ["table", *arguments])
    assert done.exit_code == 2
    assert expected in done.output


def test_the_ending_of_a_file_says_the_format(tmp_path):
    file = tmp_path / "pairs.yaml"
    file.write_text(BEARS, encoding="utf-8")
    for form in ("html", "csv", "json", "md"):
        out = tmp_path / f"pairs.{form}"
        done = CliRunner().invoke(app, ["table", str(file), "--out", str(out), "--workers", "1"])
        assert done.exit_code == 0, done.output
        assert out.read_bytes() == render(fill(load(file), workers=1), form)
    assert set(FORMATS) == {"md", "html", "csv", "json", "xlsx"}


@pytest.mark.slow
def test_other_processes_answer_the_same():
    table = load("tokens")
    assert fill(table, workers=2) == fill(table, workers=1)


def test_what_is_answered_is_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("ANYORDER_DATA", str(tmp_path))
    table = read(values_of(BEARS), "bears")
    with Kept(table, 1_000) as kept:
        first = fill(table, 1, 1_000, kept=kept)
    (file,) = (tmp_path / "tables").iterdir()

    def never(*arguments):
        raise AssertionError("answered again")

    monkeypatch.setattr(filling, "rows_of", never)
    with Kept(table, 1_000) as kept:
        assert fill(table, 1, 1_000, kept=kept) == first
    with Kept(table, 999) as kept, pytest.raises(AssertionError, match="answered again"):
        fill(table, 1, 999, kept=kept)  # another limit: nothing that was kept counts
    monkeypatch.undo()
    monkeypatch.setenv("ANYORDER_DATA", str(tmp_path))
    with Kept(table, 1_000) as kept:
        assert fill(table, 1, 1_000, kept=kept) == first
    file.write_bytes(file.read_bytes()[:-5])  # killed while it wrote
    with Kept(table, 1_000) as kept:
        assert fill(table, 1, 1_000, kept=kept) == first
    with Kept(table, 1_000) as kept, Kept(table, 1_000) as other:
        assert kept.works
        assert not other.works or sys.platform == "win32"  # one run at a time keeps what it finds


def test_a_folder_that_can_not_be_written_keeps_nothing(tmp_path, monkeypatch):
    (tmp_path / "data").write_text("a file", encoding="utf-8")
    monkeypatch.setenv("ANYORDER_DATA", str(tmp_path / "data"))
    table = read(values_of(BEARS), "bears")
    with Kept(table, 1_000) as kept:
        assert not kept.works
        assert fill(table, 1, 1_000, kept=kept) == fill(table, 1, 1_000)


def test_an_interruption_tells_how_far_the_table_was(tmp_path, monkeypatch):
    monkeypatch.setenv("ANYORDER_DATA", str(tmp_path))

    def interrupted(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(filling, "rows_of", interrupted)
    done = CliRunner().invoke(app, ["table", "life", "--workers", "1"])
    assert done.exit_code == 130
    assert "interrupted: 0% of the table is done; the same command goes on from there" in done.output


def test_where_it_goes_is_looked_at_before_anything_is_answered(tmp_path):
    done = CliRunner().invoke(app, ["table", "commutation", "--out", str(tmp_path / "none" / "x.html")])
    assert done.exit_code == 2
    assert "there is no folder" in done.output


def test_a_survey_tells_how_much_of_the_table_is_done():
    parts = "[{title: Life, commuting: {event: gain_life}}, {title: Mill, commuting: {event: mill}}]"
    told = []
    fill(read(values_of(f"parts: {parts}"), "some"), 1, told=lambda *heard: told.append(heard))
    shares = [share for *_, share in told]
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.5 < shares[-1] <= 1
    assert told[0][0] == "gain_life: effects"


@pytest.mark.parametrize("arguments", [["table"], ["explore"], ["table", "life", "--out"], ["ask"], ["card"]])
def test_names_that_are_very_long_are_not_told_whole(arguments):
    done = CliRunner().invoke(app, [*arguments, "x" * 3_000])
    assert done.exit_code == 2
    assert len(done.output) < 700
    assert "xxx...xxx" in done.output
