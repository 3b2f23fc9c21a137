"""What objects are and who controls them, after all continuous effects (613).

The layers themselves are in ``solver.layering``, which is loaded when there is a continuous effect.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from model.characteristics import Characteristics
from model.effects import Continuous
from model.situation import Situation
from model.zones import Zone
from solver.copying import face_of, face_up, intrinsic_ability, is_face_down, printed, without_intrinsic
from solver.environment import Env
from solver.static_effects import LATE, placed_on

if TYPE_CHECKING:
    from solver.layering import Layered, LayerStep

__all__ = [
    "characteristics", "continuous_effects", "controller_of", "copiable_values", "explain", "face_of",
    "intrinsic_ability", "layered", "printed",
]  # fmt: skip

Active = tuple[Continuous, Env]


# --- the questions ---------------------------------------------------------------------------------------------------


def characteristics(situation: Situation, ref: str) -> Characteristics:
    """The characteristics of the object of this id after all continuous effects that apply to it (613.1).

    Raises KeyError when there is no such object.
    """
    thing = situation.object(ref)
    if situation.traits is not None:
        return situation.traits.by_id.get(ref) or printed(thing)
    if not continuous_effects(situation):
        return printed(thing)
    return layered(situation).traits.get(ref) or printed(thing)


def copiable_values(situation: Situation, ref: str) -> Characteristics:
    """The copiable values of an object: its characteristics after layer 1, without intrinsic abilities (613.2c, 707.2).

    Raises KeyError when there is no such object.
    """
    thing = situation.object(ref)
    copies = (effect for effect, _ in continuous_effects(situation))
    if all(effect.become is None and effect.copy_of is None for effect in copies):
        return face_of(thing)
    from solver.layering import copied

    has = copied(situation).traits.get(ref)
    return without_intrinsic(has) if has is not None else face_of(thing)


def controller_of(situation: Situation, ref: str) -> str:
    """The player who controls an object after control-changing effects (613.1b); a player stands for itself.

    An object without a controller has its owner (108.4a). Raises KeyError when there is no such object.
    """
    if situation.traits is None and _changes_control(situation):
        changed = layered(situation).controllers.get(ref)
        if changed is not None:
            return changed
    return situation.controller(ref)


def explain(situation: Situation) -> tuple[LayerStep, ...]:
    """How the characteristics come about: every application of an effect in order, with the dependencies looked at."""
    return layered(situation).steps if continuous_effects(situation) else ()


@lru_cache(maxsize=4096)
def continuous_effects(situation: Situation) -> tuple[Active, ...]:
    """The continuous effects of abilities where they work, and of what has resolved, by timestamp (113.6, 613.7).

    Abilities that other effects grant are not among them.
    """
    result: list[tuple[tuple[int, int], Active]] = []
    for place, thing in enumerate(situation.objects):
        if thing.zone is Zone.NOWHERE or is_face_down(thing):
            continue
        for one in placed_on(face_up(thing)):
            if one.works_in(thing.zone, own=True):
                env = Env(situation.controller(thing.id), thing.id)
                result.append(((thing.timestamp, place), (one.effect, env)))
    for place, floating in enumerate(situation.effects, start=len(situation.objects)):
        if isinstance(floating.effect, Continuous):
            env = Env(floating.controller, floating.source, floating.bindings, floating.values)
            stamp = LATE if floating.timestamp is None else floating.timestamp
            result.append(((stamp, place), (floating.effect, env)))
    return tuple(active for _, active in sorted(result, key=lambda pair: pair[0]))


@lru_cache(maxsize=4096)
def _changes_control(situation: Situation) -> bool:
    return any(effect.control is not None for effect, _ in continuous_effects(situation))


@lru_cache(maxsize=4096)
def layered(situation: Situation) -> Layered:
    """All of it: what the objects are that continuous effects can apply to, and how that comes about."""
    from solver import layering

    return layering.layered(situation)
