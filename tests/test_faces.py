"""Characteristics and mana values of every layout in every zone and way (202.3, 709-712, 715, 718, 720, 722)."""

import pytest

from model.cards import Card, Face, Layout
from model.errors import UnknownNameError
from model.objects import GameObject
from model.type_line import TypeLine
from model.zones import Zone
from scenarios import catalogue, sheets
from solver.copying import face_of, printed
from solver.faces import LEFT, RIGHT, appearances, copied_card, mana_value, names_of, other_face, token_of

ROOM = "Bottomless Pool // Locker Room"
OFF = (Zone.HAND, Zone.LIBRARY, Zone.GRAVEYARD, Zone.EXILE, Zone.COMMAND)


def thing(name, zone, **more):
    card = name if isinstance(name, Card) else catalogue.find(name)
    return GameObject("it", card, zone, "you", "you", **more)


def value(name, zone, **more):
    it = thing(name, zone, **more)
    return mana_value(printed(it), it)


@pytest.mark.parametrize(
    ("name", "zone", "more", "names", "number"),
    [
        ("Valki, God of Lies // Tibalt, Cosmic Impostor", Zone.STACK, {"face": 1}, ("Tibalt, Cosmic Impostor",), 7),
        ("Delver of Secrets // Insectile Aberration", Zone.BATTLEFIELD, {"face": 1}, ("Insectile Aberration",), 1),
        ("Delver of Secrets // Insectile Aberration", Zone.STACK, {"face": 1}, ("Insectile Aberration",), 1),
        ("Brisela, Voice of Nightmares", Zone.BATTLEFIELD, {}, ("Brisela, Voice of Nightmares",), 11),
        ("Chittering Host", Zone.BATTLEFIELD, {}, ("Chittering Host",), 7),
        ("Wear // Tear", Zone.HAND, {}, ("Wear", "Tear"), 3),
        ("Wear // Tear", Zone.STACK, {"face": 1}, ("Tear",), 1),
        ("Wear // Tear", Zone.STACK, {"flags": ("fused",)}, ("Wear", "Tear"), 3),
        ("Commit // Memory", Zone.GRAVEYARD, {"face": 1}, ("Commit", "Memory"), 10),
        (ROOM, Zone.BATTLEFIELD, {"flags": (LEFT,)}, ("Bottomless Pool",), 1),
        (ROOM, Zone.BATTLEFIELD, {"flags": (LEFT, RIGHT)}, ("Bottomless Pool", "Locker Room"), 6),
        (ROOM, Zone.BATTLEFIELD, {}, (), 0),
        ("Bonecrusher Giant // Stomp", Zone.STACK, {"face": 1}, ("Stomp",), 2),
        ("Bonecrusher Giant // Stomp", Zone.EXILE, {"face": 1}, ("Bonecrusher Giant",), 3),
        ("Bonecrusher Giant // Stomp", Zone.BATTLEFIELD, {"face": 1}, ("Bonecrusher Giant",), 3),
        ("Bloomvine Regent // Claim Territory", Zone.STACK, {"face": 1}, ("Claim Territory",), 3),
        ("Budoka Gardener // Dokai, Weaver of Life", Zone.BATTLEFIELD, {"face": 1}, ("Dokai, Weaver of Life",), 2),
        ("Budoka Gardener // Dokai, Weaver of Life", Zone.GRAVEYARD, {"face": 1}, ("Budoka Gardener",), 2),
        ("Combat Thresher", Zone.STACK, {"face": 1}, ("Combat Thresher",), 3),
        ("Combat Thresher", Zone.BATTLEFIELD, {"face": 1}, ("Combat Thresher",), 3),
        ("Combat Thresher", Zone.HAND, {"face": 1}, ("Combat Thresher",), 7),
        ("Cheerful Osteomancer // Raise Dead", Zone.BATTLEFIELD, {"face": 1}, ("Cheerful Osteomancer",), 4),
        ("Green Sun's Zenith", Zone.STACK, {"x": 4}, ("Green Sun's Zenith",), 5),
        ("Green Sun's Zenith", Zone.HAND, {"x": 4}, ("Green Sun's Zenith",), 1),
    ],
)  # fmt: skip
def test_names_and_mana_values(name, zone, more, names, number):
    assert face_of(thing(name, zone, **more)).names == names
    assert value(name, zone, **more) == number


@pytest.mark.parametrize("zone", OFF)
@pytest.mark.parametrize("name", ["Valki, God of Lies // Tibalt, Cosmic Impostor", "Village Watch // Village Reavers"])
def test_off_the_stack_and_battlefield_only_the_front_face_exists(name, zone):
    assert face_of(thing(name, zone, face=1)) == face_of(thing(name, zone))


def test_a_flipped_permanent_keeps_cost_and_color():
    flipped = face_of(thing("Budoka Gardener // Dokai, Weaver of Life", Zone.BATTLEFIELD, face=1))
    assert str(flipped.mana_cost) == "{1}{G}"
    assert [color.word for color in flipped.colors] == ["green"]
    assert (flipped.power, flipped.toughness) == (3, 3)


def test_a_prototyped_permanent_has_other_numbers_and_a_color():
    it = face_of(thing("Combat Thresher", Zone.BATTLEFIELD, face=1))
    assert (it.power, it.toughness, [color.word for color in it.colors]) == (1, 1, ["white"])
    assert it.abilities == face_of(thing("Combat Thresher", Zone.BATTLEFIELD)).abilities


def test_halves_together_have_every_type_color_and_ability():
    it = face_of(thing("Wear // Tear", Zone.LIBRARY))
    assert [color.word for color in it.colors] == ["white", "red"]
    assert it.type_line.types == ("instant",)
    assert len(it.abilities) == 4


def test_a_leveler_gets_its_size_from_its_counters():
    def size(count):
        from model.players import Player
        from model.situation import Situation
        from solver.layers import characteristics

        it = thing("Student of Warfare", Zone.BATTLEFIELD, counters=(("level", count),) if count else ())
        has = characteristics(Situation((Player("you"),), "you", (it,)), "it")
        return has.power, has.toughness, has.has_keyword("double strike")

    assert [size(count) for count in (0, 1, 2, 6, 7)] == [
        (1, 1, False), (1, 1, False), (3, 3, False), (3, 3, False), (4, 4, True),
    ]  # fmt: skip


def test_a_copy_of_a_back_face_or_of_a_melded_permanent_has_mana_value_0():
    for name, face in (("Delver of Secrets // Insectile Aberration", 1), ("Brisela, Voice of Nightmares", 0)):
        original = thing(name, Zone.BATTLEFIELD, face=face)
        for representing in ("Clone", "Village Watch // Village Reavers"):  # even if it is double-faced itself
            assert value(representing, Zone.BATTLEFIELD, copied=copied_card(original)) == 0


def test_token_copies_keep_both_faces():
    card = catalogue.find("Delver of Secrets // Insectile Aberration")
    assert token_of(card).is_double_faced
    assert value(token_of(card), Zone.BATTLEFIELD, face=1, token=True) == 1
    assert not token_of(catalogue.find("Forest")).is_double_faced


def test_names_that_a_player_may_choose():
    assert names_of(catalogue.find("Wear // Tear")) == ("Wear", "Tear")
    assert names_of(catalogue.find("Gisela, the Broken Blade")) == (
        "Gisela, the Broken Blade", "Brisela, Voice of Nightmares",
    )  # fmt: skip


def test_the_other_face_of_a_card_put_together():
    one, other = (Card((Face(name, TypeLine(("",), ("land",))), Face(name + "'", TypeLine()))) for name in "ab")
    card = Card(one.faces + other.faces, Layout.MODAL_DFC, sides=(one, other))
    assert [other_face(card, face) for face in range(4)] == [2, 2, 0, 0]


def test_every_layout_of_the_catalogue_can_be_somewhere():
    for name in catalogue.names():
        card = catalogue.find(name)
        ways = appearances(card)
        assert ways[0].zone == "elsewhere", name
        assert len(ways) > 1, name


def test_a_card_by_zone():
    found = sheets.card("Valki, God of Lies // Tibalt, Cosmic Impostor", "stack")
    assert [(way["name"], way["mana_value"], way["rule"]) for way in found["ways"]] == [
        ("Valki, God of Lies", 2, "712.8f"), ("Tibalt, Cosmic Impostor", 7, "712.8f"),
    ]  # fmt: skip
    assert [way["name"] for way in sheets.card("Delver of Secrets", "graveyard")["ways"]] == ["Delver of Secrets"]
    with pytest.raises(UnknownNameError, match="unknown zone"):
        sheets.card("Forest", "pocket")


def test_faces_of_two_cards():
    found = sheets.faces(("Brainstorm", "Delver of Secrets"))
    assert found["number"] == 4
    assert found["results"][0] == {
        "faces": "Brainstorm // Delver of Secrets",
        "how": [{"first": "Brainstorm", "second": "Delver of Secrets", "front": "Brainstorm"}],
    }
