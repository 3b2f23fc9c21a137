"""The characteristics of objects through the layers of continuous effects (613).

For now: static abilities of permanents and effects of what has resolved, on types, colors, abilities, power and
toughness, in layer and timestamp order, without dependency (613.8), which comes with the questions that need it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from model.abilities import Keyword, Static
from model.characteristics import Characteristics
from model.effects import Continuous
from model.mana import COLOR_WORDS
from model.objects import GameObject
from model.situation import Situation
from model.zones import Zone
from solver.amounts import evaluate, holds
from solver.environment import Env
from solver.matching import object_fits

Traits = dict[str, Characteristics]
Active = tuple[Continuous, Env]


def printed(thing: GameObject) -> Characteristics:
    """The characteristics before continuous effects other than copying, with the counters of 613.4c (122.1a)."""
    return _with_counters(thing, _with_keyword_counters(thing, face_of(thing)))


@lru_cache(maxsize=65536)
def face_of(thing: GameObject) -> Characteristics:
    """The characteristics of the face that is up."""
    faces = thing.printed.faces
    face = faces[min(thing.face, len(faces) - 1)]
    return Characteristics(
        face.name, face.type_line, face.mana_cost, face.colors, face.abilities, face.power, face.toughness,
        face.loyalty, face.defense,
    )  # fmt: skip


#: The kinds of counters that give a keyword (122.1b).
KEYWORD_COUNTERS = frozenset(
    {"flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof",
     "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance"}
)  # fmt: skip


def _with_keyword_counters(thing: GameObject, has: Characteristics) -> Characteristics:
    keywords = tuple(Keyword(kind) for kind, _ in thing.counters if kind in KEYWORD_COUNTERS)
    return replace(has, abilities=has.abilities + keywords) if keywords else has


def _with_counters(thing: GameObject, has: Characteristics) -> Characteristics:
    if not thing.counters or has.power is None or has.toughness is None:
        return has
    change = thing.counter("+1/+1") - thing.counter("-1/-1")
    return replace(has, power=has.power + change, toughness=has.toughness + change) if change else has


@lru_cache(maxsize=4096)
def continuous_effects(situation: Situation) -> tuple[Active, ...]:
    """The continuous effects of permanents and of what has resolved, in timestamp order (613.7)."""
    result: list[Active] = []
    for thing in sorted(situation.battlefield(), key=lambda thing: thing.timestamp):
        for ability in face_of(thing).abilities:
            if isinstance(ability, Static) and isinstance(ability.effect, Continuous):
                result.append((ability.effect, Env(thing.controller or thing.owner, thing.id)))
    for floating in situation.effects:
        if isinstance(floating.effect, Continuous):
            env = Env(floating.controller, floating.source, floating.bindings, floating.values)
            result.append((floating.effect, env))
    return tuple(result)


def characteristics(situation: Situation, ref: str) -> Characteristics:
    """The characteristics of the object of this id after all continuous effects that apply to it (613.1).

    Raises KeyError when there is no such object.
    """
    thing = situation.object(ref)
    if thing.zone is not Zone.BATTLEFIELD or not continuous_effects(situation):
        return printed(thing)
    return _all(situation)[ref]


@lru_cache(maxsize=4096)
def _all(situation: Situation) -> Traits:
    """The characteristics of all permanents: layer by layer, in each all effects in timestamp order.

    An effect's conditions and phrases see the characteristics as they are at that moment.
    """
    things = situation.battlefield()
    traits: Traits = {thing.id: face_of(thing) for thing in things}
    effects = list(continuous_effects(situation))
    started: set[int] = set()
    for acts, apply in _LAYERS:
        for number, (effect, env) in enumerate(effects):
            if not acts(effect) or (number not in started and not _still_there(effect, env, traits)):
                continue
            now = replace(situation, traits=tuple(traits.items()))
            if not holds(effect.condition, env, now):
                continue
            started.add(number)  # 613.6: it goes on applying in later layers
            affected = [thing for thing in things if object_fits(thing, effect.affects, env, now)]
            traits |= {thing.id: apply(effect, traits[thing.id], env, now) for thing in affected}
        if acts is _on_abilities:
            traits = {thing.id: _with_keyword_counters(thing, traits[thing.id]) for thing in things}
        if acts is _on_power_set:
            traits = {thing.id: _with_counters(thing, traits[thing.id]) for thing in things}
    return traits


def _still_there(effect: Continuous, env: Env, traits: Traits) -> bool:
    """Whether the source still has the ability, where the effect is that of a static ability of a permanent."""
    if env.this is None or env.this not in traits:
        return True
    return any(isinstance(a, Static) and a.effect == effect for a in traits[env.this].abilities)


def _on_types(effect: Continuous) -> bool:
    return bool(effect.add_types or effect.add_subtypes or effect.set_types)


def _types(effect: Continuous, has: Characteristics, _env: Env, _now: Situation) -> Characteristics:
    line = effect.set_types or has.type_line
    return replace(has, type_line=line.adding(effect.add_types, effect.add_subtypes))


def _on_colors(effect: Continuous) -> bool:
    return effect.set_colors is not None or bool(effect.add_colors)


def _colors(effect: Continuous, has: Characteristics, _env: Env, _now: Situation) -> Characteristics:
    base = has.colors if effect.set_colors is None else tuple(COLOR_WORDS[word] for word in effect.set_colors)
    added = tuple(COLOR_WORDS[word] for word in effect.add_colors if COLOR_WORDS[word] not in base)
    return replace(has, colors=base + added)


def _on_abilities(effect: Continuous) -> bool:
    return effect.lose_abilities or bool(effect.add_keywords)


def _abilities(effect: Continuous, has: Characteristics, _env: Env, _now: Situation) -> Characteristics:
    kept = () if effect.lose_abilities else has.abilities
    return replace(has, abilities=kept + tuple(_keyword(word) for word in effect.add_keywords))


def _keyword(text: str) -> Keyword:
    name, _, number = text.rpartition(" ")
    return Keyword(name, int(number)) if name and number.isdigit() else Keyword(text)


def _on_power_set(effect: Continuous) -> bool:
    return effect.set_power is not None or effect.set_toughness is not None


def _power_set(effect: Continuous, has: Characteristics, env: Env, now: Situation) -> Characteristics:
    power = has.power if effect.set_power is None else evaluate(effect.set_power, env, now)
    toughness = has.toughness if effect.set_toughness is None else evaluate(effect.set_toughness, env, now)
    return replace(has, power=power, toughness=toughness)


def _on_power_change(effect: Continuous) -> bool:
    return effect.add_power is not None or effect.add_toughness is not None


def _power_change(effect: Continuous, has: Characteristics, env: Env, now: Situation) -> Characteristics:
    power, toughness = has.power, has.toughness
    if effect.add_power is not None and power is not None:
        power += evaluate(effect.add_power, env, now)
    if effect.add_toughness is not None and toughness is not None:
        toughness += evaluate(effect.add_toughness, env, now)
    return replace(has, power=power, toughness=toughness)


Layer = tuple[Callable[[Continuous], bool], Callable[[Continuous, Characteristics, Env, Situation], Characteristics]]
#: Layers 4, 5, 6, 7b and 7c (613.1, 613.4).
_LAYERS: tuple[Layer, ...] = (
    (_on_types, _types),
    (_on_colors, _colors),
    (_on_abilities, _abilities),
    (_on_power_set, _power_set),
    (_on_power_change, _power_change),
)
