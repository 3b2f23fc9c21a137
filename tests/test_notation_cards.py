"""Card entries: abilities, effects and instructions in the notation, and what is said about wrong ones."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.abilities import Activated, Keyword, SpellAbility, Static, Triggered
from model.amounts import AMOUNT, ONE, Binary, Call, Name, Number
from model.cards import Card, Layout
from model.effects import (
    AddCounters,
    Change,
    Comparison,
    Continuous,
    Instead,
    Limit,
    OneOf,
    Prevent,
    Prohibition,
    Redirect,
    Replacement,
    ReplaceTokens,
    Unpreventable,
    Watch,
    Words,
)
from model.errors import MalformedError, UnknownNameError
from model.instructions import ChooseOne, CreateEffect, Do, If, May, TakeFromTop, TheEvent, TokenTemplate
from model.mana import Color
from model.selectors import role
from model.type_line import TypeLine
from model.zones import Zone
from scenarios import catalogue, notation
from scenarios.documents import Document, ObjectEntry
from scenarios.loading import load
from scenarios.phrases import parse_phrase
from scenarios.roles import VERBS
from scenarios.vocabulary import FUNCTIONS

YOU, IT, THIS = role("you"), role("it"), role("this")


def card(text: str) -> Card:
    """The card of an entry, named and typed where nothing is said."""
    entry = load(text)[0]
    return notation.card({"name": "Test", **({} if "faces" in entry else {"type": "Enchantment"}), **entry})


def ability(text: str) -> Any:
    """The one ability of a card."""
    (found,) = card(f"abilities: [{text}]").faces[0].abilities
    return found


def replacement(text: str) -> Replacement:
    """The replacement effect of a card's one ability."""
    found = ability(text)
    assert isinstance(found, Static)
    assert isinstance(found.effect, Replacement)
    return found.effect


def rewritten(text: str, when: str = "{draw: {player: you}}") -> Any:
    return replacement(f"{{when: {when}, {text}}}").rewrite


def spell(text: str) -> tuple[Any, ...]:
    found = ability(f"{{spell: [{text}]}}")
    assert isinstance(found, SpellAbility)
    return found.instructions


# --- cards -----------------------------------------------------------------------------------------------------------


def test_characteristics() -> None:
    face = card(
        "{cost: '{1}{G}{W}', type: Legendary Creature — Elf Druid, power: 2, toughness: '*', loyalty: 3}"
    ).faces[0]
    assert face.type_line == TypeLine(("legendary",), ("creature",), ("Elf", "Druid"))
    assert face.colors == (Color.WHITE, Color.GREEN)
    assert (face.power, face.toughness, face.loyalty, face.defense) == (2, 0, 3, None)
    assert str(face.mana_cost) == "{1}{G}{W}"
    assert card("{}").faces[0].mana_cost is None


def test_colors() -> None:
    assert card("{colors: [red, white]}").faces[0].colors == (Color.WHITE, Color.RED)
    assert card("{cost: '{R}', abilities: [devoid]}").faces[0].colors == ()
    assert card("{cost: '{2/U}{B/P}'}").faces[0].colors == (Color.BLUE, Color.BLACK)


def test_faces() -> None:
    two = (
        "layout: {}, faces: [{{name: A, cost: '{{G}}', type: Creature}}, {{name: B, type: Creature, colors: [green]}}]"
    )
    transforming = card(f"{{name: A // B, {two.format('transform')}}}")
    assert (transforming.name, transforming.layout, len(transforming.faces)) == ("A", Layout.TRANSFORM, 2)
    assert card(f"{{name: A // B, {two.format('split')}}}").name == "A // B"
    assert card("{token: true}").layout is Layout.TOKEN


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("lifelink", Keyword("lifelink")),
        ("First strike", Keyword("first strike")),
        ("dredge 5", Keyword("dredge", 5)),
        ("protection from red", Keyword("protection from red")),
        ("'kicker {1}{R}'", Keyword("kicker", cost="{1}{R}")),
    ],
)
def test_keywords(entry: str, expected: Keyword) -> None:
    assert ability(entry) == expected


# --- what is watched -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("{draw: {player: you}}", [Watch("draw", (("player", YOU),))]),
        ("{draw: }", [Watch("draw")]),
        ("[{draw: {}}, {mill: {}}]", [Watch("draw"), Watch("mill")]),
        ("{destroy: {object: this}}", [Watch("destroy", (("permanent", THIS),))]),
        ("{put_counters: {by: effect}}", [Watch("put_counters", (("cause", Words(("effect",))),))]),
        ("{put_counters: {by: not cost}}", [Watch("put_counters", (("cause", Words(("cost",), True)),))]),
        ("{put_counters: {kind: [+1/+1, charge]}}", [Watch("put_counters", (("kind", Words(("+1/+1", "charge"))),))]),
        ("{put_counters: {player: you}}", [Watch("put_counters", (("on", YOU),))]),
        ("{deal_damage: {combat: true}}", [Watch("deal_damage", (("combat", True),))]),
        ("{deal_damage: {amount: '>= 4'}}", [Watch("deal_damage", (("amount", Comparison(">=", Number(4))),))]),
        ("{deal_damage: {amount: 4}}", [Watch("deal_damage", (("amount", Comparison("==", Number(4))),))]),
        (
            "{dies: {object: this}}",
            [Watch("move", (("object", THIS), ("from", Words(("battlefield",))), ("to", Words(("graveyard",)))))],
        ),
        ("{create_tokens: {token: Squirrel}}", [Watch("create_tokens", (("token", parse_phrase("Squirrel")),))]),
        (
            "{move: {to: graveyard, how: not discard}}",
            [Watch("move", (("to", Words(("graveyard",))), ("how", Words(("discard",), True))))],
        ),
    ],
)
def test_watches(when: str, expected: list[Watch]) -> None:
    assert replacement(f"{{when: {when}, skip: true}}").watches == tuple(expected)


# --- what happens instead --------------------------------------------------------------------------------------------

DAMAGE, TOKENS = "{deal_damage: {}}", "{create_tokens: {}}"


def test_changes() -> None:
    twice = Binary("*", Number(2), AMOUNT)
    assert rewritten("instead: {amount: 2 * amount}", DAMAGE) == Change((("amount", twice),))
    assert rewritten("instead: {count: 2 * amount}", "{put_counters: {}}") == Change((("count", twice),))
    assert rewritten("instead: {to: exile}", "{move: {}}") == Change((("to", "exile"),))
    assert rewritten("instead: {to: you}", DAMAGE) == Change((("to", YOU),))
    assert rewritten("instead: {player: you, count: 1}", TOKENS) == Change((("player", YOU), ("count", ONE)))
    assert rewritten("instead: {tapped: true, counters: {+1/+1: x}}", "{enter: {}}") == Change(
        (("tapped", True), ("counters", (("+1/+1", Name("x")),)))
    )


def test_prevention_and_redirection() -> None:
    assert rewritten("prevent: all", DAMAGE) == Prevent()
    assert rewritten("prevent: 1", DAMAGE) == Prevent(ONE)
    assert rewritten("prevent: half_up(amount)", DAMAGE) == Prevent(Call("half_up", (AMOUNT,)))
    assert rewritten("prevent: {all_but: 1}", DAMAGE) == Prevent(all_but=ONE)
    assert rewritten("redirect: this", DAMAGE) == Redirect(THIS)


def test_tokens_counters_and_choices() -> None:
    squirrel = TokenTemplate(AMOUNT, catalogue.token("Squirrel"))
    assert rewritten("plus: [{token: Squirrel, count: amount}]", TOKENS) == ReplaceTokens((squirrel,), keep=True)
    assert rewritten("tokens: [{token: Squirrel, count: amount}]", TOKENS) == ReplaceTokens((squirrel,))
    assert rewritten("tokens: [{copy_of: this, count: 1, tapped: true, attacking: true}]", TOKENS) == ReplaceTokens(
        (TokenTemplate(ONE, None, THIS, True, True),)
    )
    assert rewritten("counters: {+1/+1: 1}", "{put_counters: {}}") == AddCounters((("+1/+1", ONE),))
    one_of = rewritten("one_of: {A: {skip: true}, B: {plus: [{token: Squirrel}]}}, chosen_by: opponent", TOKENS)
    assert one_of == OneOf(
        (("A", Instead()), ("B", ReplaceTokens((TokenTemplate(ONE, catalogue.token("Squirrel")),), True))),
        role("opponent"),
    )


def test_a_token_written_out() -> None:
    wall = "{name: Wall, type: Creature — Wall, colors: [red], power: 0, toughness: 4, abilities: [defender]}"
    (template,) = rewritten(f"plus: [{{token: {wall}}}]", TOKENS).tokens
    assert template.card.layout is Layout.TOKEN
    assert template.card.faces[0].abilities == (Keyword("defender"),)


def test_instead_skip_while_may_and_then() -> None:
    found = replacement("{when: {draw: {}}, may: you, while: cards_in_hand(you) == 0, instead: [the event], then: []}")
    assert found.rewrite == Instead((TheEvent(),))
    assert found.optional == YOU
    assert found.condition == Binary("==", Call("cards_in_hand", (YOU,)), Number(0))
    assert rewritten("skip: true") == Instead()
    after = replacement(
        "{when: {deal_damage: {to: you}}, prevent: all, then: [{gain_life: {player: you, amount: prevented}}]}"
    )
    assert after.then == (Do("gain_life", (("player", YOU), ("amount", Name("prevented")))),)
    assert replacement("{when: {draw: {}}, while: kicked, skip: true}").condition == Call("flag", ("kicked",))


def test_regeneration() -> None:
    found = replacement("{regenerate: true}")
    assert found.regeneration
    assert found.watches == (Watch("destroy", (("permanent", THIS),)),)
    assert found.rewrite == Instead(
        (
            Do("remove_damage", (("permanent", IT),)),
            Do("tap", (("permanent", IT),)),
            Do("remove_from_combat", (("permanent", IT),)),
        )
    )


def test_other_static_abilities() -> None:
    assert ability("{cannot: {gain_life: {player: opponent}}}") == Static(
        Prohibition((Watch("gain_life", (("player", role("opponent")),)),))
    )
    assert ability("{cannot_prevent: {deal_damage: {combat: true}}}") == Static(
        Unpreventable((Watch("deal_damage", (("combat", True),)),))
    )
    zones = ability("{when: {move: {object: this}}, instead: {to: exile}, in: [battlefield, hand]}").zones
    assert zones == (Zone.BATTLEFIELD, Zone.HAND)
    continuous = ability(
        "{affects: noncreature artifact, add_types: [creature], power: mana_value(it), toughness: 2, "
        " keywords: [flying],"
        " colors: []}"
    )
    assert continuous.effect == Continuous(
        parse_phrase("noncreature artifact"),
        add_types=("creature",),
        set_colors=(),
        add_keywords=("flying",),
        set_power=Call("mana_value", (IT,)),
        set_toughness=Number(2),
    )


# --- abilities and instructions --------------------------------------------------------------------------------------


def test_activated_and_triggered_abilities() -> None:
    activated = ability("{activated: '{1}, {T}', costs: [{sacrifice: {permanent: this}}], do: [{draw: {player: you}}]}")
    draw = Do("draw_cards", (("player", YOU), ("count", ONE)))
    assert activated == Activated("{1}, {T}", (Do("sacrifice", (("permanent", THIS),)),), (draw,))
    triggered = ability("{trigger: {draw: {player: you}}, if: life(you) < 5, do: [{draw: {player: you, count: 1}}]}")
    assert triggered == Triggered(
        (Watch("draw", (("player", YOU),)),), (draw,), Binary("<", Call("life", (YOU,)), Number(5))
    )


def test_self_replacement() -> None:
    found = ability("{spell: [{draw: {player: you}}, {self: {when: {draw: {}}, while: kicked, skip: true}}]}")
    assert len(found.instructions) == 1
    (effect,) = found.replacements
    assert effect.self_replacement
    assert effect.condition == Call("flag", ("kicked",))


def test_instructions() -> None:
    put, tokens, exile, may, if_, choose, take = spell(
        "{put_counters: {on: it, kind: +1/+1, count: 2}}, {create_tokens: {token: Squirrel, count: x}},"
        "{exile: {object: target}}, {may: {cost: [], do: [the event], otherwise: [{mill: {player: you, count: 1}}]}},"
        "{if: x == 1, then: [the event]}, {choose: {one: [], two: [the event]}, by: opponent},"
        "{take: {look: 3, to: hand, rest: library}}"
    )
    assert put == Do("put_counters", (("on", IT), ("counters", (("+1/+1", Number(2)),))))
    assert tokens == Do(
        "create_tokens", (("player", YOU), ("tokens", (TokenTemplate(Name("x"), catalogue.token("Squirrel")),)))
    )
    assert exile == Do("move", (("object", role("target")), ("to", "exile"), ("how", "exile")))
    assert may == May(YOU, (), (TheEvent(),), (Do("mill", (("player", YOU), ("count", ONE))),))
    assert if_ == If(Binary("==", Name("x"), ONE), (TheEvent(),))
    assert choose == ChooseOne((("one", ()), ("two", (TheEvent(),))), role("opponent"))
    assert take == TakeFromTop(YOU, Number(3), ONE, "hand", "library")


@pytest.mark.parametrize(
    ("bound", "limit"),
    [
        ("time", Limit(times=1)),
        ("2 times", Limit(times=2)),
        ("3", Limit(amount=Number(3))),
        ("x", Limit(amount=Name("x"))),
    ],
)
def test_effects_that_are_made(bound: str, limit: Limit) -> None:
    (made,) = spell(f"{{effect: {{next: {bound}, when: {{deal_damage: {{}}}}, prevent: all}}}}")
    assert isinstance(made, CreateEffect)
    assert isinstance(made.effect, Replacement)
    assert made.effect.limit == limit
    assert made.duration == "this turn"


# --- wrong entries ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "path", "message"),
    [
        ("{tpye: Land}", "tpye", "did you mean 'type'"),
        ("{cost: G}", "cost", "'G' is not a mana cost"),
        ("{colors: [rad]}", "colors[0]", "did you mean 'red'"),
        ("{power: two}", "power", "expected a whole number"),
        ("{type: Sorcerer}", "type", "did you mean 'sorcery'"),
        ("{layout: split}", "layout", "belongs to cards with 'faces'"),
        ("{layout: split, faces: [{name: A, type: Land}]}", "", "two faces or more"),
        ("{abilities: [liflink]}", "abilities[0]", "unknown keyword ability 'liflink'; did you mean 'lifelink'"),
        ("{abilities: [{wen: {}}]}", "abilities[0].wen", "did you mean 'when'"),
        ("{abilities: [{when: {drow: {}}, skip: true}]}", "abilities[0].when.drow", "did you mean 'draw'"),
        (
            "{abilities: [{when: {draw: {payer: you}}, skip: true}]}",
            "abilities[0].when.draw.payer",
            "did you mean 'player'",
        ),
        (
            "{abilities: [{when: {draw: {player: yuo}}, skip: true}]}",
            "abilities[0].when.draw.player",
            "did you mean 'you'",
        ),
        ("{abilities: [{when: {draw: {}}}]}", "abilities[0]", "expected one rewrite .*, found none"),
        (
            "{abilities: [{when: {draw: {}}, skip: true, prevent: all}]}",
            "abilities[0]",
            "found both 'skip' and 'prevent'",
        ),
        ("{abilities: [{when: {}, skip: true}]}", "abilities[0].when", "found an empty mapping"),
        ("{abilities: [{when: {draw: {}}, instead: {}}]}", "abilities[0].instead", "'skip: true' is no event"),
        (
            "{abilities: [{when: {draw: {}}, instead: {amount: 1}}]}",
            "abilities[0].instead.amount",
            "unknown key 'amount'",
        ),
        ("{abilities: [{when: {move: {to: exil}}, skip: true}]}", "abilities[0].when.move.to", "did you mean 'exile'"),
        (
            "{abilities: [{when: {move: {to: [hand, not exile]}}, skip: true}]}",
            "abilities[0].when.move.to",
            "all stand with 'not'",
        ),
        (
            "{abilities: [{spell: [{draw: {player: you, count: two}}]}]}",
            "abilities[0].spell[0].draw.count",
            "'two' at 1 is not a word",
        ),
        ("{abilities: [{spell: [drow]}]}", "abilities[0].spell[0]", "expected an instruction"),
        ("{abilities: [{spell: [{maay: {}}]}]}", "abilities[0].spell[0].maay", "did you mean 'may'"),
        (
            "{abilities: [{spell: {draw: {}}}]}",
            "abilities[0].spell",
            "expected a list of instructions, found a mapping",
        ),
        (
            "{abilities: [{spell: [{create_tokens: {token: Squirel}}]}]}",
            "abilities[0].spell[0].create_tokens.token",
            "did you mean 'Squirrel'",
        ),
        (
            "{abilities: [{spell: [{effect: {next: 0, regenerate: true}}]}]}",
            "abilities[0].spell[0].effect.next",
            "at least 1",
        ),
        (
            "{abilities: [{spell: [{effect: {lasts: today, regenerate: true}}]}]}",
            "abilities[0].spell[0].effect.lasts",
            "duration 'today'",
        ),
        ("{abilities: [{in: [hnad], regenerate: true}]}", "abilities[0].in", "did you mean 'hand'"),
        (
            "{abilities: [{while: lief(you), when: {draw: {}}, skip: true}]}",
            "abilities[0].while",
            "did you mean 'life'",
        ),
        ("{abilities: [{affects: creature, keywords: [fliyng]}]}", "abilities[0].keywords[0]", "did you mean 'flying'"),
        (
            "{abilities: [{spell: [{put_counters: {on: it, player: it, kind: a}}]}]}",
            "abilities[0].spell[0].put_counters.player",
            "another name",
        ),
    ],
)
def test_wrong_entries_say_where_and_what(entry: str, path: str, message: str) -> None:
    with pytest.raises(MalformedError, match=message) as caught:
        card(entry)
    assert caught.value.path == path or not path


# --- the catalogue ---------------------------------------------------------------------------------------------------


def test_finding_cards() -> None:
    assert catalogue.find("Hardened Scales").name == "Hardened Scales"
    assert catalogue.find("Hardened Scales") is catalogue.find("Hardened Scales")
    assert catalogue.token("Squirrel").layout is Layout.TOKEN
    assert "Hardened Scales" in catalogue.names()
    assert "Squirrel" in catalogue.names(tokens=True)
    assert "Squirrel" not in catalogue.names()
    assert catalogue.entry("Hardened Scales")["cost"] == "{G}"
    assert catalogue.source("Hardened Scales").startswith("- name: Hardened Scales\n")
    assert "Hardened Scales" in catalogue.search("put_counters scales")
    assert catalogue.search("no such words anywhere") == ()
    assert catalogue.duplicates() == ()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("hardened scales", "did you mean 'Hardened Scales'"),
        ("Hardend Scale", "did you mean 'Hardened Scales'"),
        ("Qxyzzy Wvvkj", "there is no card .Qxyzzy Wvvkj.$"),
        ("Squirrel", "there is a token of that name"),
    ],
)
def test_cards_that_are_not_there(name: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        catalogue.find(name)
    with pytest.raises(UnknownNameError, match=r"no token 'Squirel'.*did you mean 'Squirrel'"):
        catalogue.token("Squirel")


def test_a_card_with_several_faces_is_found_by_each_name() -> None:
    several = [name for name in catalogue.names() if " // " in name]
    assert several
    for name in several:
        for part in name.split(" // "):
            assert catalogue.find(part) == catalogue.find(name)


def test_every_entry_of_the_catalogue_is_read() -> None:
    for name in catalogue.names():
        catalogue.find(name)
    for name in catalogue.names(tokens=True):
        catalogue.token(name)


_KEY_LIST = """
    when instead skip prevent redirect plus tokens counters one_of then while may do spell activated costs trigger
    if cannot affects in effect next lasts choose take draw put_counters create_tokens player token copy_of count
    amount kind to regenerate keywords colors power type self faces look
"""
_KEYS = _KEY_LIST.split()
_WORDS = (
    "you",
    "it",
    "all",
    "time",
    "2 times",
    "the event",
    "Squirrel",
    "flying",
    "exile",
    "amount",
    "half_up(x)",
    "",
    "²",
)
_values = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 3) | st.floats(allow_nan=False) | st.sampled_from(_WORDS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_KEYS), inner, max_size=3),
    max_leaves=10,
)


@settings(max_examples=400)
@given(st.dictionaries(st.sampled_from(_KEYS), _values, min_size=1, max_size=4))
def test_any_ability_is_read_or_refused(value: dict[str, object]) -> None:
    with contextlib.suppress(MalformedError):
        notation.card({"name": "Test", "type": "Enchantment", "abilities": [value]})


@given(st.dictionaries(st.sampled_from([*notation.CARD_KEYS]), _values))
def test_any_card_is_read_or_refused(value: dict[str, object]) -> None:
    with contextlib.suppress(MalformedError):
        notation.card({"name": "Test", "type": "Enchantment", **value})


def test_the_page_about_the_notation_holds() -> None:
    page = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
    entries = [entry for block in re.findall(r"```yaml\n(.*?)```", page, re.DOTALL) for entry in load(block)[0]]
    there = [entry for entry in entries if catalogue.is_card(entry["name"])]
    assert there
    for entry in there:
        assert notation.card(entry) == catalogue.find(entry["name"])
    written = set(re.findall(r"`(\w+)`", page))
    assert set(VERBS) <= written
    assert set(Document.model_fields) <= written
    assert set(ObjectEntry.model_fields) <= written
    assert set(FUNCTIONS) <= set(re.findall(r"`(\w+)\(", page))
