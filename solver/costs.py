"""Whether mana pays for a cost, and whether the tap and untap symbols in a cost can be paid (107.5, 107.6, 118.3)."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from model.errors import OutOfScopeError
from model.objects import GameObject
from model.rules import Citation
from model.situation import Situation
from solver.matching import controller_of, found, traits_of
from solver.permitting import is_for, permissions

#: The tap and untap symbols, which stand among the mana symbols of an activation cost.
TAP, UNTAP = "{T}", "{Q}"
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_TYPES = frozenset("WUBRGC")
#: Symbols that any mana pays for whose source is of this supertype (107.4h).
_OF_SOURCES = {"S": "snow", "L": "legendary"}

#: Marks mana of a pool that may be spent as though it were mana of any color (609.4b).
ANY_COLOR = "as-any-color"

Pool = tuple[tuple[str, int], ...]


def symbols_of(cost: str) -> tuple[str, ...]:
    """The symbols of an activation cost, in the order written, without their braces."""
    return tuple(symbol.upper() for symbol in _SYMBOL.findall(cost))


def mana_symbols(cost: str) -> tuple[str, ...]:
    """The symbols that mana pays for."""
    return tuple(symbol for symbol in symbols_of(cost) if symbol not in ("T", "Q"))


def is_payable(symbols: tuple[str, ...], pool: Pool | None, x: int = 0, life: int = 0) -> bool:
    """Whether a pool pays for these mana symbols (118.3, 118.3a); ``pool`` None means that mana is taken to be there.

    Hybrid symbols are paid either way, Phyrexian ones also with 2 life each (107.4e, 107.4f). {S} takes mana of any
    type from a snow source (107.4h), {L} from a legendary one: a pool tells that behind the type, ``G snow``.
    """
    if pool is None:
        return True
    generic = 0
    others: list[tuple[str, ...]] = []
    for symbol in symbols:
        if symbol in ("X", "Y", "Z"):
            generic += x
        elif symbol.isdigit():
            generic += int(symbol)
        else:
            others.append(_ways(symbol))
    return _pays(tuple(sorted(others, key=len)), generic, tuple(sorted(pool)), life)


def _ways(symbol: str) -> tuple[str, ...]:
    """What may pay for a symbol: types of mana, a number of mana of any type, or ``P`` for 2 life."""
    ways = tuple(symbol.split("/"))
    for way in ways:
        if way not in _TYPES and way not in _OF_SOURCES and way != "P" and not way.isdigit():
            raise OutOfScopeError(f"whether {{{symbol}}} can be paid depends on what is not part of a pool here")
    return ways


@cache
def _pays(others: tuple[tuple[str, ...], ...], generic: int, pool: Pool, life: int) -> bool:
    if not others:
        return sum(number for _, number in pool) >= generic
    first, rest = others[0], others[1:]
    for way in first:
        if way == "P":
            if life >= 2 and _pays(rest, generic, pool, life - 2):
                return True
        elif way.isdigit():
            if _pays(rest, generic + int(way), pool, life):
                return True
        else:
            for mana in [mana for mana, number in pool if number and _pays_for(way, mana)]:
                less = Counter(dict(pool))
                less[mana] -= 1
                if _pays(rest, generic, tuple(sorted(less.items())), life):
                    return True
    return False


def _pays_for(symbol: str, mana: str) -> bool:
    """Whether one mana pays for a symbol: by its type, or by what is told about its source."""
    kind, *marks = mana.split()
    if symbol in _OF_SOURCES:
        return _OF_SOURCES[symbol] in marks
    return kind == symbol or (symbol != "C" and ANY_COLOR in marks)


def against_symbols(cost: str, thing: GameObject, situation: Situation) -> Citation | None:
    """What stops the {T} or {Q} in the cost of a permanent's own ability, if anything (107.5, 107.6, 302.6).

    Whether an animated land counts as new is decided by when its controller got it, not by when it became a creature.
    Tapping another creature for a cost is not its own {T} (302.6).
    """
    for symbol, fine, rule in ((TAP, not thing.tapped, "107.5"), (UNTAP, thing.tapped, "107.6")):
        if symbol in cost:
            if not fine:
                state = "a tapped permanent can't be tapped" if symbol == TAP else "an untapped one can't be untapped"
                return Citation(rule, f"{state} to pay a cost")
            if is_new(thing, situation) and not as_though_it_had_haste(thing, situation):
                return Citation("302.6", "its controller has not controlled the creature since the turn began")
    if TAP in cost and UNTAP in cost:
        return Citation("118.3", "one permanent can't be both tapped and untapped to pay a cost")
    return None


def with_symbols_paid(cost: str, thing: GameObject, situation: Situation) -> Situation:
    """The situation once the permanent has been tapped or untapped for its own ability (107.5, 107.6)."""
    tapped = TAP in cost
    return situation.with_object(thing.id, tapped=tapped) if tapped or UNTAP in cost else situation


def as_though_it_had_haste(thing: GameObject, situation: Situation) -> bool:
    """Whether its controller may activate its abilities as though it had haste, which it does not get (609.4)."""
    return any(
        permission.verb == "hasty"
        and is_for(permission, env, controller_of(situation, thing.id), situation)
        and thing.id in found(permission.cards, env, situation)
        for permission, env in permissions(situation)
    )


def is_new(thing: GameObject, situation: Situation) -> bool:
    """Whether this is a creature without haste that its controller has not had since their turn began (302.6)."""
    has = traits_of(situation, thing)
    sick = "creature" in has.type_line.types and not thing.controlled_since_turn_began
    return sick and not has.has_keyword("haste")
