"""Transforming: what happens, or nothing and by which rule; editions (701.27, 701.28, 702.145, 712)."""

import pytest

from model.cards import Card, Face, Layout
from model.errors import UnknownNameError
from model.type_line import TypeLine
from scenarios import catalogue, questions
from scenarios.answers import compare
from scenarios.build import build
from scenarios.documents import read_document
from solver.answers import outcomes
from solver.checker import check
from solver.layers import characteristics
from solver.transforming import OLD_EDITION, becomes, cast_and_entering, put_onto_battlefield

DELVER = "Delver of Secrets // Insectile Aberration"


def asked(entry, question="it", more=""):
    document = f"battlefield: {{you: [{{{entry}, id: it}}]}}\nquestion: {{transform: {question}}}\n{more}"
    scenario = build(read_document(document))
    assert scenario.asked is not None
    (found,) = questions.values("transform", scenario.asked, scenario.situation)
    return found.value


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (f"card: {DELVER}", {"into": "Insectile Aberration"}),
        (f"card: {DELVER}, face: 1", {"into": "Delver of Secrets"}),
        (f"card: {DELVER}, token: true", {"into": "Insectile Aberration"}),
        ("card: Forest", {"nothing": "701.27c"}),
        (f"card: Clone, copy_of: {DELVER}", {"nothing": "701.27c"}),
        (f"card: {DELVER}, copy_of: Elite Vanguard", {"into": "Elite Vanguard"}),
        ("card: 'Gisela, the Broken Blade'", {"nothing": "712.4c"}),
        ("card: 'Brisela, Voice of Nightmares'", {"nothing": "712.4c"}),
        ("card: Wear // Tear", {"nothing": "701.27c"}),
        ("card: Village Watch // Village Reavers", {"nothing": "702.145b"}),
        ("card: Village Watch // Village Reavers, face: 1", {"nothing": "702.145e"}),
        (f"card: {DELVER}, flags: [face-down]", {"nothing": "712.15a"}),
        ("card: Incubator, token: true", {"into": "Phyrexian"}),
    ],
)
def test_what_transforms(entry, expected):
    assert asked(entry) == expected


def test_an_ability_transforms_its_permanent_once():
    since = f"card: {DELVER}, flags: [transformed since then]"
    assert asked(since, "{permanent: it, source: it}") == {"nothing": "701.27f"}
    assert asked(since) == {"into": "Insectile Aberration"}


def test_daybound_itself_does_it():
    found = asked("card: Village Watch // Village Reavers", "{permanent: it, own: daybound}")
    assert found == {"into": "Village Reavers"}


def test_editions():
    modal = "card: Tony Stark // The Invincible Iron Man"
    into, not_then = {"into": "The Invincible Iron Man"}, {"nothing": "712.3"}
    assert asked(modal) == {**into, "editions": {OLD_EDITION: not_then}}
    assert asked(modal, more="edition: '2024'") == {**not_then, "editions": {"2026-09-25": into}}
    assert "editions" not in asked(f"card: {DELVER}")
    with pytest.raises(UnknownNameError, match="edition"):
        asked(modal, more="edition: '1994'")


def test_a_copy_of_something_turns_over_and_stays_a_copy():
    """The second example of 712.9."""
    document = """
battlefield: {you: [{card: Kruin Outlaw // Terror of Kruin Pass, id: outlaw, copy_of: Elite Vanguard}]}
stack: {you: [Moonmist]}
event: {resolve: {object: Moonmist}}
"""
    scenario = build(read_document(document))
    (found,) = outcomes(scenario.situation, *scenario.steps).outcomes
    after = found.final.situation
    assert after.object("outlaw").face == 1
    assert characteristics(after, "outlaw").name == "Elite Vanguard"


def test_effects_go_on_applying():
    """712.18: it doesn't become a new object."""
    document = f"""
battlefield: {{you: [{{card: {DELVER}, id: it}}]}}
effects: [{{target: it, affects: target, power_plus: 2, toughness_plus: 2}}]
event: {{transform: {{permanent: it}}}}
"""
    scenario = build(read_document(document))
    answer = outcomes(scenario.situation, *scenario.steps)
    (found,) = answer.outcomes
    has = characteristics(found.final.situation, "it")
    assert (has.name, has.power, has.toughness) == ("Insectile Aberration", 5, 4)
    assert not check(answer, found, scenario.situation, scenario.steps)


def test_a_token_copy_has_both_faces_and_the_face_that_is_up():
    """707.8a."""
    document = f"""
battlefield:
  you:
    - {{card: {DELVER}, id: it, face: 1}}
    - id: maker
      name: Maker
      type: Artifact
      abilities: [{{activated: "{{1}}", do: [{{create_tokens: {{copy_of: creature}}}}]}}]
event: {{resolve: {{ability_of: maker}}}}
"""
    scenario = build(read_document(document))
    (found,) = outcomes(scenario.situation, *scenario.steps).outcomes
    token = found.final.situation.objects[-1]
    assert token.token
    assert token.face == 1
    assert token.card == catalogue.find(DELVER)


def test_it_becomes_night_and_day():
    document = """
battlefield: {you: [{card: Village Watch // Village Reavers, id: it}, Forest]}
event: {transform: {permanent: it}}
"""
    situation = build(read_document(document)).situation
    (event,) = becomes("night", situation)
    (found,) = outcomes(situation, event).outcomes
    assert found.final.situation.object("it").face == 1
    assert becomes("day", situation) == ()
    (back,) = becomes("day", found.final.situation)
    assert back.own == "nightbound"


def test_putting_onto_the_battlefield():
    def result(name, **more):
        found = put_onto_battlefield(catalogue.find(name), **more)
        return found.face, found.citation.rule

    assert result(DELVER) == (0, "712.14")
    assert result(DELVER, transformed=True) == (1, "712.14a")
    assert result("Forest", transformed=True) == (None, "712.14a")
    assert result("Malakir Rebirth // Malakir Mire") == (None, "712.14b")
    assert result("Malakir Rebirth // Malakir Mire", transformed=True) == (1, "712.14a")
    assert result("Kazandu Mammoth // Kazandu Valley", transformed=True, edition="2024") == (0, "712.14")
    assert result("Brainstorm") == (None, "400.4a")


def test_entering_from_the_stack():
    watch = catalogue.find("Village Watch // Village Reavers")
    assert cast_and_entering(watch, 0).face == 0
    assert cast_and_entering(watch, 0, night=True).face == 1
    assert cast_and_entering(catalogue.find(DELVER), 1).face == 1
    sorcery = Card((watch.faces[0], Face("Once", TypeLine(types=("sorcery",)))), Layout.TRANSFORM)
    assert cast_and_entering(sorcery, 0, night=True).citation.rule == "712.13a"


def test_outcomes_are_compared_and_conversion_is_told():
    document = f"""
battlefield: {{you: [{{card: {DELVER}, id: it}}]}}
event: {{transform: {{permanent: it, converted: true}}}}
answer: {{chooser: [], outcomes: [[{{transform: {{permanent: it, converted: true}}}}]]}}
"""
    scenario = build(read_document(document))
    assert scenario.answer is not None
    found = outcomes(scenario.situation, *scenario.steps)
    events = [one.events for one in found.outcomes]
    assert not compare(scenario.answer, events, found.choosers, scenario.situation.is_player)
