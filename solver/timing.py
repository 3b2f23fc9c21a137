"""When cards can be played: whose turn it is, the step, the stack, and how many lands were played (117.1a, 305)."""

from __future__ import annotations

from model.characteristics import Characteristics
from model.rules import Citation
from model.situation import Situation
from model.zones import Zone
from solver.matching import fits
from solver.permitting import is_for, land_plays_left, permissions


def against_timing(
    player: str, has: Characteristics, land: bool, situation: Situation, spell: Situation, now: bool
) -> Citation | None:
    """What about the time stops playing a land or casting a spell; that of a land's number of plays always counts.

    ``has`` are the characteristics that it would have, in ``spell``. Without ``now``, no other timing does.
    """
    if land and land_plays_left(player, situation) <= 0:
        return Citation("305.2b", "as many lands have been played, or land drops given up, as the player can play")
    if not now:
        return None
    if land and situation.active != player:
        return Citation("305.3", "a player can't play a land if it isn't their turn")
    if "instant" in has.type_line.types or _has_flash(has, player, situation, spell):
        return None
    calm = not any(thing.zone is Zone.STACK for thing in situation.objects)
    if situation.active == player and situation.step in ("main", "second main") and calm:
        return None
    if land:
        return Citation("305.1", "a land is played during a main phase of its player's turn when the stack is empty")
    return Citation("117.1a", "a noninstant spell is cast during its player's main phase when the stack is empty")


def _has_flash(has: Characteristics, player: str, situation: Situation, spell: Situation) -> bool:
    """Whether it has flash, or may be cast or played as though it had (702.8a)."""
    if has.has_keyword("flash"):
        return True
    moved = next((thing.id for thing in spell.objects if situation.find(thing.id) is not thing), "")
    if "land" in has.type_line.types:
        spell = spell.with_object(moved, zone=Zone.BATTLEFIELD)
    return any(
        permission.verb == "flash" and is_for(permission, env, player, situation)
        and fits(moved, permission.cards, env, spell)
        for permission, env in permissions(situation)
    )  # fmt: skip
