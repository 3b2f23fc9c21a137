"""What objects are before continuous effects: printed or copied values, face-down, with intrinsic abilities (707)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache

from model.abilities import Activated, Keyword
from model.cards import Card, Face
from model.characteristics import Characteristics
from model.instructions import Do
from model.objects import GameObject
from model.production import Fixed
from model.subtypes import EVERY_CREATURE_TYPE
from model.type_line import TypeLine
from model.zones import CONTROLLED, Zone
from solver.faces import borrowed_value, face_for

#: The type of mana that lands of each basic land type make (305.6).
BASIC_LAND_MANA = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
#: The kinds of counters that give a keyword (122.1b).
KEYWORD_COUNTERS = frozenset(
    {"flying", "first strike", "double strike", "deathtouch", "decayed", "exalted", "haste", "hexproof",
     "indestructible", "lifelink", "menace", "reach", "shadow", "trample", "vigilance"}
)  # fmt: skip
_POWER_COUNTER = re.compile(r"([+-]\d+)/([+-]\d+)")
#: A face-down object unless an ability lists other characteristics (708.2a).
FACE_DOWN = Characteristics("", TypeLine((), ("creature",)), None, (), (), 2, 2)


@cache
def intrinsic_ability(land_type: str) -> Activated:
    """The mana ability that a land has from one of its basic land types (305.6)."""
    return Activated("{T}", (), (Do("add_mana", (("mana", Fixed((BASIC_LAND_MANA[land_type],))),)),))


def intrinsic_abilities(line: TypeLine) -> tuple[Activated, ...]:
    """The mana abilities that an object of this type line has from its basic land types (305.6)."""
    if "land" not in line.types:
        return ()
    return tuple(intrinsic_ability(subtype) for subtype in line.subtypes if subtype in BASIC_LAND_MANA)


def without_intrinsic(has: Characteristics) -> Characteristics:
    """Copiable values without the mana abilities of basic land types, which stand last among the abilities (707.2)."""
    number = len(intrinsic_abilities(has.type_line))
    if has.value is not None:
        has = replace(has, value=None)  # 202.3b-c: a copy does not have it
    return replace(has, abilities=has.abilities[:-number]) if number else has


def is_face_down(thing: GameObject) -> bool:
    """Whether this is a face-down permanent or spell (708.2)."""
    return "face-down" in thing.flags and thing.zone in CONTROLLED


def of_face(face: Face) -> Characteristics:
    """The characteristics of a face as they are printed."""
    return Characteristics(
        face.name, face.type_line, face.mana_cost, face.colors, face.abilities, face.power, face.toughness,
        face.loyalty, face.defense,
    )  # fmt: skip


def face_up(thing: GameObject) -> Face:
    """The characteristics of the card, or of what it is a copy of, where it is and with the face that is up."""
    card = thing.printed
    return card.faces[0] if len(card.faces) == 1 else face_for(card, thing.zone, thing.face, thing.flags)


@lru_cache(maxsize=65536)
def face_of(thing: GameObject) -> Characteristics:
    """The characteristics of the face that is up, or those of a face-down object: its copiable values (613.2c, 707.2).

    Copy effects that something resolved made, and that are not part of the object, are left to layer 1.
    """
    if is_face_down(thing):
        return FACE_DOWN
    has = of_face(face_up(thing))
    value = borrowed_value(thing.card, thing.zone, thing.face, thing.copied is not None)
    return has if value is None else replace(has, value=value)


def as_card(has: Characteristics) -> Card:
    """Copiable values as a card of one face, for objects that become a copy (707.2)."""
    return Card(
        (Face(has.name, has.type_line, has.mana_cost, has.colors, has.abilities, has.power, has.toughness,
              has.loyalty, has.defense),)
    )  # fmt: skip


@lru_cache(maxsize=65536)
def printed(thing: GameObject) -> Characteristics:
    """The characteristics where no continuous effect but those of its own keywords and counters changes them.

    These are intrinsic mana abilities (305.6), changeling and devoid (702.73a, 702.114a), keyword counters (122.1b) and
    counters on power and toughness (613.4c).
    """
    has = face_of(thing)
    line, colors, abilities = has.type_line, has.colors, has.abilities
    if intrinsic := intrinsic_abilities(line):
        abilities += intrinsic
    if has.has_keyword("changeling") and not {"creature", "kindred"}.isdisjoint(line.types):
        line = line.adding(subtypes=(EVERY_CREATURE_TYPE,))
    if has.has_keyword("devoid"):
        colors = ()
    abilities += tuple(Keyword(kind) for kind, _ in thing.counters if kind in KEYWORD_COUNTERS)
    power, toughness = settled(thing, line, has.power, has.toughness)
    if thing.counters and power is not None and toughness is not None:
        plus, more = counted(thing)
        power, toughness = power + plus, toughness + more
    return replace(has, type_line=line, colors=colors, abilities=abilities, power=power, toughness=toughness)


def settled(
    thing: GameObject, line: TypeLine, power: int | None, toughness: int | None
) -> tuple[int | None, int | None]:
    """Power and toughness as layer 7 begins: none on noncreature permanents, at least 0 on creatures (208.3, 208.5)."""
    if "creature" in line.types:
        return power or 0, toughness or 0
    return (None, None) if thing.zone is Zone.BATTLEFIELD else (power, toughness)


def power_counter(kind: str) -> tuple[int, int] | None:
    """What a +X/+Y counter adds to power and toughness (122.1a), or None for other kinds."""
    match = _POWER_COUNTER.fullmatch(kind)
    return (int(match[1]), int(match[2])) if match else None


@lru_cache(maxsize=65536)
def counted(thing: GameObject) -> tuple[int, int]:
    """What the counters on an object add to its power and toughness, all together (122.1a)."""
    power = toughness = 0
    for kind, number in thing.counters:
        if (change := power_counter(kind)) is not None:
            power, toughness = power + number * change[0], toughness + number * change[1]
    return power, toughness
