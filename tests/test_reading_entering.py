"""What texts about entering the battlefield, keyword lines and cards of every frame mean in the notation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from anyorder import ask
from model.abilities import Keyword
from scenarios import catalogue, notation
from scenarios.keyword_abilities import keyword
from scenarios.reading import OracleCard, OracleFace, read_card, read_text
from scenarios.reading.comparing import canonical
from scenarios.reading.entering import negated
from scenarios.reading.keywords import keywords
from scenarios.reading.records import from_scryfall
from solver.amounts import times_of
from solver.qualities import quality_of

CARDS = Path(__file__).parents[2] / "shared" / "data" / "oracle.jsonl"
ITSELF = {"enter": {"object": "this"}}


def read(text: str, type_line: str = "Creature \u2014 Elf") -> list[Any]:
    """All abilities of a text that has to be understood whole."""
    found: list[Any] = []
    for clause in read_text(text, name="Foo", type_line=type_line):
        assert clause.understood, f"{clause.text}: {clause.stopped_at}"
        found += clause.abilities or ()
    return found


# --- entering --------------------------------------------------------------------------------------------------------

ENTERING = [
    ("Foo enters tapped.", {"when": ITSELF, "instead": {"tapped": True}}),
    ("Foo enters the battlefield tapped.", {"when": ITSELF, "instead": {"tapped": True}}),
    (
        "Foo enters tapped unless you control two or more other lands.",
        {"when": ITSELF, "while": "count(other land you control) < 2", "instead": {"tapped": True}},
    ),
    (
        "Foo enters tapped unless a player has 13 or less life.",
        {"when": ITSELF, "while": "lowest_life(player) > 13", "instead": {"tapped": True}},
    ),
    (
        "If you control two or more other lands, Foo enters tapped.",
        {"when": ITSELF, "while": "count(other land you control) >= 2", "instead": {"tapped": True}},
    ),
    ("Foo enters with three charge counters on it.", {"when": ITSELF, "counters": {"charge": 3}}),
    ("Foo enters with X +1/+1 counters on it.", {"when": ITSELF, "counters": {"+1/+1": "x"}}),
    (
        "Foo enters with X +1/+1 counters on it, where X is the number of other creatures you control.",
        {"when": ITSELF, "counters": {"+1/+1": "count(other creature you control)"}},
    ),
    (
        "Foo enters with a +1/+1 counter on it for each time it was kicked.",
        {"when": ITSELF, "counters": {"+1/+1": "times(kicked)"}},
    ),
    (
        "If Foo was kicked, it enters with two +1/+1 counters on it.",
        {"when": ITSELF, "while": "flag(kicked)", "counters": {"+1/+1": 2}},
    ),
    ("Foo escapes with two +1/+1 counters on it.", {"when": ITSELF, "while": "flag(escape)", "counters": {"+1/+1": 2}}),
    (
        "Creatures your opponents control enter tapped.",
        {"when": {"enter": {"object": "creature", "under": "opponent"}}, "instead": {"tapped": True}},
    ),
    (
        "Artifacts, creatures, and lands your opponents control enter tapped.",
        {
            "when": {"enter": {"object": "artifact or creature or land", "under": "opponent"}},
            "instead": {"tapped": True},
        },
    ),
    (
        "Each other Goblin you control enters with an additional +1/+1 counter on it.",
        {"when": {"enter": {"object": "other Goblin", "under": "you"}}, "counters": {"+1/+1": 1}},
    ),
    (
        "Foo enters with your choice of a flying counter or a first strike counter on it.",
        {
            "when": ITSELF,
            "one_of": {
                "flying counter": {"counters": {"flying": 1}},
                "first strike counter": {"counters": {"first strike": 1}},
            },
        },
    ),
    (
        "You may have Foo enter as a copy of any creature on the battlefield, except it's a Bear in addition to its "
        "other types and it has flying.",
        {
            "when": ITSELF, "may": "you",
            "copy": {"of": "creature", "add_subtypes": ["Bear"], "keywords": ["flying"]},
        },
    ),
    (
        "You may have Foo enter as a copy of a creature or planeswalker you control, except it enters with an "
        "additional +1/+1 counter on it if it's a creature, it enters with an additional loyalty counter on it if "
        "it's a planeswalker, and it isn't legendary.",
        {
            "when": ITSELF, "may": "you",
            "copy": {
                "of": "creature or planeswalker you control", "without": ["legendary"],
                "counters": {"+1/+1": "matches(this, creature)", "loyalty": "matches(this, planeswalker)"},
            },
        },
    ),
    (
        "You may have Foo enter as a copy of any creature on the battlefield, except its name is Foo.",
        {"when": ITSELF, "may": "you", "copy": {"of": "creature", "name": "Foo"}},
    ),
    ("As Foo enters, choose a color.", {"when": ITSELF, "chooses": {"color": "any"}}),
    ("As Foo enters, choose odd or even.", {"when": ITSELF, "chooses": {"mode": ["odd", "even"]}}),
    ("As Foo enters, choose black or red.", {"when": ITSELF, "chooses": {"color": ["black", "red"]}}),
    (
        "As Foo enters, choose artifact, enchantment, or land.",
        {"when": ITSELF, "chooses": {"card type": ["artifact", "enchantment", "land"]}},
    ),
    (
        "As Foo enters, choose a noncreature, nonland card name.",
        {"when": ITSELF, "chooses": {"name": "noncreature nonland"}},
    ),
    (
        "As Foo enters, you may pay 2 life. If you don't, it enters tapped.",
        {
            "when": ITSELF,
            "pays": {"cost": [{"lose_life": {"player": "you", "amount": 2}}], "unpaid": {"instead": {"tapped": True}}},
        },
    ),
    (
        "As Foo enters, you may sacrifice any number of creatures. If you do, it enters with twice that many +1/+1 "
        "counters on it.",
        {
            "when": ITSELF,
            "choosing": {"any_number_of": "creature you control", "do": [{"sacrifice": {"permanent": "each them"}}]},
            "counters": {"+1/+1": "2 * count(them)"},
        },
    ),
    (
        "As Foo enters, discard your hand.",
        {
            "when": ITSELF,
            "instead": [{"discard": {"player": "you", "count": "cards_in_hand(you)"}}, "the event"],
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meaning"), ENTERING, ids=[text[:60] for text, _ in ENTERING])
def test_entering(text: str, meaning: object) -> None:
    assert read(text) == [meaning]


def test_two_effects_in_one_sentence_are_two_abilities() -> None:
    assert read("Foo enters tapped with two depletion counters on it.") == [
        {"when": ITSELF, "instead": {"tapped": True}},
        {"when": ITSELF, "counters": {"depletion": 2}},
    ]
    chosen, counted = read("As Foo enters, choose an opponent. It enters with a -1/-1 counter on it for each creature that player controls.")  # fmt: skip  # noqa: E501
    assert chosen == {"when": ITSELF, "chooses": {"player": "opponent"}}
    assert counted == {
        "when": ITSELF, "while": "chosen(player)", "counters": {"-1/-1": "count(creature chosen player controls)"},
    }  # fmt: skip


def test_abilities_behind_anchor_words_are_there_as_long_as_their_word_was_chosen() -> None:
    text = "As Foo enters, choose Alpha or Beta.\n\u2022 Alpha \u2014 Flying\n\u2022 Beta \u2014 {T}: Draw a card."
    chosen, first, second = read(text)
    assert chosen == {"when": ITSELF, "chooses": {"mode": ["Alpha", "Beta"]}}
    assert first == {"affects": "this", "while": "chosen(Alpha)", "keywords": ["flying"]}
    assert second["while"] == "chosen(Beta)"
    assert second["abilities"] == [{"activated": "{T}", "do": [{"draw": {"player": "you", "count": 1}}]}]


@pytest.mark.parametrize(
    "text",
    [
        "Foo enters with a +1/+1 counter on it for each good deed.",
        "As Foo enters, destroy target creature.",  # nothing is targeted as something enters
        "As Foo enters, choose a creature or red.",
        "Whenever a land enters, put a +1/+1 counter on Foo. It gains flying until end of turn.",
        "You may have Foo enter as a copy of any creature on the battlefield, except it is nicer.",
    ],
)
def test_what_the_notation_has_nothing_for_is_not_read(text: str) -> None:
    assert not all(clause.understood for clause in read_text(text, name="Foo", type_line="Creature"))


@pytest.mark.parametrize(
    ("condition", "turned"),
    [
        ("count(land you control) >= 2", "count(land you control) < 2"),
        ("count(Forest or Plains you control) >= 1", "count(Forest or Plains you control) == 0"),
        ("life(you) <= 3 or flag(kicked)", "life(you) > 3 and not flag(kicked)"),
        ("not turn_of(you)", "turn_of(you)"),
    ],
)
def test_unless_turns_a_condition_around(condition: str, turned: str) -> None:
    assert negated(condition) == turned


# --- keyword lines ---------------------------------------------------------------------------------------------------

LINES = [
    ("Flying, lifelink", ["flying", "lifelink"]),
    ("Kicker {2}{R}", ["kicker {2}{R}"]),
    ("Ward\u2014Pay 3 life.", ["ward \u2014 pay 3 life"]),
    ("Suspend 4\u2014{U}", ["suspend 4 {U}"]),
    (
        "Escape\u2014{3}{B}, Exile three other cards from your graveyard.",
        ["escape {3}{B}, exile 3 other cards from your graveyard"],
    ),
    ("Protection from black and from red", ["protection from black", "protection from red"]),
    ("First strike, protection from white, from blue, and from Elves",
     ["first strike", "protection from white", "protection from blue", "protection from Elves"]),
    ("Enchant creature you control", ["enchant creature you control"]),
    ("Equip legendary creature {3}", ["equip legendary creature {3}"]),
    ("Basic landcycling {1}{B}", ["basic landcycling {1}{B}"]),
    ("Wizardcycling {2}", ["wizardcycling {2}"]),
    ("Snow swampwalk", ["snow swampwalk"]),
    ("Totem armor", ["umbra armor"]),
    ("Start your engines!", ["start your engines"]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "found"), LINES, ids=[line for line, _ in LINES])
def test_keyword_lines(line: str, found: list[str]) -> None:
    (clause,) = read_text(line, name="Foo", type_line="Creature")
    assert clause.abilities == tuple(found)
    for text in found:
        keyword(text, "")


@pytest.mark.parametrize(
    "line",
    [
        "Flying, weirdness", "Trample attacks each combat", "Protection from wordy", "Solved \u2014 You may look",
        "Boast \u2014 {1}", "Bloodthirst X", "Denimwalk", "Ward {X}, where X is many", "Scrycast {0}",
    ],
)  # fmt: skip
def test_a_line_with_anything_else_is_no_line_of_keywords(line: str) -> None:
    assert keywords(line) is None


def test_keywords_keep_their_number_and_cost() -> None:
    assert keyword("suspend 4 {U}", "") == Keyword("suspend", 4, "{U}")
    assert keyword("ward \u2014 pay 3 life", "") == Keyword("ward", None, "pay 3 life")
    assert keyword("equip legendary creature {3}", "") == Keyword("equip legendary creature", None, "{3}")


def test_qualities_of_protection() -> None:
    for text in (
        "Elves",
        "legendary creatures",
        "non-Spirit creatures",
        "mana value 3 or greater",
        "each color",
        "snow",
    ):
        assert quality_of(text) is not None, text
    assert quality_of("modified creatures") is None


# --- cards of every frame --------------------------------------------------------------------------------------------


def card(layout: str, text: str, type_line: str, **facts: Any) -> OracleCard:
    return OracleCard("Foo", layout, (OracleFace("Foo", "{2}", type_line, text, **facts),))


def whole(record: OracleCard) -> dict[str, Any]:
    reading = read_card(record)
    assert reading.understood, [clause.stopped_at for clause in reading.missing]
    notation.card(reading.entry)
    return reading.entry


def test_chapters_trigger_as_the_lore_counters_become_that_many() -> None:
    text = "(Reminder.)\nI, II \u2014 You gain 3 life.\nIII \u2014 Draw a card."
    entry = whole(card("saga", text, "Enchantment \u2014 Saga"))
    assert [ability["do"][0] for ability in entry["abilities"]] == [
        {"gain_life": {"player": "you", "amount": 3}}, {"gain_life": {"player": "you", "amount": 3}},
        {"draw": {"player": "you", "count": 1}},
    ]  # fmt: skip
    saga = {"name": "Foo", "type": "Enchantment \u2014 Saga", "abilities": entry["abilities"], "id": "saga"}

    def lived(document: dict[str, Any]) -> object:
        (outcome,) = ask({"players": ["you", "opponent"], **document}).outcomes
        return [event.kind for event in outcome.events]

    entering = {"in_order": [{"enter": {"object": "saga", "under": "you"}}, {"resolve_triggers": {}}]}
    assert "gain_life" in repr(lived({"hand": {"you": [saga]}, "event": entering}))
    third = {"in_order": [{"put_counters": {"on": "saga", "kind": "lore"}}, {"resolve_triggers": {}}]}
    there = {"battlefield": {"you": [{**saga, "counters": {"lore": 2}}]}, "event": third}
    assert "draw" in repr(lived(there))
    assert "gain_life" not in repr(lived(there))


def test_read_ahead_chooses_up_to_the_last_chapter() -> None:
    entry = whole(card("saga", "Read ahead\nI \u2014 Draw a card.\nII \u2014 Draw a card.", "Enchantment \u2014 Saga"))
    assert list(entry["abilities"][1]["one_of"]) == ["1", "2"]


def test_levels_of_a_class() -> None:
    text = "Flying\n{1}{U}: Level 2\nWhenever you draw a card, you gain 1 life."
    bar, level = whole(card("class", text, "Enchantment \u2014 Class"))["abilities"][1:]
    assert bar["only_if"] == "not flag(level 2 or greater)"
    assert level["while"] == "flag(level 2 or greater)"


def test_a_case_is_solved() -> None:
    text = "To solve \u2014 You have no cards in hand.\nSolved \u2014 Whenever you gain life, draw a card."
    solving, solved = whole(card("case", text, "Enchantment \u2014 Case"))["abilities"]
    assert solving["if"] == "(cards_in_hand(you) == 0) and not flag(solved)"
    assert solved["if"] == "flag(solved)"


def test_a_station_card_becomes_a_creature() -> None:
    text = "Station (It's an artifact creature at 8+.)\n3+ | Flying"
    entry = whole(card("station", text, "Artifact \u2014 Spacecraft", power="5", toughness="4"))
    assert "power" not in entry  # 721.2c
    assert entry["abilities"] == [
        "station",
        {
            "affects": "this",
            "while": "counters(charge, this) >= 8",
            "add_types": ["creature"],
            "power": 5,
            "toughness": 4,
        },
        {"affects": "this", "while": "counters(charge, this) >= 3", "keywords": ["flying"]},
    ]


def test_a_prototype_has_an_inset_frame() -> None:
    entry = whole(
        card("prototype", "Prototype {2}{R} \u2014 3/2\nHaste", "Artifact Creature", power="6", toughness="4")
    )
    assert entry["prototype"] == {"cost": "{2}{R}", "power": 3, "toughness": 2}


def test_facts_that_are_not_there_are_left_out_by_name() -> None:
    assert read_card(card("normal", "", "Creature", power="3.5", toughness="1")).entry["left_out"] == ["its power 3.5"]
    missing = read_card(card("normal", "", "Battle")).entry["left_out"]
    assert missing == ["its defense, which the file leaves out"]
    assert whole(card("normal", "", "Tribal Instant"))["type"] == "Kindred Instant"


def test_a_name_chosen_as_it_enters_is_a_choice_of_the_card() -> None:
    entry = whole(card("normal", "As Foo enters, choose a nonland card name.", "Artifact"))
    assert entry["chooses"] == [{"name": "nonland card"}]


# --- facts that are counted ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fact", "number"), [("kicked", 1), ("kicked 3 times", 3), ("kicked hard", 0), ("kick", 0)])
def test_how_often_something_was_so(fact: str, number: int) -> None:
    assert times_of("kicked", fact) == number


# --- the cards there are ---------------------------------------------------------------------------------------------


def lines() -> Iterator[dict[str, Any]]:
    if not CARDS.exists():
        pytest.skip("the file of all cards (../shared/data/oracle.jsonl) is not here")
    with CARDS.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def test_the_notation_takes_every_card_of_an_unusual_frame() -> None:
    frames = {
        "saga",
        "class",
        "case",
        "station",
        "leveler",
        "prototype",
        "flip",
        "meld",
        "prepare",
        "aftermath",
        "omen",
    }
    count = 0
    for line in lines():
        if line["layout"] in frames:
            notation.card(read_card(from_scryfall(line)).entry)
            count += 1
    assert count > 300


#: Cards whose text says how they enter in words of their own.
WORDS_OF_THEIR_OWN = {"Dairy Cow", "Maestros' Totally Safe Hideout", "Vuzzle Spaceship"}


def test_the_catalogue_and_the_reader_agree_on_entering() -> None:
    """What a catalogue entry has on entering is read, unless a clause about it was not understood; and the reverse."""
    differing = []
    for line in lines():
        if not catalogue.is_written(line["name"]) or line["name"] in WORDS_OF_THEIR_OWN:
            continue
        entry = catalogue.entry(line["name"])
        if entry["name"] != line["name"] or "token" in entry:  # a face of another card
            continue
        reading = read_card(from_scryfall(line))
        for said, found in zip(entry.get("faces", [entry]), reading.entry.get("faces", [reading.entry]), strict=True):
            mine, its = entering(said), entering(found)
            not_read = any("enter" in clause.text for clause in reading.missing)
            if [one for one in mine if one not in its] and not not_read:
                differing.append(f"{said['name']}: not read as in the catalogue")
            if [one for one in its if one not in mine] and "left_out" not in entry:
                differing.append(f"{said['name']}: not in the catalogue")
    assert differing == []


def entering(face: dict[str, Any]) -> list[Any]:
    effects = [one for one in face.get("abilities", []) if isinstance(one, dict) and "enter" in (one.get("when") or {})]
    return [canonical(one) for one in effects]
