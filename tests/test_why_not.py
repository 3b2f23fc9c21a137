"""Why and why not: what stops it, and changes that are tried again by hand on the document."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random
from typing import Any

import pytest

import anyorder
from anyorder.reasoned import AskedReasoning
from anyorder.rendering import data, markdown, plain, report
from model.cards import Layout
from scenarios import catalogue, why_not
from scenarios.build import build
from scenarios.documents import read_document
from scenarios.loading import load

KALITAS = """\
battlefield:
  you: [{card: Grizzly Bears, id: bear}]
  opponent: ["Kalitas, Traitor of Ghet", Leyline of the Void]
event: {destroy: {permanent: bear}}
"""
SCALES = """\
battlefield:
  you: [{card: Grizzly Bears, id: bear}, Hardened Scales, Doubling Season]
event: {put_counters: {object: bear, kind: +1/+1, count: 1}}
"""
DIES = {"dies": {"object": "bear"}}


def found(document: str | dict[str, Any], what: Any) -> why_not.WhyNot:
    result = anyorder.why_not(document, what).result
    assert isinstance(result, why_not.WhyNot)
    return result


def changes(document: str, what: Any) -> list[dict[str, Any]]:
    return [one.change.written for one in found(document, what).found]


def happens(document: dict[str, Any], event: Any) -> bool:
    """Whether an event is in some outcome, asked directly."""
    asked = anyorder.ask({**document, "question": {"why": {"happens": event}}})
    assert isinstance(asked, AskedReasoning)
    return bool(asked.written["possible"])


def name_of(entry: Any) -> str:
    return entry if isinstance(entry, str) else str(entry.get("id", entry.get("card")))


def without(document: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    zones = {p: [e for e in es if name_of(e) not in names] for p, es in document["battlefield"].items()}
    return {**document, "battlefield": zones}


def permanents(document: dict[str, Any]) -> list[str]:
    return [name_of(entry) for entries in document["battlefield"].values() for entry in entries]


BOARDS = {
    "what exiles it": (KALITAS, DIES),
    "one of three that exile it": (KALITAS.replace("[{card", "[Rest in Peace, {card"), DIES),
    "a single effect": (KALITAS.replace('"Kalitas, Traitor of Ghet", ', ""), DIES),
    "too few counters": (SCALES, {"put_counters": {"object": "bear", "kind": "+1/+1", "count": 2}}),
    "too many counters": (SCALES, {"put_counters": {"object": "bear", "kind": "+1/+1", "count": 1}}),
}


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_taken_away_is_what_a_search_by_hand_takes_away(name: str):
    text, event = BOARDS[name]
    document = load(text)[0]
    assert not happens(document, event)
    there = [ref for ref in permanents(document) if ref != "bear"]
    for number in (1, 2):
        by_hand = [list(names) for names in combinations(there, number) if happens(without(document, names), event)]
        if by_hand:
            break
    removed = [change["remove"] for change in changes(text, event) if "remove" in change]
    as_lists = [one if isinstance(one, list) else [one] for one in removed]
    assert as_lists == by_hand[: why_not.MOST_TOLD]


@pytest.mark.parametrize("name", [*(name for name in BOARDS if not name.startswith("one of three")), "more counters"])
def test_every_change_makes_it_happen_when_it_is_made_by_hand(name: str):
    five = {"put_counters": {"object": "bear", "kind": "+1/+1", "count": 5}}
    text, event = BOARDS.get(name, (SCALES, five))
    document = load(text)[0]
    listed = changes(text, event)
    assert listed
    for change in listed:
        match change:
            case {"remove": names}:
                changed = without(document, tuple(names) if isinstance(names, list) else (names,))
            case {"add": card, "player": player, **more}:
                zone = document["battlefield"]
                entry = {"card": card, **more}
                changed = {**document, "battlefield": {**zone, player: [*zone.get(player, []), entry]}}
            case {"control": ref, "player": player}:
                left = without(document, (ref,))
                (entry,) = (e for es in document["battlefield"].values() for e in es if name_of(e) == ref)
                owner = next(p for p, es in document["battlefield"].items() if entry in es)
                whole = {**(entry if isinstance(entry, dict) else {"card": entry}), "id": ref, "owner": owner}
                zone = left["battlefield"]
                changed = {**left, "battlefield": {**zone, player: [*zone.get(player, []), whole]}}
            case _:
                raise AssertionError(change)
        assert happens(changed, event), change


def test_changes_come_with_the_derivation_of_what_then_happens():
    for one in found(SCALES, {"put_counters": {"object": "bear", "kind": "+1/+1", "count": 5}}).found:
        assert one.evidence.outcome is not None
        assert [step.citation.rule for step in one.evidence.steps][-1] == "614.6"
        card = one.change.card
        assert any(step.effect.startswith(card) for step in one.evidence.steps)


def test_what_stops_it_is_named_with_its_rule_and_who_chose():
    stops = found(KALITAS, DIES).stops
    assert {stop.step.effect.partition("#")[0] for stop in stops} == {"Kalitas, Traitor of Ghet", "Leyline of the Void"}
    assert {(stop.step.citation.rule, stop.step.actor, stop.exact) for stop in stops} == {("616.1e", "you", True)}


def test_what_can_happen_after_all_needs_no_change():
    result = found(SCALES, {"put_counters": {"object": "bear", "count": 4}})
    assert result.possible is True
    assert (result.found, result.looked) == ((), ())
    assert result.evidence.outcome is not None


def test_a_strategy_that_is_missing_is_found_by_taking_away_what_the_others_use():
    document = KALITAS + "question: {can_force: {player: opponent, happens: {create_tokens: {token: Zombie}}}}\n"
    goal = {"can_force": {"player": "opponent", "happens": {"create_tokens": {"token": "Zombie"}}}}
    assert changes(document, goal) == [
        {"remove": "Leyline of the Void"},
        {"control": "Leyline of the Void", "player": "you"},
    ]


def test_mana_that_can_not_be_produced():
    document = "battlefield: {you: [Forest, Reflecting Pool, Contamination]}\n"
    document += "question: {could_produce: Reflecting Pool}\n"
    result = found(document, "G")
    assert [stop.step.effect.partition("#")[0] for stop in result.stops] == ["Contamination"]
    first = result.found[0]
    assert first.change.written == {"remove": "Contamination"}
    assert first.evidence.steps
    plainly = found("battlefield: {you: [Forest, Reflecting Pool]}\nquestion: {could_produce: Reflecting Pool}\n", "U")
    assert plainly.stops == ()
    assert plainly.found[0].change.written == {"add": "Island", "player": "you"}


@pytest.mark.parametrize(
    ("permanents", "letter"),
    [(["Forest", "Reflecting Pool", "Contamination"], "G"), (["Forest", "Reflecting Pool"], "U"), (["Swamp"], "C")],
)
def test_every_change_lets_the_type_be_produced_when_it_is_made_by_hand(permanents: list[str], letter: str):
    subject = permanents[1] if len(permanents) > 1 else permanents[0]
    question = {"could_produce": subject}
    result = found({"battlefield": {"you": permanents}, "question": question}, letter)
    assert result.possible is False
    assert result.found
    for one in result.found:
        board: dict[str, list[Any]] = {"you": list(permanents), "opponent": []}
        match one.change.written:
            case {"remove": str(name)}:
                board["you"].remove(name)
            case {"add": card, "player": player, **more}:
                board[player].append({"card": card, **more})
            case other:
                raise AssertionError(other)
        (value,) = anyorder.ask({"battlefield": board, "question": question}).values
        assert letter in value.value


def test_mana_that_tapping_does_not_give():
    document = "battlefield: {you: [Forest], opponent: [Contamination]}\nquestion: {mana: Forest}\n"
    assert changes(document, "G")[0] == {"remove": "Contamination"}
    assert found(document, "B").possible is True


SOLEMN = """\
battlefield: {you: [Solemnity, {card: Devoted Druid, id: druid, tapped: true}]}
question: {can_activate: [{ability_of: druid, ability: 1}, {ability_of: druid, ability: 2}]}
"""


def test_an_ability_whose_cost_can_not_be_paid():
    for number, value in enumerate(anyorder.ask(SOLEMN).values, 1):
        assert value.value is False
        result = found(SOLEMN, number)
        assert result.possible is False
        assert result.evidence.citation == value.citation
        removed = [one.change.written for one in result.found if one.change.kind == "remove"]
        assert removed == ([{"remove": "Solemnity"}] if value.citation.rule == "614.17b" else [])


def test_a_spell_that_can_not_be_cast():
    document = "battlefield: {opponent: [{card: Meddling Mage, chosen: {name: Lightning Bolt}}]}\n"
    document += "hand: {you: [Lightning Bolt]}\nquestion: {can_play: {player: you, cards: [Lightning Bolt]}}\n"
    result = found(document, "Lightning Bolt")
    assert result.possible is False
    assert {"remove": "Meddling Mage"} in [one.change.written for one in result.found]


def test_the_catalogue_is_never_searched_without_end_and_it_is_said_how_far():
    result = found(KALITAS, DIES)
    looked = {one.kind: one for one in result.looked}
    assert looked["add"].cards > 50
    assert looked["add"].tried <= why_not.MOST_ADDED
    assert looked["add"].stopped is (looked["add"].tried == why_not.MOST_ADDED)
    assert list(looked) == ["remove", "control", "active", "newest", "add", "remove two"]


DRAWS = "event: {draw: {player: you, count: 1}}\nquestion: outcomes\n"
TOKENS = "event: {create_tokens: {player: you, token: Squirrel, count: 1}}\n"
MISSING = {
    "counters": (SCALES, {"put_counters": {"object": "bear", "kind": "+1/+1", "count": 5}}),
    "a death": (KALITAS, DIES),
    "draws": (DRAWS, {"draw": {"player": "you", "count": 2}}),
    "tokens": (TOKENS, {"create_tokens": {"token": "Squirrel", "count": 2}}),
}


@pytest.mark.parametrize("name", MISSING)
def test_cards_that_are_left_out_of_the_search_would_not_make_it_happen(name: str):
    text, event = MISSING[name]
    document = load(text)[0]
    scenario = build(read_document(json.dumps({**document, "question": {"why_not": {"happens": event}}})))
    assert scenario.reasoning is not None
    claim = scenario.reasoning.claim
    assert claim is not None
    evidence = claim.evidence(scenario.situation, 1000)
    tried = {one.name for one in why_not.fitting_cards(claim, evidence, scenario.document)}
    others = [name for name in catalogue.names() if name not in tried and _is_searched(name)]
    for card in Random(name).sample(others, 60):
        zone = document.get("battlefield", {})
        for player in ("you", "opponent"):
            changed = {**document, "battlefield": {**zone, player: [*zone.get(player, []), card]}}
            assert not happens(changed, event), (card, player)


def _is_searched(name: str) -> bool:
    face = catalogue.find(name).faces[0]
    left_out = {"Aura", "Equipment"} & set(face.type_line.subtypes) or face.defense is not None
    return catalogue.find(name).layout is Layout.NORMAL and face.type_line.is_permanent and not left_out


def test_no_added_card_is_an_aura_or_is_unknown():
    for one in found(SCALES, {"put_counters": {"object": "bear", "kind": "+1/+1", "count": 5}}).found:
        assert "Aura" not in catalogue.find(one.change.card).faces[0].type_line.subtypes


# --- the answers as documents, JSON and text --------------------------------------------------------------------------

QUESTIONS = {
    "order_matters": SCALES + "question: order_matters\n",
    "can_force": KALITAS + "question: {can_force: {player: opponent, happens: {create_tokens: {token: Zombie}}}}\n",
    "why": SCALES + "question: {why: {happens: {put_counters: {object: bear, count: 3}}}}\n",
    "why_not": KALITAS + "question: {why_not: {happens: {dies: {object: bear}}}}\n",
    "why type": "battlefield: {you: [Forest]}\nquestion: {why: {could_produce: Forest, type: G}}\n",
    "why_not type": "battlefield: {you: [Forest]}\nquestion: {why_not: {could_produce: Forest, type: U}}\n",
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_answer_is_an_object_with_the_usual_keys_and_reads_as_text(name: str):
    asked = anyorder.ask(QUESTIONS[name])
    found = json.loads(json.dumps(data.answered(asked)))
    assert list(found)[:5] == ["question", "complete", "answer", "outcomes", "stats"]
    assert found["complete"] is True
    for outcome in found["outcomes"]:
        assert list(outcome) == ["events", "orderings", "choosers", "derivation"]
    page = report.answered(asked, True)
    for text in (plain.render(page), markdown.render(page)):
        assert len(text.splitlines()) > 4
        assert "{" not in text.replace("{G}", "").replace("{U}", "") or "question" not in text


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_answer_that_is_printed_is_accepted_as_the_expected_one(name: str):
    asked = anyorder.ask(QUESTIONS[name])
    answer = data.answered(asked)["answer"]
    document = {**load(QUESTIONS[name])[0], "answer": answer}
    assert anyorder.ask(document).differences == ()
    wrong = (not answer) if isinstance(answer, bool) else {next(iter(answer)): not next(iter(answer.values()))}
    assert anyorder.ask({**document, "answer": wrong}).differences


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("{why_not: {happens: {dies: {object: bear}}, could_produce: bear}}", "question.why_not.happens"),
        ("{why_not: {could_produce: bear, type: X}}", "question.why_not.type"),
        ("{why_not: {}}", "question.why_not"),
        ("{why: {can_activate: [{ability_of: bear}, {ability_of: bear}]}}", "question.why.can_activate"),
        ("{why_not: {happens: []}}", "question.why_not.happens"),
        ("{why_not: {happens: {dies: {object: baer}}}}", "question.why_not.happens.object"),
        ("{why_not: {outcome: [{gain_life: {player: yuo, amount: 1}}]}}", "question.why_not.outcome.player"),
    ],
)
def test_mistakes_are_told_with_their_path(question: str, path: str):
    with pytest.raises(anyorder.MalformedError) as caught:
        anyorder.ask(KALITAS + f"question: {question}\n")
    assert caught.value.path == path
