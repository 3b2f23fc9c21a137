"""Coverage is counted by family, from the words alone; cards read and cards coverage print it."""

import json
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from anyorder.cli import app
from scenarios.bringing import coverage
from scenarios.bringing.families import FAMILIES, MANA_ABILITY, families, intrinsic, sentences
from scenarios.reading import read_text
from scenarios.reading.records import OracleFace, from_scryfall
from tests import bring_tools as tools


def families_of(text: str, type_line: str = "Creature \u2014 Elf") -> list[tuple[str, ...]]:
    face = OracleFace("Oddball", type_line=type_line, text=text)
    return [families(sentence, face) for sentence in sentences(text)]


#: Sentences of invented cards, and the families that they are of.
SENTENCES = {
    "{T}: Add {G}.": (MANA_ABILITY,),
    "{2}, Sacrifice a bun: Add two mana of any one color.": (MANA_ABILITY,),
    "{T}: Add {G} for each target bun.": ("triggered or static mana",),
    "+1: Add {R}.": ("triggered or static mana",),
    "{T}: Add one mana of any type that a bun you control could produce.": (MANA_ABILITY, "could produce"),
    "If you tap a bun for mana, it produces {C} instead of any other type.": ("mana replacement", "instead of"),
    "Whenever you tap a bun for mana, add an additional {R}.": ("tapped-for-mana triggers",),
    "If you would juggle, draw a card instead.": ("would ... instead",),
    "Prevent all damage that buns would deal.": ("prevention",),
    "Damage can't be prevented this turn.": ("damage can't be prevented",),
    "Oddball enters the battlefield tapped.": ("enters tapped",),
    "Oddball comes into play tapped.": ("enters tapped",),
    "Oddball enters tapped unless you juggle.": ("enters tapped unless",),
    "Oddball enters with two bun counters on it.": ("enters with counters",),
    "You may have Oddball enter as a copy of any bun.": ("enters as a copy",),
    "As Oddball enters, choose a bun.": ("as enters, choose",),
    "As Oddball enters, you may pay 2 life.": ("as enters, pay or reveal",),
    "Buns your opponents control enter tapped.": ("others enter tapped",),
    "{G}: Regenerate Oddball.": ("regenerate",),
    "Buns can't be regenerated.": (),
    "This spell can't be countered.": ("can't",),
    "Skip your next bun step.": ("skip",),
    "If you juggled, draw two cards instead.": ("instead without would",),
    "Lands you control have \"{T}: Add {G}.\"": ("mana granted",),
    "Madness {R} (If you discard this card, discard it into exile.)": ("keyword: madness",),
    "Flying, protection from buns": ("keyword: protection",),
    "Flying": (),
}  # fmt: skip


@pytest.mark.parametrize("text", SENTENCES)
def test_the_family_of_a_sentence(text: str):
    assert families_of(text) == [SENTENCES[text]]


def test_every_family_that_is_told_has_a_place():
    assert {name for found in SENTENCES.values() for name in found} <= set(FAMILIES)


def test_spells_that_add_mana_have_no_mana_abilities():
    assert families_of("Add {G}{G}.", "Instant") == [("spells that add mana",)]


def test_sentences_leave_reminder_text_and_quotes_whole():
    text = 'It gains "{T}: Juggle. Then rest." Draw a card. (Not this. Nor this.)\nFlying'
    assert [(one.place, one.text) for one in sentences(text)] == [
        (0, 'It gains "{T}: Juggle. Then rest."'),
        (0, "Draw a card."),
        (1, "Flying"),
    ]


def test_basic_land_types_are_mana_abilities():
    assert intrinsic(OracleFace("A", type_line="Land \u2014 Forest Island")) == 2
    assert intrinsic(OracleFace("A", type_line="Creature \u2014 Forest")) == 0


def test_cards_are_counted():
    found = coverage.count(from_scryfall(card) for card in tools.CARDS)
    assert (found.cards, found.whole, found.vanilla) == (7, 4, 1)
    assert (found.abilities[MANA_ABILITY], found.understood[MANA_ABILITY]) == (2, 2)
    assert (found.abilities[coverage.EVERYTHING], found.understood[coverage.EVERYTHING]) == (9, 6)
    assert sum(stop.count for _, stop in found.missing(coverage.EVERYTHING)) == 3


def test_options_belong_to_the_line_before_them():
    card = {
        **tools.ELF,
        "type_line": "Instant",
        "oracle_text": "Choose one \u2014\n\u2022 Juggle.\n\u2022 Draw a bun.\nFlying",
    }
    found = coverage.count([from_scryfall(card)])
    assert (found.abilities[coverage.EVERYTHING], found.understood[coverage.EVERYTHING]) == (4, 1)


def test_parts_are_added_up():
    whole = coverage.count(from_scryfall(card) for card in tools.CARDS)
    parts = coverage.Coverage()
    for card in tools.CARDS:
        parts.add(coverage.count([from_scryfall(card)]))
    assert parts == whole


def test_a_reader_that_fails_is_told(monkeypatch: pytest.MonkeyPatch):
    def broken(card):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(coverage, "read_card", broken)
    found = coverage.count([from_scryfall(tools.ELF)])
    assert found.failed == ["Oddball Elf: ZeroDivisionError: oops"]
    assert found.understood[coverage.EVERYTHING] == 0


# --- the commands ----------------------------------------------------------------------------------------------------


def run(*arguments: str):
    return CliRunner().invoke(app, ["cards", *arguments])


def test_a_text_is_read():
    done = run("read", "{T}: Add {G}.\\nJuggle forever.")
    assert done.exit_code == 1
    assert "add_mana" in done.output
    assert "reading stopped at: " in done.output
    assert run("read", "Flying").exit_code == 0
    assert run("read", " ").exit_code == 2


def test_a_text_is_read_as_data():
    data = json.loads(run("read", "Flying\\nJuggle forever.", "--json").output)
    assert [one["understood"] for one in data] == [True, False]
    assert data[0]["abilities"] == ["flying"]


def test_coverage_is_printed_and_written(tmp_path: Path):
    path, page = tools.lines(tmp_path / "cards.jsonl"), tmp_path / "coverage.md"
    done = run("coverage", str(path), "--write", str(page))
    assert done.exit_code == 0
    assert "4 of 7 cards are understood whole (57.1 %), 1 of them without text." in done.output
    assert "| mana abilities | 2 | 2 | 100.0 % |" in page.read_text(encoding="utf-8")
    assert "juggle" not in page.read_text(encoding="utf-8").casefold()
    data = json.loads(run("coverage", str(path), "--json").output)
    assert data["families"]["mana abilities"] == {"abilities": 2, "understood": 2}


def test_where_reading_stops_is_listed(tmp_path: Path):
    path = tools.lines(tmp_path / "cards.jsonl", (tools.HERALD, {**tools.HERALD, "name": "Oddball Herald the Second"}))
    data = json.loads(run("coverage", str(path), "--missing", "all", "--json").output)
    assert sum(one["count"] for one in data["missing"]) == 2
    assert "not understood (all abilities)" in run("coverage", str(path), "--missing", "all").output
    wrong = run("coverage", str(path), "--missing", "mana abilites")
    assert wrong.exit_code == 2
    assert "did you mean 'mana abilities'" in wrong.output


def test_the_command_without_a_word_lists_cards():
    assert run("hardened").output == run("find", "hardened").output
    assert "Hardened Scales" in run("hardened").output
    assert run("show", "Hardened", "Scales").output == run("--show", "Hardened Scales").output


@pytest.mark.speed
def test_one_text_takes_less_than_20_ms_once_the_reader_is_loaded():
    texts = [
        "{T}: Add {G}.",
        "If one or more +1/+1 counters would be put on a creature you control, that many plus one +1/+1 counters "
        "are put on it instead.",
        "Whenever you tap a Forest for mana, add an additional {G}.",
        "Prevent the next 3 damage that would be dealt to any target this turn.",
        "Oddball enters tapped unless you control two or more other lands.",
    ]
    for text in texts:
        read_text(text)
    start = time.process_time()
    for text in texts:
        read_text(text + " Draw a card.")  # not a text that was read before
    assert (time.process_time() - start) / len(texts) < 0.02
