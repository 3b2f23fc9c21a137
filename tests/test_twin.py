"""The naive twin on situations worked out by hand, each by the rule that it names."""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial

import pytest

from model.abilities import Keyword
from model.effects import (
    AddCounters,
    Change,
    FloatingEffect,
    Instead,
    Limit,
    OneOf,
    Prevent,
    Prohibition,
    Redirect,
    Replacement,
    Unpreventable,
    Watch,
    Words,
)
from model.errors import LimitError, OutOfScopeError
from model.events import (
    Cause,
    CreateTokens,
    DealDamage,
    DrawCards,
    Event,
    GainLife,
    LoseLife,
    MarkDamage,
    PutCounters,
    RemoveCounters,
    SetLife,
    Tokens,
)
from model.instructions import Do, TheEvent
from model.selectors import Selector, role
from model.situation import Situation
from scenarios.catalogue import find, token
from scenarios.phrases import parse_amount, parse_comparison, parse_phrase
from solver.twin import twin_outcomes
from solver.twin.counting import every_order
from tests.strategies import (
    CLUE,
    DOUBLE,
    HALF_DOWN,
    ONE_MORE,
    SQUIRREL,
    creature,
    enchantment,
    permanent,
    situation,
    spell,
)

YOU = role("you")


def board(*names: str, controller: str = "you", more: tuple = (), **you) -> Situation:
    """A bear of yours, a rhino of the opponent's, a bolt on the stack, and these cards."""
    cards = [permanent(find(name), f"{name} {place}", controller) for place, name in enumerate(names)]
    return situation(creature("bear"), creature("rhino", "opponent"), spell("bolt"), *cards, *more, **you)


def counters(number: int, kind: str = "+1/+1", on: str = "bear", **roles) -> PutCounters:
    return PutCounters(on, ((kind, number),), roles.pop("putter", "you"), "bolt", roles.pop("cause", Cause.EFFECT))


def numbers(outcomes: Mapping[tuple[Event, ...], int]) -> dict[int, int]:
    """The count of the only event of each outcome (0 for none), with its orderings."""
    found: dict[int, int] = {}
    for events, orderings in outcomes.items():
        assert len(events) <= 1
        number = 0
        for event in events:
            match event:
                case PutCounters():
                    number = event.counters[0][1]
                case CreateTokens():
                    number = event.tokens[0].count
                case GainLife() | LoseLife():
                    number = event.amount
        found[number] = orderings
    return found


def damage(outcomes: Mapping[tuple[Event, ...], int]) -> dict[int, int]:
    """The damage dealt in each outcome, with its orderings."""
    found: dict[int, int] = {}
    for events, orderings in outcomes.items():
        total = sum(event.amount for event in events if isinstance(event, DealDamage))
        found[total] = found.get(total, 0) + orderings
    return found


def after(events: tuple[Event, ...]) -> list[str]:
    """An outcome in words, without sources and causes."""
    words = []
    for event in events:
        match event:
            case DealDamage():
                words.append(f"{event.source} deals {event.amount} to {event.to}")
            case GainLife():
                words.append(f"{event.player} gains {event.amount}")
            case LoseLife():
                words.append(f"{event.player} loses {event.amount}")
            case DrawCards():
                words.append(f"{event.player} draws {event.count}")
            case PutCounters():
                words.append(" ".join([event.on, *(f"{number} {kind}" for kind, number in event.counters)]))
            case CreateTokens():
                words.append(" ".join([event.player, *(f"{each.count} {each.name}" for each in event.tokens)]))
            case MarkDamage():
                words.append(f"{event.amount} on {event.permanent}")
            case _:
                words.append(event.kind)
    return words


def told(outcomes: Mapping[tuple[Event, ...], int]) -> dict[str, int]:
    """The outcomes in words, those that read alike added up."""
    found: dict[str, int] = {}
    for events, orderings in outcomes.items():
        words = "; ".join(after(events))
        found[words] = found.get(words, 0) + orderings
    return found


def floating(effect, id: str = "effect", controller: str = "you", left: int | None = None, **bindings: str):
    return FloatingEffect(id, effect, controller, bindings.pop("source", None), tuple(bindings.items()), left)


def replacing(kind: str, rewrite, *, player: Selector | None = None, **more) -> Replacement:
    """A replacement effect on this kind of event, of one player or of anyone."""
    return Replacement((Watch(kind, (("player", player),) if player else ()),), rewrite, **more)


# --- counters --------------------------------------------------------------------------------------------------------


def test_doubling_before_or_after_one_more():
    situation = board("Hardened Scales", "Doubling Season")
    assert numbers(twin_outcomes(situation, (counters(1),))) == {3: 1, 4: 1}


def test_two_that_add_and_two_that_double():
    situation = board("Hardened Scales", "Hardened Scales", "Branching Evolution", "Corpsejack Menace")
    found = numbers(twin_outcomes(situation, (counters(1),)))
    # of the 6 patterns of adding and doubling, each stands for 2 * 2 orders of the copies
    assert found == {6: 4, 7: 4, 8: 4, 9: 4, 10: 4, 12: 4}


def test_all_orders_are_counted():
    things = [
        enchantment(f"twice {n}", Replacement((Watch("put_counters"),), Change((("count", DOUBLE),)))) for n in range(5)
    ]
    found = numbers(twin_outcomes(situation(creature(), *things), (counters(1),)))
    assert found == {32: factorial(5)}


def test_halving_to_nothing_leaves_nothing_to_double():
    situation = board(
        "Doubling Season", more=(permanent(find("Vorinclex, Monstrous Raider"), "vorinclex", "opponent"),)
    )
    assert numbers(twin_outcomes(situation, (counters(1),))) == {0: 1, 1: 1}


def test_a_cost_is_no_effect():
    situation = board("Doubling Season")
    assert numbers(twin_outcomes(situation, (counters(1, cause=Cause.COST),))) == {1: 1}


def test_counters_that_an_effect_changed_are_put_by_an_effect():
    """614.16: Doubling Season sees a cost once Hardened Scales has changed it, and has no turn before."""
    situation = board("Doubling Season", "Hardened Scales")
    assert numbers(twin_outcomes(situation, (counters(1, cause=Cause.COST),))) == {4: 1}


def test_what_cannot_happen_is_not_replaced():
    """614.17c."""
    forbidding = Prohibition((Watch("put_counters", (("kind", Words(("-1/-1",))),)),))
    there = situation(
        creature(),
        enchantment("forbids", forbidding),
        enchantment("adds", Replacement((Watch("put_counters"),), AddCounters((("charge", parse_amount("1")),)))),
    )
    assert twin_outcomes(there, (counters(2, "-1/-1"),)) == {(): 1}


def test_only_the_part_that_cannot_happen_is_left_out():
    """101.3: of two kinds of counters, the kind that can be put is put."""
    forbidding = Prohibition((Watch("put_counters", (("kind", Words(("-1/-1",))),)),))
    event = PutCounters("bear", (("+1/+1", 2), ("-1/-1", 1)), "you")
    found = twin_outcomes(situation(creature(), enchantment("forbids", forbidding)), (event,))
    assert told(found) == {"bear 2 +1/+1": 1}


def test_an_effect_on_one_kind_leaves_the_others_alone():
    event = PutCounters("bear", (("+1/+1", 1), ("charge", 1)), "you")
    assert told(twin_outcomes(board("Hardened Scales"), (event,))) == {"bear 2 +1/+1 1 charge": 1}


def test_an_amount_is_asked_of_the_whole_event():
    """Two counters of two kinds are two counters."""
    effect = Replacement((Watch("put_counters", (("count", parse_comparison(">= 2")),)),), Change((("count", DOUBLE),)))
    event = PutCounters("bear", (("+1/+1", 1), ("charge", 1)), "you")
    found = twin_outcomes(situation(creature(), enchantment("twice", effect)), (event,))
    assert told(found) == {"bear 2 +1/+1 2 charge": 1}


# --- tokens ----------------------------------------------------------------------------------------------------------


def test_other_tokens_as_well():
    situation = board("Academy Manufactor", "Chatterfang, Squirrel General")
    event = CreateTokens("you", (Tokens(token("Clue"), 1),), "you")
    assert told(twin_outcomes(situation, (event,))) == {
        "you 1 Clue 1 Food 3 Squirrel 1 Treasure": 1,
        "you 1 Clue 1 Food 1 Squirrel 1 Treasure": 1,
    }


def test_two_manufactors_and_a_doubling_commute():
    situation = board("Academy Manufactor", "Academy Manufactor", "Anointed Procession")
    event = CreateTokens("you", (Tokens(token("Clue"), 1),), "you")
    assert told(twin_outcomes(situation, (event,))) == {"you 6 Clue 6 Food 6 Treasure": 6}


def test_who_creates_tokens_comes_first():
    """616.1b: an effect that changes under whose control tokens enter must be chosen before others."""
    yours = Replacement((Watch("create_tokens", (("player", role("opponent")),)),), Change((("player", YOU),)))
    twice = Replacement((Watch("create_tokens"),), Change((("count", DOUBLE),)))
    more = Replacement((Watch("create_tokens", (("player", YOU),)),), Change((("count", ONE_MORE),)))
    there = situation(enchantment("yours", yours), enchantment("twice", twice), enchantment("more", more))
    found = twin_outcomes(there, (CreateTokens("opponent", (Tokens(SQUIRREL, 1),), "opponent"),))
    assert told(found) == {"you 3 Squirrel": 1, "you 4 Squirrel": 1}


def test_only_the_watched_tokens_change():
    twice = Replacement((Watch("create_tokens", (("token", parse_phrase("creature")),)),), Change((("count", DOUBLE),)))
    event = CreateTokens("you", (Tokens(CLUE, 1), Tokens(SQUIRREL, 1)), "you")
    assert told(twin_outcomes(situation(enchantment("twice", twice)), (event,))) == {"you 1 Clue 2 Squirrel": 1}


def test_one_of_several_rewrites_is_a_decision():
    """Jinnie Fay on one Food beside Academy Manufactor: three choices, then what is left to apply."""
    situation = board("Jinnie Fay, Jetmir's Second", "Academy Manufactor")
    event = CreateTokens("you", (Tokens(token("Food"), 1),), "you")
    assert told(twin_outcomes(situation, (event,))) == {
        "you 3 Cat": 1,
        "you 3 Dog": 1,
        "you 1 Cat": 1,
        "you 1 Dog": 1,
        "you 1 Clue 1 Food 1 Treasure": 2,
    }


# --- damage ----------------------------------------------------------------------------------------------------------


def test_the_affected_creatures_controller_orders_the_effects():
    situation = board("Fiery Emancipation", "Torbran, Thane of Red Fell", more=(spell("shock", "you"),))
    found = twin_outcomes(situation, (DealDamage("shock", "rhino", 3),))
    assert damage(found) == {11: 1, 15: 1}
    assert all(after(events)[1].endswith("on rhino") for events in found)


def test_divine_presence_and_furnace_of_rath():
    for amount, expected in ((1, {2: 1}), (2, {3: 1}), (3, {3: 1}), (5, {3: 1, 6: 1})):
        found = twin_outcomes(board("Divine Presence", "Furnace of Rath"), (DealDamage("bolt", "you", amount),))
        assert damage(found) == expected


def test_damage_prevented_whole_leaves_nothing_to_double():
    """614.7a, 615.6."""
    prevent = Replacement((Watch("deal_damage"),), Prevent())
    twice = Replacement((Watch("deal_damage"),), Change((("amount", DOUBLE),)))
    there = situation(creature(), spell(), enchantment("none", prevent), enchantment("twice", twice))
    assert twin_outcomes(there, (DealDamage("bolt", "you", 2),)) == {(): 2}


def test_vigor_counts_what_is_prevented():
    there = board("Vigor", "Furnace of Rath")
    found = told(twin_outcomes(there, (DealDamage("bolt", "bear", 2),)))
    assert found == {"bear 2 +1/+1": 1, "bear 4 +1/+1": 1}


def test_unpreventable_damage_prevents_nothing_but_the_rest_happens():
    """615.12: the shield is not reduced, and what the effect does besides happens."""
    also = Replacement(
        (Watch("deal_damage"),),
        Prevent(),
        then=(Do("gain_life", (("player", YOU), ("amount", parse_amount("prevented + 1")))),),
        limit=Limit(amount=parse_amount("3")),
    )
    sure = Unpreventable((Watch("deal_damage"),))
    there = situation(creature(), spell(), enchantment("sure", sure), effects=(floating(also, left=3),))
    found = told(twin_outcomes(there, (DealDamage("bolt", "you", 2),)))
    assert found == {"bolt deals 2 to you; you loses 2; you gains 1": 1}


def test_a_shield_is_used_up():
    shield = Replacement((Watch("deal_damage"),), Prevent(), limit=Limit(amount=parse_amount("2")))
    there = board("Furnace of Rath", effects=(floating(shield, left=2),))
    assert damage(twin_outcomes(there, (DealDamage("bolt", "you", 3),))) == {2: 1, 4: 1}


def test_a_shield_over_several_events_is_out_of_scope():
    shield = Replacement((Watch("deal_damage"),), Prevent(), limit=Limit(amount=parse_amount("2")))
    there = board(effects=(floating(shield, left=2),))
    with pytest.raises(OutOfScopeError, match=r"615\.7"):
        twin_outcomes(there, (DealDamage("bolt", "you", 3), DealDamage("rhino", "you", 1)))


def test_two_redirections_end_at_the_one_applied_last():
    """614.5, 614.9, B-016."""
    found = told(twin_outcomes(board("Palisade Giant", "Palisade Giant"), (DealDamage("bolt", "you", 8),)))
    assert found == {
        "bolt deals 8 to Palisade Giant 1; 8 on Palisade Giant 1": 1,
        "bolt deals 8 to Palisade Giant 0; 8 on Palisade Giant 0": 1,
    }


def test_a_part_of_damage_is_redirected():
    shield = Replacement((Watch("deal_damage"),), Redirect(role("target")), limit=Limit(amount=parse_amount("1")))
    there = board(effects=(floating(shield, left=1, target="bear"),))
    found = told(twin_outcomes(there, (DealDamage("bolt", "you", 3),)))
    assert found == {"bolt deals 2 to you; bolt deals 1 to bear; you loses 2; 1 on bear": 1}


def test_damage_becomes_counters_and_meets_effects_on_counters():
    found = told(twin_outcomes(board("Phytohydra", "Furnace of Rath"), (DealDamage("bolt", "Phytohydra 0", 3),)))
    assert found == {"Phytohydra 0 3 +1/+1": 1, "Phytohydra 0 6 +1/+1": 1}


def test_the_results_of_damage_are_events_of_their_own():
    """120.3, 120.4c."""
    things = (creature("wolf", "you", "lifelink", "infect"), creature("rhino", "opponent"))
    there = situation(*things, permanent(find("Boon Reflection")))
    found = told(twin_outcomes(there, (DealDamage("wolf", "rhino", 2),)))
    assert found == {"wolf deals 2 to rhino; rhino 2 -1/-1; you gains 4": 1}
    found = told(twin_outcomes(there, (DealDamage("wolf", "opponent", 2),)))
    assert found == {"wolf deals 2 to opponent; opponent 2 poison; you gains 4": 1}


def test_the_lineage_of_damage_goes_on_in_its_results():
    """614.5: an effect on damage and on loss of life has one opportunity for both."""
    effect = Replacement((Watch("deal_damage"), Watch("lose_life")), Change((("amount", DOUBLE),)))
    there = situation(spell(), enchantment("twice", effect))
    assert told(twin_outcomes(there, (DealDamage("bolt", "you", 2),))) == {"bolt deals 4 to you; you loses 4": 1}


def _damage_again(amount: int) -> Replacement:
    """Whenever the bolt deals damage, the rhino deals some afterward."""
    again = Do("deal_damage", (("source", role("rhino")), ("to", YOU), ("amount", parse_amount(str(amount)))))
    watch = Watch("deal_damage", (("source", role("bolt")),))
    return Replacement((watch,), Change((("amount", parse_amount("amount")),)), then=(again,))


def test_a_shield_is_not_reduced_by_what_cannot_be_prevented():
    """615.12: where it does not belong to the lineage of the second damage, all 3 of it are still there."""
    shield = Replacement((Watch("deal_damage"),), Prevent(), limit=Limit(amount=parse_amount("3")))
    effects = (
        floating(shield, "shield", left=3),
        floating(_damage_again(4), "again", bolt="bolt", rhino="rhino"),
    )
    there = board(effects=effects)
    found = told(twin_outcomes(there, (DealDamage("bolt", "you", 2, preventable=False),)))
    assert found == {
        "bolt deals 2 to you; you loses 2; rhino deals 1 to you; you loses 1": 1,
        "bolt deals 2 to you; you loses 2; rhino deals 4 to you; you loses 4": 1,
    }


def test_a_shield_that_redirects_is_used_up_by_the_amount():
    shield = Replacement((Watch("deal_damage"),), Redirect(role("bear")), limit=Limit(amount=parse_amount("3")))
    effects = (
        floating(shield, "shield", left=3, bear="bear"),
        floating(_damage_again(4), "again", bolt="bolt", rhino="rhino"),
    )
    found = told(twin_outcomes(board(effects=effects), (DealDamage("bolt", "you", 2),)))
    # the rhino's damage belongs to the shield's lineage only if the shield was applied before the other effect
    assert found == {
        "bolt deals 2 to bear; 2 on bear; rhino deals 4 to you; you loses 4": 1,
        "bolt deals 2 to bear; 2 on bear; rhino deals 3 to you; rhino deals 1 to bear; you loses 3; 1 on bear": 1,
    }


def test_the_first_example_of_120_4d():
    things = (creature("wolf", "you", "lifelink", "wither"), creature("rhino", "opponent"))
    shield = Replacement(
        (Watch("deal_damage", (("to", role("target")),)),), Prevent(), limit=Limit(amount=parse_amount("2"))
    )
    effects = (floating(shield, controller="opponent", left=2, target="rhino"),)
    there = situation(*things, permanent(find("Boon Reflection")), effects=effects)
    found = told(twin_outcomes(there, (DealDamage("wolf", "rhino", 3, True), DealDamage("rhino", "wolf", 2, True))))
    assert found == {"wolf deals 1 to rhino; rhino deals 2 to wolf; rhino 1 -1/-1; you gains 2; 2 on wolf": 1}


def test_one_source_with_lifelink_causes_one_gain():
    """702.15e."""
    there = situation(
        creature("wolf", "you", "lifelink"), creature("rhino", "opponent"), enchantment("more", MORE_LIFE)
    )
    found = told(twin_outcomes(there, (DealDamage("wolf", "opponent", 2, True), DealDamage("wolf", "rhino", 3, True))))
    assert found == {"wolf deals 2 to opponent; wolf deals 3 to rhino; opponent loses 2; you gains 6; 3 on rhino": 1}


def test_two_sources_with_lifelink_cause_two_gains():
    things = (creature("wolf", "you", "lifelink"), creature("bear", "you", "lifelink"))
    there = situation(*things, enchantment("more", MORE_LIFE))
    found = told(
        twin_outcomes(there, (DealDamage("wolf", "opponent", 2, True), DealDamage("bear", "opponent", 3, True)))
    )
    words = "wolf deals 2 to opponent; bear deals 3 to opponent; opponent loses 5; you gains 3; you gains 4"
    assert found == {words: 1}


MORE_LIFE = replacing("gain_life", Change((("amount", ONE_MORE),)))


def test_a_planeswalker_loses_loyalty():
    there = situation(
        creature("jace", "opponent", type="Planeswalker — Jace", counters=(("loyalty", 3),)), spell("bolt", "you")
    )
    (events,) = twin_outcomes(there, (DealDamage("bolt", "jace", 5),))
    assert isinstance(events[1], RemoveCounters)
    assert (events[1].counter, events[1].count) == ("loyalty", 3)


def test_toxic():
    there = situation(creature("snake", "you", Keyword("toxic", 2)))
    assert told(twin_outcomes(there, (DealDamage("snake", "opponent", 1, True),))) == {
        "snake deals 1 to opponent; opponent loses 1; opponent 2 poison": 1
    }
    assert told(twin_outcomes(there, (DealDamage("snake", "opponent", 1),))) == {
        "snake deals 1 to opponent; opponent loses 1": 1
    }


# --- life ------------------------------------------------------------------------------------------------------------


def test_gain_or_loss():
    there = board("Alhammarret's Archive", more=(permanent(find("Tainted Remedy"), "remedy", "opponent"),))
    assert told(twin_outcomes(there, (GainLife("you", 3),))) == {"you loses 6": 1, "you loses 3": 1}


def test_setting_life_is_gaining_the_difference():
    """119.5, B-073."""
    found = twin_outcomes(board("Boon Reflection", "Rhox Faithmender", life=3), (SetLife("you", 10),))
    assert numbers(found) == {28: 2}


def test_a_gain_that_cannot_happen_is_not_replaced():
    forbidding = Prohibition((Watch("gain_life"),))
    drawing = replacing(
        "gain_life",
        Instead(
            (
                Do(
                    "draw_cards",
                    (("player", YOU), ("count", parse_amount("amount"))),
                ),
            )
        ),
    )
    there = situation(enchantment("forbids", forbidding), enchantment("draws", drawing))
    assert twin_outcomes(there, (GainLife("you", 2),)) == {(): 1}


def test_the_lineage_crosses_kinds():
    """614.5: gain, then draw, then gain is not replaced by the first effect again."""
    drawing = replacing(
        "gain_life",
        Instead(
            (
                Do(
                    "draw_cards",
                    (("player", YOU), ("count", parse_amount("1"))),
                ),
            )
        ),
    )
    gaining = replacing("draw", Instead((Do("gain_life", (("player", YOU), ("amount", parse_amount("2")))),)))
    there = situation(enchantment("draws", drawing), enchantment("gains", gaining))
    assert told(twin_outcomes(there, (GainLife("you", 1),))) == {"you gains 2": 1}


def test_declining_uses_up_the_opportunity():
    """One decision to apply it first or second, one to decline or not."""
    maybe = replacing("gain_life", Change((("amount", DOUBLE),)), optional=YOU)
    sure = replacing("gain_life", Change((("amount", ONE_MORE),)))
    there = situation(enchantment("maybe", maybe), enchantment("sure", sure))
    assert numbers(twin_outcomes(there, (GainLife("you", 1),))) == {2: 2, 3: 1, 4: 1}


def test_self_replacement_comes_first():
    """616.1a."""
    own = replacing("gain_life", Change((("amount", DOUBLE),)), self_replacement=True)
    there = situation(enchantment("more", MORE_LIFE), effects=(floating(own),))
    assert numbers(twin_outcomes(there, (GainLife("you", 1),))) == {3: 1}


def test_active_player_settles_first_and_the_log_keeps_the_order():
    events = (GainLife("opponent", 1), GainLife("you", 2))
    there = situation(
        enchantment("more", MORE_LIFE), enchantment("twice", replacing("gain_life", Change((("amount", DOUBLE),))))
    )
    assert told(twin_outcomes(there, events)) == {
        "opponent gains 3; you gains 5": 1,
        "opponent gains 3; you gains 6": 1,
        "opponent gains 4; you gains 5": 1,
        "opponent gains 4; you gains 6": 1,
    }


def test_the_event_itself_and_another_one():
    both = replacing(
        "gain_life", Instead((TheEvent(), Do("lose_life", (("player", YOU), ("amount", parse_amount("1"))))))
    )
    there = situation(enchantment("both", both), enchantment("more", MORE_LIFE))
    assert told(twin_outcomes(there, (GainLife("you", 1),))) == {"you gains 2; you loses 1": 2}


def test_a_one_shot_effect_works_once():
    once = replacing(
        "draw", Instead((Do("gain_life", (("player", YOU), ("amount", parse_amount("5")))),)), limit=Limit(times=1)
    )
    there = situation(effects=(floating(once, left=1),))
    assert told(twin_outcomes(there, (DrawCards("you", 2),))) == {"you gains 5; you draws 1": 1}


# --- draws -----------------------------------------------------------------------------------------------------------


def test_a_doubled_draw_and_an_empty_hand():
    found = told(twin_outcomes(board("Blood Scrivener", "Thought Reflection"), (DrawCards("you", 1),)))
    assert found == {"you draws 2; you loses 1; you draws 1": 1, "you draws 4; you loses 1": 1}


def test_two_scriveners():
    """B-060: the second one sees the first draw of the pair, since the hand is still empty."""
    found = told(twin_outcomes(board("Blood Scrivener", "Blood Scrivener"), (DrawCards("you", 2),)))
    assert found == {"you draws 2; you loses 1; you draws 1; you loses 1; you draws 1": 2}


def test_each_of_several_draws_is_a_moment_of_its_own():
    gaining = replacing("draw", Instead((Do("gain_life", (("player", YOU), ("amount", parse_amount("1")))),)))
    losing = replacing("draw", Instead((Do("lose_life", (("player", YOU), ("amount", parse_amount("1")))),)))
    there = situation(enchantment("gains", gaining), enchantment("loses", losing))
    assert told(twin_outcomes(there, (DrawCards("you", 2),))) == {
        "you gains 1; you gains 1": 1,
        "you gains 1; you loses 1": 1,
        "you loses 1; you gains 1": 1,
        "you loses 1; you loses 1": 1,
    }


def test_a_draw_from_an_empty_library_can_be_replaced():
    """614.11; not replaced, nothing is drawn."""
    gaining = replacing(
        "draw", Instead((Do("gain_life", (("player", YOU), ("amount", parse_amount("1")))),)), optional=YOU
    )
    there = situation(enchantment("gains", gaining), unknown_library=0)
    assert told(twin_outcomes(there, (DrawCards("you", 1),))) == {"you gains 1": 1, "": 1}


def test_the_instruction_is_modified_before_its_draws():
    """121.2a."""
    more = replacing("draw_cards", Change((("count", ONE_MORE),)))
    twice = replacing("draw", Instead((Do("draw_cards", (("player", YOU), ("count", parse_amount("2")))),)))
    there = situation(enchantment("more", more), enchantment("twice", twice))
    # 1 becomes 2; each of these two becomes an instruction to draw 2, whose lineage has both effects already
    assert told(twin_outcomes(there, (DrawCards("you", 1),))) == {"you draws 4": 1}


def test_draws_come_after_the_rest_of_the_event():
    """121.7."""
    both = replacing(
        "gain_life",
        Instead((TheEvent(), Do("draw_cards", (("player", YOU), ("count", parse_amount("1")))))),
        player=YOU,
    )
    there = situation(enchantment("both", both))
    events = (GainLife("you", 1), GainLife("opponent", 1))
    assert told(twin_outcomes(there, events)) == {"you gains 1; opponent gains 1; you draws 1": 1}


# --- the twin itself -------------------------------------------------------------------------------------------------


def test_choices_of_values_and_orders_multiply():
    either = OneOf((("twice", Change((("amount", DOUBLE),))), ("half", Change((("amount", HALF_DOWN),)))))
    there = situation(enchantment("either", replacing("gain_life", either)), enchantment("more", MORE_LIFE))
    assert numbers(twin_outcomes(there, (GainLife("you", 2),))) == {5: 1, 2: 1, 6: 1, 1: 1}


def test_the_numbers_are_those_of_paths():
    """Every count is a number of complete sequences of decisions: here all 3! orders, whatever they come to."""
    found = twin_outcomes(board("Hardened Scales", "Doubling Season", "Winding Constrictor"), (counters(1),))
    assert sum(found.values()) == factorial(3)


def test_every_order_once():
    assert every_order({}) == [()]
    assert sorted(every_order({"a": 1, "b": 2})) == [("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a")]
    assert len(every_order({"a": 2, "b": 2, "c": 1})) == 30


def test_too_many_orders_are_refused():
    with pytest.raises(LimitError, match="24 orders"):
        every_order(dict.fromkeys("abcd", 1), most=23)


@pytest.mark.parametrize(
    "there",
    [
        board("Urborg, Tomb of Yawgmoth"),
        board(effects=(floating(replacing("gain_life", Instead((Do("mill", (("player", YOU),)),)))),)),
    ],
)
def test_what_is_not_modelled_is_refused(there: Situation):
    with pytest.raises(OutOfScopeError):
        twin_outcomes(there, (GainLife("you", 1),))


def test_nothing_happens_to_what_is_not_there():
    assert twin_outcomes(situation(), (counters(1),)) == {(): 1}
