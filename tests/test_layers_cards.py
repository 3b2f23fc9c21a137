"""What continuous effects of the catalogue's cards make of each other: rulings, and rules on types and abilities."""

from __future__ import annotations

from dataclasses import replace

import pytest

from model.abilities import Static
from model.amounts import Number
from model.effects import Continuous
from model.selectors import role
from model.subtypes import EVERY_CREATURE_TYPE
from model.zones import Zone
from scenarios.effects import created_effect
from scenarios.loading import load
from scenarios.phrases import parse_phrase
from solver.describing import describe
from solver.effects_made import make_effects
from solver.environment import Env
from solver.layers import (
    characteristics,
    controller_of,
    explain,
    intrinsic_ability,
)
from solver.matching import fits
from solver.parts import Layer
from tests.layer_tools import aura, board, card, colors, keywords, mana, resolved, size, subtypes, then, types
from tests.strategies import enchantment

# --- lands (305.6, 305.7) --------------------------------------------------------------------------------------------


def test_a_basic_land_has_its_mana_ability_without_any_effect():
    now = board("Forest", "Stomping Ground")
    assert characteristics(now, "Forest").abilities == (intrinsic_ability("Forest"),)
    assert mana(now, "Stomping Ground") == ["G", "R"]


def test_setting_a_land_type_takes_abilities_and_types_and_leaves_the_rest():
    now = board("Blood Moon", "Stomping Ground", "Dryad Arbor", "Urborg, Tomb of Yawgmoth", "Snow-Covered Forest")
    assert (subtypes(now, "Stomping Ground"), mana(now, "Stomping Ground")) == ({"Mountain"}, ["R"])
    assert len(characteristics(now, "Stomping Ground").abilities) == 1
    arbor = characteristics(now, "Dryad Arbor")
    assert (types(now, "Dryad Arbor"), subtypes(now, "Dryad Arbor")) == ({"land", "creature"}, {"Mountain", "Dryad"})
    assert (arbor.power, colors(now, "Dryad Arbor"), mana(now, "Dryad Arbor")) == (1, {"green"}, ["R"])
    urborg = characteristics(now, "Urborg, Tomb of Yawgmoth").type_line
    assert (urborg.supertypes, urborg.subtypes) == (("legendary",), ("Mountain",))
    assert subtypes(now, "Snow-Covered Forest") == {"Forest"}


def test_abilities_granted_stay_where_a_land_type_is_set():
    for names in (("Blood Moon", "Chromatic Lantern"), ("Chromatic Lantern", "Blood Moon")):
        now = board(*names, "Reflecting Pool")
        assert mana(now, "Reflecting Pool") == ["R", "any"]


def test_adding_land_types_keeps_everything():
    now = board("Prismatic Omen", "Stomping Ground", "Mutavault")
    assert mana(now, "Stomping Ground") == ["B", "G", "R", "U", "W"]
    assert "C" in mana(now, "Mutavault")
    assert len(subtypes(now, "Mutavault")) == 5


@pytest.mark.parametrize(
    "order", [("Blood Moon", "Urborg, Tomb of Yawgmoth"), ("Urborg, Tomb of Yawgmoth", "Blood Moon")]
)
def test_urborg_has_no_effect_beside_blood_moon(order):
    now = board(*order, "Forest")
    assert (subtypes(now, "Forest"), subtypes(now, "Urborg, Tomb of Yawgmoth")) == ({"Forest"}, {"Mountain"})


def test_blood_moon_that_is_a_creature_still_works_under_humility():
    now = board("Humility", "Magus of the Moon", "Mutavault")
    assert (subtypes(now, "Mutavault"), characteristics(now, "Magus of the Moon").abilities) == ({"Mountain"}, ())


def test_a_land_creature_under_humility_has_no_mana_ability():
    now = board("Humility", "Dryad Arbor")
    assert (subtypes(now, "Dryad Arbor"), mana(now, "Dryad Arbor")) == ({"Forest", "Dryad"}, [])


def test_blood_sun_leaves_mana_abilities_and_what_applied_before():
    now = board("Blood Sun", "Urborg, Tomb of Yawgmoth", "Mutavault", "Treetop Village")
    assert mana(now, "Mutavault") == ["B", "C"]
    assert len(characteristics(now, "Treetop Village").abilities) == 2


def test_alpine_moon_takes_land_types_and_gives_any_color():
    moon = card("Alpine Moon", chosen=(("name", "Stomping Ground"),))
    now = board(moon, card("Stomping Ground", controller="opponent"), card("Stomping Ground", "mine"))
    assert (subtypes(now, "Stomping Ground"), mana(now, "Stomping Ground")) == (set(), ["any"])
    assert mana(now, "mine") == ["G", "R"]


def test_an_aura_whose_land_type_was_chosen():
    mirage = aura("Convincing Mirage", "Mutavault", chosen=(("type", "Swamp"),))
    assert mana(board("Mutavault", mirage), "Mutavault") == ["B"]


# --- types (205.1) ---------------------------------------------------------------------------------------------------


def test_song_of_the_dryads():
    now = board("Dryad Arbor", aura("Song of the Dryads", "Dryad Arbor"), "Smuggler's Copter")
    now = now.with_new(aura("Song of the Dryads", "Smuggler's Copter", ref="second", timestamp=9))
    assert (types(now, "Dryad Arbor"), subtypes(now, "Dryad Arbor")) == ({"land"}, {"Forest"})
    copter = describe(now, "Smuggler's Copter")
    assert (copter.types, copter.subtypes, copter.colors, copter.keywords, copter.power) == (
        ("land",), ("Forest",), (), (), None,
    )  # fmt: skip
    assert mana(now, "Smuggler's Copter") == ["G"]


def test_imprisoned_in_the_moon_leaves_land_types_without_their_abilities():
    now = board("Plains", aura("Imprisoned in the Moon", "Plains"))
    assert (subtypes(now, "Plains"), mana(now, "Plains")) == ({"Plains"}, ["C"])


def test_darksteel_mutation():
    now = board("Heliod, God of the Sun", aura("Darksteel Mutation", "Heliod, God of the Sun"))
    god = describe(now, "Heliod, God of the Sun")
    assert (god.supertypes, god.types, god.subtypes) == (("legendary",), ("artifact", "creature"), ("Insect",))
    assert (god.colors, god.power, god.toughness, god.keywords, god.abilities) == (
        ("white",), 0, 1, ("indestructible",), 1,
    )  # fmt: skip


def test_a_subtype_comes_back_with_its_card_type():
    now = board("Heliod, God of the Sun")
    god = "Heliod, God of the Sun"
    assert (types(now, god), subtypes(now, god), size(now, god)) == ({"enchantment"}, set(), (None, None))
    again = then(now, "{affects: target, add_types: [creature]}", god)
    assert (types(again, god), subtypes(again, god), size(again, god)) == ({"enchantment", "creature"}, {"God"}, (5, 6))


def test_a_subtype_needs_its_card_type():
    now = then(board("Bonesplitter"), "{affects: target, add_subtypes: [Forest, Elf, Vehicle]}", "Bonesplitter")
    assert subtypes(now, "Bonesplitter") == {"Equipment", "Vehicle"}


def test_chimeric_staff_keeps_what_is_no_creature_type():
    now = then(
        board("Ornithopter"), "{affects: target, add_types: [artifact, creature], subtypes: [Construct]}", "Ornithopter"
    )
    assert (types(now, "Ornithopter"), subtypes(now, "Ornithopter")) == ({"artifact", "creature"}, {"Construct"})


def test_supertypes_change_nothing_else():
    now = board("Leyline of Singularity", "Melting", "Snow-Covered Forest", "Gray Ogre")
    assert characteristics(now, "Gray Ogre").type_line.supertypes == ("legendary",)
    assert characteristics(now, "Snow-Covered Forest").type_line.supertypes == ("basic",)


def test_lands_come_to_life_without_power_and_toughness_of_their_own():
    now = then(board("Forest"), "{affects: target, add_types: [creature]}", "Forest")
    assert size(now, "Forest") == (0, 0)


# --- characteristic-defining abilities (604.3, 613.3) ----------------------------------------------------------------


def test_changelings_are_everything_until_their_types_are_set():
    now = board("Woodland Changeling", "Goblin King", "Humility")
    assert EVERY_CREATURE_TYPE in subtypes(now, "Woodland Changeling")
    assert fits("Woodland Changeling", parse_phrase("Goblin"), Env("you"), now)
    assert not fits("Woodland Changeling", parse_phrase("Forest"), Env("you"), now)
    lignified = board("Woodland Changeling", aura("Lignify", "Woodland Changeling"))
    assert subtypes(lignified, "Woodland Changeling") == {"Treefolk"}


def test_changelings_lose_types_to_a_later_effect():
    now = resolved(board("Woodland Changeling", "Goblin King"), "Nameless Inversion", "Woodland Changeling")
    assert subtypes(now, "Woodland Changeling") == set()
    assert size(now, "Woodland Changeling") == (5, -1)


def test_changeling_and_devoid_work_in_every_zone():
    hand = replace(card("Mistform Ultimus"), zone=Zone.HAND, controller=None)
    grave = replace(card("Woodland Changeling"), zone=Zone.GRAVEYARD, controller=None)
    now = board(hand, grave, "Benthic Infiltrator")
    assert fits("Mistform Ultimus", parse_phrase("Elf card in your hand"), Env("you"), now)
    assert fits("Woodland Changeling", parse_phrase("Elf card in graveyard"), Env("you"), now)
    assert colors(now, "Benthic Infiltrator") == set()


def test_painters_servant_colors_what_devoid_made_colorless():
    now = board("Benthic Infiltrator", card("Painter's Servant", chosen=(("color", "blue"),)))
    assert colors(now, "Benthic Infiltrator") == {"blue"}
    hand = replace(card("Gray Ogre"), zone=Zone.HAND, controller=None)
    assert colors(now.with_new(hand), "Gray Ogre") == {"red", "blue"}


def test_tarmogoyf_counts_itself_in_the_graveyard():
    grave = [
        replace(card(name), zone=Zone.GRAVEYARD, controller=None, timestamp=9)
        for name in ("Tarmogoyf", "Bonesplitter", "Forest")
    ]
    now = board(card("Tarmogoyf", "goyf"), *grave)
    assert (size(now, "goyf"), size(now, "Tarmogoyf")) == ((3, 4), (3, 4))


def test_power_that_is_defined_is_lost_with_the_ability():
    now = board("Nightmare", "Swamp", "Swamp@swamp 2")
    assert size(now, "Nightmare") == (2, 2)
    assert size(then(now, "{affects: target, lose_abilities: true}", "Nightmare"), "Nightmare") == (0, 0)
    assert size(resolved(now, "Turn to Frog", "Nightmare"), "Nightmare") == (1, 1)


def test_defined_power_comes_before_power_that_is_set_whatever_the_timestamps():
    early = board("Humility", "Maro", unknown_hand=7)
    assert size(early, "Maro") == (1, 1)
    assert size(board("Maro", unknown_hand=7), "Maro") == (7, 7)


def test_ashaya_counts_the_creatures_that_it_makes_lands():
    now = board("Ashaya, Soul of the Wild", "Gray Ogre", "Forest")
    assert (size(now, "Ashaya, Soul of the Wild"), mana(now, "Gray Ogre")) == ((3, 3), ["G"])


# --- abilities -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "sizes"),
    [
        (("Opalescence", "Humility", "Opalescence@second"), {"Opalescence": 4, "Humility": 4, "second": 1}),
        (("Opalescence", "Opalescence@second", "Humility"), {"Opalescence": 1, "Humility": 1, "second": 1}),
        (("Humility", "Opalescence", "Opalescence@second"), {"Opalescence": 4, "Humility": 4, "second": 4}),
    ],
)
def test_humility_and_two_opalescences(order, sizes):
    now = board(*order)
    assert {ref: size(now, ref)[0] for ref in sizes} == sizes


def test_an_anthem_on_a_creature_is_lost_before_it_applies():
    now = board("Goblin King", "Amoeboid Changeling", "Humility")
    assert size(now, "Amoeboid Changeling") == (1, 1)
    assert [step.effect for step in explain(now) if step.layer is Layer.MODIFY] == []


def test_what_is_granted_after_all_abilities_are_lost_stays():
    assert keywords(board("Humility", "Gray Ogre", "Mass Hysteria"), "Gray Ogre") == ["haste"]
    assert keywords(board("Mass Hysteria", "Gray Ogre", "Humility"), "Gray Ogre") == []


def test_a_keyword_counter_has_a_timestamp_of_its_own():
    ogre = card("Gray Ogre", counters=(("flying", 1),))
    assert keywords(board(ogre, "Humility"), "Gray Ogre") == []
    assert keywords(board("Humility", ogre), "Gray Ogre") == ["flying"]
    assert keywords(board(replace(ogre, counter_times=(("flying", 9),)), "Humility"), "Gray Ogre") == ["flying"]


def test_two_archetypes_leave_no_creature_with_flying():
    now = board(
        "Archetype of Imagination",
        card("Archetype of Imagination", "theirs", "opponent"),
        card("Gray Ogre", "theirs too", "opponent", counters=(("flying", 1),)),
        "Gray Ogre",
        aura("Flight", "Gray Ogre"),
    )
    assert [keywords(now, ref) for ref in ("Gray Ogre", "theirs too", "theirs")] == [[], [], []]


def test_a_granted_ability_with_an_effect_of_its_own():
    inner = Static(Continuous(role("this"), add_power=Number(2)))
    now = board("Gray Ogre", enchantment("grant", Continuous(parse_phrase("creature"), add_abilities=(inner, inner))))
    assert size(now, "Gray Ogre") == (6, 2)
    assert size(board("Gray Ogre", now.object("grant"), "Humility"), "Gray Ogre") == (1, 1)


def test_an_ability_from_the_graveyard():
    wonder = replace(card("Wonder"), zone=Zone.GRAVEYARD, controller=None)
    assert keywords(board("Gray Ogre", wonder, "Island"), "Gray Ogre") == ["flying"]
    assert keywords(board("Gray Ogre", wonder), "Gray Ogre") == []
    assert keywords(board("Gray Ogre", wonder, "Prismatic Omen", "Mutavault"), "Gray Ogre") == ["flying"]


# --- control ---------------------------------------------------------------------------------------------------------


def test_effects_of_a_stolen_permanent_are_those_of_its_new_controller():
    now = board(
        card("Glorious Anthem", controller="opponent"), "Gray Ogre", aura("Confiscate", "Glorious Anthem"),
        card("Gray Ogre", "theirs", "opponent"),
    )  # fmt: skip
    assert (size(now, "Gray Ogre"), size(now, "theirs")) == ((3, 3), (2, 2))
    assert fits("Glorious Anthem", parse_phrase("enchantment you control"), Env("you"), now)
    assert controller_of(now, "you") == "you"


def test_an_aura_that_takes_an_aura_that_takes_a_creature():
    things = (
        card("Gray Ogre", controller="opponent"), aura("Control Magic", "Gray Ogre", "you"),
        aura("Confiscate", "Control Magic", "opponent"),
    )  # fmt: skip
    now = board(*things)
    assert (controller_of(now, "Control Magic"), controller_of(now, "Gray Ogre")) == ("opponent", "opponent")
    (first, second) = explain(now)
    assert (first.effect, second.effect) == ("Confiscate#1", "Control Magic#1")
    (edge,) = first.dependencies
    assert (edge.clause.value, edge.objects) == ("does", ("Gray Ogre",))


def test_control_for_as_long_as():
    now = board("Master Thief", card("Bonesplitter", controller="opponent"))
    text = "{affects: target, while: 'matches(this, permanent you control)', control: you, lasts: forever}"
    made = make_effects(
        created_effect(load(text)[0], ""), Env("you", "Master Thief", (("target", "Bonesplitter"),)), now, "theft"
    )
    assert controller_of(made, "Bonesplitter") == "you"
    assert controller_of(made.with_object("Master Thief", controller="opponent"), "Bonesplitter") == "opponent"


# --- beyond the battlefield ------------------------------------------------------------------------------------------


def test_creature_cards_everywhere_are_of_the_chosen_type():
    hand = replace(card("Gray Ogre", "in hand"), zone=Zone.HAND, controller=None)
    theirs = replace(card("Gray Ogre", "theirs", "opponent"), zone=Zone.HAND, controller=None)
    stack = replace(card("Woodland Changeling", "spell"), zone=Zone.STACK)
    chosen = card("Conspiracy", chosen=(("type", "Elf"),))
    now = board(chosen, "Gray Ogre", hand, theirs, stack, card("Gray Ogre", "not mine", "opponent", owner="you"))
    found = {ref: subtypes(now, ref) for ref in ("Gray Ogre", "in hand", "theirs", "spell", "not mine")}
    assert found == {
        "Gray Ogre": {"Elf"}, "in hand": {"Elf"}, "theirs": {"Ogre"}, "spell": {"Elf"}, "not mine": {"Ogre"},
    }  # fmt: skip


def test_celestial_dawn():
    hand = [replace(card(name, f"{name} in hand"), zone=Zone.HAND, controller=None) for name in ("Gray Ogre", "Forest")]
    now = board("Celestial Dawn", "Mutavault", "Ornithopter", *hand)
    assert (mana(now, "Mutavault"), colors(now, "Ornithopter"), colors(now, "Mutavault")) == (["W"], {"white"}, set())
    assert (colors(now, "Gray Ogre in hand"), subtypes(now, "Forest in hand")) == ({"white"}, {"Forest"})
