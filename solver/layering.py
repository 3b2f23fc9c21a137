"""Applying continuous effects layer by layer (613).

In each layer effects of characteristic-defining abilities come first (613.3), then the others by timestamp (613.7)
unless one depends on another (613.8, ``solver.dependency``); after each application everything is looked at anew
(613.8c).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from model.characteristics import Characteristics
from model.effects import Continuous
from model.objects import GameObject
from model.players import Player
from model.rules import Citation
from model.selectors import Aspect, Selector
from model.situation import Situation
from model.zones import Zone
from solver.copying import FACE_DOWN, counted, face_of, face_up, is_face_down, settled
from solver.dependency import Dependency, next_effect, reached
from solver.footprints import POWER, reads_players
from solver.layers import continuous_effects
from solver.parts import Being, Layer, being_of
from solver.standing import (
    Moment,
    Standing,
    applied,
    condition_holds,
    of_abilities,
    of_counters,
    of_floating,
    place_of,
    traits_of,
    with_beings,
)
from solver.static_effects import placed_on


@dataclass(frozen=True, slots=True)
class LayerStep:
    """An effect is applied in a layer: for derivations.

    ``effect`` is called as in ``solver.in_force``; ``source`` is the object it comes from. ``affected`` is what it
    applies to, ``changed`` what became different by it. ``continued``: it started in an earlier layer (613.6).
    ``dependencies`` are all those between the effects that were still to apply, this one among them.
    """

    layer: Layer
    effect: str
    source: str | None
    affected: tuple[str, ...]
    changed: tuple[str, ...]
    continued: bool
    dependencies: tuple[Dependency, ...]
    citation: Citation


@dataclass(frozen=True, slots=True)
class Layered:
    """The result: what objects are, who controls those whose controller an effect changed, and how it came about."""

    traits: MappingProxyType[str, Characteristics]
    controllers: MappingProxyType[str, str]
    steps: tuple[LayerStep, ...]


def layered(situation: Situation) -> Layered:
    """Apply all continuous effects, layer by layer, to the objects that they can apply to."""
    return _layered(_looked_at(situation))


def copied(situation: Situation) -> Layered:
    """Apply layer 1 alone: what objects are then are their copiable values (613.2c)."""
    return _through((Layer.COPY, Layer.FACE_DOWN), situation)


@lru_cache(maxsize=4096)
def _layered(situation: Situation) -> Layered:
    return _through(tuple(Layer), situation)


def _looked_at(situation: Situation) -> Situation:
    """The situation without what no continuous effect looks at, so that the answer can be remembered for others."""
    if any(reads_players(effect) for effect, _ in continuous_effects(situation)):
        return situation
    players = tuple(Player(player.name) for player in situation.players)
    effects = tuple(floating for floating in situation.effects if isinstance(floating.effect, Continuous))
    return replace(situation, players=players, effects=effects, step="", next_timestamp=0, history=())


def _through(layers: tuple[Layer, ...], situation: Situation) -> Layered:
    moment = _beginning(situation)
    steps: list[LayerStep] = []
    started: dict[Standing, tuple[str, ...]] = {}
    acting, own = _layers_in_use(moment), moment.own
    for layer in layers:
        if layer is Layer.FACE_DOWN:
            moment = _turned_down(moment)
            continue
        if layer is Layer.DEFINED:
            moment = _with_power_settled(moment)
        if layer is Layer.MODIFY:
            moment = _with_counters(moment, started)
        if moment.own is not own:
            acting, own = acting | _layers_in_use(moment), moment.own
        for defining in (True, False):
            if (layer, defining) in acting:
                moment = _applied_in(layer, defining, moment, started, steps)
    before = situation.controller
    controllers = {
        thing.id: thing.controller
        for thing in moment.now.objects
        if thing.controller is not None and thing.controller != before(thing.id)
    }
    traits = {ref: being.has for ref, being in moment.beings.items()}
    return Layered(MappingProxyType(traits), MappingProxyType(controllers), tuple(steps))


def _layers_in_use(moment: Moment) -> frozenset[tuple[Layer, bool]]:
    """The layers in which an effect that stands acts, and whether it is one that defines characteristics."""
    return frozenset((layer, one.defining) for one in moment.standing() for layer in one.layers)


def _applied_in(
    layer: Layer,
    defining: bool,
    moment: Moment,
    started: dict[Standing, tuple[str, ...]],
    steps: list[LayerStep],
) -> Moment:
    """Apply the effects of this layer that come from characteristic-defining abilities, or all others (613.3)."""
    done: set[Standing] = set()
    while True:
        candidates = [
            one
            for one in dict.fromkeys((*moment.standing(), *started))
            if layer in one.layers and one.defining is defining and one not in done
        ]
        if not candidates:
            return moment
        one, dependencies = next_effect(layer, candidates, moment, started)
        refs = reached(one, moment, started)
        continued = one in started
        if continued or condition_holds(one, moment):
            started[one] = refs
        moment, differences = applied(one, layer, refs, moment)
        done.add(one)
        changed = tuple(differences)
        citation = _citation(one, layer, continued, dependencies, candidates)
        steps.append(LayerStep(layer, one.id, one.this, refs, changed, continued, dependencies, citation))


def _citation(
    one: Standing, layer: Layer, continued: bool, dependencies: tuple[Dependency, ...], candidates: list[Standing]
) -> Citation:
    """The rule by which the effect applies just now."""
    earliest = min(candidates, key=lambda other: other.order)
    if earliest is not one:
        return Citation("613.8b", "effects with earlier timestamps wait for those that they depend on")
    if any(edge.in_loop and edge.effect == one.id for edge in dependencies):
        return Citation("613.8b", "it is part of a loop of dependencies, so its timestamp decides")
    if continued:
        return Citation("613.6", "it started to apply in an earlier layer, and goes on with the same objects")
    if one.defining:
        return Citation("613.3", "effects of characteristic-defining abilities come first")
    return Citation(layer.rule, "the effect with the earliest timestamp in this layer")


def _beginning(situation: Situation) -> Moment:
    """Copiable values but for copy effects, and the effects that stand at first (613.1)."""
    floating = [one for place, each in enumerate(situation.effects) if (one := of_floating(each, place)) is not None]
    beings: dict[str, Being] = {}
    own: dict[str, tuple[Standing, ...]] = {}
    reaching = {ref for one in floating if one.env is not None for ref in one.env.all_of("affected")}
    everything = any(_reaches_beyond(effect.affects) for effect, _ in continuous_effects(situation))
    for thing in situation.objects:
        if thing.zone is Zone.NOWHERE:
            continue
        here = thing.zone is Zone.BATTLEFIELD or everything or thing.id in reaching
        makes = bool(placed_on(face_up(thing)))
        if not here and not makes:
            continue
        beings[thing.id] = _being(thing)
        if makes and (listed := of_abilities(thing, place_of(thing.id, situation), beings[thing.id])):
            own[thing.id] = listed
    for thing in situation.battlefield():
        if thing.counters:
            floating += of_counters(thing, place_of(thing.id, situation), powers=False)
    return Moment(situation.with_traits(traits_of(beings)), beings, own, tuple(floating))


@lru_cache(maxsize=65536)
def _being(thing: GameObject) -> Being:
    return being_of(face_of(thing))


def _reaches_beyond(selector: Selector) -> bool:
    """Whether a phrase can mean objects outside the battlefield."""
    return any(
        predicate.aspect is Aspect.ZONE
        or (predicate.aspect is Aspect.KIND and predicate.value in ("spell", "card", "source", "object"))
        for conjunction in selector.any_of
        for predicate in conjunction
    )


def _turned_down(moment: Moment) -> Moment:
    """Face-down objects have the characteristics of their status, whatever they are copies of (613.2b, 708.10)."""
    down = [thing.id for thing in moment.now.objects if is_face_down(thing) and thing.id in moment.beings]
    return with_beings(moment, {ref: being_of(FACE_DOWN) for ref in down if moment.beings[ref].has is not FACE_DOWN})


def _with_power_settled(moment: Moment) -> Moment:
    """As layer 7 begins: noncreature permanents have no power and toughness, creatures lack neither (208.3, 208.5)."""
    new = {}
    for ref, being in moment.beings.items():
        has = being.has
        power, toughness = settled(moment.now.object(ref), has.type_line, has.power, has.toughness)
        if (power, toughness) != (has.power, has.toughness):
            new[ref] = replace(being, has=replace(has, power=power, toughness=toughness))
    return with_beings(moment, new)


def _with_counters(moment: Moment, started: dict[Standing, tuple[str, ...]]) -> Moment:
    """Counters on power and toughness, in layer 7c (613.4c).

    Where no effect of this layer reads power or toughness, their order does not matter, and all apply at once; where
    one does, each is an effect of its own.
    """
    things = [moment.now.object(ref) for ref in moment.beings]
    things = [thing for thing in things if thing.counters and counted(thing) != (0, 0)]
    if not things:
        return moment
    readers = (one for one in (*moment.standing(), *started) if Layer.MODIFY in one.layers)
    if any((one.reads.objects | one.reads.doing) & POWER for one in readers):
        more = (one for thing in things for one in _of_power_counters(thing, moment))
        return Moment(moment.now, moment.beings, moment.own, (*moment.floating, *more))
    new = {}
    for thing in things:
        being = moment.beings[thing.id]
        has, (plus, more_toughness) = being.has, counted(thing)
        if has.power is not None and has.toughness is not None:
            has = replace(has, power=has.power + plus, toughness=has.toughness + more_toughness)
            new[thing.id] = replace(being, has=has)
    return with_beings(moment, new)


def _of_power_counters(thing: GameObject, moment: Moment) -> Iterator[Standing]:
    place = place_of(thing.id, moment.now)
    return (one for one in of_counters(thing, place, powers=True) if Layer.MODIFY in one.layers)
