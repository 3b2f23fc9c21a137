"""Which continuous effect depends on which, found by trial on immutable states, and which applies next (613.8)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from solver.footprints import ABILITIES, can_end_abilities, writes
from solver.parts import Layer
from solver.standing import Moment, Standing, applied, applies_to, deeds


class Clause(Enum):
    """The clause of 613.8a by which an effect depends on another: what applying the other would change."""

    TEXT = "text"  #: the text of the ability that makes it
    EXISTENCE = "existence"  #: whether there is such an effect
    APPLIES_TO = "applies to"  #: what it applies to
    DOES = "does"  #: what it does to some of the things it applies to


@dataclass(frozen=True, slots=True)
class Dependency:
    """An edge: ``effect`` depends on the effect ``on``, since applying that one would change it so.

    ``objects`` are the objects that it would come or cease to apply to, or to which it would do something else; for
    text and existence, the object that has the ability. ``in_loop``: it is part of a loop, and so without force
    (613.8b).
    """

    effect: str
    on: str
    clause: Clause
    objects: tuple[str, ...]
    in_loop: bool = False


#: The objects that effects apply to which started to apply in an earlier layer (613.6).
Started = Mapping[Standing, tuple[str, ...]]


def reached(one: Standing, moment: Moment, started: Started) -> tuple[str, ...]:
    """What the effect applies to: the same objects as before, if it started to apply in an earlier layer (613.6)."""
    if (before := started.get(one)) is not None:
        return tuple(ref for ref in before if ref in moment.beings)
    return applies_to(one, moment)


def next_effect(
    layer: Layer, candidates: Sequence[Standing], moment: Moment, started: Started
) -> tuple[Standing, tuple[Dependency, ...]]:
    """The effect to apply next among those not applied yet in this layer, and every dependency between them (613.8).

    An effect waits for those that it depends on, unless it forms a loop with them (613.8b); of those that wait for
    none, the one with the earliest timestamp is next (613.7).
    """
    ordered = sorted(candidates, key=lambda one: one.order)
    if len(ordered) == 1:
        return ordered[0], ()
    found = dependencies(layer, ordered, moment, started)
    if not found:
        return ordered[0], ()
    loops = components({one: list(found.get(one, {})) for one in ordered})
    edges: list[Dependency] = []
    waiting: set[Standing] = set()
    for one, reasons in found.items():
        for other, (clause, objects) in reasons.items():
            in_loop = loops[one] == loops[other]
            edges.append(Dependency(one.id, other.id, clause, objects, in_loop))
            if not in_loop:
                waiting.add(one)
    return next(one for one in ordered if one not in waiting), tuple(edges)


Reason = tuple[Clause, tuple[str, ...]]
Node = TypeVar("Node", bound=Hashable)


def dependencies(
    layer: Layer, candidates: Sequence[Standing], moment: Moment, started: Started
) -> dict[Standing, dict[Standing, Reason]]:
    """For each effect that depends on others (613.8a), those others with the reason, by applying each on trial.

    Effects that cannot change what another one reads are not tried.
    """
    reads = {one: _reads(one, started) for one in candidates}
    mortal = [one for one in candidates if one.this is not None and one not in started]
    found: dict[Standing, dict[Standing, Reason]] = {}
    now_to: dict[Standing, tuple[str, ...]] = {}
    for other in candidates:
        written = writes(other.effect, layer)
        readers = [one for one, read in reads.items() if read & written]
        ends = bool(mortal) and can_end_abilities(other.effect, layer)
        if not readers and not ends:
            continue
        if other not in now_to:
            now_to[other] = reached(other, moment, started)
        gone = [one for one in mortal if one.this in now_to[other]] if ends else []
        tried = [one for one in dict.fromkeys((*readers, *gone)) if one is not other]
        if not tried or not now_to[other]:
            continue
        after, differences = applied(other, layer, now_to[other], moment)
        if not differences:
            continue
        for one in tried:
            if one not in now_to:
                now_to[one] = reached(one, moment, started)
            reason = _reason(one, layer, now_to[one], moment, after, differences, started)
            if reason is not None:
                found.setdefault(one, {})[other] = reason
    return found


def _reads(one: Standing, started: Started) -> int:
    return one.reads.doing if one in started else one.reads.objects | one.reads.doing


def _reason(
    one: Standing,
    layer: Layer,
    refs: tuple[str, ...],
    moment: Moment,
    after: Moment,
    differences: Mapping[str, int],
    started: Started,
) -> Reason | None:
    """Why an effect depends on another, by what it is at this moment and after the other one; None if it does not."""
    source = one.this if one not in started else None
    if source is not None and differences.get(source, 0) & ABILITIES and not after.has(one):
        reworded = layer is Layer.TEXT and len(after.own.get(source, ())) == len(moment.own.get(source, ()))
        return Clause.TEXT if reworded else Clause.EXISTENCE, (source,)
    changed = 0
    for difference in differences.values():
        changed |= difference
    if one not in started and one.reads.objects & changed:
        later = applies_to(one, after)
        if set(later) != set(refs):
            return Clause.APPLIES_TO, tuple(sorted(set(later) ^ set(refs)))
    if one.reads.doing & changed:
        before_that, then = deeds(one, layer, refs, moment.now), deeds(one, layer, refs, after.now)
        different = tuple(ref for ref in refs if before_that[ref] != then[ref])
        if different:
            return Clause.DOES, different
    return None


def components(waits: Mapping[Node, Sequence[Node]]) -> dict[Node, int]:
    """The number of the strongly connected component of each effect: effects of one loop have the same (613.8b)."""
    index: dict[Node, int] = {}
    low: dict[Node, int] = {}
    component: dict[Node, int] = {}
    stack: list[Node] = []
    for start in waits:
        if start in index:
            continue
        index[start] = low[start] = len(index)
        stack.append(start)
        work = [(start, iter(waits[start]))]
        while work:
            one, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    work.append((other, iter(waits[other])))
                    break
                if other not in component:
                    low[one] = min(low[one], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[one])
                if low[one] == index[one]:
                    number = len(component)
                    while True:
                        member = stack.pop()
                        component[member] = number
                        if member is one:
                            break
    return component
