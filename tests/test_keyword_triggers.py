"""What keywords trigger (702): those that are modelled do it, those that are not are named, and none is forgotten."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import anyorder
from anyorder.asking import AskedOutcomes
from model.abilities import Keyword
from model.errors import OutOfScopeError
from scenarios.keyword_abilities import keyword
from scenarios.vocabulary import KEYWORDS
from scenarios.writing import write_events
from solver.checker import check
from solver.keyword_triggers import MODELLED, NUMBERED, WITH_COST, WITH_QUALITY, keyword_triggers
from solver.keywords_told import TOLD

#: Keywords that are static, spell or activated abilities: they trigger nothing themselves.
_NEVER = """
    absorb affinity aftermath amplify ascend assist aura_swap awaken banding bargain bestow bloodthirst boast buyback
    changeling cipher cleave companion compleated convoke craft crew cycling daybound deathtouch defender delve devoid
    devour disguise disturb double_strike dredge embalm emerge enchant encore entwine epic equip escalate escape
    eternalize exhaust fear first_strike flash flashback flying forecast forestwalk foretell fortify freerunning fuse
    harmonize haste hexproof hidden_agenda horsemanship improvise indestructible infect intimidate islandwalk jump-start
    kicker landwalk level_up lifelink living_metal max_speed mayhem menace more_than_meets_the_eye morph mountainwalk
    multikicker mutate nightbound ninjutsu offering outlast overload paradigm partner phasing plainswalk plot protection
    prototype prowl reach read_ahead reconfigure reinforce retrace riot saddle scavenge shadow shroud skulk sneak solved
    space_sculptor spectacle splice split_second spree start_your_engines station sunburst surge swampwalk tiered toxic
    trample transfigure transmute tribute umbra_armor undaunted unearth unleash vigilance web-slinging wither
    """
NEVER = frozenset(word.replace("_", " ") for word in _NEVER.split())
#: Those of them whose effects make delayed triggered abilities, or whose text is that of another ability.
NOT_THEIR_OWN = frozenset({"cipher", "encore", "epic", "paradigm", "solved", "unearth"})
#: Printed with a mark, or a variant of a keyword that is none.
FURTHER = frozenset({"for mirrodin", "partner with"})
RULES = Path("/work/shared/reference/comprehensive-rules.txt")


def test_every_keyword_is_in_one_list():
    triggering = MODELLED | set(TOLD)
    assert triggering - FURTHER | NEVER == KEYWORDS
    assert not triggering & NEVER
    only_where_printed_so = {*NUMBERED, *WITH_COST}  # without a number, or for a cost that is no mana, they are told
    assert MODELLED & set(TOLD) == only_where_printed_so
    assert not any(keyword_triggers(Keyword(name, 1)) for name in NEVER)
    assert all(keyword_triggers(Keyword(name, 1)) for name in set(TOLD) - only_where_printed_so)
    assert all(keyword_triggers(Keyword(name, 1, "{1}")) for name in MODELLED - set(WITH_QUALITY))


@pytest.mark.skipif(not RULES.exists(), reason="the rules text is not here")
def test_the_rules_call_the_same_keywords_triggered():
    text = RULES.read_text(encoding="utf-8")
    for number, title in re.findall(r"^702\.(\d+)\. (.+)$", text, re.M):
        name = title.lower().strip(" !").replace("\u2019", "'")
        means = re.search(rf"^702\.{number}a .*$", text, re.M)
        if means is None or name not in KEYWORDS | FURTHER:
            continue
        triggers = re.search("triggered abilit|\u201cWhen|[Aa]t the beginning of|Whenever", means[0]) is not None
        assert triggers == (name in MODELLED | set(TOLD) | NOT_THEIR_OWN), name
    for entry in TOLD.values():
        assert re.search(rf"^{re.escape(entry.rule)} ", text, re.M), entry.rule


@pytest.mark.parametrize("name", sorted(set(NUMBERED) | set(WITH_COST)))
def test_what_is_printed_otherwise_is_told(name: str):
    for text in (Keyword(name), Keyword(name, cost="Sacrifice a creature")):
        (ability,) = keyword_triggers(text)
        assert "keyword" in repr(ability.instructions)


def thing(
    ref: str, *abilities: object, kind: str = "Creature \u2014 Beast", size: int = 2, **more: Any
) -> dict[str, Any]:
    body = {"power": size, "toughness": size} if "Creature" in kind else {}
    return {"id": ref, "name": ref.title(), "type": kind, "abilities": list(abilities), **body, **more}


NOW: dict[str, Any] = {"resolve_triggers": {}}


def asked_of(**document: Any) -> AskedOutcomes:
    asked = anyorder.ask(document)
    assert isinstance(asked, AskedOutcomes)
    return asked


def outcomes(*events: Any, **document: Any) -> list[list[dict[str, Any]]]:
    """The outcomes of the events with what triggers, each proved by the checker; without the events themselves."""
    asked = asked_of(**document, event={"in_order": [*events, NOW]})
    situation = asked.scenario.situation
    for outcome in asked.answer.outcomes:
        assert check(asked.answer, outcome, situation, asked.scenario.steps) == ()
    return [write_events(outcome.events, situation.is_player) for outcome in asked.answer.outcomes]


def what(found: list[list[dict[str, Any]]]) -> list[list[str]]:
    return sorted([next(iter(event)) for event in outcome] for outcome in found)


HIT = {"deal_damage": {"source": "a", "to": "opponent", "amount": 2, "combat": True}}
UPKEEP = {"begin": {"player": "you", "step": "upkeep"}}
ATTACK = {"attack": {"object": "a"}}
ENTER = {"enter": {"object": "a", "under": "you"}}
DIES = {"destroy": {"permanent": "a"}}
FIGHT: dict[str, Any] = {"combat_damage": {}}


def test_combat_damage_to_a_player():
    ingest = outcomes(HIT, battlefield={"you": [thing("a", "ingest")]})
    assert ingest[0][-1] == {"exile_top": {"player": "opponent", "count": 1}}
    poison = outcomes(HIT, battlefield={"you": [thing("a", "poisonous 3")]})
    assert poison[0][-1] == {"put_counters": {"player": "opponent", "kind": "poison", "count": 3}}
    not_combat = {"deal_damage": {**HIT["deal_damage"], "combat": False}}
    assert what(outcomes(not_combat, battlefield={"you": [thing("a", "ingest", "poisonous 1", "renown 1")]})) == [
        ["deal_damage"]
    ]


@pytest.mark.parametrize(
    ("size", "kind", "grows"), [(3, "Creature", True), (2, "Creature", False), (3, "Artifact", False)]
)
def test_evolve_compares_creatures(size: int, kind: str, grows: bool):
    """702.100a, 702.100c: equal is not greater, and what is no creature has nothing to compare."""
    found = outcomes(
        ENTER, hand={"you": [thing("a", kind=kind, size=size)]}, battlefield={"you": [thing("b", "evolve")]}
    )
    assert what(found) == [["enter", "put_counters"] if grows else ["enter"]]


def test_a_creature_does_not_exploit_unless_its_controller_wants():
    found = outcomes(
        ENTER, hand={"you": [thing("a", "exploit")]}, battlefield={"you": [thing("b")], "opponent": [thing("c")]}
    )
    assert sorted(outcome[1]["move"]["object"] for outcome in found if len(outcome) > 1) == ["a", "b"]
    assert len(found) == 3


@pytest.mark.parametrize(("mine", "theirs", "grows"), [(20, 20, True), (19, 20, True), (21, 20, False)])
def test_dethrone_is_about_the_most_life(mine: int, theirs: int, grows: bool):
    board = {"you": [thing("a", "dethrone")]}
    found = outcomes(ATTACK, battlefield=board, life={"you": mine, "opponent": theirs})
    assert what(found) == [["attack", "put_counters"] if grows else ["attack"]]


def test_training_is_not_about_one_that_is_put_there_attacking():
    board = {"you": [thing("a", "training"), thing("b", size=5, attacking=True)]}
    assert what(outcomes(ATTACK, battlefield=board)) == [["attack"]]


def test_melee_counts_the_opponents_attacked():
    board = {"you": [thing("a", "melee"), thing("b"), thing("c")]}
    attacks = [{"attack": {"object": ref, "player": player}} for ref, player in (("a", "P2"), ("b", "P3"), ("c", "P3"))]
    found = outcomes(attacks, NOW, FIGHT, battlefield={"P1": board["you"]}, players=["P1", "P2", "P3", "P4"])
    assert {event["deal_damage"]["source"]: event["deal_damage"]["amount"] for event in found[0][3:]} == {
        "a": 4, "b": 2, "c": 2,
    }  # fmt: skip


def test_rampage_counts_the_blockers_beyond_the_first():
    board = {"you": [thing("a", "rampage 2", attacking=True)], "opponent": [thing(ref) for ref in "xyz"]}
    blocks = [{"block": {"object": ref, "attacker": "a"}} for ref in "xyz"]
    damage = {"deal_damage": {"source": "x", "to": "a", "amount": 5}}
    alive = outcomes(blocks, NOW, damage, {"state_based_actions": {}}, battlefield=board)
    assert what(alive) == [["block"] * 3 + ["deal_damage"]]
    alone = outcomes(blocks[:1], NOW, damage, {"state_based_actions": {}}, battlefield=board)
    assert what(alone) == [["block", "deal_damage", "move"]]


def test_afflict_is_for_the_player_who_blocks():
    board = {"P1": [thing("a", "afflict 2", attacking="P3")], "P3": [thing("x"), thing("y")]}
    blocks = [{"block": {"object": ref, "attacker": "a"}} for ref in "xy"]
    found = outcomes(blocks, battlefield=board, players=["P1", "P2", "P3"])
    assert found[0][2:] == [{"lose_life": {"player": "P3", "amount": 2}}]


@pytest.mark.parametrize(("kind", "size"), [("Instant", 3), ("Creature \u2014 Bear", 2)])
def test_prowess_is_about_noncreature_spells(kind: str, size: int):
    board = {"you": [thing("a", "prowess", attacking=True)]}
    cast = {"cast": {"object": "s", "player": "you"}}
    found = outcomes(cast, NOW, FIGHT, battlefield=board, stack={"you": [thing("s", kind=kind)]})
    assert found[0][1]["deal_damage"]["amount"] == size


def test_fading_is_over_without_a_counter():
    left = outcomes(UPKEEP, battlefield={"you": [thing("a", "fading 2", counters={"fade": 1})]})
    assert what(left) == [["begin", "remove_counters"]]
    assert what(outcomes(UPKEEP, battlefield={"you": [thing("a", "fading 2")]})) == [["begin", "move"]]
    theirs = {"begin": {"player": "opponent", "step": "upkeep"}}
    assert what(outcomes(theirs, battlefield={"you": [thing("a", "fading 2")]})) == [["begin"]]


@pytest.mark.parametrize(
    ("keyword", "flags", "follows"),
    [
        ("evoke {1}", [], []),
        ("evoke {1}", ["evoke"], ["move"]),
        ("squad {2}", ["squad 2 times"], ["create_tokens"]),
        ("squad {2}", [], []),
        ("offspring {2}", ["offspring"], ["create_tokens"]),
        ("offspring {2}", [], []),
    ],
)
def test_what_depends_on_a_cost_that_was_paid(keyword: str, flags: list[str], follows: list[str]):
    spell = thing("a", keyword, flags=flags)
    assert what(outcomes({"resolve": {"object": "a"}}, stack={"you": [spell]})) == [["enter", *follows]]


@pytest.mark.parametrize(("x", "draws"), [(4, False), (5, True)])
def test_ravenous_draws_from_five_on(x: int, draws: bool):
    spell = thing("a", "ravenous", cost="{X}{G}", x=x)
    found = outcomes({"resolve": {"object": "a"}}, stack={"you": [spell]})
    assert what(found) == [["enter", "draw"] if draws else ["enter"]]


def test_firebending_adds_mana_that_stays():
    (found,) = outcomes(ATTACK, battlefield={"you": [thing("a", "firebending 2")]})
    assert found[1]["add_mana"] == {"player": "you", "mana": "{R}{R}", "only": "kept until end of combat"}


def test_who_protects_a_battle_is_not_known():
    board = {"you": [thing("a", "annihilator 1", attacking="s")], "opponent": [thing("s", kind="Battle")]}
    with pytest.raises(OutOfScopeError, match="battle"):
        outcomes(ATTACK, battlefield=board)


def test_dethrone_is_not_about_planeswalkers():
    walker = thing("w", kind="Planeswalker")
    board = {"you": [thing("a", "dethrone", attacking="w")], "opponent": [walker]}
    assert what(outcomes(ATTACK, battlefield=board)) == [["attack"]]


def test_a_champion_of_one_of_two_types():
    there = [thing("b", kind="Creature \u2014 Goblin"), thing("c", kind="Creature \u2014 Shaman"), thing("d")]
    found = outcomes(ENTER, hand={"you": [thing("a", "champion a Goblin or Shaman")]}, battlefield={"you": there})
    assert sorted(outcome[1]["move"]["object"] for outcome in found) == ["a", "b", "c"]


def test_a_suspended_card_loses_a_counter_each_upkeep():
    card = thing("a", "suspend 2 {1}", counters={"time": 2})
    assert what(outcomes(UPKEEP, exile={"you": [card]})) == [["begin", "remove_counters"]]
    with pytest.raises(OutOfScopeError, match="suspend"):
        outcomes(UPKEEP, exile={"you": [{**card, "counters": {"time": 1}}]})


def test_keywords_that_are_gained_trigger():
    giver = thing("g", {"affects": "another creature you control", "keywords": ["undying"]}, kind="Enchantment")
    assert what(outcomes(DIES, battlefield={"you": [giver, thing("a")]})) == [["move", "enter"]]


CAST = {"cast": {"object": "a", "player": "you"}}
SPIRIT = thing("s", kind="Creature \u2014 Spirit", cost="{1}")
SPELL = {"stack": {"you": [thing("a", "storm", {"spell": [{"draw": {"player": "you"}}]}, kind="Sorcery")]}}


def mine(*things: dict[str, Any], hand: tuple[dict[str, Any], ...] = (), **zones: Any) -> dict[str, Any]:
    return {"battlefield": {"you": list(things)}, "hand": {"you": list(hand)}, **zones}


BOTH = [ATTACK, {"attack": {"object": "b"}}]
#: A board, what happens, and whether the keyword triggers on it, by keyword.
SEEN: list[tuple[str, dict[str, Any], Any, bool]] = [
    ("mentor", mine(thing("a", "mentor"), thing("b")), BOTH, True),
    ("mentor", mine(thing("a", "mentor"), thing("b")), ATTACK, False),
    ("echo", mine(thing("a", "echo {2}")), UPKEEP, True),
    ("echo", mine(thing("a", "echo {2}")), ATTACK, False),
    ("storm", SPELL, CAST, True),
    ("storm", SPELL, {"resolve": {"object": "a"}}, False),
    ("living weapon", mine(hand=(thing("a", "living weapon", kind="Artifact \u2014 Equipment"),)), ENTER, True),
    ("myriad", mine(thing("a", "myriad")), ATTACK, False),
    ("partner with", mine(hand=(thing("a", "partner with Bee"),)), ENTER, True),
    ("miracle", mine(hand=(thing("m", "miracle {1}"),)), {"draw": {"player": "you"}}, True),
    ("miracle", mine(hand=(thing("m", "miracle {1}"),)), {"draw": {"player": "opponent"}}, False),
]  # fmt: skip


@pytest.mark.parametrize(("name", "board", "event", "triggers"), SEEN)
def test_what_is_not_modelled_is_told_where_it_triggers(name: str, board: dict[str, Any], event: Any, triggers: bool):
    if not triggers:
        outcomes(event, **board)
        return
    with pytest.raises(OutOfScopeError, match=rf"{name} .*702\.\d+[a-z]"):
        outcomes(event, **board)


MODULAR, GRAFT = (thing(ref, f"{name} 1", counters={"+1/+1": 1}) for ref, name in (("a", "modular"), ("b", "graft")))
RECOVER = {"graveyard": {"you": [thing("r", "recover {1}")]}}
END = {"begin": {"player": "you", "step": "end"}}
GOLEM = thing("b", kind="Artifact Creature")
#: A board, what happens, and the outcomes, by keyword.
MOVED: list[tuple[dict[str, Any], Any, list[list[str]]]] = [
    (mine(MODULAR, thing("b")), DIES, [["move"]]),
    (mine(MODULAR, GOLEM), DIES, [["move"], ["move", "put_counters"]]),
    (mine(thing("a", "soulshift 2"), graveyard={"you": [SPIRIT]}), DIES, [["move"], ["move", "move"]]),
    (mine(thing("a", "soulshift 2")), DIES, [["move"]]),
    (mine(GRAFT, hand=(thing("a"),)), ENTER, [["enter"], ["enter", "remove_counters", "put_counters"]]),
    (mine(thing("b", "graft 1"), hand=(thing("a"),)), ENTER, [["enter"]]),
    (mine(thing("a", "blitz {1}", flags=["blitz"])), DIES, [["move", "draw"]]),
    (mine(thing("a", "blitz {1}", flags=["blitz"])), END, [["begin", "move", "draw"]]),
    (mine(thing("a", "blitz {1}")), DIES, [["move"]]),
    (mine(thing("a", "dash {1}", flags=["dash"])), END, [["begin", "move"]]),
    (mine(thing("a", "warp {1}")), END, [["begin"]]),
    ({**mine(thing("a")), **RECOVER}, DIES, [["move", "move"], ["move", "pay", "move"]]),
    ({"battlefield": {"opponent": [thing("a")]}, **RECOVER}, DIES, [["move"]]),
]


@pytest.mark.parametrize(("board", "event", "expected"), MOVED)
def test_what_moves_cards_and_counters(board: dict[str, Any], event: Any, expected: list[list[str]]):
    assert sorted(what(outcomes(event, **board))) == expected


@pytest.mark.parametrize(("player", "triggers"), [("opponent", True), ("you", False)])
def test_ward_is_about_opponents(player: str, triggers: bool):
    targeted = {"become_target": {"object": "a", "source": "s", "player": player}}
    board = {"battlefield": {"you": [thing("a", "ward {2}")]}, "stack": {player: [thing("s", kind="Instant")]}}
    if not triggers:
        assert what(outcomes(targeted, **board)) == [["become_target"]]
        return
    with pytest.raises(OutOfScopeError, match="ward"):
        outcomes(targeted, **board)


def test_a_question_that_follows_no_triggers_is_answered():
    asked = asked_of(battlefield={"you": [thing("a", "echo {2}")]}, event=UPKEEP)
    assert len(asked.answer.outcomes) == 1


def test_keywords_of_documents_are_those_of_the_tables():
    assert keyword_triggers(keyword("cumulative upkeep {1}{U}", "")) != keyword_triggers(
        keyword("cumulative upkeep", "")
    )
    assert keyword_triggers(keyword("For Mirrodin!", ""))
    assert keyword_triggers(keyword("partner", "")) == ()
