"""The reader of rules text: replacement effects (614), what is done instead (614.15), and what goes with them."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from scenarios.reading import read_card, read_text, tidying
from scenarios.reading.comparing import canonical
from scenarios.reading.records import from_scryfall

SHARED = Path(__file__).parents[2] / "shared"
LISTS = SHARED / "reference" / "lists"
CARDS = SHARED / "data" / "oracle.jsonl"

EVERYWHERE = ["battlefield", "graveyard", "hand", "library", "stack", "exile"]
STATIC: list[tuple[str, dict[str, Any]]] = [
    (
        "If a creature an opponent controls would die, exile it instead.",
        {"when": {"dies": {"object": "creature an opponent controls"}}, "instead": {"to": "exile"}},
    ),
    (
        "If Foo would die, instead exile it with two odd counters on it.",
        {"when": {"dies": {"object": "this"}}, "instead": {"to": "exile", "counters": {"odd": 2}}},
    ),
    (
        "If Foo would be put into a graveyard from anywhere, exile it instead.",
        {"in": EVERYWHERE, "when": {"move": {"object": "this", "to": "graveyard"}}, "instead": {"to": "exile"}},
    ),
    (
        "If a card would be put into an opponent's graveyard from anywhere, exile it instead.",
        {"when": {"move": {"object": "card", "to": "graveyard", "of": "opponent"}}, "instead": {"to": "exile"}},
    ),
    (
        "If a source you control would deal noncombat damage to an opponent, it deals that much damage plus 2 instead.",
        {
            "when": {"deal_damage": {"source": "source you control", "combat": False, "to": "opponent"}},
            "instead": {"amount": "amount + 2"},
        },
    ),
    (
        "If a red instant or sorcery spell you control would deal damage, it deals double that damage instead.",
        {
            "when": {"deal_damage": {"source": "red instant or red sorcery spell you control"}},
            "instead": {"amount": "2 * amount"},
        },
    ),
    (
        "If another creature would deal combat damage to equipped creature, it deals double that damage to equipped "
        "creature instead.",
        {
            "when": {"deal_damage": {"source": "creature", "combat": True, "to": "equipped creature"}},
            "while": "not matches(source, equipped creature)",
            "instead": {"amount": "2 * amount"},
        },
    ),
    (
        "All damage that would be dealt to you is dealt to enchanted creature instead.",
        {"when": {"deal_damage": {"to": "you"}}, "redirect": "enchanted creature"},
    ),
    (
        "All damage that would be dealt to enchanted creature is dealt to its controller instead.",
        {"when": {"deal_damage": {"to": "enchanted creature"}}, "redirect": "its controller"},
    ),
    (
        "If damage would be dealt to a player, that player exiles that many cards from the top of their library "
        "instead.",
        {"when": {"deal_damage": {"to": "player"}}, "instead": [{"exile_top": {"player": "it", "count": "amount"}}]},
    ),
    (
        "As long as Foo has six or more odd counters on it, if you would draw a card, draw two cards instead.",
        {
            "when": {"draw": {"player": "you"}},
            "while": "counters(odd, this) >= 6",
            "instead": [{"draw": {"player": "you", "count": 2}}],
        },
    ),
    (
        "If an opponent would draw a card except the first one they draw in each of their draw steps, instead that "
        "player skips that draw and you draw a card.",
        {
            "when": {"draw": {"player": "opponent"}},
            "while": "not (turn_of(it) and step(draw) and drawn_this_step(it) == 0)",
            "instead": [{"draw": {"player": "you", "count": 1}}],
        },
    ),
    (
        "If you would draw a card, you may put an odd counter on Foo instead.",
        {
            "when": {"draw": {"player": "you"}},
            "may": "you",
            "instead": [{"put_counters": {"on": "this", "kind": "odd", "count": 1}}],
        },
    ),
    (
        "If you would gain life, you gain that much life plus 1 instead.",
        {"when": {"gain_life": {"player": "you"}}, "instead": {"amount": "amount + 1"}},
    ),
    (
        "If an opponent would gain life, that player loses that much life instead.",
        {
            "when": {"gain_life": {"player": "opponent"}},
            "instead": [{"lose_life": {"player": "it", "amount": "amount"}}],
        },
    ),
    (
        "If you control a creature, damage that would reduce your life total to less than 1 reduces it to 1 instead.",
        {
            "when": {"lose_life": {"player": "you", "cause": "damage", "amount": "> life(you) - 1"}},
            "while": "count(creature you control) >= 1 and life(you) >= 1",
            "instead": {"amount": "life(you) - 1"},
        },
    ),
    (
        "If one or more +1/+1 counters would be put on a creature you control, that many plus one +1/+1 counters are "
        "put on it instead.",
        {
            "when": {"put_counters": {"on": "creature you control", "kind": "+1/+1"}},
            "instead": {"count": "amount + 1"},
        },
    ),
    (
        "If an effect would create one or more tokens under your control, it creates twice that many of those tokens "
        "instead.",
        {"when": {"create_tokens": {"player": "you", "cause": "effect"}}, "instead": {"count": "2 * amount"}},
    ),
    (
        "If you would scry a number of cards, scry that many cards plus one instead.",
        {"when": {"act": {"player": "you", "what": "scry"}}, "instead": {"count": "amount + 1"}},
    ),
    (
        "If you would roll one or more dice, instead roll that many dice plus one and ignore the lowest roll.",
        {
            "when": {"roll_die": {"player": "you"}},
            "instead": {"count": "amount + 1"},
            "then": [{"act": {"player": "you", "what": "ignore the lowest roll"}}],
        },
    ),
    (
        "If a nontoken creature would enter and it wasn't cast, exile it instead.",
        {
            "when": {"enter": {"object": "nontoken creature", "from": "not stack"}},
            "instead": [{"exile": {"object": "it"}}],
        },
    ),
    (
        "If a spell or ability an opponent controls causes you to discard Foo, put it onto the battlefield instead of "
        "putting it into your graveyard.",
        {
            "in": ["hand"],
            "when": {
                "move": {
                    "object": "this", "how": "discard", "to": "graveyard", "cause": "effect",
                    "source": "source an opponent controls",
                }
            },
            "instead": [{"enter": {"object": "this", "under": "you"}}],
        },
    ),
    ("Skip your draw step.", {"when": {"begin": {"player": "you", "step": "draw"}}, "skip": True}),
    (
        "If an opponent would begin an extra turn, that player skips that turn instead.",
        {"when": {"begin": {"player": "opponent", "step": "extra turn"}}, "skip": True},
    ),
    (
        "If a creature an opponent controls would die, exile it instead. When you do, draw a card.",
        {
            "when": {"dies": {"object": "creature an opponent controls"}},
            "instead": {"to": "exile"},
            "then": [{"when_done": [{"draw": {"player": "you", "count": 1}}]}],
        },
    ),
]  # fmt: skip

DONE: list[tuple[str, list[Any]]] = [
    (
        "Foo deals 3 damage to target creature. If that creature would die this turn, exile it instead.",
        [
            {"deal_damage": {"source": "this", "to": "target", "amount": 3}},
            {"effect": {"when": {"dies": {"object": "target"}}, "instead": {"to": "exile"}}},
        ],
    ),
    (
        "Foo deals 2 damage to each creature. If a creature dealt damage this way would die this turn, exile it "
        "instead.",
        [
            {"deal_damage": {"source": "this", "to": "each creature", "amount": 2}},
            {
                "effect": {
                    "when": {"dies": {"object": "creature dealt damage by this this turn"}},
                    "instead": {"to": "exile"},
                }
            },
        ],
    ),
    (
        "The next 2 damage that would be dealt to target creature this turn is dealt to another target creature "
        "instead.",
        [{"effect": {"next": 2, "when": {"deal_damage": {"to": "target"}}, "redirect": "target 2"}}],
    ),
    (
        "The next time a source of your choice would deal damage to you this turn, that damage is dealt to any target "
        "instead.",
        [
            {
                "effect": {
                    "next": "time",
                    "when": {"deal_damage": {"source": "source chosen", "to": "you"}},
                    "redirect": "target",
                }
            }
        ],
    ),
    (
        "Foo deals 2 damage to any target. If Foo was kicked, it deals 4 damage instead.",
        [
            {
                "if": "flag(kicked)",
                "then": [{"deal_damage": {"source": "this", "to": "target", "amount": 4}}],
                "otherwise": [{"deal_damage": {"source": "this", "to": "target", "amount": 2}}],
            }
        ],
    ),
    (
        "Foo deals 2 damage to target creature. If Foo was kicked, it deals 4 damage to that creature instead.",
        [
            {
                "if": "flag(kicked)",
                "then": [{"deal_damage": {"source": "this", "to": "target", "amount": 4}}],
                "otherwise": [{"deal_damage": {"source": "this", "to": "target", "amount": 2}}],
            }
        ],
    ),
    (
        "Create a 1/1 white Cat creature token. If a creature died this turn, create three of those tokens instead.",
        [
            {
                "if": "flag(a creature died this turn)",
                "then": [{"create_tokens": {"token": {"name": "Cat", "type": "Creature — Cat", "colors": ["white"],
                                                      "power": 1, "toughness": 1}, "count": 3}}],
                "otherwise": [{"create_tokens": {"token": {"name": "Cat", "type": "Creature — Cat", "colors": ["white"],
                                                           "power": 1, "toughness": 1}, "count": 1}}],
            }
        ],
    ),
    (
        "Counter target spell. If that spell is countered this way, exile it instead of putting it into its owner's "
        "graveyard.",
        [
            {"move": {"object": "target", "to": "graveyard", "how": "counter"}},
            {
                "self": {
                    "when": {"move": {"object": "target", "how": "counter", "to": "graveyard"}},
                    "instead": {"to": "exile"},
                }
            },
        ],
    ),
    (
        "Choose one. If you have no cards in hand, choose both instead.\n• Draw a card.\n• You gain 2 life.",
        [
            {
                "if": "cards_in_hand(you) == 0",
                "then": [{"choose": {"modes 1 and 2": [{"draw": {"player": "you", "count": 1}},
                                                       {"gain_life": {"player": "you", "amount": 2}}]}}],
                "otherwise": [{"choose": {"mode 1": [{"draw": {"player": "you", "count": 1}}],
                                          "mode 2": [{"gain_life": {"player": "you", "amount": 2}}]}}],
            }
        ],
    ),
    (
        "Target creature you control fights target creature you don't control.",
        [
            {
                "at_once": [
                    {"deal_damage": {"source": "target", "to": "target 2", "amount": "power(target)"}},
                    {"deal_damage": {"source": "target 2", "to": "target", "amount": "power(target 2)"}},
                ]
            }
        ],
    ),
    (
        "Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.",
        [
            {"search": {"for": "basic land card", "to": "battlefield", "tapped": True}},
            {"act": {"player": "you", "what": "shuffle"}},
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "meaning"), STATIC, ids=[text for text, _ in STATIC])
def test_a_static_replacement_effect_means_this(text: str, meaning: dict[str, Any]) -> None:
    (clause,) = read_text(text, name="Foo", type_line="Enchantment")
    assert clause.understood, clause.stopped_at
    assert [canonical(one) for one in clause.abilities or ()] == [canonical(meaning)]


@pytest.mark.parametrize(("text", "done"), DONE, ids=[text for text, _ in DONE])
def test_a_spell_does_this(text: str, done: list[Any]) -> None:
    (clause,) = read_text(text, name="Foo", type_line="Sorcery")
    assert clause.understood, clause.stopped_at
    assert [canonical(one) for one in clause.abilities or ()] == [canonical({"spell": done})]


def test_what_a_spell_does_instead_stands_in_a_paragraph_of_its_own() -> None:
    text = "Foo deals 2 damage to any target.\nGloom — Foo deals 4 damage instead if you have no cards in hand."
    (clause,) = read_text(text, name="Foo", type_line="Instant")
    assert clause.understood
    assert clause.abilities == (
        {
            "spell": [
                {
                    "otherwise": [{"deal_damage": {"source": "this", "to": "target", "amount": 2}}],
                    "if": "cards_in_hand(you) == 0",
                    "then": [{"deal_damage": {"source": "this", "to": "target", "amount": 4}}],
                }
            ]
        },
    )


def test_an_effect_that_a_trigger_makes_watches_for_one_thing() -> None:
    (clause,) = read_text(
        "Whenever a creature attacks, if that creature would die this turn, exile it instead.", name="Foo"
    )
    assert clause.abilities == (
        {
            "trigger": {"attack": {"object": "creature"}},
            "do": [{"effect": {"each": "it", "when": {"dies": {"object": "each one"}}, "instead": {"to": "exile"}}}],
        },
    )


@pytest.mark.parametrize(
    "text",
    [
        "If a source would deal damage to enchanted player, it deals double that damage to equipped creature instead.",
        "Target creature gets +1/+1 until end of turn. Target creature gets -1/-1 until end of turn. If that creature "
        "would die this turn, exile it instead.",
        "Target creature deals 2 damage to any target. If a creature dealt damage this way would die this turn, exile "
        "it instead.",
        "Foo deals 1 damage to target creature. You gain 1 life. If Foo was kicked, instead draw a card.",
        "If you would draw a card, you may odd that card instead.",
    ],
)
def test_what_would_be_a_guess_is_not_read(text: str) -> None:
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Sorcery"))


def test_targets_of_modes_and_of_what_is_done_instead_belong_to_them() -> None:
    record = {
        "name": "Foo", "type_line": "Instant", "layout": "normal", "mana_cost": "{R}",
        "oracle_text": "Choose one —\n• Destroy target artifact.\n• Tap target creature.",
    }  # fmt: skip
    chooses = read_card(from_scryfall(record)).entry["chooses"]
    assert chooses == [{"target": "artifact", "mode": "mode 1"}, {"target": "creature", "mode": "mode 2"}]
    record["oracle_text"] = "Destroy target artifact. If Foo was kicked, instead destroy target permanent."
    chooses = read_card(from_scryfall(record)).entry["chooses"]
    assert chooses == [{"target": "artifact", "mode": "otherwise"}, {"target": "permanent", "mode": "flag(kicked)"}]


# --- how much is understood -------------------------------------------------------------------------------------------


@cache
def _texts() -> dict[str, dict[str, Any]]:
    cards: dict[str, dict[str, Any]] = {}
    for line in CARDS.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        for name in (record["name"], *record["name"].split(" // ")):
            cards.setdefault(name, record)
    return cards


def _would() -> Iterator[tuple[str, str]]:
    with (LISTS / "replacement_would_instead.tsv").open(encoding="utf-8") as file:
        for row in list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]:
            yield row[1], row[4]


def _of_file(name: str, heading: str = "") -> Iterator[tuple[str, str]]:
    inside = not heading
    for line in (LISTS / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("##"):
            inside = not heading or line.removeprefix("## ").startswith(heading)
        parts = line.split("\t")
        if inside and len(parts) == 3:
            yield parts[0], parts[2]


def _words(text: str) -> str:
    return " ".join(re.sub(r"[^a-z0-9~+/ ]", "", text.lower()).split())


def _understood(card: str, sentence: str) -> bool | None:
    """Whether the clause with this sentence is understood; None where the file does not have the card."""
    record = _texts().get(card)
    if record is None:
        return None
    read = from_scryfall(record)
    best: tuple[float, bool] = (-1.0, False)
    clauses = read_card(read).clauses
    for face in read.faces:
        text = " ".join(tidying.paragraphs(sentence.replace(" -- ", " — ").strip('"'), face.name, face.type_line))
        wanted = set(_words(tidying.without_preface(text)).split())
        for clause in clauses:
            if clause.face == face.name:
                there = set(_words(clause.text).split())
                best = max(best, (len(wanted & there) - 0.02 * len(there - wanted), clause.understood))
    return best[1]


FLOORS = [
    ("would", lambda: _would(), 0.875),
    ("without would", lambda: _of_file("replacement_instead_of_without_would.txt"), 0.75),
    ("self", lambda: _of_file("replacement_other_families.txt", '"instead" without'), 0.75),
    ("skip", lambda: _of_file("replacement_other_families.txt", "skip"), 0.83),
]


@pytest.mark.parametrize(("name", "sentences", "floor"), FLOORS, ids=[name for name, _, _ in FLOORS])
def test_so_much_of_the_lists_is_understood(name: str, sentences: Any, floor: float) -> None:
    if not CARDS.exists() or not LISTS.exists():
        pytest.skip("the lists and cards of ../shared are not here")
    found = Counter(_understood(card, sentence) for card, sentence in sentences())
    known = found[True] + found[False]
    assert known > 50, name
    assert found[True] / known >= floor, f"{found[True]} of {known}"
