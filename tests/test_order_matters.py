"""Does the order matter: against a search for pairs by direct application, on boards drawn at random and on cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

import anyorder
from model.decisions import ChoiceKind, Option
from model.events import CreateTokens, DealDamage, Destroy, DrawCards, Event, GainLife, PutCounters, Tokens
from model.situation import Situation
from scenarios import catalogue
from scenarios.build import build
from scenarios.candidates import candidates
from scenarios.documents import read_document
from solver.agenda import Choose, State
from solver.answers import Answer, outcomes
from solver.in_force import effects_in_force
from solver.order_matters import OrderMatters, order_matters
from solver.process import single_moves, take
from tests.random_boards import board
from tests.strategies import creature, permanent, situation, token_card

End = tuple[object, object]


class TooManyError(Exception):
    """The naive search would take too long."""


class Naive:
    """Pairs by direct application: every sequence of decisions, one by one, nothing merged."""

    def __init__(self, start: State, most: int) -> None:
        self.left = most
        self.start = start
        kinds = effects_in_force(start.situation).replacements.values()
        self.alike = {active.id: active.alike for actives in kinds for active in actives}

    def ends(self, state: State) -> frozenset[End]:
        """Every way that it can end from here."""
        self.left -= 1
        if self.left < 0:
            raise TooManyError
        options = self.options(state)
        if not options:
            return frozenset({(state.log, state.waiting)})
        return frozenset().union(*(self.ends(take(state, option)) for option in options))

    def options(self, state: State) -> list[Option]:
        return [way.option for way in single_moves(state)]

    def through(self, state: State, first: Option, second: Option) -> frozenset[End]:
        """Every end once the first effect, with the choices that it asks for, and then the second are applied."""
        found: frozenset[End] = frozenset()
        for after in self.chosen(take(state, first), first.effect):
            again = [o for o in self.options(after) if o.kind is ChoiceKind.APPLY and o.effect == second.effect]
            exact = [o for o in again if (o.event, o.value) == (second.event, second.value)]
            for option in exact or again:
                found |= self.ends(take(after, option))
            if not again:
                found |= self.ends(after)
        return found

    def chosen(self, state: State, effect: str) -> Iterator[State]:
        asks = state.agenda[0] if state.agenda else None
        if isinstance(asks, Choose) and asks.effect == effect:
            for option in self.options(state):
                yield from self.chosen(take(state, option), effect)
        else:
            yield state

    def pairs(self) -> set[frozenset[object]]:
        found: set[frozenset[object]] = set()
        seen = set()
        line = [self.start]
        while line:
            state = line.pop()
            if state in seen:
                continue
            seen.add(state)
            options = self.options(state)
            line += [take(state, option) for option in options]
            orders = [option for option in options if option.kind is ChoiceKind.APPLY]
            for one, other in combinations(orders, 2):
                if one.effect != other.effect and self.through(state, one, other) != self.through(state, other, one):
                    found.add(frozenset(self.alike.get(option.effect, option.effect) for option in (one, other)))
        return found


KINDS = ("put_counters", "create_tokens", "deal_damage", "draw_cards", "gain_life", "move")
EVENTS: dict[str, Event] = {
    "put_counters": PutCounters("bear", (("+1/+1", 1),), "you", "lion"),
    "create_tokens": CreateTokens("you", (Tokens(token_card("Cat"), 1),), "you", "lion"),
    "deal_damage": DealDamage("lion", "you", 3),
    "draw_cards": DrawCards("you", 1),
    "gain_life": GainLife("you", 2),
    "move": Destroy("bear"),
}


def crowded(number: int) -> tuple[Situation, Event]:
    """A situation in which two to four permanents of the catalogue watch the same kind of event, drawn at random."""
    chance = Random(number)
    kind = chance.choice(KINDS)
    fitting = [one.name for one in candidates([kind], ()) if kind in one.watches and one.chooses in ("", "color")]
    things = [creature("bear"), creature("lion", "opponent"), creature("cat")]
    for place in range(chance.choice([2, 2, 3, 3, 4])):
        card = catalogue.find(chance.choice(fitting))
        controller = chance.choice(["you", "you", "opponent"])
        things.append(permanent(card, f"{card.name} {place}", controller, chosen=(("color", "red"),)))
    return situation(*things), EVENTS[kind]


def answered(number: int, *, many: bool) -> Answer | None:
    tracking = False
    steps: list[Any]
    if many:
        here, event = crowded(number)
        steps = [event]
    else:
        here, steps, tracking = board(number)
    try:
        answer = outcomes(here, *steps, limit=300, tracking=tracking)
    except anyorder.AnyorderError:
        return None
    return answer if answer.complete and answer.stats.orderings > 1 else None


@pytest.mark.parametrize("many", [False, True], ids=["boards", "crowded"])
def test_the_pairs_are_those_that_direct_application_finds(many: bool):
    tried = with_pairs = without = with_choices = 0
    for number in range(400 if many else 200):
        answer = answered(number, many=many)
        if answer is None:
            continue
        naive = Naive(answer.exploration.start, 6000)
        try:
            expected = naive.pairs()
            ends = naive.ends(answer.exploration.start)
        except TooManyError:
            continue
        found = order_matters(answer)
        pairs = {frozenset(naive.alike.get(e, e) for e in (pair.first, pair.second)) for pair in found.pairs}
        assert pairs == expected, number
        assert len(pairs) == len(found.pairs)
        choices = any(one.matters for one in found.decisions)
        if not found.matters and not choices:
            assert len(ends) == 1, number
        _check_witnesses(answer, found)
        tried, with_pairs, without = tried + 1, with_pairs + bool(pairs), without + (not pairs)
        with_choices += choices
    assert tried > 20
    assert without > 10
    assert with_choices > 2
    assert with_pairs > 30 or not many


def _check_witnesses(answer: Answer, found: OrderMatters) -> None:
    """The two lines of a witness leave different outcomes open, and what they show is one of these."""
    logs = {number: outcome.events for number, outcome in enumerate(answer.outcomes, 1)}
    for pair in found.pairs:
        left, right = pair.sides
        assert left.outcomes != right.outcomes
        for side, first in ((left, pair.first), (right, pair.second)):
            assert side.happens in [logs[number] for number in side.outcomes]
            assert side.order[:1] == (first,)
            assert len(side.order) == len(side.stages)


# --- documents --------------------------------------------------------------------------------------------------------

COUNTERS = """\
battlefield:
  you: [{card: Grizzly Bears, id: bear}, %s]
event: {put_counters: {object: bear, kind: +1/+1, count: 1}}
"""


def pairs_of(document: str) -> dict[frozenset[str], list[tuple[int, ...]]]:
    result = anyorder.order_matters(document).result
    assert isinstance(result, OrderMatters)
    return {
        frozenset(ref.partition("#")[0] for ref in (pair.first, pair.second)): [side.outcomes for side in pair.sides]
        for pair in result.pairs
    }


def test_two_that_do_not_commute():
    found = pairs_of(COUNTERS % "Hardened Scales, Doubling Season")
    assert found == {frozenset({"Hardened Scales", "Doubling Season"}): [(2,), (1,)]}


def test_two_doublings_commute_and_all_orders_end_the_same():
    found = anyorder.order_matters(COUNTERS % "Branching Evolution, Doubling Season, Branching Evolution")
    result = found.result
    assert isinstance(result, OrderMatters)
    assert (result.matters, result.decisions, len(found.outcomes)) == (False, (), 1)
    assert found.outcomes[0].orderings == 6
    assert result.moments == result.indifferent > 0


def test_an_effect_that_ends_the_other_is_told_by_one_alone():
    document = "battlefield: {you: [{card: Grizzly Bears, id: bear}], opponent: [Leyline of the Void, Kalitas%s]}\n"
    document = document.replace("Kalitas%s", '"Kalitas, Traitor of Ghet"') + "event: {destroy: {permanent: bear}}\n"
    result = anyorder.order_matters(document).result
    assert isinstance(result, OrderMatters)
    (pair,) = result.pairs
    assert [len(side.order) for side in pair.sides] == [1, 1]
    assert (pair.chooser, pair.rule) == ("you", "616.1e")


def test_a_may_is_no_order():
    document = "battlefield: {you: []}\ngraveyard: {you: [Golgari Thug]}\nlibrary: {you: 20}\n"
    document += "event: {draw: {player: you, count: 1}}\n"
    result = anyorder.order_matters(document).result
    assert isinstance(result, OrderMatters)
    assert not result.pairs
    (decision,) = result.decisions
    assert (decision.kind, decision.matters, decision.chooser) == (ChoiceKind.MAY, True, "you")
    assert sorted(outcomes for _, outcomes in decision.ways) == [(1,), (2,)]


def test_a_pair_may_be_met_only_after_a_third():
    document = """\
battlefield:
  you: [Furnace of Rath, Urza's Armor]
  opponent: [{card: Grizzly Bears, id: bear}]
resolved:
  - {card: Harm's Way, controller: opponent, targets: [you], source: bear}
event: {deal_damage: {source: bear, to: opponent, amount: 3}}
"""
    result = anyorder.order_matters(document).result
    assert isinstance(result, OrderMatters)
    assert any(pair.before for pair in result.pairs) or len(result.pairs) < 2


def test_too_many_moments_are_told_and_each_pair_is_tried_alone():
    cards = (
        "Hardened Scales, Doubling Season, Branching Evolution, Corpsejack Menace, Primal Vigor, Winding Constrictor"
    )
    scenario = build(read_document(COUNTERS % cards))
    answer = outcomes(scenario.situation, *scenario.steps)
    whole, alone = order_matters(answer), order_matters(answer, most=5)
    assert (whole.alone, alone.alone) == (False, True)
    assert (whole.limit, alone.limit) == ("", "" if alone.complete else "more than 5 moments, each pair tried alone")
    names = [{frozenset((pair.first, pair.second)) for pair in found.pairs} for found in (whole, alone)]
    assert names[0] == names[1] != set()


@pytest.mark.parametrize(
    ("question", "message"),
    [("{could_produce: Forest}", "only what happens has an order"), ("{count: {}}", "only what happens has an order")],
)
def test_what_has_no_order_can_not_be_asked_for_one(question: str, message: str):
    with pytest.raises(anyorder.MalformedError, match=message):
        anyorder.order_matters(f"battlefield: {{you: [Forest]}}\nquestion: {question}\n")


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("true", 0),
        ("false", 1),
        ("{order_matters: true, pairs: [[Hardened Scales, Doubling Season]], choices: []}", 0),
        ("{pairs: []}", 1),
        ("{choices: [[you, Doubling Season]]}", 1),
    ],
)
def test_documents_may_say_what_they_expect(answer: str, status: int):
    text = COUNTERS % "Hardened Scales, Doubling Season"
    asked: Any = anyorder.ask(f"{text}question: order_matters\nanswer: {answer}\n")
    assert asked.status == status
