"""Every order of decisions, listed by python-constraint, replayed one by one, and counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import factorial, prod

from model.errors import LimitError, OutOfScopeError
from model.events import CreateTokens, DrawCards, Event, PutCounters
from model.situation import Situation
from solver.csp import AllDifferent, Constraint, solutions
from solver.twin.replaying import Decision, Replay
from solver.twin.rewriting import together

#: More orders than these (8 different options) take too long one by one.
MOST_ORDERS = 40_320


def twin_outcomes(
    situation: Situation, events: Sequence[Event], *, most_orders: int = MOST_ORDERS
) -> dict[tuple[Event, ...], int]:
    """616.1, naively: every outcome of simultaneous events with the number of decision sequences that end there.

    An order is a row of tickets, one for each time that an option can be taken. How many tickets an option needs is
    found by replaying: as long as some replay offers an option of which no ticket is left, it gets one more. Then
    every sequence of decisions is the replay of some order, and orders with the same replay count once.

    Raises OutOfScopeError for what is not modelled, and LimitError for more orders than ``most_orders``.
    """
    if any(not isinstance(event, Event) for event in events):
        raise OutOfScopeError("actions of more than one event")
    supply: dict[str, int] = {}
    while True:
        found: dict[tuple[Decision, ...], tuple[Event, ...]] = {}
        lacking: dict[str, int] = {}
        for order in every_order(supply, most_orders):
            replay = Replay(situation, order)
            replay.happen(list(events))
            found[tuple(replay.decisions)] = added_up(replay.log)
            for option, copies in replay.lacking.items():
                lacking[option] = max(copies, lacking.get(option, 0))
        if not lacking:
            break
        supply |= lacking
    outcomes: dict[tuple[Event, ...], int] = {}
    for outcome in found.values():
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
    return outcomes


def every_order(supply: Mapping[str, int], most: int = MOST_ORDERS) -> list[tuple[str, ...]]:
    """Every order of these options, each as often as it has copies, as solutions of an all-different problem.

    The variables are the tickets, their values the places. Copies of one option stand in ascending places, so that
    exchanging them does not make another order.
    """
    number = factorial(sum(supply.values())) // prod(factorial(copies) for copies in supply.values())
    if number > most:
        raise LimitError(f"{number} orders of decisions are more than {most}")
    tickets = [(option, copy) for option, copies in sorted(supply.items()) for copy in range(copies)]
    names = {ticket: f"{ticket[0]} ({ticket[1]})" for ticket in tickets}
    ascending = [
        Constraint((names[option, copy - 1], names[option, copy]), lambda earlier, later: earlier < later)
        for option, copy in tickets
        if copy
    ]
    domains = {name: range(len(tickets)) for name in names.values()}
    orders = []
    for solution in solutions(domains, [AllDifferent(tuple(domains)), *ascending]):
        places = {solution[name]: option for (option, _), name in names.items()}
        orders.append(tuple(places[place] for place in range(len(tickets))))
    return orders


def added_up(log: Sequence[Event]) -> tuple[Event, ...]:
    """The events that happened, neighbouring equal draws, counters and tokens added up."""
    found: list[Event] = []
    for event in log:
        both = _sum(found[-1], event) if found else None
        if both is None:
            found.append(_in_order(event))
        else:
            found[-1] = both
    return tuple(found)


def _in_order(event: Event) -> Event:
    """Tokens by name, counters by kind: within one event their order means nothing."""
    if isinstance(event, CreateTokens):
        tokens = sorted(
            together(event.tokens), key=lambda each: (each.name, each.tapped, repr(each.attacking), repr(each))
        )
        return replace(event, tokens=tuple(tokens))
    if isinstance(event, PutCounters):
        return replace(event, counters=tuple(sorted(event.counters)))
    return event


def _sum(first: Event, second: Event) -> Event | None:
    """Two neighbouring events as one, where they are equal but for their numbers."""
    second = _in_order(second)
    match first, second:
        case DrawCards(), DrawCards():
            if replace(first, count=second.count) == second:
                return replace(first, count=first.count + second.count)
        case PutCounters(), PutCounters():
            same = [kind for kind, _ in first.counters] == [kind for kind, _ in second.counters]
            if same and replace(first, counters=second.counters) == second:
                pairs = zip(first.counters, second.counters, strict=True)
                return replace(first, counters=tuple((kind, a + b) for (kind, a), (_, b) in pairs))
        case CreateTokens(), CreateTokens():
            ones = [[replace(each, count=1) for each in event.tokens] for event in (first, second)]
            if ones[0] == ones[1] and replace(first, tokens=second.tokens) == second:
                return replace(first, tokens=together(first.tokens + second.tokens))
    return None
