"""The layers (613): examples of the rules, rulings on cards, and what the catalogue's cards make of each other."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings

from model.abilities import Activated, Keyword, Static
from model.amounts import Number
from model.effects import Continuous, FloatingEffect
from model.instructions import CreateEffect
from model.objects import GameObject
from model.production import Fixed
from model.selectors import role
from model.situation import Situation
from model.subtypes import EVERY_CREATURE_TYPE
from model.zones import Zone
from scenarios import catalogue, notation
from scenarios.effects import created_effect
from scenarios.loading import load
from scenarios.phrases import parse_phrase
from solver.copying import printed
from solver.describing import describe
from solver.effects_made import make_effects
from solver.environment import Env
from solver.layers import (
    characteristics,
    continuous_effects,
    controller_of,
    copiable_values,
    explain,
    intrinsic_ability,
    layered,
)
from solver.matching import fits
from solver.parts import Layer
from tests.layer_boards import boards
from tests.strategies import creature, enchantment, permanent, situation


def board(*entries: Any, **players: Any) -> Situation:
    """Cards by name (``name@id``), each later than the one before; objects as they are, with the next timestamp."""
    things = []
    for place, entry in enumerate(entries, start=1):
        if isinstance(entry, str):
            name, _, ref = entry.partition("@")
            entry = permanent(catalogue.find(name), ref or name)
        things.append(replace(entry, timestamp=entry.timestamp or place))
    return replace(situation(*things, **players), next_timestamp=len(entries) + 1)


def card(name: str, ref: str = "", controller: str = "you", **status: Any) -> GameObject:
    return permanent(catalogue.find(name), ref or name, controller, **status)


def aura(name: str, on: str, controller: str = "you", **status: Any) -> GameObject:
    return card(name, status.pop("ref", ""), controller, attached_to=on, **status)


def then(now: Situation, text: str, *targets: str, you: str = "you", **roles: str) -> Situation:
    """The situation after something with this effect resolved: one effect, in the notation."""
    made = created_effect(load(text)[0], "")
    bound = tuple(("target" if n == 0 else f"target {n + 1}", ref) for n, ref in enumerate(targets))
    env = Env(you, None, bound).with_roles(**roles)
    return make_effects(made, env, now, "effect")


def resolved(now: Situation, name: str, *targets: str, you: str = "you", **roles: str) -> Situation:
    """The situation after the spell of this name resolved, as far as its effects go."""
    bound = tuple(("target" if n == 0 else f"target {n + 1}", ref) for n, ref in enumerate(targets))
    env = Env(you, None, bound).with_roles(**roles)
    for ability in catalogue.find(name).faces[0].abilities:
        for instruction in getattr(ability, "instructions", ()):
            if isinstance(instruction, CreateEffect):
                now = make_effects(instruction, env, now, name)
    return now


def size(now: Situation, ref: str) -> tuple[int | None, int | None]:
    has = characteristics(now, ref)
    return has.power, has.toughness


def subtypes(now: Situation, ref: str) -> set[str]:
    return set(characteristics(now, ref).type_line.subtypes)


def types(now: Situation, ref: str) -> set[str]:
    return set(characteristics(now, ref).type_line.types)


def colors(now: Situation, ref: str) -> set[str]:
    return {color.word for color in characteristics(now, ref).colors}


def keywords(now: Situation, ref: str) -> list[str]:
    return sorted(a.name for a in characteristics(now, ref).abilities if isinstance(a, Keyword))


def mana(now: Situation, ref: str) -> list[str]:
    """What the simple mana abilities of a permanent add."""
    found = []
    for ability in characteristics(now, ref).abilities:
        if isinstance(ability, Activated) and ability.instructions:
            made = dict(getattr(ability.instructions[0], "arguments", ())).get("mana")
            found += ["".join(made.letters)] if isinstance(made, Fixed) else ["any"] if made else []
    return sorted(found)


# --- the examples of 613 ---------------------------------------------------------------------------------------------


def test_613_4d_a_change_after_a_switch():
    now = then(board(creature("beast", power=1)), "{affects: target, toughness: 3}", "beast")
    now = then(then(now, "{affects: target, toughness_plus: 1}", "beast"), "{affects: target, switch: true}", "beast")
    assert size(now, "beast") == (4, 1)
    assert size(then(now, "{affects: target, power_plus: 5}", "beast"), "beast") == (4, 6)


def test_613_4d_an_effect_ends_before_the_switch():
    base = then(board(creature("beast", power=1)), "{affects: target, toughness: 3}", "beast")
    now = then(then(base, "{affects: target, toughness_plus: 1}", "beast"), "{affects: target, switch: true}", "beast")
    ended = replace(now, effects=(now.effects[0], now.effects[2]))
    assert size(ended, "beast") == (3, 1)
    assert size(then(now, "{affects: target, switch: true}", "beast"), "beast") == (1, 4)


def test_613_5_honor_of_the_pure():
    now = board("Honor of the Pure", creature("rat"))
    white = then(now, "{affects: target, colors: [white]}", "rat")
    red = then(white, "{affects: target, colors: [red]}", "rat")
    assert [size(each, "rat") for each in (now, white, red)] == [(2, 2), (3, 3), (2, 2)]


def test_613_5_gray_ogre():
    now = board(card("Gray Ogre", counters=(("+1/+1", 1),)))
    assert size(now, "Gray Ogre") == (3, 3)
    now = then(now, "{affects: target, power_plus: 4, toughness_plus: 4}", "Gray Ogre")
    assert size(now, "Gray Ogre") == (7, 7)
    anthem = enchantment("anthem", Continuous(parse_phrase("creature you control"), add_toughness=Number(2)))
    now = now.with_new(replace(anthem, timestamp=now.next_timestamp))
    assert size(now, "Gray Ogre") == (7, 9)
    now = then(replace(now, next_timestamp=9), "{affects: target, power: 0, toughness: 1}", "Gray Ogre")
    assert size(now, "Gray Ogre") == (5, 8)


def test_613_6_one_effect_in_two_layers():
    now = board("Gray Ogre")
    text = "{affects: target, colors: [chosen], power_plus: 1, toughness_plus: 1}"
    now = then(now, text, "Gray Ogre", **{"chosen color": "white"})
    assert (colors(now, "Gray Ogre"), size(now, "Gray Ogre")) == ({"white"}, (3, 3))
    assert [step.layer for step in explain(now)] == [Layer.COLOR, Layer.MODIFY]


def test_613_6_act_of_treason():
    now = resolved(board(card("Gray Ogre", controller="opponent")), "Act of Treason", "Gray Ogre")
    assert controller_of(now, "Gray Ogre") == "you"
    assert keywords(now, "Gray Ogre") == ["haste"]
    assert [step.layer for step in explain(now)] == [Layer.CONTROL, Layer.ABILITY]


def test_613_6_all_noncreature_artifacts():
    now = board("Bonesplitter", "Ornithopter")
    now = then(now, "{affects: noncreature artifact, add_types: [artifact, creature], power: 2, toughness: 2}")
    assert types(now, "Bonesplitter") == {"artifact", "creature"}
    assert (size(now, "Bonesplitter"), size(now, "Ornithopter")) == ((2, 2), (0, 2))


def test_613_6_svogthos():
    name = "Svogthos, the Restless Tomb"
    grave = [replace(card("Gray Ogre", f"ogre {n}"), zone=Zone.GRAVEYARD, controller=None) for n in range(10)]
    three = "{affects: target, add_types: [creature], power: 3, toughness: 3}"
    now = then(board(name, *grave), three, name)
    now = then(now, "{affects: target, power_plus: 1, toughness_plus: 1}", name)
    assert (types(now, name), size(now, name)) == ({"land", "creature"}, (4, 4))
    activated = catalogue.find(name).faces[0].abilities[1]
    assert isinstance(activated, Activated)
    (made,) = activated.instructions
    assert isinstance(made, CreateEffect)
    now = make_effects(made, Env("you", name), now, name)
    assert (size(now, name), colors(now, name), subtypes(now, name)) == (
        (11, 11),
        {"black", "green"},
        {"Plant", "Zombie"},
    )
    assert size(now.with_object("ogre 0", zone=Zone.EXILE), name) == (10, 10)
    assert size(then(now, three, name), name) == (4, 4)


def test_613_7a_rune_of_flight():
    now = board(
        "Gray Ogre", card("Colossus Hammer", attached_to="Gray Ogre"), aura("Rune of Flight", "Colossus Hammer")
    )
    assert (size(now, "Gray Ogre"), keywords(now, "Gray Ogre")) == ((12, 12), ["flying"])
    moved = now.with_object("Colossus Hammer", timestamp=9)
    assert keywords(moved, "Gray Ogre") == ["flying"]


def test_613_9_auras_that_give_and_take_flying():
    lead = Continuous(parse_phrase("enchanted creature"), lose_keywords=("flying",))
    for stamp, expected in ((3, []), (1, ["flying"])):
        taking = replace(enchantment("lead", lead), attached_to="Gray Ogre", timestamp=stamp)
        now = board("Gray Ogre", aura("Flight", "Gray Ogre"), taking)
        assert keywords(now, "Gray Ogre") == expected
        assert not any(step.dependencies for step in explain(now))


def test_613_9_white_creatures_get_more():
    paint = Continuous(parse_phrase("enchanted creature"), set_colors=("white",))
    now = board("Crusade", "Gray Ogre", replace(enchantment("paint", paint), attached_to="Gray Ogre"))
    assert size(now, "Gray Ogre") == (3, 3)


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


# --- copies, face-down objects, text ---------------------------------------------------------------------------------


def test_a_copy_effect_takes_copiable_values_alone():
    now = board("Gray Ogre", aura("Flight", "Gray Ogre"), "Woodland Changeling")
    now = then(now, "{affects: target, copy_of: target 2}", "Woodland Changeling", "Gray Ogre")
    assert (characteristics(now, "Woodland Changeling").name, keywords(now, "Woodland Changeling")) == ("Gray Ogre", [])
    assert subtypes(now, "Woodland Changeling") == {"Ogre"}
    gone = now.without_object("Gray Ogre")
    assert characteristics(gone, "Woodland Changeling").name == "Gray Ogre"
    assert copiable_values(now, "Woodland Changeling").name == "Gray Ogre"


def test_a_copy_of_a_copy_with_exceptions():
    now = board("Gray Ogre", "Runeclaw Bear", "Woodland Changeling")
    text = "{affects: target, copy_of: target 2, except: {name: Bob, power: 7, toughness: 7, keywords: [flying]}}"
    now = then(now, text, "Runeclaw Bear", "Gray Ogre")
    now = then(now, "{affects: target, copy_of: target 2}", "Woodland Changeling", "Runeclaw Bear")
    assert characteristics(now, "Woodland Changeling").name == "Bob"
    assert (size(now, "Woodland Changeling"), keywords(now, "Woodland Changeling")) == ((7, 7), ["flying"])


def test_a_copy_that_is_a_land_has_its_mana_ability_once():
    now = then(board("Forest", "Mutavault"), "{affects: target, copy_of: target 2}", "Mutavault", "Forest")
    assert mana(now, "Mutavault") == ["G"]
    assert mana(now.with_new(card("Blood Moon", timestamp=9)), "Mutavault") == ["G"]


def test_a_copy_effect_that_waits_for_what_it_copies():
    copying = Continuous(parse_phrase("enchanted creature"), copy_of=parse_phrase("creature named Gray Ogre"))
    first = replace(enchantment("first", copying), attached_to="Woodland Changeling", timestamp=1)
    now = board(first, "Runeclaw Bear", "Woodland Changeling", "Goblin King")
    now = then(now, "{affects: target, copy_of: target 2}", "Runeclaw Bear", "Goblin King")
    assert characteristics(now, "Woodland Changeling").name == "Woodland Changeling"
    ogre = now.with_new(card("Gray Ogre", timestamp=8))
    assert characteristics(ogre, "Woodland Changeling").name == "Gray Ogre"


def test_a_face_down_permanent_has_nothing_else():
    now = board(card("Goblin King", flags=("face-down",)), "Amoeboid Changeling")
    assert describe(now, "Goblin King").types == ("creature",)
    assert (describe(now, "Goblin King").name, size(now, "Goblin King")) == ("", (2, 2))
    assert size(now, "Amoeboid Changeling") == (1, 1)
    copied = then(now, "{affects: target, copy_of: target 2}", "Goblin King", "Amoeboid Changeling")
    assert describe(copied, "Goblin King").name == ""
    other = then(now, "{affects: target, copy_of: target 2}", "Amoeboid Changeling", "Goblin King")
    assert describe(other, "Amoeboid Changeling").name == ""


def test_text_that_speaks_of_another_land_type():
    now = board("Urborg, Tomb of Yawgmoth", "Kormus Bell", "Mutavault")
    roles = {"chosen from": "Swamp", "chosen to": "Island"}
    assert types(now, "Mutavault") == {"land", "creature"}
    now = resolved(now, "Magical Hack", "Urborg, Tomb of Yawgmoth", **roles)
    assert (subtypes(now, "Mutavault"), types(now, "Mutavault")) == ({"Island"}, {"land"})
    now = resolved(now, "Magical Hack", "Kormus Bell", **roles)
    assert types(now, "Mutavault") == {"land", "creature"}


def test_text_changes_on_type_lines_and_keywords_but_not_on_names():
    now = resolved(
        board("Forest", "Goblin King", "Gray Ogre"),
        "Magical Hack",
        "Forest",
        **{"chosen from": "Forest", "chosen to": "Swamp"},
    )
    assert (mana(now, "Forest"), characteristics(now, "Forest").name) == (["B"], "Forest")
    evolved = resolved(now, "Artificial Evolution", "Goblin King", **{"chosen from": "Goblin", "chosen to": "Ogre"})
    assert (subtypes(evolved, "Goblin King"), size(evolved, "Gray Ogre")) == ({"Ogre"}, (3, 3))
    hacked = resolved(evolved, "Magical Hack", "Goblin King", **{"chosen from": "Mountain", "chosen to": "Swamp"})
    assert keywords(hacked, "Gray Ogre") == ["swampwalk"]


def test_a_name_that_is_set():
    now = board("Gray Ogre", aura("Witness Protection", "Gray Ogre"))
    person = describe(now, "Gray Ogre")
    assert (person.name, person.colors, person.subtypes) == (
        "Legitimate Businessperson",
        ("green", "white"),
        ("Citizen",),
    )


# --- effects of what resolved (611.2) --------------------------------------------------------------------------------


def test_what_resolved_keeps_to_its_objects_and_its_numbers():
    now = board("Gray Ogre", "Runeclaw Bear")
    now = then(now, "{affects: creature you control, power_plus: count(creature you control)}")
    later = now.with_new(card("Goblin King", timestamp=9))
    assert [size(later, ref)[0] for ref in ("Gray Ogre", "Runeclaw Bear", "Goblin King")] == [4, 4, 2]


def test_numbers_that_differ_between_objects_make_effects_of_their_own():
    now = board("Gray Ogre", "Ornithopter")
    now = then(now, "{affects: creature, power_plus: power(it) + 1}")
    assert [size(now, ref)[0] for ref in ("Gray Ogre", "Ornithopter")] == [5, 1]
    assert len(now.effects) == 2


def test_what_reads_players_is_looked_at_for_each_situation():
    text = "{affects: this, while: life(you) >= 20, power_plus: cards_in_hand(you)}"
    ability = notation.ability(load(text)[0], "")
    for hand, life, power in ((2, 20, 4), (3, 20, 5), (3, 19, 2)):
        assert size(board(creature("bear", "you", ability), unknown_hand=hand, life=life), "bear")[0] == power


# --- altogether ------------------------------------------------------------------------------------------------------


@settings(max_examples=50, deadline=None)
@given(boards())
def test_the_layers_give_what_is_printed_where_nothing_else_applies(now: Situation):
    plain = replace(
        now, effects=(), objects=tuple(replace(thing, card=_without_effects(thing.card)) for thing in now.objects)
    )
    assert not continuous_effects(plain)
    for thing in plain.objects:
        assert layered(plain).traits[thing.id] == printed(thing) == characteristics(plain, thing.id)


def _without_effects(whole: Any) -> Any:
    face = whole.faces[0]
    return replace(whole, faces=(replace(face, abilities=tuple(a for a in face.abilities if isinstance(a, Keyword))),))


def test_steps_say_what_was_applied_to_what_and_why():
    now = board("March of the Machines", "Mycosynth Lattice", "Forest")
    first, second, third, fourth = explain(now)
    assert (first.effect, first.layer.number, first.citation.rule) == ("Mycosynth Lattice#0", "4", "613.8b")
    (edge,) = first.dependencies
    assert (edge.effect, edge.on, edge.clause.value) == ("March of the Machines#0", "Mycosynth Lattice#0", "applies to")
    assert edge.objects == ("Forest", "March of the Machines")
    assert (second.effect, second.source, second.continued) == (
        "March of the Machines#0",
        "March of the Machines",
        False,
    )
    assert third.layer is Layer.COLOR
    assert (fourth.layer.number, fourth.continued, fourth.citation.rule) == ("7b", True, "613.6")


def test_no_effects_no_steps():
    now = board("Forest", "Gray Ogre")
    assert (continuous_effects(now), explain(now)) == ((), ())


def test_floating_effects_without_a_timestamp_are_the_latest():
    effect = Continuous(role("affected"), set_power=Number(5))
    floating = FloatingEffect("late", effect, "you", None, (("affected", "Gray Ogre"),))
    assert size(board("Gray Ogre", "Humility", effects=(floating,)), "Gray Ogre") == (5, 1)


@pytest.mark.speed
def test_two_hundred_lands_under_one_blood_moon():
    lands = [
        card(name, f"{name} {n}") for n in range(50) for name in ("Forest", "Reflecting Pool", "Mutavault", "Island")
    ]
    now = board("Blood Moon", *lands)
    start = perf_counter()
    assert all(subtypes(now, thing.id) for thing in now.objects if thing.id != "Blood Moon")
    assert perf_counter() - start < 0.2
