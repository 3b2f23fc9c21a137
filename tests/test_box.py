"""The box of built-in cards: packed and looked up, and what is in the one that comes with the program."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from model.errors import OutOfScopeError, UnknownNameError
from scenarios import box, catalogue, notation, partly
from tests import bring_tools as tools
from tools import make_box

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "scenarios" / "box.bin"


@pytest.fixture
def own_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A box of the odd cards, looked up in place of the one that comes with the program."""
    content, *_ = make_box.make(str(tools.lines(tmp_path / "cards.jsonl", (*tools.CARDS, *tools.many(900)))))
    (tmp_path / "box.bin").write_bytes(content)
    monkeypatch.setattr(box, "files", lambda package: tmp_path)
    monkeypatch.setenv("ANYORDER_DATA", str(tmp_path / "data"))
    forget()
    yield content
    monkeypatch.undo()
    forget()


def forget() -> None:
    box.forget()
    catalogue.find_partly.cache_clear()


def test_every_name_is_found(own_box: bytes):
    names = {str(card["name"]) for card in (*tools.CARDS, *tools.many(900))}
    assert set(box.names()) == names | {"Oddball Day", "Oddball Night"}
    for name in names:
        found = box.find(name)
        assert found is not None
        assert found.name == name
    for name in ("", "Oddball", "Oddball Elf 9999", "zzz", "Oddball\nElf", '"Oddball Elf"'):
        assert box.find(name) is None


def test_whole_cards_have_entries_and_others_the_words_where_reading_stopped(own_box: bytes):
    elf, juggler = box.find("Oddball Elf"), box.find("Oddball Juggler")
    assert elf is not None
    assert juggler is not None
    assert elf.entry is not None
    assert elf.entry["power"] == 1
    assert juggler.entry is None
    assert 0 < len(juggler.stopped_at.split()) <= 6
    assert juggler.partial is not None
    assert juggler.partial["type"] == "Creature — Elf"
    assert any("not_understood" in ability for ability in juggler.partial["abilities"])
    assert box.size() == (907, 904)


def test_cards_of_the_box_are_cards_like_others(own_box: bytes):
    assert catalogue.find("Oddball Night") == catalogue.find("Oddball Day // Oddball Night")
    assert catalogue.find("Oddball Elf 12").faces[0].power == 12 % 7
    assert catalogue.entry("Oddball Bird")["abilities"] == ["flying"]
    assert catalogue.is_card("Oddball Juggler")
    with pytest.raises(OutOfScopeError, match=r"Oddball Juggler is not understood whole.*reading stopped at"):
        catalogue.find("Oddball Juggler")
    assert catalogue.find_partly("Oddball Juggler").faces[0].power == 1
    with pytest.raises(UnknownNameError, match="did you mean 'Oddball Bird'"):
        catalogue.find("Odbal Bird")


def test_the_same_cards_give_the_same_bytes(own_box: bytes, tmp_path: Path):
    content, cards, whole = make_box.make(str(tools.atomic(tmp_path / "a.json", (*tools.many(900), *tools.CARDS))))
    assert (cards, whole) == (907, 904)
    assert content == own_box


def test_the_command_that_makes_it(tmp_path: Path):
    source, target = tools.lines(tmp_path / "cards.jsonl"), tmp_path / "made.bin"
    command = [sys.executable, "-m", "tools.make_box", str(source), "--to", str(target)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "7 cards, 4 of them understood whole" in done.stdout
    assert target.stat().st_size > 100


def test_no_sentence_of_a_card_is_in_it(own_box: bytes, tmp_path: Path):
    import bz2

    blocks = [bz2.decompress(b"BZh" + part) for part in own_box.split(b"BZh")[1:]]
    text = b"\n".join(blocks).decode("utf-8")
    assert "Oddball Elf 12" in text
    assert "enters, juggle everything." not in text
    assert "{T}: Add {G}" not in text


# --- the box that comes with the program -----------------------------------------------------------------------------

there = pytest.mark.skipif(not FILE.is_file(), reason="scenarios/box.bin was not made yet")


@there
def test_its_size():
    assert FILE.stat().st_size <= 6_000_000


@there
def test_looking_up_takes_less_than_20_ms():
    box.forget()
    names = box.names()
    sample = names[:: max(1, len(names) // 200)]
    box.forget()
    box.find(names[0])  # the index is read once
    start = time.process_time()
    for name in sample:
        assert box.find(name) is not None
    assert (time.process_time() - start) / len(sample) < 0.02
    assert len(sample) > 100


@there
def test_every_entry_is_read_by_the_notation():
    """Every 17th card: whole ones have no part that was not understood, and of the others the facts are there."""
    checked = partial = 0
    for name in box.names()[::17]:
        found = box.find(name)
        assert found is not None
        if found.entry is not None and not catalogue.is_token(name):
            assert partly.of_card(catalogue.find(name)) == ()
            checked += 1
        else:
            assert len(found.stopped_at.split()) <= 8
            if found.partial is not None:
                assert partly.of_card(notation.card(found.partial))
                partial += 1
    assert checked > 200
    assert partial > 200


@there
def test_starting_does_not_read_it():
    program = "import sys; import anyorder.cli; import scenarios.catalogue; print('scenarios.box' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
