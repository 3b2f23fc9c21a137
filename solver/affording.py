"""Whether a player can pay a cost told in words and symbols: with the pool, life and land drops there are (118.3)."""

from __future__ import annotations

from model.situation import Situation
from solver.costs import ANY_COLOR, Pool, is_payable, mana_symbols, symbols_of
from solver.permitting import is_for, land_plays_left, permissions

#: Symbols for a land drop that is given up, which is no mana.
_LAND_DROP = "D"


def pool_of(player: str, situation: Situation) -> Pool | None:
    """What is known of the player's pool; mana that may be spent as though it were of any color says so (609.4b)."""
    pool = situation.player(player).mana
    if pool is None:
        return None
    types = {
        permission.mark
        for permission, env in permissions(situation)
        if permission.verb == "spend" and is_for(permission, env, player, situation)
    }
    free = [(kind, "any" in types or kind.split()[0] in types) for kind, _ in pool]
    marked = [
        (f"{kind} {ANY_COLOR}" if is_free else kind, number)
        for (kind, is_free), (_, number) in zip(free, pool, strict=True)
    ]
    return tuple(sorted(marked))


def affordable(cost: str, player: str, situation: Situation, mark: str = "") -> bool:
    """Whether the symbols of the cost can be paid; mana is taken to be there where nothing is known of the pool.

    With ``mark``, only mana that is marked so in the pool counts. Any type of mana pays where the cost says so.
    """
    symbols = symbols_of(cost)
    drops = symbols.count(_LAND_DROP)
    if drops and (situation.active != player or land_plays_left(player, situation) < drops):
        return False
    owner = situation.player(player)
    pool = pool_of(player, situation)
    if mark and pool is not None:
        pool = tuple((kind, number) for kind, number in pool if mark in kind)
    mana = tuple(symbol for symbol in mana_symbols(cost) if symbol != _LAND_DROP)
    if "mana of any type" in cost and pool is not None:
        mana = tuple("1" if symbol in "WUBRGC" else symbol for symbol in mana)
    return is_payable(mana, pool, 0, owner.life)
