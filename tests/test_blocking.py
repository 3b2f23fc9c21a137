"""Which creature may be chosen to block which attacker (509.1b and the keywords of evasion)."""

import json

import pytest

from scenarios import questions
from scenarios.build import build
from scenarios.documents import read_document


def may_block(attacker=(), blocker=(), *, lands=(), attacking="you", effects=(), **more):
    def creature(name, abilities, **other):
        entry = {"name": name, "id": name, "type": "Creature — Elf", "power": 2, "toughness": 2, "cost": "{G}"}
        return {**entry, "abilities": list(abilities), **other}

    mine = creature("blocker", blocker, **more.pop("mine", {}))
    theirs = creature("attacker", attacker, attacking=attacking, **more.pop("theirs", {}))
    document = {
        "battlefield": {"you": [mine, *lands], "opponent": [theirs]},
        "effects": [{"controller": "opponent", "targets": ["attacker", "blocker"], **effect} for effect in effects],
        "question": {"can_choose": {"permanent": "blocker", "for": "blocking", "attacker": "attacker"}},
    }
    scenario = build(read_document(json.dumps(document)))
    assert scenario.asked is not None
    (found,) = questions.values("can_choose", scenario.asked, scenario.situation)
    return "yes" if found.value else found.citation.rule


RED = {"cost": "{R}"}
BLACK = {"cost": "{B}"}
ARTIFACT = {"type": "Artifact Creature — Golem"}


@pytest.mark.parametrize(
    ("attacker", "blocker", "more", "expected"),
    [
        ([], [], {}, "yes"),
        (["flying"], [], {}, "702.9b"),
        (["flying"], ["flying"], {}, "yes"),
        (["flying"], ["reach"], {}, "yes"),
        ([], ["flying"], {}, "yes"),
        (["shadow"], [], {}, "702.28b"),
        ([], ["shadow"], {}, "702.28b"),
        (["shadow"], ["shadow"], {}, "yes"),
        (["horsemanship"], [], {}, "702.31b"),
        (["horsemanship"], ["horsemanship"], {}, "yes"),
        (["fear"], [], {}, "702.36b"),
        (["fear"], [], {"mine": BLACK}, "yes"),
        (["fear"], [], {"mine": ARTIFACT}, "yes"),
        (["intimidate"], [], {}, "yes"),
        (["intimidate"], [], {"mine": RED}, "702.13b"),
        (["intimidate"], [], {"mine": {**RED, **ARTIFACT}}, "yes"),
        (["skulk"], [], {}, "yes"),
        (["skulk"], [], {"mine": {"power": 3}}, "702.118b"),
        (["protection from green"], [], {}, "702.16f"),
        (["protection from red"], [], {}, "yes"),
        (["islandwalk"], [], {}, "yes"),
        (["islandwalk"], [], {"lands": ["Island"]}, "702.14c"),
        (["islandwalk"], [], {"lands": ["Forest"]}, "yes"),
        (["menace"], [], {}, "yes"),
        ([], ["decayed"], {}, "702.147a"),
        ([], [], {"attacking": "opponent"}, "509.1a"),
        ([], [], {"attacking": None}, "509.1a"),
        ([], [], {"effects": [{"cannot": {"block": {"attacker": "target"}}}]}, "509.1b"),
        ([], [], {"effects": [{"cannot": {"block": {"attacker": "target", "object": "red creature"}}}]}, "yes"),
        ([], [], {"effects": [{"cannot": {"block": {"object": "target 2"}}}]}, "509.1b"),
    ],
)
def test_one_blocker_and_one_attacker(attacker, blocker, more, expected):
    assert may_block(attacker, blocker, **more) == expected
