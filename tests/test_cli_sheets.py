"""The commands ``card`` and ``faces``."""

import json

import pytest
from typer.testing import CliRunner

from anyorder.cli import app

DELVER = "Delver of Secrets // Insectile Aberration"


def run(*arguments):
    return CliRunner().invoke(app, list(arguments))


def test_a_card_is_shown_on_every_way_it_can_be():
    done = run("card", "Delver of Secrets")
    assert done.exit_code == 0
    for expected in ("any other zone", "cast transformed", "Creature — Human Insect  3/2  1", "202.3b", "712.8a"):
        assert expected in done.output


@pytest.mark.parametrize(
    ("zone", "names"),
    [("graveyard", ["Fire // Ice"]), ("hand", ["Fire // Ice"]), ("stack", ["Fire", "Ice"]), ("battlefield", [])],
)
def test_a_card_in_one_zone(zone, names):
    done = run("card", "Fire // Ice", "--zone", zone, "--json")
    found = json.loads(done.output)
    assert [way["name"] for way in found["ways"]] == names
    assert {way["zone"] for way in found["ways"]} <= {zone}


def test_a_card_that_cannot_be_in_a_zone_is_said_so():
    done = run("card", "Forest", "--zone", "stack")
    assert done.exit_code == 0
    assert "It can't be there." in done.output


def test_what_cards_become_together():
    done = run("faces", "Brainstorm", "Delver of Secrets")
    assert done.exit_code == 0
    assert "4 different cards can result." in done.output
    assert "Insectile Aberration // Brainstorm" in done.output
    found = json.loads(run("faces", "Brainstorm", "Delver of Secrets", "Forest", "--json").output)
    assert found["number"] == len(found["results"]) == 6
    assert all(len(one["how"]) == 2 for one in found["results"])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("card", "Delver of Secrts"), "did you mean 'Delver of Secrets'"),
        (("card", "Forest", "--zone", "hnad"), "hand"),
        (("faces", "Forest"), "two cards"),
        (("faces", "Forest", "Brainstrom"), "did you mean 'Brainstorm'"),
    ],
)
def test_mistakes(arguments, complaint):
    done = run(*arguments)
    assert done.exit_code == 2
    assert complaint in done.stderr


def ways(card, zone):
    return json.loads(run("card", card, "--zone", zone, "--json").output)["ways"]


def test_levelers_are_shown_at_each_level():
    sizes = {way["way"]: (way["power"], way["toughness"]) for way in ways("Student of Warfare", "battlefield")}
    assert sizes == {"level 0-1": (1, 1), "level 2-6": (3, 3), "level 7+": (4, 4)}
    assert [way["way"] for way in ways("Student of Warfare", "stack")] == ["cast"]


def test_cards_with_morph_are_shown_face_down():
    for zone, way in (("stack", "cast face down"), ("battlefield", "face down")):
        face_down = next(one for one in ways("Exalted Angel", zone) if one["way"] == way)
        values = [face_down[key] for key in ("name", "type", "power", "toughness", "mana_value", "rule")]
        assert values == ["", "Creature", 2, 2, 0, "708.2a"]
    assert all("face down" not in one["way"] for one in ways("Serra Angel", "battlefield"))
