"""Many permanents that enter at once with choices that share life and things (614.12b, 614.13a-b)."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from model.events import Enter
from model.objects import GameObject
from model.situation import Situation
from model.zones import Zone
from scenarios.catalogue import find
from solver.agenda import Group, State
from solver.answers import agenda_of, outcomes
from solver.assignments import count
from solver.process import settle, start
from solver.resources import reckoned
from tests.strategies import creature, situation

#: Who pays life, who devours creatures, who exiles creature cards from the graveyard, who has a land card discarded.
SORTS = ("Blood Crypt", "Gluttonous Slime", "Sutured Ghoul", "Mox Diamond")


def board(numbers: dict[str, int], life: int, goats: int, dead: int, lands: int) -> tuple[Situation, tuple[Enter, ...]]:
    """So many permanents of each sort in hand, and what their choices take."""
    entering = [
        GameObject(f"{name} {n}", find(name), Zone.HAND, "you") for name in numbers for n in range(numbers[name])
    ]
    bear, forest = find("Runeclaw Bear"), find("Forest")
    there = situation(
        *(creature(f"goat {n}", type="Creature — Goat") for n in range(goats)),
        *(GameObject(f"dead {n}", bear, Zone.GRAVEYARD, "you") for n in range(dead)),
        *(GameObject(f"forest {n}", forest, Zone.HAND, "you") for n in range(lands)),
        *entering,
        life=life,
    )
    return there, tuple(Enter(thing.id, "you") for thing in entering)


def unsettled(there: Situation, events: tuple[Enter, ...]) -> State:
    return start(there, agenda_of((events,)))


def by_reckoning(state: State) -> int | None:
    item = state.agenda[0]
    assert isinstance(item, Group)
    return reckoned(item, state.situation)


@pytest.mark.parametrize("number", range(12))
def test_the_reckoning_counts_what_the_process_counts(number: int):
    chance = Random(number)
    numbers = {name: chance.choice([0, 0, 1, 2]) for name in SORTS} | {"Blood Crypt": chance.choice([1, 2])}
    there, events = board(numbers, chance.choice([1, 3, 4]), *(chance.choice([0, 1, 2]) for _ in range(3)))
    state = unsettled(there, events)
    assert by_reckoning(state) == count(settle(state), 100_000)


def test_goats_that_were_devoured_can_be_exiled_from_the_graveyard():
    there, events = board({"Gluttonous Slime": 1, "Sutured Ghoul": 1}, 20, 2, 0, 0)
    state = unsettled(there, events)
    assert by_reckoning(state) == count(settle(state), 100_000) == 1 + 2 * 2 + 4


def test_what_other_effects_watch_for_is_not_reckoned():
    there, events = board({"Gluttonous Slime": 2}, 20, 2, 0, 0)
    grave = GameObject("Rest in Peace", find("Rest in Peace"), Zone.BATTLEFIELD, "you", "you")
    assert by_reckoning(unsettled(there.with_new(grave), events)) is None


def test_thirty_permanents_with_four_shared_constraints():
    there, events = board(dict(zip(SORTS, (10, 8, 6, 6), strict=True)), 7, 3, 3, 2)
    assert len(events) == 30
    began = process_time()
    answer = outcomes(there, events)
    assert process_time() - began < 2
    assert answer.limit == "480,728,434,032 ways to decide, of which 100 are listed"
    assert not answer.complete
    assert len(answer.outcomes) == 100


def test_as_many_are_listed_as_asked():
    there, events = board(dict(zip(SORTS, (10, 8, 6, 6), strict=True)), 7, 3, 3, 2)
    assert len(outcomes(there, events, limit=7).outcomes) == 7


def test_few_ways_are_all_listed():
    there, events = board({"Blood Crypt": 6}, 3, 0, 0, 0)
    answer = outcomes(there, events)
    assert answer.complete
    assert answer.stats.orderings == 1 + 6
