"""The reader of rules text: what a text means in the notation, and what is honestly not understood."""

from __future__ import annotations

import pytest

from scenarios.reading import read_text
from scenarios.reading.parsing import problems

READ = [
    ("{T}: Add {G}.", {"activated": "{T}", "do": [{"add_mana": {"player": "you", "mana": "{G}"}}]}),
    (
        "{2}{B}: Destroy target nonblack creature. Its controller loses 2 life.",
        {
            "activated": "{2}{B}",
            "do": [
                {"destroy": {"permanent": "target"}},
                {"lose_life": {"player": "target's controller", "amount": 2}},
            ],
        },
    ),
    (
        "Whenever another Goblin you control dies, Foo deals 1 damage to any target.",
        {
            "trigger": {"dies": {"object": "another Goblin you control"}},
            "do": [{"deal_damage": {"source": "this", "to": "target", "amount": 1}}],
        },
    ),
]


@pytest.mark.parametrize(("text", "meaning"), READ, ids=[text for text, _ in READ])
def test_a_text_means_this(text: str, meaning: object) -> None:
    (clause,) = read_text(text, name="Foo", type_line="Artifact")
    assert clause.abilities == (meaning,)


@pytest.mark.parametrize(
    ("text", "stopped"),
    [
        ("{T}: Add two mana of any weird color.", "two mana of any weird color"),
        ("Flying, weirdness", "Flying , weirdness"),
    ],
)
def test_what_is_not_understood_is_named(text: str, stopped: str) -> None:
    (clause,) = read_text(text, name="Foo", type_line="Artifact")
    assert not clause.understood
    assert clause.stopped_at == stopped


def test_older_wordings_read_the_same() -> None:
    old = read_text("When Foo comes into play, draw a card.", name="Foo")[0]
    older = read_text("When Foo enters the battlefield, draw a card.", name="Foo")[0]
    new = read_text("When this creature enters, draw a card.", name="Foo")[0]
    assert old.abilities == older.abilities == new.abilities is not None


def test_every_template_can_be_used() -> None:
    assert problems() == []


BLOCKS = [
    ("Whenever Foo blocks a creature, destroy that creature.", {"destroy": {"permanent": "attacker"}}),
    ("Whenever Foo becomes blocked by a creature, destroy that creature.", {"destroy": {"permanent": "it"}}),
    ("Whenever Foo becomes blocked, tap it.", {"tap": {"permanent": "this"}}),
    ("Whenever a creature you control blocks, tap that creature.", {"tap": {"permanent": "it"}}),
]


@pytest.mark.parametrize(("text", "done"), BLOCKS, ids=[text for text, _ in BLOCKS])
def test_who_is_who_in_a_block(text: str, done: object) -> None:
    (clause,) = read_text(text, name="Foo", type_line="Creature")
    assert clause.abilities is not None
    assert clause.abilities[0]["do"] == [done]


def test_that_creature_is_not_guessed_where_either_may_be_meant() -> None:
    (clause,) = read_text("Whenever Foo blocks or becomes blocked by a creature, tap that creature.", name="Foo")
    assert not clause.understood


def test_two_costs_for_one_effect_are_two_abilities() -> None:
    (clause,) = read_text("{3}, {T} or {W}, {T}: Draw a card.", name="Foo")
    assert clause.abilities is not None
    assert [one["activated"] for one in clause.abilities] == ["{3}, {T}", "{W}, {T}"]


def test_a_legendary_card_may_be_called_by_its_first_name() -> None:
    (clause,) = read_text("{T}: Tap Foozle.", name="Foozle Barson", type_line="Legendary Creature — Elf")
    assert clause.understood
    (other,) = read_text("{T}: Tap Foozle.", name="Foozle Barson", type_line="Creature — Elf")
    assert not other.understood
