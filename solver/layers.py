"""The characteristics of objects through the layers of continuous effects (613).

For now: static abilities on types, colors, abilities, power and toughness, in layer and timestamp order, without
dependency (613.8), which comes with the questions that need it.
"""

from __future__ import annotations

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


def printed(thing: GameObject) -> Characteristics:
    """The characteristics before continuous effects other than copying, with the counters of 613.4c (122.1a)."""
    return _with_counters(thing, _face(thing))


@lru_cache(maxsize=65536)
def _face(thing: GameObject) -> Characteristics:
    faces = thing.printed.faces
    face = faces[min(thing.face, len(faces) - 1)]
    return Characteristics(
        face.name, face.type_line, face.mana_cost, face.colors, face.abilities, face.power, face.toughness,
        face.loyalty, face.defense,
    )  # fmt: skip


def _with_counters(thing: GameObject, has: Characteristics) -> Characteristics:
    if not thing.counters:
        return has
    keywords = tuple(Keyword(kind) for kind, _ in thing.counters if kind in KEYWORD_COUNTERS)
    if keywords:
        has = replace(has, abilities=has.abilities + keywords)
    if has.power is None or has.toughness is None:
        return has
    change = thing.counter("+1/+1") - thing.counter("-1/-1")
    return replace(has, power=has.power + change, toughness=has.toughness + change) if change else has


#: The kinds of counters that give a keyword (122.1b).
KEYWORD_COUNTERS = frozenset(
    {"flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof",
     "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance"}
)  # fmt: skip


@lru_cache(maxsize=4096)
def _continuous(situation: Situation) -> tuple[tuple[Continuous, Env], ...]:
    """The continuous effects of static abilities of permanents, in timestamp order (613.7)."""
    result = []
    for thing in sorted(situation.battlefield(), key=lambda thing: thing.timestamp):
        for ability in _face(thing).abilities:
            if isinstance(ability, Static) and isinstance(ability.effect, Continuous):
                result.append((ability.effect, Env(thing.controller or thing.owner, thing.id)))
    return tuple(result)


@lru_cache(maxsize=65536)
def characteristics(situation: Situation, ref: str) -> Characteristics:
    """The characteristics of the object of this id after all continuous effects that apply to it (613.1).

    Raises KeyError when there is no such object.
    """
    thing = situation.object(ref)
    effects = _continuous(situation)
    if not effects or thing.zone is not Zone.BATTLEFIELD:
        return printed(thing)
    has = _face(thing)
    sources = {env.this for effect, env in effects if effect.lose_abilities}
    for layer in ("types", "colors", "abilities", "power"):
        if layer == "power":
            has = replace(has)
        for effect, env in effects:
            if not _acts_in(effect, layer) or not holds(effect.condition, env, situation):
                continue
            if sources and env.this not in sources and _loses_abilities(situation, env.this, effects) and layer == "abilities":
                continue
            now = has
            if object_fits(thing, effect.affects, env, situation, lambda _s, _t, now=now: now):  # type: ignore[misc]
                has = _applied(effect, layer, has, env, situation)
    return _with_counters(thing, has)


def _loses_abilities(situation: Situation, ref: str | None, effects: tuple[tuple[Continuous, Env], ...]) -> bool:
    thing = situation.find(ref)
    return thing is not None and any(
        effect.lose_abilities and object_fits(thing, effect.affects, env, situation, lambda _s, t: _face(t))
        for effect, env in effects
    )


def _acts_in(effect: Continuous, layer: str) -> bool:
    match layer:
        case "types":
            return bool(effect.add_types or effect.add_subtypes or effect.set_types)
        case "colors":
            return effect.set_colors is not None or bool(effect.add_colors)
        case "abilities":
            return effect.lose_abilities or bool(effect.add_keywords)
        case _:
            return any(
                part is not None
                for part in (effect.set_power, effect.set_toughness, effect.add_power, effect.add_toughness)
            )


def _applied(effect: Continuous, layer: str, has: Characteristics, env: Env, situation: Situation) -> Characteristics:
    match layer:
        case "types":
            line = effect.set_types or has.type_line
            return replace(has, type_line=line.adding(effect.add_types, effect.add_subtypes))
        case "colors":
            base = has.colors if effect.set_colors is None else tuple(COLOR_WORDS[word] for word in effect.set_colors)
            added = tuple(COLOR_WORDS[w] for w in effect.add_colors if COLOR_WORDS[w] not in base)
            return replace(has, colors=base + added)
        case "abilities":
            kept = () if effect.lose_abilities else has.abilities
            return replace(has, abilities=kept + tuple(Keyword(word) for word in effect.add_keywords))
        case _:
            power = has.power if effect.set_power is None else evaluate(effect.set_power, env, situation)
            toughness = has.toughness if effect.set_toughness is None else evaluate(effect.set_toughness, env, situation)
            if effect.add_power is not None and power is not None:
                power += evaluate(effect.add_power, env, situation)
            if effect.add_toughness is not None and toughness is not None:
                toughness += evaluate(effect.add_toughness, env, situation)
            return replace(has, power=power, toughness=toughness)
