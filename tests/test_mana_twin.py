"""The naive twin for mana against boards worked out by hand, and the solver against the twin on random boards."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from model.actions import TapForMana
from model.effects import FloatingEffect, Limit, Replacement
from model.errors import IllegalError, LimitError, OutOfScopeError
from model.events import AddMana
from model.selectors import Quantifier, role
from model.situation import Situation
from solver.answers import outcomes
from solver.could_produce import solve
from solver.twin.mana import Pool, is_mana_ability, naive_could_produce, naive_tap
from solver.twin.mana_making import added_up, mana_of
from tests.mana_boards import (
    BARGAIN,
    COUNTING,
    INNER,
    MARKED,
    acting,
    board,
    boards,
    card,
    enchantment,
    handing_over,
    instead,
    land,
    permanent,
    tapping,
    whenever,
)

BLUE, RED = {"chosen": (("color", "blue"),)}, {"chosen": (("color", "red"),)}
#: Lands tapped for mana produce mana of the chosen color instead of any other color.
HALL = instead("Hall", {"tapped": "land", "type": "colored"}, {"type": "chosen color", "of": "colored"})
WHITE = {"chosen": (("color", "white"),)}
PICKY = instead("Picky", {"tapped": "permanent", "type": "chosen"}, {"mana": "{R}{R}"})
DUAL = land("Delta", type="Land — Island Swamp")


def solved(situation: Situation) -> dict[str, frozenset[str]]:
    """What the solver says that each permanent could produce."""
    types = solve(situation).types
    return {each.id: types.get(each.id, frozenset()) for each in situation.battlefield()}


def tapped(situation: Situation, ref: str) -> set[Pool]:
    """What the solver says that tapping a permanent for mana can give."""
    try:
        answer = outcomes(situation, TapForMana(ref))
    except IllegalError:
        return set()
    assert answer.complete
    found: set[Pool] = set()
    for outcome in answer.outcomes:
        events = [each for each in outcome.events if isinstance(each, AddMana)]
        found.add(
            tuple(
                (player, added_up(each.mana for each in events if each.player == player))
                for player in sorted({each.player for each in events})
            )
        )
    return found


def pool(text: str) -> Pool:
    """``GG`` is your mana; ``GG / W``: yours and the opponent's."""
    yours, _, theirs = text.partition("/")
    return tuple((who, mana_of(what.strip())) for who, what in (("opponent", theirs), ("you", yours)) if what.strip())


def letters(text: str) -> frozenset[str]:
    return frozenset(text)


SPHERE = land("Sphere", acting({"add_mana": "{R}"}, {"draw": {"player": "you"}}))
STORAGE = land("Storage", acting({"add_mana": {"mana": "{R}", "count": "x"}}, cost="{X}, {T}"))
RIVER = land("River", acting({"if": "turn_of(you)", "then": [{"add_mana": "{U}"}], "otherwise": [{"add_mana": "{B}"}]}))
VESTIGE = land("Vestige", {"trigger": {"enter": {"object": "this"}}, "do": [{"add_mana": "any color"}]}, "{C}")
COULD: list[tuple[str, Situation, dict[str, str]]] = [
    ("106.7: the opponent has no land", board(["Exotic Orchard"]), {"Exotic Orchard": ""}),
    ("106.7: nothing but Orchards", board(["Exotic Orchard"], ["Exotic Orchard"]),
     {"Exotic Orchard": "", "Exotic Orchard 2": ""}),
    ("106.7: a Forest besides", board(["Forest", "Exotic Orchard"], ["Exotic Orchard"]),
     {"Forest": "G", "Exotic Orchard": "G", "Exotic Orchard 2": "G"}),
    ("two Pools facing each other", board(["Reflecting Pool", "Reflecting Pool"]),
     {"Reflecting Pool": "", "Reflecting Pool 2": ""}),
    ("A-005: a loop", board(["Forest", "Exotic Orchard", "Reflecting Pool"], ["Plains", "Exotic Orchard"]),
     {"Exotic Orchard": "WG", "Exotic Orchard 2": "WG", "Reflecting Pool": "WG", "Plains": "W"}),
    ("colors only", board(["Fellwar Stone"], ["Ancient Tomb"]), {"Fellwar Stone": "", "Ancient Tomb": "C"}),
    ("A-045: black or colorless", board(["Forest", "Contamination", "Ritual of Subdual"]), {"Forest": "BC"}),
    ("what reads nothing makes nothing", board(["Reflecting Pool", "Contamination"], ["Island"]),
     {"Reflecting Pool": "", "Island": "B"}),
    ("a creature reads what a land makes", board(["Naga Vitalist", "Forest", "Contamination"]),
     {"Naga Vitalist": "B", "Forest": "B"}),
    ("a filter", board(["Mystic Gate", "Reflecting Pool"]), {"Mystic Gate": "WUC", "Reflecting Pool": "WUC"}),
    ("a filter's two mana", board(["Mystic Gate", "Damping Sphere"]), {"Mystic Gate": "C"}),
    ("twice as much is two", board(["Forest", "Mana Reflection", "Damping Sphere"]), {"Forest": "C"}),
    ("twice as much for someone else", board(["Forest", "Damping Sphere"], ["Mana Reflection"]), {"Forest": "G"}),
    ("A-046: a Hall leaves {C} alone", board(["Forest", (HALL, RED), "Ritual of Subdual"]), {"Forest": "C"}),
    ("A-049: a Hall and black", board(["Mountain", (HALL, BLUE), "Contamination"]), {"Mountain": "UB"}),
    ("a Hall over mixed mana", board([land("Mixed", "{C}{W}"), (HALL, RED)]), {"Mixed": "RC"}),
    ("one effect for two land types", board([DUAL, "Naked Singularity"]), {"Delta": "WG"}),
    ("A-051: two such effects",
     board(["Naked Singularity", "Reality Twist", "Plains", "Island", "Swamp", "Mountain", "Forest"]),
     {"Plains": "R", "Island": "G", "Swamp": "WG", "Mountain": "WU", "Forest": "B"}),
    ("A-052: black or red", board(["Infernal Darkness", "Naked Singularity", "Plains", "Forest"]),
     {"Plains": "BR", "Forest": "B"}),
    ("A-008: for each of none", board(["Gaea's Cradle", "Reflecting Pool"]),
     {"Gaea's Cradle": "", "Reflecting Pool": ""}),
    ("A-013: X in a cost", board(["Calciform Pools", "Reflecting Pool", "Damping Sphere"]),
     {"Calciform Pools": "WUC", "Reflecting Pool": "WUC"}),
    ("X and {T} in a cost", board([STORAGE, "Damping Sphere"]), {"Storage": "RC"}),
    ("an undefined color", board([land("Grove", "{G} or chosen color")]), {"Grove": "G"}),
    ("a trigger's mana", board([VESTIGE]), {"Vestige": "WUBRGC"}),
    ("an Aura's mana is its own", board(["Plains", ("Wild Growth", {"attached_to": "Plains"}), "Reflecting Pool"]),
     {"Plains": "W", "Reflecting Pool": "W"}),
    ("no {T}, not tapped for mana", board([land("Tree", tapping("{G}", "{0}")), "Contamination"]), {"Tree": "G"}),
    ("a card is drawn: no mana ability", board([SPHERE, "Contamination"]), {"Sphere": "R"}),
    ("a target: no mana ability",
     board([land("Aim", acting({"add_mana": "{R}"}, {"untap": {"permanent": "target"}})), "Contamination"]),
     {"Aim": "R"}),
    ("a condition is asked now", board([RIVER], active="opponent"), {"River": "B"}),
    ("nothing is no event",
     board(["Forest", instead("None", {"tapped": "land"}, {"count": "0"}), "Infernal Darkness"]), {"Forest": ""}),
    ("it can't be added",
     board(["Forest", "Ritual of Subdual", enchantment("Stop", {"cannot": {"add_mana": {"type": "C"}}})]),
     {"Forest": ""}),
    ("it can't be added, so nothing replaces it",
     board(["Forest", "Infernal Darkness", enchantment("Stop", {"cannot": {"add_mana": {"type": "G"}}})]),
     {"Forest": ""}),
    ("a player may decline",
     board(["Forest", instead("Wish", {"tapped": "land"}, {"type": "{U}"}, may="you"), "Infernal Darkness"]),
     {"Forest": "UB"}),
]  # fmt: skip


@pytest.mark.parametrize("answer", [naive_could_produce, solved])
@pytest.mark.parametrize(("situation", "expected"), [pytest.param(*case[1:], id=case[0]) for case in COULD])
def test_could_produce_by_hand(situation: Situation, expected: dict[str, str], answer: Any):
    found = answer(situation)
    assert {ref: found[ref] for ref in expected} == {ref: letters(types) for ref, types in expected.items()}


MIXED = land("Mixed", "{W}{U}")
LYING: Any = (("Mountain", {"tapped": True}), ("Ancient Tomb", {"tapped": True}))
GIFT = land("Gift", acting({"add_mana": {"mana": "{G}", "player": "opponent"}}))
GROWTH: Any = ("Wild Growth", {"attached_to": "Forest"})
DRUID: Any = ("Incubation Druid", {"counters": (("+1/+1", 1),)})
TAPPED: list[tuple[str, Situation, str, set[str]]] = [
    ("two orders over a Swamp", board(["Swamp", "Contamination", "Mana Reflection"]), "Swamp", {"B", "BB"}),
    ("two becomes one", board(["Forest", "Mana Reflection", "Damping Sphere"]), "Forest", {"C"}),
    ("two becomes one, then two", board(["Ancient Tomb", "Mana Reflection", "Damping Sphere"]), "Ancient Tomb",
     {"C", "CC"}),
    ("twice each of two types", board([MIXED, "Mana Reflection"]), "Mixed", {"WWUU"}),
    ("a filter's pairs", board(["Mystic Gate"]), "Mystic Gate", {"C", "WW", "WU", "UU"}),
    ("one color for all of it", board(["Ancient Tomb", instead("Pulse", {"tapped": "land"}, {"type": "{W} or {U}"})]),
     "Ancient Tomb", {"WW", "UU"}),
    ("one land type or the other", board([DUAL, "Naked Singularity"]), "Delta", {"G", "W"}),
    ("A-036: three, twice", board([DRUID, "Mystic Gate", "Mana Reflection"]), "Incubation Druid",
     {"CCCCCC", "WWWWWW", "UUUUUU"}),
    ("nothing to read", board(["Exotic Orchard"], ["Wastes"]), "Exotic Orchard", {""}),
    ("a trigger sees what was produced", board(["Forest", "Contamination", "Mana Flare"]), "Forest", {"BB"}),
    ("a trigger's mana is not doubled", board(["Forest", "Mana Reflection", "Mana Flare"]), "Forest", {"GGG"}),
    ("any one of the types", board([MIXED, "Mana Flare"]), "Mixed", {"WWU", "WUU"}),
    ("no mana, no trigger", board(["Gaea's Cradle", "Mana Flare"]), "Gaea's Cradle", {""}),
    ("only for this type", board(["Adarkar Wastes", whenever("Monument", {"tapped": "permanent", "type": "C"}, "{C}")]),
     "Adarkar Wastes", {"CC", "W", "U"}),
    ("a trigger on a trigger",
     board(["Forest", GROWTH, whenever("More", {"ability": "triggered", "type": "G"}, "{W}")]), "Forest", {"GGW"}),
    ("the player who tapped it", board(["Forest", "Mana Flare", handing_over("Taking", role("opponent"))]), "Forest",
     {"G / G"}),
    ("twice as much, whoever adds it", board(["Victory Chimes", "Mana Reflection"]), "Victory Chimes", {"CC", "/ CC"}),
    ("not the tapper's", board(["Victory Chimes"], ["Mana Reflection"]), "Victory Chimes", {"C", "/ C"}),
    ("one trigger for mana of both", board(["Yurlok of Scorch Thrash", "Badgermole Cub"]), "Yurlok of Scorch Thrash",
     {"BRGG / BRG"}),
    ("603.4: untapped, no trigger", board(["Forest", "Barbflare Gremlin"]), "Forest", {"G"}),
    ("106.4: a player, not each", board(["Victory Chimes"]), "Victory Chimes", {"C", "/ C"}),
    ("for another player", board(["Mana Flare"], [GIFT]), "Gift", {"G / G"}),
    ("not a mana ability", board([SPHERE]), "Sphere", set()),
    ("it is tapped then", board(["Forest", instead("Rest", {"tapped": "untapped land"}, {"type": "{U}"})]), "Forest",
     {"G"}),
    ("nothing to sacrifice", board(["Lake of the Dead"]), "Lake of the Dead", {"B"}),
    ("any land to untap", board(["Benthic Explorers"], ["Island", *LYING, "Forest"]), "Benthic Explorers", {"R", "C"}),
    ("X is 0 unless said", board([STORAGE]), "Storage", {""}),
]  # fmt: skip


@pytest.mark.parametrize("answer", [naive_tap, tapped])
@pytest.mark.parametrize(("situation", "ref", "expected"), [pytest.param(*case[1:], id=case[0]) for case in TAPPED])
def test_tapping_by_hand(situation: Situation, ref: str, expected: set[str], answer: Any):
    assert answer(situation, ref) == {pool(text) for text in expected}


COUNTER = {"counters": (("charge", 1),)}
TWO_STEPS = land("Steps", acting({"add_mana": "{C}"}, {"add_mana": "{G}"}))
#: Where explorer and twin once differed: the rule, the board, what is tapped, and what that gives.
DISPUTED: list[tuple[str, Situation, str, set[str]]] = [
    ("106.12a: once for each resolution", board([TWO_STEPS, whenever("Growth", {"tapped": "land"}, "{G}")]), "Steps",
     {"CGG"}),
    ("106.12a: that type is one of all", board([TWO_STEPS, "Mana Flare"]), "Steps", {"CCG", "CGG"}),
    ("106.4: all players add it", board(["Forest", handing_over("Shared", role("player", Quantifier.EACH))]), "Forest",
     {"G / G"}),
]  # fmt: skip


SETTLED: list[tuple[str, Situation, str, set[str]]] = [
    ("616.1: two Halls with two colors", board(["Plains", (HALL, BLUE), (HALL, RED)]), "Plains", {"U", "R"}),
    ("616.1: a watch for two chosen colors", board(["Plains", (PICKY, RED), (PICKY, WHITE)]), "Plains", {"RR"}),
    ("614.15: a self-replacement", board([(INNER, COUNTER)]), "Inner", {"BB"}),
    ("616.1a: a self-replacement first", board([(INNER, COUNTER), instead("Red", {"tapped": "land"}, {"type": "{R}"})]),
     "Inner", {"RR"}),
]  # fmt: skip


@pytest.mark.parametrize("answer", [naive_tap, tapped])
@pytest.mark.parametrize(("situation", "ref", "expected"), [pytest.param(*case[1:], id=case[0]) for case in SETTLED])
def test_what_tapping_gives_by_both(situation: Situation, ref: str, expected: set[str], answer: Any):
    assert answer(situation, ref) == {pool(text) for text in expected}


@pytest.mark.parametrize("answer", [naive_tap, tapped])
@pytest.mark.parametrize(("situation", "ref", "expected"), [pytest.param(*case[1:], id=case[0]) for case in DISPUTED])
def test_where_they_once_differed(situation: Situation, ref: str, expected: set[str], answer: Any):
    assert answer(situation, ref) == {pool(text) for text in expected}


GROWING = acting(
    {"put_counters": {"on": "this", "kind": "charge"}}, {"add_mana": {"mana": "{G}", "count": "counters(charge, this)"}}
)
READ_BY_BOTH: list[tuple[str, Situation, dict[str, str]]] = [
    ("106.7: as if it resolved (Empowered Autogenerator)", board([land("Growing", GROWING)]), {"Growing": "G"}),
    ("106.7: costs are not asked about", board(["Cadaverous Bloom", "Urza, Lord High Artificer"]),
     {"Cadaverous Bloom": "BG", "Urza, Lord High Artificer": "U"}),
    ("106.12b: a condition on the land", board([("Forest", COUNTER), "Forest", MARKED]),
     {"Forest": "U", "Forest 2": "G"}),
    ("106.12b: an amount that looks at the land", board([("Forest", COUNTER), "Forest", COUNTING]),
     {"Forest": "B", "Forest 2": ""}),
    ("106.7: any land that can be sacrificed", board([BARGAIN, "Forest", "Island"]), {"Bargain": "UG"}),
    ("106.7: any land at all", board(["Squandered Resources", "Forest", "Mystic Gate"], ["Mountain"]),
     {"Squandered Resources": "WUGC"}),
]  # fmt: skip


@pytest.mark.parametrize("answer", [naive_could_produce, solved])
@pytest.mark.parametrize(("situation", "expected"), [pytest.param(*case[1:], id=case[0]) for case in READ_BY_BOTH])
def test_what_both_find(situation: Situation, expected: dict[str, str], answer: Any):
    found = answer(situation)
    assert {ref: found[ref] for ref in expected} == {ref: letters(types) for ref, types in expected.items()}


def test_the_counter_counts_in_tapping_too():
    situation = board([land("Growing", GROWING)])
    assert naive_tap(situation, "Growing") == tapped(situation, "Growing") == {pool("G")}


@pytest.mark.parametrize(
    ("ability", "expected"),
    [
        (acting({"add_mana": "{G}"}), True),
        (acting({"if": "count(creature) >= 9", "then": [{"add_mana": "{G}"}]}), True),
        (acting({"add_mana": "{G}"}, {"mill": {"player": "you", "count": 1}}), False),
        (acting({"add_mana": "{G}"}, costs=[{"mill": {"player": "you", "count": 1}}]), False),
        (acting({"add_mana": {"mana": "{G}", "count": "power(target)"}}), False),
        (acting({"untap": {"permanent": "this"}}), False),
    ],
)
def test_605_1a(ability: Any, expected: bool):
    made: Any = card(land("Some", ability)).faces[0].abilities[0]
    assert is_mana_ability(made) is expected


def test_what_is_not_modelled_is_refused():
    anthem = enchantment("Anthem", {"affects": "creature you control", "power_plus": 1})
    with pytest.raises(OutOfScopeError):
        naive_could_produce(board(["Forest", anthem]))
    static: Any = card("Contamination").faces[0].abilities[-1]
    once = Replacement(static.effect.watches, static.effect.rewrite, limit=Limit(times=1))
    limited = Situation(board().players, "you", (permanent("Forest", "Forest", "you"),),
                        (FloatingEffect("once", once, "you"),))  # fmt: skip
    with pytest.raises(OutOfScopeError):
        naive_could_produce(limited)
    with pytest.raises(LimitError):
        naive_could_produce(board(["Forest", *["Contamination"] * 7]))


@pytest.mark.slow
@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(boards())
def test_the_solver_agrees_on_random_boards(situation: Situation):
    """Issue 3: what permanents could produce, and what tapping any of them for mana can give."""
    known = naive_could_produce(situation)
    assert solved(situation) == known
    for each in situation.battlefield():
        if not each.tapped:
            nothing: set[Pool] = {()}  # what the solver gives where there is an ability that can't be activated
            assert (tapped(situation, each.id) or nothing) == (naive_tap(situation, each.id, known=known) or nothing)
