"""How many ways a mass of permanents can enter, reckoned by what their choices use up (614.12b, 614.13a-b).

Where each permanent has at most one effect of its own that pays life, or chooses things and puts them elsewhere, its
choices leave to the others only life and things. Things that are alike are counted, not named. Anything else is left to
the count that follows the process (solver.assignments).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import comb

from model.amounts import Number
from model.effects import AddCounters, Change, Choosing, Instead, Paying, Replacement, Rewrite
from model.events import Enter
from model.instructions import Do
from model.objects import GameObject
from model.selectors import Selector, role
from model.situation import Situation
from model.zones import ZONES, Zone
from solver.agenda import Group
from solver.carrying_out import chosen_argument
from solver.environment import Env
from solver.in_force import effects_in_force
from solver.matching import chooser_of, fits, found
from solver.replacement import candidates

#: Kinds of events that the choices make; where anything is watched for there, the process has to be followed.
_MADE = frozenset({"move", "sacrifice", "discard", "lose_life", "put_counters", "destroy"})
#: So many different states of what is left are too many to reckon with.
_MOST = 50_000

#: A number of things of one class in one zone.
Left = tuple[tuple[int, str, int], ...]


@dataclass(frozen=True, slots=True)
class Use:
    """What a permanent's effect may take: life, or things that fit a phrase, one of them or any number."""

    env: Env
    life: int = 0
    among: Selector | None = None
    several: bool = False
    to: Zone = Zone.GRAVEYARD
    leaves: bool = False  #: whether the permanent goes to the graveyard where nothing is paid


def reckoned(group: Group, situation: Situation) -> int | None:
    """The number of ways to decide about all of these permanents; None where it can't be reckoned like this."""
    entering = [pending.event for pending in group.pendings if isinstance(pending.event, Enter)]
    if len(entering) < len(group.pendings) or len({chooser_of(event, situation) for event in entering}) > 1:
        return None
    there = effects_in_force(situation)
    if _MADE & (there.replacements.keys() | there.prohibitions.keys()):
        return None
    uses: list[Use] = []
    for pending in group.pendings:
        effects = candidates(pending, situation)
        if len(effects) > 1:
            return None
        for active in effects:
            use = _use(active.effect, active.env.seeing(pending.event))
            if use is None:
                return None
            uses.append(use)
    things = _things(uses, entering, situation)
    return None if things is None else _count(uses, things, situation)


def _use(effect: object, env: Env) -> Use | None:
    """What an effect takes, if it is one that can be reckoned with."""
    if not isinstance(effect, Replacement) or effect.optional or effect.condition or effect.then:
        return None
    match effect.rewrite:
        case Choosing(among, name, (Do() as deed,), rewrite) if _is_plain(rewrite):
            acted_on = {value for _, value in deed.arguments if isinstance(value, Selector)}
            to = _destination(deed)
            plain = to is not None and {each.any_of for each in acted_on} == {role(name).any_of}
            return Use(env, among=among, several=True, to=to) if plain and to is not None else None
        case Paying((Do() as cost,), paid, unpaid) if _is_plain(paid) and (_is_plain(unpaid) or _leaves(unpaid)):
            amount, chosen, to = cost.get("amount"), chosen_argument(cost), _destination(cost)
            if cost.verb == "lose_life" and isinstance(amount, Number) and cost.get("player") == role("you"):
                return Use(env, life=amount.value, leaves=_leaves(unpaid))
            if chosen is not None and to is not None and cost.get("count") is None:
                return Use(env, among=chosen[1], to=to, leaves=_leaves(unpaid))
    return None


def _is_plain(rewrite: Rewrite | None) -> bool:
    """Whether the rewrite leaves the entering open to the same effects as before."""
    if isinstance(rewrite, Change):
        return {name for name, _ in rewrite.roles} <= {"tapped"}
    return rewrite is None or isinstance(rewrite, AddCounters)


def _leaves(rewrite: Rewrite | None) -> bool:
    return isinstance(rewrite, Instead) and rewrite.instructions == (
        Do("move", (("object", role("this")), ("to", "graveyard"))),
    )


def _destination(deed: Do) -> Zone | None:
    match deed.verb:
        case "sacrifice" | "discard":
            return Zone.GRAVEYARD
        case "move":
            return ZONES[str(deed.get("to"))]
        case _:
            return None


# --- the things that there are to choose from ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Things:
    """Classes of things that are alike, how many there are where, and in which zones they fit which use."""

    left: Left
    fitting: frozenset[tuple[int, int, str]]  #: use, class, zone


def _things(uses: list[Use], entering: list[Enter], situation: Situation) -> Things | None:
    """The classes of things; None where what enters could be chosen itself once it goes somewhere else instead."""
    choosing = [(number, use) for number, use in enumerate(uses) if use.among is not None]
    refs = {event.object for event in entering}
    zones = {use.to for _, use in choosing} | {Zone.GRAVEYARD}
    there = _moved(refs, Zone.GRAVEYARD, situation)
    leaving = {use.env.this for use in uses if use.leaves}
    if any(_fits(ref, use, there) for ref in refs & leaving for _, use in choosing):
        return None
    taken = {ref for _, use in choosing for ref in found(use.among, use.env, situation) if use.among}  # type: ignore[arg-type]
    classes: dict[GameObject, list[str]] = {}
    for ref in sorted(taken - refs):
        thing = situation.find(ref)
        if thing is None or thing.card.melded or thing.zone is Zone.LIBRARY:
            return None
        classes.setdefault(replace(thing, id="", timestamp=0), []).append(ref)
    fitting: set[tuple[int, int, str]] = set()
    for place, alike in enumerate(classes.values()):
        here = situation.object(alike[0]).zone
        for zone in {here, *zones}:
            moved = situation if zone is here else _moved({alike[0]}, zone, situation)
            fitting |= {(number, place, zone.value) for number, use in choosing if _fits(alike[0], use, moved)}
    left = ((n, situation.object(alike[0]).zone.value, len(alike)) for n, alike in enumerate(classes.values()))
    return Things(tuple(left), frozenset(fitting))


def _moved(refs: set[str], zone: Zone, situation: Situation) -> Situation:
    for ref in refs:
        situation = situation.with_object(ref, zone=zone, controller=None, counters=(), tapped=False)
    return situation


def _fits(ref: str, use: Use, situation: Situation) -> bool:
    return use.among is not None and fits(ref, use.among, use.env, situation)


# --- counting --------------------------------------------------------------------------------------------------------


def _count(uses: list[Use], things: Things, situation: Situation) -> int | None:
    life = situation.player(uses[0].env.you).life if uses else 0
    ways: Counter[tuple[int, Left]] = Counter({(life, things.left): 1})
    for number, use in enumerate(uses):
        after: Counter[tuple[int, Left]] = Counter()
        for (life, left), times in ways.items():
            for then, alike in _options(number, use, life, left, things):
                after[then] += times * alike
        if len(after) > _MOST:
            return None
        ways = after
    return ways.total()


def _options(number: int, use: Use, life: int, left: Left, things: Things) -> Iterator[tuple[tuple[int, Left], int]]:
    """What is left after each choice of a permanent, and how many choices leave the same."""
    if use.among is None:
        yield (life, left), 1
        if use.life <= life:
            yield (life - use.life, left), 1
        return
    open_to = [(kind, zone, many) for kind, zone, many in left if (number, kind, zone) in things.fitting]
    for numbers in product(*(range(many + 1) for _, _, many in open_to)):
        if use.several or sum(numbers) <= 1:
            alike = 1
            counted = Counter({(kind, zone): many for kind, zone, many in left})
            for (kind, zone, many), some in zip(open_to, numbers, strict=True):
                alike *= comb(many, some)
                counted[kind, zone] -= some
                counted[kind, use.to.value] += some
            yield (life, tuple(sorted((*key, many) for key, many in counted.items() if many))), alike
