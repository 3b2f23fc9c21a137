"""Targets, choices of spells and abilities, card names and choices of game rules: each with its own prohibitions."""

import json
from pathlib import Path

import pytest

from model.choices import Choice, Manner
from model.errors import MalformedError, OutOfScopeError, UnknownNameError
from scenarios import catalogue, questions
from scenarios.build import build, build_situation
from scenarios.documents import read_document, validate
from scenarios.phrases import parse_phrase
from solver.choosing import ways
from solver.environment import Env

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "oracle.jsonl"


def ask(kind, entries, **parts):
    """The values of a question and the rules that decide them."""
    value = {"title": "x", "question": {kind: entries}, **parts}
    scenario = build(read_document(json.dumps(value)))
    assert scenario.asked is not None
    found = questions.values(kind, scenario.asked, scenario.situation)
    return [(one.value, one.citation.rule) for one in found]


def one(kind, entry, **parts):
    ((value, rule),) = ask(kind, entry, **parts)
    return value, rule


def creature(name, *abilities, **more):
    return {"name": name, "type": "Creature — Elf", "power": 1, "toughness": 1, "abilities": list(abilities), **more}


def board(mine=(), theirs=()):
    return {"battlefield": {"you": list(mine), "opponent": list(theirs)}}


ICE = {"for": "Ice"}

# --- targets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keyword", "by", "expected"),
    [
        ("shroud", "you", (False, "702.18a")),
        ("shroud", "opponent", (False, "702.18a")),
        ("hexproof", "you", (True, "601.2c")),
        ("hexproof", "opponent", (False, "702.11b")),
        ("hexproof from blue", "opponent", (False, "702.11d")),
        ("hexproof from blue", "you", (True, "601.2c")),
        ("hexproof from red", "opponent", (True, "601.2c")),
        ("protection from blue", "you", (False, "702.16b")),
        ("protection from black", "you", (True, "601.2c")),
        ("protection from instants", "opponent", (False, "702.16b")),
        ("protection from creatures", "opponent", (True, "601.2c")),
        ("protection from everything", "you", (False, "702.16b")),
        ("protection from each color", "you", (False, "702.16b")),
        ("flying", "opponent", (True, "601.2c")),
    ],
)
def test_keywords_that_keep_from_being_a_target(keyword, by, expected):
    elf = creature("Elf", keyword)
    assert one("can_target", {"permanent": "Elf", "by": by, **ICE}, **board([elf])) == expected


def test_keywords_work_on_the_battlefield_and_only_for_their_own_permanent():
    parts = board([creature("Elf", "shroud"), creature("Other")])
    assert [v for v, _ in ask("can_target", [{"permanent": "Elf", **ICE}, {"permanent": "Other", **ICE}], **parts)] == [
        False,
        True,
    ]


def test_a_target_has_to_fit_and_what_is_no_permanent_does_not():
    parts = {**board([{"card": "Forest"}]), "hand": {"you": ["Grizzly Bears"]}}
    assert one("can_target", {"permanent": "Forest", "for": "Turn"}, **parts) == (False, "601.2c")
    assert one("can_target", {"card": "Grizzly Bears", "for": "Turn"}, **parts) == (False, "601.2c")
    assert one("can_target", {"player": "opponent", "for": "Thoughtseize"}, **parts) == (True, "601.2c")


def test_a_player_can_have_an_effect_against_being_targeted():
    shield = {"name": "Shield", "type": "Enchantment",
              "abilities": [{"cannot": {"target": {"object": "you", "player": "opponent"}}}]}  # fmt: skip
    entries = [{"player": "you", "for": "Thoughtseize", "by": who} for who in ("you", "opponent")]
    assert [value for value, _ in ask("can_target", entries, **board([shield]))] == [True, False]


def test_a_chosen_name_protects_a_player():
    parts = board([{"card": "Runed Halo", "chosen": {"name": "Thoughtseize"}}])
    assert one("can_target", {"player": "you", "for": "Thoughtseize", "by": "opponent"}, **parts) == (False, "101.2")


def test_an_aura_and_an_equipment_bring_their_targets_along():
    parts = board([creature("Elf"), {"card": "Forest"}], [creature("Other")])
    entries = [{"permanent": ref, "for": "Lightning Greaves"} for ref in ("Elf", "Forest", "Other")]
    assert [value for value, _ in ask("can_target", entries, **parts)] == [True, False, False]
    entries = [{"permanent": ref, "for": "Penumbra Umbra"} for ref in ("Elf", "Forest", "Other")]
    assert [value for value, _ in ask("can_target", entries, **parts)] == [True, False, False]


def test_a_spell_does_not_target_itself():
    parts = {"stack": {"you": [{"card": "Ice", "id": "ice"}]}}
    assert one("can_target", {"spell": "ice", "for": "ice"}, **parts) == (False, "115.5")


# --- choices without targets -----------------------------------------------------------------------------------------

UNCHOSEN = {"cannot": {"choose": {"object": "this"}}}


def test_what_can_not_be_chosen_can_be_targeted_and_attack():
    parts = board([creature("Elf", UNCHOSEN)])
    assert one("can_choose", {"permanent": "Elf", "for": "Divine Reckoning"}, **parts) == (False, "101.2")
    assert one("can_target", {"permanent": "Elf", **ICE}, **parts) == (True, "601.2c")
    assert one("can_choose", {"permanent": "Elf", "for": "attacking"}, **parts) == (True, "508.1a")


def test_shroud_and_hexproof_stop_no_choice_without_a_target():
    parts = board([creature("Elf", "shroud", "hexproof")])
    assert one("can_choose", {"permanent": "Elf", "for": "Call to the Void", "by": "opponent"}, **parts)[0]


def test_what_pays_for_a_cost_is_not_chosen_by_an_effect():
    drum = {"name": "Drum", "type": "Artifact", "abilities": []}
    assert one("can_choose", {"permanent": "Elf", "for": "convoke"}, **board([creature("Elf", UNCHOSEN), drum]))[0]


def test_every_way_to_choose_for_choices_that_bind_each_other():
    parts = board([creature("A"), creature("B"), creature("C", "shroud")], [creature("D"), creature("E", "hexproof")])
    assert one("can_choose", {"for": "Run Away Together"}, **parts)[0] == [["A", "D"], ["B", "D"]]
    assert one("can_target", {"for": "Barrin's Spite"}, **parts)[0] == [["A", "B"]]
    assert one("can_choose", {"for": "They're"}, **board([creature("A"), creature("B")]))[0] == [
        [], ["A"], ["A", "B"], ["B"],
    ]  # fmt: skip


def test_nothing_is_chosen_twice_for_one_word():
    assert one("can_target", {"for": "Barrin's Spite"}, **board([creature("A")]))[0] == []


def test_things_of_different_names_have_no_name_in_common():
    situation = build_situation(
        validate(board([creature("A"), creature("A", id="a2"), creature("B"), {"name": "", "type": "Creature"}]))
    )
    choice = Choice(Manner.CHOOSE, parse_phrase("creature"), count=2, least=2, unlike="name")
    assert ways((choice,), Env("you"), situation) == ((("A", "B"),), (("a2", "B"),))
    same = Choice(Manner.CHOOSE, parse_phrase("creature"), count=2, least=2, like="mana value")
    assert len(ways((same,), Env("you"), situation)) == 6


def test_what_has_all_card_names_shares_one_with_every_card():
    things = ["Omnipresent Impostor", {"card": "Forest"}, {"card": "Squirrel", "token": True}]
    situation = build_situation(validate(board(things)))
    choice = Choice(Manner.CHOOSE, parse_phrase("permanent"), count=2, least=2, unlike="name")
    assert (("Omnipresent Impostor", "Forest"),) not in ways((choice,), Env("you"), situation)
    assert ways((choice,), Env("you"), situation) == (
        (("Omnipresent Impostor", "Squirrel"),), (("Forest", "Squirrel"),),
    )  # fmt: skip


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "purpose", "expected"),
    [
        ("Forest", "Meddling Mage", (False, "201.4a")),
        ("Forest", "Pithing Needle", (True, "201.4")),
        ("Akoum Teeth", "Pithing Needle", (True, "201.4")),
        ("Fire // Ice", "Pithing Needle", (False, "201.4")),
        ("Saproling", "Runed Halo", (False, "201.4")),
        ("Glimpse the Unthinkable", "Nevermore", (True, "201.4")),
        ("Glimpse, the Unthinkable", "Nevermore", (True, "201.4")),
    ],
)
def test_names_that_may_be_chosen(name, purpose, expected):
    assert one("can_choose", {"name": name, "for": purpose}) == expected


def test_a_name_that_the_catalogue_does_not_have_may_be_one_of_a_card():
    with pytest.raises(UnknownNameError) as told:
        ask("can_choose", [{"name": "Glimpse, the unthinkable", "for": "Meddling Mage"}])
    assert told.value.path == "question.can_choose[0].name"


def test_a_prohibited_name_is_compared_exactly():
    parts = board(["Glimpse, the Unthinkable"])
    names = ["Glimpse, the Unthinkable", "Glimpse the Unthinkable"]
    entries = [{"name": name, "for": "Nevermore", "by": "opponent"} for name in names]
    assert ask("can_choose", entries, **parts) == [(False, "101.2"), (True, "201.4")]


def test_no_token_of_the_catalogue_hides_a_card_of_the_same_name():
    """A name that only tokens have here may not be chosen, so that cards of such names have to be here too."""
    if not DATA.exists():
        pytest.skip(f"the data is not at hand ({DATA})")
    faces = set()
    with DATA.open(encoding="utf-8") as lines:
        for card in map(json.loads, lines):
            if " - " not in card["type_line"]:  # one entry of the data is a token
                faces |= {face["name"] for face in card.get("card_faces") or [card]}
    assert not [name for name in catalogue.names(tokens=True) if name in faces and not catalogue.is_card(name)]


# --- game rules ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "thing", "expected"),
    [
        ("attacking", creature("X"), (True, "508.1a")),
        ("attacking", creature("X", tapped=True), (False, "508.1a")),
        ("attacking", creature("X", controlled_since_turn_began=False), (False, "508.1a")),
        ("attacking", creature("X", "haste", controlled_since_turn_began=False), (True, "508.1a")),
        ("attacking", creature("X", "defender"), (False, "702.3b")),
        ("attacking", creature("X", {"cannot": {"attack": {"object": "this"}}}), (False, "508.1c")),
        ("attacking", {"name": "X", "type": "Artifact"}, (False, "508.1a")),
        ("blocking", creature("X", controlled_since_turn_began=False), (True, "509.1a")),
        ("blocking", creature("X", tapped=True), (False, "509.1a")),
        ("blocking", creature("X", {"cannot": {"block": {"object": "this"}}}), (False, "509.1b")),
        ("convoke", creature("X", controlled_since_turn_began=False), (True, "702.51a")),
        ("convoke", creature("X", tapped=True), (False, "702.51a")),
    ],
)
def test_choices_of_game_rules(rule, thing, expected):
    assert one("can_choose", {"permanent": "X", "for": rule}, **board([thing])) == expected


# --- words, documents ------------------------------------------------------------------------------------------------


def test_words_that_are_chosen_as_a_permanent_enters():
    entries = [{"color": color, "for": "Thriving Grove"} for color in ("red", "green")]
    assert [value for value, _ in ask("can_choose", entries)] == [True, False]


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ({"permanent": "Elf", "name": "Elf", "for": "Ice"}, MalformedError),
        ({"permanent": "nobody", "for": "attacking"}, UnknownNameError),
        ({"permanent": "Elf", "for": "Nothing Such"}, UnknownNameError),
        ({"permanent": "Elf", "for": "Grizzly Bears"}, OutOfScopeError),
        ({"permanent": "Elf"}, MalformedError),
    ],
)
def test_mistakes_are_told(entry, error):
    with pytest.raises(error):
        ask("can_choose", [entry], **board([creature("Elf")]))


def test_formats_are_known_for_playtest_cards_only():
    assert one("format_legal", {"card": "Pokey, the Scallywagg", "format": "Vintage"}) == (False, "100.6")
    with pytest.raises(OutOfScopeError):
        ask("format_legal", [{"card": "Forest", "format": "Vintage"}])
