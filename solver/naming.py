"""The words that a player may choose as a permanent enters: colors, types, names, players (201.4, 205.3, 614.12a)."""

from __future__ import annotations

from model.effects import ANY, AsEnters
from model.selectors import Selector
from model.situation import Situation
from model.subtypes import EVERY_CREATURE_TYPE, is_creature_type
from model.zones import Zone
from solver.environment import Env
from solver.matching import found, traits_of


def is_open(rewrite: AsEnters) -> bool:
    """Whether anything is left to choose."""
    among = rewrite.among
    return isinstance(among, Selector) or len(among) != 1 or among[0] in ANY


def words(rewrite: AsEnters, env: Env, situation: Situation) -> tuple[str, ...]:
    """All that may be chosen. Where any creature type or name may be, those that nothing has are one."""
    among = rewrite.among
    if isinstance(among, Selector):
        return found(among, env, situation)
    if len(among) != 1 or among[0] not in ANY:
        return among
    there: set[str] = set()
    for thing in situation.objects:
        if thing.zone is not Zone.NOWHERE:
            has = traits_of(situation, thing)
            types = (word for word in has.type_line.subtypes if is_creature_type(word))
            there.update(types if among[0] == "any creature type" else (has.name,))
    return (*sorted(there - {"", EVERY_CREATURE_TYPE}), ANY[among[0]])
