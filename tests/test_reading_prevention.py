"""The reader of rules text: prevention (615), what can't happen (614.17, 101.2), regeneration (701.19)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from model.events import DealDamage
from scenarios import questions
from scenarios.build import build
from scenarios.documents import read_document
from scenarios.reading import read_text
from scenarios.reading.comparing import canonical
from solver.answers import outcomes


def abilities(text: str, type_line: str = "Creature — Elf") -> list[Any] | None:
    """What a text means; None where it is not understood."""
    found: list[Any] = []
    for clause in read_text(text, name="Foo", type_line=type_line):
        if clause.abilities is None:
            return None
        found += clause.abilities
    return found


def spell(*instructions: dict[str, Any]) -> dict[str, Any]:
    return {"spell": list(instructions)}


def shield(**effect: Any) -> dict[str, Any]:
    return spell({"effect": effect})


PREVENTED: list[tuple[str, Any]] = [
    (
        "Prevent all combat damage that would be dealt to Foo by creatures blocking it.",
        {"when": {"deal_damage": {"to": "this", "source": "creature blocking this", "combat": True}}, "prevent": "all"},
    ),
    (
        "Prevent all damage that would be dealt to Foo by creatures it's blocking.",
        {"when": {"deal_damage": {"to": "this", "source": "creature blocked by this"}}, "prevent": "all"},
    ),
    (
        "As long as you control a permanent of each color, prevent all damage that would be dealt to you.",
        {
            "when": {"deal_damage": {"to": "you"}},
            "while": "colors_among(permanent you control) == 5",
            "prevent": "all",
        },
    ),
    (
        "If a source would deal damage to a player, you may prevent X of that damage, where X is the number of Elves "
        "you control.",
        {"may": "you", "when": {"deal_damage": {"to": "player"}}, "prevent": "count(Elf you control)"},
    ),
]
SPELLS: list[tuple[str, Any]] = [
    (
        "Prevent all combat damage that would be dealt this turn by creatures other than Elves.",
        shield(
            when={"deal_damage": {"source": "creature", "combat": True}},
            prevent="all",
            **{"while": "not matches(source, Elf)"},
        ),
    ),
    (
        "Prevent all damage that would be dealt this turn to up to two target creatures.",
        shield(when={"deal_damage": {"to": "each target"}}, prevent="all"),
    ),
    (
        "Choose target creature. If damage would be dealt to that creature this turn, prevent that damage and put that "
        "many +1/+1 counters on it.",
        shield(
            when={"deal_damage": {"to": "target"}},
            prevent="all",
            then=[{"put_counters": {"on": "it", "kind": "+1/+1", "count": "prevented"}}],
            together=True,
        ),
    ),
    (
        "Prevent all damage that would be dealt to you this turn. Whenever damage from a red source is prevented this "
        "way this turn, you gain that much life.",
        shield(
            when={"deal_damage": {"to": "you"}},
            prevent="all",
            then=[
                {
                    "if": "matches(source, red source)",
                    "then": [{"when_done": [{"gain_life": {"player": "you", "amount": "prevented"}}]}],
                }
            ],
        ),
    ),
    ("Regenerate target creature.", shield(next="time", regenerate="target")),
    (
        "Regenerate each creature you control.",
        shield(next="time", each="creature you control", regenerate="each one"),
    ),
    (
        "Target creature can't be blocked this turn except by artifact creatures and/or red creatures.",
        shield(cannot={"block": {"attacker": "target", "object": "nonartifact nonred creature"}}),
    ),
    (
        "Target creature can't attack or block this turn.",
        shield(cannot=[{"attack": {"object": "target"}}, {"block": {"object": "target"}}]),
    ),
    ("Two target creatures can't block this turn.", shield(cannot={"block": {"object": "each target"}})),
    ("Target player can't cast spells this turn.", shield(cannot={"cast": {"player": "target", "object": "spell"}})),
]
BARRED: list[tuple[str, list[Any]]] = [
    (
        "Foo can't attack unless defending player controls a Forest.",
        [{"cannot": {"attack": {"object": "this"}}, "while": "not (count(Forest that player controls) >= 1)"}],
    ),
    (
        "Foo can't be blocked by more than one creature.",
        [{"cannot": {"block": {"attacker": "this", "together": "> 1"}}}],
    ),
    (
        "Foo can't be blocked except by creatures with flying or reach.",
        [{"cannot": {"block": {"attacker": "this", "object": "creature without flying without reach"}}}],
    ),
    (
        "Foo can't be blocked as long as it's enchanted.",
        [{"cannot": {"block": {"attacker": "this"}}, "while": "matches(this, any-enchanted permanent)"}],
    ),
    (
        "Foo can't be blocked by creatures with greater power.",
        [{"cannot": {"block": {"attacker": "this", "object": "creature"}}, "while": "power(it) > power(this)"}],
    ),
    (
        "Equipped creature gets +1/+1 and can't attack you or planeswalkers you control.",
        [
            {"affects": "equipped creature", "power_plus": 1, "toughness_plus": 1},
            {"cannot": {"attack": {"object": "equipped creature", "player": "you or planeswalker you control"}}},
        ],
    ),
    (
        "Creatures can't attack you unless their controller pays {2} for each creature they control that's "
        "attacking you.",
        [{"cost_of": {"attack": {"object": "creature", "player": "you"}}, "more": "{2}"}],
    ),
    (
        "If X is 5 or more, Foo can't be countered and the damage can't be prevented.",
        [
            {"in": ["stack"], "cannot": {"move": {"object": "this", "how": "counter"}}, "while": "x >= 5"},
            {"in": ["stack"], "cannot_prevent": {"deal_damage": {"source": "this"}}, "while": "x >= 5"},
        ],
    ),
]


def agree(found: list[Any] | None, meant: list[Any]) -> None:
    assert found is not None
    assert [canonical(one) for one in found] == [canonical(one) for one in meant]


@pytest.mark.parametrize(("text", "meant"), PREVENTED)
def test_prevention_by_permanents(text: str, meant: Any) -> None:
    agree(abilities(text), [meant])


@pytest.mark.parametrize(("text", "meant"), SPELLS)
def test_what_spells_prevent_and_forbid(text: str, meant: Any) -> None:
    agree(abilities(text, "Instant"), [meant])


@pytest.mark.parametrize(("text", "meant"), BARRED)
def test_what_cannot_be_done(text: str, meant: list[Any]) -> None:
    agree(abilities(text), meant)


@pytest.mark.parametrize(
    "text",
    [
        "Creatures can't be blocked as long as it's enchanted.",  # what is?
        "Lands on the battlefield and land cards in graveyards can't be the targets of spells or abilities.",
        "Foo can't be blocked except by creatures with power 2 or less.",  # no phrase for all others
        "Foo can't be blocked this combat.",
        "Creatures you control get +1/+1 until end of turn and can't be blocked this turn.",  # two sets (611.2c)
        "Prevent all damage that would be dealt to Foo for as long as you are happy.",
        "Each player can't cast more than one spell each turn.",
        "Foo can't be destroyed.",
    ],
)
def test_what_is_refused(text: str) -> None:
    assert abilities(text) is None
    assert abilities(text, "Instant") is None


def blocked(text: str, blocker: dict[str, Any], **more: Any) -> bool:
    """Whether a creature may block one with this text."""
    creature = {"type": "Creature — Elf", "power": 2, "toughness": 2, "cost": "{G}"}
    document = {
        "battlefield": {
            "you": [{**creature, "name": "blocker", "id": "blocker", **blocker}, *more.get("mine", [])],
            "opponent": [
                {**creature, "name": "Foo", "id": "Foo", "attacking": "you", "abilities": abilities(text)},
                *more.get("theirs", []),
            ],
        },
        "question": {"can_choose": {"permanent": "blocker", "for": "blocking", "attacker": "Foo"}},
    }
    scenario = build(read_document(json.dumps(document)))
    assert scenario.asked is not None
    (found,) = questions.values("can_choose", scenario.asked, scenario.situation)
    return bool(found.value)


def test_what_was_read_decides_who_blocks() -> None:
    flying = "Foo can't be blocked except by creatures with flying or reach."
    assert not blocked(flying, {})
    assert blocked(flying, {"abilities": ["reach"]})
    greater = "Foo can't be blocked by creatures with greater power."
    assert blocked(greater, {})
    assert not blocked(greater, {"power": 3})
    island = "Foo can't be blocked as long as defending player controls an Island."
    assert blocked(island, {}, theirs=["Island"])
    assert not blocked(island, {}, mine=["Island"])
    alone = "Foo can't be blocked by more than one creature."
    assert blocked(alone, {})


def test_a_shield_for_several_targets_covers_each_of_them() -> None:
    (clause,) = read_text(SPELLS[1][0], name="Foo", type_line="Instant")
    assert clause.abilities is not None
    made = clause.abilities[0]["spell"][0]["effect"]
    creature = {"name": "Bear", "type": "Creature — Bear", "power": 2, "toughness": 2}
    document = {
        "battlefield": {"you": [{**creature, "id": one} for one in ("a", "b", "c")]},
        "effects": [{"controller": "you", "targets": ["a", "b"], **made}],
        "event": [{"deal_damage": {"source": "c", "to": one, "amount": 1}} for one in ("a", "b", "c")],
        "question": "outcomes",
    }
    scenario = build(read_document(json.dumps(document)))
    found = outcomes(scenario.situation, *scenario.steps)
    (one,) = found.outcomes
    assert [event.to for event in one.events if isinstance(event, DealDamage)] == ["c"]
