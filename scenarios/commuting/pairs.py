"""Every pair, and every triple, of the effects on an event: do they commute, and the smallest try that shows it.

Two effects commute on an event if both can be applied to it, at one moment of 616.1, and every order gives the same
outcomes. A pair is tried on every stage on which each of the two applies, under the players under which it does, with
every amount of the stage from the smallest; what is found first is the smallest witness. Of the ways in which two
effects can be in force on one stage the first in which they meet is tried, and at most ``MOST_STAGES`` stages are; a
way in which they do not meet at the smallest amount at which both apply is given up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Any

from scenarios.commuting.groups import Group
from scenarios.commuting.stages import Stage, stages
from scenarios.commuting.trying import NOTHING, Board, Found, Part, applies, board, parts_of, tried

#: On so many stages, at most, a pair is tried.
MOST_STAGES = 3
#: The events of which triples are tried as well, and so pairs on all stages: a triple shows what no two of it do.
TRIPLES = ("add_mana", "put_counters", "create_tokens", "gain_life", "lose_life", "draw")
#: The verdicts: they meet and commute; their order makes a difference; they never meet; a limit was hit.
COMMUTE, DEPENDS, APART, UNSETTLED = "commute", "depends", "never meet", "not settled"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found of some effects on an event, by the numbers of their groups.

    ``stage`` (its name), ``amount`` and ``scenario`` (a document as plain values) are the smallest witness where the
    order makes a difference, else the smallest try in which they meet. ``tries`` is how many scenarios were answered.
    """

    event: str
    groups: tuple[int, ...]
    verdict: str
    tries: int
    stage: str = ""
    amount: int = 0
    found: Found = NOTHING
    scenario: dict[str, Any] | None = None


#: On which stages, in which ways, with which amounts an effect applies.
Screened = tuple[tuple[tuple[Part, frozenset[int]], ...], ...]


def screen(event: str, group: Group) -> Screened:
    """Where an effect applies when it is alone."""
    return tuple(tuple(_applying(group, stage)) for stage in stages(event))


def _applying(group: Group, stage: Stage) -> Iterator[tuple[Part, frozenset[int]]]:
    for part in parts_of(group, group.shown, stage):
        on = board(stage, (part,))
        if on is None:
            continue
        amounts = set()
        for amount in stage.amounts:
            try:
                if applies(on, amount, part.one):
                    amounts.add(amount)
            except Exception:  # targets that do not fit, or a fault of ours, must not stop the others
                break
        if amounts:
            yield part, frozenset(amounts)


def judge(event: str, some: Sequence[Group], screened: Sequence[Screened]) -> Verdict:
    """What becomes of some effects (two or three) on an event; ``screened`` is where each of them applies."""
    numbers = tuple(group.number for group in some)
    best: tuple[int, Board, Found] | None = None
    unsettled = False
    tries = used = 0

    def verdict(which: str, amount: int, on: Board, found: Found) -> Verdict:
        return Verdict(event, numbers, which, tries, on.stage.name, amount, found, on.plain(amount))

    pair = len(some) == 2
    for stage in stages(event):
        if pair and used == MOST_STAGES and event not in TRIPLES:
            break
        for parts, amounts in _ways(stage, some, [one[stage.place] for one in screened]):
            on = board(stage, parts)
            if on is None:
                continue
            met = False
            for amount in amounts:
                tries += 1
                found = _tried(on, amount)
                unsettled = unsettled or not found.settled
                met = met or found.met
                if not found.met and found.settled:
                    break  # where they do not meet at the smallest amount, this way is given up
                if found.matters and (pair or not _two_suffice(on, amount)):
                    return verdict(DEPENDS, amount, on, found)
                if found.met and (best is None or amount < best[0]):
                    best = (amount, on, found)
            if met:
                used += 1
                break
    if unsettled or best is None:
        return Verdict(event, numbers, UNSETTLED if unsettled else APART, tries)
    return verdict(COMMUTE, *best)


def _two_suffice(on: Board, amount: int) -> bool:
    """Whether two of the effects alone show that the order matters, here."""
    boards = (board(on.stage, parts) for parts in combinations(on.parts, len(on.parts) - 1))
    return any(_tried(fewer, amount).matters for fewer in boards if fewer is not None)


def _tried(on: Board, amount: int) -> Found:
    try:
        return tried(on, amount, [part.one for part in on.parts])
    except Exception:  # a fault of ours in one scenario must not stop the others: the pair is not settled
        return Found(False, False, settled=False)


def _ways(
    stage: Stage, some: Sequence[Group], screened: Sequence[tuple[tuple[Part, frozenset[int]], ...]]
) -> Iterator[tuple[tuple[Part, ...], tuple[int, ...]]]:
    """The ways in which effects can be in force on a stage so that they may meet, and the amounts to try."""
    if not all(screened):
        yield from _standing(stage, some, screened)
        return
    for chosen in product(*screened):
        standing = [part for part, _ in chosen if part.stands_for]
        if standing:
            continue
        amounts = frozenset.intersection(*(amounts for _, amounts in chosen))
        if amounts:
            yield tuple(part for part, _ in chosen), tuple(sorted(amounts))
    yield from _standing(stage, some, screened)


def _standing(
    stage: Stage, some: Sequence[Group], screened: Sequence[tuple[tuple[Part, frozenset[int]], ...]]
) -> Iterator[tuple[tuple[Part, ...], tuple[int, ...]]]:
    """Ways in which a card that speaks of itself stands for what is affected, or the source.

    Whether the others apply to that card was not tried, so that each of their ways is; effects of the same card stand
    there together.
    """
    for place, found in enumerate(screened):
        for part, amounts in found:
            if not part.stands_for:
                continue
            card = part.one.card.full_name
            others: list[list[Part]] = []
            for other, group in enumerate(some):
                if other == place:
                    others.append([part])
                    continue
                listed = [one for one in parts_of(group, group.shown, stage) if not one.stands_for]
                same = group.of_card(card) if group.of_itself or not listed else None
                if same is not None:
                    listed = [one for one in parts_of(group, same, stage) if one.stands_for == part.stands_for]
                others.append(listed)
            for parts in product(*others):
                yield parts, tuple(sorted(amounts))


def combined(
    event: str, some: Sequence[Group], screened: Sequence[Screened], size: int, numbers: range
) -> Iterator[Verdict]:
    """The verdicts on so many effects at a time (2, 3): those with these numbers in the order of ``combinations``."""
    for together in islice(combinations(some, size), numbers.start, numbers.stop):
        yield judge(event, together, [screened[one.number] for one in together])
