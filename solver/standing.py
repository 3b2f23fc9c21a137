"""The continuous effects that stand at a moment between two layers, and what each applies to (604, 611, 613.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from model.abilities import Ability
from model.characteristics import Traits
from model.effects import Continuous, FloatingEffect
from model.objects import GameObject
from model.selectors import Aspect, Selector, role
from model.situation import Situation
from solver.amounts import holds
from solver.copying import KEYWORD_COUNTERS, power_counter
from solver.environment import Env, dereference
from solver.footprints import CONTROL, Footprint, changed, footprint
from solver.matching import object_fits
from solver.parts import OWN, Being, Layer, deed, enact, layers_of
from solver.static_effects import LATE, effect_of, placed

_THIS = role("this")


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """One continuous effect that stands.

    ``id`` is how steps call it: ``source#place`` for that of an ability, the floating effect's id, or the counter's.
    ``this`` and ``ability`` are the object whose static ability it comes from; None for the effects of what resolved.
    ``defining``: it comes from a characteristic-defining ability (604.3). ``order`` sorts by timestamp (613.7).
    """

    id: str
    effect: Continuous
    order: tuple[int, int, int]
    layers: frozenset[Layer]
    reads: Footprint
    this: str | None = None
    ability: Ability | None = None
    env: Env | None = None
    defining: bool = False


Listed = tuple[Standing, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """The state between the application of two effects: what objects are, and which effects stand.

    ``now`` is the situation in which phrases and amounts are read: its objects have the controllers of layer 2, its
    traits are what objects are. ``own`` holds the effects of abilities, by their object.
    """

    now: Situation
    beings: Mapping[str, Being]
    own: Mapping[str, Listed]
    floating: Listed

    def standing(self) -> Iterator[Standing]:
        """All effects that stand."""
        for listed in self.own.values():
            yield from listed
        yield from self.floating

    def has(self, one: Standing) -> bool:
        """Whether the effect stands still."""
        return one.this is None or one in self.own.get(one.this, ())


# --- finding effects -------------------------------------------------------------------------------------------------


def place_of(ref: str, now: Situation) -> int:
    """What orders objects of one timestamp: the players in APNAP order, then the order of the situation (613.7m)."""
    place = now.place(ref)
    return now.apnap().index(now.controller(ref)) * len(now.objects) + (0 if place is None else place)


def of_abilities(thing: GameObject, place: int, being: Being, before: Listed = ()) -> Listed:
    """The effects of an object's abilities; those that stood before are the same effects still.

    Their timestamp is that of the object, or of the effect that gave it the ability if that is later (613.7a).
    """
    left = list(before)
    found: list[Standing] = []
    for one in placed(being.has.abilities):
        at, ability, effect = one.place, one.ability, one.effect
        own = being.stamps[at] == OWN
        if not one.works_in(thing.zone, own):
            continue
        old = next((before for before in left if before.ability is ability or before.ability == ability), None)
        if old is not None:
            left.remove(old)
            found.append(old)
            continue
        defining = own and one.defines
        stamp = max(thing.timestamp, being.since if own else being.stamps[at])
        found.append(
            Standing(
                f"{thing.id}#{at}", effect, (stamp, 0, place), layers_of(effect, defining), footprint(effect),
                thing.id, ability, defining=defining,
            )
        )  # fmt: skip
    return tuple(found)


def of_floating(floating: FloatingEffect, place: int) -> Standing | None:
    """The effect of something that resolved, if it is a continuous effect on characteristics or control."""
    effect = floating.effect
    if not isinstance(effect, Continuous):
        return None
    stamp = LATE if floating.timestamp is None else floating.timestamp
    env = Env(floating.controller, floating.source, floating.bindings, floating.values)
    return Standing(floating.id, effect, (stamp, 1, place), layers_of(effect, False), footprint(effect), env=env)


def of_counters(thing: GameObject, place: int, powers: bool) -> Iterator[Standing]:
    """What the counters on a permanent do: keywords, and with ``powers`` changes of power and toughness (122.1a-b)."""
    for kind, number in thing.counters:
        if kind in KEYWORD_COUNTERS:
            effect = Continuous(_THIS, add_keywords=(kind,))
        elif powers and (change := power_counter(kind)) is not None:
            effect = _changing(number * change[0], number * change[1])
        else:
            continue
        stamp = dict(thing.counter_times).get(kind, thing.timestamp)
        env = Env(thing.owner, thing.id)
        name, layers = f"{thing.id}#{kind} counter", layers_of(effect, False)
        yield Standing(name, effect, (stamp, 2, place), layers, footprint(effect), env=env)


def _changing(power: int, toughness: int) -> Continuous:
    from model.amounts import Number

    return Continuous(_THIS, add_power=Number(power), add_toughness=Number(toughness))


# --- what an effect applies to, and applying it ----------------------------------------------------------------------


def env_of(one: Standing, now: Situation) -> Env:
    """Who "you" is: for a static ability the controller of its object at that moment (109.5)."""
    if one.env is not None:
        return one.env
    thing = now.find(one.this)
    return Env((thing.controller or thing.owner) if thing is not None else "", one.this)


def condition_holds(one: Standing, moment: Moment) -> bool:
    """Whether the effect's condition is true now; an effect without one always has it."""
    return holds(one.effect.condition, env_of(one, moment.now), moment.now)


def applies_to(one: Standing, moment: Moment) -> tuple[str, ...]:
    """The objects that the effect would start to apply to now; none while its condition fails."""
    now = moment.now
    env = env_of(one, now)
    if not holds(one.effect.condition, env, now):
        return ()
    selector = one.effect.affects
    refs = _bound(selector, env, now)
    among = moment.beings if refs is None else [ref for ref in refs if ref in moment.beings]
    things = (now.object(ref) for ref in among)
    return tuple(thing.id for thing in things if object_fits(thing, selector, env, now))


def _bound(selector: Selector, env: Env, now: Situation) -> tuple[str, ...] | None:
    """The only things that a phrase can mean, where each part of it speaks of something bound; None elsewhere."""
    found: dict[str, None] = {}
    for conjunction in selector.any_of:
        name = next((p.value for p in conjunction if p.aspect is Aspect.ROLE and not p.negated), None)
        if name is None:
            return None
        if name in ("affected", "them"):
            found |= dict.fromkeys(env.all_of(name))
        elif (ref := dereference(name, env, now)) is not None:
            found[ref] = None
    return tuple(found)


def deeds(one: Standing, layer: Layer, refs: Iterable[str], now: Situation) -> dict[str, object]:
    """What the effect does in the layer to each of these objects."""
    env = env_of(one, now)
    if not one.reads.each:
        same = deed(one.effect, layer, env, now)
        return dict.fromkeys(refs, same)
    return {ref: deed(one.effect, layer, env.with_roles(it=ref), now) for ref in refs}


def applied(one: Standing, layer: Layer, refs: Iterable[str], moment: Moment) -> tuple[Moment, dict[str, int]]:
    """The moment after the effect applied to these objects, and what it changed of which (solver.footprints)."""
    done = deeds(one, layer, refs, moment.now)
    if layer is Layer.CONTROL:
        return _controlled(done, moment)
    new: dict[str, Being] = {}
    differences: dict[str, int] = {}
    for ref, what in done.items():
        before = moment.beings[ref]
        after = enact(layer, what, before, one.order[0])
        if after is not before:
            new[ref] = after
            if difference := changed(before.has, after.has):
                differences[ref] = difference
    return with_beings(moment, new), differences


def with_beings(moment: Moment, new: Mapping[str, Being]) -> Moment:
    """The moment with some objects changed, and the effects that stand because of their abilities."""
    if not new:
        return moment
    beings = {**moment.beings, **new}
    own: dict[str, Listed] | None = None
    for ref, being in new.items():
        if _same_effects(moment.beings[ref], being):
            continue
        listed = of_abilities(moment.now.object(ref), place_of(ref, moment.now), being, moment.own.get(ref, ()))
        if listed != moment.own.get(ref, ()):
            own = dict(moment.own) if own is None else own
            own[ref] = listed
    return Moment(
        moment.now.with_traits(traits_of(beings)), beings, moment.own if own is None else own, moment.floating
    )


def _same_effects(before: Being, after: Being) -> bool:
    """Whether the abilities are the same but for further ones that make no continuous effect."""
    old, new = before.has.abilities, after.has.abilities
    if before.since != after.since:
        return False
    if old is new and before.stamps == after.stamps:
        return True
    if len(new) < len(old) or any(one is not other for one, other in zip(old, new, strict=False)):
        return False
    return not any(effect_of(ability) for ability in new[len(old) :])


def traits_of(beings: Mapping[str, Being]) -> Traits:
    """What the objects are, for phrases and amounts to look at."""
    return Traits({ref: being.has for ref, being in beings.items()})


def _controlled(done: Mapping[str, object], moment: Moment) -> tuple[Moment, dict[str, int]]:
    """The moment after objects changed their controllers (613.1b)."""
    objects = list(moment.now.objects)
    differences: dict[str, int] = {}
    for place, thing in enumerate(objects):
        player = done.get(thing.id)
        if isinstance(player, str) and thing.controller != player:
            objects[place] = replace(thing, controller=player)
            differences[thing.id] = CONTROL
    if not differences:
        return moment, {}
    now = replace(moment.now, objects=tuple(objects))
    return Moment(now, moment.beings, moment.own, moment.floating), differences
