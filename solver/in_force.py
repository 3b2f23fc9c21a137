"""The effects in force in a situation: of static abilities where they work (113.6), and of what has resolved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache

from model.abilities import Keyword, Static
from model.amounts import Call, Name
from model.cards import Card, Face
from model.effects import (
    AddCounters,
    AsThough,
    Continuous,
    CostChange,
    Effect,
    Prohibition,
    Replacement,
    Unpreventable,
    Watch,
    Words,
)
from model.events import Enter, Event
from model.instructions import Do, TheEvent
from model.objects import GameObject
from model.permissions import Permission
from model.production import Chosen, Noted
from model.selectors import Aspect, Selector
from model.situation import Situation
from model.zones import Zone
from solver.copying import face_up
from solver.entering_keywords import entering_effects, intrinsic_entering
from solver.environment import Env
from solver.layers import characteristics, continuous_effects, controller_of
from solver.rules_effects import commander_effect, counter_effects, keyword_effects, resolving_effects
from solver.watching import as_seen


@dataclass(frozen=True, slots=True)
class Active:
    """One effect in force: its identity (614.5), the effect, and the environment in which it is read.

    ``alike`` is equal for effects that act the same in every way (two copies of one card under one controller), so
    that search may treat them as one effect with a count. ``remaining`` is what is left of an amount (615.7).
    """

    id: str
    effect: Effect
    env: Env
    alike: object
    remaining: int | None = None
    floating: bool = False

    @property
    def watches(self) -> tuple[Watch, ...]:
        """What the effect watches for; nothing in case of a continuous effect on characteristics."""
        return () if isinstance(self.effect, Continuous | Permission) else self.effect.watches

    @property
    def is_self_replacement(self) -> bool:
        """Whether this is a self-replacement effect (614.15)."""
        return isinstance(self.effect, Replacement) and self.effect.self_replacement


@dataclass(frozen=True, slots=True)
class InForce:
    """All effects in force, replacement and prevention effects by the kind of event that they watch."""

    replacements: dict[str, tuple[Active, ...]]
    prohibitions: dict[str, tuple[Active, ...]]
    unpreventable: tuple[Active, ...]
    as_though: tuple[Active, ...]
    costs: dict[str, tuple[Active, ...]]


@lru_cache(maxsize=8192)
def effects_in_force(situation: Situation) -> InForce:
    """Collect the effects in force, in the order of the situation's objects, then of its floating effects."""
    replacements: dict[str, list[Active]] = {}
    prohibitions: dict[str, list[Active]] = {}
    unpreventable: list[Active] = []
    as_though: list[Active] = []
    costs: dict[str, list[Active]] = {}
    classes: dict[object, int] = {}
    for found in (*_of_objects(situation), *_floating(situation)):
        number = classes.setdefault(found.alike, len(classes))
        active = Active(found.id, found.effect, found.env, number, found.remaining, found.floating)
        effect = active.effect
        if isinstance(effect, Unpreventable):
            unpreventable.append(active)
            continue
        if isinstance(effect, AsThough):
            as_though.append(active)
            continue
        if not isinstance(effect, Replacement | Prohibition | CostChange):
            continue
        where = {Replacement: replacements, Prohibition: prohibitions, CostChange: costs}[type(effect)]
        for kind in dict.fromkeys(watch.kind for watch in effect.watches):
            where.setdefault(kind, []).append(active)
    return InForce(
        {kind: tuple(found) for kind, found in replacements.items()},
        {kind: tuple(found) for kind, found in prohibitions.items()},
        tuple(unpreventable),
        tuple(as_though),
        {kind: tuple(found) for kind, found in costs.items()},
    )


def replacements_for(event: Event, situation: Situation) -> tuple[Active, ...]:
    """The replacement and prevention effects that watch this kind of event, applicable or not.

    For an entering object these include its own, if they affect only itself (614.12).
    """
    found = effects_in_force(situation).replacements.get(event.kind, ())
    if isinstance(event, Enter):
        return found + _own_entering(event, situation)
    return found


def _own_entering(event: Enter, situation: Situation) -> tuple[Active, ...]:
    there = as_seen(event, situation)
    thing = there.object(event.object)
    has = characteristics(there, event.object)
    env = Env(event.under, event.object)
    if event.copied is not None:
        env = env.with_values(x=0)  # 107.3j: X within an ability gained by a copy effect
    copy = f"{has.name}, " if event.copied is not None else ""
    result: list[Active] = []
    for place, ability in enumerate(has.abilities):
        effect = ability.effect if isinstance(ability, Static) else None
        if isinstance(effect, Replacement) and any(_about_itself(watch) for watch in effect.watches):
            result.append(Active(f"{thing.id}#{copy}{place}", effect, env, (effect, env)))
        elif isinstance(ability, Keyword) and (ability.name != "daybound" or thing.card.is_double_faced):
            several = entering_effects(ability)
            named = [(f"{ability.name} ({place}{'.' * n})", effect) for n, effect in enumerate(several)]
            result += [Active(f"{thing.id}#{copy}{name}", effect, env, (effect, env)) for name, effect in named]
    for name, effect in intrinsic_entering(has):
        result.append(Active(f"{thing.id}#{copy}{name}", effect, env, (effect, env)))
    return tuple(result)


def _about_itself(watch: Watch) -> bool:
    """Whether the watch is for the entering of its own source alone."""
    selector = watch.get("object")
    if watch.kind != "enter" or not isinstance(selector, Selector) or len(selector.any_of) != 1:
        return False
    return any(p.aspect is Aspect.ROLE and p.value == "this" and not p.negated for p in selector.any_of[0])


def _of_objects(situation: Situation) -> Iterator[Active]:
    layered = bool(continuous_effects(situation))
    for thing in situation.objects:
        if thing.zone is Zone.NOWHERE:
            continue
        face = face_up(thing)
        listed = _of_face(face)
        if layered and thing.zone in _LAYERED:
            abilities = characteristics(situation, thing.id).abilities
            if abilities != face.abilities:
                listed = _of_abilities(abilities)
        you = controller_of(situation, thing.id)
        for place, static, own in listed:
            if thing.zone in static.zones and not (thing.zone is not Zone.BATTLEFIELD and _enters_only(static.effect)):
                env = Env(you, thing.id)
                alike: object = (static.effect, you, thing.id if own else None)
                yield Active(f"{thing.id}#{place}", static.effect, env, alike)
        if "commander" in thing.flags:
            for zone in ("hand", "library"):
                env, name = Env(you, thing.id), f"commander ({zone})"
                yield Active(f"{thing.id}#{name}", commander_effect(zone), env, (name, thing.id))
        if thing.zone is Zone.STACK:
            for name, effect in resolving_effects(face.type_line.subtypes):
                yield Active(f"{thing.id}#{name}", effect, Env(you, thing.id), (effect, thing.id))
        if thing.counters and thing.zone is Zone.BATTLEFIELD:
            for name, effect in counter_effects(thing):
                yield Active(f"{thing.id}#{name}", effect, Env(you, thing.id), (effect, thing.id))


#: Zones whose objects may lose their abilities to continuous effects ("cards in graveyards lose all abilities").
_LAYERED = (Zone.BATTLEFIELD, Zone.GRAVEYARD)


def _enters_only(effect: Effect) -> bool:
    return isinstance(effect, Replacement) and all(_about_itself(watch) for watch in effect.watches)


Listed = tuple[tuple[int | str, Static, bool], ...]


@lru_cache(maxsize=65536)
def _of_face(face: Face) -> Listed:
    return _of_abilities(face.abilities)


def _of_abilities(abilities: tuple[object, ...]) -> Listed:
    result: list[tuple[int | str, Static, bool]] = []
    for place, ability in enumerate(abilities):
        if isinstance(ability, Static):
            if not (isinstance(ability.effect, Replacement) and all(_about_itself(w) for w in ability.effect.watches)):
                result.append((place, ability, refers_to_source(ability.effect)))
        elif isinstance(ability, Keyword):
            result += [(place, static, True) for static in keyword_effects(ability)]
    return tuple(result)


def _floating(situation: Situation) -> Iterator[Active]:
    for floating in situation.effects:
        if not isinstance(
            floating.effect, Replacement | Prohibition | Unpreventable | AsThough | Continuous | CostChange
        ):
            continue
        env = Env(floating.controller, floating.source, floating.bindings, floating.values)
        limited = isinstance(floating.effect, Replacement) and floating.effect.limit.amount is not None
        remaining = floating.remaining if limited else None
        yield Active(floating.id, floating.effect, env, (floating.effect, env, remaining), remaining, True)


def refers_to_source(effect: object) -> bool:
    """Whether the effect depends on which object it comes from, beyond who controls it."""
    if isinstance(effect, Selector):
        return any(effect.mentions(role) for role in _OWN_ROLES) or any(
            predicate.value.startswith("chosen") for conjunction in effect.any_of for predicate in conjunction
        )
    if isinstance(effect, TheEvent | Card | str | int) or effect is None:
        return False
    if isinstance(effect, Chosen | Noted) or (isinstance(effect, Words) and {"chosen", "noted"} & set(effect.any_of)):
        return True
    if isinstance(effect, AddCounters):
        return any(refers_to_source(amount) for _, amount in effect.counters)
    if isinstance(effect, tuple):
        return any(refers_to_source(part) for part in effect)
    if is_dataclass(effect):
        if isinstance(effect, Do) and effect.verb == "deal_damage" and effect.get("source") is None:
            return True
        if isinstance(effect, Name | Call) and _reads_source(effect):
            return True
        return any(refers_to_source(getattr(effect, field.name)) for field in fields(effect) if field.compare)
    return False


_OWN_ROLES = ("this", "enchanted")


def _reads_source(amount: object) -> bool:
    return getattr(amount, "name", "") == "x" or getattr(amount, "function", "") in ("flag", "times")


def object_of(active: Active, situation: Situation) -> GameObject | None:
    """The object that the effect comes from, if it is still there."""
    return situation.find(active.env.this)


def self_replacements(ref: str, effects: tuple[Effect, ...], env: Env) -> tuple[Active, ...]:
    """The self-replacement effects of a spell or ability on the events of its own instructions (614.15)."""
    return tuple(
        Active(f"{ref}#self {number}", effect, env, (effect, env))
        for number, effect in enumerate(effects)
        if isinstance(effect, Replacement)
    )
