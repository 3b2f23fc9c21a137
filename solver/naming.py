"""The words that a player may choose as a permanent enters: colors, types, names, players (201.4, 205.3, 614.12a)."""

from __future__ import annotations

from collections.abc import Iterator

from model.attempts import Naming
from model.cards import Layout
from model.effects import ANY, AsEnters
from model.objects import GameObject
from model.selectors import Selector
from model.situation import Situation
from model.subtypes import EVERY_CREATURE_TYPE, is_creature_type
from model.zones import Zone
from solver.environment import Env
from solver.matching import found, traits_of
from solver.prohibiting import choosable, prohibited


def is_open(rewrite: AsEnters) -> bool:
    """Whether anything is left to choose."""
    among = rewrite.among
    return isinstance(among, Selector) or len(among) != 1 or among[0].startswith("any ")


def words(rewrite: AsEnters, env: Env, situation: Situation) -> tuple[str, ...]:
    """All that may be chosen. Where any creature type or name may be, those that nothing has are one."""
    among = rewrite.among
    if isinstance(among, Selector):
        return choosable(found(among, env, situation), among, env, situation)
    if len(among) != 1 or not among[0].startswith("any "):
        return among
    sort = among[0].removeprefix("any ")
    if sort != "creature type" and not sort.endswith("name"):  # a number, a word ...: nothing here has any
        return (f"a {sort}",)
    there: set[str] = set()
    for thing in situation.objects:
        if thing.zone is Zone.NOWHERE:
            continue
        if sort == "creature type":
            types = traits_of(situation, thing).type_line.subtypes
            there.update(word for word in types if is_creature_type(word))
        else:
            there.update(_card_names(thing, sort.split(" ")[:-1]))
    if sort != "creature type":
        there = {name for name in there if not prohibited(Naming(env.you, name, env.this), situation)}
    return (*sorted(there - {"", EVERY_CREATURE_TYPE}), ANY.get(among[0], "another name"))


def _card_names(thing: GameObject, quality: list[str]) -> Iterator[str]:
    """The names of a card's faces and parts, which may be chosen; those of tokens may not (201.4, 201.4a-f).

    ``quality``: what the face of that name has to be, ``nonland``, ``noncreature``, or ``land`` and ``nonbasic``.
    """
    if thing.card.layout is not Layout.TOKEN:
        for face in thing.card.faces:
            words = (*face.type_line.types, *face.type_line.supertypes)
            if all((word.removeprefix("non") in words) is not word.startswith("non") for word in quality):
                yield face.name
