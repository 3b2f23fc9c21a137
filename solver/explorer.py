"""The explorer: every option from every state, equal states merged, and what the resulting graph says.

It knows no rules. A process supplies ``moves(state)``; the graph is acyclic because every move uses something up, save
for loops, which are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from model.errors import LimitError

S = TypeVar("S", bound=Hashable)
S_co = TypeVar("S_co", covariant=True)


class Way(Protocol[S_co]):
    """What the explorer needs of a move: how many alike options it stands for, and the state it leads to."""

    @property
    def copies(self) -> int:
        """The number of complete sequences of decisions within this move."""

    @property
    def state(self) -> S_co:
        """The state after it."""

    @property
    def length(self) -> int:
        """How long a derivation the move is, in steps."""


N = TypeVar("N", bound=Hashable)
W = TypeVar("W")


@dataclass(slots=True)
class Exploration(Generic[S, W]):
    """The explored graph: states in the order found, the moves from each, and whether a limit cut it off.

    ``order`` lists states so that every move leads to a later one.
    """

    start: S
    ways: dict[S, tuple[W, ...]]
    order: list[S] = field(default_factory=list)
    complete: bool = True

    @property
    def leaves(self) -> list[S]:
        """The states from which there is no move."""
        return [state for state in self.order if not self.ways[state]]


def explore(start: S, moves: Callable[[S], tuple[W, ...]], limit: int = 1_000_000) -> Exploration[S, W]:
    """Explore every state that can be reached; ``limit`` bounds the number of states expanded.

    When the limit is hit, ``complete`` is False and the states found but not expanded count as leaves. Raises
    LimitError where moves lead back to a state.
    """
    ways: dict[S, tuple[W, ...]] = {}
    finished: list[S] = []
    complete = True
    first = moves(start)
    ways[start] = first
    path: list[tuple[S, Sequence[W], int]] = [(start, first, 0)]
    above = {start}
    while path:
        state, onward, place = path[-1]
        if place == len(onward):
            finished.append(state)
            path.pop()
            above.discard(state)
            continue
        path[-1] = (state, onward, place + 1)
        child: S = onward[place].state  # type: ignore[attr-defined]
        if child in ways:
            if child in above:
                raise LimitError("decisions lead back to where they began: such loops (732.1b) are not followed")
            continue
        if len(ways) >= limit:
            complete = False
            ways[child] = ()
            finished.append(child)
            continue
        found = moves(child)
        ways[child] = found
        path.append((child, found, 0))
        above.add(child)
    finished.reverse()
    return Exploration(start, ways, finished, complete)


def orderings(exploration: Exploration[S, W]) -> dict[S, int]:
    """For each state, the exact number of sequences of decisions that lead to it."""
    counts = {exploration.start: 1}
    for state in exploration.order:
        here = counts[state]
        for way in exploration.ways[state]:
            child = way.state  # type: ignore[attr-defined]
            counts[child] = counts.get(child, 0) + here * way.copies  # type: ignore[attr-defined]
    return counts


def reachable(exploration: Exploration[S, W], outcome: Callable[[S], N]) -> tuple[list[N], dict[S, int]]:
    """The outcomes, and for each state the set of those that can still be reached from it, as bits of an integer."""
    outcomes: dict[N, int] = {}
    for leaf in exploration.leaves:
        outcomes.setdefault(outcome(leaf), len(outcomes))
    sets: dict[S, int] = {}
    for state in reversed(exploration.order):
        onward = exploration.ways[state]
        if not onward:
            sets[state] = 1 << outcomes[outcome(state)]
        else:
            bits = 0
            for way in onward:
                bits |= sets[way.state]  # type: ignore[attr-defined]
            sets[state] = bits
    return list(outcomes), sets


def shortest(exploration: Exploration[S, W]) -> tuple[dict[S, tuple[S, W] | None], dict[S, int]]:
    """For each state, the state and move before it on a shortest path (the first among equals), and its length."""
    length = {exploration.start: 0}
    before: dict[S, tuple[S, W] | None] = {exploration.start: None}
    for state in exploration.order:
        here = length[state]
        for way in exploration.ways[state]:
            child, total = way.state, here + way.length  # type: ignore[attr-defined]
            if child not in length or total < length[child]:
                length[child] = total
                before[child] = (state, way)
    return before, length


def path_to(state: S, before: dict[S, tuple[S, W] | None]) -> list[W]:
    """The moves from the start to this state."""
    path: list[W] = []
    step = before[state]
    while step is not None:
        state, way = step
        path.append(way)
        step = before[state]
    path.reverse()
    return path
