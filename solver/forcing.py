"""Who can force what: the outcome graph read as a game between those who choose.

The game is finite, everybody sees everything, and each decision is one player's: players who choose at the same time do
so in APNAP order (101.4) and know what was chosen before (101.4b). So one side or the other always has a strategy.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum

from model.decisions import Option
from solver.agenda import State
from solver.answers import Answer
from solver.explorer import Exploration
from solver.process import Move


class Reach(Enum):
    """How far it is in some players' hands that what is wanted comes about."""

    ALWAYS = "always"  #: it comes about whatever anybody chooses
    FORCED = "forced"  #: these players can make sure of it, whatever the others choose
    POSSIBLE = "possible"  #: it can come about, but the others can keep it from coming about
    NEVER = "never"  #: nobody's choices bring it about
    UNKNOWN = "unknown"  #: a limit was hit before this was settled


@dataclass(frozen=True, slots=True)
class Branch:
    """What is chosen at a position (each entry: decisions one after the other; all entries lead on alike).

    ``to`` is the number of the position that follows; where the matter is settled it is None, and ``outcomes`` are the
    numbers, from 1, of those that can still come about.
    """

    options: tuple[tuple[Option, ...], ...]
    to: int | None
    outcomes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """A decision that can come up while the strategy is followed; those who follow it have one branch there."""

    number: int
    chooser: str
    follows: bool
    state: State
    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """Whether ``players`` can make sure of it, and the strategy of those who get their way.

    ``side`` are those who follow the strategy: these players, or else all others together. Where there is nothing to
    decide the strategy has no positions. ``outcomes`` are the numbers of those that can come about when it is followed.
    """

    players: tuple[str, ...]
    reach: Reach
    side: tuple[str, ...]
    strategy: tuple[Position, ...] = ()
    outcomes: tuple[int, ...] = ()

    @property
    def holds(self) -> bool | None:
        """Whether they can make sure of it; None where a limit was hit before this was settled."""
        return None if self.reach is Reach.UNKNOWN else self.reach in (Reach.ALWAYS, Reach.FORCED)


def force(answer: Answer, players: Iterable[str], wanted: Callable[[State], bool]) -> Game:
    """Whether these players together can make sure that it all ends in a state that is ``wanted``."""
    everyone = answer.start.situation.apnap()
    ours = tuple(player for player in everyone if player in frozenset(players))
    others = tuple(player for player in everyone if player not in ours)
    exploration = answer.exploration
    least, most = values(exploration, frozenset(ours), wanted)
    start = exploration.start
    if least[start] != most[start]:
        return Game(ours, Reach.UNKNOWN, ())
    unfinished = any(leaf.agenda for leaf in exploration.leaves)
    good = [wanted(leaf) for leaf in exploration.leaves if not leaf.agenda]
    if least[start]:
        reach = Reach.ALWAYS if all(good) and not unfinished else Reach.FORCED
    elif any(good):
        reach = Reach.POSSIBLE
    else:
        reach = Reach.UNKNOWN if unfinished else Reach.NEVER
    if reach is Reach.UNKNOWN:
        return Game(ours, reach, ())
    side = ours if least[start] else others
    for_side = least if least[start] else {state: not value for state, value in most.items()}
    positions, outcomes = _strategy(answer, frozenset(side), for_side, bool(least[start]), wanted)
    return Game(ours, reach, side, positions, outcomes)


def values(
    exploration: Exploration[State, Move], ours: frozenset[str], wanted: Callable[[State], bool]
) -> tuple[dict[State, bool], dict[State, bool]]:
    """For each state, whether these players can make sure of it from there: if all that a limit cut off is bad for
    them, and if all of it is good. Both are the same where nothing was cut off."""
    least: dict[State, bool] = {}
    most: dict[State, bool] = {}
    for state in reversed(exploration.order):
        ways = exploration.ways[state]
        if not ways:
            done = not state.agenda and wanted(state)
            least[state], most[state] = done, done or bool(state.agenda)
            continue
        decide = any if ways[0].option.chooser in ours else all
        least[state] = decide(least[way.state] for way in ways)
        most[state] = decide(most[way.state] for way in ways)
    return least, most


def _strategy(
    answer: Answer, side: frozenset[str], wins: dict[State, bool], positive: bool, wanted: Callable[[State], bool]
) -> tuple[tuple[Position, ...], tuple[int, ...]]:
    """The positions that can come up, breadth first, and the outcomes that are left.

    ``wins`` tells from which states the side gets its way; ``positive``, whether that is what is wanted.
    """
    exploration = answer.exploration
    finished = [one.final for one in answer.outcomes if not one.final.agenda]
    numbers = {(final.log, final.waiting): place for place, final in enumerate(finished, 1)}
    settled: dict[State, bool] = {}
    length: dict[State, int] = {}
    ends: dict[State, frozenset[int]] = {}
    for state in reversed(exploration.order):
        ways = exploration.ways[state]
        if not ways:
            settled[state], length[state] = not state.agenda and wanted(state) is positive, 0
            ends[state] = frozenset() if state.agenda else frozenset({numbers[state.log, state.waiting]})
            continue
        settled[state] = all(settled[way.state] for way in ways)
        ends[state] = frozenset().union(*(ends[way.state] for way in ways))
        if settled[state]:
            length[state] = 0
        elif ways[0].option.chooser in side:
            length[state] = 1 + min((length[way.state] for way in ways if wins[way.state]), default=0)
        else:
            length[state] = 1 + max(length[way.state] for way in ways)
    start = exploration.start
    if settled[start]:
        return (), tuple(sorted(ends[start]))
    place = {start: 1}
    line, positions, left = deque([start]), [], set[int]()
    while line:
        state = line.popleft()
        ways = exploration.ways[state]
        follows = ways[0].option.chooser in side
        if follows:
            ways = (min((way for way in ways if wins[way.state]), key=lambda way: length[way.state]),)
        targets: dict[State, list[tuple[Option, ...]]] = {}
        for way in ways:
            targets.setdefault(way.state, []).append(way.options)
        branches = []
        for target, options in targets.items():
            if settled[target]:
                left |= ends[target]
                branches.append(Branch(tuple(options), None, tuple(sorted(ends[target]))))
                continue
            if target not in place:
                place[target] = len(place) + 1
                line.append(target)
            branches.append(Branch(tuple(options), place[target]))
        positions.append(Position(place[state], ways[0].option.chooser, follows, state, tuple(branches)))
    return tuple(positions), tuple(sorted(left))
