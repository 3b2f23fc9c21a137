"""Combat damage: how it may be assigned (510.1) and that it is dealt all at once (510.2)."""

from __future__ import annotations

from itertools import product

from model.actions import CombatDamage, StateBasedActions
from model.decisions import ChoiceKind
from model.events import DealDamage
from model.objects import GameObject
from model.situation import Situation
from solver.agenda import Choose, Group, Item, Pending
from solver.assigning import amounts_assigned
from solver.csp import Constraint, Total, solutions
from solver.matching import controller_of, traits_of

Assignment = tuple[tuple[str, int], ...]


def combat_damage(action: CombatDamage, situation: Situation) -> tuple[Item, ...]:
    """Every combination of legal assignments, the attacking player's decisions first, then one simultaneous event.

    Each player's choices for all of their creatures are one decision; its options are the legal assignments. With first
    or double strike there are two steps of it (510.4), and state-based actions in between (704.3).
    """
    fighters = [thing for thing in situation.battlefield() if thing.attacking or thing.blocking]
    if action.step == 0:
        struck = tuple(thing.id for thing in fighters if _has(thing, situation, "first strike", "double strike"))
        if struck:
            return CombatDamage(1, struck), StateBasedActions(), CombatDamage(2, struck)
    if action.step == 1:
        fighters = [thing for thing in fighters if thing.id in action.struck]
    if action.step == 2:
        fighters = [
            thing for thing in fighters if thing.id not in action.struck or _has(thing, situation, "double strike")
        ]
    players = [name for name in situation.apnap() if any(controller_of(situation, f.id) == name for f in fighters)]
    return _choose(players, fighters, (), situation)


def _has(thing: GameObject, situation: Situation, *keywords: str) -> bool:
    has = traits_of(situation, thing)
    return any(has.has_keyword(keyword) for keyword in keywords)


def _choose(
    players: list[str], fighters: list[GameObject], settled: tuple[DealDamage, ...], situation: Situation
) -> tuple[Item, ...]:
    if not players:
        return (Group(tuple(Pending(event) for event in settled)),)
    mine = [thing for thing in fighters if controller_of(situation, thing.id) == players[0]]
    ways = []
    for combination in product(*(assignments(thing, situation) for thing in mine)):
        events = tuple(
            DealDamage(thing.id, to, number, combat=True)
            for thing, assignment in zip(mine, combination, strict=True)
            for to, number in assignment
            if number
        )
        label = "; ".join(
            f"{thing.id}: " + ", ".join(f"{number} to {to}" for to, number in assignment)
            for thing, assignment in zip(mine, combination, strict=True)
        )
        ways.append((label, _choose(players[1:], fighters, settled + events, situation)))
    return (Choose(players[0], ChoiceKind.VALUE, "510.1", tuple(ways)),)


def assignments(thing: GameObject, situation: Situation) -> list[Assignment]:
    """The ways in which a creature may assign its combat damage (510.1a-d, 702.19b-c trample, 702.2c deathtouch)."""
    numbers = amounts_assigned(thing, situation)
    return list(dict.fromkeys(way for number in numbers for way in _assigning(number, thing, situation)))


def _assigning(power: int, thing: GameObject, situation: Situation) -> list[Assignment]:
    """The ways in which a creature assigns so much."""
    has = traits_of(situation, thing)
    if power <= 0:
        return [()]
    if thing.blocking:
        return _spread(power, list(thing.blocking))
    blockers = [other.id for other in situation.battlefield() if thing.id in other.blocking]
    assert thing.attacking is not None
    if not thing.blocked and not blockers:
        return [((thing.attacking, power),)]
    if not has.has_keyword("trample"):
        return _spread(power, blockers) if blockers else [()]
    lethal = {ref: _lethal(situation.object(ref), has.has_keyword("deathtouch"), situation) for ref in blockers}
    names = [*blockers, thing.attacking]

    def lawful(*numbers: int) -> bool:
        return numbers[-1] == 0 or all(n >= lethal[ref] for ref, n in zip(blockers, numbers, strict=False))

    domains = {ref: range(power + 1) for ref in names}
    found = solutions(domains, [Total(tuple(names), power), Constraint(tuple(names), lawful)])
    return [tuple(solution.items()) for solution in found]


def _spread(power: int, receivers: list[str]) -> list[Assignment]:
    domains = {ref: range(power + 1) for ref in receivers}
    return [tuple(solution.items()) for solution in solutions(domains, [Total(tuple(receivers), power)])]


def _lethal(blocker: GameObject, deathtouch: bool, situation: Situation) -> int:
    """What has to be assigned to it before the rest may go on (702.19b); effects on damage do not count."""
    left = max(0, (traits_of(situation, blocker).toughness or 0) - blocker.damage)
    return min(left, 1) if deathtouch else left
