"""The layers (613): the examples of the rules, copies and text, effects of what resolved, and the steps."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings

from model.abilities import Activated, Keyword
from model.amounts import Number
from model.effects import Continuous, FloatingEffect
from model.instructions import CreateEffect
from model.selectors import role
from model.situation import Situation
from model.zones import Zone
from scenarios import catalogue, notation
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
    layered,
)
from solver.parts import Layer
from tests.layer_boards import boards
from tests.layer_tools import aura, board, card, colors, keywords, mana, resolved, size, subtypes, then, types
from tests.strategies import creature, enchantment

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
