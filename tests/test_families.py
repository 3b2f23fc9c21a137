"""Family documents: axes by name and by property, templates, what is looked for, rows, and what is told of mistakes."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
import yaml

from model.errors import LimitError, MalformedError, UnknownNameError
from model.events import KINDS
from scenarios import box, catalogue
from scenarios.build import build
from scenarios.documents import validate
from scenarios.families import properties
from scenarios.families.family import Family, built_in, load
from scenarios.families.rows import Row, died, facts_of, row, rows
from scenarios.families.templates import Template, with_effects

COUNTERS = """
title: Counters
rules: ["616.1"]
axes:
  first: {cards: [Hardened Scales, Doubling Season, Solemnity]}
  second: {like: first}
  count: {numbers: {from: 1, to: 2}}
symmetric: [first, second]
constraints: ["first != second"]
scenario:
  battlefield: {you: [{card: Grizzly Bears, id: bear}, $first, $second]}
  event: {put_counters: {object: bear, kind: +1/+1, count: $count}}
where: outcomes > 1
"""
SMALL = """
axes: {count: [1, 2]}
scenario:
  battlefield: {you: [{card: Grizzly Bears, id: bear}]}
  event: {put_counters: {object: bear, kind: +1/+1, count: $count}}
"""


def family(text: str = COUNTERS, **changes: object) -> Family:
    """The family of a text with some keys changed, or (None) left out."""
    values = yaml.safe_load(text) | changes
    return Family({key: value for key, value in values.items() if value is not None})


# --- what a family is ------------------------------------------------------------------------------------------------


def test_every_scenario_has_a_number():
    found = family()
    assert (found.size, found.axes) == (6, ("first", "second", "count"))
    pairs = [tuple(found.labels(number).values()) for number in range(found.size)]
    assert pairs == [
        ("Hardened Scales", "Doubling Season", 1),
        ("Hardened Scales", "Doubling Season", 2),
        ("Hardened Scales", "Solemnity", 1),
        ("Hardened Scales", "Solemnity", 2),
        ("Doubling Season", "Solemnity", 1),
        ("Doubling Season", "Solemnity", 2),
    ]
    assert found.plain(1) == {
        "rules": ["616.1"],
        "battlefield": {"you": [{"card": "Grizzly Bears", "id": "bear"}, "Hardened Scales", "Doubling Season"]},
        "event": {"put_counters": {"object": "bear", "kind": "+1/+1", "count": 2}},
    }
    assert [document.model_dump() for document in found.documents()] == [
        found.document(number).model_dump() for number in range(6)
    ]
    with pytest.raises(IndexError):
        found.plain(6)


def test_a_scenario_is_not_changed_by_the_next_one():
    found = family()
    first = json.dumps(found.plain(0))
    for number in range(found.size):
        found.document(number)
    assert json.dumps(found.plain(0)) == first


def test_another_process_gets_the_same_family():
    found = family()
    again = pickle.loads(pickle.dumps(found))
    assert again.digest == found.digest
    assert [again.plain(number) for number in range(again.size)] == [found.plain(n) for n in range(found.size)]


def test_the_digest_tells_families_apart():
    digests = {
        family().digest,
        family(where="outcomes > 2").digest,
        family(axes=yaml.safe_load(COUNTERS)["axes"] | {"count": [1, 2]}).digest,
        family(constraints=None).digest,
    }
    assert len(digests) == 4
    assert family().digest == family().digest


def test_ten_million_scenarios_are_counted_and_not_listed():
    axes = {name: {"numbers": {"from": 0, "to": 214}} for name in ("first", "second", "third")}
    text = {
        "life": {"you": "$first", "opponent": "$second"},
        "event": {"gain_life": {"player": "you", "amount": "$third"}},
    }
    found = family(SMALL, axes=axes, scenario=text)
    assert found.size == 215**3
    assert found.labels(found.size - 1) == {"first": 214, "second": 214, "third": 214}
    assert found.plain(216)["life"] == {"you": 0, "opponent": 1}


# --- axes ------------------------------------------------------------------------------------------------------------


def labels(axis: object, **scenario: object) -> list[object]:
    found = family(SMALL, axes={"count": axis}, scenario={"title": "$count", **scenario})
    return [found.domains["count"].label(place) for place in range(found.size)]


def values(axis: object, **scenario: object) -> list[object]:
    found = family(SMALL, axes={"count": axis}, scenario={"title": "$count", **scenario})
    return [found.domains["count"].value(place) for place in range(found.size)]


def test_axes_of_words_and_numbers():
    assert labels([1, "x", True]) == [1, "x", "true"]
    assert labels({"values": [3, 1]}) == [3, 1]
    assert labels({"numbers": {"from": -1, "to": 5, "step": 3}}) == [-1, 2, 5]
    assert labels({"players": "any"}) == ["you", "opponent"]
    assert labels({"players": "any"}, players=["A", "B", "C"]) == ["A", "B", "C"]
    assert labels({"players": ["C"]}, players=["A", "B", "C"]) == ["C"]
    assert labels({"zones": ["hand", "graveyard"]}) == ["hand", "graveyard"]
    assert "nowhere" not in labels({"zones": "any"})
    assert labels({"colors": "any"}) == ["white", "blue", "black", "red", "green"]
    assert labels({"mana": ["W", "C"]}) == ["W", "C"]
    assert labels({"orders": ["a", "b"]}) == ["a, b", "b, a"]
    assert values({"orders": ["a", "b"]}) == [{"a": 1, "b": 2}, {"a": 2, "b": 1}]


def test_cards_by_name_with_what_stands_beside_them():
    assert values({"cards": ["Forest", "Squirrel"]}) == ["Forest", "Squirrel"]
    beside = {"cards": ["Forest", "Wild Growth"], "attached_to": "land", "with": {"tapped": True}}
    assert values(beside) == [
        {"card": "Forest", "tapped": True},
        {"card": "Wild Growth", "tapped": True, "attached_to": "land"},
    ]
    chosen = {"cards": ["Forest", "Hall of Gemstone"], "chosen": {"color": "red"}}
    assert values(chosen) == ["Forest", {"card": "Hall of Gemstone", "chosen": {"color": "red"}}]
    assert labels(chosen) == ["Forest", "Hall of Gemstone"]


def test_cards_by_property():
    everything = {name: catalogue.find(name) for name in catalogue.names()}
    enchantments = [name for name, card in everything.items() if "enchantment" in card.faces[0].type_line.types]
    found = labels({"cards": {"replaces": "put_counters", "type": "Enchantment"}})
    assert {"Hardened Scales", "Doubling Season"} <= set(found) <= set(enchantments)
    assert "Hardened Scales" not in labels({"cards": {"replaces": "put_counters", "not_type": ["enchantment"]}})
    assert "Hardened Scales" not in labels({"cards": {"replaces": "put_counters", "except": "Hardened Scales"}})
    assert labels({"cards": {"prohibits": "put_counters"}}).count("Solemnity") == 1
    assert "Solemnity" not in labels({"cards": {"replaces": "put_counters"}})
    assert "Reflecting Pool" in labels({"cards": {"sort": "could produce"}})
    assert "Forest" not in labels({"cards": {"sort": "could produce"}})
    assert {"Forest", "Reflecting Pool"} <= set(labels({"cards": {"sort": "mana ability"}}))
    transforming = labels({"cards": {"layout": "transform"}})
    assert transforming
    assert all(everything[str(name)].layout.value == "transform" for name in transforming)
    left_out = {name for name in everything if "left_out:" in catalogue.source(name)}
    assert left_out
    assert not left_out & set(labels({"cards": {"type": "creature", "whole": True}}))
    own = set(labels({"cards": {"replaces": "enter", "own": True}}))
    assert own
    assert not any(
        effect.own for name in own for effect in properties.effects_of(str(name)) if "enter" not in effect.kinds
    )


@pytest.mark.skipif(not box.names(), reason="there is no box of cards here")
def test_cards_of_the_box_as_well():
    catalogue_alone = set(labels({"cards": {"type": "goblin"}}))
    both = labels({"cards": {"type": "goblin", "among": "box"}})
    assert catalogue_alone < set(both)
    assert len(both) == len(set(both))
    for name in both:
        catalogue.find(str(name))  # all of them are understood whole


def test_effects_of_permanents_spells_and_abilities_stand_where_they_belong():
    beside = {"targets": ["bear", "you"], "source": "bear"}
    found = dict(
        zip(
            labels({"effects": {"replaces": "draw"}, **beside}),
            values({"effects": {"replaces": "draw"}, **beside}),
            strict=True,
        )
    )
    assert found["Thought Reflection"] == "Thought Reflection"
    assert found["Words of Wilding (ability 1)"] == {"in": "resolved", "ability_of": "Words of Wilding", "ability": 1}
    assert found["Plagiarize (spell)"] == {"in": "resolved", "card": "Plagiarize", "targets": ["bear"]}
    static = labels({"effects": {"replaces": "draw", "made_by": "static"}})
    assert static == [label for label in found if "(" not in str(label)]
    only = {"effects": {"replaces": "draw", "cards": ["Words of Wilding"]}}
    assert labels(only) == ["Words of Wilding (ability 1)"]


def test_every_effect_of_the_catalogue_is_found_by_its_event():
    """The look at the text that comes first leaves nothing out."""
    for kind in KINDS:
        looked = {one.card.name for one in properties.effects(properties.Wanted(frozenset({kind}), own=False))}
        read = {
            one.card.name
            for name in catalogue.names()
            for one in properties.effects_of(name)
            if kind in one.kinds and not one.own
        }
        assert looked == read, kind


# --- templates -------------------------------------------------------------------------------------------------------


def test_templates():
    made = Template(
        {"a": "$x", "b": ["$x and ${y}", "$$x"], "$y": [1], "you": [2], "n": {"deep": "$o.first"}, "same": {"k": 1}},
        ("x", "y", "o"), "scenario",
    )  # fmt: skip
    filled = made.fill({"x": 3, "y": "you", "o": {"first": 2}})
    assert filled == {"a": 3, "b": ["3 and you", "$x"], "you": [1, 2], "n": {"deep": 2}, "same": {"k": 1}}
    assert made.used == {"x", "y", "o"}
    with pytest.raises(MalformedError, match=r"scenario.n.deep: the value '5' of 'o' has no part 'first'"):
        made.fill({"x": 3, "y": "you", "o": 5})
    with pytest.raises(MalformedError, match="the key 'same' stands here twice"):
        Template({"$x": 1, "same": 2}, ("x",), "scenario").fill({"x": "same"})


def test_in_force():
    entries = [
        "Hardened Scales",
        {"card": "Golgari Grave-Troll", "in": "graveyard"},
        {"in": "resolved", "card": "Fog", "targets": []},
    ]
    document = {"battlefield": {"you": ["Forest"]}, "in_force": {"you": entries, "opponent": ["Solemnity"]}}
    assert with_effects(document) == {
        "battlefield": {"you": ["Forest", "Hardened Scales"], "opponent": ["Solemnity"]},
        "graveyard": {"you": [{"card": "Golgari Grave-Troll"}]},
        "resolved": [{"card": "Fog", "targets": [], "controller": "you"}],
    }
    assert document["battlefield"] == {"you": ["Forest"]}
    with pytest.raises(MalformedError, match=r"in_force.you\[0\]: expected a card"):
        with_effects({"in_force": {"you": [3]}})


def test_timestamps_in_every_order():
    found = family(
        SMALL,
        axes={"order": {"orders": ["first", "second"]}},
        scenario={
            "battlefield": {
                "you": [
                    {"card": "Grizzly Bears", "id": "bear"},
                    {"card": "Humility", "timestamp": "$order.first"},
                    {"card": "Opalescence", "timestamp": "$order.second"},
                ]
            },
            "question": {"characteristics": "Humility"},
        },
    )
    assert [found.document(n).model_dump()["battlefield"]["you"][1]["timestamp"] for n in range(2)] == [1, 2]
    answers = [json.loads(row(found, number).answer) for number in range(2)]
    assert answers[0] != answers[1]


# --- rows ------------------------------------------------------------------------------------------------------------


def test_rows_have_the_answer_and_what_is_looked_for():
    found = [row(family(), number) for number in range(6)]
    assert [one.found for one in found] == [True, True, False, False, False, False]
    assert found[0] == Row(
        0, ("Hardened Scales", "Doubling Season", 1), "answered", "", 2, 2, (1, 1), ("you",), (),
        '{"chooser":"you","outcomes":[[{"put_counters":{"object":"bear","kind":"+1/+1","count":3}}],'
        '[{"put_counters":{"object":"bear","kind":"+1/+1","count":4}}]]}',
        3, None, True,
    )  # fmt: skip
    assert [one.row for one in rows(family(), range(2, 4))] == [2, 3]
    assert [one.row for one in rows(family(keep="found"), range(6))] == [0, 1]


def test_a_difference_from_a_given_answer():
    answer = {"outcomes": [[{"put_counters": {"object": "bear", "kind": "+1/+1", "count": 1}}]]}
    scenario = yaml.safe_load(SMALL)["scenario"] | {"answer": answer}
    found = [row(family(SMALL, scenario=scenario, where="differs"), number) for number in range(2)]
    assert [(one.differs, one.found) for one in found] == [(False, False), (True, True)]


def test_what_can_not_be_answered_is_told_in_its_row():
    text = yaml.safe_load(SMALL)["scenario"]
    refused = row(family(SMALL, axes={"count": [1, -1, "many"]}), 2)
    assert (refused.status, refused.found) == ("refused", False)
    assert "event.put_counters.count" in refused.error
    missing = row(
        family(
            SMALL, axes={"count": ["bear", "bare"]}, scenario=text | {"event": {"destroy": {"permanent": "$count"}}}
        ),
        1,
    )
    assert "did you mean 'bear'?" in missing.error
    limited = row(family(), 0, limit=1)
    assert (limited.status, limited.error) == ("limit", "more than 1 states")
    some = family(SMALL, axes={"count": ["x", 1, 2]}, where="count == 2", keep="found")
    assert [one.status for one in rows(some, range(3))] == ["refused", "answered"]


def test_a_fault_in_one_scenario_stops_no_other(monkeypatch: pytest.MonkeyPatch):
    def faulty(document):
        if document.event["put_counters"]["count"] == 1:
            raise ZeroDivisionError("oh")
        return build(document)

    monkeypatch.setattr("scenarios.families.rows.build", faulty)
    found = list(rows(family(SMALL), range(2)))
    assert [(one.status, one.error) for one in found] == [("failed", "ZeroDivisionError: oh"), ("answered", "")]


def test_facts():
    both = Row(0, (), "answered", outcomes=2, choosers=("you", "opponent"))
    assert facts_of(both)["chooser"] == "you, opponent"
    assert facts_of(Row(0, (), "answered", choosers=("you",)))["chooser"] == "you"
    assert facts_of(Row(0, (), "answered"))["chooser"] is None
    assert died(family(), 1, "why").labels == ("Hardened Scales", "Doubling Season", 2)


@pytest.mark.parametrize("name", built_in())
def test_built_in_families_are_answered(name: str):
    found = load(name)
    for number in sorted({0, found.size // 3, found.size // 2, found.size - 1}):
        one = row(found, number)
        assert one.status == "answered", one.error
        again = {**found.plain(number), "answer": json.loads(one.answer)}
        assert row(family(SMALL, axes={"count": [1]}, scenario={**again, "title": "number $count"}), 0).differs is False
        assert build(validate(found.plain(number))).title == ""


# --- mistakes --------------------------------------------------------------------------------------------------------

AXES = yaml.safe_load(COUNTERS)["axes"]
SCENARIO = yaml.safe_load(COUNTERS)["scenario"]
MISTAKES = [
    ({"axis": {}}, "axis: unknown key 'axis'; did you mean 'axes'?"),
    ({"axes": None}, "expected 'axes', which every family has"),
    ({"scenario": None}, "expected 'scenario', which every family has"),
    ({"axes": {}}, "axes: expected at least one axis"),
    ({"axes": {**AXES, "Third": [1]}}, "axes.Third: expected a name of small letters"),
    ({"axes": {**AXES, "outcomes": [1]}}, "axes.outcomes: the name 'outcomes' stands for a column of the results"),
    ({"axes": {**AXES, "third": [1]}}, "axes.third: the scenario does not use this axis: expected '$third' in it"),
    ({"axes": {**AXES, "count": []}}, "axes.count: expected at least one value"),
    ({"axes": {**AXES, "count": [1, 2, 1]}}, "axes.count[2]: the value 1 stands here twice"),
    ({"axes": {**AXES, "count": 3}}, "axes.count: expected a list of values, or a mapping"),
    ({"axes": {**AXES, "count": {"number": 1}}}, "axes.count.number: unknown key 'number'; did you mean 'numbers'?"),
    (
        {"axes": {**AXES, "count": {"numbers": {"from": 3, "to": 1}}}},
        "axes.count.numbers.to: expected a number of at least 3, found 1",
    ),
    ({"axes": {**AXES, "count": {"numbers": {"from": 3}}}}, "axes.count.numbers: expected 'to', found from"),
    ({"axes": {**AXES, "count": {"numbers": {"from": 3, "to": 4}, "cards": []}}}, "axes.count: expected one of"),
    (
        {"axes": {**AXES, "first": {"cards": ["Hardened Scale"]}}},
        "axes.first.cards[0]: there is no card 'Hardened Scale'; did you mean 'Hardened Scales'?",
    ),
    (
        {"axes": {**AXES, "first": {"cards": {"replace": "draw"}}}},
        "axes.first.cards.replace: unknown key 'replace'; did you mean 'replaces'?",
    ),
    (
        {"axes": {**AXES, "first": {"cards": {"replaces": "drawing"}}}},
        "axes.first.cards.replaces: unknown event 'drawing'; did you mean 'draw'?",
    ),
    (
        {"axes": {**AXES, "first": {"cards": {"sort": "prevent"}}}},
        "axes.first.cards.sort: unknown sort of effect 'prevent'; did you mean 'prevention'?",
    ),
    ({"axes": {**AXES, "first": {"cards": {"type": "Enchantmen"}}}}, "axes.first: there is no value for this axis"),
    ({"axes": {**AXES, "first": {"cards": {"except": "Forst"}}}}, "axes.first.cards.except: there is no card 'Forst'"),
    (
        {"axes": {**AXES, "first": {"cards": ["Forest"], "targets": ["bear"]}}},
        "axes.first.targets: what spells and abilities need goes with 'effects'",
    ),
    ({"axes": {**AXES, "first": {"effects": {"replaces": "deal_damage"}}}}, "axes.first: "),
    ({"axes": {**AXES, "second": {"like": "third"}}}, "axes.second.like: unknown axis 'third'"),
    ({"axes": {**AXES, "second": {"players": ["me"]}}}, "axes.second.players: unknown player 'me'"),
    (
        {"axes": {**AXES, "second": {"zones": ["hands"]}}},
        "axes.second.zones: unknown zone 'hands'; did you mean 'hand'?",
    ),
    ({"constraints": ["first != thrid"]}, "constraints[0]: unknown name or value 'thrid' (there are: first"),
    ({"constraints": [{"differ": ["first", "second"]}]}, "constraints[0].differ: unknown key 'differ'"),
    ({"constraints": [{"different": ["first"]}]}, "constraints[0].different: expected two or more axes, each once"),
    (
        {"constraints": [{"total": {"of": ["first", "count"], "is": 2}}]},
        "constraints[0].total.of: expected axes of whole numbers, found 'first'",
    ),
    ({"constraints": "first != second"}, "constraints: expected a list of constraints, found the text"),
    ({"symmetric": ["first", "count"]}, "symmetric: expected axes of the same values to interchange"),
    ({"symmetric": ["first"]}, "symmetric: expected two or more axes to interchange, found 1"),
    ({"symmetric": [["first", "second"], ["first", "count"]]}, "symmetric[1][0]: expected each axis once"),
    ({"where": "outcome > 1"}, "where: unknown name 'outcome'; did you mean 'outcomes'?"),
    ({"where": "chooser == oponent"}, "where: unknown name or value 'oponent'"),
    ({"constraints": ["first in [Hardened Scales]"]}, "constraints[0]: expected"),
    ({"constraints": ["first in ['Hardened Scale']"]}, "constraints[0]: unknown name or value 'Hardened Scale'"),
    ({"where": ["outcomes > 1", "chosers"]}, "where[1]: unknown name 'chosers'; did you mean 'choosers'?"),
    ({"keep": "some"}, "keep: expected 'all' or 'found'"),
    ({"keep": "found", "where": None}, "keep: nothing is looked for: expected 'where', or all rows"),
    (
        {"question": "outcomes", "scenario": {**SCENARIO, "question": "outcomes"}},
        "question: the question stands here, and in the scenario as well",
    ),
    (
        {"scenario": {**SCENARIO, "battlefeld": {}}},
        "scenario.battlefeld: unknown key 'battlefeld'; did you mean 'battlefield'?",
    ),
    (
        {"scenario": {**SCENARIO, "hand": {"you": ["$frist"]}}},
        "scenario.hand.you[0]: there is no axis 'frist'; did you mean 'first'?",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "message"), MISTAKES, ids=[message[:60] for _, message in MISTAKES])
def test_mistakes_are_told_with_their_path(changes: dict, message: str):
    with pytest.raises((MalformedError, UnknownNameError)) as caught:
        family(**changes)
    assert str(caught.value).startswith(message)


def test_effects_that_need_more_say_so():
    with pytest.raises(MalformedError, match=r"of these effects have targets or choose a source .*say 'targets: \[id"):
        family(axes={**AXES, "first": {"effects": {"replaces": "deal_damage"}}, "second": {"like": "first"}})


def test_where_families_come_from(tmp_path: Path):
    (tmp_path / "mine.yaml").write_text(COUNTERS, encoding="utf-8")
    found = load(tmp_path / "mine.yaml")
    assert (found.name, found.title, found.size) == ("mine", "Counters", 6)
    assert load("counters").name == "counters"
    with pytest.raises(MalformedError, match=r"no built-in family, 'conters'; did you mean 'counters'\?"):
        load("conters")
    with pytest.raises(MalformedError, match="can't read"):
        load(tmp_path / "other.yaml")
    with pytest.raises(MalformedError, match="expected one family document, found 2"):
        Family.of(f"{COUNTERS}\n---\n{COUNTERS}")
    with pytest.raises(MalformedError, match="expected one family document, found nothing"):
        Family.of("")
    many = {name: {"numbers": {"from": 1, "to": 3000}} for name in ("first", "second")}
    with pytest.raises(LimitError, match="can only be counted by listing"):
        family(axes={**many, "count": [1]}, constraints=["first < second"], symmetric=None)


FORCE = """
axes:
  first: {cards: [Hardened Scales, Doubling Season, Corpsejack Menace]}
  second: {like: first}
  whose: {players: any}
symmetric: [first, second]
constraints: ["first != second"]
scenario:
  battlefield: {$whose: [{card: Grizzly Bears, id: bear}, $first, $second]}
  event: {put_counters: {object: bear, kind: +1/+1, count: 1}}
question: QUESTION
where: WHERE
"""
FOUR = "{happens: {put_counters: {object: bear, kind: +1/+1, count: 4}}}"


def asking(question: str, where: str) -> tuple[Family, list[Row]]:
    family = Family.of(FORCE.replace("QUESTION", question).replace("WHERE", where))
    return family, list(rows(family, range(family.size)))


def test_families_ask_who_can_force_something():
    _, found = asking("{can_force: {player: you, " + FOUR[1:] + "}", "reach == forced")
    assert [json.loads(one.answer)["reach"] for one in found] == ["forced", "possible"] * 2 + ["always"] * 2
    assert [one.found for one in found] == [True, False, True, False, False, False]
    assert [one.choosers for one in found] == [("you",), ("opponent",)] * 2 + [(), ()]
    assert [one.outcomes for one in found] == [2, 2, 2, 2, 1, 1]


def test_families_ask_whether_the_order_matters():
    _, found = asking("order_matters", "holds")
    assert [one.found for one in found] == [True] * 4 + [False] * 2


def test_families_ask_why_and_why_not():
    _, found = asking(f"{{why: {FOUR}}}", "holds")
    assert all(one.found for one in found)
    family = Family.of(
        FORCE.replace("QUESTION", f"{{why_not: {FOUR.replace('4', '3')}}}").replace("WHERE", "not holds")
    )
    doubled = row(family, 4)  # two that double: one counter becomes four, and no order makes it three
    assert doubled.found
    assert json.loads(doubled.answer)["stopped_by"] == ["Doubling Season", "Corpsejack Menace"]
