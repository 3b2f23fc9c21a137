"""Kinds of misreading that were found by reading compiled abilities against their texts, each with an invented card."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios.reading import read_card, read_text
from scenarios.reading.comparing import canonical
from scenarios.reading.records import OracleCard, OracleFace


def _read(text: str, type_line: str = "Creature — Golem") -> list[Any]:
    (clause,) = read_text(text, name="Foo", type_line=type_line)
    assert clause.understood, clause.stopped_at
    return list(clause.abilities or ())


def _is_read_as(text: str, ability: Any, type_line: str = "Creature — Golem") -> None:
    assert [canonical(one) for one in _read(text, type_line)] == [canonical(ability)]


def _do(text: str, type_line: str = "Creature — Golem") -> Any:
    (ability,) = _read(text, type_line)
    return ability["spell" if type_line == "Sorcery" else "do"]


@pytest.mark.parametrize(
    "text",
    [
        "When Foo enters, create a 0/0 green Fractal creature token. Put three +1/+1 counters on it.",
        "When Foo enters, create a 1/1 white Soldier creature token, then attach Foo to it.",
        "When Foo enters, sacrifice another creature. You gain life equal to that creature's power.",
        "When Foo enters, target player discards a card. You gain life equal to that card's mana value.",
        "Whenever Foo becomes the target of a spell, Foo deals 2 damage to that spell's controller.",
        "Whenever Foo attacks, you may sacrifice another creature. If you do, draw cards equal to its power.",
        "{T}: Create a token that's a copy of target creature. Sacrifice it at the beginning of the next end step.",
    ],
)
def test_what_the_ability_itself_brought_up_is_not_what_it_triggered_on(text: str) -> None:
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Creature — Golem"))


def test_what_was_paid_leaves_the_pronoun_alone() -> None:
    for cost in ("sacrifice a Blood token", "discard a card"):
        (may,) = _do(f"Whenever Foo attacks, you may {cost}. If you do, it gets +2/+2 until end of turn.")
        assert may["may"]["do"] == [{"effect": {"affects": "it", "power_plus": 2, "toughness_plus": 2}}]


def test_its_controller_stays_known_while_a_library_is_searched() -> None:
    found = "search their library for a basic land card, put it onto the battlefield, then shuffle"
    _, may = _do(f"Destroy target land. Its controller may {found}.", "Sorcery")
    assert [next(iter(one.values()))["player"] for one in may["may"]["do"]] == ["target's controller"] * 2


def test_one_or_more_is_one_trigger() -> None:
    draw = [{"draw": {"player": "you", "count": 1}}]
    _is_read_as(
        "Whenever one or more other creatures you control die, draw a card.",
        {"trigger": {"dies": {"object": "other creature you control"}}, "once": True, "do": draw},
    )
    _is_read_as(
        "Whenever one or more Goblins you control deal combat damage to a player, draw a card.",
        {"trigger": {"deal_damage": {"source": "Goblin you control", "to": "player", "combat": True}}, "once": "to",
         "do": draw},
    )  # fmt: skip
    _is_read_as(
        "Whenever you discard one or more cards, draw a card.",
        {"trigger": {"discard": {"player": "you"}}, "once": True, "do": draw},
    )
    assert "once" not in _read("Whenever a creature you control dies, draw a card.")[0]


def test_becoming_blocked_and_blocking_happen_once_for_a_creature() -> None:
    assert _read("Whenever Foo becomes blocked, draw a card.")[0]["once"] == "attacker"
    assert _read("Whenever Foo blocks, draw a card.")[0]["once"] == "object"
    assert _read("Whenever Foo attacks or blocks, draw a card.")[0]["once"] is True
    assert "once" not in _read("Whenever Foo becomes blocked by a creature, draw a card.")[0]


@pytest.mark.parametrize(
    "text",
    [
        "Whenever one or more Goblins you control attack, create that many Treasure tokens.",
        "Whenever you discard one or more cards, put that many +1/+1 counters on Foo.",
        "Whenever one or more Goblins you control deal combat damage to a player, draw that many cards.",
    ],
)
def test_how_many_there_were_is_not_asked_of_one_of_several_events(text: str) -> None:
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Creature — Golem"))


def test_an_x_that_is_told_is_told_everywhere() -> None:
    for done in _do(
        "When Foo enters, you draw X cards and you lose X life, where X is the number of Demons you control."
    ):
        assert "count(Demon you control)" in next(iter(done.values())).values()


def test_what_may_be_done_is_all_of_it() -> None:
    text = (
        "you may exile another target creature you control, then return that card to the battlefield under its owner's"
    )
    (may,) = _do(f"When Foo enters, {text} control.")
    assert [next(iter(one)) for one in may["may"]["do"]] == ["exile", "enter"]
    joined = "When Foo enters, you may draw a card and each opponent loses 1 life."
    assert not any(clause.understood for clause in read_text(joined, name="Foo", type_line="Creature — Golem"))


def test_who_controls_what_is_counted_is_settled() -> None:
    (damage,) = _do(
        "When Foo enters, it deals damage to target player equal to the number of lands that player controls."
    )
    assert damage["deal_damage"]["amount"] == "count(land target controls)"
    (each,) = _do("{T}: Each player loses 1 life for each Swamp they control.")
    assert each == {"each": "player", "do": [{"lose_life": {"player": "you", "amount": "count(Swamp you control)"}}]}
    for text in (
        "Tap target creature an opponent controls. Each creature that player controls gets -2/-0 until end of turn.",
        "Foo deals damage to each player equal to the number of lands they control.",
    ):
        assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Sorcery"))


def test_several_players_skip_each_on_their_own() -> None:
    (skip,) = _do("When Foo is turned face up, each opponent skips their next untap step.")
    assert skip["effect"]["each"] == "opponent"
    assert skip["effect"]["when"] == {"begin": {"player": "each one", "step": "untap"}}


@pytest.mark.parametrize(
    "text",
    [
        "Put a +1/+1 counter on target creature you control. Other creatures you control get +1/+1 until end of turn.",
        "Attacking creatures you control get +1/+0 until end of turn for each other attacking creature.",
        "Each creature you control deals damage equal to its power to target creature you don't control.",
    ],
)
def test_others_and_amounts_of_each_thing_are_refused_where_they_are_not_known(text: str) -> None:
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Sorcery"))


def _card(text: str, type_line: str) -> dict[str, Any]:
    face = OracleFace("Foo", type_line=type_line, text=text)
    return dict(read_card(OracleCard("Foo", "normal", (face,))).entry)


def test_targets_of_options_are_chosen() -> None:
    text = "Prevent all damage that would be dealt to another target creature this turn by sources of the color of your"
    assert _card(f"{{1}}: {text} choice.", "Creature — Golem")["chooses"] == [{"target": "another creature"}]


def test_only_creatures_have_what_creatures_have() -> None:
    entry = _card("Destroy target artifact, enchantment, or creature with flying.", "Sorcery")
    assert entry["chooses"] == [{"target": "creature with flying or artifact or enchantment"}]
    entry = _card("Destroy target artifact or creature with mana value 2 or less.", "Sorcery")
    assert entry["chooses"] == [{"target": "artifact or creature with mana value <= 2"}]


def test_cards_named_like_the_card_itself_have_its_name() -> None:
    (ability,) = _card("Foo's power and toughness are each equal to the number of creatures named Foo.", "Creature")[
        "abilities"
    ]
    assert ability["power"] == 'count(creature named "Foo")'


def test_it_behind_a_condition_is_what_the_condition_is_about() -> None:
    pump, cannot = _read("As long as enchanted creature is red, it gets +1/+1 and can't block.", "Enchantment — Aura")
    assert pump["affects"] == "enchanted creature"
    assert cannot["cannot"] == {"block": {"object": "enchanted creature"}}
    assert _read("As long as Foo is tapped, it can't block.")[0]["cannot"] == {"block": {"object": "this"}}


def test_that_many_of_what_was_done_is_not_how_much_happened() -> None:
    done = "that player discards all the cards in their hand, then draws that many cards"
    text = f"Whenever Foo deals damage to a player, {done}."
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Creature — Golem"))
    (gain,) = _do("Whenever Foo deals damage, you gain that much life.")
    assert gain["gain_life"]["amount"] == "amount"


def test_where_a_trigger_on_the_card_itself_works() -> None:
    assert "graveyard" in _read("When you cycle Foo, draw a card.")[0]["in"]
    assert _read("When Foo is put into a graveyard from anywhere, you gain 1 life.")[0]["in"] == ["graveyard"]
    assert "in" not in _read("When Foo dies, draw a card.")[0]


def test_that_many_in_a_spell_is_not_known() -> None:
    text = "Discard all the cards in your hand, then draw that many cards."
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Sorcery"))


@pytest.mark.parametrize(
    "text",
    [
        "Whenever a creature deals damage to a player, its controller may pay 1 life. If they do, they draw a card.",
        "Whenever equipped creature blocks a creature, destroy that creature.",
    ],
)
def test_who_is_meant_by_they_and_that_creature_is_not_guessed(text: str) -> None:
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Artifact — Equipment"))


def test_another_before_a_list_without_articles_belongs_to_all_of_it() -> None:
    for text, wanted in (
        ("another creature or artifact", "another creature or another artifact you control"),
        ("another creature or a token", "another creature or token you control"),
    ):
        (may,) = _do(f"Whenever Foo attacks, you may sacrifice {text}. If you do, draw a card.")
        assert may["may"]["cost"] == [{"sacrifice": {"player": "you", "permanent": wanted}}]
    text = "Another target creature or Vehicle gains flying until end of turn."
    card = OracleCard("Foo", "normal", (OracleFace("Foo", type_line="Creature", text=f"{{1}}: {text}"),))
    assert read_card(card).entry["chooses"] == [{"target": "another creature or another Vehicle"}]


def test_it_behind_what_was_done_to_the_enchanted_creature_is_that_creature() -> None:
    for more in ("It deals 1 damage to you.", "Put two ice counters on it."):
        _, done = _do(f"When Foo enters, tap enchanted creature. {more}", "Enchantment — Aura")
        assert "enchanted creature" in next(iter(done.values())).values()
    text = (
        "Whenever a creature dealt damage by enchanted creature this turn dies, put a +1/+1 counter on that creature."
    )
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Enchantment — Aura"))


def test_a_card_may_be_cast_only_where_it_remains() -> None:
    text = "Counter target spell. If that spell is countered this way, exile it instead of putting it into its owner's "
    more = "graveyard. You may cast that card without paying its mana cost for as long as it remains exiled."
    *_, last = _do(text + more, "Sorcery")
    assert last["effect"]["allows"] == {"cast": "target in exile", "cost": "free"}


def test_damage_to_several_is_dealt_by_one_source() -> None:
    (both,) = _do("When Foo enters, it deals 2 damage to target creature and 2 damage to that creature's controller.")
    assert [one["deal_damage"]["source"] for one in both["at_once"]] == ["it", "it"]


def test_what_is_done_for_a_cost_is_replaced_for_that_cost() -> None:
    text = "Whenever Foo attacks, you may pay {1}. If you do, put a +1/+1 counter on it. If you control a Forest, "
    (may,) = _do(text + "put two +1/+1 counters on it instead.")
    (done,) = may["may"]["do"]
    assert done.keys() == {"otherwise", "if", "then"}
    text = "Whenever Foo attacks, you may pay {8}. If you do, tap up to eight target permanents. Those permanents "
    more = "don't untap during their controllers' next untap steps."
    assert not any(one.understood for one in read_text(text + more, name="Foo", type_line="Creature"))


def test_a_target_that_a_template_speaks_of_twice_is_one() -> None:
    for text, kind in (
        ("Double the number of +1/+1 counters on target creature you control.", "creature you control"),
        ("Foo deals 2 damage to each attacking or blocking creature target player controls.", "player"),
    ):
        card = OracleCard("Foo", "normal", (OracleFace("Foo", type_line="Sorcery", text=text),))
        entry = read_card(card).entry
        assert entry["chooses"] == [{"target": kind}]
        assert "target 2" not in str(entry["abilities"])
    text = "Target creature gets +X/+X until end of turn, where X is the number of creatures target player controls."
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Sorcery"))


def test_counters_under_a_condition_are_on_the_one_thing_that_enters() -> None:
    text = "Return target creature card from your graveyard to the battlefield. If {G} was spent to cast this spell, "
    (enter,) = _do(text + "that creature enters with an additional +1/+1 counter on it.", "Sorcery")
    assert enter["enter"]["counters"] == {"+1/+1": "1 * (flag({G} spent))"}


def test_what_stands_behind_when_you_do_belongs_to_it() -> None:
    text = "Whenever Foo attacks, you may pay {2}. When you do, put a +1/+1 counter on target creature. That creature "
    (may,) = _do(text + "gains trample until end of turn.")
    (done,) = may["may"]["do"]
    assert len(done["when_done"]) == 2


def test_one_of_several_things_to_copy_is_chosen() -> None:
    text = "The first time you would create one or more tokens during each of your turns, you may instead choose a "
    (ability,) = _read(text + "creature other than Foo and create that many tokens that are copies of that creature.")
    assert ability["choosing"] == {"one": "another creature"}


def test_costs_with_or() -> None:
    one, two = _read("{3}, {T} or {R}, {T}: Foo deals 1 damage to any target.", "Artifact")
    assert (one["activated"], two["activated"]) == ("{3}, {T}", "{R}, {T}")
    one, two = _read("{3}, {T}, Sacrifice an artifact or discard a nonland card: Draw a card.", "Artifact")
    assert one["activated"] == two["activated"] == "{3}, {T}"
    assert [next(iter(way["costs"][-1])) for way in (one, two)] == ["sacrifice", "discard"]


def test_counters_on_what_is_exiled_are_not_on_this() -> None:
    text = "Whenever Foo attacks, you may exile a creature you control and put a fate counter on it."
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Creature"))


def test_a_spell_is_on_the_stack_wherever_it_was_cast_from() -> None:
    (ability,) = _read("Whenever you cast a spell from your graveyard, draw a card.")
    assert ability["trigger"]["cast"]["object"] == "spell cast from a graveyard you own"
    text = "Spells in your graveyard cost {1} less to cast."
    assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Creature"))


def test_two_colors_before_instant_or_sorcery_belong_to_both() -> None:
    (ability,) = _read("Whenever an opponent casts a white or blue instant or sorcery spell, draw a card.")
    wanted = "white instant or blue instant or white sorcery spell or blue sorcery spell"
    assert ability["trigger"]["cast"]["object"] == wanted


def test_who_casts_a_spell_is_that_player() -> None:
    (ability,) = _read("Whenever an opponent casts a spell, that player loses 1 life.")
    assert ability["do"] == [{"lose_life": {"player": "it's controller", "amount": 1}}]


def test_a_pump_by_a_power_below_zero_is_none() -> None:
    (effect,) = _do("{2}: Foo gets +X/+0 until end of turn, where X is its power.")
    assert effect["effect"]["power_plus"] == "max(0, power(this))"


def test_each_other_player_may_be_another_than_who_did_it() -> None:
    for event in ("Whenever a player casts a spell", "At the beginning of each player's upkeep"):
        text = f"{event}, each other player draws a card."
        assert not any(clause.understood for clause in read_text(text, name="Foo", type_line="Creature"))
    (draw,) = _do("When Foo dies, each other player draws a card.")
    assert draw["draw"]["player"] == "each another player"
