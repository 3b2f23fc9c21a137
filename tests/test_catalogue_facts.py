"""The catalogue's entries: complete, sorted, in our own words, and true to the cards' data where that is at hand.

The data is not part of the repository. Comparisons with it run where ``../shared/data/oracle.jsonl`` beside the
repository is such a file (one JSON object a line), and are skipped elsewhere.
"""

import json
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from model.errors import MalformedError
from scenarios import catalogue

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "scenarios" / "catalogue").glob("*.yaml"))
DATA = ROOT.parent / "shared" / "data" / "oracle.jsonl"

FACE_KEYS = {"name", "cost", "type", "power", "toughness", "loyalty", "defense", "colors", "abilities", "chooses"}
KEYS = FACE_KEYS | {
    "token", "layout", "faces", "left_out", "prototype", "melds_into", "melded", "legal_in", "same_name_as",
}  # fmt: skip
#: What a card of these types has besides a name and a type line.
NUMBERS = {
    "Creature": ("power", "toughness"),
    "Vehicle": ("power", "toughness"),
    "Planeswalker": ("loyalty",),
    "Battle": ("defense",),
}
#: So many words of a card's rules text in a row are a quotation.
QUOTATION = 8
#: Neither lines nor descriptions of what is left out run on.
LONGEST_LINE = 140
LONGEST_PHRASE = 120

each_file = pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])


@cache
def entries(path):
    """The entries of a file, every scalar as it is written."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))


def faces_of(entry):
    return entry.get("faces", [entry])


def is_token(entry):
    return entry.get("token") == "true"


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


def runs(text):
    """Every run of as many words as a quotation has."""
    words = re.findall(r"[\w{}/+'-]+", text.casefold().replace("\u2019", "'"))
    return {" ".join(words[i : i + QUOTATION]) for i in range(len(words) - QUOTATION + 1)}


# --- the entries by themselves --------------------------------------------------------------------------------------


def test_the_catalogue_has_entries():
    assert FILES
    assert all(entries(path) for path in FILES)


def test_names_are_unique():
    names = [(entry["name"], is_token(entry)) for path in FILES for entry in entries(path)]
    assert sorted({name for name in names if names.count(name) > 1}) == []


@each_file
def test_entries_are_sorted_by_name(path):
    names = [entry["name"] for entry in entries(path)]
    assert names == sorted(names, key=str.casefold)


@each_file
def test_entries_stand_apart_in_lines_that_fit(path):
    text = path.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if len(line) > LONGEST_LINE] == []
    assert len(re.findall(r"(?:\A|\n\n)- name: ", text)) == len(entries(path)), "one blank line between entries"


@each_file
def test_keys(path):
    wrong = {}
    for entry in entries(path):
        found = set(entry) - KEYS
        for face in faces_of(entry):
            found |= {"name", "type"} - set(face)
            found |= set() if face is entry else set(face) - FACE_KEYS
            found |= {key for kind in face.get("type", "").split() for key in NUMBERS.get(kind, ())} - set(face)
        if found:
            wrong[entry["name"]] = found
    assert wrong == {}


@each_file
def test_what_is_left_out_is_named_in_short_phrases(path):
    phrases = {entry["name"]: entry["left_out"] for entry in entries(path) if "left_out" in entry}
    assert [name for name, found in phrases.items() if not isinstance(found, list) or not found] == []
    words = [next(iter(one.values())) for found in phrases.values() for one in found]
    assert [phrase for phrase in words if not 3 < len(phrase) <= LONGEST_PHRASE] == []


@each_file
def test_entries_can_be_read(path):
    wrong = {}
    for entry in entries(path):
        try:
            card = (catalogue.token if is_token(entry) else catalogue.find)(entry["name"])
        except MalformedError as error:
            wrong[entry["name"]] = str(error)
        else:
            assert list(dict.fromkeys(f.name for f in card.faces)) == [face["name"] for face in faces_of(entry)]
    assert wrong == {}


# --- the entries against the cards' data ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def data():
    """The cards of the data that the catalogue has, by name."""
    if not DATA.is_file():
        pytest.skip(f"no card data at {DATA}: facts are not compared")
    wanted = {entry["name"] for path in FILES for entry in entries(path) if not is_token(entry)}
    with DATA.open(encoding="utf-8") as lines:
        return {card["name"]: card for card in map(json.loads, lines) if card["name"] in wanted}


def printed_faces(card):
    """The facts of each face of a card of the data, by the face's name."""
    return {face["name"]: face for face in card.get("card_faces") or [card]}


def number(text):
    """A printed number as the catalogue writes it: a star counts as 0, and so does what is not known yet."""
    parts = str(text).replace("*", "0").replace("?", "0").split("+")
    return None if text is None else str(sum(int(part) for part in parts))


@each_file
def test_facts_are_those_of_the_card(path, data):
    wrong = {}
    for entry in entries(path):
        if is_token(entry):
            continue
        if entry["name"] not in data:
            wrong[entry["name"]] = "the data has no card of this name"
            continue
        printed = printed_faces(data[entry["name"]])
        for face in faces_of(entry):
            fact = printed.get(face["name"], {})
            expected = {
                "cost": fact.get("mana_cost") or None,
                "type": fact.get("type_line"),
                **{key: number(fact.get(key)) for key in ("power", "toughness", "loyalty")},
            }  # the data says nothing of defense
            differing = {key: (face.get(key), value) for key, value in expected.items() if face.get(key) != value}
            if differing:
                wrong[face["name"]] = str(differing)
    assert wrong == {}


@each_file
def test_no_text_of_a_card_is_quoted(path, data):
    quoted = {}
    for entry in entries(path):
        if entry["name"] in data:
            faces = printed_faces(data[entry["name"]]).values()
            text = runs(" ".join(face.get("oracle_text") or "" for face in faces))
            if found := sorted({run for scalar in scalars(entry) for run in runs(scalar)} & text):
                quoted[entry["name"]] = found
    assert quoted == {}
