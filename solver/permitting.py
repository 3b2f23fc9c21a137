"""The effects that allow playing cards, or another payment or another time for it (601.3, 305.2)."""

from __future__ import annotations

from functools import lru_cache

from model.abilities import Static
from model.permissions import Permission
from model.situation import Situation
from model.zones import Zone
from solver.amounts import evaluate
from solver.environment import Env
from solver.matching import controller_of, found, traits_of


@lru_cache(maxsize=1024)
def permissions(situation: Situation) -> tuple[tuple[Permission, Env], ...]:
    """The effects that allow playing or another payment: of static abilities where they work, and of what resolved."""
    result: list[tuple[Permission, Env]] = []
    for thing in situation.objects:
        for ability in traits_of(situation, thing).abilities if thing.zone is not Zone.NOWHERE else ():
            if isinstance(ability, Static) and isinstance(ability.effect, Permission) and thing.zone in ability.zones:
                result.append((ability.effect, Env(controller_of(situation, thing.id), thing.id)))
    for floating in situation.effects:
        if isinstance(floating.effect, Permission):
            env = Env(floating.controller, floating.source, floating.bindings, floating.values)
            result.append((floating.effect, env))
    return tuple(result)


def is_for(permission: Permission, env: Env, player: str, situation: Situation) -> bool:
    """Whether the effect allows it to this player, and has not done so already where it does once each turn."""
    if permission.once and f"used {env.this}: {player}" in situation.history:
        return False
    return player == env.you if permission.player is None else player in found(permission.player, env, situation)


def land_plays_left(player: str, situation: Situation) -> int:
    """How many lands the player can still play this turn (305.2a): one and what effects add, less those of the history.

    Land drops that were given up count like lands that were played.
    """
    more = sum(
        evaluate(permission.number, env, situation)
        for permission, env in permissions(situation)
        if permission.verb == "lands" and permission.number is not None and is_for(permission, env, player, situation)
    )
    used = sum(situation.history.count(f"{fact}: {player}") for fact in ("played a land", "gave up a land drop"))
    return 1 + more - used
