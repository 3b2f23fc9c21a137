"""Abilities that a "can't" or their own instructions bar are neither activated nor tapped for mana (602.5, 602.1b)."""

import json

import pytest

from model.errors import IllegalError
from scenarios.build import build
from scenarios.documents import read_document
from solver.answers import outcomes

STONE = {"name": "Stone", "type": "Artifact", "abilities": [{"mana": {"cost": "{T}", "add": "{C}"}}]}
BOOK_READ = {"activated": "{1}", "do": [{"draw": {"player": "you"}}]}
BOOK = {"name": "Book", "type": "Artifact", "abilities": [BOOK_READ]}
SILENCE = {"name": "Silence", "type": "Enchantment", "abilities": [{"cannot": {"activate": {"object": "artifact"}}}]}
MANA_GOES = {
    "name": "Silence",
    "type": "Enchantment",
    "abilities": [{"cannot": {"activate": {"object": "artifact", "sort": "other"}}}],
}
ELF = {"name": "Elf", "type": "Creature", "power": 1, "toughness": 1, "abilities": STONE["abilities"]}


def happening(event, *things):
    scenario = build(read_document(json.dumps({"title": "x", "battlefield": {"you": list(things)}, "event": event})))
    return outcomes(scenario.situation, *scenario.steps)


TAP = {"tap_for_mana": {"permanent": "Stone"}}
READ = {"activate": {"ability_of": "Book"}}


@pytest.mark.parametrize(
    ("event", "things", "rule"),
    [
        (TAP, [STONE, SILENCE], "602.5"),
        (READ, [BOOK, SILENCE], "602.5"),
        (READ, [BOOK, MANA_GOES], "602.5"),
        (READ, [{**BOOK, "abilities": [{**BOOK_READ, "only_if": "count(land) >= 1"}]}], "602.1b"),
        ({"tap_for_mana": {"permanent": "Elf"}}, [{**ELF, "controlled_since_turn_began": False}], "302.6"),
    ],
)
def test_what_is_barred_is_no_event(event, things, rule):
    with pytest.raises(IllegalError) as error:
        happening(event, *things)
    assert error.value.rule == rule


@pytest.mark.parametrize(("event", "things"), [(TAP, [STONE]), (TAP, [STONE, MANA_GOES]), (READ, [BOOK])])
def test_what_is_not_barred_happens(event, things):
    assert len(happening(event, *things).outcomes) == 1
