"""Abilities that trigger only once each turn, and commanders in phrases."""

from __future__ import annotations

import anyorder
from model.events import DrawCards, GainLife

GAIN = {"gain_life": {"player": "you", "amount": 1}}


def drawn(once: bool, steps: list) -> int:
    ability = {
        "trigger": {"gain_life": {"player": "you"}},
        "once_each_turn": once,
        "do": [{"draw": {"player": "you"}}],
    }
    monk = {"name": "Monk", "type": "Creature — Monk", "power": 1, "toughness": 1, "abilities": [ability]}
    document = {"battlefield": {"you": [monk]}, "event": {"in_order": steps}, "question": "outcomes"}
    (outcome,) = anyorder.ask(document).outcomes
    return sum(event.count for event in outcome.events if isinstance(event, DrawCards))


def test_it_triggers_once_however_often_it_would() -> None:
    steps = [GAIN, GAIN, {"resolve_triggers": {}}, GAIN, {"resolve_triggers": {}}]
    assert drawn(True, steps) == 1
    assert drawn(False, steps) == 3


def test_commanders_in_phrases() -> None:
    def creature(name: str, *flags: str) -> dict:
        return {"name": name, "type": "Creature — Bear", "power": 2, "toughness": 2, "flags": list(flags)}

    double = {"when": {"gain_life": {"player": "you"}}, "instead": {"amount": "count(commander creature you own)"}}
    altar = {"name": "Altar", "type": "Artifact", "abilities": [double]}
    document = {
        "battlefield": {"you": [creature("A", "commander"), creature("B"), altar]},
        "event": {"gain_life": {"player": "you", "amount": 5}},
        "question": "outcomes",
    }
    (outcome,) = anyorder.ask(document).outcomes
    assert [event.amount for event in outcome.events if isinstance(event, GainLife)] == [1]
