"""Events that nothing replaces and that abilities trigger on, and mana paid while something resolves."""

from __future__ import annotations

import pytest

import anyorder
from model.errors import OutOfScopeError
from model.events import Attach

MONK = {
    "name": "Monk", "type": "Creature — Monk", "power": 1, "toughness": 1,
}  # fmt: skip


def outcomes(trigger: dict, event: dict, do: list | None = None, **more: object) -> list[list[str]]:
    monk = {**MONK, "abilities": [{"trigger": trigger, "do": do or [{"gain_life": {"player": "you", "amount": 1}}]}]}
    if "turn_face_up" in event:
        monk["flags"] = ["face-down"]
    document = {
        "battlefield": {"you": [monk], "opponent": [{**MONK, "id": "other"}]},
        "stack": {"you": ["Shock"]},
        "event": {"in_order": [event, {"resolve_triggers": {}}]},
        "question": "outcomes",
        **more,
    }
    return [[one.kind for one in outcome.events] for outcome in anyorder.ask(document).outcomes]


@pytest.mark.parametrize(
    ("trigger", "event"),
    [
        ({"cast": {"player": "you", "object": "noncreature spell"}}, {"cast": {"player": "you", "object": "Shock"}}),
        ({"block": {"attacker": "this"}}, {"block": {"object": "other", "attacker": "Monk"}}),
        (
            {"become_target": {"object": "this"}},
            {"become_target": {"object": "Monk", "source": "Shock", "player": "you"}},
        ),
        ({"cycle": {"player": "you"}}, {"cycle": {"player": "you", "card": "Shock"}}),
        ({"turn_face_up": {"permanent": "this"}}, {"turn_face_up": {"permanent": "Monk"}}),
    ],
)
def test_an_ability_triggers_on_it(trigger: dict, event: dict) -> None:
    (verb,) = event
    assert outcomes(trigger, event) == [[verb, "gain_life"]]
    assert outcomes({"draw": {"player": "you"}}, event) == [[verb]]


PAYING = [{"may": {"player": "you", "cost": [{"pay": {"mana": "{1}"}}], "do": [{"draw": {"player": "you"}}]}}]


def test_mana_may_be_paid_while_something_resolves() -> None:
    cast = {"cast": {"player": "you", "object": "Shock"}}
    found = outcomes({"cast": {"player": "you"}}, cast, PAYING)
    assert sorted(found) == [["cast"], ["cast", "pay", "draw_cards"]]


def test_paying_from_a_known_pool_is_told_as_not_modelled() -> None:
    cast = {"cast": {"player": "you", "object": "Shock"}}
    with pytest.raises(OutOfScopeError, match="paying mana from a known pool"):
        outcomes({"cast": {"player": "you"}}, cast, PAYING, mana_pool={"you": "{G}"})


def test_attaching_gives_a_new_timestamp_and_to_the_same_thing_does_nothing() -> None:
    sword = {"name": "Sword", "type": "Artifact — Equipment", "abilities": [{"remark": "it shines"}]}
    bears = [{"name": name, "type": "Creature — Bear", "power": 2, "toughness": 2} for name in ("A", "B")]
    document = {
        "battlefield": {"you": [{**sword, "attached_to": "A"}, *bears]},
        "event": {"in_order": [{"attach": {"object": "Sword", "to": "A"}}, {"attach": {"object": "Sword", "to": "B"}}]},
        "question": "outcomes",
    }
    (outcome,) = anyorder.ask(document).outcomes
    (attached,) = outcome.events
    assert isinstance(attached, Attach)
    assert attached.to == "B"


def test_equipment_is_not_attached_to_what_is_no_creature() -> None:
    sword = {"name": "Sword", "type": "Artifact — Equipment"}
    document = {
        "battlefield": {"you": [sword, "Forest"]},
        "event": {"attach": {"object": "Sword", "to": "Forest"}},
        "question": "outcomes",
    }
    (outcome,) = anyorder.ask(document).outcomes
    assert outcome.events == ()
