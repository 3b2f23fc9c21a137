"""Files of cards are read in every form, kept, and compiled again only where something changed."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from model.cards import Layout
from model.errors import LimitError, MalformedError, OutOfScopeError, UnknownNameError
from scenarios import catalogue
from scenarios.bringing import importing, place, store
from scenarios.bringing.compiling import in_chunks
from scenarios.bringing.files import LeftOut, Source
from scenarios.reading.records import OracleCard, from_mtgjson, from_scryfall, meld_cards
from tests import bring_tools as tools

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A store of its own for each test, and nothing remembered of another one."""
    monkeypatch.setenv("ANYORDER_DATA", str(tmp_path / "data"))
    forget()
    yield
    forget()


def forget() -> None:
    store.reading.cache_clear()
    catalogue.find_partly.cache_clear()


def cards_of(path: Path) -> tuple[list[OracleCard], list[LeftOut]]:
    source = Source(path)
    found = list(source.cards())
    source.close()
    return [one for one in found if isinstance(one, OracleCard)], [one for one in found if isinstance(one, LeftOut)]


def bring(path: Path, **options) -> importing.Imported:
    done = importing.bring(path, processes=1, **options)
    forget()
    return done


# --- reading files ---------------------------------------------------------------------------------------------------


def test_every_form_gives_the_same_cards(tmp_path: Path):
    bulk = tools.scryfall(tmp_path / "bulk.json")
    forms = [bulk, tools.lines(tmp_path / "cards.jsonl"), tools.atomic(tmp_path / "atomic.json")]
    forms += [tools.packed(tmp_path / f"{path.name}.gz", path) for path in forms]
    found = [{card.name: card for card in cards_of(path)[0]} for path in forms]
    assert set(found[0]) == {card["name"] for card in tools.CARDS}
    for other in found[1:]:
        assert other == found[0]


def test_the_form_is_told(tmp_path: Path):
    forms = {
        tools.scryfall(tmp_path / "a"): "Scryfall bulk file",
        tools.lines(tmp_path / "b"): "JSON Lines",
        tools.atomic(tmp_path / "c"): "MTGJSON AtomicCards",
    }
    for path, form in forms.items():
        source = Source(path)
        list(source.cards())
        assert source.form == form
        assert source.position() == source.size


def test_what_is_no_card_is_left_out_with_the_reason(tmp_path: Path):
    _, left_out = cards_of(tools.scryfall(tmp_path / "bulk.json"))
    assert {(one.name, one.why) for one in left_out} == {
        ("Oddball", "tokens"),
        ("Oddball Art", "art cards"),
        ("Oddball Elf", "other languages than English"),
    }


def test_other_languages_of_atomic_cards_are_counted(tmp_path: Path):
    source = Source(tools.atomic(tmp_path / "atomic.json"))
    assert all("Irgendwas" not in face.text for card in source.cards() for face in card.faces)  # type: ignore[union-attr]
    assert source.translated == 1


def test_atomic_cards_without_what_is_around_them(tmp_path: Path):
    whole = tools.atomic(tmp_path / "atomic.json")
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps(json.loads(whole.read_text())["data"]), encoding="utf-8")
    assert cards_of(bare) == cards_of(whole)


def test_a_card_over_the_border_of_two_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("scenarios.bringing.streaming._CHUNK", 7)
    accented = {**tools.ELF, "name": "Oddball \u00c6lf \u2014 \U0001f9dd"}
    for path in (
        tools.scryfall(tmp_path / "a", (accented, tools.TWO)),
        tools.lines(tmp_path / "b", (accented, tools.TWO)),
    ):
        assert [card.name for card in cards_of(path)[0]] == [accented["name"], "Oddball Day // Oddball Night"]


def test_a_mark_before_the_text_is_passed_over(tmp_path: Path):
    path = tmp_path / "bom.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(tools.ELF).encode())
    assert [card.name for card in cards_of(path)[0]] == ["Oddball Elf"]


RULING = {"object": "ruling", "oracle_id": "x", "comment": "y"}
WRONG = {
    "an empty file": (b"", "an empty file"),
    "spaces alone": (b" \n ", "an empty file"),
    "a web page": (b"<!DOCTYPE html>", "found a web page"),
    "a text": (b"Oddball Elf", "found something else"),
    "a zip archive": (b"PK\x03\x04abcd", "unpack it first"),
    "no text": (b"[\n\xff\xfe", "near byte 3"),
    "no JSON": (b'[\n{"name": "A", name}\n]', "line 2, column 15: this is no JSON"),
    "no JSON in a later line": (
        b'{"name": "A", "type_line": "Land"}\n{"name": "B\n{"name": "C", "type_line": "Land"}\n',
        "line 2, column 12: this is no JSON (invalid control character)",
    ),
    "a comma too much": (b'[\n{"name": "A", "type_line": "Land"},\n]', "line 3"),
    "truncated array": (
        b'[{"name": "A", "type_line": "Land"},\n{"name": "B", "or',
        "line 2: the file ends in the middle",
    ),
    "truncated between cards": (b'[{"name": "A", "type_line": "Land"}\n', "the file ends in the middle"),
    "truncated line": (b'{"name": "A", "type_line": "Land"}\n{"name": "B"', "the file ends in the middle"),
    "truncated atomic": (b'{"meta": {}, "data": {"A": [{"name": "A"', "the file ends in the middle"),
    "rulings": (json.dumps([RULING]).encode(), "these are rulings"),
    "a list of bulk files": (b'{"object": "list", "data": [{"type": "oracle_cards"}]}', "a page of Scryfall's answers"),
    "a description": (b'{"object": "bulk_data", "download_uri": "https://x"}', "download_uri"),
    "AllPrintings": (b'{"meta": {}, "data": {"ABC": {"cards": []}}}', "AllPrintings"),
    "numbers": (b"[1, 2]", "card 1: expected a card"),
    "objects without names": (b'[{"title": "x"}]', "found an object with title"),
    "a name that is none": (b'[{"name": 5}]', "card 1"),
    "a wrong text": (b'[{"name": "A", "type_line": "Land", "oracle_text": ["x"]}]', "'oracle_text'"),
    "a wrong face": (b'{"data": {"A": [5]}}', "'A'"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_file_is_told_with_its_place(tmp_path: Path, what: str):
    content, message = WRONG[what]
    path = tmp_path / "wrong"
    path.write_bytes(content)
    with pytest.raises(MalformedError) as caught:
        cards_of(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_packed_file_that_ends_too_early(tmp_path: Path):
    whole = tools.packed(tmp_path / "whole.gz", tools.scryfall(tmp_path / "bulk.json", tools.many(400)))
    cut = tmp_path / "cut.gz"
    cut.write_bytes(whole.read_bytes()[:-200])
    with pytest.raises(MalformedError, match="ends too early"):
        cards_of(cut)


def test_files_that_are_not_there(tmp_path: Path):
    for path, message in ((tmp_path, "is a folder"), (tmp_path / "none", "can't read")):
        with pytest.raises(MalformedError, match=message):
            Source(path)


def test_memory_stays_small(tmp_path: Path):
    """Many times more cards take no more memory (in a process of its own, where nothing else counts)."""
    program = (
        "import resource, sys; from scenarios.bringing.files import Source\n"
        "for card in Source(sys.argv[1]).cards(): pass\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )

    def peak(number: int) -> int:
        path = tools.scryfall(tmp_path / "bulk.json", tools.many(number))
        done = subprocess.run(
            [sys.executable, "-c", program, str(path)], cwd=ROOT, capture_output=True, text=True, check=True
        )
        return int(done.stdout)

    assert peak(40_000) < peak(200) + 6_000  # a file of 10 MB, in kilobytes


# --- the forms of single cards ---------------------------------------------------------------------------------------


def test_meld_cards_are_three_cards():
    front = {
        "name": "A // C",
        "faceName": "A",
        "side": "a",
        "layout": "meld",
        "type": "Creature",
        "cardParts": ["A", "B", "C"],
    }
    back = {
        "name": "A // C",
        "faceName": "C",
        "side": "b",
        "layout": "meld",
        "type": "Creature",
        "cardParts": ["A", "B", "C"],
    }
    one, other = meld_cards("A // C", [front, back])
    assert (one.name, one.melds_into, other.name) == ("A", "C", "C")
    parts = [{"component": "meld_part", "name": "A"}, {"component": "meld_part", "name": "B"}]
    parts.append({"component": "meld_result", "name": "C"})
    card = {"layout": "meld", "type_line": "Creature", "all_parts": parts}
    assert from_scryfall({**card, "name": "A"}).melds_into == "C"
    assert from_scryfall({**card, "name": "C"}).melded_from == ("A", "B")


def test_variants_of_a_name_stand_for_the_first():
    first, second = ({"name": "A", "layout": "normal", "type": "Land", "text": text} for text in ("One.", "Two."))
    assert [face.text for face in from_mtgjson("A", [first, second]).faces] == ["One."]


def test_reversible_cards_have_one_face():
    face = {"name": "A", "type_line": "Land"}
    card = from_scryfall({"name": "A // A", "layout": "reversible_card", "card_faces": [face, face]})
    assert (card.name, card.layout, len(card.faces)) == ("A", "normal", 1)


@pytest.mark.parametrize(
    ("written", "read"),
    [(["G", "W"], ("G", "W")), ("GW", ("G", "W")), ("Black Blue", ("B", "U")), ("", ()), (None, None)],
)
def test_colors_as_files_write_them(written: object, read: object):
    assert from_scryfall({**tools.ELF, "colors": written}).faces[0].colors == read


# --- importing -------------------------------------------------------------------------------------------------------


def test_imported_cards_are_found_by_name_and_by_face(tmp_path: Path):
    with pytest.raises(UnknownNameError):
        catalogue.find("Oddball Elf")
    done = bring(tools.scryfall(tmp_path / "bulk.json"))
    assert (done.cards, done.compiled, done.unchanged, done.refused) == (7, 7, 0, [])
    assert done.left_out == {"tokens": 1, "art cards": 1, "other languages than English": 1}
    elf = catalogue.find("Oddball Elf")
    assert (elf.name, elf.faces[0].power, len(elf.faces[0].abilities)) == ("Oddball Elf", 1, 1)
    assert catalogue.find("Oddball Night") == catalogue.find("Oddball Day // Oddball Night")
    assert catalogue.find("Oddball Ox").faces[0].abilities == ()
    assert catalogue.is_card("Oddball Bird")
    assert catalogue.entry("Oddball Bird")["abilities"] == ["flying"]
    assert catalogue.source("Oddball Bird").startswith("- name: Oddball Bird\n")


def test_every_form_is_imported_alike(tmp_path: Path):
    made = []
    for path in (tools.scryfall(tmp_path / "a"), tools.lines(tmp_path / "b"), tools.atomic(tmp_path / "c")):
        bring(path, fresh=True)
        made.append([catalogue.entry(str(card["name"])) for card in tools.CARDS])
    assert made[0] == made[1] == made[2]


def test_a_near_spelling_among_imported_cards(tmp_path: Path):
    bring(tools.lines(tmp_path / "cards.jsonl"))
    with pytest.raises(UnknownNameError, match="did you mean 'Oddball Juggler'"):
        catalogue.find("Odball Jugler")


def test_hand_written_entries_win(tmp_path: Path):
    bring(tools.lines(tmp_path / "cards.jsonl", ({**tools.ELF, "name": "Hardened Scales"},)))
    assert catalogue.find("Hardened Scales").faces[0].power is None


def test_only_what_changed_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tools.lines(tmp_path / "cards.jsonl")
    assert bring(path).compiled == 7
    again = bring(path)
    assert (again.compiled, again.unchanged) == (0, 7)
    tools.lines(path, ({**tools.ELF, "power": "3"}, *tools.CARDS[1:]))
    changed = bring(path)
    assert (changed.compiled, changed.unchanged) == (1, 6)
    assert catalogue.find("Oddball Elf").faces[0].power == 3
    monkeypatch.setattr(store, "compiler", lambda: "another one")
    assert bring(path).compiled == 7


def test_cards_of_an_older_compiler_are_compiled_when_they_are_asked_for(tmp_path: Path):
    bring(tools.lines(tmp_path / "cards.jsonl"))
    with sqlite3.connect(place.path()) as connection:
        connection.execute("UPDATE cards SET compiler = 'older', entry = '{\"name\": \"Nonsense\"}'")
    assert catalogue.find("Oddball Bird").name == "Oddball Bird"


def test_a_card_that_changed_its_faces(tmp_path: Path):
    path = tools.lines(tmp_path / "cards.jsonl", (tools.TWO,))
    bring(path)
    first, second = tools.TWO["card_faces"]
    tools.lines(
        path,
        (
            {
                **tools.TWO,
                "card_faces": [first, {**second, "name": "Oddball Dusk"}],
                "name": "Oddball Day // Oddball Dusk",
            },
        ),
    )
    bring(path, fresh=True)
    assert catalogue.find("Oddball Dusk").name == "Oddball Day"
    with pytest.raises(UnknownNameError):
        catalogue.find("Oddball Night")


def test_further_printings_are_left_aside(tmp_path: Path):
    done = bring(tools.lines(tmp_path / "cards.jsonl", (tools.ELF, tools.ELF, tools.BIRD)))
    assert (done.cards, done.again) == (2, 1)


def test_a_card_that_can_not_be_kept_is_named(tmp_path: Path):
    done = bring(tools.lines(tmp_path / "cards.jsonl", ({**tools.ELF, "type_line": "Gadget \u2014 Elf"}, tools.BIRD)))
    assert done.compiled == 1
    assert [name for name, _ in done.refused] == ["Oddball Elf"]
    assert "Gadget" in done.refused[0][1] or "gadget" in done.refused[0][1]


def test_several_processes_keep_the_same(tmp_path: Path):
    path = tools.scryfall(tmp_path / "bulk.json", tools.many(1100))
    done = importing.bring(path, processes=2)
    forget()
    assert (done.cards, done.compiled, done.whole) == (1100, 1100, 1100)
    assert catalogue.find("Oddball Elf 1099").faces[0].power == 1099 % 7


def test_a_broken_file_keeps_what_came_before(tmp_path: Path):
    path = tools.scryfall(tmp_path / "bulk.json", tools.many(600))
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: len(text) - 200], encoding="utf-8")
    with pytest.raises(MalformedError, match="ends in the middle"):
        bring(path)
    assert catalogue.find("Oddball Elf 3").name == "Oddball Elf 3"


def test_a_killed_import_goes_on_where_it_was(tmp_path: Path):
    """kill -9 in the middle; the store is sound, and the next import compiles the rest."""
    path = tools.scryfall(tmp_path / "bulk.json", tools.many(6000))
    program = (
        "import sys, time\nfrom scenarios.bringing import importing\n"
        "def slowly(at, of, done):\n    print(done.compiled, flush=True); time.sleep(0.2)\n"
        "if __name__ == '__main__':\n    importing.bring(sys.argv[1], processes=1, progress=slowly)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", program, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    for _ in range(3):
        child.stdout.readline()
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()
    assert child.returncode == -signal.SIGKILL
    kept = len(_names())
    assert 500 <= kept < 6000
    done = bring(path)
    assert done.unchanged >= kept
    assert done.compiled == 6000 - done.unchanged
    assert bring(path).unchanged == 6000


def _names() -> tuple[str, ...]:
    opened = store.reading()
    assert opened is not None
    return opened.names()


def test_a_folder_that_can_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("ANYORDER_DATA", str(blocked / "data"))
    with pytest.raises(MalformedError, match="ANYORDER_DATA"):
        bring(tools.lines(tmp_path / "cards.jsonl"))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_the_right_to_write(tmp_path: Path):
    (tmp_path / "data").mkdir(mode=0o500)
    with pytest.raises(MalformedError, match="ANYORDER_DATA"):
        bring(tools.lines(tmp_path / "cards.jsonl"))


def test_a_store_that_is_none(tmp_path: Path):
    place.path().parent.mkdir(parents=True)
    place.path().write_bytes(b"this is no database at all" * 100)
    with pytest.raises(MalformedError, match=r"cards\.sqlite"):
        bring(tools.lines(tmp_path / "cards.jsonl"))
    with pytest.raises(MalformedError, match=r"cards\.sqlite"):
        catalogue.find("Oddball Elf")


def test_where_cards_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("ANYORDER_DATA", "/some/where")
    assert place.directory() == Path("/some/where")
    monkeypatch.delenv("ANYORDER_DATA")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert place.directory() == tmp_path / "anyorder"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert place.directory() == Path.home() / ".local" / "share" / "anyorder"


def test_looking_up_takes_little_time(tmp_path: Path):
    bring(tools.scryfall(tmp_path / "bulk.json", tools.many(2000)))
    catalogue.find("Oddball Elf 1")
    start = time.process_time()
    for number in range(2, 12):
        catalogue.find(f"Oddball Elf {number}")
    assert (time.process_time() - start) / 10 < 0.02


def test_a_partly_understood_card_is_refused_where_nobody_looks_at_the_rest(tmp_path: Path):
    bring(tools.lines(tmp_path / "cards.jsonl"))
    with pytest.raises(OutOfScopeError, match="Oddball Juggler is not understood whole"):
        catalogue.find("Oddball Juggler")
    assert catalogue.find_partly("Oddball Juggler").name == "Oddball Juggler"


def test_older_words_for_types_are_todays():
    assert (
        from_scryfall({**tools.ELF, "type_line": "Tribal Sorcery \u2014 Elf"}).faces[0].type_line
        == "Kindred Sorcery \u2014 Elf"
    )


MELD = {**tools.ELF, "layout": "meld"}
PAIR = (
    {**MELD, "name": "Odd Bun, the Warm", "oracle_text": "(Melds with Odd Jam.)"},
    {
        **MELD,
        "name": "Odd Jam",
        "oracle_text": "Flying\nAt the beginning of your end step, if you both own and control Odd Jam and a creature "
        "named Odd Bun, the Warm, exile them, then meld them into Odd Sandwich.",
    },
    {**MELD, "name": "Odd Sandwich", "mana_cost": "", "oracle_text": "Flying"},
)


def test_cards_of_a_meld_pair_find_each_other(tmp_path: Path):
    bring(tools.lines(tmp_path / "cards.jsonl", PAIR))
    whole = catalogue.find("Odd Sandwich")
    assert [card.name for card in whole.melded] == ["Odd Jam", "Odd Bun, the Warm"]
    assert {catalogue.find_partly(name).melds_into for name in ("Odd Jam", "Odd Bun, the Warm")} == {"Odd Sandwich"}


def test_what_two_unknown_cards_meld_into_is_not_understood_whole(tmp_path: Path):
    bring(tools.lines(tmp_path / "cards.jsonl", PAIR[2:]))
    with pytest.raises(OutOfScopeError, match="the cards that meld into it"):
        catalogue.find("Odd Sandwich")


@pytest.mark.parametrize(
    ("layout", "types", "expected"),
    [
        ("transform", ("Creature", "Creature"), Layout.TRANSFORM),
        ("modal_dfc", ("Creature", "Land"), Layout.MODAL_DFC),
        ("split", ("Instant", "Sorcery"), Layout.SPLIT),
        ("split", ("Enchantment \u2014 Room", "Enchantment \u2014 Room"), Layout.ROOM),
        ("aftermath", ("Instant", "Sorcery"), Layout.AFTERMATH),
        ("adventure", ("Creature", "Instant \u2014 Adventure"), Layout.ADVENTURE),
        ("omen", ("Creature", "Instant \u2014 Omen"), Layout.OMEN),
        ("prepare", ("Creature", "Sorcery"), Layout.PREPARE),
        ("flip", ("Creature", "Creature"), Layout.FLIP),
        ("normal", ("Creature",), Layout.NORMAL),
        ("mutate", ("Creature",), Layout.NORMAL),
        ("saga", ("Enchantment \u2014 Saga",), Layout.SAGA),
        ("class", ("Enchantment \u2014 Class",), Layout.CLASS),
        ("leveler", ("Creature",), Layout.LEVELER),
        ("case", ("Enchantment \u2014 Case",), Layout.CASE),
        ("station", ("Artifact \u2014 Spacecraft",), Layout.STATION),
    ],
)
def test_every_layout(tmp_path: Path, layout: str, types: tuple[str, ...], expected: Layout):
    faces = [
        {
            "name": f"Odd Part {place}",
            "mana_cost": "{1}",
            "type_line": line,
            "oracle_text": "",
            "power": "1",
            "toughness": "1",
        }
        for place, line in enumerate(types)
    ]
    name = " // ".join(face["name"] for face in faces)
    card = {"name": name, "layout": layout, **({"card_faces": faces} if len(faces) > 1 else faces[0])}
    bring(tools.lines(tmp_path / "cards.jsonl", (card,)))
    found = [catalogue.find(part) for part in (name, *(face["name"] for face in faces))]
    assert {card.layout for card in found} == {expected}
    assert {card.full_name for card in found} == {name}


def test_a_process_that_is_killed_is_told(tmp_path: Path):
    path = tools.scryfall(tmp_path / "bulk.json", tools.many(600))
    cards = (card for card in Source(path).cards() if isinstance(card, OracleCard))
    with pytest.raises(LimitError, match="start again"):
        list(in_chunks(cards, _die, 2))


def _die(cards: tuple[OracleCard, ...]) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"power": "2.5"}, "its power 2.5"), ({"power": None}, "its power, which the file leaves out")],
)
def test_facts_that_can_not_be_said_are_not_understood(tmp_path: Path, changes: dict, words: str):
    bring(tools.lines(tmp_path / "cards.jsonl", ({**tools.BIRD, **changes},)))
    with pytest.raises(OutOfScopeError, match=words):
        catalogue.find("Oddball Bird")


def test_a_back_face_without_a_word_on_its_colors(tmp_path: Path):
    first, second = tools.TWO["card_faces"]
    back = {key: value for key, value in second.items() if not key.startswith("color")}
    bring(tools.lines(tmp_path / "cards.jsonl", ({**tools.TWO, "card_faces": [first, back]},)))
    with pytest.raises(OutOfScopeError, match="the colors of Oddball Night"):
        catalogue.find("Oddball Day")
