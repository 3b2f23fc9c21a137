"""The reader of rules text: what may be cast or played from elsewhere, and at any time (601.3, 702.8a)."""

from typing import Any

import pytest

from scenarios.reading import read_text

TOP, GRAVEYARD = "card on top of your library", "card in your graveyard"
PERMISSIONS: list[tuple[str, list[dict[str, Any]]]] = [
    ("You may cast creature spells from the top of your library.", [{"cast": TOP, "spell": "creature spell"}]),
    ("You may play lands from the top of your library.", [{"play": TOP, "spell": "land card"}]),
    ("You may play lands and cast spells from the top of your library.", [{"play": TOP}]),
    (
        "You may play lands and cast creature spells from the top of your library.",
        [{"play": TOP, "spell": "land card"}, {"cast": TOP, "spell": "creature spell"}],
    ),
    (
        "You may cast instant and sorcery spells from your graveyard.",
        [{"cast": GRAVEYARD, "spell": "instant or sorcery spell"}],
    ),
    (
        "You may cast creature spells with power 4 or greater from the top of your library.",
        [{"cast": TOP, "spell": "creature spell with power >= 4"}],
    ),
    ("You may cast spells as though they had flash.", [{"flash": "spell"}]),
    ("You may cast creature spells as though they had flash.", [{"flash": "creature spell"}]),
]


BARRED: list[tuple[str, Any]] = [
    (
        "Your opponents can't cast spells from anywhere other than their hands.",
        {"cast": {"player": "opponent", "object": "spell cast from outside the hand"}},
    ),
    (
        "Players can't cast spells from graveyards or libraries.",
        [
            {"cast": {"player": "player", "object": "spell cast from a graveyard"}},
            {"cast": {"player": "player", "object": "spell cast from a library"}},
        ],
    ),
    (
        "Noncreature spells with {X} in their mana costs can't be cast.",
        {"cast": {"object": "noncreature spell with X in its mana cost"}},
    ),
]


@pytest.mark.parametrize(("text", "cannot"), BARRED)
def test_what_can_not_be_cast_from_where(text: str, cannot: Any):
    clauses = read_text(text, type_line="Artifact")
    assert [ability for clause in clauses for ability in clause.abilities or ()] == [{"cannot": cannot}]


@pytest.mark.parametrize(("text", "allowed"), PERMISSIONS)
def test_permissions_ask_for_the_spell_that_it_would_be(text: str, allowed: list[dict[str, Any]]):
    clauses = read_text(text, type_line="Enchantment")
    assert [ability for clause in clauses for ability in clause.abilities or ()] == [{"allows": one} for one in allowed]


@pytest.mark.parametrize(
    ("text", "type_line", "ability"),
    [
        ("You may play an additional land on each of your turns.", "Enchantment", {"allows": {"lands": 1}}),
        ("You may play an additional land this turn.", "Sorcery", {"spell": [{"effect": {"allows": {"lands": 1}}}]}),
        ("You may cast Foo from your graveyard.", "Creature", {"in": ["graveyard"], "allows": {"cast": "this"}}),
    ],
)
def test_land_plays_and_cards_that_are_cast_from_where_they_are(text: str, type_line: str, ability: dict[str, Any]):
    (clause,) = read_text(text, name="Foo", type_line=type_line)
    assert clause.abilities == (ability,)


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("You have hexproof.", {"cannot": {"target": {"object": "you", "player": "opponent"}}}),
        ("You have shroud.", {"cannot": {"target": {"object": "you"}}}),
        (
            "You may cast spells from your hand without paying their mana costs.",
            {"allows": {"cast": "card in your hand", "cost": "free"}},
        ),
    ],
)
def test_players_that_can_not_be_targeted_and_spells_for_nothing(text: str, ability: dict[str, Any]):
    (clause,) = read_text(text, type_line="Enchantment")
    assert clause.abilities == (ability,)
