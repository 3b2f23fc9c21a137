"""Who can force it: the game against every strategy one by one, on graphs drawn at random and on boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest

import anyorder
from model.decisions import ChoiceKind, Option
from scenarios.build import build
from scenarios.documents import read_document
from solver.agenda import State
from solver.answers import Answer, outcomes
from solver.explorer import Exploration
from solver.forcing import Game, Reach, force, values
from solver.process import single_moves, take
from tests.random_boards import board

PLAYERS = ("you", "opponent", "third")


# --- graphs drawn at random, against every pair of strategies ---------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A state of a graph: its number, and whether anything is left to do."""

    number: int
    agenda: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A way to go on."""

    option: Option
    state: Place


def graph(number: int) -> Exploration[Any, Any]:
    """A graph of a few decisions, each by one of three players; edges lead to later states."""
    chance = Random(number)
    decisions = chance.choice([1, 2, 3, 4, 5, 6])
    places = [Place(n, ("decide",) if n < decisions else ()) for n in range(decisions + chance.choice([2, 3, 4]))]
    ways: dict[Any, tuple[Any, ...]] = {}
    for place in places:
        later = places[place.number + 1 :]
        chooser = chance.choice(PLAYERS)
        options = [Option(ChoiceKind.VALUE, chooser, value=str(n)) for n in range(chance.choice([1, 2, 2, 3]))]
        ways[place] = tuple(Step(option, chance.choice(later)) for option in options) if place.agenda else ()
    return Exploration(places[0], ways, places)


def can_force(exploration: Exploration[Any, Any], ours: frozenset[str], good: Callable[[Any], bool]) -> bool:
    """Whether one of our strategies wins against every strategy of the others, each tried to the end."""
    mine = [s for s in exploration.order if exploration.ways[s] and exploration.ways[s][0].option.chooser in ours]
    theirs = [s for s in exploration.order if exploration.ways[s] and s not in mine]

    def strategies(states: list[Any]) -> Iterator[dict[Any, Any]]:
        for chosen in product(*(exploration.ways[state] for state in states)):
            yield dict(zip(states, chosen, strict=True))

    def end(plan: dict[Any, Any]) -> Any:
        state = exploration.start
        while exploration.ways[state]:
            state = plan[state].state
        return state

    return any(all(good(end({**plan, **answer})) for answer in strategies(theirs)) for plan in strategies(mine))


@pytest.mark.parametrize("number", range(120))
def test_the_game_is_won_exactly_where_a_strategy_wins_against_all_others(number: int):
    exploration = graph(number)
    chance = Random(1000 + number)
    good = frozenset(place for place in exploration.leaves if chance.random() < 0.5)
    for ours in (frozenset({"you"}), frozenset({"opponent", "third"}), frozenset(PLAYERS)):
        least, most = values(exploration, ours, lambda state: state in good)
        assert least == most
        assert least[exploration.start] is can_force(exploration, ours, good.__contains__)


@pytest.mark.parametrize("number", range(60))
def test_what_was_cut_off_is_left_open_and_nothing_else(number: int):
    exploration = graph(number)
    chance = Random(2000 + number)
    leaves = exploration.leaves
    good = {place for place in leaves if chance.random() < 0.5}
    cut = {place for place in leaves if chance.random() < 0.4}
    renamed = {place: Place(place.number, ("cut off",)) if place in cut else place for place in exploration.order}
    cut_off = Exploration(
        renamed[exploration.start],
        {
            renamed[place]: tuple(Step(way.option, renamed[way.state]) for way in ways)
            for place, ways in exploration.ways.items()
        },
        [renamed[place] for place in exploration.order],
    )
    ours = frozenset({"you"})
    least, most = values(cut_off, ours, lambda state: state in good)  # type: ignore[arg-type]
    start: Any = cut_off.start
    assert least[start] is can_force(exploration, ours, lambda state: state in good and state not in cut)
    assert most[start] is can_force(exploration, ours, lambda state: state in good or state in cut)


# --- boards of real cards, against a search that merges nothing -------------------------------------------------------


class TooManyError(Exception):
    """The naive search would take too long."""


def naive(state: State, ours: frozenset[str], good: Callable[[State], bool], left: list[int]) -> bool:
    """The same by trying every option of every moment anew."""
    left[0] -= 1
    if left[0] < 0:
        raise TooManyError
    ways = single_moves(state)
    if not ways:
        return good(state)
    results = (naive(way.state, ours, good, left) for way in ways)
    return any(results) if ways[0].option.chooser in ours else all(results)


def followed(answer: Answer, game: Game) -> set[tuple[object, object]]:
    """Every end that can come about when the strategy is followed, decision by decision."""
    places = {position.state: position for position in game.strategy}
    ends: set[tuple[object, object]] = set()
    line = [answer.exploration.start]
    while line:
        state = line.pop()
        ways = single_moves(state)
        position = places.get(state)
        if not ways:
            ends.add((state.log, state.waiting))
        elif position is not None and position.follows:
            assert len(position.branches) == 1
            after = state
            for option in position.branches[0].options[0]:
                after = take(after, option)
            line.append(after)
        else:
            line += [way.state for way in ways]
    return ends


BOARDS = range(0, 240)


def answered(number: int) -> Answer | None:
    situation, steps, tracking = board(number)
    try:
        answer = outcomes(situation, *steps, limit=400, tracking=tracking)
    except anyorder.AnyorderError:
        return None
    return answer if answer.complete and 1 < len(answer.outcomes) <= 6 else None


def test_boards_are_decided_as_a_naive_search_decides_them_and_strategies_do_what_they_promise():
    tried = forced = refused = 0
    for number in BOARDS:
        answer = answered(number)
        if answer is None:
            continue
        players = answer.start.situation.apnap()
        for outcome in answer.outcomes:
            name = (outcome.final.log, outcome.final.waiting)

            def good(state: State, name: tuple[object, object] = name) -> bool:
                return (state.log, state.waiting) == name

            for ours in (players[:1], players[1:]):
                try:
                    expected = naive(answer.exploration.start, frozenset(ours), good, [3000])
                except TooManyError:
                    continue
                game = force(answer, ours, good)
                assert game.holds is expected, number
                names = [(one.final.log, one.final.waiting) for one in answer.outcomes]
                ends = followed(answer, game)
                assert ends <= {names[place - 1] for place in game.outcomes}, number
                assert (ends == {name}) is expected, number
                assert expected or name not in ends, number
                tried, forced, refused = tried + 1, forced + expected, refused + (game.reach is Reach.POSSIBLE)
    assert tried > 60
    assert forced > 10
    assert refused > 10


# --- documents --------------------------------------------------------------------------------------------------------

KALITAS = """\
battlefield:
  you: [{card: Grizzly Bears, id: bear}]
  opponent: ["Kalitas, Traitor of Ghet", Leyline of the Void]
event: {destroy: {permanent: bear}}
"""
ZOMBIE = {"create_tokens": {"token": "Zombie"}}


def game_of(player: str | list[str], document: str = KALITAS, **goal: Any) -> Game:
    found = anyorder.can_force(document, player, **goal)
    evidence = found.evidence
    assert evidence is not None
    assert evidence.game is not None
    return evidence.game


def test_the_owner_of_the_creature_decides_not_the_controller_of_the_effects():
    assert game_of("opponent", happens=ZOMBIE).reach is Reach.POSSIBLE
    assert game_of("opponent", happens=ZOMBIE).side == ("you",)
    assert game_of("you", happens=ZOMBIE).reach is Reach.FORCED
    assert game_of("you", never=ZOMBIE).reach is Reach.FORCED
    assert game_of("opponent", never=ZOMBIE).reach is Reach.POSSIBLE
    assert game_of(["you", "opponent"], happens=ZOMBIE).reach is Reach.FORCED


def test_what_always_happens_and_what_never_does():
    exile = {"move": {"object": "bear", "to": "exile"}}
    always = game_of("opponent", happens=exile)
    assert (always.reach, always.strategy, always.outcomes) == (Reach.ALWAYS, (), (1, 2))
    never = game_of("opponent", happens={"dies": {"object": "bear"}})
    assert (never.reach, never.strategy) == (Reach.NEVER, ())


def test_a_condition_on_the_situation_afterward():
    rhino = "battlefield: {you: [Fiery Emancipation], opponent: []}\nlife: {opponent: 20}\n"
    rhino += "stack: {you: [{card: Lightning Bolt, id: bolt}]}\n"
    rhino += "event: {deal_damage: {source: bolt, to: opponent, amount: 3}}\n"
    assert game_of("you", rhino, where="life(opponent) <= 11").reach is Reach.ALWAYS
    assert game_of("you", rhino, where="life(opponent) <= 10").reach is Reach.NEVER


def test_whole_outcomes_and_several_goals_together():
    whole = [{"move": {"object": "bear", "to": "exile"}}]
    assert game_of("you", outcome=whole).reach is Reach.FORCED
    assert game_of("you", outcome=whole, happens=ZOMBIE).reach is Reach.NEVER


def test_a_limit_leaves_it_open():
    text = "battlefield: {you: [{card: Grizzly Bears, id: bear}, Hardened Scales, Doubling Season]}\n"
    one = "{put_counters: {object: bear, kind: +1/+1, count: 1}}"
    text += f"event: {{in_order: [{one}, {one}]}}\n"
    goal = {"put_counters": {"object": "bear", "count": 8}}
    assert game_of("you", text, happens=goal).reach is Reach.FORCED
    found = anyorder.can_force(text, "you", happens=goal, limit=1)
    assert (found.complete, found.status) == (False, 3)
    assert found.evidence is not None
    assert found.evidence.holds is None


@pytest.mark.parametrize(
    ("question", "path", "message"),
    [
        ("{can_force: {happens: {draw: {player: you}}}}", "question.can_force", "expected 'player'"),
        ("{can_force: {player: you}}", "question.can_force", "expected one of happens, never, outcome, where"),
        ("{can_force: {player: yuo, happens: {draw: {player: you}}}}", "question.can_force.player", "no player 'yuo'"),
        ("{can_force: {player: [], happens: {draw: {player: you}}}}", "question.can_force.player", "at least one"),
        ("{can_force: {player: you, hapens: {}}}", "question.can_force.hapens", "did you mean 'happens'"),
        ("{can_force: {player: you, happens: {drow: {player: you}}}}", "question.can_force.happens.drow", "'draw'"),
        ("{can_force: {player: you, where: life(}}", "question.can_force.where", ""),
        ("can_force", "question.can_force", "a mapping such as"),
    ],
)
def test_mistakes_are_told_with_their_path(question: str, path: str, message: str):
    with pytest.raises(anyorder.MalformedError) as caught:
        build(read_document(KALITAS + f"question: {question}\n"))
    assert caught.value.path == path
    assert message in str(caught.value)
