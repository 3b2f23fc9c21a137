"""Which faces can be played or cast, from where, at what cost, and why not (601.3, 305.1, 118.6, 712.11)."""

import pytest

from model.errors import MalformedError
from scenarios import questions
from scenarios.build import build
from scenarios.documents import read_document


def playable(document):
    """For each card and face the ways to play it, or the number of the rule that is against it."""
    scenario = build(read_document(document))
    assert scenario.asked is not None
    found = questions.values(scenario.question.kind, scenario.asked, scenario.situation)
    return {one.about: one.value["why_not"] if isinstance(one.value, dict) else " or ".join(one.value) for one in found}


def from_hand(card, more=""):
    return playable(f'hand: {{you: [{{card: "{card}", id: c}}]}}\nquestion: {{can_play: {{player: you}}}}\n{more}')


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("Brainstorm", {"Brainstorm": "{U}"}),
        ("Forest", {"Forest": "land"}),
        ("Dryad Arbor", {"Dryad Arbor": "land"}),
        ("Ancestral Vision", {"Ancestral Vision": "118.6"}),
        ("Delver of Secrets // Insectile Aberration", {"Delver of Secrets": "{U}", "Insectile Aberration": "712.11"}),
        ("Kazandu Mammoth // Kazandu Valley", {"Kazandu Mammoth": "{1}{G}{G}", "Kazandu Valley": "land"}),
        ("Riverglide Pathway // Lavaglide Pathway", {"Riverglide Pathway": "land", "Lavaglide Pathway": "land"}),
        ("Wear // Tear", {"Wear": "{1}{R}", "Tear": "{W}", "Wear // Tear": "{1}{R}{W}"}),
        ("Commit // Memory", {"Commit": "{3}{U}", "Memory": "702.127a"}),
        ("Bottomless Pool // Locker Room", {"Bottomless Pool": "{U}", "Locker Room": "{4}{U}"}),
        ("Bonecrusher Giant // Stomp", {"Bonecrusher Giant": "{2}{R}", "Stomp": "{1}{R}"}),
        ("Bloomvine Regent // Claim Territory", {"Bloomvine Regent": "{3}{G}{G}", "Claim Territory": "{2}{G}"}),
        ("Cheerful Osteomancer // Raise Dead", {"Cheerful Osteomancer": "{3}{B}", "Raise Dead": "722.3"}),
        ("Budoka Gardener // Dokai, Weaver of Life", {"Budoka Gardener": "{1}{G}", "Dokai, Weaver of Life": "710.2"}),
        ("Combat Thresher", {"Combat Thresher": "{7}", "Combat Thresher (prototyped)": "{2}{W}"}),
        ("Brisela, Voice of Nightmares", {"Brisela, Voice of Nightmares": "118.6"}),
    ],
)
def test_from_the_hand(card, expected):
    assert from_hand(card) == {f"c: {face}": way for face, way in expected.items()}


def elsewhere(zone, card, more="", **status):
    extra = "".join(f", {key}: {value}" for key, value in status.items())
    there = f'{zone}: {{you: [{{card: "{card}", id: c{extra}}}]}}'
    return playable(f"{there}\nquestion: {{can_play: {{player: you, cards: c}}}}\n{more}")


def test_from_the_graveyard():
    assert elsewhere("graveyard", "Think Twice") == {"c: Think Twice": "{2}{U}"}
    assert elsewhere("graveyard", "Brainstorm") == {"c: Brainstorm": "601.3"}
    assert elsewhere("graveyard", "Commit // Memory") == {"c: Commit": "601.3", "c: Memory": "{4}{U}{U}"}
    assert elsewhere("graveyard", "Wear // Tear")["c: Wear // Tear"] == "702.102a"
    assert elsewhere("graveyard", "Forest") == {"c: Forest": "305.1"}
    assert elsewhere("graveyard", "Lunarch Veteran // Luminous Phantom") == {
        "c: Lunarch Veteran": "601.3", "c: Luminous Phantom": "{1}{W}",
    }  # fmt: skip


def test_on_an_adventure_only_the_card_itself_may_be_cast():
    found = elsewhere("exile", "Bonecrusher Giant // Stomp", flags="[on an adventure]")
    assert found == {"c: Bonecrusher Giant": "{2}{R}", "c: Stomp": "601.3"}


def test_what_allows_casting_asks_for_the_spell_and_for_the_card():
    effect = "effects: [{controller: you, allows: {cast: creature card in exile, cost: free, if: mana_value(it) <= 2}}]"
    assert elsewhere("exile", "Valki, God of Lies // Tibalt, Cosmic Impostor", effect) == {
        "c: Valki, God of Lies": "free", "c: Tibalt, Cosmic Impostor": "601.3",
    }  # fmt: skip
    assert elsewhere("exile", "Brainstorm", effect) == {"c: Brainstorm": "601.3"}


def test_an_effect_may_allow_casting_transformed():
    effect = "effects: [{controller: you, allows: {cast: card in exile, cost: free, transformed: true}}]"
    found = elsewhere("exile", "Delver of Secrets // Insectile Aberration", effect)
    assert found == {"c: Delver of Secrets": "601.3", "c: Insectile Aberration": "free"}


def test_what_is_allowed_is_allowed_to_its_player():
    effect = "effects: [{controller: opponent, allows: {cast: card in exile}}]"
    assert elsewhere("exile", "Brainstorm", effect) == {"c: Brainstorm": "601.3"}
    everyone = "effects: [{controller: opponent, allows: {cast: card in exile, player: each player}}]"
    assert elsewhere("exile", "Brainstorm", everyone) == {"c: Brainstorm": "{U}"}


def test_only_one_alternative_cost():
    """118.9a: what costs nothing by one effect is not cast for another cost as well."""
    more = """
battlefield: {you: [As Foretold]}
effects: [{controller: you, allows: {cast: card in exile, cost: free}}]
"""
    assert elsewhere("exile", "Ancestral Vision", more) == {"c: Ancestral Vision": "free"}
    counters = "battlefield: {you: [{card: As Foretold, counters: {time: 1}}]}"
    assert from_hand("Brainstorm", counters) == {"c: Brainstorm": "{U} or {0}"}
    assert from_hand("Delver of Secrets // Insectile Aberration", counters)["c: Delver of Secrets"] == "{U} or {0}"
    assert from_hand("Think Twice", counters) == {"c: Think Twice": "{1}{U}"}


def test_prohibitions_look_at_the_face():
    storm = "battlefield: {opponent: [Aether Storm]}"
    assert from_hand("Bonecrusher Giant // Stomp", storm) == {"c: Bonecrusher Giant": "601.3", "c: Stomp": "{1}{R}"}
    brisela = 'battlefield: {opponent: ["Brisela, Voice of Nightmares"]}'
    assert from_hand("Valki, God of Lies // Tibalt, Cosmic Impostor", brisela) == {
        "c: Valki, God of Lies": "601.3", "c: Tibalt, Cosmic Impostor": "{5}{B}{R}",
    }  # fmt: skip


def test_two_cards_in_one_sleeve_are_played_by_either_side():
    from dataclasses import replace

    from scenarios import catalogue
    from solver.merging import results
    from solver.playing import can_play

    document = read_document("hand: {you: [{card: Forest, id: c}]}\nquestion: {can_play: {player: you}}")
    situation = build(document).situation

    def ways(*names):
        one, other = (catalogue.find(name) for name in names)
        card = results(one, other)[0]
        there = replace(situation, objects=(replace(situation.object("c"), card=card),))
        return {found.face: found.ways or found.citation.rule for found in can_play("you", there)}

    assert ways("Forest", "Brainstorm") == {"Forest": ("land",), "Brainstorm": ("{U}",)}
    assert ways("Wear // Tear", "Commit // Memory") == {
        "Wear": ("{1}{R}",), "Tear": ("{W}",), "Wear // Tear": ("{1}{R}{W}",),
        "Commit": ("{3}{U}",), "Memory": "702.127a",
    }  # fmt: skip
    assert ways("Bonecrusher Giant // Stomp", "Forest")["Stomp"] == ("{1}{R}",)


def test_what_is_malformed():
    with pytest.raises(MalformedError, match="expected one of: cast, play, pay, flash, find, lands, spend, hasty"):
        from_hand("Forest", "effects: [{allows: {cost: free}}]")
