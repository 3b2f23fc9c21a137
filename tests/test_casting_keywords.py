"""Keywords that allow casting from elsewhere or for another cost: each with what it asks for, and without it (702)."""

import json

import pytest

from scenarios import questions
from scenarios.build import build
from scenarios.documents import read_document
from solver.casting_keywords import FACE_DOWN, KEYWORDS, TRANSFORMED

CREATURE, SORCERY = "Creature — Goblin", "Sorcery"


def ways(keyword, zone="hand", kind=CREATURE, flags=(), cost="{4}{R}", **more):
    """The ways to play a card with this keyword, or the number of the rule that is against it."""
    card = {"name": "Card", "id": "c", "type": kind, "abilities": [keyword], "flags": list(flags)}
    card |= {"cost": cost} if cost else {}
    question = {"can_play": {"player": "you", "cards": "c"}}
    document = {zone: {"you": [card, *more.pop("there", ())]}, "question": question, **more}
    scenario = build(read_document(json.dumps(document)))
    assert scenario.asked is not None
    found = questions.values(scenario.question.kind, scenario.asked, scenario.situation)
    return next(one.value["why_not"] if isinstance(one.value, dict) else one.value for one in found)


BEAR = {"name": "Bear", "id": "bear", "type": "Creature — Bear", "cost": "{1}{G}", "power": 2, "toughness": 2}
ATTACKING = {"battlefield": {"you": [{**BEAR, "attacking": True}]}}


@pytest.mark.parametrize(
    ("keyword", "more", "others"),
    [
        ("evoke {R}", {}, ["{R}"]),
        ("overload {R}", {"kind": SORCERY}, ["{R}"]),
        ("bestow {5}{R}", {}, ["{5}{R}"]),
        ("dash {R}", {}, ["{R}"]),
        ("awaken 3—{5}{R}", {"kind": SORCERY}, ["{5}{R}"]),
        ("mutate {R}", {}, ["{R}"]),
        ("cleave {6}{R}", {"kind": SORCERY}, ["{6}{R}"]),
        ("blitz {R}", {}, ["{R}"]),
        ("impending 4—{R}", {}, ["{R}"]),
        ("warp {R}", {}, ["{R}"]),
        ("miracle {R}", {"flags": ["first card drawn this turn"]}, ["{R}"]),
        ("miracle {R}", {}, []),
        ("prowl {R}", {"history": {"you": ["combat damage by Goblin"]}}, ["{R}"]),
        ("prowl {R}", {"history": {"you": ["combat damage by Elf"]}}, []),
        ("prowl {R}", {"history": {"opponent": ["combat damage by Goblin"]}}, []),
        ("freerunning {R}", {"history": {"you": ["combat damage by Assassin"]}}, ["{R}"]),
        ("freerunning {R}", {"history": {"you": ["combat damage by a commander"]}}, ["{R}"]),
        ("freerunning {R}", {"history": {"you": ["combat damage by Goblin"]}}, []),
        ("surge {R}", {"history": {"you": ["cast another spell"]}}, ["{R}"]),
        ("surge {R}", {}, []),
        ("spectacle {R}", {"history": {"opponent": ["lost life"]}}, ["{R}"]),
        ("spectacle {R}", {"history": {"you": ["lost life"]}}, []),
        ("emerge {3}{R}", {"battlefield": {"you": [BEAR]}}, ["{1}{R}, sacrifice bear"]),
        ("emerge {3}{R}", {"battlefield": {"opponent": [BEAR]}}, []),
        (
            "web-slinging {R}",
            {"battlefield": {"you": [{**BEAR, "tapped": True}]}},
            ["{R}, return a tapped creature to its owner's hand"],
        ),
        ("web-slinging {R}", {"battlefield": {"you": [BEAR]}}, []),
        (
            "sneak {R}",
            {**ATTACKING, "step": "declare blockers"},
            ["{R}, return an unblocked creature to its owner's hand"],
        ),
        ("sneak {R}", ATTACKING, []),
    ],
)
def test_another_cost_from_the_hand(keyword, more, others):
    assert ways(keyword, **more) == ["{4}{R}", *others]


def test_another_cost_makes_up_for_no_mana_cost():
    assert ways("evoke {R}", cost="") == ["{R}"]
    assert ways("miracle {R}", cost="") == "118.6"


@pytest.mark.parametrize(
    ("keyword", "zone", "more", "expected"),
    [
        ("flashback {R}", "graveyard", {"kind": SORCERY}, ["{R}"]),
        ("flashback {R}", "graveyard", {}, "601.3"),
        ("jump-start", "graveyard", {"kind": SORCERY, "hand": {"you": ["Forest"]}}, ["{4}{R}, discard a card"]),
        ("jump-start", "graveyard", {"kind": SORCERY}, "601.3"),
        ("retrace", "graveyard", {"hand": {"you": ["Forest"]}}, ["{4}{R}, discard a land card"]),
        ("retrace", "graveyard", {"hand": {"you": ["Brainstorm"]}}, "601.3"),
        ("retrace", "graveyard", {"hand": {"you": 1}}, ["{4}{R}, discard a land card"]),
        ("harmonize {R}", "graveyard", {"kind": SORCERY}, ["{R}"]),
        ("escape {R}, exile 2 other cards", "graveyard", {"there": ["Forest"]}, "601.3"),
        (
            "escape {R}, exile 2 other cards",
            "graveyard",
            {"there": ["Forest", "Island"]},
            ["{R}, exile 2 other cards"],
        ),
        ("mayhem {R}", "graveyard", {"flags": ["discarded this turn"]}, ["{R}"]),
        ("mayhem {R}", "graveyard", {}, "601.3"),
        ("mayhem", "graveyard", {"flags": ["discarded this turn"], "kind": "Land", "cost": ""}, ["land"]),
        ("madness {R}", "exile", {"flags": ["exiled by madness"]}, ["{R}"]),
        ("madness {R}", "exile", {}, "601.3"),
        ("foretell {R}", "exile", {"flags": ["foretold"]}, ["{R}"]),
        ("foretell {R}", "exile", {"flags": ["foretold", "foretold this turn"]}, "601.3"),
        ("plot {R}", "exile", {"flags": ["plotted"]}, ["free"]),
        ("plot {R}", "exile", {"flags": ["plotted", "plotted this turn"]}, "601.3"),
        ("suspend 3—{R}", "exile", {"flags": ["last time counter removed"]}, ["free"]),
        ("suspend 3—{R}", "exile", {}, "601.3"),
        ("rebound", "exile", {"flags": ["exiled by rebound"]}, ["free"]),
        ("warp {R}", "exile", {"flags": ["warped"]}, ["{4}{R}"]),
        ("warp {R}", "graveyard", {}, "601.3"),
    ],
)
def test_from_elsewhere(keyword, zone, more, expected):
    assert ways(keyword, zone, **more) == expected


def test_every_keyword_of_the_table_is_tried():
    tried = set()
    for test in (test_another_cost_from_the_hand, test_from_elsewhere):
        for mark in test.pytestmark:
            tried |= {row[0].partition("{")[0].rstrip("—").rstrip(" 0123456789").strip() for row in mark.args[1]}
    assert set(KEYWORDS) <= tried


@pytest.mark.parametrize("keyword", FACE_DOWN)
def test_face_down(keyword):
    scenario = build(
        read_document(
            json.dumps(
                {
                    "hand": {"you": [{"name": "Card", "type": CREATURE, "abilities": [f"{keyword} {{R}}"]}]},
                    "question": {"can_play": {"player": "you"}},
                }
            )
        )
    )
    assert scenario.asked is not None
    found = {one.about: one for one in questions.values("can_play", scenario.asked, scenario.situation)}
    assert found["Card: face down"].value == ["{3}"]
    assert found["Card: face down"].citation.rule == FACE_DOWN[keyword]
    assert found["Card: Card"].value == {"why_not": "118.6"}


def test_keywords_of_the_back_face_are_two():
    assert set(TRANSFORMED) == {"disturb", "more than meets the eye"}


def test_gained_flashback_counts():
    effect = {"controller": "you", "affects": "card in your graveyard", "keywords": ["retrace"]}
    assert ways("rebound", "graveyard", effects=[effect], hand={"you": 1}) == ["{4}{R}, discard a land card"]
