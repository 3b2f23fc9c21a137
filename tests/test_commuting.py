"""What commutes: effects grouped, stages that can be answered, pairs and triples known to do so or not, the page."""

from __future__ import annotations

from itertools import combinations

import pytest

from anyorder.asking import AskedOutcomes, ask
from anyorder.rendering.tables.findings import page, strangest
from anyorder.tabling.commuting import surveys
from scenarios.commuting.groups import groups
from scenarios.commuting.pairs import APART, COMMUTE, DEPENDS, judge, screen
from scenarios.commuting.stages import AMOUNTS, events, stages
from scenarios.documents import validate
from solver.answers import outcomes
from solver.order_matters import order_matters


@pytest.fixture(scope="module")
def found():
    return groups("catalogue")


def of_card(found, event, name):
    (group,) = [one for one in found[event] if one.of_card(name) is not None]
    return group


def verdict(found, event, *names):
    some = sorted((of_card(found, event, name) for name in names), key=lambda group: group.number)
    return judge(event, some, [screen(event, group) for group in some])


@pytest.mark.parametrize("event", events())
def test_every_stage_is_answered_without_effects(event):
    for stage in stages(event):
        for amount in stage.amounts:
            asked = ask(validate(stage.scenario(amount)))
            assert len(asked.outcomes) == 1, (stage.name, amount)
    assert AMOUNTS == (1, 2, 3, 4)


def test_equal_effects_are_one_with_several_cards(found):
    group = of_card(found, "put_counters", "Branching Evolution")
    assert of_card(found, "put_counters", "Primal Vigor") is not group  # it doubles counters on all creatures
    for some in found.values():
        effects = [one.shown.effect for one in some]
        assert len(effects) == len(set(effects))
        for one in some:
            assert all(made.effect == one.shown.effect for made in one.makers)
            assert one.shown in one.makers


@pytest.mark.parametrize(
    ("event", "one", "other", "expected", "amount"),
    [
        ("put_counters", "Hardened Scales", "Doubling Season", DEPENDS, 1),
        ("put_counters", "Branching Evolution", "Doubling Season", COMMUTE, 1),
        ("deal_damage", "Fiery Emancipation", "Torbran, Thane of Red Fell", DEPENDS, 1),
        ("deal_damage", "Furnace of Rath", "Fiery Emancipation", COMMUTE, 1),
        ("gain_life", "Boon Reflection", "Tainted Remedy", DEPENDS, 1),
        ("enter", "Spelunking", "Root Maze", DEPENDS, 1),
        ("enter", "Kismet", "Root Maze", COMMUTE, 1),
        ("add_mana", "Contamination", "Mana Reflection", DEPENDS, 1),
        ("draw", "Forbidden Crypt", "Out of the Tombs", DEPENDS, 1),
        ("put_counters", "Izzet Generatorium", "Hardened Scales", APART, 0),
    ],
)
def test_pairs_that_are_known(found, event, one, other, expected, amount):
    judged = verdict(found, event, one, other)
    assert (judged.verdict, judged.amount) == (expected, amount)
    if expected == DEPENDS:
        assert judged.found.chooser == "you"
        asked = ask(validate(judged.scenario))
        assert len(asked.outcomes) == judged.found.outcomes > 1
        assert isinstance(asked, AskedOutcomes)
        assert order_matters(asked.answer).pairs


def without(document, name):
    """The scenario without what is in force of a card."""
    kept = {**document, "battlefield": {
        player: [thing for thing in listed if thing not in (name, {"card": name})]
        for player, listed in document.get("battlefield", {}).items()
    }}  # fmt: skip
    kept["resolved"] = [
        one for one in document.get("resolved", ()) if name not in (one.get("card"), one.get("ability_of"))
    ]
    assert kept != {"resolved": [], **document}
    return kept


@pytest.mark.parametrize(
    "names",
    [
        ("Alms Collector", "Obstinate Familiar", "Words of Waste"),
    ],
)
def test_triples_that_show_what_no_pair_shows(found, names):
    judged = verdict(found, "draw", *names)
    assert judged.verdict == DEPENDS
    assert all(verdict(found, "draw", *two).verdict != DEPENDS for two in combinations(names, 2))
    asked = ask(validate(judged.scenario))
    assert isinstance(asked, AskedOutcomes)
    assert order_matters(asked.answer).pairs
    for name in names:
        fewer = ask(validate(without(judged.scenario, name)))
        assert not order_matters(outcomes(fewer.scenario.situation, *fewer.scenario.steps)).pairs, name


def test_the_page_of_findings():
    found = surveys("catalogue", ["gain_life", "mill", "lose_life"], ["gain_life", "lose_life"])
    told = page("catalogue", (0, 0), found, {"untap": 1}, [], (0, []))
    life = found[0]
    depend = sum(1 for one in life.pairs if one.verdict == DEPENDS)
    meet = sum(1 for one in life.pairs if one.verdict != APART)
    assert (
        f"| {len(life.groups)} | {life.applied} | {len(life.pairs)} | {meet} | {meet - depend} | {depend} | 0 |" in told
    )
    assert "1 on `untap`" in told
    chosen = strangest(found)
    assert chosen
    assert all(one.verdict == DEPENDS for _, one in chosen)
    used = [(survey.event, number) for survey, one in chosen for number in one.groups]
    assert len(used) == len(set(used))
    assert told.count("\n### ") == len(chosen)


def test_processes_find_the_same():
    here = surveys("catalogue", ["gain_life", "lose_life"])
    assert surveys("catalogue", ["gain_life", "lose_life"], workers=2) == here
