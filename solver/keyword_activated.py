"""The activated abilities that keywords stand for, as data (702): what each does, and where it works."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from model.abilities import Activated, Keyword, Limits, Triggered
from model.amounts import ONE, Amount, Call, Number
from model.effects import Change, Continuous, EnterAsCopy, Replacement, Watch, Words
from model.instructions import CreateEffect, Do, Instruction, TokenTemplate
from model.selectors import role
from model.zones import Zone

_THIS, _YOU, _TARGET = role("this"), role("you"), role("target")
_MANA = re.compile(r"(?:\{[^{}]+\})+")
_SORCERY = Limits(times=("sorcery",))


def _makes(
    symbols: str, *done: Instruction, costs: tuple[Instruction, ...] = (), zone: Zone = Zone.BATTLEFIELD
) -> Activated:
    return Activated(symbols, costs, done, zones=(zone,), limits=_SORCERY)


def _counters(kind: str, number: Amount, on: object) -> Do:
    return Do("put_counters", (("on", on), ("counters", ((kind, number),))))  # type: ignore[arg-type]


def _unearth(cost: str) -> Activated:
    """It returns with haste, and is exiled at the next end step or if it would leave the battlefield (702.84a)."""
    leaves = Watch("move", (("object", _THIS), ("from", Words(("battlefield",))), ("to", Words(("exile",), True))))
    exiled = Replacement((leaves,), Change((("to", "exile"),)))
    at_end = Triggered((Watch("begin", (("step", Words(("end",))),)),), (Do("exile", (("object", _THIS),)),))
    return _makes(
        cost,
        Do("enter", (("object", _THIS), ("under", _YOU))),
        CreateEffect(Continuous(_THIS, add_keywords=("haste",)), "forever"),
        CreateEffect(exiled, "forever"),
        CreateEffect(at_end, "until it triggers"),
        zone=Zone.GRAVEYARD,
    )


def _token(cost: str, color: str, size: int | None = None) -> Activated:
    """A token that is a copy of the card that was exiled for it, but a Zombie without a mana cost."""
    changes = EnterAsCopy(_THIS, add_subtypes=("Zombie",), colors=(color,), power=size, toughness=size, no_cost=True)
    created = Do("create_tokens", (("tokens", (TokenTemplate(ONE, copy_of=_THIS, changes=changes),)),))
    return _makes(cost, created, costs=(Do("exile", (("object", _THIS),)),), zone=Zone.GRAVEYARD)


def _scavenge(cost: str) -> Activated:
    """As many counters as the power of the card that was exiled (702.97a)."""
    put = _counters("+1/+1", Call("power", (_THIS,)), _TARGET)
    return _makes(cost, put, costs=(Do("exile", (("object", _THIS),)),), zone=Zone.GRAVEYARD)


def _attaches(cost: str) -> Activated:
    return _makes(cost, Do("attach", (("object", _THIS), ("to", _TARGET))))


#: Keywords that are followed by a cost of mana.
WITH_COST: dict[str, Callable[[str], Activated]] = {
    "unearth": _unearth,  # 702.84a
    "embalm": lambda cost: _token(cost, "white"),  # 702.128a
    "eternalize": lambda cost: _token(cost, "black", 4),  # 702.129a
    "scavenge": _scavenge,  # 702.97a
    "equip": _attaches,  # 702.6a
    "fortify": _attaches,  # 702.67a
    "outlast": lambda cost: _makes(f"{cost}, {{T}}", _counters("+1/+1", ONE, _THIS)),  # 702.107a
    "level up": lambda cost: _makes(cost, _counters("level", ONE, _THIS)),  # 702.87a
}


@lru_cache(maxsize=1024)
def keyword_activated(keyword: Keyword) -> tuple[Activated, ...]:
    """The activated ability of a keyword whose cost is mana, if what it does is modelled."""
    name = "equip" if keyword.name.startswith("equip ") else keyword.name
    if not _MANA.fullmatch(keyword.cost):
        return ()
    if name == "reinforce" and keyword.number is not None:  # 702.77a
        put, costs = _counters("+1/+1", Number(keyword.number), _TARGET), (Do("discard", (("card", _THIS),)),)
        return (Activated(keyword.cost, costs, (put,), zones=(Zone.HAND,)),)
    return (WITH_COST[name](keyword.cost),) if name in WITH_COST else ()
