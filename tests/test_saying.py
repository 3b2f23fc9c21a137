"""Text out again: what the notation is said as reads back as the same notation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scenarios import catalogue
from scenarios.reading import read_card, read_text
from scenarios.reading.comparing import canonical
from scenarios.reading.framing import framed
from scenarios.reading.matching import match
from scenarios.reading.reader_form import reader_form, spoken_form
from scenarios.reading.records import OracleCard, OracleFace, from_scryfall
from scenarios.reading.saying import say
from scenarios.reading.saying_cards import Said, say_entry, targets_of, together

CARDS = Path("/work/shared/data/oracle.jsonl")


def same(one: Any, other: Any) -> bool:
    return bool(canonical(reader_form(one)) == canonical(reader_form(other)))


def reads_back(text: str, ability: Any) -> bool:
    type_line = "Instant" if "spell" in ability else "Artifact"
    clauses = read_text(text, name="~", type_line=type_line)
    read = [one for clause in clauses for one in clause.abilities or ()]
    return all(clause.understood for clause in clauses) and len(read) == 1 and same(read[0], ability)


SAID: list[tuple[str, Any, list[Any]]] = [
    ("{T}: Add {G}.", {"mana": {"add": "{G}"}}, []),
    (
        "When ~ dies, draw a card.",
        {"trigger": {"move": {"object": "this", "from": "battlefield", "to": "graveyard"}}, "do": [{"draw": {}}]},
        [],
    ),
    (
        "~ deals 3 damage to target creature or planeswalker.",
        {"spell": [{"deal_damage": {"source": "this", "to": "target", "amount": 3}}]},
        [{"target": "creature or planeswalker"}],
    ),
    ("Enchanted creature can't attack or block.",
     {"cannot": [{"attack": {"object": "enchanted creature"}}, {"block": {"object": "enchanted creature"}}]}, []),
    ("Equipped creature gets +2/+0 and has flying.",
     {"affects": "equipped creature", "keywords": ["flying"], "power_plus": 2}, []),
    ("Prevent all combat damage that would be dealt this turn.",
     {"spell": [{"effect": {"when": {"deal_damage": {"combat": True}}, "prevent": "all"}}]}, []),
    ("[+1]: You gain 2 life.".replace("You gain", "Gain"),
     {"activated": "[+1]", "do": [{"gain_life": {"amount": 2}}]}, []),
    ("II \u2014 Draw two cards.",
     {"trigger": {"put_counters": {"on": "this", "kind": "lore"}},
      "if": "counters(lore, this) >= 2 and counters(lore, this) - amount < 2",
      "do": [{"draw": {"player": "you", "count": 2}}]}, []),
    ("LEVEL 2-4\n3/3\nFlying",
     {"affects": "this", "while": "counters(level, this) >= 2 and counters(level, this) <= 4", "power": 3,
      "toughness": 3, "keywords": ["flying"]}, []),
    ('Enchanted land has "{T}: Add one mana of any color."',
     {"affects": "enchanted land", "abilities": [{"mana": {"add": "any color"}}]}, []),
    ("Choose one \u2014 \u2022 Draw a card. \u2022 Destroy target land.",
     {"spell": [{"choose": {"mode 1": [{"draw": {"count": 1}}], "mode 2": [{"destroy": {"permanent": "target"}}]}}]},
     [{"target": "land", "mode": "mode 2"}]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "ability", "choices"), SAID, ids=[text for text, _, _ in SAID])
def test_this_is_said_so(text: str, ability: Any, choices: list[Any]) -> None:
    assert say(ability, choices=tuple(choices)) == text


def test_the_name_of_the_card_stands_in_its_sentences() -> None:
    ability = {"trigger": {"enter": {"object": "this"}}, "do": [{"draw": {"player": "you", "count": 1}}]}
    assert say(ability, name="Odd Drake") == "When Odd Drake enters, draw a card."


@pytest.mark.parametrize(
    "ability",
    [
        {"spell": [{"act": {"player": "you", "what": "dance", "about": "target"}}]},
        {"activated": "{T}", "do": [{"deal_damage": {"source": "this", "to": "it", "amount": 1}}]},
        {"affects": " or ".join(["Elf"] * 40), "power_plus": 1},
    ],
)
def test_what_has_no_words_is_not_said(ability: Any) -> None:
    assert say(ability) is None


def test_a_sentence_with_other_targets_is_not_said() -> None:
    """The targets of a sentence are those of the card: without words for them there is none."""
    ability = {"spell": [{"destroy": {"permanent": "target"}}]}
    assert say(ability, choices=({"target": "green creature"},)) == "Destroy target green creature."
    assert say(ability, choices=({"target": "creature with a beard"},)) is None


def test_forms_are_written_out() -> None:
    assert reader_form({"mana": {"cost": "{1}, {T}", "add": "{U}"}, "only": "sorcery"}) == {
        "activated": "{1}, {T}",
        "do": [{"add_mana": {"player": "you", "mana": "{U}"}}],
        "only": "sorcery",
    }
    assert reader_form({"spell": [{"draw": {}}, {"destroy": {"object": "target"}}]}) == {
        "spell": [{"draw": {"player": "you", "count": 1}}, {"destroy": {"permanent": "target"}}]
    }
    assert reader_form({"activated": "[-3]", "do": []})["costs"] == [
        {"remove_counters": {"on": "this", "kind": "loyalty", "count": 3}}
    ]
    assert reader_form({"affects": "creature", "while": "count(Forest) > 0", "in": "graveyard"}) == {
        "affects": "creature",
        "while": "count(Forest) >= 1",
        "in": ["graveyard"],
    }
    paid = {"activated": "", "costs": [{"sacrifice": {"player": "you", "permanent": "this"}}], "do": [{"draw": {}}]}
    assert spoken_form(paid)["costs"] == [{"sacrifice": {"permanent": "this"}}]
    assert reader_form({"when": {"draw": {"player": "you"}}, "skip": True}) == {
        "when": {"draw": {"player": "you"}},
        "skip": True,
    }


def test_writing_out_changes_no_meaning() -> None:
    """Written out once more, nothing changes; and the form is still an ability of the notation."""
    for _, ability in _written():
        form = reader_form(ability)
        assert reader_form(form) == form
        canonical(form)


def test_parts_of_merged_mappings_are_shared_out() -> None:
    found = list(match({"affects": "$s", "<<": ["$c", "$d"]}, {"affects": "Elf", "a": 1, "b": 2}, frozenset("scd")))
    assert {"s": "Elf", "c": {"a": 1}, "d": {"b": 2}} in found
    assert {"s": "Elf", "c": {"b": 2}, "d": {"a": 1}} in found


def test_chapters_that_do_the_same_stand_on_one_line() -> None:
    first, second = Said("Saga", {}, "I \u2014 Draw a card."), Said("Saga", {}, "II \u2014 Draw a card.")
    third = Said("Saga", {}, "III \u2014 Scry 1.")
    assert [one.text for one in together((first, second, third))] == ["I, II \u2014 Draw a card.", "III \u2014 Scry 1."]


def test_only_abilities_of_frames_are_framed() -> None:
    assert list(framed({"affects": "this", "power_plus": 1}, lambda _: "Flying")) == []
    assert list(
        framed({"affects": "this", "while": "flag(max speed)", "keywords": ["flying"]}, lambda _: "Flying")
    ) == ["Max speed \u2014 Flying"]


def test_targets_of_abilities_within_texts_are_not_those_of_the_ability() -> None:
    inner = {"activated": "{T}", "do": [{"tap": {"permanent": "target"}}]}
    assert targets_of({"affects": "enchanted creature", "abilities": [inner]}) == frozenset()
    assert targets_of({"spell": [{"tap": {"permanent": "target"}}, {"lose_life": {"player": "target 2"}}]}) == {
        "target",
        "target 2",
    }


def test_each_ability_of_an_entry_has_its_own_targets() -> None:
    entry = {
        "name": "Foo",
        "abilities": [
            {"activated": "{T}", "do": [{"tap": {"permanent": "target"}}]},
            {"activated": "{1}", "do": [{"lose_life": {"player": "target", "amount": 1}}]},
            {"activated": "{2}", "do": [{"untap": {"permanent": "target"}}]},
        ],
        "chooses": [{"target": "artifact"}, {"target": "opponent"}],
    }
    said = say_entry(entry)
    assert [one.text for one in said[:2]] == ["{T}: Tap target artifact.", "{1}: Target opponent loses 1 life."]
    assert [one.described for one in said] == [True, True, False]


# --- all that there is ------------------------------------------------------------------------------------------------


def _written() -> Iterator[tuple[str, Any]]:
    """The abilities of the catalogue, keywords aside."""
    for name in catalogue.names():
        entry = catalogue.entry(name)
        for face in entry.get("faces") or [entry]:
            for ability in face.get("abilities") or []:
                if not isinstance(ability, str):
                    yield name, ability


def test_what_is_said_of_the_catalogue_reads_back_the_same() -> None:
    everything = list(_written())
    said = [(name, say(ability), ability) for name, ability in everything]
    wrong = [name for name, text, ability in said if text is not None and not reads_back(text, ability)]
    assert wrong == []
    assert sum(text is not None for _, text, _ in said) >= 0.8 * len(everything)


def _compiled(step: int) -> tuple[int, int]:
    """How many abilities every so-manieth card has, and how many of them are said; what is said has to read back."""
    if not CARDS.exists():
        pytest.skip(f"there is no {CARDS}")
    abilities = said = 0
    with CARDS.open(encoding="utf-8") as lines:
        for place, card in enumerate(lines):
            if place % step:
                continue
            for clause in read_card(from_scryfall(json.loads(card))).clauses:
                for ability in clause.abilities or ():
                    if isinstance(ability, str):
                        continue
                    abilities += 1
                    text = say(ability)
                    if text is not None:
                        said += 1
                        assert reads_back(text, ability), text
    return abilities, said


def test_what_is_said_of_compiled_cards_reads_back_the_same() -> None:
    abilities, said = _compiled(80)
    assert said >= 0.92 * abilities


@pytest.mark.slow
def test_what_is_said_of_all_compiled_cards_reads_back_the_same() -> None:
    abilities, said = _compiled(1)
    assert said >= 0.92 * abilities


# --- abilities made up ------------------------------------------------------------------------------------------------

NUMBERS = st.integers(1, 12)
OBJECTS = st.sampled_from(["this", "each creature", "each Goblin you control", "target"])
DONE = st.one_of(
    st.builds(lambda n: {"draw": {"player": "you", "count": n}}, NUMBERS),
    st.builds(lambda n: {"gain_life": {"player": "you", "amount": n}}, NUMBERS),
    st.builds(lambda n: {"lose_life": {"player": "each opponent", "amount": n}}, NUMBERS),
    st.builds(lambda n, to: {"deal_damage": {"source": "this", "to": to, "amount": n}}, NUMBERS, OBJECTS),
    st.builds(lambda on, n: {"put_counters": {"on": on, "kind": "+1/+1", "count": n}}, OBJECTS, NUMBERS),
    st.builds(lambda what, n, m: {"effect": {"affects": what, "power_plus": n, "toughness_plus": m}}, OBJECTS, NUMBERS,
              NUMBERS),
)  # fmt: skip
ABILITIES = st.one_of(
    st.builds(lambda cost, do: {"activated": cost, "do": [do]}, st.sampled_from(["{T}", "{2}{B}", "{1}, {T}"]), DONE),
    st.builds(
        lambda event, do: {"trigger": event, "do": [do]},
        st.sampled_from([{"enter": {"object": "this"}}, {"dies": {"object": "creature"}}, {"begin": {"step": "end"}}]),
        DONE,
    ),
    st.builds(lambda do: {"spell": [do]}, DONE),
)


@settings(max_examples=60, deadline=None)
@given(ABILITIES)
def test_simple_abilities_are_said_and_read_back(ability: Any) -> None:
    text = say(ability)
    assert text is not None
    assert reads_back(text, ability)


def test_what_is_said_has_the_targets_of_the_card() -> None:
    text = say({"spell": [{"destroy": {"permanent": "target"}}]}, choices=({"target": "tapped creature"},))
    assert text is not None
    reading = read_card(OracleCard("Foo", "normal", (OracleFace("Foo", type_line="Instant", text=text),)))
    assert reading.entry["chooses"] == [{"target": "tapped creature"}]
