"""A sample of 200 understood abilities that was read by hand: each is still read as it was found to be right.

``data/reading_sample.json`` was drawn with a fixed seed, as many from each family as from any other (all of them from
small families), of the abilities that were understood then; a text that several cards have counts once. Each was read
word by word against the card's text, the rulings and the rules. What was wrong was corrected, or is refused now and has
its own kind of test (test_reading_precision.py). The file holds the notation that was verified, and no card's text.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scenarios.reading import read_card
from scenarios.reading.comparing import canonical
from scenarios.reading.families import FAMILIES
from scenarios.reading.records import from_scryfall

SAMPLE: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "reading_sample.json").read_text(encoding="utf-8")
)["abilities"]
DATA = Path(os.environ.get("ANYORDER_ORACLE", Path(__file__).parents[2] / "shared" / "data" / "oracle.jsonl"))


def test_the_sample_is_two_hundred_different_abilities_of_all_families() -> None:
    assert len(SAMPLE) == 200
    assert len({(one["card"], one["face"], one["clause"]) for one in SAMPLE}) == 200
    counted = Counter(one["family"] for one in SAMPLE)
    assert counted.keys() == {name for name, _ in FAMILIES} | {"keyword", "other"}
    assert min(counted.values()) >= 8
    assert {one["verdict"] for one in SAMPLE} == {"right"}
    assert all(one["reason"] and one["notation"] for one in SAMPLE)


def _within(part: list[Any], whole: list[Any]) -> bool:
    """Whether the choices of one ability stand, in their order, among those of its face."""
    return any(whole[at : at + len(part)] == part for at in range(len(whole) - len(part) + 1))


def test_each_ability_of_the_sample_is_read_as_it_was_verified() -> None:
    if not DATA.exists():
        pytest.skip(f"the file of all cards is not there: {DATA}")
    wanted = {one["card"] for one in SAMPLE}
    readings = {}
    with DATA.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            if record["name"] in wanted:
                readings[record["name"]] = read_card(from_scryfall(record))
    assert readings.keys() == wanted
    for one in SAMPLE:
        reading = readings[one["card"]]
        of_face = [clause for clause in reading.clauses if clause.face == one["face"]]
        clause = of_face[one["clause"] - 1]
        told = f"{one['card']}, clause {one['clause']} of {one['face']}"
        assert clause.understood, f"{told}: stopped at {clause.stopped_at}"
        assert clause.family == one["family"], told
        found = [canonical(ability) for ability in clause.abilities or ()]
        assert found == [canonical(ability) for ability in one["notation"]], told
        faces = {face["name"]: face for face in reading.entry.get("faces", [])} or {one["face"]: reading.entry}
        assert _within(one["chooses"], faces[one["face"]].get("chooses", [])), f"{told}: what is chosen"
