"""Chapters of Sagas (714): which is the last, as the abilities on lore counters say."""

from __future__ import annotations

from collections.abc import Iterator

from model.abilities import Triggered
from model.amounts import Amount, Binary, Call, Number
from model.objects import GameObject
from model.situation import Situation
from solver.matching import traits_of


def final_chapter(thing: GameObject, situation: Situation) -> int:
    """The greatest chapter number among a Saga's chapter abilities, or 0 (714.2d)."""
    has = traits_of(situation, thing)
    if "Saga" not in has.type_line.subtypes:
        return 0
    chapters = (one for one in has.abilities if isinstance(one, Triggered) and one.condition is not None)
    return max((number for one in chapters for number in _reached(one.condition)), default=0)


def _reached(condition: Amount | None) -> Iterator[int]:
    """The numbers of lore counters that have to be reached."""
    match condition:
        case Binary(">=", Call("counters", ("lore", *_)), Number(number)):
            yield number
        case Binary(_, left, right):
            yield from _reached(left)
            yield from _reached(right)
