"""General effects as the reader understands them, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

import anyorder
from scenarios.reading import read_text


def read(text: str, type_line: str = "Artifact") -> Any:
    """The only ability of a text. Fails where it was not understood."""
    (clause,) = read_text(text, name="Foo", type_line=type_line)
    assert clause.understood, clause.stopped_at
    (ability,) = clause.abilities or ()
    return ability


def done(text: str) -> Any:
    """What an ability does when it resolves."""
    return read(text)["do"]


LIBRARY = {"rest": "library"}


@pytest.mark.parametrize(
    ("text", "take"),
    [
        (
            "Look at the top four cards of your library. You may reveal an Elf card from among them and put it "
            "into your hand. Put the rest on the bottom of your library in any order.",
            {"look": 4, "take": 1, "for": "Elf card", "up_to": True, "to": "hand", **LIBRARY},
        ),
        (
            "Look at the top five cards of your library. Put up to two creature cards with mana value 3 or less from "
            "among them onto the battlefield. Put the rest on the bottom of your library in any order.",
            {
                "look": 5,
                "take": 2,
                "for": "creature card with mana value <= 3",
                "up_to": True,
                "to": "battlefield",
                **LIBRARY,
            },
        ),
        (
            "Reveal the top card of your library. If it's a land card, put it onto the battlefield. Otherwise, "
            "put it into your hand.",
            {"look": 1, "take": 1, "for": "land card", "to": "battlefield", "rest": "hand"},
        ),
    ],
)
def test_cards_are_taken_from_the_top(text: str, take: dict[str, Any]) -> None:
    assert done("{T}: " + text) == [{"take": {"player": "you", **take}}]


def test_a_card_is_picked_from_a_hand() -> None:
    text = (
        "{T}: Target opponent reveals their hand. You choose a noncreature, nonland card from it. "
        "That player discards that card."
    )
    picked = {"player": "you", "one": "noncreature nonland card in target's hand"}
    assert done(text) == [
        {"act": {"player": "target", "what": "reveal their hand"}},
        {"pick": {**picked, "do": [{"discard": {"player": "target", "card": "them"}}]}},
    ]
    own = done("{T}: Target opponent exiles a card from their hand.")
    assert own == [
        {"pick": {"player": "target", "one": "card in target's hand", "do": [{"exile": {"object": "them"}}]}}
    ]


FROZEN = {
    "lasts": "through that player's next untap step",
    "cannot": {"untap": {"permanent": "each one", "cause": "turn-based action"}},
    "while": "turn_of(each one's controller)",
}


@pytest.mark.parametrize(
    ("text", "each"),
    [
        ("{T}: Tap target creature. It doesn't untap during its controller's next untap step.", "target"),
        (
            "{T}: Tap up to two target creatures. They don't untap during their controllers' next untap steps.",
            "each target",
        ),
    ],
)
def test_next_untap_steps_are_missed(text: str, each: str) -> None:
    assert done(text) == [{"tap": {"permanent": each}}, {"effect": {"each": each, **FROZEN}}]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{T}: Put a +1/+1 counter on ~. It gains flying until end of turn.", "this"),
        ("At the beginning of your upkeep, ~ gets +1/+1 until end of turn. It gains flying until end of turn.", "this"),
        ("Whenever ~ attacks or blocks, it gains flying until end of turn.", "it"),
        ("Whenever a creature you control becomes blocked, it gains flying until end of turn.", "attacker"),
    ],
)
def test_what_it_is(text: str, what: str) -> None:
    assert done(text)[-1] == {"effect": {"affects": what, "keywords": ["flying"]}}


def test_what_is_sacrificed_at_end_of_combat() -> None:
    (made,) = done("When ~ attacks, sacrifice it at end of combat.")
    assert made["effect"]["do"] == [{"sacrifice": {"player": "you", "permanent": "this"}}]


@pytest.mark.parametrize(
    "text",
    [
        "{T}: Put a +1/+1 counter on ~. Create a 1/1 white Soldier creature token. It gains haste until end of turn.",
        "Whenever a creature dies, put a +1/+1 counter on ~. It gains flying until end of turn.",
        "{T}: Look at the top four cards of your library. You may put a creature from among them onto the battlefield. "
        "Put the rest into your graveyard.",
        "{T}: Each opponent reveals their hand. You choose a card from it. That player discards that card.",
        "{T}: Each player gains control of ~.",
    ],
)
def test_what_could_mean_several_things_is_refused(text: str) -> None:
    assert not all(clause.understood for clause in read_text(text, name="Foo", type_line="Artifact"))


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("for as long as you control ~", "matches(this, permanent you control)"),
        ("for as long as ~ remains tapped", "matches(this, tapped permanent)"),
        ("for as long as ~ remains on the battlefield", "matches(this, permanent)"),
    ],
)
def test_for_as_long_as(text: str, condition: str) -> None:
    lasts = {"lasts": "until its condition fails", "affects": "target", "control": "you", "while": condition}
    assert done(f"{{T}}: Gain control of target creature {text}.") == [{"effect": lasts}]


def outcome(text: str, **board: Any) -> list[str]:
    """What resolving a text's activated ability comes to, where all outcomes are the same events."""
    seer = {"name": "Seer", "id": "seer", "type": "Artifact", "abilities": [read(text)]}
    event = {"resolve": {"ability_of": "seer", "ability": 1, **board.pop("resolve", {})}}
    also = board.pop("also", [])
    document = {"battlefield": {"you": [seer, *also]}, "event": event, "question": "outcomes", **board}
    return [" ".join(map(str, one.events)) for one in anyorder.ask(document).outcomes]


def test_amassing_makes_an_army_or_adds_to_one() -> None:
    amass = "{T}: Amass Zombies 2."
    (new,) = outcome(amass)
    assert "CreateTokens" in new
    assert "('+1/+1', 2)" in new
    army = {"name": "Orc Army", "id": "army", "type": "Creature — Orc Army", "power": 0, "toughness": 0}
    (grown,) = outcome(amass, also=[{**army, "counters": {"+1/+1": 1}}])
    assert "CreateTokens" not in grown
    assert "on='army'" in grown


def test_populating_copies_one_of_the_tokens() -> None:
    goat = {"name": "Goat", "type": "Creature — Goat", "power": 0, "toughness": 1, "token": True}
    found = outcome("{T}: Populate.", also=[{**goat, "id": "one"}, {**goat, "id": "two", "name": "Sheep"}])
    assert len(found) == 2


def test_what_is_frozen_stays_tapped_in_its_controllers_untap_step() -> None:
    bear = {"name": "Bear", "id": "bear", "type": "Creature — Bear", "power": 2, "toughness": 2, "tapped": True}
    frozen = {"controller": "opponent", "target": "bear", **{**FROZEN, "lasts": None}, "each": None}
    made = {key: value for key, value in frozen.items() if value is not None}
    made["cannot"] = {"untap": {"permanent": "target", "cause": "turn-based action"}}
    made["while"] = "turn_of(target's controller)"
    document = {
        "players": ["you", "opponent"],
        "battlefield": {"you": [bear]},
        "effects": [made],
        "event": {"untap": {"permanent": "bear", "cause": "turn-based action"}},
        "question": "outcomes",
    }
    assert [one.events for one in anyorder.ask(document).outcomes] == [()]
    document["active"] = "opponent"
    assert [len(one.events) for one in anyorder.ask(document).outcomes] == [1]


def test_a_spell_triggers_as_it_is_cast_itself():
    drawing = {"draw": {"player": "you", "count": 1}}
    casting = {"trigger": {"cast": {"player": "you", "object": "this"}}, "in": ["stack"]}
    assert read("When you cast this spell, draw a card.") == {**casting, "do": [drawing]}
    kicked = read("When you cast this spell, if it was kicked, draw a card.")
    assert kicked == {**casting, "if": "flag(kicked)", "do": [drawing]}
