"""The checker proves every outcome that the solver finds, and refuses derivations in which anything was changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from model.abilities import SpellAbility, Static, Triggered
from model.actions import Activate, Resolve, ResolveTriggers, StateBasedActions
from model.amounts import Name, Number
from model.cards import Card, Face
from model.derivation import Derivation, Step, StepKind
from model.effects import (
    Change,
    Choosing,
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
)
from model.errors import AnyorderError, IllegalError, OutOfScopeError
from model.events import (
    CreateTokens,
    DealDamage,
    Destroy,
    DrawCards,
    Enter,
    Event,
    GainLife,
    LoseLife,
    PutCounters,
    SetLife,
    Tokens,
)
from model.instructions import Do, TheEvent
from model.mana import Color, ManaCost
from model.objects import GameObject
from model.rules import Citation
from model.selectors import Aspect, Predicate, Selector, role
from model.situation import Situation
from model.type_line import TypeLine
from model.zones import Zone
from scenarios import catalogue
from scenarios.build import Scenario, build
from scenarios.documents import documents_in
from solver.answers import Answer, Outcome, outcomes
from solver.checker import Fault, check, check_derivation
from tests.random_boards import board
from tests.strategies import (
    DOUBLE,
    IT,
    ONE_MORE,
    OPPONENT,
    SQUIRREL,
    YOU,
    anything,
    creature,
    creature_of,
    enchantment,
    permanent,
    questions,
    situation,
)

LIBRARY = Path(__file__).resolve().parents[1] / "scenarios" / "library"
FILES = sorted(LIBRARY.rglob("*.yaml"))
#: A document has at most so many outcomes that are looked at.
MOST = 100

Asked = Sequence[Any]

# --- every outcome is proved ------------------------------------------------------------------------------------------


def asked_for_outcomes(path: Path) -> Iterator[tuple[Scenario, bool]]:
    """The documents of a file that ask for outcomes, each with whether abilities that trigger are followed."""
    for document in documents_in(path):
        if document.question == "outcomes":
            scenario = build(document)
            yield scenario, any(isinstance(part, ResolveTriggers) for step in scenario.steps for part in step)


def faults_of(answer: Answer, now: Situation, steps: Asked) -> dict[int, tuple[Fault, ...]]:
    """The faults of an answer's derivations, by the place of the outcome; none when each proves its outcome."""
    found = {}
    for place, outcome in enumerate(answer.outcomes[:MOST]):
        if outcome.final.agenda:
            continue  # a limit cut it off
        faults = check(answer, outcome, now, steps)
        if faults:
            found[place] = faults
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_outcome_of_the_library_is_proved(path: Path):
    for scenario, tracking in asked_for_outcomes(path):
        for every_moment in (False, True):
            answer = outcomes(scenario.situation, *scenario.steps, tracking=tracking, every_moment=every_moment)
            assert faults_of(answer, scenario.situation, scenario.steps) == {}


@pytest.mark.slow
@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(questions())
def test_every_outcome_of_a_random_situation_is_proved(question: tuple[Situation, tuple[Event, ...]]):
    now, events = question
    for every_moment in (False, True):
        try:
            answer = outcomes(now, events, limit=2000, every_moment=every_moment)
        except OutOfScopeError:
            return
        assert faults_of(answer, now, [events]) == {}


@pytest.mark.parametrize("first", range(0, 400, 50))
def test_every_outcome_on_a_random_board_is_proved(first: int):
    for number in range(first, first + 50):
        now, steps, tracking = board(number)
        try:
            answer = outcomes(now, *steps, limit=300, tracking=tracking, every_moment=number % 2 == 0)
        except (AnyorderError, KeyError, ValueError):
            continue  # not modelled, not legal, or a target of the wrong kind
        assert faults_of(answer, now, steps) == {}, f"board {number}"


# --- nothing can be changed -------------------------------------------------------------------------------------------

ELSE = GainLife("you", 99)


def tampered(derivation: Derivation) -> Iterator[tuple[str, Derivation]]:
    """The derivation with one step left out, repeated, or changed in one field."""
    for place, step in enumerate(derivation):
        before, after = derivation[:place], derivation[place + 1 :]
        yield f"without step {place}", before + after
        yield f"step {place} twice", (*before, step, step, *after)
        for name, value in changes(step):
            yield f"another {name} in step {place}", (*before, replace(step, **{name: value}), *after)


def changes(step: Step) -> Iterator[tuple[str, Any]]:
    """For each field of a step, other values."""
    yield from (("kind", kind) for kind in StepKind if kind is not step.kind)
    yield from (("citation", Citation(rule, "")) for rule in ("616.1d", "616.1e") if rule != step.citation.rule)
    yield from ((name, getattr(step, name) + "x") for name in ("actor", "effect", "detail"))
    yield from (("choices", step.choices + change) for change in (-1, 1))
    yield "places", tuple(place + 1 for place in step.places) or (0,)
    yield "places", (-1,)
    yield "shares", tuple(share + 1 for share in step.shares) or (0,)
    for name in ("before", "after"):
        events = getattr(step, name)
        yield name, (*events, ELSE)
        yield from ((name, events[:place] + events[place + 1 :]) for place in range(len(events)))
        yield from ((name, (*events[:-1], one)) for one in amounts_changed(events))


def amounts_changed(events: tuple[Event, ...]) -> Iterator[Event]:
    """The last event with one more and one less."""
    if events and (name := events[-1].amount_role):
        yield from (replace(events[-1], **{name: (events[-1].amount_now or 0) + change}) for change in (-1, 1))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nothing_can_be_changed_in_a_derivation_of_the_library(path: Path):
    for scenario, tracking in asked_for_outcomes(path):
        answer = outcomes(scenario.situation, *scenario.steps, tracking=tracking)
        outcome = answer.outcomes[-1]
        triggers = outcome.triggers if tracking else None
        for what, changed in tampered(outcome.derivation):
            faults = check_derivation(changed, outcome.events, scenario.situation, scenario.steps, triggers)
            assert faults, what


@pytest.mark.slow
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(questions())
def test_nothing_can_be_changed_in_a_derivation_of_a_random_situation(
    question: tuple[Situation, tuple[Event, ...]],
):
    now, events = question
    try:
        answer = outcomes(now, events, limit=500)
    except OutOfScopeError:
        return
    for outcome in answer.outcomes[:3]:
        if not outcome.final.agenda:
            for what, changed in tampered(outcome.derivation):
                assert check_derivation(changed, outcome.events, now, [events]), what


# --- what each fault is -----------------------------------------------------------------------------------------------

BINDINGS = tuple((name, name) for name in ("bear", "lion", "rhino"))


def lasting(name: str, effect: Any, controller: str = "you", left: int | None = None) -> FloatingEffect:
    """An effect made by something that has resolved."""
    return FloatingEffect(name, effect, controller, "lion", BINDINGS, left)


def replacing(kind: str, rewrite: Any, *conditions: tuple[str, Any], **more: Any) -> Replacement:
    """A replacement effect on this kind of event."""
    return Replacement((Watch(kind, conditions),), rewrite, **more)


TWICE = replacing("put_counters", Change((("count", DOUBLE),)), ("on", creature_of("you")))
PLUS_ONE = replacing("put_counters", Change((("count", ONE_MORE),)), ("on", creature_of("you")))
COUNTER = PutCounters("bear", (("+1/+1", 1),), "you", "bear")
TWO_EFFECTS = situation(creature(), creature("lion"), enchantment("twice", TWICE), enchantment("more", PLUS_ONE))


@cache
def proof(now: Situation, *steps: Any, place: int = 0) -> Outcome:
    """One outcome, whose derivation has no fault."""
    answer = outcomes(now, *steps)
    outcome = answer.outcomes[place]
    assert check(answer, outcome, now, steps) == ()
    return outcome


def rules_broken(now: Situation, steps: Asked, derivation: Derivation, events: tuple[Event, ...]) -> set[str]:
    """The rules that a derivation breaks."""
    return {fault.rule for fault in check_derivation(derivation, events, now, steps)}


def after_change(now: Situation, steps: Asked, number: int, place: int = 0, **changed: Any) -> set[str]:
    """The rules that the derivation breaks with one step changed."""
    found = proof(now, *steps, place=place)
    steps_before, step = found.derivation[:number], found.derivation[number]
    derivation = (*steps_before, replace(step, **changed), *found.derivation[number + 1 :])
    return rules_broken(now, steps, derivation, found.events)


def test_two_effects_in_either_order():
    answer = outcomes(TWO_EFFECTS, COUNTER)
    assert [outcome.events[0] for outcome in answer.outcomes] == [
        replace(COUNTER, counters=(("+1/+1", number),)) for number in (3, 4)
    ]
    kinds = [step.kind for step in proof(TWO_EFFECTS, COUNTER).derivation]
    assert kinds == [StepKind.START, StepKind.APPLY, StepKind.APPLY, StepKind.HAPPEN]


@pytest.mark.parametrize(
    ("number", "changed", "rule"),
    [
        (0, {"after": (replace(COUNTER, on="lion"),)}, "614.1"),
        (1, {"actor": "opponent"}, "616.1"),
        (1, {"effect": "nothing#0"}, "614.4"),
        (1, {"citation": Citation("616.1a", "")}, "616.1e"),
        (1, {"after": (replace(COUNTER, counters=(("+1/+1", 7),)),)}, "614.6"),
        (1, {"choices": 1}, "616.1"),
        (1, {"places": (1,)}, "616.1"),
        (2, {"choices": 2}, "616.1"),
        (3, {"after": (replace(COUNTER, counters=(("+1/+1", 9),)),)}, "614.6"),
        (3, {"citation": Citation("614.5", "")}, "614.6"),
    ],
)
def test_a_changed_step_is_against_its_rule(number: int, changed: dict[str, Any], rule: str):
    assert after_change(TWO_EFFECTS, [COUNTER], number, **changed) == {rule}


def test_an_effect_applied_twice_had_its_opportunity():
    found = proof(TWO_EFFECTS, COUNTER)
    start, one, _other, happens = found.derivation
    again = replace(one, before=one.after, after=(replace(COUNTER, counters=(("+1/+1", 3),)),), choices=1)
    assert rules_broken(TWO_EFFECTS, [COUNTER], (start, one, again, happens), found.events) == {"614.5"}


def test_an_effect_left_out_is_still_to_be_applied():
    found = proof(TWO_EFFECTS, COUNTER)
    start, one, _other, happens = found.derivation
    last = replace(happens, after=one.after)
    assert rules_broken(TWO_EFFECTS, [COUNTER], (start, one, last), found.events) == {"616.1f"}


def test_steps_in_another_order():
    start, one, other, happens = proof(TWO_EFFECTS, COUNTER).derivation
    events = proof(TWO_EFFECTS, COUNTER).events
    assert rules_broken(TWO_EFFECTS, [COUNTER], (start, other, one, happens), events) == {"614.6"}
    assert rules_broken(TWO_EFFECTS, [COUNTER], (one, start, other, happens), events) == {"614.1"}


def test_the_outcome_is_what_has_happened():
    found, other = (proof(TWO_EFFECTS, COUNTER, place=place) for place in (0, 1))
    assert rules_broken(TWO_EFFECTS, [COUNTER], found.derivation, other.events) == {"614.6"}
    assert rules_broken(TWO_EFFECTS, [COUNTER], found.derivation[:-1], found.events) == {"614.6"}
    assert rules_broken(TWO_EFFECTS, [COUNTER], (*found.derivation, found.derivation[-1]), found.events) == {"616.1f"}


def test_the_players_choose_in_turn():
    """101.4: the active player chooses before the other, whatever the order of the events."""
    each = replacing("gain_life", Change((("amount", DOUBLE),)), ("player", YOU), optional=YOU)
    now = situation(enchantment("mine", each), enchantment("theirs", each, controller="opponent"), active="opponent")
    steps = [(GainLife("you", 1), GainLife("opponent", 1))]
    found = proof(now, *steps)
    start, theirs, mine, *happen = found.derivation
    assert (theirs.kind, theirs.actor, mine.actor) == (StepKind.DECLINE, "opponent", "you")
    assert rules_broken(now, steps, (start, mine, theirs, *happen), found.events) == {"101.4"}
    assert rules_broken(now, steps, (start, replace(theirs, detail="yes"), mine, *happen), found.events) == {"614.1a"}
    assert rules_broken(now, steps, (start, replace(theirs, actor="you"), mine, *happen), found.events) == {"614.1a"}


def test_self_replacement_comes_first():
    own = replacing("gain_life", Change((("amount", ONE_MORE),)), self_replacement=True)
    others = replacing("gain_life", Change((("amount", DOUBLE),)))
    now = situation(creature("lion"), effects=(lasting("own", own), lasting("other", others)))
    gain = GainLife("you", 1)
    found = proof(now, gain)
    assert [step.citation.rule for step in found.derivation] == ["614.1", "616.1a", "616.1e", "614.6"]
    start, one, other, happens = found.derivation
    early = replace(other, before=(gain,), after=(replace(gain, amount=2),))
    assert rules_broken(now, [gain], (start, early, one, happens), found.events) == {"616.1a"}


def test_control_of_tokens_comes_before_their_number():
    """616.1b is about tokens too: they enter under the control of the player who creates them."""
    taking = replacing("create_tokens", Change((("player", YOU),)), ("player", OPPONENT))
    doubling = replacing("create_tokens", Change((("count", DOUBLE),)), ("player", role("player")))
    now = situation(enchantment("taking", taking), enchantment("doubling", doubling))
    created = CreateTokens("opponent", (Tokens(SQUIRREL, 1),), "opponent")
    assert [step.citation.rule for step in proof(now, created).derivation[1:3]] == ["616.1b", "616.1e"]


def test_what_can_not_happen_is_not_replaced():
    stopping = enchantment("stopping", Prohibition((Watch("gain_life", (("player", YOU),)),)))
    doubling = replacing("gain_life", Change((("amount", DOUBLE),)))
    now, gain = situation(stopping, enchantment("doubling", doubling)), GainLife("you", 1)
    found = proof(now, gain)
    assert [step.kind for step in found.derivation] == [StepKind.START, StepKind.CANNOT]
    applied = Step(
        StepKind.APPLY,
        Citation("616.1e", ""),
        "you",
        "doubling#0",
        (gain,),
        (replace(gain, amount=2),),
        places=(0,),
    )
    assert rules_broken(now, [gain], (found.derivation[0], applied), found.events) == {"614.17c"}
    assert after_change(now, [gain], 1, effect="doubling#0") == {"614.17"}
    assert after_change(now, [gain], 1, kind=StepKind.NOTHING) == {"614.7"}


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (DealDamage("lion", "you", 1), "614.7a"),
        (GainLife("you", 1), "119.10"),
        (LoseLife("you", 1), "614.7"),
        (DealDamage("lion", "stone", 1), "120.1a"),
        (Destroy("rock", "lion"), "702.12b"),
    ],
)
def test_what_is_nothing_is_so_by_its_rule(event: Event, rule: str):
    none = Change((("amount", Number(0)),))
    kinds = ("deal_damage", "gain_life", "lose_life")
    things = [enchantment("none", *(replacing(kind, none) for kind in kinds)), enchantment("stone"), creature("lion")]
    now = situation(*things, creature("rock", "you", "indestructible"))
    found = proof(now, event)
    assert (found.derivation[-1].kind, found.derivation[-1].citation.rule) == (StepKind.NOTHING, rule)
    assert after_change(now, [event], len(found.derivation) - 1, citation=Citation("614.17c", "")) == {rule}


SHIELD = replacing("deal_damage", Prevent(), ("to", anything()), limit=Limit(amount=Number(3)))
TWO_SOURCES = (DealDamage("lion", "you", 2), DealDamage("rhino", "you", 2))
SHIELDED = situation(creature("lion"), creature("rhino", "opponent"), effects=(lasting("shield", SHIELD, left=3),))


@pytest.mark.parametrize("shares", [(2, 2), (1, 1), (3, 0), (2,), (0, 3)])
def test_a_shield_covers_as_much_as_it_can_and_no_more(shares: tuple[int, ...]):
    found = proof(SHIELDED, TWO_SOURCES)
    assert (found.derivation[1].citation.rule, sum(found.derivation[1].shares)) == ("615.7", 3)
    assert after_change(SHIELDED, [TWO_SOURCES], 1, shares=shares) == {"615.7"}


def test_a_shield_is_split_over_all_that_it_covers():
    found = proof(SHIELDED, TWO_SOURCES)
    one = replace(found.derivation[1], places=(0,), shares=(), before=TWO_SOURCES[:1])
    assert rules_broken(SHIELDED, [TWO_SOURCES], (found.derivation[0], one), found.events)
    steps = proof(SHIELDED, TWO_SOURCES, place=1).derivation
    assert steps[1].shares != found.derivation[1].shares
    mixed = (found.derivation[0], steps[1], *found.derivation[2:])
    assert rules_broken(SHIELDED, [TWO_SOURCES], mixed, found.events)


def test_damage_that_can_not_be_prevented_has_prevention_applied_to_it():
    """615.12: the effect is applied and prevents nothing; what it does besides is done, and a shield is not reduced."""
    then = (Do("gain_life", (("player", YOU), ("amount", Name("prevented")))), Do("draw_cards", (("player", YOU),)))
    shield = replace(SHIELD, then=then)
    protected = enchantment("fire", Unpreventable((Watch("deal_damage"),)))
    now = situation(creature("lion"), protected, effects=(lasting("shield", shield, left=3),))
    found = proof(now, DealDamage("lion", "you", 2))
    kinds = [step.kind for step in found.derivation]
    assert kinds.count(StepKind.APPLY) == 1
    assert DrawCards("you", 1) in found.events
    assert after_change(now, [DealDamage("lion", "you", 2)], 1, after=(DealDamage("lion", "you", 1),)) == {"614.6"}


def test_a_redirection_changes_who_chooses():
    away = replacing("deal_damage", Redirect(OPPONENT), ("to", YOU))
    halved = replacing("deal_damage", Change((("amount", ONE_MORE),)), ("to", anything()))
    now = situation(creature("lion"), effects=(lasting("away", away), lasting("more", halved)))
    damage = DealDamage("lion", "you", 2)
    actors = {step.actor for outcome in outcomes(now, damage).outcomes for step in outcome.derivation if step.effect}
    assert actors == {"you", "opponent"}
    found = next(o for o in outcomes(now, damage).outcomes if o.derivation[1].effect == "away")
    assert check(outcomes(now, damage), found, now, [damage]) == ()
    start, one, other, *rest = found.derivation
    wrong = (start, one, replace(other, actor="you"), *rest)
    assert rules_broken(now, [damage], wrong, found.events) == {"616.1"}


def test_contained_events_come_after_effects_on_the_whole():
    """616.1g, 119.5: setting a life total is gaining or losing the difference, to which further effects apply."""
    doubling = replacing("gain_life", Change((("amount", DOUBLE),)))
    now, setting = situation(enchantment("doubling", doubling)), SetLife("you", 25)
    found = proof(now, setting)
    contain = next(n for n, step in enumerate(found.derivation) if step.kind is StepKind.CONTAIN)
    assert found.events == (GainLife("you", 10),)
    assert after_change(now, [setting], contain, after=(GainLife("you", 6),)) == {"616.1g"}
    assert after_change(now, [setting], contain, kind=StepKind.HAPPEN) == {"616.1g"}


def test_a_value_that_is_not_offered_can_not_be_chosen():
    either = OneOf((("more", Change((("amount", ONE_MORE),))), ("twice", Change((("amount", DOUBLE),)))))
    now, gain = situation(enchantment("either", replacing("gain_life", either))), GainLife("you", 3)
    found = proof(now, gain)
    assert [step.kind for step in found.derivation[1:3]] == [StepKind.CHOOSE, StepKind.APPLY]
    assert after_change(now, [gain], 1, detail="thrice") == {"608.2d"}
    assert after_change(now, [gain], 1, kind=StepKind.DECLINE) == {"608.2d"}
    other = "twice" if found.derivation[1].detail == "more" else "more"
    assert after_change(now, [gain], 1, detail=other) == {"614.6"}
    assert after_change(now, [gain], 2, actor="opponent") == {"616.1"}


def test_equal_events_are_told_apart_by_their_places():
    """Of two equal events one was doubled; only its place tells which, and so whether the effect may apply again."""
    once = replacing("gain_life", Change((("amount", DOUBLE),)), optional=YOU)
    now, gains = situation(enchantment("once", once)), (GainLife("you", 1), GainLife("you", 1))
    answer = outcomes(now, gains)
    assert faults_of(answer, now, [gains]) == {}
    places = [step.places for step in answer.outcomes[0].derivation if step.kind is StepKind.DECLINE]
    assert places == [(0,), (1,)]
    found = proof(now, gains)
    assert after_change(now, [gains], 2, places=found.derivation[1].places)


# --- what the checker found -------------------------------------------------------------------------------------------


def _kill() -> GameObject:
    """Destroy target creature; instead exile it (a self-replacement effect)."""
    exile = Instead((Do("exile", (("object", IT),)),))
    own = Replacement((Watch("destroy"),), exile, self_replacement=True)
    spell = SpellAbility((Do("destroy", (("permanent", role("target")),)),), (own,))
    face = Face("kill", TypeLine.parse("Instant"), ManaCost(("B",)), (Color.BLACK,), (spell,))
    return GameObject("kill", Card((face,)), Zone.STACK, "you", "you", targets=("rhino",))


def _choosing_card(rewrite: Any, **more: Any) -> GameObject:
    """A creature with an effect on its own entering, in your hand."""
    effect = Replacement((Watch("enter", (("object", role("this")),)),), rewrite, **more)
    face = Face("beast", TypeLine.parse("Creature — Beast"), abilities=(Static(effect),), power=1, toughness=1)
    return GameObject("beast", Card((face,)), Zone.HAND, "you")


TAPPED = Change((("tapped", True),))
FEEDING = Choosing(creature_of("you"), "chosen", (Do("sacrifice", (("permanent", role("chosen")),)),), TAPPED)
TO_BEAR = (DealDamage("rhino", "bear", 2), DealDamage("lion", "bear", 3))
GAINING = (GainLife("you", 1), LoseLife("you", 1)) * 3


def _counting(another: bool = True) -> GameObject:
    """Whenever another creature enters, put a +1/+1 counter on it."""
    tests = (Predicate(Aspect.TYPE, "creature"), *((Predicate(Aspect.OTHER, ""),) if another else ()))
    put = Do("put_counters", (("on", IT), ("counters", (("+1/+1", Number(1)),))))
    ability = Triggered((Watch("enter", (("object", Selector((tests,))),)),), (put,))
    return permanent(Card((Face("count", TypeLine.parse("Enchantment"), abilities=(ability,)),)))


def _with(*effects: FloatingEffect) -> Situation:
    return situation(creature(), creature("lion"), creature("rhino", "opponent"), effects=effects)


FOUND: dict[str, tuple[Any, Any]] = {
    "614.17c: an indestructible permanent is open to self-replacement": (
        lambda: situation(creature("rhino", "opponent", "indestructible"), _kill()),
        [Resolve("kill")],
    ),
    "614.3: the next two times are two times": (
        lambda: _with(lasting("e", replacing("gain_life", Change((("amount", DOUBLE),)), limit=Limit(2)), left=2)),
        list(GAINING),
    ),
    "615.12: damage that can't be prevented is not prevented this way": (
        lambda: _with(
            lasting(
                "e",
                replacing(
                    "deal_damage",
                    Prevent(),
                    ("to", role("bear")),
                    together=True,
                    then=(Do("gain_life", (("player", YOU), ("amount", Name("prevented")))),),
                ),
            )
        ),
        [(TO_BEAR[0], replace(TO_BEAR[1], preventable=False))],
    ),
    "121.7: the event that is kept happens though a draw comes before it": (
        lambda: _with(
            lasting("e", replacing("gain_life", Instead((Do("draw_cards", (("player", YOU),)), TheEvent()))))
        ),
        [GainLife("you", 2)],
    ),
    "614.1a: a shield over several sources may be declined": (
        lambda: _with(
            lasting("e", replacing("deal_damage", Prevent(), ("to", role("bear")), optional=YOU, together=True))
        ),
        [TO_BEAR],
    ),
    "608.2d: a choice of ways over several sources": (
        lambda: _with(
            lasting(
                "e",
                replacing(
                    "deal_damage",
                    OneOf((("all", Prevent()), ("one", Prevent(Number(1))))),
                    ("to", role("bear")),
                    together=True,
                ),
            )
        ),
        [TO_BEAR],
    ),
    "614.12a: things may be chosen where it may be declined": (
        lambda: situation(creature(), _choosing_card(FEEDING, optional=YOU)),
        [Enter("beast", "you")],
    ),
    "614.12a: things may be chosen in one of several ways": (
        lambda: situation(creature(), _choosing_card(OneOf((("feed", FEEDING), ("rest", TAPPED))))),
        [Enter("beast", "you")],
    ),
    "603.3b: options that are not alike have labels of their own": (
        lambda: situation(
            _counting(), *(replace(creature(name), zone=Zone.HAND, controller=None) for name in ("bear", "lion"))
        ),
        [(Enter("bear", "you"), Enter("lion", "you")), ResolveTriggers()],
    ),
    "118.3: ten counters are not paid with three": (
        lambda: situation(permanent(catalogue.find("Jace Beleren"), "jace", counters=(("loyalty", 3),))),
        [Activate("jace", 3, ("you",))],
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_the_checker_found(name: str):
    """Each was a fault of the solver that a derivation gave away, or that stopped it."""
    make, steps = FOUND[name]
    now = make()
    tracking = any(isinstance(step, ResolveTriggers) for step in steps)
    try:
        answer = outcomes(now, *steps, tracking=tracking)
    except IllegalError:
        return  # what can't be done is refused
    assert faults_of(answer, now, steps) == {}


def test_a_card_is_not_discarded_from_an_empty_hand_as_a_cost():
    """118.3: with no other card in hand there is no paying for Mox Diamond."""
    now = situation(GameObject("mox", catalogue.find("Mox Diamond"), Zone.HAND, "you"))
    answer = outcomes(now, Enter("mox", "you"))
    assert faults_of(answer, now, [Enter("mox", "you")]) == {}
    assert len(answer.outcomes) == 1


def test_an_empty_hand_can_be_discarded_as_a_cost():
    """101.3, 118.3: discarding all cards of an empty hand is discarding none, and can be done."""
    now = situation(permanent(catalogue.find("Lion's Eye Diamond"), "diamond"))
    answer = outcomes(now, Activate("diamond", 1))
    assert faults_of(answer, now, [Activate("diamond", 1)]) == {}


def test_all_state_based_actions_are_performed_at_once():
    """704.3: who keeps the legend that is destroyed at the same time loses both."""
    legend = creature("hurt", type="Legendary Creature — Bear", damage=2)
    other = replace(legend, id="sound", damage=0)
    answer = outcomes(situation(legend, other), StateBasedActions())
    gone = {frozenset(event.affected for event in outcome.events) for outcome in answer.outcomes}
    assert gone == {frozenset({"hurt"}), frozenset({"hurt", "sound"})}
