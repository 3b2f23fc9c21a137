"""The catalogue's entries: complete, sorted, in our own words, and true to the cards' data where that is at hand.

The data is not part of the repository. Comparisons with it run where ``../shared/data/oracle.jsonl`` beside the
repository is such a file (one JSON object a line), and are skipped elsewhere.
"""

import json
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "scenarios" / "catalogue").glob("*.yaml"))
DATA = ROOT.parent / "shared" / "data" / "oracle.jsonl"

FACE_KEYS = {"name", "cost", "type", "power", "toughness", "loyalty", "defense", "colors", "abilities"}
KEYS = FACE_KEYS | {"token", "layout", "faces", "left_out"}
#: What a card of these types has besides a name and a type line.
NUMBERS = {
    "Creature": ("power", "toughness"),
    "Vehicle": ("power", "toughness"),
    "Planeswalker": ("loyalty",),
    "Battle": ("defense",),
}
#: So many words of a card's rules text in a row are a quotation.
QUOTATION = 8


def read(path):
    """The entries of a file, every scalar as it is written."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


ENTRIES = [(path.stem, entry) for path in FILES for entry in read(path)]
CARDS = [entry for _, entry in ENTRIES if entry.get("token") != "true"]

each_entry = pytest.mark.parametrize("entry", [e for _, e in ENTRIES], ids=[f"{f}: {e['name']}" for f, e in ENTRIES])
each_card = pytest.mark.parametrize("entry", CARDS, ids=[e["name"] for e in CARDS])


def faces_of(entry):
    return entry.get("faces", [entry])


def scalars(value):
    """All keys and values within a value, in the order written."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from scalars(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from scalars(inner)
    else:
        yield value


def words(text):
    return re.findall(r"[\w{}/+'-]+", text.casefold().replace("\u2019", "'"))


def runs(text):
    found = words(text)
    return {tuple(found[i : i + QUOTATION]) for i in range(len(found) - QUOTATION + 1)}


def test_the_catalogue_has_files():
    assert FILES


def test_names_are_unique():
    names = [entry["name"] for _, entry in ENTRIES]
    assert sorted({name for name in names if names.count(name) > 1}) == []


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_files_are_sorted_by_name(path):
    names = [entry["name"] for entry in read(path)]
    assert names == sorted(names, key=str.casefold)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_entries_stand_apart_in_lines_that_fit(path):
    text = path.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if len(line) > 140] == []
    assert len(re.findall(r"(?:\A|\n\n)- name: ", text)) == len(read(path)), "one blank line between entries"


@each_entry
def test_keys(entry):
    assert set(entry) <= KEYS
    for face in faces_of(entry):
        assert face is entry or set(face) <= FACE_KEYS
        assert {"name", "type"} <= set(face)
        for kind, keys in NUMBERS.items():
            if kind in face["type"].split():
                assert set(keys) <= set(face)


@each_entry
def test_what_is_left_out_is_named_in_short_phrases(entry):
    phrases = entry.get("left_out", [])
    assert isinstance(phrases, list)
    assert [phrase for phrase in phrases if not 3 < len(phrase) <= 120] == []


# --- against the cards' data ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data():
    if not DATA.is_file():
        pytest.skip(f"no card data at {DATA}: facts are not compared")
    wanted = {entry["name"] for entry in CARDS}
    found = {}
    with DATA.open(encoding="utf-8") as lines:
        for line in lines:
            card = json.loads(line)
            front = card["name"].split(" // ")[0]
            for name in (card["name"], front):
                if name in wanted and (name == card["name"] or name not in found):
                    found[name] = card
    return found


def facts_of(card):
    """The facts of each face of a card of the data, by the face's name."""
    return {face["name"]: face for face in card.get("card_faces") or [card]}


def number(text):
    """A printed power or toughness as a number; a star counts as 0."""
    return None if text is None else str(sum(int(part.replace("*", "0")) for part in str(text).split("+")))


@each_card
def test_facts_are_those_of_the_card(entry, data):
    assert entry["name"] in data, f"the data has no card named {entry['name']}"
    known = facts_of(data[entry["name"]])
    for face in faces_of(entry):
        fact = known[face["name"]]
        expected = {
            "cost": fact["mana_cost"] or None,
            "type": fact["type_line"],
            **{key: number(fact.get(key)) for key in ("power", "toughness", "loyalty", "defense")},
        }
        assert {key: face.get(key) for key in expected} == expected


@each_card
def test_no_text_of_the_card_is_quoted(entry, data):
    if entry["name"] not in data:
        pytest.skip("not in the data")
    text = " ".join(fact.get("oracle_text") or "" for fact in facts_of(data[entry["name"]]).values())
    quoted = {run for scalar in scalars(entry) for run in runs(scalar)} & runs(text)
    assert sorted(quoted) == []
