"""Cards understood in part answer what the rest can't touch, and refuse what it could."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import anyorder
from anyorder.cli import app
from model.abilities import NotUnderstood, Sort
from model.errors import MalformedError, OutOfScopeError
from scenarios import catalogue, notation, partly
from scenarios.bringing import importing, store
from scenarios.bringing.entries import not_understood, sort_of
from scenarios.reading.records import Clause
from tests import bring_tools as tools

WARDEN = {**tools.ELF, "name": "Oddball Warden", "oracle_text": "Creatures you juggle can't be sneezed at."}
LOUD = {**tools.ELF, "name": "Oddball Crier", "oracle_text": "Whenever anybody sneezes, juggle."}
DAILY = {**tools.ELF, "name": "Oddball Baker", "oracle_text": "At the beginning of your upkeep, juggle a bun."}
SPELL = {**tools.ELF, "name": "Oddball Bolt", "type_line": "Instant", "oracle_text": "Juggle target creature."}
BARGAIN = {**SPELL, "name": "Oddball Bargain", "oracle_text": "You may juggle rather than pay this spell's mana cost."}
CHEAP = {**tools.ELF, "name": "Oddball Miser", "oracle_text": "Oddball Miser costs {1} less to cast for each bun."}
GIVER = {**tools.GROVE, "name": "Oddball Well", "oracle_text": "{T}: Add {G} for each bun you juggled."}
TURNING = {
    **tools.TWO, "name": "Oddball Dawn // Oddball Dusk",
    "card_faces": [
        {**tools.TWO["card_faces"][0], "name": "Oddball Dawn"},
        {**tools.TWO["card_faces"][1], "name": "Oddball Dusk", "oracle_text": WARDEN["oracle_text"]},
    ],
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def brought(tmp_path_factory: pytest.TempPathFactory):
    """The odd cards, imported into a store of their own."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("data")
        patch.setenv("ANYORDER_DATA", str(folder))
        store.reading.cache_clear()
        catalogue.find_partly.cache_clear()
        cards = (*tools.CARDS, WARDEN, LOUD, DAILY, SPELL, BARGAIN, CHEAP, GIVER, TURNING)
        importing.bring(tools.lines(folder / "cards.jsonl", cards), processes=1)
        yield
    store.reading.cache_clear()
    catalogue.find_partly.cache_clear()


def ask(**document: Any):
    return anyorder.ask(document)


COUNTER = {"put_counters": {"on": "Hill Giant", "kind": "+1/+1"}}


def outcome(card: object, zone: str = "battlefield", event: object = COUNTER, **more: Any):
    places: dict[str, Any] = {"battlefield": {"you": ["Hill Giant"]}}
    places.setdefault(zone, {}).setdefault("you", []).append(card)
    return ask(**places, event=event, **more)


PING = {"deal_damage": {"to": "Oddball Herald", "source": "Hill Giant", "amount": 1}}
RESOLVED: dict[str, Any] = {"resolve_triggers": {}}
UPKEEP, DEATH = {"begin": {"player": "you", "step": "upkeep"}}, {"destroy": {"permanent": "Oddball Herald"}}
ENTRY, LOSS = (
    {"enter": {"object": "Oddball Herald", "under": "you"}},
    {"discard": {"player": "you", "card": "Oddball Herald"}},
)
#: Where a card stands, what is asked, and whether the part of it that was not understood could matter.
ALONE = [
    ("Oddball Warden", "battlefield", COUNTER, True),
    ("Oddball Warden", "hand", COUNTER, False),
    ("Oddball Warden", "graveyard", COUNTER, False),
    ("Oddball Crier", "battlefield", COUNTER, False),
    ("Oddball Crier", "battlefield", {"in_order": [COUNTER, RESOLVED]}, True),
    ("Oddball Crier", "exile", {"in_order": [COUNTER, RESOLVED]}, False),
    ("Oddball Baker", "battlefield", {"in_order": [COUNTER, RESOLVED]}, False),
    ("Oddball Baker", "battlefield", UPKEEP, False),
    ("Oddball Baker", "battlefield", {"in_order": [UPKEEP, RESOLVED]}, True),
    ("Oddball Herald", "battlefield", {"in_order": [COUNTER, RESOLVED]}, False),
    ("Oddball Herald", "battlefield", DEATH, False),
    ("Oddball Herald", "battlefield", {"in_order": [DEATH, RESOLVED]}, True),
    ("Oddball Herald", "battlefield", {"in_order": [PING, RESOLVED]}, False),
    ("Oddball Herald", "hand", ENTRY, False),
    ("Oddball Herald", "hand", {"in_order": [ENTRY, RESOLVED]}, True),
    ("Oddball Herald", "hand", {"in_order": [LOSS, RESOLVED]}, True),
    ("Oddball Grove", "battlefield", COUNTER, False),
    ("Oddball Grove", "battlefield", {"tap_for_mana": {"permanent": "Oddball Grove"}}, False),
    ("Oddball Grove", "battlefield", {"activate": {"ability_of": "Oddball Grove", "ability": 1}}, True),
    ("Oddball Grove", "hand", {"enter": {"object": "Oddball Grove", "under": "you"}}, False),
    ("Oddball Grove", "battlefield", {"tap_for_mana": {"permanent": "Oddball Grove", "ability": 1}}, True),
    ("Oddball Well", "battlefield", {"tap_for_mana": {"permanent": "Oddball Well"}}, True),
    ("Oddball Bolt", "stack", COUNTER, False),
    ("Oddball Bolt", "stack", {"resolve": {"object": "Oddball Bolt"}}, True),
    ("Oddball Miser", "battlefield", COUNTER, False),
    ("Oddball Dawn", "battlefield", COUNTER, False),
    ("Oddball Dusk", "battlefield", COUNTER, True),
    ("Oddball Elf", "battlefield", COUNTER, None),
]  # fmt: skip


@pytest.mark.parametrize(("card", "zone", "event", "touched"), ALONE)
def test_what_the_rest_could_touch_is_refused(card: str, zone: str, event: dict, touched: bool | None):
    if touched:
        with pytest.raises(OutOfScopeError, match=r"is not understood whole.*reading stopped at"):
            outcome(card, zone, event)
        return
    asked = outcome(card, zone, event)
    assert asked.outcomes
    assert [one.card for one in asked.unread] == ([] if touched is None else [card])


def test_a_creature_that_dies_on_the_way_is_seen_afterwards():
    with pytest.raises(OutOfScopeError, match="Oddball Herald"):
        outcome(
            {"card": "Oddball Herald", "damage": 1},
            event={
                "in_order": [
                    {"deal_damage": {"to": "Oddball Herald", "source": "Hill Giant", "amount": 3}},
                    {"state_based_actions": {}},
                    RESOLVED,
                ]
            },
        )


def test_what_could_be_produced():
    asked = ask(battlefield={"you": ["Oddball Grove"]}, question={"could_produce": "Oddball Grove"})
    assert asked.values[0].value == ["G"]
    assert asked.unread
    for card in ("Oddball Well", "Oddball Warden"):
        with pytest.raises(OutOfScopeError, match=card):
            ask(battlefield={"you": ["Forest", card]}, question={"could_produce": "Forest"})
    assert ask(battlefield={"you": ["Forest", "Oddball Crier"]}, question={"could_produce": "Forest"}).values[
        0
    ].value == ["G"]


def test_questions_about_what_is_so_now():
    for kind in ("characteristics", "mana_value"):
        assert ask(battlefield={"you": ["Oddball Herald"]}, question={kind: "Oddball Herald"}).values
        with pytest.raises(OutOfScopeError):
            ask(battlefield={"you": ["Oddball Warden"]}, question={kind: "Oddball Warden"})


def test_questions_about_what_may_be_done():
    with pytest.raises(OutOfScopeError):
        ask(
            battlefield={"you": ["Oddball Grove"]},
            question={"can_activate": [{"ability_of": "Oddball Grove", "ability": 1}]},
        )
    with pytest.raises(OutOfScopeError):
        ask(hand={"you": ["Oddball Miser"]}, question={"can_play": {"player": "you", "cards": ["Oddball Miser"]}})


ELF, FACE_DOWN = {"hand": {"you": ["Oddball Elf"]}}, {"card": "Oddball Warden", "flags": ["face-down"]}
PLAY = {"can_play": {"player": "you"}}
#: Where the card is, what is asked, and whether the part that was not understood could matter.
WHAT_MAY_BE_DONE: list[tuple[dict[str, Any], dict[str, Any], bool]] = [
    ({"battlefield": {"you": ["Oddball Crier"]}, **ELF}, PLAY, False),
    ({"battlefield": {"you": ["Oddball Warden"]}, **ELF}, PLAY, True),
    ({"hand": {"you": ["Oddball Bolt"]}}, {"can_play": {"player": "you", "cards": ["Oddball Bolt"]}}, False),
    ({"hand": {"you": ["Oddball Bargain"]}}, PLAY, True),
    ({"hand": {"you": ["Oddball Herald"]}}, {"can_play": {"player": "you", "cards": ["Oddball Herald"]}}, False),
    ({"battlefield": {"you": ["Oddball Crier"]}}, {"can_target": {"permanent": "Oddball Crier", "for": "Ice"}}, False),
    ({"battlefield": {"you": ["Oddball Crier"]}}, {"can_target": {"player": "you", "for": "Oddball Crier"}}, True),
    ({"battlefield": {"you": ["Oddball Warden"]}}, {"mana_value": "Oddball Warden"}, True),
    ({"battlefield": {"you": [FACE_DOWN]}}, {"mana_value": "Oddball Warden"}, False),
]  # fmt: skip


@pytest.mark.parametrize(("places", "question", "touched"), WHAT_MAY_BE_DONE)
def test_triggers_and_what_spells_do_are_no_part_of_what_may_be_done(places: dict, question: dict, touched: bool):
    if touched:
        with pytest.raises(OutOfScopeError, match="is not understood whole"):
            ask(**places, question=question)
    else:
        assert ask(**places, question=question).values is not None


def test_spells_that_resolved_before():
    with pytest.raises(OutOfScopeError, match="Oddball Bolt"):
        ask(
            battlefield={"you": ["Hill Giant"]},
            resolved=[{"card": "Oddball Bolt", "targets": ["Hill Giant"]}],
            event=COUNTER,
        )


def test_the_facts_of_a_card_are_known_whatever_its_text_says():
    assert CliRunner().invoke(app, ["card", "Oddball Warden"]).exit_code == 0


def test_answers_say_what_was_not_understood(tmp_path: Path):
    path = tmp_path / "scenario.yaml"
    path.write_text(json.dumps({"battlefield": {"you": ["Oddball Baker"]}, "event": {"draw": {"player": "you"}}}))
    plain = CliRunner().invoke(app, ["ask", str(path)])
    assert plain.exit_code == 0
    assert "a part of Oddball Baker (reading stopped at: " in plain.output
    data = json.loads(CliRunner().invoke(app, ["ask", "--json", str(path)]).output)
    assert [one["card"] for one in data["not_understood"]] == ["Oddball Baker"]
    assert "not_understood" not in json.loads(_json_of(tmp_path, "Oddball Elf"))


def _json_of(tmp_path: Path, card: str) -> str:
    path = tmp_path / "other.yaml"
    path.write_text(json.dumps({"battlefield": {"you": [card]}, "event": {"draw": {"player": "you"}}}))
    return CliRunner().invoke(app, ["ask", "--json", str(path)]).output


SORTS = {
    "Creatures you control get +1/+1.": Sort.STATIC,
    "If a creature would die, exile it instead.": Sort.STATIC,
    "~ enters with a counter: one for each bun.": Sort.STATIC,
    "Creatures you control have \"{T}: Juggle.\"": Sort.STATIC,
    "Whenever a creature dies, juggle.": Sort.TRIGGER,
    "Landfall \u2014 Whenever a land you control enters, juggle.": Sort.TRIGGER,
    "Whenever ~ enters or attacks, juggle.": Sort.TRIGGER,
    "When ~ enters, juggle. Whenever a creature dies this turn, juggle.": Sort.TRIGGER,
    "I, II \u2014 Juggle.": Sort.TRIGGER,
    "When ~ dies, juggle.": Sort.TRIGGER_ON_ITSELF,
    "At the beginning of combat, juggle.": Sort.TRIGGER_ON_STEP,
    "At the beginning of each end step or when ~ dies, juggle.": Sort.TRIGGER,
    "{2}, {T}, Sacrifice a creature: Juggle.": Sort.ACTIVATED,
    "Pay 2 life: Juggle.": Sort.ACTIVATED,
    "[-2]: Juggle.": Sort.ACTIVATED,
    "Level 2 | Whenever you juggle, sneeze.": Sort.TRIGGER,
    "12+ | {3}{W}, {T}: Juggle.": Sort.ACTIVATED,
    "Level 3 | Buns you control are round.": Sort.STATIC,
    "To solve \u2014 You juggled this turn.": Sort.TRIGGER_ON_STEP,
    "As an additional cost to cast ~, juggle.": Sort.CASTING,
}  # fmt: skip


@pytest.mark.parametrize("text", SORTS)
def test_the_sort_of_an_ability_is_told_from_its_form(text: str):
    assert sort_of(text, "Creature \u2014 Elf") is SORTS[text]


def test_what_spells_do_is_a_sort_of_its_own():
    assert sort_of("Juggle target creature.", "Instant") is Sort.SPELL


VANE = "Oddball Vane"
SPIN = {"resolve": {"ability_of": VANE, "ability": 1}}
DAMAGE = {"static": "what damage does", "about": ["deal_damage"]}
BUNS = {"trigger": "a bun when it spins"}
PING_YOU = {"deal_damage": {"to": "you", "source": "Hill Giant", "amount": 1}}
WITHOUT: list[tuple[Any, Any, bool]] = [
    ("whatever it does", COUNTER, True),
    (DAMAGE, COUNTER, False),
    (DAMAGE, PING_YOU, True),
    (BUNS, COUNTER, False),
    (BUNS, {"in_order": [COUNTER, RESOLVED]}, True),
    ({"activated": "spins", "number": 2}, SPIN, False),
    ({"activated": "spins", "number": 1}, SPIN, True),
    ({"note": "that it is round"}, COUNTER, False),
]


@pytest.mark.parametrize(("left_out", "event", "touched"), WITHOUT)
def test_what_an_entry_goes_without(left_out: Any, event: Any, touched: bool):
    gain = {"activated": "{1}", "do": [{"gain_life": {"player": "you", "amount": 1}}]}
    card = notation.card({"name": VANE, "type": "Artifact", "abilities": [gain], "left_out": [left_out]})
    found = ask(battlefield={"you": ["Hill Giant", "Sol Ring"]}, event=COUNTER).scenario.situation
    ring = replace(found.object("Sol Ring"), id=VANE, card=card)
    situation = found.with_new(ring)
    if touched:
        with pytest.raises(OutOfScopeError, match="Oddball Vane is built in without"):
            partly.refuse(situation, "outcomes", None, event)
    else:
        partly.refuse(situation, "outcomes", None, event)
    assert [one.why for one in partly.unread(situation)] == ["not followed" if "note" in left_out else "left out"]


def test_the_notation_of_what_was_not_understood():
    written = {"not_understood": "juggle", "sort": "activated", "everywhere": False, "adds_mana": False}
    assert notation.ability(written, "") == NotUnderstood("juggle", Sort.ACTIVATED, False, False)
    assert notation.ability({"not_understood": "juggle"}, "") == NotUnderstood("juggle")
    with pytest.raises(MalformedError, match="sort"):
        notation.ability({"not_understood": "juggle", "sort": "activate"}, "")


def test_questions_about_orders_and_reasons_need_whole_cards():
    situation = ask(battlefield={"you": ["Oddball Baker"]}, event={"draw": {"player": "you"}}).scenario.situation
    partly.refuse(situation, "outcomes", None, {"draw": {"player": "you"}})
    for kind in ("can_force", "order_matters", "why", "why_not", "some new question"):
        with pytest.raises(OutOfScopeError, match="Oddball Baker"):
            partly.refuse(situation, kind, None, None)


def test_the_symbols_of_what_was_not_understood_are_told():
    clause = Clause("Foo", "{R/W}, {T}: Juggle {2}{G}.", "activated", None, "juggle")
    assert not_understood(clause, "Creature")["colors"] == "WRG"
    assert "colors" not in not_understood(Clause("Foo", "{T}: Juggle.", "activated", None, "juggle"), "Creature")


def test_what_static_abilities_about_playing_and_fighting_can_not_touch():
    for text, may in [
        ("~ doesn't untap during your untap step if it juggles.", False),
        ("You may play juggled lands from the top of your library.", False),
        ("Creatures you control juggle.", True),
        ('Lands you control can\'t attack and have "{T}: Add {C}."', True),
    ]:
        assert not_understood(Clause("Foo", text, "other", None, "juggle"), "Land").get("adds_mana", True) is may
